"""Opens a recording by its content and measures what it really holds.

`measure` runs inside the limited child (`trainer.audio.child`) and returns plain facts; judging them is the parent's.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import soundfile

from trainer.audio.activity import LevelMeter, decibels, levelled_speech_dbfs, threshold_dbfs, trim_seconds

# libsndfile also takes formats for samplers and matrices of numbers, some recognised by so little that a text may pass.
FORMATS = ("WAV", "WAVEX", "RF64", "W64", "FLAC", "OGG", "MP3", "AIFF", "AU", "CAF", "NIST")

BLOCK_S = 1.0
WAVEFORM_POINTS = 400
CLIP_MAGNITUDE = 0.985

# Writers that stream do not know the length yet and claim the largest one, or one close to it.
_UNKNOWN_WAV_BYTES = 0x7FFF_0000
_UNKNOWN_FRAMES = 2**40


class NotAudio(Exception):
    """The content is no recording that can be opened. `container` names what it looks like, if anything."""

    def __init__(self, detail: str, container: str | None = None):
        super().__init__(detail)
        self.container = container


class _Stream(soundfile.SoundFile):
    """Read from front to back only.

    soundfile seeks after each block of a seekable file. In a FLAC whose header lies about the length such a seek fails,
    and the file seems to end after the first block.
    """

    def seekable(self) -> bool:
        return False


@contextmanager
def open_recording(path: Path | str) -> Iterator[tuple[soundfile.SoundFile, BinaryIO]]:
    """The recording and the open file under it. Raises NotAudio, OSError."""
    with open(path, "rb") as raw:
        # By descriptor, not by name: given a name, libsndfile and soundfile let its extension decide.
        try:
            recording = _Stream(raw.fileno(), closefd=False)
        except (soundfile.SoundFileError, ValueError, TypeError) as error:
            raise NotAudio(str(error), _container(raw)) from error
        with recording:
            if recording.format not in FORMATS:
                raise NotAudio(f"format {recording.format}", recording.format_info)
            yield recording, raw


def _container(raw: BinaryIO) -> str | None:
    head = os.pread(raw.fileno(), 64, 0)
    if head[4:8] == b"ftyp":
        return "MP4 / M4A"
    if head[:4] == b"\x1a\x45\xdf\xa3":
        return "WebM / Matroska"
    if head[:4] == b"\x30\x26\xb2\x75":
        return "WMA"
    if head[:2] in (b"\xff\xf1", b"\xff\xf9"):
        return "AAC"
    if head[:4] == b"PK\x03\x04":
        return "ZIP"
    return None


def read_blocks(recording: soundfile.SoundFile, max_frames: int) -> Iterator[np.ndarray]:
    """Blocks of (samples, channels) float32 until the end or `max_frames`, whichever comes first."""
    block_frames = max(1, round(BLOCK_S * recording.samplerate))
    left = max_frames
    while left > 0:
        block = recording.read(min(block_frames, left), dtype="float32", always_2d=True)
        if not len(block):
            return
        left -= len(block)
        yield block


def measure(path: str, limits: dict[str, Any]) -> dict[str, Any]:
    """Facts about one file, JSON-safe. `limits`: the fields of AudioLimits.

    Has "error" ("not-audio" | "unreadable" | "memory") with "detail" instead when there is nothing to measure, and
    stops after the header (no "frames") when rate or channels are outside the limits already.
    """
    try:
        with open_recording(path) as (recording, raw):
            return _facts(recording, raw, limits)
    except NotAudio as error:
        return {"error": "not-audio", "detail": str(error), "container": error.container}
    except OSError as error:
        return {"error": "unreadable", "detail": error.strerror or type(error).__name__}
    except MemoryError:
        return {"error": "memory"}


def _facts(recording: soundfile.SoundFile, raw: BinaryIO, limits: dict[str, Any]) -> dict[str, Any]:
    header_frames = recording.frames if 0 <= recording.frames < _UNKNOWN_FRAMES else None
    facts: dict[str, Any] = {
        "format": recording.format,
        "subtype": recording.subtype,
        "sample_rate_hz": recording.samplerate,
        "channels": recording.channels,
        "header_frames": header_frames,
    }
    rate_is_allowed = limits["min_sample_rate_hz"] <= recording.samplerate <= limits["max_sample_rate_hz"]
    if not rate_is_allowed or recording.channels > limits["max_channels"]:
        return facts
    tally = _Tally(recording.samplerate, recording.channels)
    max_frames = round(limits["count_up_to_s"] * recording.samplerate)
    try:
        for block in read_blocks(recording, max_frames):
            tally.push(block)
        facts["is_counted_to_end"] = tally.frames < max_frames or not len(recording.read(1))
    except soundfile.SoundFileError as error:
        facts["decode_error"] = str(error)
        facts["is_counted_to_end"] = False
    promised_s = _promised_wav_s(raw, recording)
    if promised_s is None and header_frames is not None:
        promised_s = header_frames / recording.samplerate
    facts["promised_s"] = promised_s
    return facts | tally.as_facts()


def _promised_wav_s(raw: BinaryIO, recording: soundfile.SoundFile) -> float | None:
    """The length that a RIFF header claims, None when unknown. libsndfile silently shortens it to what is there."""
    descriptor, offset = raw.fileno(), 12
    head = os.pread(descriptor, 12, 0)
    if head[:4] not in (b"RIFF", b"RIFX") or head[8:12] != b"WAVE":
        return None
    order = "<" if head[:4] == b"RIFF" else ">"
    bytes_per_second = None
    # A dozen chunks come before the samples at most; a file with more is not worth following.
    for _ in range(64):
        chunk = os.pread(descriptor, 8, offset)
        if len(chunk) < 8:
            return None
        size = struct.unpack(order + "I", chunk[4:])[0]
        if chunk[:4] == b"fmt ":
            fields = os.pread(descriptor, 16, offset + 8)
            bytes_per_second = struct.unpack(order + "I", fields[8:12])[0] if len(fields) == 16 else None
        if chunk[:4] == b"data":
            is_known = bytes_per_second and 0 < size < _UNKNOWN_WAV_BYTES
            return size / bytes_per_second if is_known else None
        offset += 8 + size + size % 2
    return None


class _Tally:
    """Adds up what `measure` reports, block by block; memory grows with the number of 5 ms bins only."""

    def __init__(self, sample_rate_hz: int, channels: int):
        self.frames = 0
        self._rate = sample_rate_hz
        self._meter = LevelMeter(sample_rate_hz)
        self._channel_peaks = np.zeros(channels)
        self._channel_sums = np.zeros(channels)
        self._channel_squares = np.zeros(channels)
        self._mix_square = 0.0
        self._clipped = 0
        self._non_finite = 0
        self._first_non_finite_s: float | None = None

    def push(self, block: np.ndarray) -> None:
        """block: (samples, channels) float32."""
        bad = ~np.isfinite(block)
        if bad.any():
            if self._first_non_finite_s is None:
                self._first_non_finite_s = (self.frames + int(np.argmax(bad.any(axis=1)))) / self._rate
            self._non_finite += int(bad.sum())
            block = np.where(bad, 0, block)
        self.frames += len(block)
        self._clipped += sum(_clipped_samples(block[:, channel]) for channel in range(block.shape[1]))
        exact = block.astype(np.float64)
        self._channel_peaks = np.maximum(self._channel_peaks, np.abs(exact).max(axis=0))
        self._channel_sums += exact.sum(axis=0)
        self._channel_squares += np.einsum("sc,sc->c", exact, exact)
        mix = exact.mean(axis=1)
        self._mix_square += float(np.dot(mix, mix))
        # Levels follow the louder channel: a mix of opposite channels would be silence.
        louder = int(np.argmax(self._channel_squares))
        self._meter.push(exact[:, louder] if block.shape[1] > 1 else mix)

    def as_facts(self) -> dict[str, Any]:
        frames = max(1, self.frames)
        levels = self._meter.levels()
        threshold = threshold_dbfs(levels)
        trim = trim_seconds(self._meter)
        return {
            "frames": self.frames,
            "channel_peaks": self._channel_peaks.tolist(),
            "channel_rms_dbfs": decibels(self._channel_squares / frames).tolist(),
            "channel_means": (self._channel_sums / frames).tolist(),
            "mix_rms_dbfs": float(decibels(self._mix_square / frames)),
            "speech_rms_dbfs": None if threshold is None else _mean_level(levels[levels >= threshold]),
            "levelled_speech_dbfs": levelled_speech_dbfs(self._meter),
            "silence_ratio": 1.0 if threshold is None else float(np.mean(levels < threshold)),
            "trim_s": trim,
            "clipped_samples": self._clipped,
            "non_finite_samples": self._non_finite,
            "first_non_finite_s": self._first_non_finite_s,
            "waveform": _waveform(self._meter.peaks()),
        }


def _clipped_samples(samples: np.ndarray) -> int:
    """Samples inside flat tops: at least three equal ones in a row within 1.5 % of full scale."""
    high = np.abs(samples) >= CLIP_MAGNITUDE
    if np.count_nonzero(high) < 3:
        return 0
    equal = (samples[1:] == samples[:-1]) & high[1:]
    flat = np.zeros(len(samples), dtype=bool)
    triples = equal[1:] & equal[:-1]
    for shift in range(3):
        flat[shift : shift + len(triples)] |= triples
    return int(flat.sum())


def _mean_level(levels: np.ndarray) -> float:
    return float(decibels(np.mean(10.0 ** (levels / 10.0))))


def _waveform(peaks: np.ndarray) -> list[int]:
    """At most 400 peaks, 0–100 of full scale, over the whole length."""
    if not len(peaks):
        return []
    points = min(WAVEFORM_POINTS, len(peaks))
    starts = np.arange(points) * len(peaks) // points
    return np.minimum(100, np.round(100 * np.maximum.reduceat(peaks, starts))).astype(int).tolist()

"""Samples of an accepted recording, as one channel at the rate that the model works with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
import soxr

from trainer.audio.activity import decibels
from trainer.audio.decode import NotAudio, open_recording, read_blocks
from trainer.audio.limits import MODEL_SAMPLE_RATE_HZ, REFERENCE_LIMITS
from trainer.errors import BadInput

_CANCELLED_DB = 10.0
_CHANNEL_GAP_DB = 40.0


def recording_duration_s(path: Path | str) -> float:
    """What the header says, at most the longest that is ever decoded: exact for PCM, an estimate for the rest, and
    some headers lie. Raises BadInput audio-not-recognised, audio-unreadable, decode-failed."""
    name = Path(path).name
    try:
        with open_recording(path) as (recording, _):
            return min(max(0.0, recording.frames / recording.samplerate), REFERENCE_LIMITS.count_up_to_s)
    except NotAudio as error:
        raise BadInput("audio-not-recognised", file=name, detail=str(error)) from error
    except OSError as error:
        raise BadInput("audio-unreadable", file=name, detail=error.strerror) from error
    except soundfile.SoundFileError as error:
        raise BadInput("decode-failed", file=name, detail=str(error)) from error


def read_mono(
    path: Path | str,
    sample_rate_hz: int = MODEL_SAMPLE_RATE_HZ,
    *,
    trim: tuple[float, float] | None = None,
    max_duration_s: float = REFERENCE_LIMITS.count_up_to_s,
) -> np.ndarray:
    """(samples,) float32 within ±1.

    trim: start and end in seconds of the part to keep, as in `AudioReport.trimmed_start_s` and `trimmed_end_s`.
    Two channels are averaged, unless one is silent or the two cancel out: then the louder one is taken. A peak above
    full scale is scaled down. Raises BadInput: audio-not-recognised, audio-unreadable, audio-empty, decode-failed,
    duration-beyond-count, nan-samples.
    """
    name = Path(path).name
    try:
        with open_recording(path) as (recording, _):
            rate = recording.samplerate
            blocks = list(read_blocks(recording, round(max_duration_s * rate)))
            if recording.read(1).size:
                figures = {"measured": max_duration_s, "limit": max_duration_s}
                raise BadInput("duration-beyond-count", **figures, file=name)
    except NotAudio as error:
        raise BadInput("audio-not-recognised", file=name, detail=str(error)) from error
    except OSError as error:
        raise BadInput("audio-unreadable", file=name, detail=error.strerror) from error
    except soundfile.SoundFileError as error:
        raise BadInput("decode-failed", file=name, detail=str(error)) from error
    if not blocks:
        raise BadInput("audio-empty", measured=0, file=name)
    channels = np.concatenate(blocks)
    if trim is not None:
        channels = channels[max(0, round(trim[0] * rate)) : max(0, round(trim[1] * rate))]
        if not len(channels):
            raise BadInput("audio-empty", measured=0, file=name)
    if not np.isfinite(channels).all():
        first = int(np.argmax(~np.isfinite(channels).all(axis=1)))
        bad = int((~np.isfinite(channels)).sum())
        raise BadInput("nan-samples", measured=bad, file=name, at_s=round(first / rate, 3))
    mono = _one_channel(channels)
    peak = float(np.abs(mono).max())
    if peak > 1:
        mono = mono / peak
    if rate != sample_rate_hz:
        # Resampling can overshoot by a little where the original touches full scale.
        mono = np.clip(soxr.resample(mono, rate, sample_rate_hz, quality="HQ"), -1, 1)
    return np.ascontiguousarray(mono, dtype=np.float32)


def _one_channel(channels: np.ndarray) -> np.ndarray:
    """(samples, channels) to (samples,)."""
    if channels.shape[1] == 1:
        return channels[:, 0]
    powers = decibels(np.mean(np.square(channels, dtype=np.float64), axis=0))
    mix = channels.mean(axis=1)
    mix_power = decibels(float(np.mean(np.square(mix, dtype=np.float64))))
    is_one_sided = np.ptp(powers) >= _CHANNEL_GAP_DB
    if is_one_sided or powers.max() - mix_power >= _CANCELLED_DB:
        return channels[:, int(np.argmax(powers))]
    return mix

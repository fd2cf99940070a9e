"""A voice that speaks: text in, audio out in chunks, with ONNX Runtime alone (no torch)."""

from __future__ import annotations

import io
import math
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import onnxruntime
import soundfile

from trainer.errors import BadInput
from trainer.features import HOP_SAMPLES
from trainer.languages import Language
from trainer.manifest import ACOUSTIC_FILE, VOCODER_FILE, Manifest, manifest_read
from trainer.text import Dictionary, Phonemes, phonemize
from trainer.text.symbols import SYMBOL_TABLE, symbol_ids

# What makes phonemes of a text: `trainer.text.phonemize`, or the same in another process.
Read = Callable[[str, Language, Dictionary], Phonemes]

LENGTH_SCALE_RANGE = (0.5, 2.0)
# Frames on either side that the vocoder can hear (its receptive field, 13.2 frames, rounded up): with them, audio
# made in chunks is the audio made at once.
CONTEXT_FRAMES = 14
# The first chunk is short, so that it comes soon; each later one is twice as long, because each pays for its context.
# Never more than twice: it has to be ready before the one before it has been heard.
FIRST_CHUNK_FRAMES, CHUNK_FRAMES_MAX = 48, 384
SENTENCE_PAUSE_S = 0.25  # between sentences of one text, besides the silence that each brings along

_SENTENCE_END = {
    "ja": re.compile(r"(?<=[。！？!?])(?![。！？!?」』）)])\s*|\n+"),
    # Not after an initial or a title: “Dr. Smith”, “J. Brown”.
    "en": re.compile(
        r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)\s+(?=[\"“(A-Z0-9])|\n+"
    ),
}


class Voice:
    """An exported voice in memory. One instance may speak in several threads at once: sessions and tables are only
    read. Its texts are read with the dictionary that it was trained with."""

    def __init__(self, manifest: Manifest, threads: int, read: Read = phonemize):
        self.manifest = manifest
        self.language = manifest.language
        self.dictionary = manifest.dictionary()
        self._read = read
        self.sample_rate_hz = manifest.sample_rate_hz
        self.threads = threads
        self._acoustic = _session(manifest.path(ACOUSTIC_FILE), threads)
        self._vocoder = _session(manifest.path(VOCODER_FILE), threads)

    @classmethod
    def load(cls, directory: Path | str, threads: int | None = None, read: Read = phonemize) -> Voice:
        """Raises BadInput: artefact-invalid, artefact-format, artefact-symbols (made with another symbol table)."""
        manifest = manifest_read(Path(directory), verify=False)
        known = SYMBOL_TABLE[manifest.language.tag].version
        if manifest.symbols_version != known:
            raise BadInput("artefact-symbols", measured=manifest.symbols_version, limit=known)
        return cls(manifest, threads or min(4, len(os.sched_getaffinity(0))), read)

    def synthesize(self, text: str | Phonemes, *, length_scale: float = 1.0) -> np.ndarray:
        """All of `speak` in one array: (samples,) float32."""
        return np.concatenate(list(self.speak(text, length_scale=length_scale)))

    def speak(self, text: str | Phonemes, *, length_scale: float = 1.0) -> Iterator[np.ndarray]:
        """Chunks (samples,) float32 in −1…1 at `sample_rate_hz`, sentence by sentence, as they are made.

        `length_scale` stretches time: 2.0 is half the speed. Raises BadInput before the first chunk:
        length-scale-out-of-range, text-too-long, and the rejecting verdict's code (phonemes-empty, script-mismatch)
        for a text that cannot be spoken.
        """
        length_scale_require(length_scale)
        sentences = [text] if isinstance(text, Phonemes) else self.phonemize(text)
        return self._speak(sentences, length_scale)

    def phonemize(self, text: str) -> list[Phonemes]:
        """One item a sentence; sentences in which nothing can be spoken (“…”) are passed over. Raises what `speak`
        raises."""
        whole = self._read(text, self.language, self.dictionary)
        for verdict in whole.warnings:
            if verdict.is_rejection:
                raise BadInput(verdict.code, measured=verdict.measured, limit=verdict.limit, **verdict.params)
        sentences = sentences_split(text, self.language.tag)
        spoken = [whole]
        if len(sentences) > 1:
            spoken = [self._read(sentence, self.language, self.dictionary) for sentence in sentences]
        return [phonemes for phonemes in spoken if phonemes.symbols]

    def mel(self, phonemes: Phonemes, length_scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
        """Natural-log mel (frames, mels) and where each phone ends in frames (phones,). Raises BadInput
        symbol-unknown."""
        feeds = {
            "symbols": np.array([symbol_ids(phonemes.symbols, self.language)], dtype=np.int64),
            "tones": np.array([phonemes.tones], dtype=np.int64),
            "length_scale": np.array([length_scale], dtype=np.float32),
        }
        mel, ends = self._acoustic.run(["mel", "ends"], feeds)
        return mel[0], ends[0]

    def _speak(self, sentences: list[Phonemes], length_scale: float) -> Iterator[np.ndarray]:
        pause = np.zeros(round(SENTENCE_PAUSE_S * length_scale * self.sample_rate_hz), dtype=np.float32)
        size = FIRST_CHUNK_FRAMES
        for index, phonemes in enumerate(sentences):
            if index:
                yield pause
            mel, _ = self.mel(phonemes, length_scale)
            start = 0
            while start < len(mel):
                yield self._vocode(mel, start, start + size)
                start, size = start + size, min(2 * size, CHUNK_FRAMES_MAX)

    def _vocode(self, mel: np.ndarray, start: int, stop: int) -> np.ndarray:
        """The samples of frames `start` to `stop`, as they would be if all frames were vocoded at once."""
        stop = min(stop, len(mel))
        left, right = max(0, start - CONTEXT_FRAMES), min(len(mel), stop + CONTEXT_FRAMES)
        (samples,) = self._vocoder.run(["samples"], {"mel": mel[None, left:right]})
        return samples[0, (start - left) * HOP_SAMPLES : (stop - left) * HOP_SAMPLES]


def length_scale_require(length_scale: float) -> None:
    """Raises BadInput length-scale-out-of-range."""
    low, high = LENGTH_SCALE_RANGE
    if not (math.isfinite(length_scale) and low <= length_scale <= high):
        raise BadInput("length-scale-out-of-range", measured=str(length_scale), limit=high, low=low)


def sentences_split(text: str, tag: str) -> list[str]:
    """The sentences of `text`, without blank ones; all of it as one where none ends."""
    sentences = [part.strip() for part in _SENTENCE_END[tag].split(text)]
    return [sentence for sentence in sentences if sentence] or [text]


def wav_write(path: Path, samples: np.ndarray, sample_rate_hz: int) -> None:
    """16-bit mono. A peak at full scale is lowered a little (−0.1 dB): players that resample would clip it."""
    peak = float(np.abs(samples).max(initial=0.0))
    content = io.BytesIO()  # libsndfile calls a full disk a “System error”
    soundfile.write(
        content, samples * min(1.0, 0.989 / max(peak, 1e-9)), sample_rate_hz, subtype="PCM_16", format="WAV"
    )
    path.write_bytes(content.getbuffer())


def _session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that wait spin by default, and take the core from whoever shares the machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

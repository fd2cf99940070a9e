"""Which sounds a list of texts contains, and which a voice still lacks. A model cannot speak what it has never heard.

`python -m trainer.text.coverage --language ja FILE` reports on a file with one sentence a line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from trainer.errors import TrainerError, UsageError
from trainer.languages import Language, language_parse
from trainer.text import Phonemes, phonemize
from trainer.text.diphones import NATIVE_KANA, diphones_of, expected_diphones
from trainer.text.moras import kana_of, split_phones
from trainer.text.symbols import ENGLISH_VOWELS, JAPANESE_VOWELS, QUESTION, SILENCES, SYMBOL_TABLE

# Native moras, then the two without a vowel, and long vowels as they are spoken (大きい is オーキイ).
JAPANESE_MORAS: tuple[str, ...] = (*NATIVE_KANA, *"ン ッ アー イー ウー エー オー".split())

# Of loan words that are common today; a voice without them reads news badly, yet many corpora lack some.
JAPANESE_LOAN_MORAS: tuple[str, ...] = tuple(
    "ウィ ウェ ウォ シェ ジェ チェ ティ ディ トゥ ドゥ デュ ファ フィ フェ フォ ツァ".split()
)

# Beyond moras: devoiced vowels are sounds of their own (です, 来た).
_JAPANESE_EXTRA = ("I", "U")

ENGLISH_PHONES: tuple[str, ...] = tuple(symbol for symbol in SYMBOL_TABLE["en"].symbols[1:] if symbol not in SILENCES)

RARE_BELOW = 5


# Lengths are counted in steps of so many moras, syllables or seconds; the last step takes all that is longer.
_STEPS = {"ja": (5, 20), "en": (3, 20), "seconds": (0.5, 40)}
_QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True)
class Lengths:
    """How long lines are. `counts[i]`: those from `i * step` to below `(i + 1) * step`, the last open upwards;
    `quantiles`: 0, 5, 25, 50, 75, 95 and 100 %, empty where there is nothing."""

    step: float
    counts: tuple[int, ...]
    quantiles: tuple[float, ...]

    @classmethod
    def of(cls, lengths: list[float], kind: str) -> Lengths:
        step, steps = _STEPS[kind]
        counts = Counter(min(int(length / step), steps - 1) for length in lengths)
        ordered = sorted(lengths)
        quantiles = tuple(round(ordered[round(q * (len(ordered) - 1))], 2) for q in _QUANTILES) if ordered else ()
        return cls(step, tuple(counts[index] for index in range(max(counts, default=-1) + 1)), quantiles)

    def as_json(self) -> dict[str, Any]:
        return {"step": self.step, "counts": list(self.counts), "quantiles": list(self.quantiles)}


@dataclass(frozen=True)
class Coverage:
    """How often each sound occurs. The `missing` ones occur nowhere, the `rare` ones less than `RARE_BELOW` times.

    `counts` are of moras and devoiced vowels (ja) or phones (en), `phones` of phones in both; `diphones` of pairs, as
    "k a", silences being one (`sil`), and what is missing of them or rare is told of those in `expected_diphones`.
    `tones`: accent phrases by their nucleus (ja: "0" flat, "1", …), vowels by their stress (en: "AH1"). `questions` and
    `exclamations` count sentences; `seconds` is of those whose recording is known.
    """

    language: str
    sentences: int
    rejected: int
    counts: dict[str, int]
    missing: tuple[str, ...]
    rare: tuple[str, ...]
    optional_missing: tuple[str, ...]
    phones: dict[str, int]
    diphones: dict[str, int]
    expected_diphones: int
    missing_diphones: tuple[str, ...]
    rare_diphones: tuple[str, ...]
    tones: dict[str, int]
    questions: int
    exclamations: int
    units: Lengths
    seconds: Lengths

    @property
    def is_complete(self) -> bool:
        return not self.missing

    def as_json(self) -> dict[str, Any]:
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in data.items():
            data[name] = list(value) if isinstance(value, tuple) else value
        return data | {"units": self.units.as_json(), "seconds": self.seconds.as_json()}


class CoverageCounter:
    """Counts texts of one language one by one, so that a corpus need not be in memory."""

    def __init__(self, language: Language):
        self.language = language
        self.sentences = self.rejected = self.questions = self.exclamations = 0
        self.sounds: Counter[str] = Counter()
        self.phones: Counter[str] = Counter()
        self.diphones: Counter[tuple[str, str]] = Counter()
        self.tones: Counter[str] = Counter()
        self.units: list[float] = []
        self.seconds: list[float] = []

    def add(self, phonemes: Phonemes, duration_s: float | None = None) -> None:
        self.sentences += 1
        if phonemes.is_rejected or not phonemes.symbols:
            self.rejected += 1
            return
        self.sounds.update(sounds_of(phonemes))
        self.phones.update(symbol for symbol in phonemes.symbols if symbol not in SILENCES)
        self.diphones.update(diphones_of(phonemes.symbols))
        self.tones.update(_tones_of(phonemes))
        self.questions += QUESTION in phonemes.symbols
        self.exclamations += "!" in phonemes.text or "！" in phonemes.text
        self.units.append(phonemes.units)
        if duration_s:
            self.seconds.append(duration_s)

    def coverage(self) -> Coverage:
        tag = self.language.tag
        needed = (*JAPANESE_MORAS, *_JAPANESE_EXTRA) if tag == "ja" else ENGLISH_PHONES
        optional = JAPANESE_LOAN_MORAS if tag == "ja" else ()
        expected = sorted(expected_diphones(tag), key=_table_order(tag))
        return Coverage(
            language=tag,
            sentences=self.sentences,
            rejected=self.rejected,
            counts=_ordered(self.sounds),
            missing=tuple(sound for sound in needed if not self.sounds[sound]),
            rare=tuple(sound for sound in needed if 0 < self.sounds[sound] < RARE_BELOW),
            optional_missing=tuple(sound for sound in optional if not self.sounds[sound]),
            phones=_ordered(self.phones),
            diphones=_ordered(Counter({" ".join(pair): count for pair, count in self.diphones.items()})),
            expected_diphones=len(expected),
            missing_diphones=tuple(" ".join(pair) for pair in expected if not self.diphones[pair]),
            rare_diphones=tuple(" ".join(pair) for pair in expected if 0 < self.diphones[pair] < RARE_BELOW),
            tones=_ordered(self.tones),
            questions=self.questions,
            exclamations=self.exclamations,
            units=Lengths.of(self.units, tag),
            seconds=Lengths.of(self.seconds, "seconds"),
        )


def coverage_of(phonemes: Iterable[Phonemes], language: Language) -> Coverage:
    """Coverage over texts of one language."""
    counter = CoverageCounter(language)
    for item in phonemes:
        counter.add(item)
    return counter.coverage()


def sounds_of(phonemes: Phonemes) -> list[str]:
    """Moras and devoiced vowels (ja), or the ARPAbet phones (en), of one text that has phonemes."""
    if phonemes.language == "ja":
        return _japanese_sounds(phonemes)
    return [symbol for symbol in phonemes.symbols if symbol not in SILENCES]


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def _table_order(tag: str):
    ids = SYMBOL_TABLE[tag].ids
    return lambda pair: (ids[pair[0]], ids[pair[1]])


def _tones_of(phonemes: Phonemes) -> list[str]:
    if phonemes.language == "ja":
        return [str(phrase.nucleus) for phrase in phonemes.accent_phrases]
    pairs = zip(phonemes.symbols, phonemes.tones, strict=True)
    return [f"{symbol}{tone - 1}" for symbol, tone in pairs if symbol in ENGLISH_VOWELS]


def _japanese_sounds(phonemes: Phonemes) -> list[str]:
    units = split_phones(symbol for symbol in phonemes.symbols if symbol not in SILENCES)
    spelled = [kana for phrase in phonemes.accent_phrases for kana in phrase.moras]
    sounds: list[str] = []
    for unit, kana in zip(units, spelled, strict=True):
        vowel = unit[-1]
        sounds.append(f"{kana_of((vowel,))}ー" if kana == "ー" and vowel in JAPANESE_VOWELS else kana_of(unit))
        if vowel in _JAPANESE_EXTRA:
            sounds.append(vowel)
    return sounds


def report(coverage: Coverage) -> str:
    """The coverage in lines for a terminal."""
    units = sum(count for sound, count in coverage.counts.items() if _is_unit(sound, coverage.language))
    lines = [
        f"{coverage.sentences} sentences ({coverage.rejected} rejected), {units} "
        + ("moras" if coverage.language == "ja" else "syllables"),
        f"missing ({len(coverage.missing)}): {' '.join(coverage.missing) or 'none'}",
        f"fewer than {RARE_BELOW} times ({len(coverage.rare)}): "
        + (" ".join(f"{sound}×{coverage.counts[sound]}" for sound in coverage.rare) or "none"),
    ]
    if coverage.language == "ja":
        lines.append(f"loan moras missing, optional: {' '.join(coverage.optional_missing) or 'none'}")
    heard = coverage.expected_diphones - len(coverage.missing_diphones)
    lines.append(
        f"pairs of phones: {heard} of {coverage.expected_diphones} expected, {len(coverage.rare_diphones)} rare"
    )
    lines.append(f"questions: {coverage.questions}, exclamations: {coverage.exclamations}")
    lines.append("counts: " + " ".join(f"{sound}×{count}" for sound, count in coverage.counts.items()))
    return "\n".join(lines)


def _is_unit(sound: str, language: str) -> bool:
    return sound not in _JAPANESE_EXTRA if language == "ja" else sound in ENGLISH_VOWELS


def main(arguments: list[str] | None = None) -> int:
    """Exit status 0 if every needed sound occurs, 3 if one is missing or a sentence is rejected."""
    parser = argparse.ArgumentParser(prog="python -m trainer.text.coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--language", required=True)
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    parser.add_argument("file", type=Path, help="UTF-8, one sentence a line")
    options = parser.parse_args(arguments)
    try:
        language = language_parse(options.language)
        if not options.file.is_file():
            raise UsageError("text-file-missing", measured=str(options.file))
        lines = options.file.read_text(encoding="utf-8").splitlines()
        phonemes = [phonemize(line, language) for line in lines if line.strip()]
    except TrainerError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    coverage = coverage_of(phonemes, language)
    print(json.dumps(coverage.as_json(), ensure_ascii=False) if options.json else report(coverage))
    for item in phonemes:
        for verdict in item.warnings:
            print(f"{item.text}: {verdict.message()}", file=sys.stderr)
    return 0 if coverage.is_complete and not coverage.rejected else 3


if __name__ == "__main__":
    sys.exit(main())

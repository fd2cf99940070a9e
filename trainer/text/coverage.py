"""Which sounds a list of texts contains, and which a voice still lacks. A model cannot speak what it has never heard.

`python -m trainer.text.coverage --language ja FILE` reports on a file with one sentence a line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.errors import TrainerError, UsageError
from trainer.languages import Language, language_parse
from trainer.text import Phonemes, phonemize
from trainer.text.moras import kana_of, split_phones
from trainer.text.symbols import ENGLISH_VOWELS, JAPANESE_VOWELS, SILENCES, SYMBOL_TABLE

# The moras of native words as they sound: ヂ is ジ, ヅ is ズ, ヲ is オ. Then the two without a vowel, and long vowels
# as they are spoken (大きい is オーキイ).
JAPANESE_MORAS: tuple[str, ...] = tuple(
    """
    ア イ ウ エ オ  カ キ ク ケ コ  ガ ギ グ ゲ ゴ  サ シ ス セ ソ  ザ ジ ズ ゼ ゾ  タ チ ツ テ ト  ダ デ ド
    ナ ニ ヌ ネ ノ  ハ ヒ フ ヘ ホ  バ ビ ブ ベ ボ  パ ピ プ ペ ポ  マ ミ ム メ モ  ヤ ユ ヨ  ラ リ ル レ ロ  ワ
    キャ キュ キョ  ギャ ギュ ギョ  シャ シュ ショ  ジャ ジュ ジョ  チャ チュ チョ  ニャ ニュ ニョ
    ヒャ ヒュ ヒョ  ビャ ビュ ビョ  ピャ ピュ ピョ  ミャ ミュ ミョ  リャ リュ リョ
    ン ッ  アー イー ウー エー オー
    """.split()
)

# Of loan words that are common today; a voice without them reads news badly, yet many corpora lack some.
JAPANESE_LOAN_MORAS: tuple[str, ...] = tuple(
    "ウィ ウェ ウォ シェ ジェ チェ ティ ディ トゥ ドゥ デュ ファ フィ フェ フォ ツァ".split()
)

# Beyond moras: devoiced vowels are sounds of their own (です, 来た).
_JAPANESE_EXTRA = ("I", "U")

ENGLISH_PHONES: tuple[str, ...] = tuple(symbol for symbol in SYMBOL_TABLE["en"].symbols[1:] if symbol not in SILENCES)

RARE_BELOW = 5


@dataclass(frozen=True)
class Coverage:
    """How often each sound occurs. The `missing` ones occur nowhere, the `rare` ones less than `RARE_BELOW` times."""

    language: str
    sentences: int
    rejected: int
    counts: dict[str, int]
    missing: tuple[str, ...]
    rare: tuple[str, ...]
    optional_missing: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        return not self.missing

    def as_json(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "sentences": self.sentences,
            "rejected": self.rejected,
            "counts": self.counts,
            "missing": list(self.missing),
            "rare": list(self.rare),
            "optional_missing": list(self.optional_missing),
        }


def coverage_of(phonemes: Iterable[Phonemes], language: Language) -> Coverage:
    """Coverage over texts of one language: moras and devoiced vowels (ja), the 39 ARPAbet phones (en)."""
    counts: Counter[str] = Counter()
    sentences = rejected = 0
    for item in phonemes:
        sentences += 1
        if item.is_rejected:
            rejected += 1
            continue
        counts.update(_japanese_sounds(item) if language.tag == "ja" else _english_sounds(item))
    needed = (*JAPANESE_MORAS, *_JAPANESE_EXTRA) if language.tag == "ja" else ENGLISH_PHONES
    optional = JAPANESE_LOAN_MORAS if language.tag == "ja" else ()
    return Coverage(
        language=language.tag,
        sentences=sentences,
        rejected=rejected,
        counts=dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))),
        missing=tuple(sound for sound in needed if not counts[sound]),
        rare=tuple(sound for sound in needed if 0 < counts[sound] < RARE_BELOW),
        optional_missing=tuple(sound for sound in optional if not counts[sound]),
    )


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


def _english_sounds(phonemes: Phonemes) -> list[str]:
    return [symbol for symbol in phonemes.symbols if symbol not in SILENCES]


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

"""Pronunciations that an operator has set: names, brands and words that the engines read wrongly.

A `Dictionary` is immutable and known by the digest of its entries. So a process never has to be told that it changed:
another dictionary is another object with another version, and the engines keep one reader for each.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.text.moras import PHONES_OF_KANA, split_kana
from trainer.text.symbols import ENGLISH_VOWELS, SYMBOL_TABLE

SURFACE_CHARACTERS_MAX = 100
READING_CHARACTERS_MAX = 200
ENTRIES_MAX = 20_000

# What Japanese entries may be; the part of speech decides how a word joins its neighbours in an accent phrase.
PARTS_OF_SPEECH = (
    "noun",
    "proper-noun",
    "family-name",
    "given-name",
    "place-name",
    "verb",
    "adjective",
    "adverb",
    "interjection",
    "suffix",
)

_KATAKANA = re.compile("[ァ-ヴー]+")
_ENGLISH_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*")
_BROKEN = re.compile(r"[\ud800-\udfff\x00-\x1f\x7f]")


@dataclass(frozen=True, order=True)
class Pronunciation:
    """One entry. Japanese: `reading` in katakana as spoken (トーキョー), `nucleus` the mora before the fall (0: none),
    `part_of_speech` one of `PARTS_OF_SPEECH`. English: `surface` one word in lower case, `reading` ARPAbet with stress
    (T OW1 K Y OW2); nucleus None and part of speech empty."""

    surface: str
    reading: str
    nucleus: int | None = None
    part_of_speech: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "surface": self.surface,
            "reading": self.reading,
            "nucleus": self.nucleus,
            "part_of_speech": self.part_of_speech,
        }


@dataclass(frozen=True)
class Dictionary:
    """The pronunciations in force for a text: sorted by surface, one a surface."""

    language: str
    entries: tuple[Pronunciation, ...] = ()

    @cached_property
    def version(self) -> str:
        """First 16 hex digits of the SHA-256 over language and entries; empty for a dictionary without entries."""
        if not self.entries:
            return ""
        content = json.dumps([self.language, [entry.as_json() for entry in self.entries]], ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @cached_property
    def by_surface(self) -> dict[str, Pronunciation]:
        return {entry.surface: entry for entry in self.entries}

    def as_json(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "version": self.version,
            "entries": [entry.as_json() for entry in self.entries],
        }

    @classmethod
    def of(cls, language: str, *layers: Iterable[Pronunciation]) -> Dictionary:
        """Of several layers the later ones win (installation, then voice)."""
        merged = {entry.surface: entry for layer in layers for entry in layer}
        return cls(language, tuple(merged[surface] for surface in sorted(merged)))

    @classmethod
    def from_json(cls, data: dict[str, Any], language: Language) -> Dictionary:
        """Raises BadInput pronunciations-invalid (another language, another shape, a version that does not fit), and
        what `pronunciation_check` raises for an entry."""
        try:
            declared, version = data["language"], data.get("version")
            if declared != language.tag:
                raise BadInput("pronunciations-invalid", measured=str(declared), limit=language.tag)
            given = [
                pronunciation_check(
                    language, entry["surface"], entry["reading"], entry.get("nucleus"), entry.get("part_of_speech", "")
                )
                for entry in data["entries"]
            ]
        except (KeyError, TypeError, AttributeError) as error:
            raise BadInput("pronunciations-invalid", measured=f"{type(error).__name__}: {error}") from error
        dictionary = cls.of(language.tag, given)
        if version not in (None, dictionary.version):
            raise BadInput("pronunciations-invalid", measured=str(version), limit=dictionary.version)
        return dictionary


def pronunciation_check(
    language: Language, surface: str, reading: str, nucleus: int | None = None, part_of_speech: str = ""
) -> Pronunciation:
    """The entry in its normal form: NFKC, hiragana as katakana, ARPAbet in capitals, English words in lower case.

    Raises BadInput: pronunciation-surface (empty, too long, control characters, not one word), pronunciation-reading
    (not katakana, an unknown phone, no vowel, a vowel without stress), pronunciation-nucleus, pronunciation-part.
    """
    surface = unicodedata.normalize("NFKC", surface).strip()
    reading = " ".join(unicodedata.normalize("NFKC", reading).split())
    if not surface or len(surface) > SURFACE_CHARACTERS_MAX or _BROKEN.search(surface):
        raise BadInput("pronunciation-surface", measured=_shown(surface), limit=SURFACE_CHARACTERS_MAX)
    if not reading or len(reading) > READING_CHARACTERS_MAX:
        raise BadInput("pronunciation-reading", measured=_shown(reading), surface=surface)
    if language.tag == "ja":
        return _japanese(surface, reading, nucleus, part_of_speech)
    return _english(surface, reading)


def _japanese(surface: str, reading: str, nucleus: int | None, part_of_speech: str) -> Pronunciation:
    kana = "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in reading.replace(" ", ""))
    moras = split_kana(kana)
    if not _KATAKANA.fullmatch(kana) or "".join(moras) != kana or not all(map(_is_spoken, moras)) or moras[0] == "ー":
        raise BadInput("pronunciation-reading", measured=_shown(reading), surface=surface)
    if isinstance(nucleus, bool) or not isinstance(nucleus, int) or not 0 <= nucleus <= len(moras):
        raise BadInput("pronunciation-nucleus", measured=nucleus, limit=len(moras), surface=surface)
    part_of_speech = part_of_speech or "noun"
    if part_of_speech not in PARTS_OF_SPEECH:
        raise BadInput("pronunciation-part", measured=_shown(part_of_speech), limit=", ".join(PARTS_OF_SPEECH))
    return Pronunciation(surface, kana, nucleus, part_of_speech)


def _is_spoken(mora: str) -> bool:
    return mora in PHONES_OF_KANA or mora in ("ン", "ッ", "ー", "ヂ", "ヅ", "ヲ", "ヂャ", "ヂュ", "ヂョ")


def _english(surface: str, reading: str) -> Pronunciation:
    word = surface.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").lower()
    if not _ENGLISH_WORD.fullmatch(word):
        raise BadInput("pronunciation-surface", measured=_shown(surface), limit=SURFACE_CHARACTERS_MAX)
    phones = reading.upper().split()
    known = SYMBOL_TABLE["en"].ids
    for phone in phones:
        symbol = phone.rstrip("012")
        is_vowel = symbol in ENGLISH_VOWELS
        if symbol not in known or not symbol.isalpha() or len(phone) - len(symbol) != is_vowel:
            raise BadInput("pronunciation-phone", measured=_shown(phone), surface=surface)
    if not any(phone[-1].isdigit() for phone in phones):
        raise BadInput("pronunciation-reading", measured=_shown(reading), surface=surface)
    return Pronunciation(word, " ".join(phones))


def _shown(text: str) -> str:
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in str(text))
    return printable if len(printable) <= 40 else printable[:39] + "…"

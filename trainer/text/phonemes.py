"""The phonemes of one text: what an operator sees, what a run freezes, what a model is taught."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trainer.languages import LANGUAGES
from trainer.verdicts import Verdict


@dataclass(frozen=True)
class AccentPhrase:
    """A Japanese accent phrase: kana per mora, whether each mora is high, and the mora before the fall.

    `nucleus` counts from 1; 0 means that the pitch does not fall.
    """

    moras: tuple[str, ...]
    highs: tuple[bool, ...]
    nucleus: int

    def as_json(self) -> dict[str, Any]:
        return {"moras": list(self.moras), "highs": list(self.highs), "nucleus": self.nucleus}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> AccentPhrase:
        return cls(tuple(data["moras"]), tuple(data["highs"]), data["nucleus"])


@dataclass(frozen=True)
class Phonemes:
    """Symbols with a tone each (see `trainer.text.symbols`), from `sil` to `sil`; both empty if nothing can be spoken.

    `language` is a tag, `text` what was given, `normalized` what was read, `reading` katakana (ja) or the words with
    their ARPAbet (en). `units` counts moras (ja) or syllables (en). `words` is a tuple of {"word", "phones"} (en).
    `engine` names what made them, with its version.
    """

    language: str
    text: str
    normalized: str
    reading: str
    symbols: tuple[str, ...]
    tones: tuple[int, ...]
    units: int
    engine: str
    accent_phrases: tuple[AccentPhrase, ...] = ()
    words: tuple[dict[str, str], ...] = ()
    warnings: tuple[Verdict, ...] = ()

    def __post_init__(self):
        if len(self.symbols) != len(self.tones):
            raise ValueError(f"{len(self.symbols)} symbols, but {len(self.tones)} tones")

    @property
    def is_rejected(self) -> bool:
        return any(verdict.is_rejection for verdict in self.warnings)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) over language, symbols and tones: equal digests teach a model the same thing."""
        taught = json.dumps([self.language, list(self.symbols), list(self.tones)], separators=(",", ":"))
        return hashlib.sha256(taught.encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        unit = "moras" if LANGUAGES[self.language].unit == "mora" else "syllables"
        return {
            "language": self.language,
            "text": self.text,
            "normalized": self.normalized,
            "reading": self.reading,
            "symbols": list(self.symbols),
            "tones": list(self.tones),
            unit: self.units,
            "accent_phrases": [phrase.as_json() for phrase in self.accent_phrases],
            "words": [dict(word) for word in self.words],
            "warnings": [verdict.as_json() for verdict in self.warnings],
            "engine": self.engine,
            "digest": self.digest,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Phonemes:
        return cls(
            language=data["language"],
            text=data["text"],
            normalized=data["normalized"],
            reading=data["reading"],
            symbols=tuple(data["symbols"]),
            tones=tuple(data["tones"]),
            units=data["moras"] if "moras" in data else data["syllables"],
            engine=data["engine"],
            accent_phrases=tuple(AccentPhrase.from_json(phrase) for phrase in data["accent_phrases"]),
            words=tuple(dict(word) for word in data["words"]),
            warnings=tuple(Verdict.from_json(verdict) for verdict in data["warnings"]),
        )

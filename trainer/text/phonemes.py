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
    """A Japanese accent phrase: kana and phones per mora, whether each mora is high, and the mora before the fall.

    `nucleus` counts from 1; 0 means that the pitch does not fall. `pause` is the silence that follows within the text
    (`pau` ends a breath group, `?` a question), or empty.
    """

    moras: tuple[str, ...]
    highs: tuple[bool, ...]
    nucleus: int
    phones: tuple[tuple[str, ...], ...] = ()
    pause: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "moras": list(self.moras),
            "highs": list(self.highs),
            "nucleus": self.nucleus,
            "phones": [list(phones) for phones in self.phones],
            "pause": self.pause,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> AccentPhrase:
        # Rows written before phones were kept per mora have neither key.
        phones = tuple(tuple(mora) for mora in data.get("phones", ()))
        return cls(tuple(data["moras"]), tuple(data["highs"]), data["nucleus"], phones, data.get("pause", ""))


@dataclass(frozen=True)
class Change:
    """What normalisation rewrote: `before` at `position` of the given text became `after`, by the rule named `rule`."""

    position: int
    before: str
    after: str
    rule: str

    def as_json(self) -> dict[str, Any]:
        return {"position": self.position, "before": self.before, "after": self.after, "rule": self.rule}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Change:
        return cls(data["position"], data["before"], data["after"], data["rule"])


@dataclass(frozen=True)
class Phonemes:
    """Symbols with a tone each (see `trainer.text.symbols`), from `sil` to `sil`; both empty if nothing can be spoken.

    `language` is a tag, `text` what was given, `normalized` what was read, `reading` katakana (ja) or the words with
    their ARPAbet (en). `units` counts moras (ja) or syllables (en). `engine` names what made them, with its version;
    `dictionary` is the version of the pronunciation dictionary that was in force (empty: none). `is_overridden` tells
    that an operator set the phones or the accent of this very utterance.

    `words` is a tuple of dicts, in order; each has "word", "position" and "length" (characters of the given text;
    position None where it cannot be told) and "source": dictionary | pronunciation (an operator's) | rule (context
    decided between readings) | number | converter (a Latin word in katakana) | spelled | guess | hand
    (set for this utterance). Japanese ones also have "reading" (katakana as spoken), "nucleus" and "part_of_speech";
    English ones "phones" (ARPAbet with stress), "ipa", "syllables" and "pause" (the silence after the word: `pau`, `?`
    or empty).
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
    words: tuple[dict[str, Any], ...] = ()
    warnings: tuple[Verdict, ...] = ()
    changes: tuple[Change, ...] = ()
    dictionary: str = ""
    is_overridden: bool = False

    def __post_init__(self):
        if len(self.symbols) != len(self.tones):
            raise ValueError(f"{len(self.symbols)} symbols, but {len(self.tones)} tones")

    @property
    def is_rejected(self) -> bool:
        return any(verdict.is_rejection for verdict in self.warnings)

    @property
    def version(self) -> str:
        """What made these phonemes: the engine and the dictionary. Rows of another version are stale."""
        return phonemes_version(self.engine, self.dictionary)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) over language, symbols and tones: equal digests teach a model the same thing."""
        taught = json.dumps([self.language, list(self.symbols), list(self.tones)], separators=(",", ":"))
        return hashlib.sha256(taught.encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        if (made := self.__dict__.get("_made")) is not None:
            return dict(made)
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
            "changes": [change.as_json() for change in self.changes],
            "engine": self.engine,
            "dictionary": self.dictionary,
            "overridden": self.is_overridden,
            "digest": self.digest,
        }

    @classmethod
    def from_reader(cls, data: dict[str, Any]) -> Phonemes:
        """As `from_json`, of what `as_json` has made a moment ago in another process. It is kept, since a corpus is
        mostly written down as it was read; so `data` must not be changed."""
        phonemes = cls.from_json(data)
        phonemes.__dict__.update(_made=data, digest=data["digest"])
        return phonemes

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
            changes=tuple(Change.from_json(change) for change in data.get("changes", ())),
            dictionary=data.get("dictionary", ""),
            is_overridden=data.get("overridden", False),
        )


def phonemes_version(engine: str, dictionary: str) -> str:
    return f"{engine} + {dictionary}" if dictionary else engine

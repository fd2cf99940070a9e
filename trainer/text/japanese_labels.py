"""Full-context labels of Open JTalk, and the accent phrases that they tell of.

Phones and pitch come from the fields A (place of the mora in its accent phrase), E and F (the phrases) of "An example
of context-dependent label format for HMM-based speech synthesis in Japanese".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from trainer.text import moras
from trainer.text.phonemes import AccentPhrase
from trainer.text.symbols import (
    EDGE,
    JAPANESE_HIGH,
    JAPANESE_LOW,
    JAPANESE_MORAIC,
    JAPANESE_VOWELS,
    PAUSE,
    QUESTION,
    SILENCES,
)

# Of a phone: A1 place relative to the nucleus (negative before it), A2 place from the start of its phrase, A3 from the
# end, both from 1; F2 nucleus of the phrase, the last mora also where it does not fall. Of a silence: E3, whether the
# phrase before it is a question. All figures are capped at 49 by the engine; the sign of A1 stays right.
_PHONE = re.compile(r"-([^+]+)\+[^/]*/A:(-?\d+)\+(\d+)\+(\d+)/.*?/F:\d+_(\d+)")
_SILENCE = re.compile(r"-(sil|pau)\+[^/]*/A:xx.*?/E:[^!]*!(\d|xx)")

_MORA_ENDS = frozenset((*JAPANESE_VOWELS, *JAPANESE_MORAIC))


class Spoken:
    """One text as its labels tell it: symbols with tones, and accent phrases that hold every one of them."""

    def __init__(self, labels: Iterable[str], kana: list[str], accents: list[int]):
        """`kana` is the engine's own spelling by mora, `accents` the nucleus by phrase (0: no fall)."""
        self.symbols: list[str] = []
        self.tones: list[int] = []
        self._phrases: list[tuple[list[tuple[str, ...]], list[bool], int, str]] = []
        self._read(labels, iter(accents))
        self.units = sum(len(phones) for phones, *_ in self._phrases)
        spelled = iter(kana if len(kana) == self.units else self._kana_of_phones())
        self.phrases = tuple(
            AccentPhrase(tuple(next(spelled) for _ in phones), tuple(highs), nucleus, tuple(phones), pause)
            for phones, highs, nucleus, pause in self._phrases
        )

    @property
    def reading(self) -> str:
        """Katakana of the whole text with its pauses."""
        written = {"": "", PAUSE: "、", QUESTION: "？"}
        return "".join("".join(phrase.moras) + written[phrase.pause] for phrase in self.phrases)

    def _read(self, labels: Iterable[str], accents: Iterator[int]) -> None:
        phones: list[tuple[str, ...]] = []
        highs: list[bool] = []
        onset: tuple[str, ...] = ()
        for label in labels:
            fields = _PHONE.search(label)
            if fields is None:
                self._silence(label)
                continue
            phone, distance, position, remaining, fall = fields.groups()
            is_high = position == "1" if fall == "1" else position != "1" and (fall == "0" or int(distance) <= 0)
            self.symbols.append(phone)
            self.tones.append(JAPANESE_HIGH if is_high else JAPANESE_LOW)
            onset += (phone,)
            if phone not in _MORA_ENDS:
                continue
            phones.append(onset)
            highs.append(is_high)
            onset = ()
            if remaining == "1":
                # A label writes "falls after the last mora" for a phrase that does not fall; the word knows better.
                accent = next(accents, None)
                nucleus = accent if int(fall) == len(phones) and accent is not None else int(fall)
                self._phrases.append((phones, highs, nucleus, ""))
                phones, highs = [], []

    def _silence(self, label: str) -> None:
        fields = _SILENCE.search(label)
        if fields is None:
            raise ValueError(f"not a full-context label of Open JTalk: {label!r}")
        phone, is_question = fields[1], fields[2] == "1"
        if is_question:
            self.symbols.append(QUESTION)
            self.tones.append(0)
        if phone == EDGE or not is_question:
            self.symbols.append(phone)
            self.tones.append(0)
        pause = QUESTION if is_question else PAUSE if phone == PAUSE else ""
        if self._phrases and pause:
            self._phrases[-1] = (*self._phrases[-1][:3], pause)

    def _kana_of_phones(self) -> list[str]:
        """In rare words (フャ) the engine counts its kana differently from the phones; then these decide."""
        return moras.kana_of_moras(unit for phones, *_ in self._phrases for unit in phones)


def phones_of_labels(labels: Iterable[str]) -> list[str]:
    """The phones alone, without silences."""
    found = (label.partition("-")[2].partition("+")[0] for label in labels)
    return [phone for phone in found if phone not in SILENCES]

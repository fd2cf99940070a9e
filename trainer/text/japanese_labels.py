"""Accent phrases from the full-context labels of Open JTalk, or from the words that these are made of.

Phones and pitch come from the fields A (place of the mora in its accent phrase), E and F (the phrases) of "An example
of context-dependent label format for HMM-based speech synthesis in Japanese".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

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
)

Feature = dict[str, Any]

# Of a phone: A1 place relative to the nucleus (negative before it), A2 place from the start of its phrase, A3 from the
# end, both from 1; F2 nucleus of the phrase, the last mora also where it does not fall. Of a silence: E3, whether the
# phrase before it is a question. All figures are capped at 49 by the engine; the sign of A1 stays right.
_PHONE = re.compile(r"-([^+]+)\+[^/]*/A:(-?\d+)\+(\d+)\+(\d+)/.*?/F:\d+_(\d+)")
_SILENCE = re.compile(r"-(sil|pau)\+[^/]*/A:xx.*?/E:[^!]*!(\d|xx)")

# How the engine writes a mark that is heard as a silence.
_PAUSES = {"、": PAUSE, "？": QUESTION, "！": PAUSE}
_WRITTEN = {"": "", PAUSE: "、", QUESTION: "？"}

_MORA_ENDS = frozenset((*JAPANESE_VOWELS, *JAPANESE_MORAIC))


@dataclass(frozen=True)
class Spoken:
    """One text as it is spoken: accent phrases that hold every phone and pause."""

    phrases: tuple[AccentPhrase, ...]

    @property
    def units(self) -> int:
        return sum(len(phrase.moras) for phrase in self.phrases)

    @property
    def reading(self) -> str:
        """Katakana of the whole text with its pauses."""
        return "".join("".join(phrase.moras) + _WRITTEN[phrase.pause] for phrase in self.phrases)

    @property
    def symbols_and_tones(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """From `sil` to `sil`; a tone for each symbol."""
        symbols, tones = [EDGE], [0]
        for phrase in self.phrases:
            for phones, is_high in zip(phrase.phones, phrase.highs, strict=True):
                symbols += phones
                tones += (JAPANESE_HIGH if is_high else JAPANESE_LOW,) * len(phones)
            if phrase.pause:
                symbols.append(phrase.pause)
                tones.append(0)
        return (*symbols, EDGE), (*tones, 0)


def spoken_from_words(features: list[Feature], phones: list[str]) -> Spoken | None:
    """What the labels would tell, from what they are made of, at a quarter of their price.

    `features` are the words with their moras and accents, `phones` what the engine makes of them, with pauses. None
    where both count moras differently, as in a few rare words: then the labels have to tell."""
    units = moras.split_phones([phone for phone in phones if phone != PAUSE])
    kana = moras.split_kana("".join([feature["pron"] for feature in features]))
    if len(kana) != len(units):
        return None
    heads: list[list[int]] = []  # accent and moras of each phrase
    pauses: list[str] = []
    is_open = False
    for feature in features:
        size = feature["mora_size"]
        if size:
            # A long mark belongs to what it lengthens, whatever the engine makes of it as a word (でしょ, ー).
            if is_open and (feature["chain_flag"] == 1 or feature["pron"][0] == "ー"):
                heads[-1][1] += size
            else:
                heads.append([feature["acc"], size])
                pauses.append("")
                is_open = True
        elif heads and feature["pron"] in _PAUSES:
            pauses[-1] = QUESTION if QUESTION in (pauses[-1], _PAUSES[feature["pron"]]) else PAUSE
            is_open = False
    if not heads or _breath_groups(heads, pauses) != _counts(phones):
        return None
    if pauses[-1] == PAUSE:
        pauses[-1] = ""
    phrases = []
    start = 0
    for (accent, size), pause in zip(heads, pauses, strict=True):
        end = start + size
        # Without a fall all but the first mora is high; a lone mora is high with or without one.
        last = accent or size
        highs = tuple([place == 0 if last == 1 else 0 < place < last for place in range(size)])
        nucleus = accent if accent <= size else 0
        phrases.append(AccentPhrase(tuple(kana[start:end]), highs, nucleus, tuple(units[start:end]), pause))
        start = end
    return Spoken(tuple(phrases))


def _breath_groups(heads: list[list[int]], pauses: list[str]) -> list[int]:
    """Moras between pauses, as the words have it."""
    counts = [0]
    for (_, size), pause in zip(heads, pauses, strict=True):
        counts[-1] += size
        if pause:
            counts.append(0)
    return counts if counts[-1] else counts[:-1]


def _counts(phones: list[str]) -> list[int]:
    """Moras between pauses, as the phones have it."""
    counts = [0]
    for phone in phones:
        if phone in _MORA_ENDS:
            counts[-1] += 1
        elif phone == PAUSE:
            counts.append(0)
    return counts if counts[-1] else counts[:-1]


def spoken_from_labels(labels: Iterable[str], kana: list[str], accents: list[int]) -> Spoken:
    """`kana` is the engine's own spelling by mora, `accents` the nucleus by phrase (0: no fall)."""
    remaining_accents = iter(accents)
    told: list[tuple[list[tuple[str, ...]], list[bool], int, str]] = []
    phones: list[tuple[str, ...]] = []
    highs: list[bool] = []
    onset: tuple[str, ...] = ()
    for label in labels:
        fields = _PHONE.search(label)
        if fields is None:
            pause = _pause_of(label)
            if phones:
                # A pause within an accent phrase, which the engine allows after a bracket: two phrases are heard.
                told.append((phones, highs, 0, ""))
                phones, highs = [], []
            if told and pause:
                told[-1] = (*told[-1][:3], pause)
            continue
        phone, distance, position, remaining, fall = fields.groups()
        onset += (phone,)
        if phone not in _MORA_ENDS:
            continue
        phones.append(onset)
        highs.append(position == "1" if fall == "1" else position != "1" and (fall == "0" or int(distance) <= 0))
        onset = ()
        if remaining == "1":
            # A label writes "falls after the last mora" for a phrase that does not fall; the word knows better.
            accent = next(remaining_accents, None)
            nucleus = accent if int(fall) == len(phones) and accent is not None else int(fall)
            told.append((phones, highs, nucleus, ""))
            phones, highs = [], []
    units = [unit for group, *_ in told for unit in group]
    # In rare words (フャ) the engine counts its kana differently from the phones; then these decide.
    spelled = iter(kana if len(kana) == len(units) else moras.kana_of_moras(units))
    return Spoken(
        tuple(
            AccentPhrase(tuple(next(spelled) for _ in group), tuple(highs), nucleus, tuple(group), pause)
            for group, highs, nucleus, pause in told
        )
    )


def _pause_of(label: str) -> str:
    """The silence that a label stands for: `pau`, `?`, or nothing at the edge of a text."""
    fields = _SILENCE.search(label)
    if fields is None:
        raise ValueError(f"not a full-context label of Open JTalk: {label!r}")
    return QUESTION if fields[2] == "1" else PAUSE if fields[1] == PAUSE else ""

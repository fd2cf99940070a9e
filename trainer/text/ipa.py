"""What follows from the ARPAbet of an English word: its symbols and tones, its syllables, and its spelling in IPA."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from trainer.text.symbols import EDGE, ENGLISH_TONE_OF_STRESS, ENGLISH_VOWELS

# General American. Two vowels have another letter where they carry no stress.
_IPA = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "aʊ", "AY": "aɪ", "EH": "ɛ", "ER": "ɝ", "EY": "eɪ", "IH": "ɪ",
    "IY": "i", "OW": "oʊ", "OY": "ɔɪ", "UH": "ʊ", "UW": "u",
    "B": "b", "CH": "tʃ", "D": "d", "DH": "ð", "F": "f", "G": "ɡ", "HH": "h", "JH": "dʒ", "K": "k", "L": "l", "M": "m",
    "N": "n", "NG": "ŋ", "P": "p", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "V": "v", "W": "w", "Y": "j",
    "Z": "z", "ZH": "ʒ",
}  # fmt: skip
_IPA_UNSTRESSED = {"AH": "ə", "ER": "ɚ"}
_IPA_STRESS = {"1": "ˈ", "2": "ˌ"}

_VOWELS = frozenset(ENGLISH_VOWELS)


def _onsets() -> frozenset[str]:
    """The clusters of consonants that can begin an English word."""
    with_l = "P L,B L,K L,G L,F L,S L,S P L"
    with_r = "P R,B R,T R,D R,K R,G R,F R,TH R,SH R,S P R,S T R,S K R"
    with_w = "T W,D W,K W,G W,TH W,S W,S K W"
    with_y = "P Y,B Y,F Y,V Y,M Y,K Y,G Y,HH Y,S P Y,S K Y"
    with_s = "S P,S T,S K,S M,S N,S F"
    return frozenset(",".join((with_l, with_r, with_w, with_y, with_s)).split(","))


_ONSETS = _onsets()


@dataclass(frozen=True)
class Spoken:
    """One pronunciation: `symbols` with a tone each, `ipa` with stress marks before the syllable, the number of
    syllables (0 for a hushed “shh”), and the phones with a dot between syllables."""

    symbols: tuple[str, ...]
    tones: tuple[int, ...]
    ipa: str
    syllables: int
    syllabified: str


@lru_cache(maxsize=65_536)
def spoken(phones: str) -> Spoken:
    """All that follows from `phones`, ARPAbet with stress digits (a vowel without one is unstressed)."""
    split = phones.split()
    syllables = syllables_of(split)
    return Spoken(
        symbols=tuple(_symbol(phone) for phone in split),
        tones=tuple(_tone(phone) for phone in split),
        ipa="".join(_ipa(syllable) for syllable in syllables),
        syllables=sum(_is_vowel(phone) for phone in split),
        syllabified=" . ".join(" ".join(syllable) for syllable in syllables),
    )


def symbols_of_words(words: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Symbols, tones and the number of syllables of a text, from the `phones` and `pause` of its words alone."""
    symbols, tones, syllables = [EDGE], [0], 0
    for word in words:
        said = spoken(word["phones"])
        symbols += said.symbols
        tones += said.tones
        syllables += said.syllables
        if word["pause"]:
            symbols.append(word["pause"])
            tones.append(0)
    if len(symbols) == 1:
        return (), (), 0
    return (*symbols, EDGE), (*tones, 0), syllables


def syllables_of(phones: list[str]) -> list[list[str]]:
    """Cut before the longest cluster that can begin a word (maximal onset); one piece where there is no vowel."""
    vowels = [index for index, phone in enumerate(phones) if _is_vowel(phone)]
    cuts = [0]
    for before, after in pairwise(vowels):
        cut = after
        while cut - 1 > before and _begins_syllable(phones[cut - 1 : after]):
            cut -= 1
        cuts.append(cut)
    return [phones[start:end] for start, end in pairwise([*cuts, len(phones)])]


def _begins_syllable(consonants: list[str]) -> bool:
    return consonants != ["NG"] if len(consonants) == 1 else " ".join(consonants) in _ONSETS


def _ipa(syllable: list[str]) -> str:
    mark, letters = "", []
    for phone in syllable:
        symbol, stress = _symbol(phone), phone[-1]
        mark = mark or _IPA_STRESS.get(stress, "")
        is_unstressed = stress not in _IPA_STRESS
        letters.append(_IPA_UNSTRESSED.get(symbol, _IPA[symbol]) if is_unstressed else _IPA[symbol])
    return mark + "".join(letters)


def _symbol(phone: str) -> str:
    return phone.rstrip("012")


def _is_vowel(phone: str) -> bool:
    return _symbol(phone) in _VOWELS


def _tone(phone: str) -> int:
    symbol = _symbol(phone)
    return ENGLISH_TONE_OF_STRESS[phone[len(symbol) :] or "0"] if symbol in _VOWELS else 0

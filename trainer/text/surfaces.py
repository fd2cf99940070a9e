"""Which texts a change of the pronunciation dictionary can reach: those that contain an entry's surface.

Finding too much costs a reading that changes nothing; finding too little would leave phonemes that the preview does not
show. So whatever is in doubt is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from trainer.text.pronunciations import Dictionary
from trainer.text.tracing import INVISIBLE

_ENGLISH_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
# An entry for "maker" also reads "makers" and "maker's".
_ENGLISH_ENDINGS = ("'s", "s'", "es'", "es", "s", "'")


def entries_within(dictionary: Dictionary, text: str) -> Dictionary:
    """The part of a dictionary that `text` can see: readers of small dictionaries are made at once."""
    is_english = dictionary.language == "en"
    folded = folded_text(text, is_english=is_english)
    found = [entry for entry in dictionary.entries if folded_text(entry.surface, is_english=is_english) in folded]
    return Dictionary(dictionary.language, tuple(found))


class SurfaceFinder:
    """Finds texts that contain one of `surfaces`, whatever their width, case and accents."""

    def __init__(self, language: str, surfaces: Iterable[str]):
        self.is_english = language == "en"
        self.surfaces = {self._folded(surface) for surface in surfaces}
        lengths = defaultdict(set)
        for surface in self.surfaces:
            lengths[surface[:1]].add(len(surface))
        self._lengths_by_start = {start: sorted(found) for start, found in lengths.items()}

    def is_in(self, text: str) -> bool:
        folded = self._folded(text)
        if self.is_english:
            return any(self._is_word(word) for word in _ENGLISH_WORD.findall(folded))
        if len(self.surfaces) < 8:
            return any(surface in folded for surface in self.surfaces)
        return any(
            folded[start : start + length] in self.surfaces
            for start, character in enumerate(folded)
            for length in self._lengths_by_start.get(character, ())
        )

    def _is_word(self, word: str) -> bool:
        if word in self.surfaces:
            return True
        bases = {word.removesuffix(ending) for ending in _ENGLISH_ENDINGS}
        # o'neill'll → o'neill
        bases.add(word.rpartition("'")[0])
        # ponies → pony
        bases |= {base + "y" for base in (word.removesuffix("ies"), word.removesuffix("ies'")) if base != word}
        # it's → it, s; o'neill → o, neill
        return not self.surfaces.isdisjoint(bases) or not self.surfaces.isdisjoint(word.split("'"))

    def _folded(self, text: str) -> str:
        return folded_text(text, is_english=self.is_english)


def folded_text(text: str, *, is_english: bool) -> str:
    """`text` without what may differ between a surface and the same word in a transcript."""
    # The readers drop invisible marks and take any run of spaces for one.
    visible = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    folded = " ".join(visible.split()).casefold()
    if not is_english:
        return folded
    plain = "".join(char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char))
    return re.sub("[\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}`]", "'", plain)

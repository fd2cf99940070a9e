"""g2p-en, loaded when the first English word needs it: its dictionary, its homograph table, its tagger, its guess.

The engine's own pieces are asked word by word instead of calling `G2p` on a text. So a text is tagged at most once, and
only where a word of it depends on that.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from functools import cache, lru_cache

from trainer.text.english_data import english_data_ensure
from trainer.text.english_lexicon import SPELLED_WITH_AO

_GUESSES_KEPT = 20_000


class Engine:
    """g2p-en's `G2p`. Its tagger and guesser are serialised: neither promises anything about threads."""

    def __init__(self):
        english_data_ensure()
        import_inflect()
        import g2p_en
        import nltk

        self._g2p = g2p_en.G2p()
        self._pos_tag = nltk.pos_tag
        self._lock = threading.Lock()
        self._guess = lru_cache(_GUESSES_KEPT)(self._predict)

    def entry(self, word: str) -> str | None:
        """The pronunciation of a lower-case word in the dictionary: the first of several, without its known whims."""
        found = self._g2p.cmu.get(word)
        if not found:
            return None
        first = " ".join(found[0])
        if len(found) > 1 and "AA1" in found[0] and SPELLED_WITH_AO.search(word):
            other = first.replace("AA1", "AO1")
            return other if other.split() in found else first
        # Some 400 of 9,000 words in -y have a secondary stress at their end (company, library), the others none.
        return f"{first[:-1]}0" if first.endswith(" IY2") and word.endswith(("y", "ie")) else first

    def homograph(self, word: str) -> tuple[str, str, str] | None:
        """A line of the homograph table: the reading for a part of speech, the other reading, and that part."""
        found = self._g2p.homograph2features.get(word)
        return (" ".join(found[0]), " ".join(found[1]), found[2]) if found else None

    def guess(self, word: str) -> str:
        """What the neural network makes of a word that no dictionary has."""
        return self._guess(word)

    def tags(self, words: Sequence[str]) -> list[str]:
        """Parts of speech in the tag set of the Penn Treebank."""
        with self._lock:
            return [tag for _, tag in self._pos_tag(list(words))]

    def _predict(self, word: str) -> str:
        with self._lock:
            return " ".join(phone for phone in self._g2p.predict(word) if phone[0].isalpha())


_loading = threading.Lock()


@cache
def _loaded_engine() -> Engine:
    return Engine()


def english_engine() -> Engine:
    with _loading:
        return _loaded_engine()


@cache
def import_inflect():
    """The module `inflect`, in a twentieth of the usual time.

    Its functions carry typeguard's decorator, which compiles each of them anew on import (nearly 2 s). None of those
    checks is wanted here, so the decorator does nothing while inflect is imported.
    """
    import typeguard

    kept = typeguard.typechecked
    typeguard.typechecked = lambda function, **_: function
    try:
        return importlib.import_module("inflect")
    finally:
        typeguard.typechecked = kept

"""Pronunciations of an operator, and ours, as a user dictionary of the Japanese engine.

Every entry is compiled under one character of a private plane of Unicode that stands for it, and that character is put
into the text wherever the entry applies. So an entry wins whatever the engine thinks of its surface ("C++", "3D", 声房,
a surface with a comma), its digits are never counted, and a short entry does not tear longer words: where it applies is
decided here, against the words that the engine finds without it.

Upper and lower case are the same, except that an entry written exactly as the text goes before others.
"""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from unicodedata import normalize

from trainer.errors import EngineUnavailable
from trainer.text.japanese_corrections import CORRECTIONS
from trainer.text.moras import split_kana
from trainer.text.normalisation import script
from trainer.text.pronunciations import Dictionary, Pronunciation
from trainer.text.tracing import FIRST_STAND_IN, JAPANESE_MARKS, TracedText

_FIRST_STAND_IN = ord(FIRST_STAND_IN)
_PRIVATE = re.compile(f"[{FIRST_STAND_IN}-\U0010ffff]")
_READERS_KEPT = 4
# Far below any other word: a stand-in has no other reading.
_WORD_COST = -2000

# Part of speech and conjugation as the engine's dictionary writes them; the first five fields name the context.
_FEATURES = {
    "noun": "名詞,一般,*,*,*,*",
    "proper-noun": "名詞,固有名詞,一般,*,*,*",
    "family-name": "名詞,固有名詞,人名,姓,*,*",
    "given-name": "名詞,固有名詞,人名,名,*,*",
    "place-name": "名詞,固有名詞,地域,一般,*,*",
    "verb": "動詞,自立,*,*,一段,基本形",
    "adjective": "形容詞,自立,*,*,形容詞・イ段,基本形",
    "adverb": "副詞,一般,*,*,*,*",
    "interjection": "感動詞,*,*,*,*,*",
    "suffix": "名詞,接尾,一般,*,*,*",
}

# Moras of ours that the engine counts as two.
_TWO_MORAS = {
    "キィ": "キイ", "ギィ": "ギイ", "テェ": "テエ", "ニィ": "ニイ", "ホゥ": "ホウ", "ヒィ": "ヒイ", "ビィ": "ビイ",
    "ピィ": "ピイ", "ミィ": "ミイ", "リィ": "リイ", "フャ": "フヤ", "フョ": "フヨ",
}  # fmt: skip

_NUMERALS = frozenset("0123456789〇一二三四五六七八九十百千万億兆第数何")
_MORA_ENDS = frozenset("ーァィゥェォャュョヮぁぃぅぇぉゃゅょゎ")


_HALF_WIDTH = {ord(mark): plain for mark in JAPANESE_MARKS if len(plain := normalize("NFKC", mark)) == 1}
_COMPOSED_OF = {plain: mark for mark in JAPANESE_MARKS if len(plain := normalize("NFKC", mark)) > 1}
_COMPOSED = re.compile("|".join(sorted(map(re.escape, _COMPOSED_OF), key=len, reverse=True)))


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    number: int


class Reader:
    """The engine with one dictionary of pronunciations. Threads may use it at once."""

    def __init__(self, dictionary: Dictionary):
        self.operators = frozenset(dictionary.by_surface)
        self._entries = Dictionary.of("ja", CORRECTIONS, dictionary.entries).entries
        self._by_first: dict[str, list[tuple[str, int]]] = {}
        for number, entry in enumerate(self._entries):
            key = _folded(" ".join(entry.surface.split()))
            # A text keeps its Roman numerals and ellipses as one character.
            for spelling in {key, _folded(_COMPOSED.sub(lambda match: _COMPOSED_OF[match.group()], entry.surface))}:
                self._by_first.setdefault(spelling[0], []).append((spelling, number))
        for alike in self._by_first.values():
            alike.sort(key=lambda pair: -len(pair[0]))
        self.jtalk = _engine_with(self._entries)

    def frontend(self, text: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Features of the words as read (NJD), and the morphemes of the text (MeCab)."""
        import pyopenjtalk

        # 言う is said ユー, also where it is written in kana.
        # Without a stand-in the plain engine finds the same, and spares looking for what is to be protected.
        jtalk = self.jtalk if _PRIVATE.search(text) else _plain_engine()
        return pyopenjtalk.run_frontend_detailed(text, jtalk=jtalk, iu_pronunciation="YuuBase")

    def knows(self, word: str) -> bool:
        """Whether the engine's own dictionary has `word` as one word with a reading."""
        _, morphemes = self.jtalk.run_mecab_detailed(word)
        return len(morphemes) == 1 and not morphemes[0]["is_unknown"] and len(morphemes[0]["features"]) > 9

    def entry_of(self, char: str) -> Pronunciation | None:
        """The entry that a character stands for."""
        number = ord(char) - _FIRST_STAND_IN
        return self._entries[number] if 0 <= number < len(self._entries) else None

    def is_entered(self, char: str) -> bool:
        """Whether a character stands for an entry of an operator (ours do not count)."""
        entry = self.entry_of(char)
        return entry is not None and entry.surface in self.operators

    def protect(self, traced: TracedText) -> None:
        """Put a stand-in wherever an entry applies, the longest first, from left to right."""
        # The text may hold private characters of its own, which nobody can read.
        traced.sub(_PRIVATE, "\ue000", "unicode")
        text = traced.text
        folded = _folded(text)
        found: list[_Found] = []
        words: list[tuple[int, int]] | None = None
        index = 0
        while index < len(text):
            match = None
            for key, number in self._by_first.get(folded[index], ()):
                end = index + len(key)
                if (match is not None and end < match.end) or not folded.startswith(key, index):
                    continue
                if not _stands_alone(text, index, end):
                    continue
                if match is not None and text[index:end] != self._entries[number].surface:
                    continue
                if any(script(char) in ("kana", "han") for char in key):
                    words = self._words(text) if words is None else words
                    if any(start <= index and end <= stop and stop - start > end - index for start, stop in words):
                        continue
                match = _Found(index, end, number)
            if match is None:
                index += 1
                continue
            found.append(match)
            index = match.end
        if not found:
            return
        for match in found:
            traced.names[traced.origin(match.start)] = text[match.start : match.end]
        traced.replace([(match.start, match.end, chr(_FIRST_STAND_IN + match.number)) for match in found])

    def _words(self, text: str) -> list[tuple[int, int]]:
        """Start and end of each word that the engine knows. None where it sees another text than was given."""
        _, morphemes = self.jtalk.run_mecab_detailed(text)
        if sum(len(morpheme["surface"]) for morpheme in morphemes) != len(text):
            return []
        return [morpheme["char_span"] for morpheme in morphemes if not morpheme["is_unknown"]]


_readers: OrderedDict[str, Reader] = OrderedDict()
_readers_lock = Lock()


def reader_of(dictionary: Dictionary) -> Reader:
    """The reader for `dictionary`; a few are kept, so that going back to one costs nothing."""
    with _readers_lock:
        reader = _readers.get(dictionary.version)
        if reader is None:
            reader = _readers[dictionary.version] = Reader(dictionary)
            while len(_readers) > _READERS_KEPT:
                _readers.popitem(last=False)
        _readers.move_to_end(dictionary.version)
        return reader


def _folded(text: str) -> str:
    """Lower case and half width, one character for each."""
    lower = text.translate(_HALF_WIDTH).lower()
    return (
        lower
        if len(lower) == len(text)
        else "".join(c.lower() if len(c.lower()) == 1 else c for c in text.translate(_HALF_WIDTH))
    )


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no letter, digit, numeral or half mora of the surroundings belongs to what stands between."""
    before, after = text[start - 1 : start], text[end : end + 1]
    first, last = text[start], text[end - 1]
    if (_is_ascii_letter(first) and _is_ascii_letter(before)) or (_is_ascii_letter(last) and _is_ascii_letter(after)):
        return False
    if (first in _NUMERALS and before in _NUMERALS) or (last in _NUMERALS and after in _NUMERALS):
        return False
    if after in _MORA_ENDS:
        return False
    is_short_katakana = end - start < 3 and all("ァ" <= char <= "ー" for char in text[start:end])
    return not (is_short_katakana and ("ァ" <= before <= "ー" or "ァ" <= after <= "ー"))


def _is_ascii_letter(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _engine_with(entries: tuple[Pronunciation, ...]) -> Any:
    """An engine of its own for `entries`. The compiled file is gone once it is loaded (it is mapped).

    Raises EngineUnavailable: the temporary folder is full, or cannot be written.
    """
    rows = "".join(_row(chr(_FIRST_STAND_IN + number), entry) for number, entry in enumerate(entries))
    try:
        return _compiled(rows)
    except (OSError, RuntimeError) as error:  # the latter where the compiler's file broke off
        raise EngineUnavailable("phonemes-engine-unavailable", measured=f"{tempfile.gettempdir()}: {error}") from error


def _compiled(rows: str) -> Any:
    import pyopenjtalk
    from pyopenjtalk.openjtalk import OpenJTalk

    with tempfile.TemporaryDirectory(prefix="koebo-pronunciations-") as folder:
        source, compiled = Path(folder, "entries.csv"), Path(folder, "entries.dic")
        source.write_text(rows, encoding="utf-8")
        with _silence():
            pyopenjtalk.mecab_dict_index(str(source), str(compiled))
        return OpenJTalk(
            dn_mecab=pyopenjtalk.OPEN_JTALK_DICT_DIR,
            userdic=os.fsencode(compiled),
            userdic_reading_protection=[True],
        )


@cache
def _plain_engine() -> Any:
    import pyopenjtalk
    from pyopenjtalk.openjtalk import OpenJTalk

    return OpenJTalk(dn_mecab=pyopenjtalk.OPEN_JTALK_DICT_DIR)


def _row(stand_in: str, entry: Pronunciation) -> str:
    moras = split_kana(entry.reading)
    nucleus = sum(len(split_kana(_TWO_MORAS.get(mora, mora))) for mora in moras[: entry.nucleus or 0])
    spoken = "".join(_TWO_MORAS.get(mora, mora) for mora in moras)
    count = len(split_kana(spoken))
    feature = _FEATURES[entry.part_of_speech or "noun"]
    left, right = _context_ids()[feature]
    fields = (stand_in, left, right, _WORD_COST, feature, stand_in, spoken, spoken, f"{nucleus}/{count}")
    return ",".join(map(str, (*fields, _chain_rule(entry.part_of_speech, nucleus, count)))) + "\n"


def _chain_rule(part_of_speech: str, nucleus: int, moras: int) -> str:
    """Where the accent falls when the word ends a compound: a nucleus inside the word stays, else it goes to its first
    mora, or before a short word (the rules C1, C2 and C3 of the engine's dictionary)."""
    if part_of_speech in ("verb", "adjective", "adverb", "interjection"):
        return "*"
    if 0 < nucleus < moras:
        return "C1"
    return "C2" if moras > 2 else "C3"


@cache
def _context_ids() -> dict[str, tuple[int, int]]:
    """Left and right context ids of the parts of speech that entries may have, from the engine's own tables."""
    import pyopenjtalk

    folder = Path(os.fsdecode(pyopenjtalk.OPEN_JTALK_DICT_DIR))
    sides = []
    for name in ("left-id.def", "right-id.def"):
        lines = (line.split() for line in (folder / name).read_text("utf-8").splitlines())
        sides.append({context: int(number) for number, context in lines})
    return {feature: (sides[0][f"{feature},*"], sides[1][f"{feature},*"]) for feature in _FEATURES.values()}


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


@contextmanager
def _silence() -> Iterator[None]:
    """The compiler of the engine writes its progress to the descriptors 1 and 2, where protocols and logs live.

    For the few milliseconds that it takes, what other threads write there is lost too."""
    with open(os.devnull, "wb") as nowhere:
        kept = [(descriptor, os.dup(descriptor)) for descriptor in (1, 2) if _is_open(descriptor)]
        try:
            for descriptor, _ in kept:
                os.dup2(nowhere.fileno(), descriptor)
            yield
        finally:
            # Into a pipe C's library writes late: what it still holds would come out after our own last line.
            ctypes.CDLL(None).fflush(None)
            for descriptor, copy in kept:
                os.dup2(copy, descriptor)
                os.close(copy)

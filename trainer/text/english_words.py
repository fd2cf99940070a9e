"""The words and pauses of a rewritten text, each with its place in the given text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trainer.text.english_engine import Engine
from trainer.text.english_lexicon import LEXICON, SPELLED_IN_CAPITALS
from trainer.text.english_rule import LETTER_MARK
from trainer.text.english_writing import NUMBER_RULES
from trainer.text.normalisation import TracedText
from trainer.text.pronunciations import Dictionary

_TOKEN = re.compile(rf"(?:[A-Z]{LETTER_MARK})+(?:'?s\b)?|'n'|[A-Za-z]+(?:'[A-Za-z]+)*(?:(?<=in)')?|[.,?!][.,?! ]*")
_SPELLED = re.compile(rf"(?P<letters>(?:[A-Z]{LETTER_MARK})+)(?P<plural>'?s)?")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CAPITALS = re.compile(r"(?P<letters>[A-Z]{2,})(?P<plural>'?s)?")

# Capitals that no dictionary has are spelled up to this length: GPU, HTTPS; longer ones are read as words.
_LETTERS_MAX = 5


@dataclass(frozen=True, slots=True)
class Token:
    """A word as written, or a pause (`,`), or the end of a sentence (`.` or `?`).

    `letters` are those of a word that is spelled, `has_plural` tells of an s after them. `is_number`: it was written
    in digits. `given` is the piece of the given text, where it is not plain ASCII.
    """

    text: str
    position: int
    length: int
    letters: str = ""
    has_plural: bool = False
    is_number: bool = False
    given: str = ""

    @property
    def is_word(self) -> bool:
        return self.text not in (",", ".", "?")


def is_shouted(text: str) -> bool:
    """Whether a whole text is in capitals, which is a way of writing; one word in capitals is an abbreviation."""
    return text.isupper() and len(text.split()) > 1


def tokens_of(traced: TracedText, engine: Engine, dictionary: Dictionary) -> list[Token]:
    """Words and marks; a run of marks is one, and none comes first."""
    return list(_Tokenizer(traced, engine, dictionary).tokens())


class _Tokenizer:
    def __init__(self, traced: TracedText, engine: Engine, dictionary: Dictionary):
        self._traced = traced
        self._engine = engine
        self._set_by_operator = dictionary.by_surface
        self._is_shouted = is_shouted(traced.text)
        self._numbers = [
            (change.position, change.position + len(change.before))
            for change in traced.changes
            if change.rule in NUMBER_RULES
        ]

    def tokens(self) -> Iterator[Token]:
        is_after_word = False
        for match in _TOKEN.finditer(self._traced.text):
            found, start = match.group(), match.start()
            if found[0] not in ".,?!":
                for part, offset in self._parts(self._without_quote(found)):
                    yield self._word(part, start + offset)
                is_after_word = True
            elif is_after_word:
                mark = "?" if "?" in found else "." if "." in found or "!" in found else ","
                yield Token(mark, *self._place(start, start + 1))
                is_after_word = False

    def _without_quote(self, word: str) -> str:
        """An apostrophe at the end stays where it stands for a g (goin'), and goes where it closes a quotation."""
        if not word.endswith("'") or word == "'n'":
            return word
        return word if (self._engine.entry(word[:-1].lower() + "g") or "").endswith(" IH0 NG") else word[:-1]

    def _place(self, start: int, end: int) -> tuple[int, int]:
        """Position and length in the given text."""
        first, last = self._traced.span(start, end)
        return first, last - first

    def _word(self, word: str, start: int) -> Token:
        position, length = self._place(start, start + len(word))
        is_number = any(first <= position < last for first, last in self._numbers)
        if spelled := _SPELLED.fullmatch(word):
            letters = spelled["letters"].replace(LETTER_MARK, "")
            return Token(letters, position, length, letters, bool(spelled["plural"]), is_number)
        if (capitals := _CAPITALS.fullmatch(word)) and self._is_spelled(capitals["letters"], word):
            return Token(word, position, length, capitals["letters"], bool(capitals["plural"]), is_number)
        given = self._traced.given[position : position + length]
        return Token(word, position, length, is_number=is_number, given="" if given.isascii() else given)

    def _is_spelled(self, letters: str, word: str) -> bool:
        """Whether a word in capitals is read letter by letter: GPU, CPUs; not NASA."""
        lower = letters.lower()
        if word.lower() in self._set_by_operator or lower in self._set_by_operator:
            return False
        if lower in LEXICON and (self._is_shouted or letters not in SPELLED_IN_CAPITALS):
            return False
        is_known = self._engine.entry(lower) is not None
        if self._is_shouted:
            return not is_known and (len(letters) <= 3 or not re.search("[AEIOUY]", letters))
        return letters in SPELLED_IN_CAPITALS if is_known else len(letters) <= _LETTERS_MAX

    def _parts(self, word: str) -> list[tuple[str, int]]:
        """A word as the words in it, with their offsets: OpenAI → Open, AI; most stay whole."""
        if word.islower() or LETTER_MARK in word or _CAPITALS.fullmatch(word):
            return [(word, 0)]
        cuts = [match.start() for match in _CAMEL.finditer(word)]
        if not cuts or self._is_whole(word.lower()):
            return [(word, 0)]
        return [(word[start:end], start) for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True)]

    def _is_whole(self, lower: str) -> bool:
        """Whether a word is read as one, whatever its capitals."""
        known = self._set_by_operator
        return (
            lower in known
            or lower.removesuffix("'s") in known
            or lower in LEXICON
            or self._engine.entry(lower) is not None
        )

"""The words and pauses of a rewritten text, each with its place in the given text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trainer.text.english_engine import Engine
from trainer.text.english_lexicon import LEXICON, SPELLED_IN_CAPITALS
from trainer.text.english_rule import LETTER_MARK
from trainer.text.english_writing import NUMBER_RULES
from trainer.text.normalisation import TracedText
from trainer.text.pronunciations import Dictionary

_TOKEN = re.compile(rf"(?:[A-Z]{LETTER_MARK})+(?:'?s\b)?|'n'|[A-Za-z]+(?:'[A-Za-z]+)*|[.,?!][.,?! ]*")
_SPELLED = re.compile(rf"(?P<letters>(?:[A-Z]{LETTER_MARK})+)(?P<plural>'?s)?")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CAPITALS = re.compile(r"(?P<letters>[A-Z]{2,})(?P<plural>'?s)?")


@dataclass(frozen=True, slots=True)
class Token:
    """A word as written (`letters`: to be spelled), or a pause (`,`), or the end of a sentence (`.` or `?`)."""

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


def tokens_of(traced: TracedText, engine: Engine, dictionary: Dictionary) -> list[Token]:
    """Words and marks; a run of marks is one, and none comes first."""
    text = traced.text
    # One word in capitals is an abbreviation; a whole text in capitals is a way of writing.
    is_shouted = text.isupper() and len(text.split()) > 1
    numbers = [
        (change.position, change.position + len(change.before))
        for change in traced.changes
        if change.rule in NUMBER_RULES
    ]
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        found, start = match.group(), match.start()
        if found[0] in ".,?!":
            if tokens and tokens[-1].is_word:
                mark = "?" if "?" in found else "." if "." in found or "!" in found else ","
                tokens.append(Token(mark, *_place(traced, start, start + 1)))
            continue
        for part, offset in _parts(found, is_shouted, engine, dictionary):
            tokens.append(_token(part, start + offset, traced, numbers, is_shouted, engine, dictionary))
    return tokens


def _place(traced: TracedText, start: int, end: int) -> tuple[int, int]:
    """Position and length in the given text."""
    first, last = traced.span(start, end)
    return first, last - first


def _token(
    word: str,
    start: int,
    traced: TracedText,
    numbers: list[tuple[int, int]],
    is_shouted: bool,
    engine: Engine,
    dictionary: Dictionary,
) -> Token:
    position, length = _place(traced, start, start + len(word))
    is_number = any(first <= position < last for first, last in numbers)
    if spelled := _SPELLED.fullmatch(word):
        letters = spelled["letters"].replace(LETTER_MARK, "")
        return Token(letters, position, length, letters, bool(spelled["plural"]), is_number)
    if _is_spelled(word, is_shouted, engine, dictionary):
        capitals = _CAPITALS.fullmatch(word)
        return Token(word, position, length, capitals["letters"], bool(capitals["plural"]), is_number)
    given = traced.given[position : position + length]
    return Token(word, position, length, is_number=is_number, given="" if given.isascii() else given)


def _is_known(word: str, engine: Engine, dictionary: Dictionary) -> bool:
    """Whether a word is read as a whole, whatever its capitals."""
    lower = word.lower()
    stem = lower.removesuffix("'s")
    return lower in dictionary.by_surface or stem in dictionary.by_surface or lower in LEXICON


def _is_spelled(word: str, is_shouted: bool, engine: Engine, dictionary: Dictionary) -> bool:
    """Whether a word in capitals is read letter by letter: GPU, CPUs; not NASA."""
    capitals = _CAPITALS.fullmatch(word)
    if capitals is None:
        return False
    letters = capitals["letters"]
    lower = letters.lower()
    if word.lower() in dictionary.by_surface or lower in dictionary.by_surface:
        return False
    if lower in LEXICON and (is_shouted or letters not in SPELLED_IN_CAPITALS):
        return False
    is_known = engine.entry(lower) is not None
    if is_shouted:
        return not is_known and (len(letters) <= 3 or not re.search("[AEIOUY]", letters))
    return letters in SPELLED_IN_CAPITALS if is_known else len(letters) <= 5


def _parts(word: str, is_shouted: bool, engine: Engine, dictionary: Dictionary) -> list[tuple[str, int]]:
    """A word as the words in it, with their offsets: OpenAI → Open, AI; most stay whole."""
    if word.islower() or LETTER_MARK in word or _CAPITALS.fullmatch(word):
        return [(word, 0)]
    cuts = [match.start() for match in _CAMEL.finditer(word)]
    if not cuts or _is_known(word, engine, dictionary) or engine.entry(word.lower()) is not None:
        return [(word, 0)]
    return [(word[start:end], start) for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True)]

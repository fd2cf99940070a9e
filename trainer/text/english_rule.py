"""The form of a rewriting rule of English, and two things that many of them share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

# Follows each letter that is to be read as a letter: U.S. → U·S·
LETTER_MARK = "·"

# What begins a sentence so often that a full stop before it ends one, even after an abbreviation.
_NEW_SENTENCE = re.compile(
    r"\s*$|\s+(?:The|An?|This|That|These|Those|There|He|She|It|We|They|You|I|But|And|So|In|On|At|If|When|What|Where|Who"
    r"|Why|How|My|Our|His|Her|Their|Its|No|Yes|Not|Then|After|Before|As|For|With|To|Now|Please)\b"
)


class Rule(NamedTuple):
    """`name` is what an operator sees beside a change; empty where only marks and blanks change."""

    name: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]


def rule(name: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rule:
    return Rule(name, re.compile(pattern), replacement)


def stop_after(match: re.Match[str]) -> str:
    """The stop of an abbreviation ends the sentence too where nothing, or clearly a new one, follows."""
    return "." if _NEW_SENTENCE.match(match.string, match.end()) else ""


def begins_sentence(text: str, index: int) -> bool:
    """Whether a new sentence clearly begins at `index`, or the text ends there."""
    return _NEW_SENTENCE.match(text, index) is not None


def spelled(letters: str) -> str:
    """`letters` marked so that each is read as a letter."""
    return "".join(letter.upper() + LETTER_MARK for letter in letters)

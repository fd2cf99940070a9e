"""Latin words in a Japanese text. The policy, in order:

1. an operator's entry, then ours (they are in the text already, as stand-ins);
2. the engine's own dictionary, which knows some thousand names and loanwords (iPhone, YouTube, NHK, NASA);
3. capitals alone are an abbreviation and spelled (XQZ), unless they are long and can be said (XYLOFEX), or are a known
   word in capitals (HELLO);
4. a word in capitals and small letters is taken apart where a new capital begins (GitLab: Git, Lab);
5. all else becomes katakana by a converter, which guesses: an operator is told of each such word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from trainer.text.japanese_dictionary import Reader
from trainer.text.tracing import TracedText

# A word, with the marks that join its parts: Wi-Fi, Node.js, AT&T, don't.
_WORD = re.compile(r"[A-Za-z]+(?:['’.&+-][A-Za-z]+)*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]")
_VOWEL = re.compile("[AEIOUaeiou]|(?<=[A-Za-z]{2})[Yy](?=[A-Za-z])")

# Longer abbreviations than this are not spelled if they have a vowel to say them with.
_SPELLED_LETTERS_MAX = 5

# What follows a digit and is no longer than this (kg, fps, LDK) is left to the engine, which knows units.
_UNIT_LETTERS_MAX = 4

# Nobody says a word of more letters, and the converter would take its time.
_SAID_LETTERS_MAX = 30

# What joins the parts of a name, as it is said.
_JOINTS = {"&": "アンド", "+": "プラス"}
_DOMAINS = frozenset("com net org jp io dev co ac go ne edu gov".split())


@dataclass(frozen=True)
class LatinWord:
    """How a word at `position` of the given text was taken: `source` is converter or spelled."""

    position: int
    source: str


def latin_rewrite(traced: TracedText, reader: Reader) -> list[LatinWord]:
    """Put katakana in the place of words that the engine would spell; abbreviations stay for it to spell."""
    found: list[LatinWord] = []
    parts: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(traced.text):
        written = match.group()
        is_unit = len(written) <= _UNIT_LETTERS_MAX and traced.text[match.start() - 1 : match.start()].isdigit()
        if is_unit or _is_known(reader, written):
            continue
        for start, end, new, source in _pieces(reader, written):
            if source:
                found.append(LatinWord(traced.origin(match.start() + start), source))
            parts.append((match.start() + start, match.start() + end, new))
    traced.replace(parts, "latin")
    return found


def _pieces(reader: Reader, written: str) -> list[tuple[int, int, str, str]]:
    """Start, end, reading and source of the parts of a word that is not known as a whole."""
    pieces: list[tuple[int, int, str, str]] = []
    is_address = written.rpartition(".")[2] in _DOMAINS
    for match in re.finditer(r"[A-Za-z]+|[^A-Za-z]", written):
        part, start = match.group(), match.start()
        if not part.isalpha():
            pieces.append((start, match.end(), "ドット" if part == "." and is_address else _JOINTS.get(part, " "), ""))
        elif not _is_known(reader, part):
            pieces += _letters(reader, part, start)
    return pieces


def _letters(reader: Reader, word: str, start: int) -> list[tuple[int, int, str, str]]:
    if word.isupper():
        if len(word) > 3 and _is_known(reader, word.capitalize()):
            return [(start, start + len(word), word.capitalize(), "")]
        if len(word) <= _SPELLED_LETTERS_MAX or not _is_sayable(word):
            return [(start, start + len(word), word, "spelled")]
        return [(start, start + len(word), katakana(word), "converter")]
    parts = list(_PART.finditer(word))
    if len(parts) == 1 or any(len(part.group()) == 1 for part in parts[1:]):
        # Without a vowel there is nothing to say: km, xyz, js.
        if len(word) == 1 or not _is_sayable(word):
            return [(start, start + len(word), word.upper(), "spelled")]
        return [(start, start + len(word), katakana(word), "converter")]
    return [
        piece
        for part in parts
        if not _is_known(reader, part.group())
        for piece in _letters(reader, part.group(), start + part.start())
    ]


def _is_sayable(word: str) -> bool:
    return len(word) <= _SAID_LETTERS_MAX and _VOWEL.search(word) is not None


def _is_known(reader: Reader, word: str) -> bool:
    known = _known.get(word)
    if known is None:
        if len(_known) > 20_000:
            _known.clear()
        # Entries come as stand-ins: every reader has the same words of the engine itself.
        known = _known[word] = reader.knows(word)
    return known


_known: dict[str, bool] = {}


@lru_cache(maxsize=20_000)
def katakana(word: str) -> str:
    """A guess at how Japanese people say an English word."""
    import kanalizer  # loads its model on the first word

    return kanalizer.convert(word.lower(), on_incomplete="ignore")

"""The pronunciation of each word in its place, and where it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from trainer.text.english_context import Context
from trainer.text.english_engine import Engine, english_engine
from trainer.text.english_homographs import HOMOGRAPH_RULES
from trainer.text.english_lexicon import ACCENTED, ENDINGS, LEXICON, PREFIXES, VERB_OR_NOT
from trainer.text.english_words import Token
from trainer.text.pronunciations import Dictionary
from trainer.text.symbols import ENGLISH_VOWELS

_VOICELESS_ENDS = frozenset("P T K F TH S SH CH".split())
_SIBILANT_ENDS = frozenset("S Z SH ZH CH JH".split())
# After these an A in capitals is the letter even before another word in capitals: Vitamin A Deficiency.
_LETTERED = frozenset("plan vitamin grade section team type group hepatitis class appendix part option exhibit".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """ARPAbet with stress, and its source as in `Phonemes.words`."""

    phones: str
    source: str


def readings_of(
    tokens: list[Token], engine: Engine, dictionary: Dictionary, *, is_shouted: bool
) -> list[Reading | None]:
    """A reading for each token; None for a mark."""
    # The tagger takes a lone i for a noun, and a text in capitals for names.
    written = [
        "I" if token.text == "i" else token.text.lower() if is_shouted and not token.letters else token.text
        for token in tokens
    ]
    # Letters to be spelled are no word that a rule could look for: US is not us.
    lower = [token.text if token.letters else word.lower() for token, word in zip(tokens, written, strict=True)]
    context = Context(engine, lower, written)
    readings = [
        _reading(token, context, index, dictionary) if token.is_word else None for index, token in enumerate(tokens)
    ]
    for index, word in enumerate(lower[:-1]):
        if word == "the" and "the" not in dictionary.by_surface and (after := readings[index + 1]):
            is_before_vowel = after.phones.partition(" ")[0].rstrip("012") in ENGLISH_VOWELS
            readings[index] = Reading("DH IY0" if is_before_vowel else "DH AH0", "rule")
    return readings


def _reading(token: Token, context: Context, index: int, dictionary: Dictionary) -> Reading:
    word = context.words[index]
    if token.letters:
        return Reading(_spelled(token.letters, token.has_plural), "number" if token.is_number else "spelled")
    if dictionary.entries and (phones := _set_by_operator(word, dictionary)):
        return Reading(phones, "pronunciation")
    if token.given and (phones := ACCENTED.get(token.given.lower())):
        return Reading(phones, "rule")
    if rule := HOMOGRAPH_RULES.get(word):
        return Reading(rule(context, index), "rule")
    if pair := VERB_OR_NOT.get(word):
        return _verb_or_not(*pair, context, index)
    if phones := LEXICON.get(word):
        return Reading(phones, "number" if token.is_number else "dictionary")
    if word == "a":
        return Reading("EY1" if _is_letter_a(context, index) else "AH0", "rule")
    return _from_engine(word, context, index, token.is_number)


def _from_engine(word: str, context: Context, index: int, is_number: bool) -> Reading:
    engine = english_engine()
    if homograph := engine.homograph(word):
        first, second, part_of_speech = homograph
        if part_of_speech == "V":
            return _verb_or_not(first, second, context, index)
        return Reading(first if context.tag(index).startswith(part_of_speech) else second, "rule")
    if phones := engine.entry(word):
        return Reading(phones, "number" if is_number else "dictionary")
    if word.endswith("in'"):
        return Reading(f"{engine.entry(word[:-1] + 'g')[:-2]}N", "dictionary")
    return _outside_dictionary(word)


def _verb_or_not(as_verb: str, otherwise: str, context: Context, index: int) -> Reading:
    return Reading(as_verb if context.is_verb(index) else otherwise, "rule")


def _set_by_operator(word: str, dictionary: Dictionary) -> str | None:
    """The reading of an entry, or of its possessive, plural or contraction (koebo'll) that is no entry itself."""
    if entry := dictionary.by_surface.get(word):
        return entry.reading
    for ending in ("'s", "es", "s"):
        entry = dictionary.by_surface.get(word.removesuffix(ending)) if word.endswith(ending) else None
        if entry and (ending != "es" or entry.reading.split()[-1] in _SIBILANT_ENDS):
            return _with_s(entry.reading) if ending == "'s" or _is_inflected(word, entry.surface) else None
    stem, apostrophe, ending = word.rpartition("'")
    if apostrophe and (entry := dictionary.by_surface.get(stem)) and (sound := ENDINGS.get(apostrophe + ending)):
        return f"{entry.reading} {sound}"
    return None


def _is_inflected(word: str, stem: str) -> bool:
    """Whether the dictionary, where it knows both, reads `word` as `stem` with an s: reads, but not has from ha."""
    engine = english_engine()
    whole, base = engine.entry(word), engine.entry(stem)
    return whole is None or base is None or whole == _with_s(base)


@lru_cache(maxsize=4_000)
def _spelled(letters: str, has_plural: bool) -> str:
    engine = english_engine()
    phones = " ".join("EY1" if letter == "A" else engine.entry(letter.lower()) or "" for letter in letters)
    return _with_s(phones) if has_plural else phones


def _is_letter_a(context: Context, index: int) -> bool:
    """Whether an A is the letter: in capitals within a sentence (plan A), but not in a title (Once Upon A Time)."""
    if context.written[index] != "A" or index == 0 or context.words[index - 1] in ".?":
        return False
    after = context.written[index + 1] if index + 1 < len(context.written) else ""
    is_title = len(after) > 1 and after[0].isupper() and context.words[index - 1] not in _LETTERED
    return not is_title


@lru_cache(maxsize=20_000)
def _outside_dictionary(word: str) -> Reading:
    """From words in the dictionary: with an ending or a prefix, or two run together (nightglow, a guess); or guessed."""
    if phones := _with_ending(word) or _with_prefix(word):
        return Reading(phones, "dictionary")
    engine = english_engine()
    for cut in range(len(word) - 4, 3, -1):
        first, second = engine.entry(word[:cut]), engine.entry(word[cut:])
        if first is not None and second is not None:
            return Reading(f"{first} {second.replace('1', '2')}", "guess")
    return Reading(engine.guess(word), "guess")


def _with_ending(word: str) -> str | None:
    for ending, sound in ENDINGS.items():
        if not word.endswith(ending) or len(word) - len(ending) < (2 if "'" in ending else 3):
            continue
        for stem in _stems(word.removesuffix(ending), ending):
            if phones := _known(stem):
                if sound in ("S", "T"):
                    return _with_s(phones) if sound == "S" else _with_d(phones)
                return f"{phones} {sound}"
    return None


def _stems(stem: str, ending: str) -> list[str]:
    """What the ending may have been added to: bak-ing from bake, stopp-ed from stop, tidi-ness from tidy."""
    if "'" in ending or ending in ("s", "ly", "less", "ful"):
        return [stem]
    if ending == "ness":
        return [stem[:-1] + "y"] if stem.endswith("i") else [stem]
    stems = [stem, stem + "e"] if not re.search(r"[aeiou][^aeiouwxy]$", stem) else [stem + "e", stem]
    if len(stem) > 3 and stem[-1] == stem[-2]:
        stems.append(stem[:-1])
    if stem.endswith("i") and ending in ("es", "ed", "er", "ers"):
        stems.append(stem[:-1] + "y")
    return stems


def _with_prefix(word: str) -> str | None:
    for prefix, sound in PREFIXES.items():
        stem = word.removeprefix(prefix)
        if stem != word and len(stem) > 3 and (phones := _known(stem) or _with_ending(stem)):
            return f"{sound} {phones}"
    return None


def _known(word: str) -> str | None:
    """The reading of a word that has one alone, or of the verb."""
    if word in HOMOGRAPH_RULES:
        return None
    if word in VERB_OR_NOT:
        return VERB_OR_NOT[word][0]
    return LEXICON.get(word) or english_engine().entry(word)


def _with_s(phones: str) -> str:
    last = phones.split()[-1]
    return f"{phones} {'IH0 Z' if last in _SIBILANT_ENDS else 'S' if last in _VOICELESS_ENDS else 'Z'}"


def _with_d(phones: str) -> str:
    last = phones.split()[-1]
    return f"{phones} {'IH0 D' if last in ('T', 'D') else 'T' if last in _VOICELESS_ENDS else 'D'}"

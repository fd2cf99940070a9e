"""What makes a line of a corpus look wrong: its text as it was given, beside its phonemes and its recording.

The limits are wide on purpose. A remark of this kind stops a run until a person has looked, so one must nearly always
be right: a text that belongs to another recording, half a text, a text with instructions for a machine in it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from trainer.text.markup import markup_find
from trainer.text.normalisation import script, script_runs, shown
from trainer.text.phonemes import Phonemes
from trainer.text.symbols import SILENCES, SYMBOL_TABLE
from trainer.verdicts import Verdict


@dataclass(frozen=True)
class RateLimits:
    """Units per second of speech, silent ends cut off, and the units above which a line is `line-long`.

    `slack_units` are granted to the slow side: in "Yes." the pause weighs more than the word.
    """

    low: float
    high: float
    slack_units: int
    long_units: int


# Measured, with silent ends cut off. Japanese: pyopenjtalk's voice on every third sentence of the built-in script, 5.7
# to 8.2 moras a second (median 6.6); a slow narrator comes to 4.5, a fast presenter to 10. English: 160 prompts read by
# one American, 2.6 to 5.7 syllables a second (median 4.2; lines of 4 to 26 syllables). The limits lie at about 0.6 and
# 1.3 of those extremes. They find few exchanged texts, since most sentences are about as long: that is the business of
# `rate_verdict`, which knows the pace of the speaker. Long: 15 s at the median.
RATE_LIMITS = {
    "ja": RateLimits(low=3.5, high=11.5, slack_units=3, long_units=100),
    "en": RateLimits(low=1.7, high=7.5, slack_units=2, long_units=63),
}

# A line's pace beside the median of its style. The 160 recordings keep within 0.63 and 1.37 of it, pyopenjtalk's voice
# within 0.87 and 1.25; so none of them is outside these. Of the 160 with half of their text, 77 % are; with the text of
# another one, 27 %: the others are about as long as their own.
PACE_LOW, PACE_HIGH = 0.58, 1.6
# From so many lines on, a median says something about a speaker.
PACE_LINES_MIN = 20
# Neither the text nor the recording says much about pace below this: two of four syllables may be drawn out.
PACE_UNITS_MIN = 8

# Phones that one written character can give, by language and kind of character: (least, most). The sums over a text
# bound its phones. Kana are a mora or part of one; kanji run from one phone to ten (志), but not all of a text; lower
# case Latin gave 0.68 to 1.0 in 332 English sentences; capitals may be letters by name (W), digits whole words (7000).
_PHONES_OF_CHARACTER = {
    "ja": {"kana": (0.7, 2.2), "han": (0.9, 6.0), "lower": (0.4, 2.4), "upper": (0.4, 8.0), "digit": (1.0, 14.0)},
    "en": {"lower": (0.45, 1.4), "upper": (0.4, 6.0), "digit": (1.0, 14.0)},
}
# Marks that are read as words: %, ¥, ℃, +.
_MARK_PHONES_MOST = 12.0
# An abbreviation (Mr., kg, 株) gives far more than its letters.
_PHONES_SLACK = 6
_LETTERS_MIN = 6

# Words of one Latin stretch, at least two of them in lower case, with more than half of all letters: a piece of English,
# unlike the names and terms that Japanese borrows one by one (PythonのlistとdictをGoogle Cloud Platformで使う).
_LATIN_STRETCH = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*(?:[ ,.!?;:]+[^\W\d_]+(?:['’-][^\W\d_]+)*)*")
_LATIN_SHARE, _LATIN_WORDS, _LATIN_LOWER = 0.5, 3, 2

# These may stand in any text; splitting at white space removes them.
_WHITE = "\t\n\r"
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NAMES_SHOWN = 5


def line_verdicts(phonemes: Phonemes, duration_s: float | None) -> list[Verdict]:
    """What is suspicious about one line, by itself. `duration_s` is the speech in its recording, silent ends cut off;
    None where there is none. Nothing is said twice: lines that were rejected already get no remarks on figures."""
    verdicts = _character_verdicts(phonemes.text) + _markup_verdicts(phonemes)
    verdicts += _symbol_verdicts(phonemes)
    if phonemes.is_rejected or not phonemes.symbols:
        return verdicts
    verdicts += _latin_verdicts(phonemes) + _phones_per_character(phonemes)
    limits = RATE_LIMITS[phonemes.language]
    if phonemes.units > limits.long_units:
        params = {"unit": _unit(phonemes.language)}
        verdicts.append(Verdict("warn", "line-long", measured=phonemes.units, limit=limits.long_units, params=params))
    if duration_s:
        verdicts += _units_per_second(phonemes, duration_s)
    return verdicts


def rate_verdict(language: str, units: int, duration_s: float, median: float) -> Verdict | None:
    """A remark on a line whose pace is unlike that of its style; None where `line_verdicts` says it already.

    `median` is in units per second.
    """
    if not duration_s or max(units, duration_s * median) < PACE_UNITS_MIN or is_impossible(language, units, duration_s):
        return None
    pace = units / duration_s
    if PACE_LOW * median <= pace <= PACE_HIGH * median:
        return None
    params = {
        "unit": _unit(language),
        "low": round(PACE_LOW * median, 1),
        "high": round(PACE_HIGH * median, 1),
        "median": round(median, 1),
    }
    return Verdict("warn", "pace-unlike-style", measured=round(pace, 1), params=params)


def _character_verdicts(text: str) -> list[Verdict]:
    """Characters that no keyboard makes, named by code and place (counted from 1)."""
    controls, invisible = [], []
    for position, char in enumerate(text):
        category = unicodedata.category(char)
        if char in _BIDI_CONTROLS or char == "\N{REPLACEMENT CHARACTER}" or category in ("Cc", "Co", "Cn"):
            if char not in _WHITE:
                controls.append(position)
        elif category == "Cf":
            invisible.append(position)
    verdicts = []
    for code, positions in (("text-control-characters", controls), ("text-invisible-characters", invisible)):
        if positions:
            named = [f"U+{ord(text[position]):04X} ({position + 1})" for position in positions]
            more = "…" if len(named) > _NAMES_SHOWN else ""
            measured = ", ".join(named[:_NAMES_SHOWN]) + more
            verdicts.append(Verdict("warn", code, measured=measured, position=positions[0]))
    return verdicts


def _markup_verdicts(phonemes: Phonemes) -> list[Verdict]:
    found = markup_find(phonemes.text)
    if not found:
        return []
    first = found[0]
    params = {"kind": first.kind, "place": first.position + 1, "count": len(found)}
    return [Verdict("warn", "text-markup", shown(first.written, 40), position=first.position, params=params)]


def _symbol_verdicts(phonemes: Phonemes) -> list[Verdict]:
    table = SYMBOL_TABLE[phonemes.language]
    unknown = next((symbol for symbol in phonemes.symbols if symbol not in table.ids), None)
    if unknown is None:
        return []
    params = {"language": table.language, "version": table.version}
    return [Verdict("reject", "symbol-unknown", measured=unknown, params=params)]


def _latin_verdicts(phonemes: Phonemes) -> list[Verdict]:
    """Mostly Latin under `ja`, with too much Japanese in it for `script-mismatch`."""
    if phonemes.language != "ja":
        return []
    text = unicodedata.normalize("NFKC", phonemes.text)
    letters = sum(len(run) for _, _, run in script_runs(text))
    stretches = [run.split() for latin in _latin_parts(text) for run in _LATIN_STRETCH.findall(latin)]
    english = [words for words in stretches if len(words) >= _LATIN_WORDS and _lower_words(words) >= _LATIN_LOWER]
    share = sum(char.isalpha() for words in english for word in words for char in word) / max(letters, 1)
    if share <= _LATIN_SHARE:
        return []
    params = {"words": shown(" ".join(english[0]))}
    return [Verdict("warn", "script-mostly-latin", measured=round(100 * share), params=params)]


def _latin_parts(text: str) -> list[str]:
    """The text, cut where letters of another script stand."""
    return "".join(char if script(char) in ("latin", "") else "\n" for char in text).split("\n")


def _lower_words(words: list[str]) -> int:
    return sum(word[0].islower() for word in words)


def _phones_per_character(phonemes: Phonemes) -> list[Verdict]:
    bounds = _PHONES_OF_CHARACTER[phonemes.language]
    least = most = 0.0
    letters = 0
    for char in unicodedata.normalize("NFKC", phonemes.text):
        kind = _kind(char)
        if kind is None:
            continue
        low, high = bounds.get(kind, (0.0, _MARK_PHONES_MOST))
        least, most = least + low, most + high
        letters += kind != "mark"
    phones = sum(symbol not in SILENCES for symbol in phonemes.symbols)
    is_few = letters >= _LETTERS_MIN and phones < least
    if not is_few and phones <= most + _PHONES_SLACK:
        return []
    params = {"phones": phones, "low": round(least / max(letters, 1), 1), "high": round(most / max(letters, 1), 1)}
    measured = round(phones / max(letters, 1), 1)
    return [Verdict("warn", "phonemes-per-character", measured=measured, limit=letters, params=params)]


@lru_cache(maxsize=10_000)
def _kind(char: str) -> str | None:
    """kana, han, lower, upper, digit, mark (a sign that may be read as a word), or None for what is never heard."""
    if char.isdigit():
        return "digit"
    found = script(char)
    if found == "latin":
        return "upper" if char.isupper() else "lower"
    if found:
        return found
    return "mark" if unicodedata.category(char) in ("Sc", "Sm", "So") or char in "%‰#&@/" else None


def is_impossible(language: str, units: int, duration_s: float) -> bool:
    """Whether nobody speaks so many units in so many seconds, be it too fast or too slow."""
    limits = RATE_LIMITS[language]
    return units / duration_s > limits.high or (units + limits.slack_units) / duration_s < limits.low


def _units_per_second(phonemes: Phonemes, duration_s: float) -> list[Verdict]:
    if not is_impossible(phonemes.language, phonemes.units, duration_s):
        return []
    limits = RATE_LIMITS[phonemes.language]
    params = {
        "unit": _unit(phonemes.language),
        "low": limits.low,
        "high": limits.high,
        "units": phonemes.units,
        "duration_s": round(duration_s, 1),
    }
    return [Verdict("warn", "phonemes-per-second", measured=round(phonemes.units / duration_s, 1), params=params)]


def _unit(language: str) -> dict[str, str]:
    return {"en": "moras", "ja": "モーラ"} if language == "ja" else {"en": "syllables", "ja": "音節"}

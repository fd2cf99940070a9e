"""English as it is written, turned into words as they are spoken: numbers, money, dates, times, abbreviations.

Each rule rewrites a `TracedText` in place. What is left holds letters, apostrophes, `. , ? !` and the mark of spelled
letters alone, so that nothing reaches the engine that it would delete without a word.
"""

from __future__ import annotations

import re

from trainer.text.english_abbreviations import INITIALS, ROMANS, STOPS, TITLES
from trainer.text.english_amounts import COUNTS, HEIGHTS, MONEY, NUMBERS
from trainer.text.english_dates import DATES, DAY_RANGE, SHORT_DAYS, SHORT_MONTHS, TIMES, YEARS
from trainer.text.english_places import PLACES
from trainer.text.english_rule import Rule, rule
from trainer.text.english_signs import ADDRESSES, APOSTROPHES, FOREIGN, NAMED, SIGNS
from trainer.text.normalisation import TracedText

# Rules whose words are numbers that were written in digits.
NUMBER_RULES = frozenset("number ordinal fraction year date time money unit range telephone roman".split())

_BLANKS = (rule("", r"\s*\n\s*\n\s*", ". "), rule("", r"[^\S ]", " "), rule("", r"(?<= ) +", ""))

# Rules stand in the order in which they apply. A stage is passed over where nothing in the text can match it, which a
# single search tells; most lines pass most stages.
_STAGES: tuple[tuple[re.Pattern[str], tuple[Rule, ...]], ...] = tuple(
    (re.compile(needs), rules)
    for needs, rules in (
        (r"[^\x00-\x7f]", FOREIGN),
        (r"[^\S ]|  ", _BLANKS),
        (r"[./@][A-Za-z]", ADDRESSES),
        (r"(?i)[#&/~^]|O2\b|H2|PhD|wi-fi|rock.{1,3}roll", NAMED),
        (r"[a-z], [A-Z]|[A-Z]\.?,? \d", PLACES),
        (rf"[A-Za-z]\.|No\d|{DAY_RANGE}", (*SHORT_DAYS, *STOPS)),
        (r"\b(?:M(?:rs?|s)|Dr|St) [A-Z]", TITLES),
        (r"\b(?:[A-Za-z]\.[A-Za-z]|[A-Z]\.(?: ?[A-Z]|'s))", (*TIMES, *INITIALS)),
        (r"\b(?:WWI|[IVXLM][IVXLCDM]|[VX]\b)|\bI\b(?! )|[A-Z]\w+ I\b", ROMANS),
        (r"\d", (*HEIGHTS, *SHORT_MONTHS, *DATES, *TIMES, *MONEY, *YEARS, *NUMBERS, *COUNTS)),
        (r"[^A-Za-z0-9 ,.?!']|\.\.", SIGNS),
        (r"'", APOSTROPHES),
    )
)  # fmt: skip


def rewrite(traced: TracedText) -> None:
    """Write out in words whatever is written in digits, signs and abbreviations."""
    for needs, rules in _STAGES:
        if needs.search(traced.text):
            for name, pattern, replacement in rules:
                traced.sub(pattern, replacement, rule=name)

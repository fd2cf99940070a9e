"""Words for numbers: counts, ordinals, years, fractions, digits one by one, Roman numerals."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from trainer.text.english_engine import import_inflect

# In running text these are years; 999 and 3000 are counts.
_YEAR = re.compile(r"1[1-9]\d\d|20\d\d")

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_VALID = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")

# Beyond these a fraction is read as a division (5/37: five over thirty seven).
_DENOMINATORS = frozenset([*range(3, 21), 32, 64, 100, 1000])


@cache
def _inflect():
    return import_inflect().engine()


@lru_cache(maxsize=10_000)
def cardinal(digits: str) -> str:
    """Words for a whole number written in digits, commas allowed; one that begins with 0 is read digit by digit."""
    digits = digits.replace(",", "")
    if len(digits) > 15 or (digits.startswith("0") and len(digits) > 1):
        return digit_by_digit(digits)
    return _plain(_inflect().number_to_words(int(digits), andword=""))


@lru_cache(maxsize=10_000)
def ordinal(digits: str) -> str:
    inflect = _inflect()
    return _plain(inflect.number_to_words(inflect.ordinal(int(digits.replace(",", ""))), andword=""))


def _plain(words: str) -> str:
    return words.replace(",", "").replace("-", " ")


def plural(words: str) -> str:
    """seven → sevens; twenty six → twenty sixes."""
    return _inflect().plural(words)


def digit_by_digit(digits: str) -> str:
    return " ".join(_inflect().number_to_words(int(digit)) for digit in digits if digit.isdigit())


def year(digits: str) -> str:
    """1999 → nineteen ninety nine; 1900 → nineteen hundred; 2005 → two thousand five; 2024 → twenty twenty four."""
    if len(digits) == 2:
        return f"oh {cardinal(digits[1])}" if digits[0] == "0" else cardinal(digits)
    century, rest = int(digits[:2]), int(digits[2:])
    if century % 10 == 0 and rest < 10:
        return cardinal(digits)
    if rest == 0:
        return f"{cardinal(str(century))} hundred"
    return f"{cardinal(str(century))} {'oh ' if rest < 10 else ''}{cardinal(str(rest))}"


def decade(century: str | None, tens: str) -> str:
    """1990s → nineteen nineties; '80s → eighties; 1900s → nineteen hundreds; 2000s → two thousands."""
    if tens == "0":
        return "two thousands" if century == "20" else f"{cardinal(century)} hundreds"
    words = cardinal(tens + "0")
    plural = f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"
    return f"{cardinal(century)} {plural}" if century else plural


def amount(written: str) -> str:
    """A count with its decimals: 1,234.5 → one thousand two hundred thirty four point five."""
    whole, point, decimals = written.partition(".")
    spoken = cardinal(whole) if whole else ""
    return f"{spoken} point {digit_by_digit(decimals)}".lstrip() if point else spoken


def number(written: str) -> str:
    """A number as it stands in running text: a year, a decimal, a version, or a count."""
    if written.count(".") > 1:
        # The parts of a version (3.11.7) are numbers of their own.
        return " point ".join(cardinal(part) for part in written.split("."))
    if _YEAR.fullmatch(written):
        return year(written)
    return amount(written)


def fraction(numerator: str, denominator: str) -> str:
    """1/2 → one half; 5/8 → five eighths; 10/10 → ten out of ten; 5/37 → five over thirty seven."""
    above, below = int(numerator), int(denominator)
    if above == below:
        joint = " " if above in (20, 50) else " out of "
        return joint.join([cardinal(numerator)] * 2)
    if below == 2:
        return f"{cardinal(numerator)} {'half' if above == 1 else 'halves'}"
    if below not in _DENOMINATORS or above > below:
        return f"{cardinal(numerator)} over {cardinal(denominator)}"
    part = "quarter" if below == 4 else ordinal(denominator)
    return f"{cardinal(numerator)} {part}{'' if above == 1 else 's'}"


def roman(letters: str) -> int | None:
    """The value of a Roman numeral in capitals; None for letters that are none (IIX, VV)."""
    if not letters or not _ROMAN_VALID.fullmatch(letters):
        return None
    values = [_ROMAN[letter] for letter in letters]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))

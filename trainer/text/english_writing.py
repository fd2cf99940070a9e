"""English as it is written, turned into words as they are spoken: numbers, money, dates, times, abbreviations.

Each rule rewrites a `TracedText` in place. What is left holds letters, apostrophes and `. , ? !` alone, so that nothing
reaches the engine that it would delete without a word.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from trainer.text.normalisation import TracedText, script

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = f"(?P<month>{'|'.join(MONTHS)})"
_MONTH_OF_SHORT = {month[:3]: month for month in MONTHS} | {"Sept": "September"}

_CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "", ""),
}
_UNITS = {
    "km": "kilometers", "cm": "centimeters", "mm": "millimeters", "kg": "kilograms", "mg": "milligrams",
    "lb": "pounds", "lbs": "pounds", "oz": "ounces", "ft": "feet", "mph": "miles per hour",
    "km/h": "kilometers per hour", "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "Hz": "hertz",
    "KB": "kilobytes", "MB": "megabytes", "GB": "gigabytes", "TB": "terabytes", "ms": "milliseconds", "dB": "decibels",
    "hrs": "hours", "hr": "hours", "mins": "minutes", "min": "minutes", "secs": "seconds", "sec": "seconds",
}  # fmt: skip
_FRACTIONS = {"1/2": "one half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters"}

# Always written with a full stop; it ends no sentence unless nothing follows.
_ABBREVIATIONS = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Prof": "Professor", "Rev": "Reverend", "Gen": "General",
    "Col": "Colonel", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Hon": "Honorable", "Gov": "Governor",
    "Sen": "Senator", "Rep": "Representative", "Jr": "Junior", "Sr": "Senior", "Inc": "Incorporated", "Ltd": "Limited",
    "Corp": "Corporation", "Co": "Company", "Dept": "Department", "Ave": "Avenue", "Blvd": "Boulevard", "Rd": "Road",
    "Mt": "Mount", "vs": "versus", "etc": "et cetera", "approx": "approximately", "est": "established",
}  # fmt: skip

_NEW_SENTENCE = re.compile(
    r"\s*$|\s+(?:The|An?|This|That|These|Those|There|He|She|It|We|They|You|I|But|And|So|In|On|At|If|When|My|Our|His|Her)\b"
)

# Letters with no accent to take off.
_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "th", "þ": "th", "đ": "d", "ł": "l", "ı": "i"}


@cache
def _inflect():
    import inflect  # 0.5 s; g2p-en brings it

    return inflect.engine()


def cardinal(digits: str) -> str:
    """Words for a whole number written in digits, commas allowed."""
    digits = digits.replace(",", "")
    if len(digits) > 15 or (digits.startswith("0") and len(digits) > 1):
        return digit_by_digit(digits)
    return _plain(_inflect().number_to_words(int(digits), andword=""))


def ordinal(digits: str) -> str:
    inflect = _inflect()
    return _plain(inflect.number_to_words(inflect.ordinal(int(digits.replace(",", ""))), andword=""))


def _plain(words: str) -> str:
    return words.replace(",", "").replace("-", " ")


def digit_by_digit(digits: str) -> str:
    return " ".join(_inflect().number_to_words(int(digit)) for digit in digits if digit.isdigit())


def year(digits: str) -> str:
    """1999 → nineteen ninety nine; 1900 → nineteen hundred; 2005 → two thousand five; 2024 → twenty twenty four."""
    century, rest = int(digits[:2]), int(digits[2:])
    if century % 10 == 0 and rest < 10:
        return cardinal(digits)
    if rest == 0:
        return f"{cardinal(str(century))} hundred"
    return f"{cardinal(str(century))} {'oh ' if rest < 10 else ''}{cardinal(str(rest))}"


def number(written: str) -> str:
    """A number as it stands in running text: a year, a decimal, a version, or a count."""
    if "." in written:
        first, *rest = written.split(".")
        # Decimals are read digit by digit; the parts of a version (3.11.7) are numbers of their own.
        spoken = [digit_by_digit(part) if len(rest) == 1 else cardinal(part) for part in rest]
        return " point ".join([cardinal(first or "0"), *spoken])
    if re.fullmatch(r"1[1-9]\d\d|20\d\d", written):
        return year(written)
    return cardinal(written)


def _date(match: re.Match[str]) -> str:
    month = MONTHS[int(match["number"]) - 1]
    return f"{month} {ordinal(match['day'])}, {year(match['year'])}"


def _clock(match: re.Match[str]) -> str:
    hour, minute, half = match["hour"], match["minute"], match["half"]
    suffix = f" {half[0].upper()} M{_stop_after(match) if match.group().endswith('.') else ''}" if half else ""
    if minute is None or int(minute) == 0:
        return cardinal(str(int(hour))) + (suffix or " o'clock")
    spoken = f"oh {cardinal(minute[1])}" if minute.startswith("0") else cardinal(minute)
    return f"{cardinal(str(int(hour)))} {spoken}{suffix}"


def _money(match: re.Match[str]) -> str:
    one, many, small_one, small_many = _CURRENCIES[match["currency"]]
    amount, scale = match["amount"].replace(",", ""), match["scale"]
    if scale:
        full = {"k": "thousand", "m": "million", "bn": "billion"}.get(scale.lower(), scale.lower())
        return f"{number(amount) if '.' in amount else cardinal(amount)} {full} {many}"
    whole, _, part = amount.partition(".")
    if part and (len(part) != 2 or not small_one):
        return f"{number(amount)} {many}"
    spoken = [f"{cardinal(whole)} {one if int(whole) == 1 else many}"] if int(whole or 0) or not int(part or 0) else []
    if part and int(part):
        spoken.append(f"{cardinal(str(int(part)))} {small_one if int(part) == 1 else small_many}")
    return " and ".join(spoken)


def _fraction(match: re.Match[str]) -> str:
    whole, fraction = match["whole"], match["fraction"]
    numerator, denominator = fraction.split("/")
    spoken = _FRACTIONS.get(fraction) or f"{cardinal(numerator)} over {cardinal(denominator)}"
    return f"{cardinal(whole)} and {spoken.replace('one half', 'a half')}" if whole else spoken


def _decade(match: re.Match[str]) -> str:
    tens = cardinal(match["tens"] + "0")
    plural = f"{tens[:-1]}ies" if tens.endswith("y") else f"{tens}s" if int(match["tens"]) else "hundreds"
    return f"{cardinal(match['century'])} {plural}" if match["century"] else plural


def _initials(match: re.Match[str]) -> str:
    return " ".join(match["letters"].replace(".", "").upper()) + (_stop_after(match) if match["end"] else "")


def _abbreviation(match: re.Match[str]) -> str:
    return _ABBREVIATIONS[match["short"]] + _stop_after(match)


def _stop_after(match: re.Match[str]) -> str:
    """The stop of an abbreviation ends the sentence too where nothing, or clearly a new one, follows."""
    return "." if _NEW_SENTENCE.match(match.string[match.end() :]) else ""


def _doctor_or_drive(match: re.Match[str]) -> str:
    return "Doctor" if match["is_before_name"] is not None else "Drive"


def _saint_or_street(match: re.Match[str]) -> str:
    """Saint before a name, unless a name also comes before (Main St. Bridge) that does not begin the sentence."""
    is_after_name = re.search(r"[^.?! ] [A-Z][a-z]+ $", match.string[: match.start()])
    return "Saint" if match["is_before_name"] is not None and not is_after_name else "Street"


def _number(match: re.Match[str]) -> str:
    written = match.group()
    if "," in written:
        whole, point, decimals = written.partition(".")
        return f" {cardinal(whole)}{' point ' if point else ''}{digit_by_digit(decimals)} "
    return f" {number(written)} "


def _without_accent(match: re.Match[str]) -> str:
    char = match.group()
    if script(char) != "latin":
        return char
    plain = "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))
    spelled = _LETTERS.get(plain.lower(), plain.lower())
    return spelled if plain.islower() else spelled.capitalize() if plain.isupper() else plain


_RULES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"[^\W\d_](?<=[^\x00-\x7f])", _without_accent),
        (r"[‘’‛ʼ´`]", "'"),
        (r"[“”„«»\"]", " "),
        (r"⁄", "/"),
        (r"\s*\n\s*\n\s*", ". "),
        (r"\s+", " "),
        # Addresses.
        (r"(?i)\bhttps?://(?:www\.)?", ""),
        (r"(?<=[A-Za-z0-9])@(?=[A-Za-z0-9])", " at "),
        (r"(?<=[A-Za-z0-9])\.(?=(?:com|org|net|edu|gov|io|dev|jp|uk)\b)", " dot "),
        # Abbreviations.
        (r"\b[Ee]\. ?g\.,?", "for example,"),
        (r"\b[Ii]\. ?e\.,?", "that is,"),
        (r"\bPh\. ?D\.?", "P H D"),
        (r"\bDr\.(?=(?P<is_before_name> ?[A-Z])?)", _doctor_or_drive),
        (r"\bSt\.(?=(?P<is_before_name> ?[A-Z])?)", _saint_or_street),
        (rf"\b(?P<short>{'|'.join(_ABBREVIATIONS)})\.(?!\w)", _abbreviation),
        (r"\bNo\. ?(?=\d)", "number "),
        (
            rf"\b(?P<short>{'|'.join(_MONTH_OF_SHORT)})(?:\.|(?= \d))",
            lambda match: _MONTH_OF_SHORT[match["short"]],
        ),
        # Dates and times.
        (r"(?<!\d)(?P<year>1\d{3}|20\d\d)[-/](?P<number>0?[1-9]|1[0-2])[-/](?P<day>[0-2]?\d|3[01])(?!\d)", _date),
        (r"(?<!\d)(?P<number>0?[1-9]|1[0-2])/(?P<day>[0-2]?\d|3[01])/(?P<year>1\d{3}|20\d\d)(?!\d)", _date),
        (rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:/.]\d)", lambda m: f"{m['month']} {ordinal(m['day'])}"),
        (rf"\b(?P<day>\d{{1,2}}) {_MONTH}\b", lambda m: f"the {ordinal(m['day'])} of {m['month']}"),
        (
            r"(?<![\d:.])(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?: ?(?P<half>[AaPp])\.?[Mm]\b\.?)?(?![\d:])",
            _clock,
        ),
        (r"(?<![\d:.])(?P<hour>\d{1,2})(?P<minute>(?!))? ?(?P<half>[AaPp])\.?[Mm]\b\.?", _clock),
        # Money, measures, counts.
        (
            r"(?P<currency>[$£€¥]) ?(?P<amount>\d[\d,]*(?:\.\d+)?|\.\d+)"
            r"(?: ?(?P<scale>thousand|million|billion|trillion|bn|[kKmM])\b)?",
            _money,
        ),
        (r"(?<=\d) ?%", " percent"),
        (r"(?<=\d) ?° ?C\b", " degrees Celsius"),
        (r"(?<=\d) ?° ?F\b", " degrees Fahrenheit"),
        (r"(?<=\d) ?°", " degrees"),
        (
            r"(?<!\d)(?:\+?1[-. ])?\(?(\d{3})\)?[-. ](\d{3})[-. ](\d{4})(?!\d)",
            lambda match: ", ".join(digit_by_digit(part) for part in match.groups()),
        ),
        (r"\b24/7\b", "twenty four seven"),
        (r"(?<![\d/.])(?:(?P<whole>\d+) )?(?P<fraction>\d{1,3}/\d{1,3})(?![\d/])", _fraction),
        (r"\b(?P<digits>\d[\d,]*)(?:st|nd|rd|th)\b", lambda match: ordinal(match["digits"])),
        (r"'?\b(?P<century>1[1-9]|20)?(?P<tens>\d)0'?s\b", _decade),
        (rf"(?<=\d) ?(?P<unit>{'|'.join(sorted(_UNITS, key=len, reverse=True))})\b", lambda m: f" {_UNITS[m['unit']]}"),
        (r"(?<=\d) ?[-–—] ?(?=\d)", " to "),
        (r"(?:(?<=\s)|^)[-−](?=\d)", "minus "),
        (r"#(?=\d)", "number "),
        (r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*", _number),
        # Initials and capitals.
        (r"\b(?P<letters>(?:[A-Za-z]\.){1,}[A-Za-z])(?P<end>\.)?(?![A-Za-z])", _initials),
        # Signs that have a name.
        (r"&", " and "),
        (r"@", " at "),
        (r"\+", " plus "),
        (r"=", " equals "),
        (r"×", " times "),
        (r"%", " percent "),
        (r"(?<=[A-Za-z])/(?=[A-Za-z])", " "),
        # Pauses: a dash between words and every mark that breaks the flow; a hyphen within a word does not.
        (r"\.{2,}|…", ", "),
        (r" ?(?:[;:()\[\]{}—–―]|--+| - )+ ?", ", "),
        (r"[-‐‑]", " "),
        # An apostrophe belongs to a word only between letters; words that begin with one are respelled.
        (r"(?<![A-Za-z])'em\b", "um"),
        (r"(?<![A-Za-z])'cause\b", "because"),
        (r"(?<![A-Za-z])'|'(?![A-Za-z])", " "),
    )
)  # fmt: skip


def rewrite(traced: TracedText) -> None:
    """Write out in words whatever is written in digits, signs and abbreviations."""
    for pattern, replacement in _RULES:
        traced.sub(pattern, replacement)

"""Dates, times of day, years and decades, turned into words."""

from __future__ import annotations

import re

from trainer.text.english_numbers import cardinal, decade, ordinal, year
from trainer.text.english_rule import rule, spelled, stop_after

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = f"(?P<month>{'|'.join(MONTHS)})"
_MONTH_OF_SHORT = {month[:3]: month for month in MONTHS if month != "May"} | {"Sept": "September"}
_SHORT_MONTH = f"(?P<short>{'|'.join(sorted(_MONTH_OF_SHORT, key=len, reverse=True))})"
_DAY_OF_SHORT = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Thur": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip
_DAYS = "|".join(sorted(_DAY_OF_SHORT, key=len, reverse=True))
_SHORT_DAY = f"(?P<short>{_DAYS})"

_YEAR = r"(?P<year>1\d{3}|20\d\d)"
_MONTH_NUMBER = r"(?P<number>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_NTH = r"(?:st|nd|rd|th)?"


def _date(match: re.Match[str]) -> str:
    month = MONTHS[int(match["number"]) - 1]
    written = match["year"]
    if len(written) == 2:
        written = ("20" if int(written) < 50 else "19") + written
    return f"{month} {ordinal(match['day'].lstrip('0'))}, {year(written)}"


def _day_only(match: re.Match[str]) -> str:
    if match["number"] + match["day"] == "911":
        return match.group()
    return f"{match['before']}{MONTHS[int(match['number']) - 1]} {ordinal(match['day'].lstrip('0'))}"


def _day_of_month(match: re.Match[str]) -> str:
    return f"{match['month']} {ordinal(match['day'])}"


def _clock(match: re.Match[str]) -> str:
    hour, minute, half = match["hour"], match["minute"], match["half"]
    stop = stop_after(match) if match.group().endswith(".") else ""
    suffix = f" {spelled(half[0] + 'm')}{stop}" if half else ""
    if minute is None or int(minute) == 0:
        return cardinal(str(int(hour))) + (suffix or " o'clock")
    spoken = f"oh {cardinal(minute[1])}" if minute.startswith("0") else cardinal(minute)
    return f"{cardinal(str(int(hour)))} {spoken}{suffix}"


SHORT_MONTHS = (
    rule("abbreviation", rf"\b{_SHORT_MONTH}(?:\.(?=,? ?\d)|(?= \d)|(?<=\d \w\w\w)\b\.?)", lambda m: _month(m)),
)

DAY_RANGE = rf"\b(?P<first>{_DAYS})\.? ?(?P<joint>[-–—]|& |and )\s?(?P<last>{_DAYS})\b\.?"


def _days(match: re.Match[str]) -> str:
    joint = "and" if match["joint"] in ("& ", "and ") else "to"
    stop = stop_after(match) if match.group().endswith(".") else ""
    return f"{_DAY_OF_SHORT[match['first']]} {joint} {_DAY_OF_SHORT[match['last']]}{stop}"


SHORT_DAYS = (
    rule(
        "range",
        DAY_RANGE,
        lambda match: _days(match),
    ),
    rule("abbreviation", rf"\b{_SHORT_DAY}\.(?=,| ?(?:\d|{'|'.join(MONTHS)}))", lambda m: _DAY_OF_SHORT[m["short"]]),
)


def _month(match: re.Match[str]) -> str:
    return _MONTH_OF_SHORT[match["short"]]


DATES = (
    rule("date", rf"(?<!\d){_YEAR}[-/]{_MONTH_NUMBER}[-/]{_DAY}(?!\d)", _date),
    rule("date", rf"(?<!\d){_MONTH_NUMBER}/{_DAY}/(?P<year>1\d{{3}}|20\d\d|\d\d)(?![\d/])", _date),
    rule(
        "date",
        rf"(?P<before>\b(?:[Oo]n|[Bb]y|[Ss]ince|[Uu]ntil|[Bb]efore|[Aa]fter) ){_MONTH_NUMBER}/{_DAY}(?![\d/])",
        _day_only,
    ),
    rule("date", rf"(?<!\d){_DAY}[./]{_MONTH_NUMBER}[./]{_YEAR}(?!\d)", _date),
    rule(
        "date",
        rf"\b{_MONTH} {_DAY}{_NTH} ?[-–—] ?(?P<last>\d{{1,2}}){_NTH}\b(?![:/.]\d)",
        lambda match: f"{_day_of_month(match)} to {ordinal(match['last'])}",
    ),
    rule("date", rf"\b{_MONTH} {_DAY}{_NTH}\b(?![:/.,]\d)", _day_of_month),
    rule(
        "date",
        rf"\b(?P<the>[Tt]he )?{_DAY}{_NTH} (?:of )?{_MONTH}\b",
        lambda match: f"{match['the'] or 'the '}{ordinal(match['day'])} of {match['month']}",
    ),
)

TIMES = (
    rule("time", r"(?i)(?<=[ap]m|m\.) ?[-–—] ?(?=\d)", " to "),
    rule(
        "time",
        r"(?<![\d:.])(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?: ?(?P<half>[AaPp])\.?[Mm]\b\.?)?(?![\d:])",
        _clock,
    ),
    rule("time", r"(?<![\d:.])(?P<hour>\d{1,2})(?P<minute>(?!))? ?(?P<half>[AaPp])\.?[Mm]\b\.?", _clock),
    rule("number", r"\b9/11\b", "nine eleven"),
    rule("number", r"\b24/7\b", "twenty four seven"),
)

YEARS = (
    rule("year", r"(?<=\b[Ii]n )(?P<year>10[1-9]\d)\b(?![,.]\d)", lambda m: year(m["year"])),
    rule("year", r"'?\b(?P<century>1[1-9]|20)(?P<tens>\d)0'?s\b", lambda m: decade(m["century"], m["tens"])),
    rule("year", r"'?\b(?P<tens>[1-9])0'?s\b", lambda m: decade(None, m["tens"])),
    rule("year", r"(?<!\w)'(?P<year>\d\d)\b", lambda m: year(m["year"])),
)

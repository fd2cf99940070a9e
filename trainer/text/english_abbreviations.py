"""Abbreviations, initials and Roman numerals, turned into words."""

from __future__ import annotations

import re

from trainer.text.english_numbers import cardinal, ordinal, roman, year
from trainer.text.english_rule import LETTER_MARK, begins_sentence, rule, spelled, stop_after

# Written with a full stop, which ends no sentence unless nothing, or clearly a new one, follows.
_ABBREVIATIONS = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Messrs": "Messers", "Prof": "Professor", "Rev": "Reverend",
    "Gen": "General", "Col": "Colonel", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Maj": "Major",
    "Adm": "Admiral", "Hon": "Honorable", "Gov": "Governor", "Sen": "Senator", "Rep": "Representative",
    "Pres": "President", "Jr": "Junior", "Sr": "Senior", "Inc": "Incorporated", "Ltd": "Limited",
    "Corp": "Corporation", "Co": "Company", "Bros": "Brothers", "Dept": "Department", "dept": "department",
    "Univ": "University", "Assn": "Association", "Govt": "Government", "Ave": "Avenue", "Blvd": "Boulevard",
    "Rd": "Road", "Hwy": "Highway", "Mt": "Mount", "Apt": "apartment", "vs": "versus", "etc": "et cetera",
    "approx": "approximately", "est": "established", "misc": "miscellaneous", "incl": "including", "esp": "especially",
}  # fmt: skip
# A full stop is optional after these where a name follows, as in Britain.
_TITLES = {"Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor"}
_BEFORE_NUMBER = {
    "no": "number", "nos": "numbers", "vol": "volume", "vols": "volumes", "p": "page", "pp": "pages", "ch": "chapter",
    "fig": "figure", "figs": "figures", "sec": "section", "ext": "extension", "op": "opus", "ca": "circa", "c": "circa",
    "approx": "approximately", "tel": "telephone", "apt": "apartment", "rm": "room", "ver": "version",
}  # fmt: skip
# C. and P. before a number are initials.
_BEFORE_NUMBER_CASED = "|".join([*_BEFORE_NUMBER, *(short.capitalize() for short in _BEFORE_NUMBER if len(short) > 1)])

_RULERS = (
    "Henry|Louis|George|Charles|James|William|Edward|Richard|Elizabeth|Mary|Philip|Frederick|Francis|Napoleon|Peter"
    "|Catherine|Alexander|Nicholas|Ivan|John|Paul|Benedict|Pius|Leo|Gregory|Innocent|Clement|Urban|Boniface|Otto"
    "|Wilhelm|Ferdinand|Alfonso|Ramses|Ramesses|Christian|Gustav|Carl|Haakon|Harald|Robert|David|Thutmose|Amenhotep"
)
_NUMBERED = (
    "War|Chapter|Part|Act|Scene|Volume|Book|Phase|Type|Class|Section|Title|Article|Episode|Level|Stage|Figure|Table"
    "|Appendix|Bowl|Grade|Mark|Schedule|Unit|Lesson|Page"
)

# Before a single letter with a full stop, these tell that it names a thing and ends the sentence: plan B.
_LETTERED = frozenset("plan vitamin grade option type class part section group point team hepatitis exhibit".split())


def _abbreviation(match: re.Match[str]) -> str:
    return _ABBREVIATIONS[match["short"]] + stop_after(match)


def _before_number(match: re.Match[str]) -> str:
    return _BEFORE_NUMBER[match["short"].lower()] + " "


def _doctor_or_drive(match: re.Match[str]) -> str:
    if match["is_before_name"] is not None and not begins_sentence(match.string, match.end()):
        return "Doctor"
    return "Drive" + stop_after(match)


def _saint_or_street(match: re.Match[str]) -> str:
    """Saint before a name, unless a name also comes before (Main St. Bridge) that does not begin the sentence."""
    is_after_name = re.search(r"(?:[^.?! ] [A-Z][a-z]+|\d(?:st|nd|rd|th)) $", match.string[: match.start()])
    is_saint = match["is_before_name"] is not None and not begins_sentence(match.string, match.end())
    if is_saint and not is_after_name:
        return "Saint"
    return "Street" + stop_after(match)


def _initials(match: re.Match[str]) -> str:
    return spelled(match["letters"].replace(".", "")) + (stop_after(match) if match["end"] else "")


def _initial(match: re.Match[str]) -> str:
    before = re.search(r"(\w+) $", match.string[: match.start()])
    ends_sentence = before is not None and before[1].lower() in _LETTERED
    return match.group() if ends_sentence or begins_sentence(match.string, match.end(1) + 1) else spelled(match[1])


def _regnal(match: re.Match[str]) -> str:
    value = roman(match["roman"])
    return f"{match['name']} the {ordinal(str(value))}" if value else match.group()


def _numbered(match: re.Match[str]) -> str:
    value = roman(match["roman"])
    return f"{match['name']} {cardinal(str(value))}" if value else match.group()


def _roman_range(match: re.Match[str]) -> str:
    first, last = roman(match["first"]), roman(match["last"])
    return f"{cardinal(str(first))} to {cardinal(str(last))}" if first and last else match.group()


def _roman_year(match: re.Match[str]) -> str:
    value = roman(match.group())
    return year(str(value)) if value and 1100 <= value < 2100 else match.group()


STOPS = (
    rule("abbreviation", r"\b[Ee]\. ?g\.,?", "for example,"),
    rule("abbreviation", r"\b[Ii]\. ?e\.,?", "that is,"),
    rule("abbreviation", r"\b[Cc]f\. ", "compare "),
    rule("abbreviation", r"\bet al\.", lambda match: "and others" + stop_after(match)),
    rule("abbreviation", r"\bPh\. ?D\b\.?", lambda match: spelled("PhD") + stop_after(match)),
    rule("abbreviation", r"\bDr\.(?=(?P<is_before_name> ?[A-Z]| (?:&|and) [DMP])?)", _doctor_or_drive),
    rule("abbreviation", r"\bSt\.(?=(?P<is_before_name> ?[A-Z])?)", _saint_or_street),
    rule(
        "abbreviation",
        rf"\b(?P<short>{'|'.join(sorted(_ABBREVIATIONS, key=len, reverse=True))})\.(?!\w)",
        _abbreviation,
    ),
    rule("abbreviation", r"\bNo(?=\d)", "number "),
    rule("abbreviation", rf"(?<![\w.])(?P<short>{_BEFORE_NUMBER_CASED})\. ?(?=\d)", _before_number),
)

TITLES = (
    rule("abbreviation", rf"\b(?P<short>{'|'.join(_TITLES)})(?= [A-Z])", lambda match: _TITLES[match["short"]]),
    rule("abbreviation", r"\bSt(?= [A-Z][a-z])", "Saint"),
)

INITIALS = (
    rule("initials", r"\b(?P<letters>(?:[A-Za-z]\.){1,}[A-Za-z])(?P<end>\.)?(?![A-Za-z])", _initials),
    rule("initials", rf"(?<![\w'{LETTER_MARK}])([A-Z])\.(?= ?[A-Z])", _initial),
    rule("initials", rf"(?<![\w'{LETTER_MARK}])([A-Z])\.(?='s\b)", lambda match: spelled(match[1])),
)

ROMANS = (
    rule("roman", r"(?<=[a-z] )(?P<first>[IVXL]+) ?[-–—] ?(?P<last>[IVXL]+)\b", _roman_range),
    rule("abbreviation", r"\bWWII\b", "World War two"),
    rule("abbreviation", r"\bWWI\b", "World War one"),
    rule("roman", rf"\b(?P<name>{_RULERS}) (?P<roman>[IVX]{{2,}}|[VX]\b(?!\.)|I(?=[,;:?!)]|'s|\.$| of\b))\b", _regnal),
    rule("roman", rf"\b(?P<name>{_NUMBERED}) (?P<roman>[IVXL]{{1,7}})\b(?!')", _numbered),
    rule("roman", r"\b(?P<name>[A-Z]\w+) (?P<roman>I{2,3}|IV|VI{1,3}|IX|X[IVX]+)\b", _numbered),
    rule("roman", r"\b(?P<name>)(?P<roman>I{2,3}|VII{1,2}|XI{1,3}|XIV|XVI{0,3}|XIX|XX[IVX]*)\b", _numbered),
    rule("roman", r"\bM{1,2}[CDXLIVM]{3,}\b", _roman_year),
)

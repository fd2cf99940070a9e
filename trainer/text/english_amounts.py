"""Money, measures, counts, fractions, telephone numbers, turned into words."""

from __future__ import annotations

import re

from trainer.text.english_numbers import amount, cardinal, digit_by_digit, fraction, number, ordinal, plural
from trainer.text.english_rule import rule

# One, many, one and many of the hundredth part.
_CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "", ""),
    "₩": ("won", "won", "", ""),
}
_DOLLARS_OF = {"US": "U S ", "C": "Canadian ", "CA": "Canadian ", "A": "Australian ", "AU": "Australian "}
_SCALES = {"k": "thousand", "m": "million", "mn": "million", "bn": "billion", "b": "billion", "t": "trillion"}

# Singular and plural; case matters (mB is no megabyte).
_UNITS = {
    "km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "mi": "mile", "yd": "yard",
    "kg": "kilogram", "g": "gram", "mg": "milligram", "lb": "pound", "lbs": "pound", "oz": "ounce",
    "L": "liter", "l": "liter", "mL": "milliliter", "ml": "milliliter", "gal": "gallon", "tsp": "teaspoon",
    "tbsp": "tablespoon", "m2": "square meter", "km2": "square kilometer", "m3": "cubic meter", "sq ft": "square foot",
    "KB": "kilobyte", "kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "GiB": "gigabyte",
    "ms": "millisecond", "s": "second", "sec": "second", "secs": "second", "min": "minute", "mins": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "yr": "year", "yrs": "year", "dB": "decibel", "V": "volt", "W": "watt",
    "kW": "kilowatt", "MW": "megawatt", "kWh": "kilowatt hour", "cal": "calorie", "kcal": "kilocalorie",
}  # fmt: skip
_UNITS_WITHOUT_PLURAL = {
    "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "mph": "miles per hour",
    "kph": "kilometers per hour", "rpm": "R P M", "bpm": "beats per minute", "fps": "frames per second",
    "Mbps": "megabits per second", "Gbps": "gigabits per second", "kbps": "kilobits per second",
}  # fmt: skip
_PER = {"h": "hour", "hr": "hour", "s": "second", "sec": "second", "min": "minute", "mo": "month", "yr": "year"}
_PER |= {"wk": "week"}
_PER |= {word: word for word in "hour second minute day night week month year person kilogram mile gallon".split()}

_PER_LONG = [per for per in _PER if len(per) > 1]

_COUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_SIGN = f"[{''.join(_CURRENCIES)}]"
_UNIT = "|".join(sorted(["ft", *_UNITS, *_UNITS_WITHOUT_PLURAL], key=len, reverse=True))


def _is_described(match: re.Match[str]) -> bool:
    """Whether an amount describes what follows: a $5 fee, a 5 kg bag. Its unit is then singular."""
    return re.search(r"\b[Aa]n? $", match.string[: match.start()]) is not None


def _money(match: re.Match[str]) -> str:
    one, many, small_one, small_many = _CURRENCIES[match["currency"]]
    land = _DOLLARS_OF[match["land"]] if match["land"] else ""
    written = match["amount"].replace(",", "")
    if re.fullmatch(r"\d+,\d\d", match["amount"]):  # €12,50, as continental Europe writes it
        written = match["amount"].replace(",", ".")
    unit = one if _is_described(match) or match["bill"] else many
    after = match["bill"] or ""
    if match["scale"]:
        scale = _SCALES.get(match["scale"].lower(), match["scale"].lower())
        return f"{amount(written)} {scale} {land}{unit}{after}"
    whole, _, part = written.partition(".")
    if part and (len(part) != 2 or not small_one):
        return f"{amount(written)} {land}{unit}{after}"
    spoken = []
    if int(whole or 0) or not int(part or 0):
        spoken.append(f"{cardinal(whole)} {land}{one if int(whole) == 1 else unit}")
    if part and int(part):
        spoken.append(f"{cardinal(str(int(part)))} {small_one if int(part) == 1 else small_many}")
    return " and ".join(spoken) + after


def _measure(match: re.Match[str]) -> str:
    written, unit = match["amount"], match["unit"]
    if unit == "s" and not match["hyphen"]:
        return plural(amount(written))  # two 7s are no seconds
    is_one = written == "1" or re.fullmatch(r"\d+/\d+", written) or match["hyphen"] == "-" or _is_described(match)
    if unit in _UNITS_WITHOUT_PLURAL:
        name = _UNITS_WITHOUT_PLURAL[unit]
    elif unit == "ft":
        name = "foot" if is_one else "feet"
    else:
        name = _UNITS[unit].replace("square foot", "square foot" if is_one else "square feet")
        name += "" if is_one or name.endswith("feet") else "s"
    per = f" per {_PER[match['per']]}" if match["per"] else ""
    # A fraction is left to its own rule.
    return f"{written if '/' in written else amount(written)} {name}{per}"


def _mixed(match: re.Match[str]) -> str:
    spoken = fraction(match["above"], match["below"])
    if not match["whole"]:
        return spoken
    return f"{cardinal(match['whole'])} and {re.sub('^one ', 'a ', spoken)}"


def _feet_and_inches(match: re.Match[str]) -> str:
    return f"{cardinal(match['feet'])} foot {cardinal(match['inches'])}"


def _degrees(match: re.Match[str]) -> str:
    scale = {"C": " Celsius", "F": " Fahrenheit"}.get(match["scale"] or "", "")
    return f"{amount(match['amount'])} degree{'' if match['amount'] == '1' else 's'}{scale}"


def _number(match: re.Match[str]) -> str:
    """Apart from letters that touch it (3D), but not from the s of 1's."""
    end = "" if match.string[match.end() :].startswith("'s") else " "
    return f" {number(match.group())}{end}"


def _telephone(match: re.Match[str]) -> str:
    groups = [group for group in match.groups() if group]
    # 800 and the like are said as hundreds.
    return ", ".join(cardinal(group) if group[1:] == "00" else digit_by_digit(group) for group in groups)


def _international(match: re.Match[str]) -> str:
    return "plus " + ", ".join(digit_by_digit(group) for group in re.findall(r"\d+", match.group()))


# Before quotes become blanks.
HEIGHTS = (rule("unit", r"\b(?P<feet>\d)'\s?(?P<inches>\d{1,2})(?:\"|'')", _feet_and_inches),)

MONEY = (
    rule("sign", rf"(?:(?<=[\s(])|^)[-−](?={_SIGN}?\.?\d)", "minus "),
    rule("range", rf"(?<=\d) ?[-–—] ?(?={_SIGN} ?\d)", " to "),
    rule("range", rf"(?P<currency>{_SIGN})(?P<first>\d[\d,.]*[kKmMbB]?) ?[-–—] ?(?=\d)", r"\g<first> to \g<currency>"),
    rule(
        "money",
        rf"(?:\b(?P<land>US|CA?|AU?))?(?P<currency>{_SIGN}) ?(?P<amount>\d+,\d\d(?![\d,])|{_COUNT})"
        r"(?:[ -]?(?P<scale>thousand|million|billion|trillion|bn|mn|[kKmMbBtT])\b)?(?P<bill> (?:bill|note|coin)s?\b)?",
        _money,
    ),
    rule("money", rf"(?P<amount>{_COUNT}) ?¢", lambda m: f"{amount(m['amount'])} cent{'s' * (m['amount'] != '1')}"),
)

NUMBERS = (
    rule(
        "telephone",
        r"(?<![\d+])\+(?!1[-. ]\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b)\d{1,3}(?:[- ]\d{1,5}){2,5}\b",
        _international,
    ),
    rule("telephone", r"(?<!\d)(?:\+?(1)[-. ])?\(?\b(\d{3})\)?[-. ](\d{3})[-. ](\d{4})(?!\d)", _telephone),
    rule("telephone", r"(?<![\d-])(\d{3})-(\d{4})(?![\d-])", _telephone),
    rule("telephone", r"(?<![\d.,$-])911(?![\d.,]\d|\d)", "nine one one"),
    rule("telephone", r"(?<![\d-])1-(8\d\d)-(?=[A-Z])", lambda m: f"one, {cardinal(m[1])}, "),
    rule("number", r"\b50[-/]50\b", "fifty fifty"),
    rule("sign", r"(?<=\d) [-−] (?=[\d .+*/×÷−-]*=)", " minus "),
    rule("range", r"(?<=[\d%]) ?[-–—] ?(?=\d)(?!\d+/\d)", " to "),
    rule(
        "unit",
        rf"(?<![\d/.,])(?P<amount>(?:\d+[ -])?\d+/\d+|{_COUNT})(?P<hyphen>[ -]?)(?P<unit>{_UNIT})"
        rf"(?:/(?P<per>{'|'.join(_PER)}))?(?![\w'])(?:\.(?= [a-z]))?",
        _measure,
    ),
    rule("unit", rf"(?<=[a-z\d])/(?P<per>{'|'.join(_PER_LONG)})\b\.?", lambda m: f" per {_PER[m['per']]}"),
    rule("unit", rf"(?P<amount>{_COUNT}) ?°(?: ?(?P<scale>[CF])\b)?", _degrees),
    rule("number", r"(?<=\d)k\b", " thousand"),
    rule("number", r"(?<=\d)M\b", " million"),
    rule("number", r"(?<=\d)bn\b", " billion"),
    rule("number", r"(?<=\d)/(?=\d+ (?:star|point)s?\b)|(?<=\d\.\d)/(?=\d+\b)", " out of "),
    rule("fraction", r"(?<![\d/.])(?:(?P<whole>\d+)[ -])?(?P<above>\d{1,3})/(?P<below>[1-9]\d{0,3})(?![\d/])", _mixed),
    rule("ordinal", r"\b(?P<digits>\d[\d,]*)(?:st|nd|rd|th)\b", lambda m: ordinal(m["digits"])),
)

COUNTS = (
    rule("number", r"(?<=\d):(?=\d)", " to "),
    rule("number", r"(?<=\d) ?x ?(?=\d)", " by "),
    rule("sign", r"(?<=\d) ?\* ?(?=\d)", " times "),
    rule("number", r"\bv(?:er|\.)? ?(?=\d)", "version "),
    rule("number", r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", lambda m: f" {amount(m.group())} "),
    rule("number", r"(?<!\w)\.\d+|\d+(?:\.\d+)*", _number),
)

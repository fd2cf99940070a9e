"""States of the U.S. as they are abbreviated after a city, and the ZIP codes that follow them."""

from __future__ import annotations

import re

from trainer.text.english_numbers import digit_by_digit
from trainer.text.english_rule import LETTER_MARK, rule, spelled, stop_after

_STATE_OF_CODE = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine",
    "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma",
    "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota",
    "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington",
    "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
# Words and other abbreviations: states only before a ZIP code.
_CODES_SURE = [code for code in _STATE_OF_CODE if code not in ("HI", "ID", "IN", "LA", "ME", "OH", "OK", "OR", "PA")]
_STATE_OF_SHORT = {
    "Ala": "Alabama", "Ariz": "Arizona", "Calif": "California", "Colo": "Colorado", "Conn": "Connecticut",
    "Fla": "Florida", "Ill": "Illinois", "Ind": "Indiana", "Kan": "Kansas", "Mass": "Massachusetts",
    "Mich": "Michigan", "Minn": "Minnesota", "Okla": "Oklahoma", "Ore": "Oregon", "Pa": "Pennsylvania",
    "Tenn": "Tennessee", "Tex": "Texas", "Va": "Virginia", "Wash": "Washington", "Wis": "Wisconsin",
}  # fmt: skip


def _state_and_zip_code(match: re.Match[str]) -> str:
    code = match["code"].replace(".", "")
    state = spelled(code) if code == "DC" else _STATE_OF_CODE[code]
    more = f", {digit_by_digit(match['more'])}" if match["more"] else ""
    return f"{state} {digit_by_digit(match['zip'])}{more}"


PLACES = (
    rule(
        "abbreviation",
        rf"(?<=, )(?P<short>{'|'.join(_STATE_OF_SHORT)})\.",
        lambda match: _STATE_OF_SHORT[match["short"]] + stop_after(match),
    ),
    rule(
        "number",
        rf"\b(?P<code>D\.?C\.?|{'|'.join(_STATE_OF_CODE)}),? (?P<zip>\d{{5}})(?:-(?P<more>\d{{4}}))?\b",
        _state_and_zip_code,
    ),
    rule(
        "abbreviation",
        rf"(?<=[a-z], )(?P<code>{'|'.join(_CODES_SURE)})\b(?![{LETTER_MARK}'\w-])(?! [A-Z])",
        lambda match: _STATE_OF_CODE[match["code"]],
    ),
)

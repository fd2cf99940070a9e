"""Addresses, signs that have a name, marks that are a pause, apostrophes, letters with accents."""

from __future__ import annotations

import re
import unicodedata

from trainer.text.english_rule import LETTER_MARK, rule, spelled
from trainer.text.normalisation import script

# Letters with no accent to take off.
_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "th", "þ": "th", "đ": "d", "ł": "l", "ı": "i"}

_ADDRESS_SIGNS = {
    ".": "dot", "/": "slash", "-": "dash", "_": "underscore", ":": "colon", "?": "question mark", "=": "equals",
    "&": "and", "#": "hash", "%": "percent", "~": "tilde", "+": "plus", "@": "at",
}  # fmt: skip
_DOMAINS_SPELLED = frozenset("www edu io jp uk ai us eu tv de fr ca au ch nl co".split()) - {"co"}
_DOMAIN = "com|org|net|edu|gov|mil|info|io|dev|app|ai|tv|jp|uk|us|eu|de|fr|ca|au|ch|nl|co"
_FILE = "pdf|txt|py|js|html|csv|jpg|jpeg|png|gif|exe|zip|doc|docx|json|md|xml|xls|xlsx"
_FILE_WORDS = frozenset({"zip", "gif"})


def _address(match: re.Match[str]) -> str:
    """An address in words; the scheme is not spoken, nor is a slash at the end."""
    written = re.sub(r"(?i)^https?://(?:www\.)?", "", match.group()).rstrip("/")
    pieces = re.findall(r"[^\W_]+|[\W_]", written)
    return " ".join(
        spelled(piece) if piece.lower() in _DOMAINS_SPELLED else _ADDRESS_SIGNS.get(piece, piece) for piece in pieces
    )


def _file(match: re.Match[str]) -> str:
    ending = match["ending"]
    is_word = ending.lower() in _FILE_WORDS
    return f" dot {ending if is_word else spelled(ending)}"


def without_accent(match: re.Match[str]) -> str:
    char = match.group()
    if script(char) != "latin":
        return char
    plain = "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))
    replaced = _LETTERS.get(plain.lower(), plain.lower())
    return replaced if plain.islower() else replaced.capitalize() if plain.isupper() else plain


FOREIGN = (
    rule("accent", r"[^\W\d_](?<=[^\x00-\x7f])", without_accent),
    rule("", r"[‘’‛ʼ´`′]", "'"),
    rule("", r"[“”„«»″]", '"'),
    rule("", rf"⁄|{LETTER_MARK}", lambda match: "/" if match.group() == "⁄" else " "),
    rule("sign", r"×", " times "),
    rule("sign", r"÷", " divided by "),
    rule("sign", r"±", " plus or minus "),
    rule("sign", r"[≈≃]", " approximately "),
    rule("sign", r"≠", " is not equal to "),
    rule("sign", r"≤", " is less than or equal to "),
    rule("sign", r"≥", " is greater than or equal to "),
    rule("sign", r"√", " the square root of "),
    rule("sign", r"π", " pi "),
    rule("sign", r"∞", " infinity "),
    rule("sign", r"§ ?", " section "),
    rule("sign", r"©", " copyright "),
    rule("", r"[®]", " "),
    rule("", r"[‐‑]", "-"),
)

ADDRESSES = (
    rule("address", r"[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}", _address),
    rule("address", r"(?i)\b(?:https?://|www\.)[^\s<>\"]*[\w/]", _address),
    rule("address", rf"\b(?:[A-Za-z0-9-]+\.)+(?:{_DOMAIN})\b(?:/[\w./?=&#%~+-]*[\w/])?", _address),
    rule("address", rf"(?<=\w)\.(?P<ending>{_FILE})\b", _file),
)

NAMED = (
    rule("", r"\b([Ww])i-([Ff])i\b", r"\1i\2i"),
    rule("sign", r"(?<!\w)#(?=\d)", "number "),
    rule("sign", r"(?<!\w)#(?=[A-Za-z])", "hashtag "),
    rule("sign", r"\bC#(?!\w)", "C sharp"),
    rule("sign", r"\b([A-Z]{1,3})&([A-Z]{1,3})\b", lambda m: f"{spelled(m[1])} and {spelled(m[2])}"),
    rule("sign", r"\b(CO|H|N)2(O?)\b", lambda m: f"{spelled(m[1])} two {spelled(m[2])}".rstrip()),
    rule("abbreviation", r"\bPhDs?\b", lambda m: spelled("PhD") + m.group()[3:]),
    rule("abbreviation", r"\bw/o\b", "without"),
    rule("abbreviation", r"\bw/(?=\s)", "with"),
    rule("sign", r"(?<![\w~])~(?=\d)", "about "),
    rule("sign", r"(?<=\w)\^(?=\d)", " to the power of "),
    rule("sign", r"(?i)\b(he|she|him|his|hers?)/(she|he|hers?|his|him)\b", r"\1 or \2"),
    rule("contraction", r"(?i)(?<=\brock)[ -]'?n'?[ -](?=roll\b)", " 'n' "),
)

SIGNS = (
    rule("sign", r"&", " and "),
    rule("sign", r"@", " at "),
    rule("sign", r"\+", " plus "),
    rule("sign", r"=", " equals "),
    rule("sign", r" < ", " is less than "),
    rule("sign", r" > ", " is greater than "),
    rule("sign", r" ?%", " percent "),
    rule("", r"(?<=[A-Za-z])/(?=[A-Za-z])", " "),
    # A dash between words and every mark that breaks the flow is a pause; a hyphen within a word is none.
    rule("", r"\.{2,}|…", ", "),
    rule("", r" ?(?:[;:()\[\]{}—–―]|--+| - )+ ?", ", "),
    rule("", r"(?i)\b(re)-(?=[a-z]{3})", r"\1"),
    rule("", r"-", " "),
    rule("", r'"', " "),
)

# An apostrophe belongs to a word only between letters; words that begin with one are respelled.
APOSTROPHES = (
    rule("contraction", r"(?<=\w)[ -]'?[nN]'[ -](?=\w)|(?<=\w)[ -]'[nN][ -](?=\w)", " 'n' "),
    rule("contraction", r"(?<![A-Za-z])'em\b", "um"),
    rule("contraction", r"(?<![A-Za-z])'cause\b", "because"),
    rule("contraction", r"(?<![A-Za-z])'til\b", "till"),
    rule("", r"(?<![A-Za-z·])'(?!n' )|'(?<! 'n')(?<![A-Za-z][a-z]in')(?![A-Za-z])", " "),
)

"""Languages that Koebo can speak, and the parsing of language tags (BCP 47). Nothing is ever defaulted.

A country taken for a language (`JP`) once sent Japanese through the English phonemiser: training went on, the loss
fell, and the model babbled. So a tag is either understood or refused with a hint.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trainer.errors import BadInput


@dataclass(frozen=True)
class Language:
    """`unit` is what speech rate counts in this language; `scripts` are the ISO 15924 codes that its text may name."""

    tag: str
    name_en: str
    name_ja: str
    unit: Literal["mora", "syllable"]
    rate_unit: Literal["mora/s", "syllable/s"]
    scripts: frozenset[str]


LANGUAGES: dict[str, Language] = {
    "ja": Language("ja", "Japanese", "日本語", "mora", "mora/s", frozenset({"Jpan", "Hrkt", "Hira", "Kana"})),
    "en": Language("en", "English", "英語", "syllable", "syllable/s", frozenset({"Latn"})),
}

# Names that people type instead of tags. They are still refused: a form that takes two spellings soon meets a third.
_NAMES = {"japanese": "ja", "日本語": "ja", "nihongo": "ja", "english": "en", "英語": "en", "eigo": "en"}

# ISO 3166 codes that mean no country (user-assigned), which langcodes takes for valid territories.
_NO_COUNTRY = {"AA", "ZZ", *(f"Q{c}" for c in "MNOPQRSTUVWXYZ"), *(f"X{c}" for c in "ABCDEFGHIJLMNOPQRSTUVWXYZ")}

# Countries whose code is also some other language's: `kr` is Kanuri. Only the hint looks here.
_COUNTRY_ALSO = {"kr": "ko", "uk": "en", "cn": "zh", "tw": "zh"}


def speakable() -> dict[str, str]:
    """The languages that can be given, as a parameter of a sentence in either language."""
    return {
        "en": ", ".join(f"{language.tag} ({language.name_en})" for language in LANGUAGES.values()),
        "ja": "、".join(f"{language.tag}({language.name_ja})" for language in LANGUAGES.values()),
    }


def language_parse(value: str | None) -> Language:
    """The language of a BCP 47 tag in any common spelling: `ja`, `ja-JP`, `en_US`, `eng`.

    Raises BadInput: language-missing, language-is-country, language-unsupported or language-unknown.
    """
    import langcodes  # 30 ms, and only those who parse a tag pay them

    if value is None or (isinstance(value, str) and not value.strip()):
        raise BadInput("language-missing", languages=speakable())
    if not isinstance(value, str):
        raise _refusal("language-unknown", str(value))
    given = value.strip()
    try:
        tag = langcodes.Language.get(given)
        is_valid = langcodes.tag_is_valid(given)
    except langcodes.LanguageTagError:
        raise _refusal("language-unknown", given, _NAMES.get(given.lower())) from None
    if not is_valid or tag.language in (None, "und"):
        if hint := _language_of_country(tag.language or tag.territory):
            raise _refusal("language-is-country", given, hint)
        raise _refusal("language-unknown", given, _NAMES.get(given.lower()))
    language = LANGUAGES.get(tag.language)
    if language is None:
        raise _refusal("language-unsupported", given, _COUNTRY_ALSO.get(given.lower()))
    if tag.script and tag.script not in language.scripts:
        raise _refusal("language-unsupported", given, language.tag)
    return language


def _language_of_country(code: str | None) -> str | None:
    """The language mostly spoken in a country (CLDR likely subtags), None if the code is no country."""
    import langcodes

    if not code or len(code) != 2 or code.upper() in _NO_COUNTRY:
        return None
    if not langcodes.Language.make(territory=code.upper()).is_valid():
        return None
    return langcodes.Language.get(f"und-{code.upper()}").maximize().language


def _refusal(code: str, given: str, hint: str | None = None) -> BadInput:
    # A hint that Koebo cannot speak would send the reader into the next refusal.
    is_useful = hint in LANGUAGES
    suggestion = {
        "en": f" Did you mean “{hint}”?" if is_useful else "",
        "ja": f"「{hint}」のことですか。" if is_useful else "",
    }
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in given)
    shown = printable if len(printable) <= 40 else printable[:40] + "…"
    return BadInput(code, measured=shown, hint=hint, suggestion=suggestion, languages=speakable())

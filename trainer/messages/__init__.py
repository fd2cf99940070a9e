"""What each code says to an operator, in English and in Japanese.

A sentence says what is wrong, what was measured against which limit, and what to do. Each area keeps its own file;
a code belongs to exactly one of them.
"""

from __future__ import annotations

from string import Formatter
from typing import Any

from trainer.messages import audio, base, check, engine, language, lines, overrides, pronunciations, text, transcripts

LOCALES = ("en", "ja")


def _merged(*areas: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    merged: dict[str, dict[str, str]] = {}
    for area in areas:
        if twice := merged.keys() & area.keys():
            raise ValueError(f"codes with two sentences: {', '.join(sorted(twice))}")
        merged.update(area)
    return merged


SENTENCES = _merged(
    language.SENTENCES,
    text.SENTENCES,
    lines.SENTENCES,
    pronunciations.SENTENCES,
    overrides.SENTENCES,
    audio.SENTENCES,
    transcripts.SENTENCES,
    engine.SENTENCES,
    check.SENTENCES,
    base.SENTENCES,
)


class _Lenient(Formatter):
    """Fills a sentence even when a figure is missing or not a number: reporting an error must not raise another."""

    def get_value(self, key, args, kwargs):
        return kwargs.get(key)

    def format_field(self, value, format_spec):
        if value is None:
            return "–"
        try:
            return super().format_field(value, format_spec)
        except (TypeError, ValueError):
            return str(value)


_formatter = _Lenient()


def sentence(code: str, locale: str | None = "en", **params: Any) -> str:
    """The sentence of `code` in the language of `locale` (`ja`, `ja-jp`, …; anything else reads English).

    A parameter given as {"en": …, "ja": …} is itself translated. Raises KeyError for a code without a sentence.
    """
    chosen = "ja" if (locale or "").lower().replace("_", "-").split("-")[0] == "ja" else "en"
    values = {name: _translated(value, chosen) for name, value in params.items()}
    return _formatter.vformat(SENTENCES[code][chosen], (), values)


def _translated(value: Any, locale: str) -> Any:
    if isinstance(value, dict) and value.keys() == set(LOCALES):
        return value[locale]
    return value

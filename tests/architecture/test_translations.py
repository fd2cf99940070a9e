"""Every sentence on screen exists in Japanese, whole and with the same placeholders."""

import io
import re
from functools import cache
from pathlib import Path

import polib
import pytest
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "voiceapp" / "locale" / "ja" / "LC_MESSAGES" / "django.po"
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"})
SOURCES = sorted(path for path in (ROOT / "voiceapp").rglob("*.py") if "migrations" not in path.parts)
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[a-z]|\{[a-z_]*\}|%[sd%]")


def _messages(path: Path) -> set[tuple[str | None, str]]:
    """Return the (context, English sentence) pairs of a template or module."""
    text = path.read_text()
    if path.suffix != ".py":
        # Django's templatize leaves calls between blanked text; without indentation it reads as Python.
        text = "\n".join(line.strip() for line in templatize(text).splitlines())
    messages = set()
    for _, message, _, context in extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS):
        singular = message[0] if isinstance(message, tuple) else message
        if singular:
            messages.add((context, singular))
    return messages


@cache
def _catalogue() -> dict:
    return {(entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete}


def _is_complete(entry) -> bool:
    strings = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return not entry.fuzzy and all(strings)


@pytest.mark.parametrize("path", TEMPLATES + SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_is_translated(path):
    missing = [
        message
        for context, message in sorted(_messages(path), key=str)
        if (context, message) not in _catalogue() or not _is_complete(_catalogue()[context, message])
    ]
    assert not missing


def test_translations_keep_their_placeholders():
    different = {
        entry.msgid: string
        for entry in _catalogue().values()
        for string in (entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr])
        # Japanese has one plural form, which may leave the number out of a singular but not drop other values.
        if set(PLACEHOLDER.findall(string)) != set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
    }
    assert not different


def test_no_translation_has_lost_its_sentence():
    used = set().union(*map(_messages, TEMPLATES + SOURCES))
    assert not set(_catalogue()) - used


def test_extraction_sees_what_it_should(tmp_path):
    template = tmp_path / "page.html"
    template.write_text(
        '{% load i18n %}<p>\n    {% translate "One" %}\n  {% blocktranslate count n=n trimmed %}\n  {{ n }} clip\n'
        '  {% plural %}\n {{ n }} clips{% endblocktranslate %} {% translate "May" context "month" %} {{ _("Two") }}\n'
    )
    assert _messages(template) == {(None, "One"), (None, "%(n)s clip"), ("month", "May"), (None, "Two")}

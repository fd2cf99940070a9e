"""What the preview says about a text beside its drawing: where remarks stand, what was rewritten, where words are from."""

from django import template
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from trainer.text.pronunciations import PARTS_OF_SPEECH
from trainer.verdicts import Verdict
from voiceapp.templatetags.koebo_phonemes import source_names

register = template.Library()


@register.simple_tag
def marked_text(phonemes):
    """The given text with the characters marked that a remark is about; the remark is the mark's title."""
    text = phonemes["text"]
    locale = get_language() or "en"
    pieces, done = [], 0
    for start, end, verdict in _places(phonemes):
        message = escape(verdict.message(locale))
        pieces.append(
            f'{escape(text[done:start])}<mark class="marked-{verdict.level}" title="{message}">'
            f'{escape(text[start:end])}<span class="visually-hidden"> ({message})</span></mark>'
        )
        done = end
    return mark_safe("".join(pieces) + escape(text[done:]))


@register.filter
def has_places(phonemes):
    return bool(phonemes) and bool(_places(phonemes))


def _places(phonemes) -> list[tuple[int, int, Verdict]]:
    """(start, end, verdict) of the remarks that name a position, in order and apart from each other."""
    text = phonemes["text"]
    lengths = {
        word["position"]: word["length"]
        for word in phonemes.get("words") or []
        if word.get("position") is not None and word.get("length")
    }
    places = []
    done = 0
    found = [Verdict.from_json(entry) for entry in phonemes.get("warnings") or [] if "level" in entry]
    for verdict in sorted((v for v in found if v.position is not None), key=lambda v: v.position):
        start = verdict.position
        if not done <= start < len(text):
            continue
        measured = str(verdict.measured or "").removesuffix("…")
        length = len(measured) if measured and text.startswith(measured, start) else lengths.get(start, 1)
        done = min(start + length, len(text))
        places.append((start, done, verdict))
    return places


@register.filter
def source_name(source):
    return source_names().get(source, source or "–")


@register.filter
def part_name(part):
    """A part of speech in the reader's language; what the engine calls otherwise stays as it is."""
    return part_names().get(part, part or "–")


def part_names() -> dict[str, str]:
    names = (
        _("noun"),
        _("proper noun"),
        _("family name"),
        _("given name"),
        _("place name"),
        _("verb"),
        _("adjective"),
        _("adverb"),
        _("interjection"),
        _("suffix"),
    )
    others = {
        "particle": _("particle"),
        "auxiliary": _("auxiliary"),
        "prefix": _("prefix"),
        "conjunction": _("conjunction"),
        "adnominal": _("adnominal"),
        "number": _("numeral"),
        "symbol": _("symbol"),
    }
    return dict(zip(PARTS_OF_SPEECH, names, strict=True)) | others


@register.filter
def rule_name(rule):
    """What a rule of normalisation does, in words."""
    return rule_names().get(rule, rule)


def rule_names() -> dict[str, str]:
    return {
        "abbreviation": _("abbreviation"),
        "accent": _("accented letter"),
        "address": _("address"),
        "contraction": _("contraction"),
        "date": _("date"),
        "ellipsis": _("ellipsis"),
        "elongation": _("elongated vowel"),
        "fraction": _("fraction"),
        "initials": _("initials"),
        "invisible": _("invisible characters"),
        "latin": _("Latin word"),
        "money": _("money"),
        "number": _("number"),
        "ordinal": _("ordinal"),
        "range": _("range"),
        "roman": _("Roman number"),
        "sign": _("sign"),
        "space": _("space"),
        "symbol": _("symbol"),
        "telephone": _("telephone number"),
        "time": _("time of day"),
        "unicode": _("form of a character"),
        "unit": _("unit"),
        "year": _("year"),
    }

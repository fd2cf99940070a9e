"""Phonemes as people read them: Japanese accent as high and low, English words over their phones."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from trainer.verdicts import Verdict

register = template.Library()


@register.simple_tag
def accent_marks(phonemes):
    """Accent phrases as kana: a line over each high mora, a stroke where the pitch falls.

    `phonemes` is `Phonemes.as_json()`. Colour and lines say nothing to a screen reader, hence the label.
    """
    phrases = (phonemes or {}).get("accent_phrases") or []
    return format_html_join(
        " ",
        '<span class="phrase" role="img" aria-label="{}">{}</span>',
        ((_spoken(phrase), _moras(phrase)) for phrase in phrases),
    )


def _moras(phrase):
    highs = phrase["highs"]
    cells = []
    for index, (mora, is_high) in enumerate(zip(phrase["moras"], highs, strict=True)):
        # A nucleus on the last mora falls only after the phrase; no low mora of its own shows that.
        falls = is_high and (phrase["nucleus"] == index + 1)
        classes = " ".join(["mora", *(["high"] if is_high else []), *(["fall"] if falls else [])])
        cells.append((classes, mora))
    return format_html_join("", '<span class="{}">{}</span>', cells)


def _spoken(phrase):
    kana = "".join(phrase["moras"])
    if phrase["nucleus"] == 0:
        return _("%(kana)s, flat accent") % {"kana": kana}
    return _("%(kana)s, falls after mora %(nucleus)s") % {"kana": kana, "nucleus": phrase["nucleus"]}


@register.simple_tag
def word_phones(phonemes):
    """English words, each over its ARPAbet phones."""
    words = (phonemes or {}).get("words") or []
    return format_html_join(
        " ",
        '<span class="word"><span>{}</span><span class="mono">{}</span></span>',
        ((word["word"], _joined(word["phones"])) for word in words),
    )


@register.simple_tag
def phone_string(phonemes):
    """The symbols that the model is taught, as they are."""
    return format_html('<span class="mono">{}</span>', " ".join((phonemes or {}).get("symbols") or []))


@register.filter
def phoneme_units(phonemes):
    """Moras or syllables of `Phonemes.as_json()`; None where there are no phonemes."""
    return None if not phonemes else phonemes.get("moras", phonemes.get("syllables"))


@register.filter
def phoneme_warnings(phonemes):
    """The warnings of `Phonemes.as_json()` as verdicts."""
    return [Verdict.from_json(entry) for entry in (phonemes or {}).get("warnings", []) if "level" in entry]


def _joined(phones):
    return phones if isinstance(phones, str) else " ".join(phones)

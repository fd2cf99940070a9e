"""Phonemes as people read them: Japanese accent as a line over kana, English words over their sounds.

All tags take `Phonemes.as_json()`, old rows included, which lack what later versions wrote. A page draws thousands of
moras, so the drawing is put together from cached cells.
"""

from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from trainer.text.ipa import spoken
from trainer.text.moras import split_phones
from trainer.text.overrides import pauses_of
from trainer.text.symbols import JAPANESE_VOWELS, SILENCES
from trainer.verdicts import Verdict

register = template.Library()

# Which layers a language has, and which are shown until somebody does.
LAYERS = {"ja": ("accent", "phones", "tones", "reading", "symbols"), "en": ("accent", "phones", "ipa", "symbols")}
LAYERS_AT_FIRST = ("accent", "phones")

# How the reading of a word was found, where that is worth a look.
MARKED_SOURCES = ("guess", "spelled", "converter", "rule", "pronunciation", "hand")


@dataclass(frozen=True)
class Mora:
    """One mora as it is drawn: `phones` separated by blanks, `classes` what its cell says by its looks."""

    kana: str
    phones: str
    is_high: bool
    is_nucleus: bool
    is_devoiced: bool
    classes: str

    @property
    def has_vowel(self) -> bool:
        return self.phones.split(" ")[-1] in JAPANESE_VOWELS


@dataclass(frozen=True)
class Phrase:
    """One accent phrase as it is drawn; `pause` is what follows it: `pau`, `?` or nothing."""

    moras: tuple[Mora, ...]
    nucleus: int
    pause: str

    @property
    def kana(self) -> str:
        return "".join(mora.kana for mora in self.moras)

    @property
    def words(self) -> str:
        """For those who cannot see lines over kana."""
        if self.nucleus == 0:
            said = _("%(kana)s, flat accent") % {"kana": self.kana}
        else:
            said = _("%(kana)s, falls after mora %(nucleus)s") % {"kana": self.kana, "nucleus": self.nucleus}
        return f"{said} ({pause_names()[self.pause]})" if self.pause else said


def phrases_of(phonemes) -> list[Phrase]:
    """The accent phrases of `Phonemes.as_json()`."""
    entries = (phonemes or {}).get("accent_phrases") or []
    if not entries:
        return []
    phones, pauses = _phones_and_pauses(phonemes, entries)
    return [
        Phrase(_moras(entry["moras"], entry["highs"], entry["nucleus"], sounds), entry["nucleus"], pause)
        for entry, sounds, pause in zip(entries, phones, pauses, strict=True)
    ]


def _phones_and_pauses(phonemes, entries):
    """Phones by mora and the pause after each phrase; from the symbols where a row keeps neither."""
    if all(entry.get("phones") for entry in entries):
        return [entry["phones"] for entry in entries], [entry["pause"] for entry in entries]
    symbols = phonemes.get("symbols") or []
    units = split_phones(symbol for symbol in symbols if symbol not in SILENCES)
    sizes = [len(entry["moras"]) for entry in entries]
    if len(units) != sum(sizes):
        return [[()] * size for size in sizes], [""] * len(sizes)
    left = iter(units)
    return [[next(left) for _mora in entry["moras"]] for entry in entries], pauses_of("ja", symbols, sizes)


def _moras(kana, highs, nucleus, phones) -> tuple[Mora, ...]:
    moras = []
    for index, (sign, is_high, sounds) in enumerate(zip(kana, highs, phones, strict=True)):
        is_devoiced = bool(sounds) and sounds[-1] in JAPANESE_VOWELS and sounds[-1].isupper()
        classes = ["mora"]
        if is_high:
            classes.append("high")
            if index and not highs[index - 1]:
                classes.append("rise")
            # A nucleus on the last mora falls only after the phrase; no low mora of its own shows that.
            if nucleus == index + 1:
                classes.append("fall")
        if is_devoiced:
            classes.append("devoiced")
        moras.append(Mora(sign, " ".join(sounds), is_high, nucleus == index + 1, is_devoiced, " ".join(classes)))
    return tuple(moras)


_PAUSES = {
    "": "",
    "pau": '<span class="rest" aria-hidden="true"></span>',
    "?": '<span class="rest question" aria-hidden="true">↗</span>',
}


@register.simple_tag
def accent_marks(phonemes):
    """Accent phrases as kana: a line over high moras with its rise and its fall, phones and tone below each mora.

    Lines and rings say nothing to a screen reader, hence the label of each phrase.
    """
    pieces = []
    for phrase in phrases_of(phonemes):
        cells = "".join(_cell(mora.kana, mora.classes, mora.phones, mora.is_high) for mora in phrase.moras)
        label = escape(phrase.words)
        pieces.append(f'<span class="phrase" role="img" aria-label="{label}">{cells}{_PAUSES[phrase.pause]}</span>')
    # Every part was escaped when its cell was made.
    return mark_safe(" ".join(pieces))


@lru_cache(maxsize=20_000)
def _cell(kana: str, classes: str, phones: str, is_high: bool) -> str:
    sign = f'<span class="ring">{escape(kana)}</span>' if "devoiced" in classes else escape(kana)
    below = f'<span class="phone">{escape(phones)}</span>' if phones else ""
    return (
        f'<span class="{classes}"><span class="kana">{sign}</span>{below}'
        f'<span class="tone">{2 if is_high else 1}</span></span>'
    )


@register.simple_tag
def word_phones(phonemes):
    """English words, each over its syllables in ARPAbet and over its IPA; stressed syllables stand out."""
    words = (phonemes or {}).get("words") or []
    pauses = [word["pause"] for word in words] if all("pause" in word for word in words) else _pauses(phonemes)
    sources, names = source_names(), pause_names()
    pieces = []
    for word, pause in zip(words, pauses, strict=True):
        source = word.get("source", "")
        mark = f" from-{source}" if source in MARKED_SOURCES else ""
        remarks = [sources[source]] if mark else []
        remarks += [names[pause]] if pause else []
        said = f'<span class="visually-hidden"> ({escape(", ".join(remarks))})</span>' if remarks else ""
        pieces.append(
            f'<span class="word{mark}{" paused" if pause else ""}"><span class="spelling">{escape(word["word"])}'
            f"{said}{_PAUSES[pause]}</span>{_sounds(_joined(word['phones']))}</span>"
        )
    # As above.
    return mark_safe(" ".join(pieces))


def _pauses(phonemes):
    sizes = [len(_joined(word["phones"]).split()) for word in phonemes["words"]]
    symbols = phonemes.get("symbols") or []
    if len([symbol for symbol in symbols if symbol not in SILENCES]) != sum(sizes):
        return [""] * len(sizes)
    return pauses_of("en", symbols, sizes)


@lru_cache(maxsize=20_000)
def _sounds(phones: str) -> str:
    said = spoken(phones)
    syllables = "".join(
        f'<span class="syllable{_stress(syllable)}">{escape(syllable)}</span>'
        for syllable in said.syllabified.split(" . ")
    )
    return f'<span class="arpabet">{syllables}</span><span class="ipa" lang="und-fonipa">{escape(said.ipa)}</span>'


def _stress(syllable: str) -> str:
    return " primary" if "1" in syllable else " secondary" if "2" in syllable else ""


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


@register.filter
def phoneme_sources(phonemes):
    """The sources among the words that the legend has to explain: (source, name)."""
    found = {word.get("source") for word in (phonemes or {}).get("words") or []}
    names = source_names()
    return [(source, names[source]) for source in MARKED_SOURCES if source in found]


@register.filter
def typed_in(form, name):
    """What was typed into a field of a form that was refused; nothing elsewhere."""
    return form.get(name, "") if form else ""


def pause_names() -> dict[str, str]:
    return {"pau": _("pause"), "?": _("question")}


def source_names() -> dict[str, str]:
    """How the reading of a word was found, in words."""
    return {
        "dictionary": _("dictionary"),
        "pronunciation": _("your dictionary"),
        "rule": _("chosen by context"),
        "number": _("number"),
        "converter": _("Latin word in katakana"),
        "spelled": _("letter by letter"),
        "guess": _("guessed"),
        "hand": _("set by hand"),
    }


@register.inclusion_tag("parts/phoneme_layers.html", takes_context=True)
def phoneme_layers(context, language, only=""):
    """Switches for the lines of the drawings on this page, or for some of them; the session remembers them."""
    names = {
        "accent": _("accent") if language == "ja" else _("stress"),
        "phones": _("phones") if language == "ja" else "ARPAbet",
        "ipa": "IPA",
        "tones": _("tones"),
        "reading": _("reading"),
        "symbols": _("all symbols"),
    }
    shown = layers_shown(context["request"])
    offered = only.split() or LAYERS[language]
    layers = [(key, names[key], key in shown) for key in LAYERS[language] if key in offered]
    return {"layers": layers, "language": language}


def layers_shown(request) -> list[str]:
    return request.session.get("phoneme_layers", list(LAYERS_AT_FIRST))


def _joined(phones):
    return phones if isinstance(phones, str) else " ".join(phones)

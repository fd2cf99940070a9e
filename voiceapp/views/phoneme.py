"""The phonemes of any text, as a model would be taught them."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from trainer.text import MAX_TEXT_CHARACTERS
from trainer.text.plausibility import line_verdicts
from voiceapp.errors import AppError, FieldInvalid
from voiceapp.models import LanguageTag
from voiceapp.models.clip import EXPLAINED_BY_LANGUAGE
from voiceapp.selectors.voice import voices_list
from voiceapp.services.other_language import phonemes_other
from voiceapp.services.phoneme import phonemes_preview
from voiceapp.templatetags.koebo_phonemes import LAYERS, layers_shown
from voiceapp.views.answers import fragment
from voiceapp.views.fetch import voice_for_operator

# So much of a text is carried in an address; a longer one is cut around the word that is corrected.
CHARACTERS_IN_ADDRESS = 150


@require_http_methods(["GET", "POST"])
def phoneme_preview(request):
    """The page, or for htmx only the phonemes. By POST, since 2,000 characters of Japanese are too long for a URL."""
    given = request.POST if request.method == "POST" else request.GET
    text, language, slug = given.get("text", ""), given.get("language", ""), given.get("voice", "")
    phonemes = refusal = None
    remarks = []
    try:
        voice = voice_for_operator(request.user, slug) if slug else None
        language = _language(language, voice)
        if text.strip():
            read = phonemes_preview(text=text, language=language, voice=voice)
            # What the gate would say of it as a line: there is no recording to compare it with.
            phonemes, remarks = read.as_json(), line_verdicts(read, None)
    except AppError as error:
        refusal = error
    context = {
        "nav": "phonemes",
        "text": text,
        "language": language,
        "voice": slug,
        "phonemes": phonemes,
        "remarks": remarks,
        "other": _other(phonemes, remarks),
        "word_rows": _word_rows(phonemes, slug),
        "correct_url": reverse("pronunciation-new"),
        "max_characters": MAX_TEXT_CHARACTERS,
        "languages": LanguageTag.choices,
    }
    if request.htmx:
        return fragment(request, "phonemes/_preview.html", context, error=refusal)
    context["voices"] = voices_list()
    status = refusal.status if refusal else 200
    return render(request, "phonemes/preview.html", {**context, "error": refusal}, status=status)


@require_POST
def phoneme_layers(request):
    """Remember which lines of the drawings somebody wants to see."""
    known = set().union(*LAYERS.values())
    offered = known.intersection(request.POST.getlist("offered"))
    chosen = offered.intersection(request.POST.getlist("layer"))
    request.session["phoneme_layers"] = sorted(set(layers_shown(request)) - offered | chosen)
    if request.htmx:
        return HttpResponse(status=204)
    back = request.META.get("HTTP_REFERER", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if is_ours else "phoneme-preview")


def _other(phonemes, remarks) -> dict | None:
    """What the other language makes of a text, where that explains what is wrong with it."""
    codes = {entry["code"] for entry in phonemes["warnings"]} if phonemes else set()
    if not EXPLAINED_BY_LANGUAGE & (codes | {verdict.code for verdict in remarks}):
        return None
    other = phonemes_other(text=phonemes["text"], language=phonemes["language"])
    return other.as_json() if other is not None else None


def _language(language, voice) -> str:
    """A voice has a language; another one beside it is a mistake that would mix up two dictionaries."""
    if voice is None:
        return language
    if language and language != voice.language:
        names = {"slug": voice.slug, "language": voice.get_language_display()}
        raise FieldInvalid(field="voice", reason=_("“%(slug)s” speaks %(language)s. Choose that language.") % names)
    return voice.language


def _word_rows(phonemes, slug: str) -> list[dict]:
    """The words of a text, each with the address of a form that corrects it."""
    if not phonemes:
        return []
    rows = []
    for word in phonemes["words"]:
        surface = word["word"] if phonemes["language"] == "ja" else word["word"].lower()
        reading = word.get("reading") or word.get("phones") or ""
        sentence = _around(phonemes["text"], word)
        back = {"language": phonemes["language"], "voice": slug, "text": sentence}
        query = {
            "language": phonemes["language"],
            "voice": slug,
            "surface": surface,
            "reading": reading,
            "nucleus": "" if word.get("nucleus") is None else word["nucleus"],
        }
        address = f"{reverse('phoneme-preview')}?{urlencode(back)}"
        queries = {"correct_query": urlencode(query), "back_query": urlencode({"back": address})}
        queries["sentence_query"] = urlencode({"sentence": sentence})
        rows.append({**word, "said": reading, **queries})
    return rows


def _around(text: str, word: dict) -> str:
    """As much of a text around a word as an address can carry."""
    if len(text) <= CHARACTERS_IN_ADDRESS:
        return text
    start = max(0, (word.get("position") or 0) - CHARACTERS_IN_ADDRESS // 2)
    return text[start : start + CHARACTERS_IN_ADDRESS]

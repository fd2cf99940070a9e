"""The phonemes of any text, as a model would be taught them."""

from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from trainer.text import MAX_TEXT_CHARACTERS
from voiceapp.errors import AppError
from voiceapp.models import LanguageTag
from voiceapp.services.phoneme import phonemes_preview
from voiceapp.views.answers import fragment


@require_http_methods(["GET", "POST"])
def phoneme_preview(request):
    """The page, or for htmx only the phonemes. By POST, since 2,000 characters of Japanese are too long for a URL."""
    given = request.POST if request.method == "POST" else request.GET
    text, language = given.get("text", ""), given.get("language", "")
    phonemes = refusal = None
    if text.strip():
        try:
            phonemes = phonemes_preview(text=text, language=language).as_json()
        except AppError as error:
            refusal = error
    context = {
        "nav": "phonemes",
        "text": text,
        "language": language,
        "phonemes": phonemes,
        "max_characters": MAX_TEXT_CHARACTERS,
        "languages": LanguageTag.choices,
    }
    if request.htmx:
        return fragment(request, "phonemes/_preview.html", context, error=refusal)
    status = refusal.status if refusal else 200
    return render(request, "phonemes/preview.html", {**context, "error": refusal}, status=status)

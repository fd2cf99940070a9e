"""Reference audio of a voice: the list, and registering one more."""

from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from voiceapp.errors import AppError
from voiceapp.selectors.voice import references_of_voice
from voiceapp.services.reference import reference_limits, reference_register
from voiceapp.views.answers import fragment
from voiceapp.views.fetch import voice_for_operator


@require_http_methods(["GET", "POST"])
def reference_list(request, slug):
    """GET: the list. POST: register the uploaded recording; the answer is the list, with the refusal if any."""
    voice = voice_for_operator(request.user, slug)
    refusal = added = None
    if request.method == "POST":
        try:
            added = reference_register(voice=voice, upload=request.FILES.get("audio"), actor=request.user)
        except AppError as error:
            refusal = error
    if not request.htmx:
        if refusal is not None:
            raise refusal
        return redirect("voice-detail", voice.slug)
    context = {
        "voice": voice,
        "references": references_of_voice(voice),
        "added": added,
        "limits": reference_limits(),
    }
    return fragment(request, "references/_list.html", context, error=refusal)

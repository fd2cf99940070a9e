"""How far the phonemes of a style's stale clips have been read anew; polls only while they are."""

from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from django_htmx.http import trigger_client_event

from voiceapp.services.phoneme_work import phoneme_work_state
from voiceapp.views.answers import polled
from voiceapp.views.fetch import style_for_operator


@require_safe
def phoneme_work(request, pk):
    style = style_for_operator(request.user, pk)
    if not request.htmx:
        return redirect("style-detail", style.pk)
    state = phoneme_work_state(style=style)
    response = polled(request, "phonemes/_work.html", {"style": style, "work": state}, is_live=state.is_live)
    # Only at the end: rows that wait are loaded anew, and would shut what somebody has open in them.
    if not state.is_live:
        trigger_client_event(response, "clips-changed")
    return response

"""What an operator decides about lines that look wrong: one by one, or all that the table is narrowed to."""

from django.http import QueryDict
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from voiceapp.errors import AppError
from voiceapp.selectors.clip_table import Narrowing
from voiceapp.services.acknowledgement import (
    clip_acknowledge as acknowledge,
)
from voiceapp.services.acknowledgement import (
    clip_acknowledgement_withdraw,
    clips_acknowledge,
    clips_leave_out,
)
from voiceapp.services.other_language import phonemes_other
from voiceapp.views.answers import fragment
from voiceapp.views.clip import clip_context, decide
from voiceapp.views.fetch import clip_for_operator, style_for_operator


@require_http_methods(["GET", "POST"])
def clip_acknowledge(request, pk):
    """GET: what holds the clip, and who acknowledged what. POST: acknowledge it, with the reason."""
    if request.method == "POST":
        return decide(request, pk, acknowledge, reason=request.POST.get("reason", ""))
    return fragment(request, "clips/_acknowledge.html", {"clip": clip_for_operator(request.user, pk)})


@require_POST
def clip_hold(request, pk):
    """Take an acknowledgement back."""
    return decide(request, pk, clip_acknowledgement_withdraw)


@require_safe
def clip_other(request, pk):
    """What the other language would have made of the transcript."""
    clip = clip_for_operator(request.user, pk)
    other = phonemes_other(text=clip.text, language=clip.style.voice.language)
    return fragment(request, "clips/_other.html", {"clip": clip, "other": other, "is_asked": True})


@require_POST
def clips_approve(request, pk):
    """Acknowledge all held clips that the table is narrowed to, with one reason."""

    def approve(style, clips, reason):
        count = clips_acknowledge(clips=clips, reason=reason, actor=request.user)
        return ngettext("%(count)s clip was acknowledged.", "%(count)s clips were acknowledged.", count) % {
            "count": count
        }

    return _decide_many(request, pk, approve)


@require_POST
def clips_exclude(request, pk):
    """Leave all clips out that the table is narrowed to, with one reason."""

    def exclude(style, clips, reason):
        count = clips_leave_out(style=style, clips=clips, reason=reason, actor=request.user)
        return ngettext("%(count)s clip was left out.", "%(count)s clips were left out.", count) % {"count": count}

    return _decide_many(request, pk, exclude)


def _decide_many(request, pk, service):
    style = style_for_operator(request.user, pk)
    reason = request.POST.get("reason", "")
    error = done = None
    try:
        done = service(style, Narrowing.parse(request.POST).clips(style), reason)
    except AppError as refusal:
        error = refusal
    if not request.htmx:
        if error is not None:
            raise error
        return redirect("style-detail", style.pk)
    request.GET = _narrowed_to(request.POST)  # links of the table lead on within what it is narrowed to
    context = clip_context(request, style) | {"done": done, "reason": reason if error else ""}
    response = fragment(request, "clips/_table.html", context, error=error)
    return response if error else trigger_client_event(response, "clips-changed")


def _narrowed_to(posted):
    query = QueryDict(mutable=True)
    query.update({name: posted[name] for name in ("show", "code", "search") if posted.get(name)})
    return query

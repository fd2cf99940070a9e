"""Styles: create one, and the page where its clips become a training run."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from voiceapp.errors import AppError, RunAlreadyLive
from voiceapp.forms import RunForm, StyleForm
from voiceapp.models import LIVE
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.selectors.gate import gate_findings
from voiceapp.selectors.voice_model import models_list
from voiceapp.services.phoneme_work import phoneme_work_state
from voiceapp.services.style import style_create
from voiceapp.services.training_run import run_create
from voiceapp.views.answers import form_fragment
from voiceapp.views.clip import clip_context, import_context
from voiceapp.views.fetch import style_for_operator, voice_for_operator

RUNS_SHOWN = 5
# Beyond so many clips, the page comes first, and gate and import report after it.
CLIPS_JUDGED_WITH_PAGE = 2000


@require_http_methods(["GET", "POST"])
def style_new(request, slug):
    voice = voice_for_operator(request.user, slug)
    form = StyleForm(request.POST or None)
    if form.is_valid():
        try:
            style = style_create(voice=voice, **form.cleaned_data, actor=request.user)
        except AppError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The style was created. Now import its clips."))
            return redirect("style-detail", style.pk)
    return render(request, "styles/form.html", {"nav": "voices", "form": form, "voice": voice}, status=form.status)


@require_safe
def style_detail(request, pk):
    style = style_for_operator(request.user, pk)
    is_huge = style.clips.count() > CLIPS_JUDGED_WITH_PAGE
    counts = clip_counts(style, is_audio_summed=not is_huge)
    context = {
        "nav": "voices",
        "style": style,
        "runs": style.runs.all()[:RUNS_SHOWN],
        "models": models_list().filter(style=style),
        "form": RunForm(style=style),
        "is_deferred": is_huge,
        "work": phoneme_work_state(style=style),
        **clip_context(request, style, counts),
    }
    if not is_huge:
        context |= _gate(style, counts) | import_context(style) | {"counts": counts}
    return render(request, "styles/detail.html", context)


@require_safe
def style_counts(request, pk):
    style = style_for_operator(request.user, pk)
    return render(request, "styles/_counts.html", {"style": style, "counts": clip_counts(style)})


@require_http_methods(["GET", "POST"])
def style_gate(request, pk):
    """GET: what stands in the way of a run. POST: queue one, and go to it; a second click goes to the same run."""
    style = style_for_operator(request.user, pk)
    form = RunForm(request.POST or None, style=style)
    if form.is_valid():
        try:
            return _redirect(request, run_create(style=style, **form.cleaned_data, actor=request.user))
        except RunAlreadyLive as error:
            return _redirect(request, error.run)
        except AppError as error:
            form.refuse(error)
    return form_fragment(request, "styles/_gate.html", {"style": style, **_gate(style)}, form=form)


def _gate(style, counts=None):
    return {
        "findings": gate_findings(style, counts),
        "live_run": style.runs.filter(status__in=LIVE).first(),
    }


def _redirect(request, run):
    response = redirect("run-detail", run.pk)
    return HttpResponseClientRedirect(response.url) if request.htmx else response

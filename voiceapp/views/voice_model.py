"""Voice models: the list with what was measured, and the page of one model."""

import math

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from trainer.voice import LENGTH_SCALE_RANGE
from voiceapp.selectors import voice_model as models
from voiceapp.selectors.warm_start import bases_list, runs_started_from, teachers_behind
from voiceapp.services import synthesis
from voiceapp.services.voice_model import model_make_current
from voiceapp.views.answers import page_of
from voiceapp.views.fetch import model_for_operator

MODELS_PER_PAGE = 50


@require_safe
def model_list(request):
    order = request.GET.get("order", models.DEFAULT_ORDER)
    page = page_of(request, models.models_list(order), MODELS_PER_PAGE)
    context = {"nav": "models", "models": page, "order": order, "bases": bases_list()}
    return render(request, "models/list.html", context)


@require_safe
def model_detail(request, pk):
    model = model_for_operator(request.user, pk)
    context = {
        "nav": "models",
        "model": model,
        "measurements": models.model_measurements(model),
        "sweeps": models.model_sweeps(model),
        "started_runs": runs_started_from(model),
        "teachers": teachers_behind(model),
        "length_scale_range": LENGTH_SCALE_RANGE,
        "max_characters": settings.VOICE_SPEECH_MAX_CHARACTERS,
    }
    return render(request, "models/detail.html", context)


@require_POST
def model_speak(request, pk):
    """A WAV of the text. Refusals are fragments (`voiceapp.middleware`), shown where the sound would stand."""
    model = model_for_operator(request.user, pk)
    text = request.POST.get("text", "")
    wav = synthesis.model_speak(voice_model=model, text=text, length_scale=_length_scale(request))
    return HttpResponse(wav, content_type="audio/wav", headers={"Cache-Control": "no-store"})


@require_safe
def model_download(request, pk):
    model = model_for_operator(request.user, pk)
    archive = synthesis.model_archive(voice_model=model)
    name = f"{model.style.voice.slug}-{model.style.slug}-{model.digest[:8]}.zip"
    return FileResponse(archive, as_attachment=True, filename=name, content_type="application/zip")


@require_POST
def model_promote(request, pk):
    model = model_for_operator(request.user, pk)
    model_make_current(voice_model=model, actor=request.user)
    messages.success(request, _("This model is now the current one of its style."))
    return redirect("model-detail", model.pk)


def _length_scale(request) -> float:
    try:
        return float(request.POST.get("length_scale") or 1)
    except ValueError:  # the range does not hold it either, and the refusal names the range
        return math.nan

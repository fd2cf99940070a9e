"""Voices: list, register, edit, and the page of one voice."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from voiceapp.errors import AppError
from voiceapp.forms import VoiceForm
from voiceapp.models import LanguageTag
from voiceapp.selectors.style import styles_list
from voiceapp.selectors.voice import references_of_voice, voices_list
from voiceapp.services.reference import reference_limits
from voiceapp.services.voice import CHANGEABLE, voice_create, voice_update
from voiceapp.views.fetch import voice_for_operator


@require_safe
def voice_list(request):
    return render(request, "voices/list.html", {"nav": "voices", "voices": voices_list()})


@require_http_methods(["GET", "POST"])
def voice_new(request):
    form = VoiceForm(request.POST or None)
    if form.is_valid():
        try:
            voice = voice_create(**form.cleaned_data, actor=request.user)
        except AppError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The voice was registered. Now add reference audio or a style."))
            return redirect("voice-detail", voice.slug)
    return _form_page(request, form, None)


@require_http_methods(["GET", "POST"])
def voice_edit(request, slug):
    voice = voice_for_operator(request.user, slug)
    form = VoiceForm(request.POST or None, initial={name: getattr(voice, name) for name in CHANGEABLE})
    if form.is_valid():
        try:
            voice_update(voice=voice, actor=request.user, **form.cleaned_data)
        except AppError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The changes were saved."))
            return redirect("voice-detail", form.cleaned_data["slug"])
    return _form_page(request, form, voice_for_operator(request.user, slug))


@require_safe
def voice_detail(request, slug):
    voice = voice_for_operator(request.user, slug)
    context = {
        "nav": "voices",
        "voice": voice,
        "references": references_of_voice(voice),
        "styles": styles_list().filter(voice=voice),
        "limits": reference_limits(),
    }
    return render(request, "voices/detail.html", context)


def _form_page(request, form, voice):
    context = {"nav": "voices", "form": form, "voice": voice, "languages": LanguageTag.choices}
    return render(request, "voices/form.html", context, status=form.status)

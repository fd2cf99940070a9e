"""Rows by their ids, for those who may see them. Every view gets its row here, so no view can forget to ask.

Everyone who can sign in is an operator and works on everything; a right that divides operators belongs here.
"""

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404

from voiceapp.models import (
    ApiToken,
    Clip,
    Pronunciation,
    PronunciationChange,
    ReferenceAudio,
    Style,
    TrainingRun,
    Voice,
    VoiceModel,
)
from voiceapp.selectors.pronunciation import pronunciation_get
from voiceapp.selectors.style import clip_get, style_get
from voiceapp.selectors.training_run import run_get
from voiceapp.selectors.voice import voice_by_slug
from voiceapp.selectors.voice_model import model_get


def voice_for_operator(user, slug: str) -> Voice:
    return _fetch(user, voice_by_slug, slug)


def reference_for_operator(user, pk: int) -> ReferenceAudio:
    return _fetch(user, ReferenceAudio.objects.get, pk=pk)


def style_for_operator(user, pk: int) -> Style:
    return _fetch(user, style_get, pk)


def clip_for_operator(user, pk: int) -> Clip:
    return _fetch(user, clip_get, pk)


def run_for_operator(user, pk) -> TrainingRun:
    return _fetch(user, run_get, pk)


def model_for_operator(user, pk: int) -> VoiceModel:
    return _fetch(user, model_get, pk)


def pronunciation_for_operator(user, pk: int) -> Pronunciation:
    return _fetch(user, pronunciation_get, pk)


def change_for_operator(user, pk: int) -> PronunciationChange:
    return _fetch(user, PronunciationChange.objects.select_related("voice").get, pk=pk)


def token_of_user(user, pk: int) -> ApiToken:
    """Tokens stand for one person: nobody else's are found."""
    return _fetch(user, ApiToken.objects.get, pk=pk, user=user)


def _fetch(operator, get, /, *args, **kwargs):
    if not (operator.is_authenticated and operator.is_active):
        raise PermissionDenied
    try:
        return get(*args, **kwargs)
    except ObjectDoesNotExist as error:
        raise Http404 from error

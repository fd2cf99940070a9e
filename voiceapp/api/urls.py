"""Addresses below /api/v1/. A URL name is `<noun>-<verb or part>`."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from voiceapp.api.views import (
    clip,
    coverage,
    gpu_worker,
    override,
    phoneme,
    pronunciation,
    reference,
    style,
    training_run,
    voice,
    voice_model,
)
from voiceapp.api.views.base import NothingHere

app_name = "api"

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(permission_classes=[], authentication_classes=[]), name="schema"),
    path("languages", voice.LanguageList.as_view(), name="language-list"),
    path("phonemes", phoneme.Phonemes.as_view(), name="phonemes"),
    path("pronunciations", pronunciation.PronunciationList.as_view(), name="pronunciation-list"),
    path("pronunciations/csv", pronunciation.PronunciationFile.as_view(), name="pronunciation-file"),
    path("pronunciations/changes", pronunciation.PronunciationChanges.as_view(), name="pronunciation-changes"),
    path("pronunciations/<int:pk>", pronunciation.PronunciationDetail.as_view(), name="pronunciation-detail"),
    path("voices", voice.VoiceList.as_view(), name="voice-list"),
    path("voices/<slug:slug>", voice.VoiceDetail.as_view(), name="voice-detail"),
    path("voices/<slug:slug>/references", reference.VoiceReferences.as_view(), name="voice-references"),
    path("voices/<slug:slug>/styles", style.VoiceStyles.as_view(), name="voice-styles"),
    path("references/<int:pk>", reference.ReferenceDetail.as_view(), name="reference-detail"),
    path("references/<int:pk>/audio", reference.ReferenceAudioFile.as_view(), name="reference-audio"),
    path("styles/<int:pk>", style.StyleDetail.as_view(), name="style-detail"),
    path("styles/<int:pk>/coverage", coverage.StyleCoverageDetail.as_view(), name="style-coverage"),
    path("styles/<int:pk>/gate", style.StyleGate.as_view(), name="style-gate"),
    path("styles/<int:pk>/warm-starts", style.StyleWarmStarts.as_view(), name="style-warm-starts"),
    path("styles/<int:pk>/clips", clip.StyleClips.as_view(), name="style-clips"),
    path("styles/<int:pk>/imports", clip.StyleImports.as_view(), name="style-imports"),
    path("imports/<int:pk>", clip.ImportDetail.as_view(), name="import-detail"),
    path("clips/<int:pk>", clip.ClipDetail.as_view(), name="clip-detail"),
    path("clips/<int:pk>/leave-out", clip.ClipLeaveOut.as_view(), name="clip-leave-out"),
    path("clips/<int:pk>/take-in", clip.ClipTakeIn.as_view(), name="clip-take-in"),
    path("clips/<int:pk>/acknowledge", clip.ClipAcknowledge.as_view(), name="clip-acknowledge"),
    path("clips/<int:pk>/override", override.ClipOverride.as_view(), name="clip-override"),
    path("clips/<int:pk>/audio", clip.ClipAudioFile.as_view(), name="clip-audio"),
    path("runs", training_run.RunList.as_view(), name="run-list"),
    path("runs/<uuid:pk>", training_run.RunDetail.as_view(), name="run-detail"),
    path("runs/<uuid:pk>/events", training_run.RunEvents.as_view(), name="run-events"),
    path("runs/<uuid:pk>/progress", training_run.RunProgressPoints.as_view(), name="run-progress"),
    path("runs/<uuid:pk>/phonemes", training_run.RunPhonemes.as_view(), name="run-phonemes"),
    path("runs/<uuid:pk>/log", training_run.RunLog.as_view(), name="run-log"),
    path("runs/<uuid:pk>/cancel", training_run.RunCancel.as_view(), name="run-cancel"),
    path("runs/<uuid:pk>/requeue", training_run.RunRequeue.as_view(), name="run-requeue"),
    path("models", voice_model.ModelList.as_view(), name="model-list"),
    path("models/<int:pk>", voice_model.ModelDetail.as_view(), name="model-detail"),
    path("models/<int:pk>/artefact", voice_model.ModelArtefact.as_view(), name="model-artefact"),
    path("models/<int:pk>/speech", voice_model.ModelSpeech.as_view(), name="model-speech"),
    path("models/<int:pk>/make-current", voice_model.ModelMakeCurrent.as_view(), name="model-make-current"),
    path("workers", gpu_worker.WorkerList.as_view(), name="worker-list"),
    re_path("", NothingHere.as_view()),
]

"""Pages and their fragments. A URL is called `<noun>-<verb>`, like its view and, for a fragment, its file and id."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from voiceapp.views import (
    api_token,
    audio,
    clip,
    clip_decision,
    coverage,
    gpu_worker,
    override,
    phoneme,
    reference,
    style,
    training_run,
    voice,
    voice_model,
)

urlpatterns = [
    path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", login_not_required(LogoutView.as_view()), name="logout"),
    # Models
    path("", voice_model.model_list, name="model-list"),
    path("models/<int:pk>/", voice_model.model_detail, name="model-detail"),
    path("models/<int:pk>/speak/", voice_model.model_speak, name="model-speak"),
    path("models/<int:pk>/sample/", audio.model_sample, name="model-sample"),
    path("models/<int:pk>/archive/", voice_model.model_download, name="model-download"),
    path("models/<int:pk>/current/", voice_model.model_promote, name="model-promote"),
    # Voices
    path("voices/", voice.voice_list, name="voice-list"),
    path("new-voice/", voice.voice_new, name="voice-new"),
    path("voices/<slug:slug>/", voice.voice_detail, name="voice-detail"),
    path("voices/<slug:slug>/edit/", voice.voice_edit, name="voice-edit"),
    path("voices/<slug:slug>/references/", reference.reference_list, name="reference-list"),
    path("references/<int:pk>/audio/", audio.reference_audio, name="reference-audio"),
    path("voices/<slug:slug>/new-style/", style.style_new, name="style-new"),
    # Styles and clips
    path("styles/<int:pk>/", style.style_detail, name="style-detail"),
    path("styles/<int:pk>/counts/", style.style_counts, name="style-counts"),
    path("styles/<int:pk>/gate/", style.style_gate, name="style-gate"),
    path("styles/<int:pk>/coverage/", coverage.style_coverage, name="style-coverage"),
    path("styles/<int:pk>/coverage/<str:kind>.csv", coverage.coverage_download, name="coverage-download"),
    path("styles/<int:pk>/import/", clip.clip_import, name="clip-import"),
    path("styles/<int:pk>/clips/", clip.clip_table, name="clip-table"),
    path("clips/<int:pk>/", clip.clip_row, name="clip-row"),
    path("clips/<int:pk>/override/", override.clip_override, name="clip-override"),
    path("clips/<int:pk>/text/", clip.clip_retype, name="clip-retype"),
    path("clips/<int:pk>/leave-out/", clip.clip_exclude, name="clip-exclude"),
    path("clips/<int:pk>/take-in/", clip.clip_include, name="clip-include"),
    path("clips/<int:pk>/delete/", clip.clip_remove, name="clip-remove"),
    path("clips/<int:pk>/acknowledge/", clip_decision.clip_acknowledge, name="clip-acknowledge"),
    path("clips/<int:pk>/hold/", clip_decision.clip_hold, name="clip-hold"),
    path("clips/<int:pk>/other-language/", clip_decision.clip_other, name="clip-other"),
    path("styles/<int:pk>/clips/acknowledge/", clip_decision.clips_approve, name="clips-approve"),
    path("styles/<int:pk>/clips/leave-out/", clip_decision.clips_exclude, name="clips-exclude"),
    path("clips/<int:pk>/audio/", audio.clip_audio, name="clip-audio"),
    # Phonemes
    path("phonemes/", phoneme.phoneme_preview, name="phoneme-preview"),
    path("phonemes/layers/", phoneme.phoneme_layers, name="phoneme-layers"),
    # Training runs
    path("runs/", training_run.run_list, name="run-list"),
    path("runs/<uuid:pk>/", training_run.run_detail, name="run-detail"),
    path("runs/<uuid:pk>/status/", training_run.run_status, name="run-status"),
    path("runs/<uuid:pk>/actions/", training_run.run_actions, name="run-actions"),
    path("runs/<uuid:pk>/curve/", training_run.run_curve, name="run-curve"),
    path("runs/<uuid:pk>/events/", training_run.run_events, name="run-events"),
    path("runs/<uuid:pk>/log/", training_run.run_log, name="run-log"),
    path("runs/<uuid:pk>/clips/", training_run.run_clips, name="run-clips"),
    path("runs/<uuid:pk>/samples/<int:step>/", audio.run_sample, name="run-sample"),
    path("runs/<uuid:pk>/cancel/", training_run.run_stop, name="run-stop"),
    path("runs/<uuid:pk>/requeue/", training_run.run_again, name="run-again"),
    # Workers and tokens
    path("workers/", gpu_worker.worker_list, name="worker-list"),
    path("tokens/", api_token.token_list, name="token-list"),
    path("tokens/<int:pk>/revoke/", api_token.token_withdraw, name="token-withdraw"),
]

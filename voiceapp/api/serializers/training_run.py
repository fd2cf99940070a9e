"""Training runs: their state, events, progress and frozen clips."""

from typing import Literal

from django.conf import settings
from rest_framework import serializers

from voiceapp.api.serializers.base import FiniteFloat, Number, PlainJson, StrictSerializer, Text, WholeNumber
from voiceapp.models import BaseArtefact, RunClip, RunEvent, RunProgress, RunStatus, TrainingRun
from voiceapp.sentences import run_sentence
from voiceapp.services.training_run import MINUTES_MIN

SEED_MAX = 2**31 - 1


class RunProgressSerializer(serializers.Serializer):
    """How far the training is; `percent` and `remaining_s` are null while nothing is known."""

    step = serializers.IntegerField()
    steps_planned = serializers.IntegerField(allow_null=True)
    elapsed_s = FiniteFloat()
    remaining_s = FiniteFloat(allow_null=True)
    percent = serializers.IntegerField(source="progress_percent", allow_null=True)
    losses = PlainJson()
    device = serializers.CharField()


class RunReasonSerializer(serializers.Serializer):
    code = serializers.CharField()
    detail = serializers.CharField()


class RunSerializer(serializers.ModelSerializer):
    style = serializers.IntegerField(source="style_id")
    style_slug = serializers.CharField(source="style.slug")
    voice = serializers.CharField(source="style.voice.slug")
    status_label = serializers.CharField(source="get_status_display")
    is_live = serializers.BooleanField()
    is_stopping = serializers.BooleanField()
    progress = RunProgressSerializer(source="*")
    reason = serializers.SerializerMethodField()
    model = serializers.SerializerMethodField()
    warm_start = serializers.SerializerMethodField(
        help_text="Digest of the artefact it starts from; null: from scratch."
    )
    warm_start_model = serializers.IntegerField(source="warm_start_id", allow_null=True)
    warm_start_base = serializers.IntegerField(source="warm_base_id", allow_null=True)
    created_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    audio_s = FiniteFloat()

    class Meta:
        model = TrainingRun
        fields = [
            "id",
            "style",
            "style_slug",
            "voice",
            "language",
            "status",
            "status_label",
            "is_live",
            "is_stopping",
            "minutes",
            "seed",
            "warm_start",
            "warm_start_model",
            "warm_start_base",
            "corpus_digest",
            "clip_count",
            "left_out_count",
            "audio_s",
            "attempt",
            "max_attempts",
            "worker_name",
            "heartbeat_at",
            "cancel_requested_at",
            "progress",
            "reason",
            "model",
            "created_at",
            "created_by",
            "queued_at",
            "started_at",
            "ended_at",
        ]

    def get_reason(self, run) -> RunReasonSerializer(allow_null=True):
        if not run.reason_code:
            return None
        detail = run_sentence(run.reason_code, run.reason_params, run.reason_detail)
        return {"code": run.reason_code, "detail": detail}

    def get_model(self, run) -> int | None:
        voice_model = getattr(run, "voice_model", None)
        return voice_model.pk if voice_model is not None else None

    def get_warm_start(self, run) -> str | None:
        return run.warm_start_digest or None


class RunDetailSerializer(RunSerializer):
    class Meta(RunSerializer.Meta):
        fields = [*RunSerializer.Meta.fields, "traceback"]


class RunCreateSerializer(StrictSerializer):
    style = WholeNumber(min_value=1, max_value=2**53)
    minutes = Number(min_value=MINUTES_MIN, max_value=settings.VOICE_TRAINING_MINUTES_MAX)
    seed = WholeNumber(min_value=0, max_value=SEED_MAX, default=0)
    warm_start = Text(max_length=64, allow_null=True, default=None, help_text="Digest of a model or of a base model.")


class WarmStartSerializer(serializers.Serializer):
    """Something that a run can start from: a model of a voice, or a base model. `id` is that of its kind."""

    digest = serializers.CharField()
    kind = serializers.SerializerMethodField()
    id = serializers.IntegerField()
    name = serializers.CharField(source="__str__")
    language = serializers.CharField()
    created_at = serializers.DateTimeField()

    def get_kind(self, source) -> Literal["model", "base"]:
        return "base" if isinstance(source, BaseArtefact) else "model"


class WarmStartListSerializer(serializers.Serializer):
    results = WarmStartSerializer(many=True)


class RunEventSerializer(serializers.ModelSerializer):
    detail = serializers.SerializerMethodField()
    actor = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    params = PlainJson()

    class Meta:
        model = RunEvent
        fields = ["at", "from_status", "to_status", "attempt", "code", "detail", "params", "actor"]

    def get_detail(self, event) -> str:
        return run_sentence(event.code, event.params, event.detail)


class RunPointSerializer(serializers.ModelSerializer):
    """One point of the loss curve."""

    losses = PlainJson()
    elapsed_s = FiniteFloat()
    learning_rate = FiniteFloat(allow_null=True)

    class Meta:
        model = RunProgress
        fields = ["attempt", "step", "elapsed_s", "losses", "learning_rate"]


class RunClipSerializer(serializers.ModelSerializer):
    """A clip as the run froze it: one tone a symbol; `units` counts moras (ja) or syllables (en)."""

    symbols = serializers.ListField(child=serializers.CharField())
    tones = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = RunClip
        fields = ["name", "clip", "sha256", "text", "symbols", "tones", "units", "duration_s"]


class RunLogSerializer(serializers.Serializer):
    text = serializers.CharField()


class RunStatusField(serializers.ChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=RunStatus.choices, **kwargs)

"""Voice models and what was measured on them."""

from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from trainer.voice import LENGTH_SCALE_RANGE
from voiceapp.api.serializers.base import FiniteFloat, Number, PlainJson, StrictSerializer, Text
from voiceapp.models import Measurement, VoiceModel
from voiceapp.selectors.warm_start import teachers_behind


class MeasurementSerializer(serializers.ModelSerializer):
    """`ci95` is the half-width of the 95 % interval; `conditions` say on what and where it was measured."""

    label = serializers.CharField(source="get_kind_display")
    value = FiniteFloat(allow_null=True)
    ci95 = FiniteFloat(allow_null=True)
    conditions = PlainJson()

    class Meta:
        model = Measurement
        fields = ["kind", "label", "value", "unit", "ci95", "sample_count", "verdict", "conditions", "measured_at"]


class ModelSerializer(serializers.ModelSerializer):
    """A model with its main figures; null is what was not measured."""

    style = serializers.IntegerField(source="style_id")
    style_slug = serializers.CharField(source="style.slug")
    voice = serializers.CharField(source="style.voice.slug")
    run = serializers.UUIDField(source="run_id")
    articulation_rate = FiniteFloat(allow_null=True)
    articulation_ci95 = FiniteFloat(allow_null=True)
    speaking_rate = FiniteFloat(allow_null=True)
    rate_unit = serializers.CharField(allow_null=True)
    content_check = FiniteFloat(allow_null=True)
    own_over_other = FiniteFloat(allow_null=True)
    real_time_factor = FiniteFloat(allow_null=True)

    class Meta:
        model = VoiceModel
        fields = [
            "id",
            "voice",
            "style",
            "style_slug",
            "run",
            "language",
            "digest",
            "size_bytes",
            "has_passed_content_check",
            "is_current",
            "articulation_rate",
            "articulation_ci95",
            "speaking_rate",
            "rate_unit",
            "content_check",
            "own_over_other",
            "real_time_factor",
            "created_at",
        ]


class TeacherSerializer(serializers.Serializer):
    """A voice that a base model learned from."""

    name = serializers.CharField()
    licence = serializers.CharField(default="")
    rights_holder = serializers.CharField(default="")
    note = serializers.CharField(default="")


class ModelDetailSerializer(ModelSerializer):
    versions = PlainJson()
    measurements = MeasurementSerializer(many=True)
    warm_start = serializers.SerializerMethodField(help_text="Digest of what its run started from; null: from scratch.")
    teachers = serializers.SerializerMethodField(
        help_text="Voices that base models before it learned from; null where its files cannot be opened."
    )
    started_runs = serializers.SerializerMethodField(help_text="Runs that started from it, newest first.")

    class Meta(ModelSerializer.Meta):
        fields = [*ModelSerializer.Meta.fields, "versions", "measurements", "warm_start", "teachers", "started_runs"]

    def get_warm_start(self, voice_model) -> str | None:
        return voice_model.run.warm_start_digest or None

    @extend_schema_field(TeacherSerializer(many=True, allow_null=True))
    def get_teachers(self, voice_model):
        teachers = teachers_behind(voice_model)
        return None if teachers is None else TeacherSerializer(teachers, many=True).data

    def get_started_runs(self, voice_model) -> list[UUID]:
        return list(voice_model.started_runs.values_list("pk", flat=True))


class SpeechSerializer(StrictSerializer):
    text = Text(allow_blank=True)
    length_scale = Number(min_value=LENGTH_SCALE_RANGE[0], max_value=LENGTH_SCALE_RANGE[1], default=1.0)

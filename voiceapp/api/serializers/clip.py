"""Clips."""

from rest_framework import serializers

from voiceapp.api.serializers.base import StrictSerializer, Text
from voiceapp.api.serializers.phoneme import PhonemesField
from voiceapp.api.serializers.stored_audio import AUDIO_FIELDS, StoredAudioSerializer, WaveformField
from voiceapp.models import Clip


class ClipSerializer(StoredAudioSerializer):
    """`phonemes` is what a model would be taught; null where the text gives none, and a verdict says why."""

    phonemes = PhonemesField(allow_null=True)
    is_rejected = serializers.BooleanField()
    is_blocking = serializers.BooleanField()
    is_trainable = serializers.BooleanField()
    is_held = serializers.BooleanField(help_text="Remarks hold the clip until somebody acknowledges them.")
    held_codes = serializers.ListField(child=serializers.CharField(), help_text="The codes of these remarks.")
    acknowledged_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    left_out_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)

    class Meta:
        model = Clip
        fields = [
            "id",
            "style",
            "name",
            "line",
            "text",
            "phonemes",
            "phonemes_digest",
            "is_rejected",
            "is_blocking",
            "is_trainable",
            "is_held",
            "held_codes",
            "acknowledged_codes",
            "acknowledged_at",
            "acknowledged_by",
            "acknowledged_reason",
            "left_out_at",
            "left_out_by",
            "left_out_reason",
            *AUDIO_FIELDS,
            "created_at",
        ]


class ClipDetailSerializer(ClipSerializer):
    waveform = WaveformField()

    class Meta(ClipSerializer.Meta):
        fields = [*ClipSerializer.Meta.fields, "waveform"]


class ClipUpdateSerializer(StrictSerializer):
    text = Text()


class ClipLeaveOutSerializer(StrictSerializer):
    reason = Text(max_length=300, allow_blank=True)


class ClipAcknowledgeSerializer(StrictSerializer):
    reason = Text(max_length=300, allow_blank=True)

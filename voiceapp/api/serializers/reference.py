"""Reference audio."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from voiceapp.api.serializers.base import StrictSerializer
from voiceapp.api.serializers.stored_audio import AUDIO_FIELDS, StoredAudioSerializer, WaveformField
from voiceapp.models import ReferenceAudio


class ReferenceSerializer(StoredAudioSerializer):
    voice = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    created_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)

    class Meta:
        model = ReferenceAudio
        fields = ["id", "voice", *AUDIO_FIELDS, "created_at", "created_by"]


class ReferenceDetailSerializer(ReferenceSerializer):
    waveform = WaveformField()

    class Meta(ReferenceSerializer.Meta):
        fields = [*ReferenceSerializer.Meta.fields, "waveform"]


@extend_schema_field({"type": "string", "format": "binary"})
class BinaryField(serializers.FileField):
    pass


class ReferenceUploadSerializer(StrictSerializer):
    file = BinaryField(allow_empty_file=True)


class UploadQuery(StrictSerializer):
    """For a body that is the recording itself: its original name, which is kept as text."""

    name = serializers.CharField(max_length=500, trim_whitespace=False)

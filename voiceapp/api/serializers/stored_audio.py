"""What references and clips tell alike about their recording."""

from rest_framework import serializers

from voiceapp.api.serializers.base import FiniteFloat
from voiceapp.api.serializers.verdict import VerdictSerializer

AUDIO_FIELDS = [
    "original_name",
    "sha256",
    "size_bytes",
    "format",
    "subtype",
    "content_type",
    "duration_s",
    "trimmed_duration_s",
    "sample_rate_hz",
    "channels",
    "peak_dbfs",
    "silence_ratio",
    "verdicts",
]


class StoredAudioSerializer(serializers.ModelSerializer):
    """Durations in seconds of the decoded samples; `trimmed_duration_s` without silence at both ends."""

    duration_s = FiniteFloat(allow_null=True)
    trimmed_duration_s = FiniteFloat(allow_null=True)
    peak_dbfs = FiniteFloat(allow_null=True)
    silence_ratio = FiniteFloat(allow_null=True)
    verdicts = VerdictSerializer(many=True)


class WaveformField(serializers.ListField):
    """At most 400 peak values, 0–100."""

    child = serializers.IntegerField()

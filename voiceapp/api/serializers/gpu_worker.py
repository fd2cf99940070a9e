"""Workers."""

from rest_framework import serializers

from voiceapp.models import GpuWorker


class WorkerSerializer(serializers.ModelSerializer):
    """Live only while its beat is recent: a killed process says nothing."""

    is_live = serializers.BooleanField()

    class Meta:
        model = GpuWorker
        fields = [
            "name",
            "host",
            "pid",
            "device",
            "sessions",
            "is_live",
            "started_at",
            "beat_at",
            "stopped_at",
            "stop_reason",
        ]

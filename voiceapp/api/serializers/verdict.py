"""Verdicts on a recording, a transcript line or a text, with their sentence in the caller's language."""

from rest_framework import serializers

from trainer.verdicts import LEVELS, Verdict
from voiceapp.api.problems import figure, verdict_json
from voiceapp.api.serializers.base import PlainJson


class VerdictSerializer(serializers.Serializer):
    """Reads entries as rows store them (`Verdict.as_json`)."""

    level = serializers.ChoiceField(choices=LEVELS)
    code = serializers.CharField()
    message = serializers.CharField()
    measured = PlainJson()
    limit = PlainJson()
    file = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField(allow_null=True)
    params = PlainJson()

    def to_representation(self, entry):
        return figure(verdict_json(Verdict.from_json(entry)))

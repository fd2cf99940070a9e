"""Phonemes of a text, in the shape that `python -m trainer phonemes` prints."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from trainer.text import MAX_TEXT_CHARACTERS
from trainer.verdicts import Verdict
from voiceapp.api.problems import verdict_json
from voiceapp.api.serializers.base import LanguageInput, StrictSerializer, Text
from voiceapp.api.serializers.verdict import VerdictSerializer

TEXTS_MAX = 100


class AccentPhraseSerializer(serializers.Serializer):
    """One flag a mora says whether it is high; `nucleus` counts from 1, and 0 means that the pitch does not fall."""

    moras = serializers.ListField(child=serializers.CharField())
    highs = serializers.ListField(child=serializers.BooleanField())
    nucleus = serializers.IntegerField()


class WordSerializer(serializers.Serializer):
    word = serializers.CharField()
    phones = serializers.CharField()


class PhonemesSerializer(serializers.Serializer):
    """`moras` stands for Japanese, `syllables` for English; never both."""

    language = serializers.CharField()
    text = serializers.CharField()
    normalized = serializers.CharField()
    reading = serializers.CharField()
    symbols = serializers.ListField(child=serializers.CharField())
    tones = serializers.ListField(child=serializers.IntegerField())
    moras = serializers.IntegerField(required=False)
    syllables = serializers.IntegerField(required=False)
    accent_phrases = AccentPhraseSerializer(many=True)
    words = WordSerializer(many=True)
    warnings = VerdictSerializer(many=True)
    engine = serializers.CharField()
    digest = serializers.CharField()


@extend_schema_field(PhonemesSerializer)
class PhonemesField(serializers.Field):
    """Phonemes as a row keeps them; only the sentences of the warnings depend on the reader."""

    def to_representation(self, value):
        warnings = [verdict_json(Verdict.from_json(entry)) for entry in value["warnings"]]
        return {**value, "warnings": warnings}


class PhonemesResultSerializer(serializers.Serializer):
    results = PhonemesSerializer(many=True)


class PhonemesRequestSerializer(StrictSerializer):
    """Either one `text` or several `texts`."""

    language = LanguageInput(default=None)
    text = Text(required=False, allow_blank=True)
    texts = serializers.ListField(
        child=Text(allow_blank=True, max_length=MAX_TEXT_CHARACTERS), required=False, max_length=TEXTS_MAX
    )

"""Voices, and the languages that they can have."""

from rest_framework import serializers

from voiceapp.api.serializers.base import LanguageInput, Slug, StrictSerializer, Text, WholeNumber
from voiceapp.models import Voice


class LanguageSerializer(serializers.Serializer):
    tag = serializers.CharField()
    name_en = serializers.CharField()
    name_ja = serializers.CharField()
    unit = serializers.ChoiceField(choices=["mora", "syllable"])
    rate_unit = serializers.CharField()


class VoiceSerializer(serializers.ModelSerializer):
    style_count = serializers.IntegerField()
    reference_count = serializers.IntegerField()
    model_count = serializers.IntegerField()

    class Meta:
        model = Voice
        fields = [
            "slug",
            "name",
            "language",
            "caption",
            "seed",
            "rights_holder",
            "rights_permission",
            "rights_granted_on",
            "rights_licence",
            "created_at",
            "style_count",
            "reference_count",
            "model_count",
        ]
        read_only_fields = fields


class Day(serializers.DateField):
    """A date as ISO 8601 writes it."""


class VoiceCreateSerializer(StrictSerializer):
    """The language is judged by the service, which says what Koebo can speak, also when none is given."""

    slug = Slug(max_length=64)
    name = Text(max_length=120)
    language = LanguageInput(default=None)
    caption = Text(max_length=2000, allow_blank=True, default="")
    seed = WholeNumber(min_value=0, max_value=2**31 - 1, default=0)
    rights_holder = Text(max_length=200)
    rights_permission = Text(max_length=2000)
    rights_granted_on = Day()
    rights_licence = Text(max_length=200)


class VoiceUpdateSerializer(StrictSerializer):
    slug = Slug(max_length=64, required=False)
    name = Text(max_length=120, required=False)
    language = LanguageInput(required=False)
    caption = Text(max_length=2000, allow_blank=True, required=False)
    seed = WholeNumber(min_value=0, max_value=2**31 - 1, required=False)
    rights_holder = Text(max_length=200, required=False)
    rights_permission = Text(max_length=2000, required=False)
    rights_granted_on = Day(required=False)
    rights_licence = Text(max_length=200, required=False)

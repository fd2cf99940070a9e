"""Phones and accent set by hand for a clip."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from voiceapp.api.serializers.base import StrictSerializer, Text
from voiceapp.api.serializers.phoneme import PhonemesField


class OverrideMoraSerializer(serializers.Serializer):
    kana = serializers.CharField(help_text="One mora in katakana.")
    devoiced = serializers.BooleanField()


class OverridePhraseSerializer(serializers.Serializer):
    """`nucleus` is the mora before the fall, from 1; 0 for none. `pause` is `pau`, `?` or empty; not `pau` at the end."""

    moras = OverrideMoraSerializer(many=True)
    nucleus = serializers.IntegerField()
    pause = serializers.CharField(allow_blank=True)


class OverrideWordSerializer(serializers.Serializer):
    """`phones` is ARPAbet with stress digits; `pause` is `pau`, `?` or empty; not `pau` at the end."""

    word = serializers.CharField()
    phones = serializers.CharField()
    pause = serializers.CharField(allow_blank=True)


class Unjudged(serializers.JSONField):
    """Whatever was given, for `trainer.text.overrides` alone to judge: it names the place and what is wrong there."""


@extend_schema_field(OverridePhraseSerializer(many=True))
class OverridePhrases(Unjudged):
    pass


@extend_schema_field(OverrideWordSerializer(many=True))
class OverrideWords(Unjudged):
    pass


class OverrideSerializer(StrictSerializer):
    """`accent_phrases` for Japanese, `words` for English. `text` is the transcript that it is meant for."""

    text = Text()
    accent_phrases = OverridePhrases(required=False)
    words = OverrideWords(required=False)


class OverrideStateSerializer(serializers.Serializer):
    """`override` is what was set, or null; it is applied only while the transcript is the one that it was set for.
    `structure` is what the clip is taught now, in the form that PUT takes; null until its transcript was read."""

    override = OverrideSerializer(allow_null=True)
    is_applied = serializers.BooleanField()
    set_at = serializers.DateTimeField(allow_null=True)
    set_by = serializers.CharField(allow_null=True)
    structure = OverrideSerializer(allow_null=True)
    phonemes = PhonemesField(allow_null=True)

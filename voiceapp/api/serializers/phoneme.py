"""Phonemes of a text, in the shape that `python -m trainer phonemes` prints."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from trainer.text import MAX_TEXT_CHARACTERS
from trainer.verdicts import Verdict
from voiceapp.api.problems import verdict_json
from voiceapp.api.serializers.base import LanguageInput, Slug, StrictSerializer, Text
from voiceapp.api.serializers.verdict import VerdictSerializer

TEXTS_MAX = 100
STREAMED_TEXTS_MAX = 10_000


class AccentPhraseSerializer(serializers.Serializer):
    """One flag a mora says whether it is high; `nucleus` counts from 1, and 0 means that the pitch does not fall.

    `phones` are listed by mora. `pause` is the silence that follows: `pau`, `?` (a question) or empty.
    """

    moras = serializers.ListField(child=serializers.CharField())
    highs = serializers.ListField(child=serializers.BooleanField())
    nucleus = serializers.IntegerField()
    phones = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    pause = serializers.CharField(allow_blank=True)


class WordSerializer(serializers.Serializer):
    """`source` tells where the sounds come from: dictionary, pronunciation (an operator's), rule, number, converter
    (a Latin word in katakana), spelled or guess. Japanese words have `reading`, `nucleus` and `part_of_speech`, English
    ones the rest. `position` is null where it cannot be told."""

    word = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    length = serializers.IntegerField()
    source = serializers.CharField()
    reading = serializers.CharField(required=False)
    nucleus = serializers.IntegerField(required=False, allow_null=True)
    part_of_speech = serializers.CharField(required=False)
    phones = serializers.CharField(required=False)
    ipa = serializers.CharField(required=False)
    syllables = serializers.IntegerField(required=False)
    syllabified = serializers.CharField(required=False)
    pause = serializers.CharField(required=False, allow_blank=True)


class ChangeSerializer(serializers.Serializer):
    """What normalisation rewrote: `before` at `position` of the text became `after`, by the rule named `rule`."""

    position = serializers.IntegerField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    rule = serializers.CharField()


class PhonemesSerializer(serializers.Serializer):
    """`moras` stands for Japanese, `syllables` for English; never both.

    `dictionary` is the version of the pronunciations in force, empty where there are none. `overridden` tells that an
    operator set the sounds of this very utterance. Rows of earlier versions lack what they did not know.
    """

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
    changes = ChangeSerializer(many=True, required=False)
    engine = serializers.CharField()
    dictionary = serializers.CharField(required=False)
    overridden = serializers.BooleanField(required=False)
    digest = serializers.CharField()


@extend_schema_field(PhonemesSerializer)
class PhonemesField(serializers.Field):
    """Phonemes as a row keeps them; only the sentences of the warnings depend on the reader."""

    def to_representation(self, value):
        warnings = [verdict_json(Verdict.from_json(entry)) for entry in value["warnings"]]
        return {**value, "warnings": warnings}


class PreviewSerializer(PhonemesSerializer):
    """`warnings` are about the reading; `remarks` about the text as a line of a corpus, as `check` and the gate make
    them where there is no recording."""

    remarks = VerdictSerializer(many=True)


class PhonemesResultSerializer(serializers.Serializer):
    results = PreviewSerializer(many=True)


class LineErrorSerializer(serializers.Serializer):
    line = serializers.IntegerField(help_text="Of the text in `texts`, from 1.")
    code = serializers.CharField()
    detail = serializers.CharField()
    measured = serializers.JSONField()
    limit = serializers.JSONField()


class RefusedLineSerializer(serializers.Serializer):
    """Stands in the place of a text that was refused."""

    error = LineErrorSerializer()


class SummaryLineSerializer(serializers.Serializer):
    """The last line. A stream without it broke off."""

    lines = serializers.IntegerField()
    refused = serializers.IntegerField()


class PhonemesRequestSerializer(StrictSerializer):
    """Either one `text` or several `texts`: up to 100 of at most 2,000 characters, or as JSON lines up to 10,000.

    With `voice`, its pronunciations are in force, and `language` may be left out.
    """

    language = LanguageInput(required=False)
    voice = Slug(required=False, max_length=64)
    text = Text(required=False, allow_blank=True)
    texts = serializers.ListField(child=Text(allow_blank=True), required=False, max_length=STREAMED_TEXTS_MAX)


class PhonemesAtOnceSerializer(PhonemesRequestSerializer):
    """What is answered in one document: too long a text refuses it as a whole."""

    texts = serializers.ListField(
        child=Text(allow_blank=True, max_length=MAX_TEXT_CHARACTERS), required=False, max_length=TEXTS_MAX
    )

"""Entries of the pronunciation dictionary, and the steps of its history."""

from rest_framework import serializers

from voiceapp.api.paging import PageQuery
from voiceapp.api.serializers.base import LanguageInput, PlainJson, Slug, StrictSerializer, Text, WholeNumber
from voiceapp.models import LanguageTag, PartOfSpeech, Pronunciation, PronunciationChange
from voiceapp.services.pronunciation import NOTE_CHARACTERS_MAX, pronunciation_mark

MARK_CHARACTERS_MAX = 64


class PronunciationSerializer(serializers.ModelSerializer):
    """`voice` is null for an entry of every voice. `mark` stands for what the entry is; it is its ETag too."""

    voice = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)
    updated_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    part_of_speech = serializers.CharField()
    mark = serializers.SerializerMethodField()

    class Meta:
        model = Pronunciation
        fields = [
            "id",
            "language",
            "voice",
            "surface",
            "reading",
            "nucleus",
            "part_of_speech",
            "note",
            "mark",
            "created_at",
            "updated_at",
            "updated_by",
        ]

    def get_mark(self, row) -> str:
        return pronunciation_mark(row)


class PronunciationChangeSerializer(serializers.ModelSerializer):
    """One step; `before` or `after` is null where the entry was not there. `version` is that of the scope's entries."""

    voice = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)
    actor = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    before = PlainJson()
    after = PlainJson()

    class Meta:
        model = PronunciationChange
        fields = ["id", "language", "voice", "surface", "before", "after", "version", "at", "actor"]


class PronunciationCreateSerializer(StrictSerializer):
    """Texts are judged by the service, which says what is wrong with them."""

    language = LanguageInput(default=None)
    voice = Slug(max_length=64, allow_null=True, default=None)
    surface = Text(allow_blank=True)
    reading = Text(allow_blank=True)
    nucleus = WholeNumber(allow_null=True, default=None)
    part_of_speech = serializers.ChoiceField(choices=PartOfSpeech.choices, allow_blank=True, default="")
    note = Text(allow_blank=True, default="", max_length=NOTE_CHARACTERS_MAX)


class PronunciationUpdateSerializer(StrictSerializer):
    """`expected` is the `mark` of what was seen; `If-Match` says the same."""

    reading = Text(required=False, allow_blank=True)
    nucleus = WholeNumber(required=False, allow_null=True)
    part_of_speech = serializers.ChoiceField(choices=PartOfSpeech.choices, required=False)
    note = Text(required=False, allow_blank=True, max_length=NOTE_CHARACTERS_MAX)
    expected = Text(required=False, max_length=MARK_CHARACTERS_MAX)


class PronunciationQuery(PageQuery):
    """`scope`: every entry, those of every voice, or those of `voice`."""

    language = serializers.ChoiceField(choices=LanguageTag.choices, required=False)
    scope = serializers.ChoiceField(choices=["all", "installation"], default="all")
    voice = serializers.SlugField(required=False)
    search = serializers.CharField(required=False, max_length=100)


class PronunciationChangeQuery(PageQuery):
    language = serializers.ChoiceField(choices=LanguageTag.choices, required=False)
    voice = serializers.SlugField(required=False)
    surface = serializers.CharField(required=False, max_length=100)


class PronunciationFileQuery(StrictSerializer):
    language = serializers.ChoiceField(choices=LanguageTag.choices)
    voice = serializers.SlugField(required=False)


class PronunciationImportQuery(PronunciationFileQuery):
    """`dry_run`: only say what would happen. `expected_version`: the `version` of a dry run; if the dictionary has
    changed since, nothing is imported."""

    dry_run = serializers.BooleanField(default=False)
    expected_version = serializers.CharField(required=False, allow_blank=True, max_length=16)


class PlannedLineSerializer(serializers.Serializer):
    line = serializers.IntegerField()
    surface = serializers.CharField()
    outcome = serializers.ChoiceField(choices=["added", "changed", "unchanged", "refused"])
    before = PlainJson()
    after = PlainJson()
    code = serializers.CharField()
    detail = serializers.CharField(source="refusal_detail")


class ImportCountsSerializer(serializers.Serializer):
    """added + changed + unchanged + refused = the number of lines."""

    added = serializers.IntegerField()
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    refused = serializers.IntegerField()


class PronunciationImportSerializer(serializers.Serializer):
    is_imported = serializers.BooleanField()
    version = serializers.CharField()
    encoding = serializers.CharField()
    total = serializers.IntegerField()
    counts = ImportCountsSerializer()
    lines = PlannedLineSerializer(many=True)

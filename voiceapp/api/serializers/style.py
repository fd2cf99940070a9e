"""Styles, the gate before their runs, and clip imports."""

from rest_framework import serializers

from voiceapp.api.serializers.base import FiniteFloat, Slug, StrictSerializer, Text
from voiceapp.api.serializers.reference import BinaryField
from voiceapp.api.serializers.verdict import VerdictSerializer
from voiceapp.models import ClipImport, Style


class StyleSerializer(serializers.ModelSerializer):
    voice = serializers.CharField(source="voice.slug")
    language = serializers.CharField(source="voice.language")

    class Meta:
        model = Style
        fields = ["id", "voice", "slug", "name", "language", "created_at"]


class ClipCountsSerializer(serializers.Serializer):
    total = serializers.IntegerField()
    trainable = serializers.IntegerField()
    blocking = serializers.IntegerField()
    left_out = serializers.IntegerField()
    warned = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Usable ones that wait for an acknowledgement.")
    stale = serializers.IntegerField(help_text="Usable ones whose phonemes are being made anew.")
    overridden = serializers.IntegerField()
    acknowledged = serializers.IntegerField()
    speechless = serializers.IntegerField()
    audio_s = FiniteFloat()


class StyleDetailSerializer(StyleSerializer):
    clips = ClipCountsSerializer(source="counts")

    class Meta(StyleSerializer.Meta):
        fields = [*StyleSerializer.Meta.fields, "clips"]


class StyleCreateSerializer(StrictSerializer):
    slug = Slug(max_length=64)
    name = Text(max_length=120)


class FindingSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()
    count = serializers.IntegerField()
    clip_names = serializers.ListField(child=serializers.CharField(), help_text="The first twenty.")
    codes = serializers.ListField(child=serializers.CharField(), help_text="What holds these, for `clips-held`.")


class GateSerializer(serializers.Serializer):
    is_open = serializers.BooleanField()
    findings = FindingSerializer(many=True)


class ImportEntrySerializer(serializers.Serializer):
    """One thing delivered: an audio file, or a line without one."""

    name = serializers.CharField(allow_null=True)
    file = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    outcome = serializers.ChoiceField(choices=["accepted", "warned", "rejected", "unchanged", "pending"])
    verdicts = VerdictSerializer(many=True)


class ClipImportSerializer(serializers.ModelSerializer):
    """accepted + warned + rejected + unchanged + pending = total = the number of entries of the report.

    Pending: of a large delivery, registered; the text is judged by a job, which then counts it above.
    """

    created_by = serializers.SlugRelatedField(slug_field="username", read_only=True, allow_null=True)
    total = serializers.IntegerField()

    class Meta:
        model = ClipImport
        fields = [
            "id",
            "style",
            "created_at",
            "created_by",
            "transcript_name",
            "transcript_guess",
            "files_in",
            "lines_in",
            "accepted",
            "warned",
            "rejected",
            "unchanged",
            "pending",
            "total",
        ]


class ClipImportDetailSerializer(ClipImportSerializer):
    report = ImportEntrySerializer(many=True)

    class Meta(ClipImportSerializer.Meta):
        fields = [*ClipImportSerializer.Meta.fields, "report"]


class ClipImportUploadSerializer(StrictSerializer):
    files = serializers.ListField(child=BinaryField(allow_empty_file=True), allow_empty=False)
    transcript = BinaryField(allow_empty_file=True, required=False)

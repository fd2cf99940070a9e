"""Coverage: which sounds the clips of a style contain."""

from rest_framework import serializers

from voiceapp.api.serializers.base import FiniteFloat


class LengthsSerializer(serializers.Serializer):
    """`counts[i]`: clips from `i * step` to below `(i + 1) * step`; the last is open upwards."""

    step = FiniteFloat()
    counts = serializers.ListField(child=serializers.IntegerField())
    quantiles = serializers.ListField(child=FiniteFloat(), help_text="0, 5, 25, 50, 75, 95 and 100 %.")


class ProposalSerializer(serializers.Serializer):
    """A sentence of the built-in script, with what it adds to those before it."""

    text = serializers.CharField()
    new = serializers.ListField(child=serializers.CharField())
    new_pairs = serializers.ListField(child=serializers.CharField())
    more = serializers.ListField(child=serializers.CharField())


class CoverageSerializer(serializers.Serializer):
    """Of usable clips. Missing: nowhere; rare: less than five times. Pairs of phones are written "k a"; silences are
    one, `sil`."""

    language = serializers.CharField()
    sentences = serializers.IntegerField()
    rejected = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())
    phones = serializers.DictField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.CharField())
    rare = serializers.ListField(child=serializers.CharField())
    optional_missing = serializers.ListField(child=serializers.CharField())
    diphones = serializers.DictField(child=serializers.IntegerField())
    expected_diphones = serializers.IntegerField()
    missing_diphones = serializers.ListField(child=serializers.CharField())
    rare_diphones = serializers.ListField(child=serializers.CharField())
    tones = serializers.DictField(child=serializers.IntegerField())
    questions = serializers.IntegerField()
    exclamations = serializers.IntegerField()
    units = LengthsSerializer()
    seconds = LengthsSerializer()
    proposals = ProposalSerializer(many=True)


class CoverageStateSerializer(serializers.Serializer):
    """`is_current`: about the clips as they are now. If not, they are being counted: ask again; `coverage` is the last
    one, or null."""

    is_current = serializers.BooleanField()
    computed_at = serializers.DateTimeField(allow_null=True)
    coverage = CoverageSerializer(allow_null=True)

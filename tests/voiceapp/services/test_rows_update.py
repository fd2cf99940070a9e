"""Many rows are written as `bulk_update` would write them."""

import pytest

from tests.voiceapp import rows
from voiceapp.models import Clip
from voiceapp.services.rows_update import rows_update

pytestmark = pytest.mark.django_db

FIELDS = ["phonemes", "phonemes_version", "verdicts", "is_held", "duration_s", "left_out_at"]


def test_each_row_gets_its_own_values_and_no_other_field_is_written():
    style = rows.style()
    clips = [rows.clip(style, f"{number}") for number in range(3)]
    for number, clip in enumerate(clips):
        clip.phonemes = {"text": "100 % “ハイ”", "number": number} if number else None
        clip.phonemes_version, clip.verdicts, clip.is_held = f"v{number}", [{"code": "x", "limit": None}], bool(number)
        clip.duration_s, clip.text = 0.1 + number, "not to be written"
    rows_update(rows=clips, fields=FIELDS)
    stored = {clip.pk: clip for clip in Clip.objects.all()}
    for clip in clips:
        found = stored[clip.pk]
        assert [getattr(found, name) for name in FIELDS] == [getattr(clip, name) for name in FIELDS]
        assert found.text == "こんにちは。"
    assert list(Clip.objects.filter(phonemes__isnull=True)) == [clips[0]]


def test_no_rows_are_no_statement(django_assert_num_queries):
    with django_assert_num_queries(0):
        rows_update(rows=[], fields=FIELDS)

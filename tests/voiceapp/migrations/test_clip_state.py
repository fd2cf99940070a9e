"""Clips from before there were columns for what their verdicts come to."""

import importlib

import pytest
from django.apps import apps
from django.db import connection

from tests.voiceapp import rows
from voiceapp.models import Clip

MARKUP = {"level": "warn", "code": "text-markup", "params": {}}


@pytest.mark.django_db
def test_old_clips_get_the_columns_that_new_ones_have():
    style = rows.style()
    rows.clip(style, "sound")
    rows.clip(style, "fixed", verdicts=[{"level": "fix", "code": "resampled", "params": {}}])
    rows.clip(style, "held", verdicts=[MARKUP])
    rows.clip(style, "rejected", verdicts=[MARKUP, {"level": "reject", "code": "silent", "params": {}}])
    accepted = rows.clip(style, "accepted", verdicts=[MARKUP])
    accepted.acknowledged_codes, accepted.acknowledged_digest = ["text-markup"], accepted.phonemes_digest
    accepted.judge()
    accepted.save()
    expected = list(Clip.objects.order_by("name").values_list("name", "worst_level", "is_held"))
    Clip.objects.update(worst_level="", is_held=False)
    migration = importlib.import_module("voiceapp.migrations.0004_clip_state")
    migration.clips_judge(apps, connection.schema_editor())
    assert list(Clip.objects.order_by("name").values_list("name", "worst_level", "is_held")) == expected
    assert ("held", "warn", True) in expected and ("rejected", "reject", True) in expected

"""The gate answers the same from the database's columns and from the very clips that a run would freeze."""

import pytest
from django.utils import timezone

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.models import Clip
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.selectors.gate import findings_of, gate_findings
from voiceapp.selectors.pronunciation import phonemes_version_of

pytestmark = pytest.mark.django_db

REJECT = {"level": "reject", "code": "silent", "params": {}}
MARKUP = {"level": "warn", "code": "text-markup", "params": {}}


@pytest.fixture
def mixed():
    """Return a style with every state that a clip can be in, alone and together with others."""
    style = rows.style()
    now = timezone.now()
    rows.clip(style, "sound")
    rows.clip(style, "rejected", verdicts=[REJECT])
    rows.clip(style, "rejected and held", verdicts=[REJECT, MARKUP])
    rows.clip(style, "rejected, left out", verdicts=[REJECT], left_out_at=now)
    rows.clip(style, "held", verdicts=[MARKUP])
    rows.clip(style, "held, left out", verdicts=[MARKUP], left_out_at=now)
    rows.clip(style, "stale", phonemes_version="an older engine")
    rows.clip(style, "stale and held", phonemes_version="an older engine", verdicts=[MARKUP])
    rows.clip(style, "stale and rejected", phonemes_version="an older engine", verdicts=[REJECT])
    rows.clip(style, "speechless", phonemes=None, phonemes_digest="")
    rows.clip(style, "unread", phonemes=None, phonemes_digest="", phonemes_version="")
    lost = rows.clip(style, "lost")
    storage.audio_path(lost.sha256).unlink()
    accepted = rows.clip(style, "acknowledged", verdicts=[MARKUP])
    accepted.acknowledged_codes, accepted.acknowledged_digest = ["text-markup"], accepted.phonemes_digest
    accepted.judge()
    accepted.save()
    return style


def test_both_ways_agree(mixed):
    asked = gate_findings(mixed)
    frozen = findings_of(list(mixed.clips.order_by("name")), phonemes_version_of(mixed.voice))
    assert [finding.as_json() for finding in asked] == [finding.as_json() for finding in frozen]
    assert {finding.code: finding.clip_names for finding in asked} == {
        "clips-rejected": ["rejected", "rejected and held", "stale and rejected"],
        "clips-without-phonemes": ["speechless"],
        "clips-held": ["held", "stale and held"],
        "clips-stale": ["stale", "stale and held", "unread"],
        "clips-missing-in-storage": ["lost"],
        "too-few-clips": [],
    }


def test_counts_add_up(mixed):
    counts = clip_counts(mixed)
    clips = list(Clip.objects.filter(style=mixed))
    assert counts.total == len(clips) == counts.trainable + counts.blocking + counts.left_out
    assert counts.trainable == sum(clip.is_trainable for clip in clips)
    assert counts.blocking == sum(clip.is_blocking for clip in clips)
    assert counts.warned == sum(clip.is_trainable and clip.has_warnings for clip in clips)
    assert counts.held == sum(clip.is_trainable and bool(clip.held_codes) for clip in clips)
    assert (counts.stale, counts.speechless, counts.left_out) == (3, 2, 2)
    assert counts.audio_s == pytest.approx(float(counts.trainable))


def test_a_huge_style_is_looked_through_in_the_storage_from_end_to_end(monkeypatch, media_root):
    style = rows.style()
    for number in range(30):
        rows.clip(style, f"{number:02}")
    monkeypatch.setattr("voiceapp.selectors.gate.FILES_LOOKED_FOR", 10)
    assert "clips-missing-in-storage" not in {finding.code for finding in gate_findings(style)}
    for path in (media_root / "audio").rglob("*"):
        if path.is_file():
            path.unlink()
    absent = {finding.code: finding for finding in gate_findings(style)}["clips-missing-in-storage"]
    assert 10 <= absent.count < 30
    assert absent.clip_names[0] == "00"


def test_the_gate_asks_as_often_for_many_clips_as_for_few(mixed, django_assert_num_queries):
    gate_findings(mixed)
    with django_assert_num_queries(23):
        gate_findings(mixed)
    for number in range(30):
        rows.clip(mixed, f"more-{number:02}", verdicts=[MARKUP])
    with django_assert_num_queries(23):
        gate_findings(mixed)

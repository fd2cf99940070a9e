"""The table of clips: what it is narrowed to, and that its counts are those of its filters."""

import pytest
from django.utils import timezone

from tests.voiceapp import rows
from voiceapp.selectors.clip_table import SHOWN, Narrowing, clip_counts

pytestmark = pytest.mark.django_db


@pytest.fixture
def style():
    style = rows.style()
    markup = {"level": "warn", "code": "text-markup", "params": {}}
    guessed = {"level": "warn", "code": "kanji-guessed", "params": {}}
    rows.clip(style, "sound")
    rows.clip(style, "held", verdicts=[markup], text="今日は(笑)晴れ。")
    rows.clip(style, "warned", verdicts=[guessed])
    rows.clip(style, "fixed", verdicts=[{"level": "fix", "code": "resampled", "params": {}}])
    rows.clip(style, "rejected", verdicts=[{"level": "reject", "code": "silent", "params": {}}])
    rows.clip(style, "stale", phonemes_version="older")
    rows.clip(style, "out", left_out_at=timezone.now())
    rows.clip(style, "by hand", override={"text": "x"}, override_at=timezone.now())
    rows.clip(style, "accepted", acknowledged_at=timezone.now())
    rows.clip(style, "speechless", phonemes=None, phonemes_digest="")
    return style


def names(style, **query):
    return [clip.name for clip in Narrowing.parse(query).clips(style)]


def test_each_filter_shows_its_clips(style):
    assert names(style, show="blocking") == ["rejected"]
    assert names(style, show="held") == ["held"]
    assert names(style, show="stale") == ["stale"]
    assert names(style, show="warned") == ["held", "warned"]
    assert names(style, show="speechless") == ["speechless"]
    assert names(style, show="overridden") == ["by hand"]
    assert names(style, show="acknowledged") == ["accepted"]
    assert names(style, show="left-out") == ["out"]
    assert len(names(style, show="trainable")) == 8
    assert len(names(style)) == len(names(style, show="nonsense")) == 10


def test_each_count_is_that_of_its_filter(style):
    counts = clip_counts(style)
    assert {show: counts.of(show) for show in SHOWN} == {show: len(names(style, show=show)) for show in SHOWN}


def test_names_and_transcripts_are_searched(style):
    assert names(style, search="晴れ") == ["held"]
    assert names(style, search="WARN") == ["warned"]
    assert names(style, search="こんにちは", show="warned") == ["warned"]
    assert names(style, search="100%") == []
    assert names(style, search="晴\0れ") == ["held"]


def test_a_code_narrows_and_nonsense_does_not(style):
    assert names(style, code="kanji-guessed") == ["warned"]
    assert names(style, code="text-markup", show="held") == ["held"]
    assert len(names(style, code='"; DROP')) == 10


def test_a_page_of_lines_takes_few_queries(style, django_assert_num_queries):
    with django_assert_num_queries(14):
        clip_counts(style)

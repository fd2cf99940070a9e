"""Lines compared within a style: kept up to date as texts change, by questions that do not grow with the style."""

import pytest
from django.contrib.auth.models import User

from tests.voiceapp import rows
from voiceapp.services.clip import clip_delete, clip_leave_out, clip_take_in, clip_text_update
from voiceapp.services.gate import lines_compare

pytestmark = pytest.mark.django_db


@pytest.fixture
def twins():
    """Return a style with two texts that sound the same, and one that does not."""
    style = rows.style()
    for name, text in (("a", "雨五。"), ("b", "雨5。"), ("c", "空です。")):
        rows.clip(style, name, text=text)
    lines_compare(style=style)
    return style


def remarked(style):
    return {
        clip.name
        for clip in style.clips.all()
        if any(verdict["code"] == "phonemes-identical" for verdict in clip.verdicts)
    }


def test_twins_are_found_and_both_are_held(twins):
    assert remarked(twins) == {"a", "b"}
    assert {clip.name for clip in twins.clips.filter(is_held=True)} == {"a", "b"}
    verdict = twins.clips.get(name="a").verdict_list[0]
    assert verdict.params == {"other": "b", "text": "雨5。"}


def test_comparing_again_changes_nothing(twins):
    assert lines_compare(style=twins) == 0


def test_correcting_one_text_releases_the_other(twins):
    clip_text_update(clip=twins.clips.get(name="b"), text="雪です。", actor=None)
    assert remarked(twins) == set()
    assert not twins.clips.filter(is_held=True).exists()
    clip_text_update(clip=twins.clips.get(name="c"), text="雨五!", actor=None)
    assert remarked(twins) == set()  # the same text but for its mark
    clip_text_update(clip=twins.clips.get(name="c"), text="雨 5。", actor=None)
    assert remarked(twins) == {"a", "c"}


def test_a_clip_that_is_left_out_or_deleted_is_no_twin(twins):
    actor = User.objects.create_user("operator")
    clip = clip_leave_out(clip=twins.clips.get(name="b"), reason="noise", actor=actor)
    assert remarked(twins) == set()
    clip_take_in(clip=clip, actor=actor)
    assert remarked(twins) == {"a", "b"}
    clip_delete(clip=twins.clips.get(name="a"), actor=actor)
    assert remarked(twins) == set()


def test_clips_of_another_style_are_no_twins(twins):
    other = rows.style(voice=twins.voice, slug="other")
    rows.clip(other, "d", text="雨五、です。")
    lines_compare(style=other)
    assert remarked(other) == set()


def test_a_line_of_another_pace_is_held():
    style = rows.style()
    text = "今日は朝からよく晴れています。"
    for number in range(20):
        rows.clip(style, f"{number:02}", text=text, trimmed_duration_s=2.4 + number / 50)
    rows.clip(style, "half", text="今日は朝から。", trimmed_duration_s=2.5)
    lines_compare(style=style)
    (clip,) = style.clips.filter(is_held=True)
    assert (clip.name, clip.held_codes) == ("half", ["pace-unlike-style"])


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries):
    style = rows.style()
    for number in range(40):
        rows.clip(style, f"{number:02}", text="雨五。" if number % 2 else "雨5。")
    with django_assert_max_num_queries(12):
        assert lines_compare(style=style) == 40

"""Figures and times as screens show them."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone, translation

from trainer.verdicts import Verdict
from voiceapp.templatetags import koebo_format


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (None, "–", "–"),
        (4.21, "4.2 s", "4.2 秒"),
        (59.99, "60.0 s", "60.0 秒"),
        (185, "3 min 05 s", "3 分 05 秒"),
        (3720, "1 h 02 min", "1 時間 02 分"),
    ],
)
def test_durations(seconds, english, japanese):
    with translation.override("en"):
        assert koebo_format.clock(seconds) == english
    with translation.override("ja"):
        assert koebo_format.clock(seconds) == japanese


def test_ages_are_whole_seconds_and_never_negative():
    with translation.override("en"):
        assert koebo_format.age(timezone.now() - timedelta(seconds=3.4)) == "3 s ago"
        assert koebo_format.age(timezone.now() + timedelta(seconds=9)) == "0 s ago"
        assert koebo_format.age(None) == "–"


@pytest.mark.parametrize(("value", "decimals", "expected"), [(None, 2, "–"), (0.1234, 3, "0.123"), (7, 1, "7.0")])
def test_figures(value, decimals, expected):
    assert koebo_format.figure(value, decimals) == expected


def test_units_follow_the_language_of_the_speech_and_the_words_that_of_the_reader():
    with translation.override("ja"):
        assert koebo_format.unit_count(3, "ja") == "3 モーラ"
        assert koebo_format.unit_count(3, "en") == "3 音節"
        assert koebo_format.rate_unit("mora/s") == "モーラ/秒"
    with translation.override("en"):
        assert koebo_format.unit_count(1, "en") == "1 syllable"


def test_what_is_wrong_in_several_places_is_said_once_and_the_worst_first():
    dropped = [Verdict("warn", "characters-dropped", measured=sign, position=at) for at, sign in enumerate("<><")]
    empty = Verdict("reject", "phonemes-empty")
    assert koebo_format.verdicts_sorted([*dropped, empty]) == {"serious": [empty, *dropped[:2]], "fixes": []}


def test_a_sweep_is_read_with_its_falls_or_without():
    conditions = {"values": [0.8, 1.0], "measured": [9.0, 7.0], "falls": [{"mean": 2.0, "ci95": 0.1}]}
    assert koebo_format.sweep_points(SimpleNamespace(conditions=conditions)) == [
        (0.8, 9.0, None),
        (1.0, 7.0, {"mean": 2.0, "ci95": 0.1}),
    ]
    del conditions["falls"]
    assert koebo_format.sweep_points(SimpleNamespace(conditions=conditions)) == [(0.8, 9.0, None), (1.0, 7.0, None)]
    assert koebo_format.sweep_points(SimpleNamespace(conditions={})) == []

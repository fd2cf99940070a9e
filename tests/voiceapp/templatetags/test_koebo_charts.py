"""Curves and waveforms that the server draws."""

import math
from types import SimpleNamespace

import pytest

from trainer.losses import loss_counts
from voiceapp.templatetags.koebo_charts import LOSS_NAMES, POINTS_DRAWN, Curve, nice_ticks, waveform


def points(*losses):
    return [(step * 10, step * 1.0, {"mel": loss}) for step, loss in enumerate(losses)]


def coordinates(curve, index=0):
    return [tuple(map(float, pair.split(","))) for pair in curve.series[index].path[1:].split(" L")]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (0, 2.5, [0, 0.5, 1, 1.5, 2, 2.5]), (0, 0, [0, 0.2]), (3, 3, [3, 4])],
)
def test_ticks_are_round_and_enclose_the_values(low, high, expected):
    ticks = nice_ticks(low, high)
    assert ticks[: len(expected)] == pytest.approx(expected)
    assert ticks[0] <= low
    assert ticks[-1] >= high


def test_a_curve_falls_from_left_to_right_inside_its_box():
    drawn = coordinates(Curve(points(4.0, 2.0, 1.0)))
    assert [x for x, _y in drawn] == sorted(x for x, _y in drawn)
    assert [y for _x, y in drawn] == sorted(y for _x, y in drawn)  # SVG counts downwards
    assert all(Curve.left <= x <= Curve.width - Curve.right for x, _y in drawn)
    assert all(Curve.top <= y <= Curve.height - Curve.bottom for _x, y in drawn)


def test_nothing_to_draw():
    assert Curve([]).is_empty
    assert Curve(points(math.nan, None)).is_empty


def test_one_point_and_constant_losses_are_drawn():
    assert not Curve(points(1.0)).is_empty
    assert not Curve(points(0.0, 0.0)).is_empty


def test_what_is_not_finite_is_left_out():
    assert len(coordinates(Curve(points(1.0, math.inf, 0.5)))) == 2


def test_losses_that_begin_later_are_drawn_from_there():
    curve = Curve([(0, 0.0, {"mel": 1.0}), (10, 1.0, {"mel": 0.5, "duration": 2.0})])
    assert [series.name for series in curve.series] == ["mel", "duration"]


def test_every_loss_of_the_trainer_has_words():
    assert LOSS_NAMES.keys() == loss_counts(1, 1, 1).keys() | {"total"}


def test_long_runs_are_thinned_and_keep_their_last_point():
    curve = Curve(points(*[1.0] * 5000, 0.125))
    assert len(coordinates(curve)) <= POINTS_DRAWN + 1
    assert curve.series[0].last == 0.125


def test_a_waveform_without_peaks_is_nothing():
    assert waveform(SimpleNamespace(waveform=[])) == ""
    assert "<svg" in waveform(SimpleNamespace(waveform=[0, 100, 30]))

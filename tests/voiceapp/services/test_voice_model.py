"""What may be published, and what may become current."""

import copy

import pytest

from tests.voiceapp import rows
from tests.voiceapp.measured import MEASURED, published
from voiceapp.errors import MeasurementIncomplete, ModelFailedContentCheck
from voiceapp.models import Measurement, RunStatus, TrainingRun, VoiceModel
from voiceapp.services.voice_model import model_make_current, model_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def run():
    return TrainingRun.objects.create(style=rows.style(), language="ja", status=RunStatus.MEASURING, attempt=1)


def publish(run, measured):
    return model_publish(run=run, digest="a" * 64, size_bytes=1, versions={}, measured=measured)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("rtf",), None),
        (("rtf",), float("nan")),
        (("first_audio_s",), "0.1"),
        (("rate", "articulation"), True),
        (("rate", "ci95"), None),
        (("rate", "speaking"), float("inf")),
        (("content_check", "accuracy"), None),
        (("content_check", "own_over_other"), float("nan")),
        (("content_check",), None),
        (("sweep",), {}),
        (("sweep", "length_scale"), None),
        (("sweep", "length_scale", "values"), []),
        (("sweep", "length_scale", "verdict"), "perhaps"),
    ],
    ids=str,
)
def test_a_missing_figure_publishes_nothing(run, path, value):
    measured = copy.deepcopy(MEASURED)
    *parents, last = path
    part = measured
    for name in parents:
        part = part[name]
    part[last] = value
    with pytest.raises(MeasurementIncomplete) as caught:
        publish(run, measured)
    assert last in caught.value.detail
    run.refresh_from_db()
    assert run.status == RunStatus.MEASURING
    assert not VoiceModel.objects.exists()
    assert not Measurement.objects.exists()


def test_every_figure_has_its_row_and_the_run_succeeds(run):
    model = publish(run, MEASURED)
    figures = {row.kind: row for row in model.measurements.all()}
    assert len(figures) == model.measurements.count() == 7
    rate = figures["articulation_rate"]
    assert (rate.value, rate.ci95, rate.unit, rate.sample_count) == (7.25, 0.25, "mora/s", 12)
    assert figures["sweep"].verdict == "effective"
    assert figures["sweep"].conditions["parameter"] == "length_scale"
    run.refresh_from_db()
    assert run.status == RunStatus.SUCCEEDED


def test_an_attempt_that_was_given_up_publishes_nothing(run):
    TrainingRun.objects.filter(pk=run.pk).update(attempt=2)
    assert publish(run, MEASURED) is None
    assert not VoiceModel.objects.exists()


@pytest.mark.parametrize(("accuracy", "is_current"), [(0.9, True), (0.8999, False), (0.05, False)])
def test_the_content_check_decides_who_is_current(settings, accuracy, is_current):
    settings.VOICE_CONTENT_CHECK_MIN = 0.9
    style = rows.style()
    before = published(style)
    model = published(style, accuracy=accuracy)
    before.refresh_from_db()
    assert (model.has_passed_content_check, model.is_current) == (is_current, is_current)
    assert before.is_current is not is_current


def test_a_model_that_babbles_is_not_made_current_by_hand():
    style = rows.style()
    good, bad = published(style), published(style, accuracy=0.05)
    with pytest.raises(ModelFailedContentCheck):
        model_make_current(voice_model=bad, actor=None)
    good.refresh_from_db()
    assert good.is_current


def test_an_older_model_can_be_made_current_again():
    style = rows.style()
    older, newer = published(style), published(style)
    assert model_make_current(voice_model=older, actor=None).is_current
    newer.refresh_from_db()
    assert not newer.is_current

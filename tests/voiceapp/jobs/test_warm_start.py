"""Runs that start from a model, trained for real; and those whose model is not there any more."""

from dataclasses import replace

import pytest

from tests.voiceapp import artefacts, rows, spoken
from trainer.manifest import manifest_read
from trainer.text.symbols import SYMBOL_TABLE
from voiceapp import storage
from voiceapp.jobs import training
from voiceapp.models import RunStatus, VoiceModel
from voiceapp.services.training_run import run_create, run_requeue

pytestmark = pytest.mark.django_db(transaction=True)

SHORT_MINUTES = 0.1


def train(run):
    training.train_run(run_id=str(run.pk), job_id=run.job_id)
    run.refresh_from_db()
    return run


def first_loss(run) -> float:
    return run.progress_points.order_by("step").first().losses["mel"]


@pytest.mark.slow
def test_the_second_run_starts_from_the_model_of_the_first(queue):
    style = spoken.style()
    cold = train(run_create(style=style, minutes=SHORT_MINUTES, actor=None))
    first = VoiceModel.objects.get(run=cold)
    # Seconds of training pass no content check, and here it is the line that is looked at.
    VoiceModel.objects.filter(pk=first.pk).update(has_passed_content_check=True)
    first.refresh_from_db()
    warm = train(run_create(style=style, minutes=SHORT_MINUTES, warm_start=first, actor=None))
    assert (warm.status, warm.reason_code) == (RunStatus.SUCCEEDED, "")
    second = VoiceModel.objects.get(run=warm)
    told = manifest_read(storage.model_directory(second.digest)).data["training"]["warm_start"]
    assert told == first.digest == warm.warm_start_digest
    assert manifest_read(storage.model_directory(first.digest)).data["training"]["warm_start"] is None
    assert first_loss(warm) < first_loss(cold)


@pytest.mark.parametrize("make", [artefacts.model, artefacts.base])
@pytest.mark.parametrize("spoil", [artefacts.lose, artefacts.alter])
def test_a_model_that_is_gone_by_then_fails_the_run_and_starts_no_training(queue, make, spoil):
    source = make()
    run = run_create(style=rows.ready_style(), minutes=SHORT_MINUTES, warm_start=source, actor=None)
    spoil(source)
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "warm-start-invalid")
    assert str(source) in run.reason_detail
    assert not (storage.run_directory(run.pk) / "trainer.log").exists()


def test_a_model_of_another_version_by_then_fails_the_run_with_both_sides(queue, monkeypatch):
    """As after an upgrade between queueing and training."""
    source = artefacts.model()
    run = run_create(style=rows.ready_style(), minutes=SHORT_MINUTES, warm_start=source, actor=None)
    table = SYMBOL_TABLE["ja"]
    monkeypatch.setitem(SYMBOL_TABLE, "ja", replace(table, version="ja-999"))
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "warm-start-differs")
    assert "ja-999" in run.reason_detail and table.version in run.reason_detail


def test_queued_again_the_run_has_the_same_base(queue):
    source = artefacts.model()
    run = run_create(style=rows.ready_style(), minutes=SHORT_MINUTES, warm_start=source, actor=None)
    folder = storage.model_directory(source.digest)
    away = folder.rename(folder.with_name("away"))
    train(run)
    assert run.reason_code == "warm-start-invalid"
    away.rename(folder)
    again = run_requeue(run=run, actor=None)
    assert (again.warm_start, again.warm_start_digest) == (source, source.digest)


def test_a_trainer_that_started_elsewhere_is_no_success(queue):
    """The artefact of an earlier attempt lies there, and says that it began from chance."""
    source = artefacts.model()
    run = run_create(style=rows.ready_style(), minutes=SHORT_MINUTES, warm_start=source, actor=None)
    artefacts.artefact(storage.run_directory(run.pk) / "artefact")
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "warm-start-not-taken")
    assert source.digest in run.reason_detail
    assert not VoiceModel.objects.filter(run=run).exists()

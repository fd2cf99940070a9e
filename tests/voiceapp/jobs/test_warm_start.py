"""Runs whose model to start from is not there any more, or not what it was. One that starts is in test_training.py."""

from dataclasses import replace

import pytest

from tests.voiceapp import artefacts, rows
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
    assert (run.status, run.reason_code) == (
        RunStatus.ERRORED,
        "warm-start-not-taken",
    )  # nothing for an operator to mend
    assert "WarmStartNotTaken" in run.traceback
    assert source.digest in run.reason_detail
    assert not VoiceModel.objects.filter(run=run).exists()

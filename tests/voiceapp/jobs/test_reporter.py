"""What the job keeps of what the trainer says."""

import pytest
from django.db import OperationalError
from django.utils import translation

from tests.voiceapp import rows
from trainer.messages import sentence
from voiceapp.jobs import reporter as module
from voiceapp.jobs.reporter import RunReporter
from voiceapp.sentences import run_sentence
from voiceapp.services.training_run import run_claim, run_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """Return a function that lets so many seconds pass for the reporter."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])

    def passes(seconds):
        now[0] += seconds

    return passes


def held(minutes):
    run = run_create(style=rows.ready_style(), minutes=minutes, actor=None)
    return run_claim(run_id=run.pk, job_id=run.job_id, worker_name="w")


def train(run, clock, seconds):
    """Report as the trainer does: progress every two seconds, a checkpoint each minute."""
    reporter = RunReporter(run)
    for second in range(2, seconds + 1, 2):
        clock(2)
        reporter.report({"event": "progress", "step": second, "elapsed_s": second, "losses": {"mel": 1 / second}})
        if second % 60 == 0:
            reporter.report({"event": "checkpoint", "step": second})
    reporter.flush()
    return reporter


def test_the_row_follows_and_the_curve_ends_at_the_last_step(clock):
    run = held(minutes=2)
    train(run, clock, seconds=122)
    run.refresh_from_db()
    assert (run.step, run.elapsed_s) == (122, 122)
    points = run.progress_points.all()
    assert 25 <= len(points) <= 35
    assert points.last().step == 122


def test_a_long_training_keeps_fewer_points_and_checkpoints_than_it_reports(clock):
    run = held(minutes=1000)
    train(run, clock, seconds=1800)
    assert run.progress_points.count() <= 32
    assert run.events.filter(code="run-checkpoint").count() == 3


def test_the_trainers_own_reason_is_kept(clock):
    reporter = RunReporter(held(minutes=1))
    reporter.report({"event": "failed", "code": "training-diverged", "measured": 7})
    assert reporter.failure["code"] == "training-diverged"


def test_events_of_another_version_are_passed_over(clock):
    RunReporter(held(minutes=1)).report({"event": "of-another-version"})


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_for_a_while_costs_points_and_not_the_training(queue, clock, monkeypatch):
    run = held(minutes=1)

    def locked(**kwargs):
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(module, "run_beat", locked)
        patch.setattr(module, "run_point_add", locked)
        reporter = train(run, clock, 10)
    clock(10)
    reporter.report({"event": "progress", "step": 20, "elapsed_s": 20, "losses": {}})
    run.refresh_from_db()
    assert run.step == 20


def test_a_warning_of_the_trainer_is_told_in_the_language_of_the_reader():
    run = held(minutes=1)
    figures = {"measured": 2200, "step": 7}
    event = {"event": "warning", "code": "batch-halved", "message": "…", **figures}
    RunReporter(run).report(event)
    (note,) = run.events.filter(code="run-warning")
    for locale in ("en", "ja"):
        with translation.override(locale):
            assert sentence("batch-halved", locale, **figures) in run_sentence(note.code, note.params)

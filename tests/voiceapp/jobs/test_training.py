"""The job in this process with a real trainer as its child: what ends a run, and what counts as a success."""

import errno
import os

import pytest
from django.db import OperationalError
from safetensors.torch import save

from tests.voiceapp import artefacts, spoken
from trainer.languages import LANGUAGES
from trainer.manifest import manifest_read
from trainer.models.acoustic import AcousticModel
from trainer.shape import config_of
from voiceapp import storage
from voiceapp.jobs import training
from voiceapp.models import RunStatus, VoiceModel
from voiceapp.services.training_run import run_cancel, run_create

pytestmark = pytest.mark.django_db(transaction=True)

SHORT_MINUTES = 0.1


@pytest.fixture
def run(queue):
    return run_create(style=spoken.style(), minutes=SHORT_MINUTES, actor=None)


def train(run):
    training.train_run(run_id=str(run.pk), job_id=run.job_id)
    run.refresh_from_db()
    return run


@pytest.mark.slow
def test_a_run_ends_with_a_measured_model_that_lies_in_storage_and_says_what_it_started_from(queue):
    base = artefacts.base(weights=save(AcousticModel(config_of(LANGUAGES["ja"])).state_dict()))
    run = train(run_create(style=spoken.style(), minutes=SHORT_MINUTES, warm_start=base, actor=None))
    assert (run.status, run.reason_code) == (RunStatus.SUCCEEDED, "")
    model = VoiceModel.objects.get(run=run)
    manifest = manifest_read(storage.model_directory(model.digest))
    assert manifest.data["training"]["warm_start"] == base.digest == run.warm_start_digest
    kinds = set(model.measurements.values_list("kind", flat=True))
    assert kinds >= {"articulation_rate", "speaking_rate", "real_time_factor", "first_audio", "content_check", "sweep"}
    assert run.step > 0
    assert run.progress_points.exists()
    # Six seconds teach nothing: the model is kept and marked, and never becomes current.
    assert model.is_current == model.has_passed_content_check


def test_the_log_begins_with_the_phonemes_of_every_clip(run):
    clip = run.run_clips.first()
    run_cancel(run=run, actor=None)
    directory = storage.run_directory(run.pk)
    files = training.run_files_write(run=run, directory=directory)
    log = files.log.read_text()
    assert f"clip {clip.name} {clip.sha256[:12]} {' '.join(clip.symbols)}" in log
    assert len(files.phonemes.read_text().splitlines()) == run.clip_count


def test_a_second_delivery_does_nothing(run):
    job_id = run.job_id
    run_cancel(run=run, actor=None)
    training.train_run(run_id=str(run.pk), job_id=job_id)
    run.refresh_from_db()
    assert run.status == RunStatus.CANCELLED
    assert run.attempt == 0


def test_missing_audio_fails_the_run_by_name(run):
    clip = run.run_clips.first()
    storage.audio_path(clip.sha256).unlink()
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "clip-missing")
    assert clip.name in run.reason_detail


def test_altered_audio_fails_the_run_by_name(run):
    clip = run.run_clips.first()
    storage.audio_path(clip.sha256).write_bytes(b"other")
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "clip-altered")


def test_storage_that_was_exchanged_fails_the_run_before_training(run, media_root):
    (media_root / storage.MARKER_NAME).unlink()
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "storage-marker-missing")


def test_a_symbol_that_no_model_knows_fails_the_run_with_the_trainers_words(run):
    clip = run.run_clips.first()
    clip.symbols = ["sil", "nonsense", "sil"]
    clip.tones = [0, 0, 0]
    clip.save()
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "symbol-unknown")
    assert "nonsense" in run.reason_detail


@pytest.mark.parametrize(
    ("script", "code", "says"),
    [
        ("import sys; sys.exit(1)", "trainer-exited", "1"),
        ("import os; os.abort()", "trainer-died", "SIGABRT"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "trainer-died", "SIGKILL"),
        ("import sys; sys.exit(75)", "trainer-stopped", "outside"),
        ("pass", "artefact-invalid", "manifest"),
    ],
)
def test_no_other_end_of_the_trainer_counts_as_success(run, tmp_path, monkeypatch, script, code, says):
    """A stand-in for a broken trainer, executed for real: the job sees only a process and what it leaves."""
    interpreter = tmp_path / "python"
    interpreter.write_text(f'#!/bin/sh\nexec {training.os.sys.executable} -c "{script}"\n')
    interpreter.chmod(0o755)
    monkeypatch.setattr("voiceapp.jobs.trainer_process.sys.executable", str(interpreter))
    train(run)
    assert run.status in (RunStatus.FAILED, RunStatus.ERRORED)
    assert run.reason_code == code
    assert says in run.reason_detail
    assert not VoiceModel.objects.exists()


def test_a_silent_trainer_is_stopped(run, settings, tmp_path, monkeypatch):
    settings.VOICE_TRAINER_SILENCE_S = 2
    interpreter = tmp_path / "python"
    interpreter.write_text("#!/bin/sh\nexec sleep 600\n")
    interpreter.chmod(0o755)
    monkeypatch.setattr("voiceapp.jobs.trainer_process.sys.executable", str(interpreter))
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "trainer-silent")


def storage_error(number):
    def fail(*args, **kwargs):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (errno.ENOSPC, "disk-full", "MiB are needed"),
        (errno.EROFS, "storage-not-writable", "Read-only file system"),
    ],
)
def test_storage_that_fails_is_a_reason_with_a_name(run, monkeypatch, number, code, words):
    monkeypatch.setattr(training, "run_files_write", storage_error(number))
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.FAILED, code)
    assert words in run.reason_detail


def test_an_error_that_is_not_of_the_storage_is_ours(run, monkeypatch):
    monkeypatch.setattr(training, "run_files_write", storage_error(errno.ENOMEM))
    train(run)
    assert (run.status, run.reason_code) == (RunStatus.ERRORED, "unexpected")


def test_a_database_that_is_away_for_a_while_does_not_end_a_training(run, monkeypatch):
    attempt = training.Attempt(training.run_claim(run_id=str(run.pk), job_id=run.job_id, worker_name="w"))

    def locked(**kwargs):
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(training, "run_beat", locked)
        attempt.beat()
    assert not attempt.is_unwanted
    attempt.beat_with(trainer_pid=7)
    run.refresh_from_db()
    assert run.trainer_pid == 7

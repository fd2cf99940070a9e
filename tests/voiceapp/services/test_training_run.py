from datetime import timedelta

import pytest
from django.utils import timezone
from rq.job import Job, JobStatus

from tests.voiceapp import rows
from voiceapp import queueing, storage
from voiceapp.errors import FieldInvalid, GateShut, RunAlreadyLive, RunNotRequeuable, StorageMarkerMissing
from voiceapp.models import RunEvent, RunStatus, TrainingRun
from voiceapp.selectors.pronunciation import clips_stale
from voiceapp.services import training_run as service
from voiceapp.services.pronunciation import pronunciation_set
from voiceapp.services.sweep import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(queue):
    return service.run_create(style=rows.ready_style(), minutes=1, actor=None)


def claimed(run):
    return service.run_claim(run_id=run.pk, job_id=run.job_id, worker_name="w1")


def silent(run, seconds=60):
    TrainingRun.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now() - timedelta(seconds=seconds))
    run.refresh_from_db()


def test_a_run_freezes_its_clips_and_is_delivered_after_commit(queue, run):
    assert run.status == RunStatus.QUEUED
    assert run.clip_count == run.run_clips.count() == 10
    frozen = run.run_clips.first()
    assert frozen.symbols == frozen.clip.phonemes["symbols"]
    assert queue.job_ids == [run.job_id]
    assert Job.fetch(run.job_id, connection=queue.connection, serializer=queue.serializer).kwargs == {
        "run_id": str(run.pk),
        "job_id": run.job_id,
    }


def test_later_edits_of_a_clip_do_not_reach_the_run(run):
    clip = run.style.clips.first()
    before = run.run_clips.get(clip=clip).text
    clip.text = "べつのぶん"
    clip.save(update_fields=["text"])
    assert run.run_clips.get(clip=clip).text == before
    assert service.corpus_digest(list(run.run_clips.all())) == run.corpus_digest


def test_a_second_click_finds_the_live_run(run):
    with pytest.raises(RunAlreadyLive) as caught:
        service.run_create(style=run.style, minutes=1, actor=None)
    assert caught.value.run == run
    assert TrainingRun.objects.count() == 1


def test_a_rejected_clip_shuts_the_gate_until_it_is_left_out(queue):
    style = rows.ready_style()
    bad = rows.clip(style, "bad", verdicts=[{"level": "reject", "code": "silent"}])
    with pytest.raises(GateShut) as caught:
        service.run_create(style=style, minutes=1, actor=None)
    assert [(finding.code, finding.clip_names) for finding in caught.value.findings] == [("clips-rejected", ["bad"])]
    bad.left_out_at = timezone.now()
    bad.save()
    run = service.run_create(style=style, minutes=1, actor=None)
    assert (run.clip_count, run.left_out_count) == (10, 1)


def test_too_few_clips_shut_the_gate_with_both_figures(queue):
    with pytest.raises(GateShut) as caught:
        service.run_create(style=rows.ready_style(clips=3), minutes=1, actor=None)
    assert "3" in caught.value.detail and "10" in caught.value.detail


def test_altered_audio_shuts_the_gate_although_its_size_is_right(queue):
    style = rows.ready_style()
    clip = style.clips.first()
    path = storage.audio_path(clip.sha256)
    path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(GateShut) as caught:
        service.run_create(style=style, minutes=1, actor=None)
    assert caught.value.findings[0].code == "clips-altered"


def test_a_run_keeps_the_dictionary_that_its_clips_were_read_with(queue, monkeypatch):
    style = rows.ready_style()
    is_intact = storage.audio_is_intact

    def changed_meanwhile(sha256):
        pronunciation_set(language="ja", surface="こんにちは", reading="コンチワ", nucleus=0, actor=None)
        return is_intact(sha256)

    monkeypatch.setattr(storage, "audio_is_intact", changed_meanwhile)
    run = service.run_create(style=style, minutes=1, actor=None)
    assert (run.pronunciations, run.pronunciations_version) == (None, "")
    assert clips_stale(style).count() == 10


def test_without_the_storage_marker_nothing_is_queued(queue, media_root):
    style = rows.ready_style()
    (media_root / storage.MARKER_NAME).unlink()
    with pytest.raises(StorageMarkerMissing):
        service.run_create(style=style, minutes=1, actor=None)


@pytest.mark.parametrize("minutes", [0, -1, float("nan"), float("inf"), 10**9])
def test_impossible_budgets_are_refused(queue, minutes):
    with pytest.raises(FieldInvalid):
        service.run_create(style=rows.ready_style(), minutes=minutes, actor=None)
    assert TrainingRun.objects.count() == 0


def test_only_one_delivery_claims_a_run(run):
    assert claimed(run).attempt == 1
    assert claimed(run) is None


def test_a_delivery_that_was_replaced_cannot_claim(run):
    old_job_id = run.job_id
    assert service.run_redeliver(run=run)
    assert service.run_claim(run_id=run.pk, job_id=old_job_id, worker_name="w") is None


def test_a_cancelled_waiting_run_is_not_claimed(run):
    assert service.run_cancel(run=run, actor=None).status == RunStatus.CANCELLED
    assert claimed(run) is None


def test_cancelling_a_held_run_asks_once(run):
    claimed(run)
    assert service.run_cancel(run=run, actor=None).is_stopping
    service.run_cancel(run=run, actor=None)
    assert run.events.filter(code="run-cancel-requested").count() == 1


def test_a_silent_worker_loses_the_run_which_is_queued_again(queue, run):
    held = claimed(run)
    silent(held)
    queue.empty()
    assert sweep()["lost"] == 1
    held.refresh_from_db()
    assert held.status == RunStatus.QUEUED
    assert held.job_id != run.job_id
    assert queue.job_ids == [held.job_id]
    codes = list(held.events.values_list("code", flat=True))
    assert codes[-2:] == ["run-lost", "run-requeued-after-loss"]


def test_a_lost_attempt_writes_nothing_any_more(run):
    held = claimed(run)
    silent(held)
    sweep()
    run.refresh_from_db()
    claimed(run)
    assert not service.run_beat(run=held, step=99)
    assert not service.run_end(run=held, status=RunStatus.SUCCEEDED)
    run.refresh_from_db()
    assert (run.status, run.attempt, run.step) == (RunStatus.RUNNING, 2, 0)


def test_the_last_attempt_that_is_lost_fails_with_a_reason(run):
    for _ in range(2):
        run.refresh_from_db()
        silent(claimed(run))
        sweep()
    run.refresh_from_db()
    assert (run.status, run.reason_code) == (RunStatus.FAILED, "worker-lost")
    assert "2" in run.reason_detail


def test_a_lost_run_whose_cancelling_was_asked_is_cancelled(run):
    held = claimed(run)
    service.run_cancel(run=held, actor=None)
    silent(held)
    sweep()
    held.refresh_from_db()
    assert held.status == RunStatus.CANCELLED


def test_cancelling_between_look_and_sweep_is_not_forgotten(run):
    held = claimed(run)
    silent(held)
    stale = TrainingRun.objects.get(pk=run.pk)
    service.run_cancel(run=held, actor=None)
    assert service.run_lose(run=stale, silence_s=60)
    held.refresh_from_db()
    assert held.status == RunStatus.CANCELLED


def test_cancelling_while_the_worker_shuts_down_is_not_forgotten(run):
    held = claimed(run)
    service.run_cancel(run=held, actor=None)
    assert service.run_return(run=held)
    held.refresh_from_db()
    assert held.status == RunStatus.CANCELLED


def test_a_beat_between_look_and_sweep_keeps_the_run(run):
    held = claimed(run)
    silent(held)
    stale = TrainingRun.objects.get(pk=run.pk)
    service.run_beat(run=held)
    assert not service.run_lose(run=stale, silence_s=60)
    held.refresh_from_db()
    assert held.status == RunStatus.RUNNING


def test_a_wiped_queue_loses_no_run(queue, run):
    queue.connection.flushdb()
    TrainingRun.objects.filter(pk=run.pk).update(queued_at=timezone.now() - timedelta(seconds=60))
    assert sweep()["redelivered"] == 1
    run.refresh_from_db()
    assert queue.job_ids == [run.job_id]
    assert queueing.training_is_waiting(run.job_id)
    assert sweep()["redelivered"] == 0


def test_a_delivery_that_died_with_its_worker_before_the_claim_is_made_again(queue, run):
    TrainingRun.objects.filter(pk=run.pk).update(queued_at=timezone.now() - timedelta(seconds=60))
    job = Job.fetch(run.job_id, connection=queue.connection, serializer=queue.serializer)
    queue.empty()
    job.started_at = timezone.now()
    job.set_status(JobStatus.STARTED)
    job.save()
    assert sweep()["redelivered"] == 0
    job.started_at = timezone.now() - timedelta(seconds=60)
    job.save()
    assert sweep()["redelivered"] == 1
    run.refresh_from_db()
    assert queue.job_ids == [run.job_id]


def test_an_unreachable_queue_keeps_the_run_queued_in_the_database(settings, queue):
    style = rows.ready_style()
    settings.RQ_QUEUES["training"]["URL"], url = "redis://127.0.0.1:1/0", settings.RQ_QUEUES["training"]["URL"]
    try:
        run = service.run_create(style=style, minutes=1, actor=None)
    finally:
        settings.RQ_QUEUES["training"]["URL"] = url
    assert run.status == RunStatus.QUEUED


def test_a_worker_that_shuts_down_gives_its_run_back_without_using_up_an_attempt(run):
    held = claimed(run)
    assert service.run_return(run=held)
    held.refresh_from_db()
    assert (held.status, held.max_attempts - held.attempt) == (RunStatus.QUEUED, 2)


def test_only_ended_runs_without_a_model_are_queued_again(run):
    with pytest.raises(RunNotRequeuable):
        service.run_requeue(run=run, actor=None)
    held = claimed(run)
    service.run_end(run=held, status=RunStatus.FAILED, code="trainer-died", params={"signal": "9 (SIGKILL)"})
    again = service.run_requeue(run=held, actor=None)
    assert (again.status, again.reason_code, again.ended_at) == (RunStatus.QUEUED, "", None)


def test_every_change_of_status_leaves_an_event(run):
    held = claimed(run)
    service.run_measure(run=held, step=5)
    service.run_end(run=held, status=RunStatus.FAILED, code="trainer-exited", params={"exit_code": 3})
    changes = RunEvent.objects.filter(run=run).exclude(to_status="").values_list("from_status", "to_status")
    assert list(changes) == [
        ("draft", "queued"),
        ("queued", "running"),
        ("running", "measuring"),
        ("measuring", "failed"),
    ]


def test_points_that_a_resumed_attempt_repeats_are_replaced(run):
    held = claimed(run)
    for step in (10, 20, 30):
        service.run_point_add(run=held, step=step, elapsed_s=step, losses={"mel": 1.0}, learning_rate=None)
    held.attempt = 2
    service.run_point_add(run=held, step=20, elapsed_s=20, losses={"mel": 0.9}, learning_rate=None)
    assert list(run.progress_points.values_list("step", "attempt")) == [(10, 1), (20, 2)]

"""The worker as it is run: a supervisor, a worker, a forked work-horse, a trainer; and what happens when they die."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as QueueConnectionError
from rq import Worker
from rq.exceptions import StopRequested

from tests.voiceapp import spoken
from voiceapp import storage
from voiceapp.jobs.worker import TrainingWorker
from voiceapp.models import GpuWorker, RunStatus, TrainingRun
from voiceapp.models.gpu_worker import WORKER_SHUT_DOWN
from voiceapp.services.training_run import run_cancel, run_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 120


@pytest.fixture
def worker_environment(process_environment):
    return process_environment | {"VOICE_WORKER_ENABLED": "true", "VOICE_HEARTBEAT_LIMIT_S": "6"}


@pytest.fixture
def start_worker(worker_environment, queue):
    started = []

    def start() -> subprocess.Popen:
        started.append(
            subprocess.Popen(
                [sys.executable, "manage.py", "voice_worker"],
                cwd=ROOT,
                env=worker_environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        return started[-1]

    yield start
    for process in started:
        process.terminate()
        process.wait(60)


@pytest.fixture
def run(queue):
    return run_create(style=spoken.style(), minutes=30, actor=None)


def wait_for(run: TrainingRun, condition, what: str) -> TrainingRun:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        run.refresh_from_db()
        if condition(run):
            return run
        time.sleep(0.2)
    events = [str(event) for event in run.events.all()]
    pytest.fail(f"not seen within {PATIENCE_S} s: {what}; the run is {run.status}, its events {events}")


def is_training(run: TrainingRun) -> bool:
    return run.status == RunStatus.RUNNING and run.step > 0


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, [pid for pid in pids if is_alive(pid)]
        time.sleep(0.1)


def test_where_it_is_not_enabled_the_worker_says_so_and_ends(process_environment):
    environment = {name: value for name, value in process_environment.items() if name != "VOICE_WORKER_ENABLED"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "voice_worker"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0
    assert "disabled here" in ended.stdout
    assert not GpuWorker.objects.exists()


def test_a_killed_worker_hands_its_run_back_and_a_fresh_one_goes_on_from_the_checkpoint(run, start_worker, queue):
    start_worker()
    wait_for(run, is_training, "training")
    worker, trainer_pid = GpuWorker.objects.get(), run.trainer_pid

    os.kill(worker.pid, signal.SIGKILL)
    wait_for(run, lambda run: run.attempt == 2 and is_training(run), "the second attempt training")
    assert not is_alive(trainer_pid)
    assert list((storage.run_directory(run.pk) / "checkpoints").iterdir())
    assert run.events.filter(code="run-requeued-after-shutdown").exists()

    queue.connection.flushall()  # an emptied queue server does not touch a run that is held
    step = run.step
    wait_for(run, lambda run: run.step > step, "training after the queue was emptied")

    run_cancel(run=run, actor=None)
    wait_for(run, lambda run: run.status == RunStatus.CANCELLED, "cancelled")
    wait_until_gone([run.trainer_pid])


def test_after_kill_9_of_everything_the_next_worker_finds_the_lost_run(run, start_worker):
    supervisor = start_worker()
    wait_for(run, is_training, "training")
    worker = GpuWorker.objects.get()
    (horse,) = children(worker.pid)
    # Top down, and so fast that nobody can hand anything back: as when the machine loses power.
    for pid in (horse, worker.pid, supervisor.pid):
        os.kill(pid, signal.SIGSTOP)
    for pid in (horse, worker.pid, supervisor.pid, run.trainer_pid):
        os.kill(pid, signal.SIGKILL)
    supervisor.wait(10)
    run.refresh_from_db()
    assert run.status == RunStatus.RUNNING

    start_worker()
    wait_for(run, lambda run: run.attempt == 2 and is_training(run), "the second attempt training")
    assert run.events.filter(code="run-lost").count() == 1
    run_cancel(run=run, actor=None)
    wait_for(run, lambda run: run.status == RunStatus.CANCELLED, "cancelled")


def test_a_worker_that_is_shut_down_writes_a_checkpoint_and_queues_its_run_again(run, start_worker):
    supervisor = start_worker()
    wait_for(run, is_training, "training")
    worker = GpuWorker.objects.get()
    pids = [worker.pid, *children(worker.pid), run.trainer_pid]
    supervisor.terminate()
    supervisor.wait(60)
    wait_until_gone(pids)
    run.refresh_from_db()
    assert run.status == RunStatus.QUEUED
    assert list((storage.run_directory(run.pk) / "checkpoints").iterdir())
    worker.refresh_from_db()
    assert worker.stopped_at is not None
    assert worker.stop_reason == WORKER_SHUT_DOWN


@pytest.mark.parametrize(("is_shut_down", "raised"), [(True, StopRequested), (False, QueueConnectionError)])
def test_queue_server_that_ends_with_its_worker_is_no_fault(is_shut_down, raised, monkeypatch):
    def gone(self, job, queue):
        raise QueueConnectionError("No such file or directory")

    monkeypatch.setattr(Worker, "execute_job", gone)
    worker = TrainingWorker.__new__(TrainingWorker)
    worker.is_shut_down = is_shut_down
    with pytest.raises(raised):
        worker.execute_job(None, None)

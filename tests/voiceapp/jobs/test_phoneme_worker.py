"""The phoneme worker as it is run: a supervisor, a worker, a forked work-horse; and what happens when they die."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.voiceapp import rows
from voiceapp.models import Clip, PhonemeWork
from voiceapp.queueing import phoneme_worker_is_alive
from voiceapp.selectors.pronunciation import clips_stale

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 90
CLIPS = 4000


@pytest.fixture
def start_worker(process_environment, queue):
    environment = process_environment | {"VOICE_PHONEME_WORKER_ENABLED": "true", "VOICE_HEARTBEAT_LIMIT_S": "5"}
    started = []

    def start() -> subprocess.Popen:
        command = [sys.executable, "manage.py", "phoneme_worker"]
        started.append(subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL))
        return started[-1]

    yield start
    for process in started:
        process.terminate()
        process.wait(60)


@pytest.fixture
def style(db):
    """A style whose phonemes another engine has made; nobody asks for them to be made anew."""
    style = rows.style()
    clip = rows.clip(style, "first")
    Clip.objects.bulk_create(
        Clip(style=style, name=f"{number}", text=f"{number}番目の文です。", phonemes=clip.phonemes)
        for number in range(CLIPS)
    )
    Clip.objects.update(phonemes_version="an engine of yesterday")
    return style


def wait_for(condition, what: str):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.1)
    pytest.fail(f"not seen within {PATIENCE_S} s: {what}; {list(PhonemeWork.objects.values())}")


def is_being_read(style) -> bool:
    work = PhonemeWork.objects.filter(style=style).first()
    return work is not None and work.is_under_way and 0 < work.done < CLIPS


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_where_it_is_not_enabled_the_worker_says_so_and_ends(process_environment):
    environment = {name: value for name, value in process_environment.items() if not name.endswith("WORKER_ENABLED")}
    command = [sys.executable, "manage.py", "phoneme_worker"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0
    assert "disabled here" in ended.stdout
    assert "The phoneme worker is disabled here" in ended.stderr


def test_kill_9_in_the_middle_and_an_emptied_queue_lose_nothing(style, start_worker, queue):
    assert not phoneme_worker_is_alive()
    supervisor = start_worker()
    wait_for(lambda: is_being_read(style), "being read, though nobody has asked for it")
    assert phoneme_worker_is_alive()
    (worker,) = children(supervisor.pid)
    (horse,) = children(worker)
    os.kill(horse, signal.SIGKILL)
    queue.connection.flushdb()
    read = CLIPS + 1 - clips_stale(style).count()
    assert 0 < read < CLIPS
    wait_for(lambda: not clips_stale(style).exists(), "everything read")
    wait_for(lambda: PhonemeWork.objects.get().ended_at, "ended")
    work = PhonemeWork.objects.get()
    # What had been written was not read again.
    assert work.done <= CLIPS + 1 - read


def test_a_worker_that_is_shut_down_ends_soon_and_the_next_one_goes_on(style, start_worker):
    supervisor = start_worker()
    wait_for(lambda: is_being_read(style), "being read")
    supervisor.terminate()
    assert supervisor.wait(15) == 0
    work = PhonemeWork.objects.get()
    assert work.is_live
    assert not work.is_under_way
    assert clips_stale(style).exists()
    start_worker()
    wait_for(lambda: not clips_stale(style).exists(), "everything read")

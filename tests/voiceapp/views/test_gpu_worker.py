"""Who trains, and whether anybody does."""

from datetime import timedelta

import pytest
from django.utils import timezone

from voiceapp.models import GpuWorker


def worker(name, *, silent_s=0, **fields):
    beat_at = timezone.now() - timedelta(seconds=silent_s)
    return GpuWorker.objects.create(name=name, host="host", pid=1, beat_at=beat_at, **fields)


def test_no_worker_at_all(page, page_ja):
    assert "VOICE_WORKER_ENABLED=true" in page.get("/workers/").content.decode()
    assert "動いているワーカーがない" in page_ja.get("/workers/").content.decode()


def test_live_dead_and_stopped_ones_are_told_apart(page):
    worker("alive")
    worker("dead", silent_s=3600)
    worker("stopped", silent_s=60, stopped_at=timezone.now(), stop_reason="shut-down")
    text = page.get("/workers/").content.decode()
    for words in (">live<", ">dead<", ">stopped<", "shut down", "every 5s"):
        assert words in text
    assert "VOICE_WORKER_ENABLED" not in text


def test_why_one_stopped_is_said_in_the_readers_language(page_ja):
    worker("stopped", silent_s=60, stopped_at=timezone.now(), stop_reason="used-up")
    worker("broken", silent_s=60, stopped_at=timezone.now(), stop_reason="OSError: disk")
    text = page_ja.get("/workers/").content.decode()
    assert "規定の学習回数に達して交代" in text
    assert "OSError: disk" in text


@pytest.mark.parametrize(("silent_s", "status"), [(0, 200), (3600, 286)])
def test_the_table_polls_while_a_worker_lives(fragment, silent_s, status):
    worker("one", silent_s=silent_s)
    assert fragment.get("/workers/").status_code == status

"""Workers over REST."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.voiceapp.api.answers import ok
from voiceapp.models import GpuWorker

pytestmark = pytest.mark.django_db


def test_a_silent_worker_is_not_live(api):
    now = timezone.now()
    GpuWorker.objects.create(name="a", host="h", pid=1, beat_at=now)
    GpuWorker.objects.create(name="b", host="h", pid=2, beat_at=now - timedelta(hours=1))
    workers = {worker["name"]: worker["is_live"] for worker in ok(api.get("/api/v1/workers"))["results"]}
    assert workers == {"a": True, "b": False}
    assert [worker["name"] for worker in ok(api.get("/api/v1/workers", {"live": "true"}))["results"]] == ["a"]

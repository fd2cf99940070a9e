"""Workers tell that they live, and why they stopped."""

from django.db.models import F
from django.utils import timezone

from voiceapp.models import GpuWorker


def worker_start(*, name: str, host: str, pid: int, device: str) -> GpuWorker:
    return GpuWorker.objects.create(name=name, host=host, pid=pid, device=device, beat_at=timezone.now())


def worker_beat(*, name: str) -> None:
    GpuWorker.objects.filter(name=name).update(beat_at=timezone.now())


def worker_session_add(*, name: str) -> None:
    GpuWorker.objects.filter(name=name).update(sessions=F("sessions") + 1)


def worker_stop(*, name: str, reason: str) -> None:
    GpuWorker.objects.filter(name=name, stopped_at=None).update(stopped_at=timezone.now(), stop_reason=reason[:200])

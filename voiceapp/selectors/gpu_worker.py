"""Reads of workers."""

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from voiceapp.models import GpuWorker


def workers_list() -> QuerySet[GpuWorker]:
    return GpuWorker.objects.all()


def workers_live() -> QuerySet[GpuWorker]:
    """Workers that have not stopped and whose last beat is recent."""
    limit = timezone.now() - timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S)
    return GpuWorker.objects.filter(stopped_at=None, beat_at__gte=limit)

"""The sweep: what no process will report itself. Any live worker runs it; doing it twice at once is harmless."""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from redis.exceptions import RedisError

from voiceapp.models import HELD, PhonemeWork, RunStatus, TrainingRun
from voiceapp.queueing import training_is_waiting
from voiceapp.selectors.pronunciation import styles_stale
from voiceapp.services.phoneme_work import FAULT_PAUSE, phoneme_work_deliver
from voiceapp.services.training_run import run_lose, run_redeliver

logger = logging.getLogger(__name__)

# A run queued a moment ago may not have reached the queue server yet.
DELIVERY_GRACE = timedelta(seconds=10)


def sweep() -> dict[str, int]:
    """Find runs whose worker is gone and queued runs that the queue server has forgotten; count both."""
    return {"lost": _sweep_lost(), "redelivered": _sweep_forgotten()}


def _sweep_lost() -> int:
    now = timezone.now()
    limit = now - timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S)
    stale = TrainingRun.objects.filter(status__in=HELD, heartbeat_at__lt=limit)
    return sum(run_lose(run=run, silence_s=round((now - run.heartbeat_at).total_seconds())) for run in stale)


def _sweep_forgotten() -> int:
    queued = TrainingRun.objects.filter(status=RunStatus.QUEUED, queued_at__lt=timezone.now() - DELIVERY_GRACE)
    redelivered = 0
    for run in queued:
        try:
            if not training_is_waiting(run.job_id):
                redelivered += run_redeliver(run=run)
        except RedisError as error:
            logger.warning("the queue server cannot be asked about queued runs: %s", error)
            break
    return redelivered


def sweep_phonemes() -> int:
    """Ask for the phonemes of styles with stale clips where nobody is at it; return how many styles.

    After a kill, an emptied queue server, or an upgrade of an engine nobody else asks.
    """
    requested = 0
    for style in styles_stale():
        work = PhonemeWork.objects.filter(style=style).first()
        if work is not None and work.reason and work.ended_at and timezone.now() - work.ended_at < FAULT_PAUSE:
            continue
        try:
            requested += phoneme_work_deliver(style=style)
        except RedisError as error:
            logger.warning("the queue server cannot be asked about stale phonemes: %s", error)
            break
    return requested

"""The phonemes of stale clips are made again by a job. The clips say what is to be done; the row `PhonemeWork` says who
does it, how far it is and that it lives."""

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from redis.exceptions import RedisError

from voiceapp import queueing
from voiceapp.models import PhonemeWork, Style
from voiceapp.selectors.pronunciation import clips_stale

logger = logging.getLogger(__name__)

# Work that was asked for a moment ago may not have reached the queue server yet.
DELIVERY_GRACE = timedelta(seconds=10)
# After an error of the program, the same error is not asked for every few seconds.
FAULT_PAUSE = timedelta(minutes=5)


@dataclass(frozen=True)
class PhonemeWorkState:
    """What a page shows: clips that wait, the work on them, and whether anybody could do it."""

    stale: int
    total: int = 0
    done: int = 0
    changed: int = 0
    reason: str = ""
    ended_at: datetime | None = None
    is_live: bool = False
    is_under_way: bool = False
    has_worker: bool = True


def phoneme_work_state(*, style: Style) -> PhonemeWorkState:
    stale = clips_stale(style).order_by().count()
    work = PhonemeWork.objects.filter(style=style).first() or PhonemeWork(style=style)
    is_live = bool(stale) or work.is_live
    return PhonemeWorkState(
        stale=stale,
        total=work.total,
        done=work.done,
        changed=work.changed,
        reason=work.reason,
        ended_at=work.ended_at,
        is_live=is_live,
        is_under_way=work.is_under_way,
        has_worker=not is_live or queueing.phoneme_worker_is_alive(),
    )


def phoneme_work_request(*, style: Style) -> None:
    """Ask for the stale clips of a style to be read again, once what made them stale is committed.

    Asking twice is harmless: work that is under way looks for stale clips until it finds none.
    """
    style_id = style.pk
    transaction.on_commit(lambda: _deliver_or_log(style_id))


def phoneme_work_deliver(*, style: Style) -> bool:
    """Put the work in the queue unless it waits there or is under way; True if it was put there.

    Raises `redis.exceptions.RedisError`; the row then tells that the work is due, and the sweep delivers it.
    """
    work, _is_new = PhonemeWork.objects.get_or_create(style=style)
    if _is_held(work):
        return False
    job_id = _new_job_id(style.pk)
    seen = {"job_id": work.job_id, "beat_at": work.beat_at, "ended_at": work.ended_at}
    is_ours = PhonemeWork.objects.filter(pk=work.pk, **seen).update(
        job_id=job_id,
        queued_at=timezone.now(),
        started_at=None,
        beat_at=None,
        ended_at=None,
        total=clips_stale(style).count(),
        done=0,
        changed=0,
        reason="",
    )
    if is_ours:
        queueing.phonemes_enqueue(style_id=style.pk, job_id=job_id)
    return bool(is_ours)


def phoneme_work_claim(*, style_id: int, job_id: str) -> bool:
    """Take the work for this delivery; False where another one has it, or where it was asked for anew since."""
    now = timezone.now()
    is_free = Q(beat_at=None) | Q(beat_at__lt=now - timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S))
    due = PhonemeWork.objects.filter(is_free, style_id=style_id, job_id=job_id, ended_at=None)
    return due.update(started_at=now, beat_at=now) == 1


def phoneme_work_advance(*, style_id: int, job_id: str, done: int, changed: int, remaining: int) -> bool:
    """Tell how far the work is, and that it lives; False where it was given to another delivery meanwhile."""
    held = PhonemeWork.objects.filter(style_id=style_id, job_id=job_id, ended_at=None)
    figures = {"done": done, "changed": changed, "total": done + remaining}
    return held.update(beat_at=timezone.now(), **figures) == 1


def phoneme_work_end(*, style_id: int, job_id: str, reason: str = "") -> None:
    """The work is over; `reason` says what went wrong."""
    held = PhonemeWork.objects.filter(style_id=style_id, job_id=job_id, ended_at=None)
    held.update(ended_at=timezone.now(), reason=reason[:2000])
    # Clips that went stale after the last look, by somebody who still saw this work going on.
    style = Style.objects.select_related("voice").filter(pk=style_id).first()
    if style is not None and not reason and clips_stale(style).exists():
        phoneme_work_request(style=style)


def phoneme_work_return(*, style_id: int, job_id: str) -> None:
    """Give the work back to the queue: this worker is being shut down."""
    again = _new_job_id(style_id)
    held = PhonemeWork.objects.filter(style_id=style_id, job_id=job_id, ended_at=None)
    if held.update(job_id=again, queued_at=timezone.now(), started_at=None, beat_at=None):
        try:
            queueing.phonemes_enqueue(style_id=style_id, job_id=again)
        except RedisError as error:
            logger.info("the phoneme work of style %s is delivered by the next sweep: %s", style_id, error)


def _is_held(work: PhonemeWork) -> bool:
    if work.ended_at is not None or not work.job_id:
        return False
    now = timezone.now()
    if work.beat_at is not None:
        return now - work.beat_at < timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S)
    return now - work.queued_at < DELIVERY_GRACE or queueing.phonemes_are_waiting(work.job_id)


def _deliver_or_log(style_id: int) -> None:
    style = Style.objects.select_related("voice").filter(pk=style_id).first()
    if style is None:
        return
    try:
        phoneme_work_deliver(style=style)
    except RedisError as error:
        logger.error("style %s has stale phonemes, and the queue server is unreachable: %s", style_id, error)


def _new_job_id(style_id: int) -> str:
    return f"phonemes-{style_id}-{uuid.uuid4().hex[:12]}"

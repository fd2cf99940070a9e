"""The life of a training run. Only this module writes `status`, always by a guarded update that counts its rows."""

import hashlib
import json
import logging
import uuid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from voiceapp import storage
from voiceapp.errors import (
    FieldInvalid,
    GateShut,
    RunAlreadyLive,
    RunNotCancellable,
    RunNotRequeuable,
)
from voiceapp.models import HELD, LIVE, Clip, RunClip, RunEvent, RunProgress, RunStatus, Style, TrainingRun, VoiceModel
from voiceapp.queueing import training_enqueue_on_commit
from voiceapp.selectors.gate import Finding, findings_of
from voiceapp.selectors.pronunciation import dictionary_of, phonemes_version_with
from voiceapp.selectors.warm_start import Source, warm_start_require
from voiceapp.sentences import run_sentence
from voiceapp.services.storage_marker import storage_marker_check

logger = logging.getLogger(__name__)

MINUTES_MIN = 0.1
ACKNOWLEDGEMENTS_KEPT = 1000
REQUEUABLE = frozenset({RunStatus.FAILED, RunStatus.ERRORED, RunStatus.CANCELLED})


def run_create(*, style: Style, minutes: float, seed: int = 0, warm_start: Source | None = None, actor) -> TrainingRun:
    """Freeze the style's clips and put a run of them in the queue on commit. `warm_start`: what its weights begin as.

    Raises `GateShut` with every cause, `RunAlreadyLive` (with `.run`) for a second click, `FieldInvalid`, what
    `warm_start_require` raises, and the errors of the storage marker.
    """
    _check_minutes(minutes)
    storage_marker_check()
    _refuse_live(style)
    if warm_start is not None:
        warm_start_require(warm_start, style.voice.language)
    # Before the clips: reading all recordings takes long, and what is changed meanwhile is not what they were read with.
    dictionary = dictionary_of(style.voice)
    all_clips = list(style.clips.order_by("name").defer("waveform"))
    if findings := findings_of(all_clips, phonemes_version_with(dictionary)):
        raise GateShut(findings)
    clips = [clip for clip in all_clips if clip.is_trainable]
    altered = [clip.name for clip in clips if not storage.audio_is_intact(clip.sha256)]
    if altered:
        message = run_sentence("clip-altered", {"name": altered[0]})
        raise GateShut([Finding("clips-altered", message, len(altered), altered[:20])])
    run = TrainingRun(
        style=style,
        language=style.voice.language,
        pronunciations=dictionary.as_json() if dictionary.entries else None,
        pronunciations_version=dictionary.version,
        minutes=minutes,
        seed=seed,
        **_start(warm_start),
        max_attempts=settings.VOICE_RUN_MAX_ATTEMPTS,
        clip_count=len(clips),
        left_out_count=sum(clip.is_left_out for clip in all_clips),
        audio_s=sum(clip.trimmed_duration_s or clip.duration_s for clip in clips),
        created_by=actor,
    )
    frozen = [
        RunClip(
            run=run,
            clip=clip,
            name=clip.name,
            sha256=clip.sha256,
            text=clip.text,
            symbols=clip.phonemes["symbols"],
            tones=clip.phonemes["tones"],
            units=clip.phonemes.get("moras", clip.phonemes.get("syllables")),
            duration_s=clip.duration_s,
        )
        for clip in clips
    ]
    run.corpus_digest = corpus_digest(frozen)
    try:
        run.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        field, reasons = next(iter(error.message_dict.items()))
        raise FieldInvalid(field=field, reason=" ".join(reasons)) from error
    try:
        with transaction.atomic():
            run.save(force_insert=True)
            RunClip.objects.bulk_create(frozen, batch_size=500)
            params = {"clips": run.clip_count, "left_out": run.left_out_count, **_acknowledgements(clips)}
            _record(run, "run-created", params, actor=actor)
            if warm_start is not None:
                _record(run, "run-warm-start", {"name": str(warm_start), "digest": warm_start.digest}, actor=actor)
            _queue(run, from_status=RunStatus.DRAFT, code="run-queued", actor=actor)
    except IntegrityError:
        _refuse_live(style)
        raise
    return _fresh(run)


def _start(warm_start: Source | None) -> dict:
    if warm_start is None:
        return {}
    field = "warm_start" if isinstance(warm_start, VoiceModel) else "warm_base"
    return {field: warm_start, "warm_start_digest": warm_start.digest}


def run_warm_start_check(*, run: TrainingRun) -> None:
    """What the run starts from is in the storage and fits. Raises what `warm_start_require` raises."""
    if run.started_from is not None:
        warm_start_require(run.started_from, run.language)


def _acknowledgements(clips: list[Clip]) -> dict:
    """Which frozen clips somebody accepted though they looked wrong, and why; the first ones of very many."""
    accepted = [clip for clip in clips if clip.is_acknowledged]
    named = [
        {"name": clip.name, "codes": clip.acknowledged_codes, "reason": clip.acknowledged_reason}
        for clip in accepted[:ACKNOWLEDGEMENTS_KEPT]
    ]
    return {"acknowledged": len(accepted), "acknowledgements": named} if accepted else {}


def _check_minutes(minutes: float) -> None:
    low, high = MINUTES_MIN, settings.VOICE_TRAINING_MINUTES_MAX
    # NaN is in no range.
    if not low <= minutes <= high:
        reason = _("%(measured)s is outside %(low)s–%(limit)s.") % {"measured": minutes, "low": low, "limit": high}
        raise FieldInvalid(field="minutes", reason=reason, measured=str(minutes), limit=high)


def corpus_digest(run_clips: list[RunClip]) -> str:
    """SHA-256 over name, audio digest, text, symbols and tones of every clip, in the order of their names."""
    digest = hashlib.sha256()
    for clip in sorted(run_clips, key=lambda clip: clip.name):
        entry = [clip.name, clip.sha256, clip.text, list(clip.symbols), list(clip.tones)]
        digest.update(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return digest.hexdigest()


@transaction.atomic
def run_cancel(*, run: TrainingRun, actor) -> TrainingRun:
    """Ask a held run to stop, or take a waiting one out of the queue. Asking twice changes nothing."""
    now = timezone.now()
    for waiting in (RunStatus.QUEUED, RunStatus.DRAFT):
        if _move(run, waiting, RunStatus.CANCELLED, ended_at=now, cancel_requested_at=now):
            _record(run, "run-cancelled", {}, from_status=waiting, to_status=RunStatus.CANCELLED, actor=actor)
            return _fresh(run)
    asked = TrainingRun.objects.filter(pk=run.pk, status__in=LIVE, cancel_requested_at=None)
    if asked.update(cancel_requested_at=now):
        _record(run, "run-cancel-requested", {}, actor=actor)
    run = _fresh(run)
    if run.is_terminal and run.status != RunStatus.CANCELLED:
        raise RunNotCancellable(status=run.get_status_display())
    return run


def run_requeue(*, run: TrainingRun, actor) -> TrainingRun:
    """Queue a run again that ended without a model: same frozen clips, attempts counted anew, checkpoints used.

    Raises `RunNotRequeuable`, `RunAlreadyLive` (with `.run`), what `warm_start_require` raises, and the errors of the
    storage marker.
    """
    storage_marker_check()
    run = _fresh(run)
    if run.status not in REQUEUABLE:
        raise RunNotRequeuable(status=run.get_status_display())
    _refuse_live(run.style)
    run_warm_start_check(run=run)
    try:
        with transaction.atomic():
            # `attempt` keeps growing: it is the fence against late writes of an earlier worker.
            TrainingRun.objects.filter(pk=run.pk).update(max_attempts=run.attempt + settings.VOICE_RUN_MAX_ATTEMPTS)
            _queue(run, from_status=run.status, code="run-requeued-by-operator", actor=actor)
    except IntegrityError:  # another run of the style was faster
        _refuse_live(run.style)
        raise
    return _fresh(run)


def run_claim(*, run_id, job_id: str, worker_name: str) -> TrainingRun | None:
    """Take a queued run for this worker. None when it was cancelled, or when another delivery was faster."""
    with transaction.atomic():
        run = TrainingRun.objects.filter(pk=run_id, job_id=job_id, status=RunStatus.QUEUED).first()
        now = timezone.now()
        if run is None or not _move(
            run,
            RunStatus.QUEUED,
            RunStatus.RUNNING,
            attempt=run.attempt + 1,
            worker_name=worker_name,
            heartbeat_at=now,
            started_at=run.started_at or now,
        ):
            return None
        run = _fresh(run)
        _record(
            run,
            "run-claimed",
            {"worker": worker_name, "attempt": run.attempt},
            from_status=RunStatus.QUEUED,
            to_status=RunStatus.RUNNING,
        )
    return run


def run_beat(*, run: TrainingRun, **fields) -> bool:
    """Sign of life of the attempt that holds the run, with what it has to report.

    False when the attempt holds it no longer: the worker must stop its trainer and write nothing more.
    """
    held = TrainingRun.objects.filter(pk=run.pk, attempt=run.attempt, status__in=HELD)
    return held.update(heartbeat_at=timezone.now(), **fields) == 1


def run_point_add(*, run: TrainingRun, step: int, elapsed_s: float, losses: dict, learning_rate: float | None) -> None:
    """One point of the loss curve. Points of an attempt that a later one repeats are replaced."""
    RunProgress.objects.filter(run=run, step__gte=step).exclude(attempt=run.attempt).delete()
    RunProgress.objects.create(
        run=run,
        attempt=run.attempt,
        step=step,
        elapsed_s=elapsed_s,
        losses=losses,
        learning_rate=learning_rate,
    )


def run_note(*, run: TrainingRun, code: str, **params) -> None:
    """Keep something worth knowing that changes no state."""
    _record(run, code, params)


def run_is_cancel_requested(*, run: TrainingRun) -> bool:
    return TrainingRun.objects.filter(pk=run.pk).exclude(cancel_requested_at=None).exists()


@transaction.atomic
def run_measure(*, run: TrainingRun, step: int) -> bool:
    """The trainer ended well; its model is to be measured."""
    held = {"attempt": run.attempt}
    if not _move(run, RunStatus.RUNNING, RunStatus.MEASURING, where=held, heartbeat_at=timezone.now()):
        return False
    _record(run, "run-training-ended", {"step": step}, from_status=RunStatus.RUNNING, to_status=RunStatus.MEASURING)
    return True


@transaction.atomic
def run_end(*, run: TrainingRun, status: str, code: str = "", params: dict | None = None, traceback: str = "") -> bool:
    """End the attempt that holds the run. False when it holds it no longer; then nothing was written."""
    params = params or {}
    detail = run_sentence(code, params) if code else ""
    for held in HELD:
        if _move(
            run,
            held,
            status,
            where={"attempt": run.attempt},
            ended_at=timezone.now(),
            remaining_s=None,
            reason_code=code,
            reason_params=params,
            reason_detail=detail,
            traceback=traceback,
        ):
            _record(run, code or f"run-{status}", params, from_status=held, to_status=status)
            return True
    return False


@transaction.atomic
def run_return(*, run: TrainingRun) -> bool:
    """Give a held run back to the queue because its worker is shutting down; the attempt does not count as lost.

    A run whose cancelling was asked for meanwhile is cancelled instead: back in the queue it would start again.
    """
    held = TrainingRun.objects.select_for_update().filter(pk=run.pk, attempt=run.attempt, status__in=HELD).first()
    if held is None:
        return False
    if held.cancel_requested_at is not None:
        return run_end(run=held, status=RunStatus.CANCELLED)
    TrainingRun.objects.filter(pk=run.pk).update(max_attempts=held.max_attempts + 1)
    return _queue(held, from_status=held.status, code="run-requeued-after-shutdown")


@transaction.atomic
def run_lose(*, run: TrainingRun, silence_s: int) -> bool:
    """A held run whose heartbeat is stale: lost, then queued again, cancelled or failed."""
    held_status = run.status
    # A beat that came in meanwhile proves the worker alive.
    if not _move(run, held_status, RunStatus.LOST, where={"attempt": run.attempt, "heartbeat_at": run.heartbeat_at}):
        return False
    _record(
        run,
        "run-lost",
        {"worker": run.worker_name, "silence_s": silence_s},
        from_status=held_status,
        to_status=RunStatus.LOST,
    )
    if _fresh(run).cancel_requested_at is not None:  # it may have been asked for since the sweep looked
        _move(run, RunStatus.LOST, RunStatus.CANCELLED, ended_at=timezone.now())
        _record(run, "run-cancelled", {}, from_status=RunStatus.LOST, to_status=RunStatus.CANCELLED)
    elif run.attempt < run.max_attempts:
        params = {"attempt": run.attempt + 1, "max_attempts": run.max_attempts}
        _queue(run, from_status=RunStatus.LOST, code="run-requeued-after-loss", params=params)
    else:
        params = {"attempt": run.attempt}
        _move(
            run,
            RunStatus.LOST,
            RunStatus.FAILED,
            ended_at=timezone.now(),
            reason_code="worker-lost",
            reason_params=params,
            reason_detail=run_sentence("worker-lost", params),
        )
        _record(run, "worker-lost", params, from_status=RunStatus.LOST, to_status=RunStatus.FAILED)
    return True


@transaction.atomic
def run_redeliver(*, run: TrainingRun) -> bool:
    """Put a queued run into the queue again under a new delivery id; the old one can no longer claim it."""
    job_id = _job_id(run)
    waiting = TrainingRun.objects.filter(pk=run.pk, status=RunStatus.QUEUED, job_id=run.job_id)
    if waiting.update(job_id=job_id) != 1:
        return False
    _record(run, "run-redelivered", {})
    training_enqueue_on_commit(run_id=run.pk, job_id=job_id, minutes=run.minutes)
    return True


def _queue(run: TrainingRun, *, from_status: str, code: str, params: dict | None = None, actor=None) -> bool:
    job_id = _job_id(run)
    is_moved = _move(
        run,
        from_status,
        RunStatus.QUEUED,
        job_id=job_id,
        queued_at=timezone.now(),
        ended_at=None,
        heartbeat_at=None,
        cancel_requested_at=None,
        trainer_pid=None,
        reason_code="",
        reason_params={},
        reason_detail="",
        traceback="",
    )
    if is_moved:
        _record(run, code, params or {}, from_status=from_status, to_status=RunStatus.QUEUED, actor=actor)
        training_enqueue_on_commit(run_id=run.pk, job_id=job_id, minutes=run.minutes)
    return is_moved


def _move(run: TrainingRun, from_status: str, to_status: str, *, where: dict | None = None, **fields) -> bool:
    """Compare and swap: True if exactly this run was in `from_status`, and as `where` says."""
    rows = TrainingRun.objects.filter(pk=run.pk, status=from_status, **(where or {}))
    return rows.update(status=to_status, **fields) == 1


def _record(run, code, params, *, from_status="", to_status="", actor=None) -> None:
    detail = run_sentence(code, params)
    logger.info("run %s: %s", run.pk, detail)
    RunEvent.objects.create(
        run=run,
        code=code,
        params=params,
        detail=detail,
        from_status=from_status,
        to_status=to_status,
        attempt=run.attempt,
        actor=actor,
    )


def _refuse_live(style: Style) -> None:
    live = style.runs.filter(status__in=LIVE).first()
    if live is not None:
        error = RunAlreadyLive(status=live.get_status_display(), run=str(live))
        error.run = live
        raise error


def _fresh(run: TrainingRun) -> TrainingRun:
    return TrainingRun.objects.select_related("style__voice").get(pk=run.pk)


def _job_id(run: TrainingRun) -> str:
    return f"run-{run.pk}-{uuid.uuid4().hex[:8]}"

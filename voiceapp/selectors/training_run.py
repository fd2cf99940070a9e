"""Reads of training runs."""

from django.db.models import QuerySet

from voiceapp import storage
from voiceapp.models import RunClip, RunEvent, RunStatus, TrainingRun

LOG_TAIL_BYTES = 64 * 1024


def runs_list() -> QuerySet[TrainingRun]:
    return TrainingRun.objects.select_related(
        "style__voice", "created_by", "voice_model", "warm_start__style__voice", "warm_base"
    )


def run_get(pk) -> TrainingRun:
    """Raises `TrainingRun.DoesNotExist`."""
    return runs_list().get(pk=pk)


def run_loss_curve(run: TrainingRun, *, after_step: int = -1) -> list[tuple[int, float, dict]]:
    """(step, elapsed seconds, losses by name), in the order of steps."""
    points = run.progress_points.filter(step__gt=after_step)
    return list(points.values_list("step", "elapsed_s", "losses"))


def run_events(run: TrainingRun) -> QuerySet[RunEvent]:
    return run.events.select_related("actor")


def run_clips(run: TrainingRun) -> QuerySet[RunClip]:
    return run.run_clips.order_by("name")


def run_log_tail(run: TrainingRun, *, lines: int = 40) -> str:
    """The end of the trainer's log; empty when there is none yet."""
    try:
        with open(storage.run_directory(run.pk) / "trainer.log", "rb") as log:
            log.seek(0, 2)
            log.seek(max(0, log.tell() - LOG_TAIL_BYTES))
            tail = log.read().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    return "\n".join(tail.splitlines()[-lines:])


def runs_are_waiting() -> bool:
    return TrainingRun.objects.filter(status=RunStatus.QUEUED).exists()

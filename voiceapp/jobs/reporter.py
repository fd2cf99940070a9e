"""Copies the trainer's events into the run's row, no more often than a page can show."""

import logging
import time

from django.db import DatabaseError, connection

from trainer.messages import LOCALES, SENTENCES, sentence
from voiceapp.models import TrainingRun
from voiceapp.services.training_run import run_beat, run_note, run_point_add

logger = logging.getLogger(__name__)

ROW_S = 2.0
POINT_S = 4.0
# A training of days would leave more points than a curve can show and a page can load.
POINTS_MOST = 1000
# The trainer writes a checkpoint each minute; the list of events is for what changes.
CHECKPOINT_NOTE_S = 600.0


class RunReporter:
    """Takes events as dictionaries. `failure` is the trainer's own last word on why it gave up."""

    def __init__(self, run: TrainingRun):
        self.run = run
        self.failure: dict | None = None
        self._pending: dict | None = None
        self._written_at = 0.0
        self._point_at = 0.0
        self._point_s = max(POINT_S, run.minutes * 60 / POINTS_MOST)
        self._checkpoint_at: float | None = None

    def report(self, event: dict) -> None:
        handler = getattr(self, f"_on_{event.get('event')}", None)
        if handler is not None:
            self._survive(handler, event)

    def flush(self) -> None:
        if self._pending is not None:
            self._survive(self._write, self._pending)
            self._survive(self._write_point, self._pending)
            self._pending = None

    def _survive(self, write, event: dict) -> None:
        """A database that is away for a minute costs a point of the curve, never the training."""
        try:
            write(event)
        except DatabaseError as error:
            logger.warning("run %s: an event could not be kept: %s", self.run.pk, error)
            connection.close_if_unusable_or_obsolete()

    def _on_start(self, event: dict) -> None:
        run_beat(run=self.run, device=str(event.get("device", ""))[:80], steps_planned=event.get("steps_planned"))
        run_note(
            run=self.run,
            code="run-training-started",
            device=event.get("device", ""),
            clips=event.get("clips"),
            held_out=event.get("held_out"),
        )

    def _on_progress(self, event: dict) -> None:
        now = time.monotonic()
        self._pending = event
        if now - self._written_at >= ROW_S:
            self._written_at = now
            self._write(event)
        if now - self._point_at >= self._point_s:
            self._point_at = now
            self._write_point(event)
            self._pending = None

    def _on_checkpoint(self, event: dict) -> None:
        now = time.monotonic()
        if self._checkpoint_at is None or now - self._checkpoint_at >= CHECKPOINT_NOTE_S:
            self._checkpoint_at = now
            run_note(run=self.run, code="run-checkpoint", step=event.get("step"))

    def _on_sample(self, event: dict) -> None:
        # The last sample is the artefact's own, which the model's page plays.
        if str(event.get("path", "")).startswith("samples/"):
            run_note(run=self.run, code="run-sample", step=event["step"])

    def _on_warning(self, event: dict) -> None:
        params = {"message": _in_every_language(event)}
        if event.get("verdict"):
            # Kept whole, so that each reader is told in their own language.
            params["verdict"] = event["verdict"]
        run_note(run=self.run, code="run-warning", **params)

    def _on_failed(self, event: dict) -> None:
        self.failure = event

    def _write(self, event: dict) -> None:
        run_beat(
            run=self.run,
            step=event["step"],
            elapsed_s=event["elapsed_s"],
            remaining_s=event.get("remaining_s"),
            losses=event.get("losses", {}),
        )

    def _write_point(self, event: dict) -> None:
        run_point_add(
            run=self.run,
            step=event["step"],
            elapsed_s=event["elapsed_s"],
            losses=event.get("losses", {}),
            learning_rate=event.get("learning_rate"),
        )


def _in_every_language(event: dict):
    """What the trainer warns of, for each reader: its own words are English."""
    code = event.get("code", "")
    if code not in SENTENCES:
        return str(event.get("message", code))
    figures = {name: value for name, value in event.items() if name not in ("event", "code", "message")}
    return {locale: sentence(code, locale, **figures) for locale in LOCALES}

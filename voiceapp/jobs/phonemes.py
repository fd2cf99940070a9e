"""The job that reads a style's stale clips again: in batches, so that a kill loses one batch, and people can go on."""

import logging
import signal
import time
import traceback
from collections import deque
from collections.abc import Iterator
from itertools import islice

from django.db import transaction

from trainer.text import Phonemes
from trainer.text.child import cores
from trainer.verdicts import Verdict
from voiceapp.models import Clip, PronunciationChange, Style
from voiceapp.selectors.pronunciation import clips_stale, dictionary_of, phonemes_version_of
from voiceapp.services.clip_import import imports_complete
from voiceapp.services.coverage import coverage_refresh
from voiceapp.services.gate import lines_compare
from voiceapp.services.phoneme import TextItem, clip_judge_text, texts_judgement
from voiceapp.services.phoneme_work import (
    phoneme_work_advance,
    phoneme_work_claim,
    phoneme_work_end,
    phoneme_work_return,
)
from voiceapp.services.rows_update import rows_update

logger = logging.getLogger(__name__)

CLIPS_AT_ONCE = 200
BEAT_S = 1.0
WRITTEN = ["phonemes", "phonemes_digest", "phonemes_version", "verdicts", "worst_level", "is_held"]
# Waveforms and the phonemes that are about to be replaced are large.
UNREAD = ("waveform", "phonemes")
# What a judgement of a clip rests on.
SEEN = ("text", "override", "phonemes_version", "duration_s", "trimmed_duration_s")


class _Displaced(Exception):
    """The work was given to another delivery."""


class _ShutDown(Exception):
    """The worker was asked to end."""


def phonemize_style(style_id: int, job_id: str) -> None:
    """Read stale clips of a style until none is left, those that go stale meanwhile included.

    A second delivery at once does nothing; a later one finds what the first has left.
    """
    if not phoneme_work_claim(style_id=style_id, job_id=job_id):
        logger.info("the phoneme work of style %s is somebody else's, or done", style_id)
        return
    work = _Work(style_id, job_id)
    previous = signal.signal(signal.SIGTERM, work.shut_down)
    try:
        work.read_all()
    except _Displaced:
        logger.warning("the phoneme work of style %s was given to another delivery", style_id)
    except _ShutDown:
        phoneme_work_return(style_id=style_id, job_id=job_id)
    except Exception:
        phoneme_work_end(style_id=style_id, job_id=job_id, reason=traceback.format_exc(limit=-3))
        raise
    finally:
        signal.signal(signal.SIGTERM, previous)


class _Work:
    def __init__(self, style_id: int, job_id: str):
        self.style = Style.objects.select_related("voice").get(pk=style_id)
        self.job_id = job_id
        self.done = self.changed = 0
        self.is_shutting_down = False
        self.beat_at = 0.0

    def shut_down(self, signum, frame) -> None:
        self.is_shutting_down = True

    def read_all(self) -> None:
        started_at = time.monotonic()
        while self._read_stale():
            pass
        if self.done:
            lines_compare(style=self.style)
        imports_complete(style=self.style)
        self._beat(is_due=True)
        coverage_refresh(style=self.style)
        logger.info(
            "style %s: %s clips read, %s changed", self.style.pk, self.done, self.changed,
            extra={"seconds": round(time.monotonic() - started_at, 1)},
        )  # fmt: skip
        phoneme_work_end(style_id=self.style.pk, job_id=self.job_id)

    def _read_stale(self) -> bool:
        """Read what is stale now with the dictionary of now; False where nothing was.

        Children read ahead while what they have read is written. Another dictionary ends the round early.
        """
        history = _history()
        dictionary, version = dictionary_of(self.style.voice), phonemes_version_of(self.style.voice)
        stale = self.style.clips.exclude(phonemes_version=version)
        # Nothing is read in them, and what is said about them (no line, no text) stays as it is.
        stale.filter(text="").update(phonemes_version=version)
        if not stale.exists():
            return False
        drawn: deque[Clip] = deque()

        def items() -> Iterator[TextItem]:
            last = 0
            # The style too: the related manager asks each clip for it, and would fetch it by a query of its own.
            while clips := list(stale.filter(pk__gt=last).order_by("pk").only("style", *SEEN)[:CLIPS_AT_ONCE]):
                if _history() != history:  # then these may be clips that are not stale any more
                    return
                last = clips[-1].pk
                for clip in clips:
                    drawn.append(clip)
                    yield TextItem(clip.text, clip.override, clip.trimmed_duration_s or clip.duration_s)

        judged = iter(texts_judgement(items=items(), dictionary=dictionary, jobs=cores()))
        while outcomes := [(drawn.popleft(), *outcome) for outcome in islice(judged, CLIPS_AT_ONCE)]:
            self._write(outcomes, version)
            self._beat()
        return True

    def _write(self, outcomes: list[tuple[Clip, Phonemes | None, list[Verdict]]], version: str) -> None:
        """Those whose text and override are still what was read."""
        by_key = {clip.pk: (clip, phonemes, verdicts) for clip, phonemes, verdicts in outcomes}
        with transaction.atomic():
            present = Clip.objects.select_for_update().filter(pk__in=by_key).defer(*UNREAD).order_by("pk")
            written = []
            for clip in present:
                read, phonemes, verdicts = by_key[clip.pk]
                if _seen(clip) != _seen(read):
                    continue
                before = clip.phonemes_digest
                clip_judge_text(clip=clip, phonemes=phonemes, verdicts=verdicts, version=version)
                self.changed += before != clip.phonemes_digest
                written.append(clip)
            rows_update(rows=written, fields=WRITTEN)
        self.done += len(written)

    def _beat(self, *, is_due: bool = False) -> None:
        if self.is_shutting_down:
            raise _ShutDown()
        if not is_due and time.monotonic() - self.beat_at < BEAT_S:
            return
        self.beat_at = time.monotonic()
        figures = {"done": self.done, "changed": self.changed, "remaining": clips_stale(self.style).count()}
        if not phoneme_work_advance(style_id=self.style.pk, job_id=self.job_id, **figures):
            raise _Displaced()


def _history() -> int | None:
    """The dictionary is large; whether it is another one is known by its history."""
    return PronunciationChange.objects.order_by("-pk").values_list("pk", flat=True).first()


def _seen(clip: Clip) -> tuple:
    return tuple(getattr(clip, name) for name in SEEN)

"""The job that reads a style's stale clips again: in batches, so that a kill loses one batch, and people can go on."""

import logging
import signal
import time
import traceback

from django.db import transaction

from voiceapp.models import Clip, PronunciationChange, Style
from voiceapp.selectors.pronunciation import clips_stale, dictionary_of, phonemes_version_of
from voiceapp.services.clip_import import imports_complete
from voiceapp.services.phoneme import TextItem, clip_judge_text, texts_judgement
from voiceapp.services.phoneme_work import (
    phoneme_work_advance,
    phoneme_work_claim,
    phoneme_work_end,
    phoneme_work_return,
)

logger = logging.getLogger(__name__)

CLIPS_AT_ONCE = 200
CHILDREN = 1
BEAT_S = 1.0
WRITTEN = ["phonemes", "phonemes_digest", "phonemes_version", "verdicts", "worst_level", "is_held"]
# Waveforms and the phonemes that are about to be replaced are large.
UNREAD = ("waveform", "phonemes")


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
        self.history = None

    def shut_down(self, signum, frame) -> None:
        self.is_shutting_down = True

    def read_all(self) -> None:
        started_at = time.monotonic()
        while clips := self._stale_clips():
            self._read(clips)
            self._beat()
        imports_complete(style=self.style)
        self._beat(is_due=True)
        logger.info(
            "style %s: %s clips read, %s changed", self.style.pk, self.done, self.changed,
            extra={"seconds": round(time.monotonic() - started_at, 1)},
        )  # fmt: skip
        phoneme_work_end(style_id=self.style.pk, job_id=self.job_id)

    def _stale_clips(self) -> list[Clip]:
        # The dictionary is large; whether it is another one is known by its history.
        history = PronunciationChange.objects.order_by("-pk").values_list("pk", flat=True).first()
        if self.history is None or history != self.history:
            self.dictionary = dictionary_of(self.style.voice)
            self.version = phonemes_version_of(self.style.voice)
            self.history = history
        stale = self.style.clips.exclude(phonemes_version=self.version)
        # Nothing is read in them, and what is said about them (no line, no text) stays as it is.
        stale.filter(text="").update(phonemes_version=self.version)
        return list(stale.order_by("pk").defer(*UNREAD)[:CLIPS_AT_ONCE])

    def _read(self, clips: list[Clip]) -> None:
        """Judge the texts, then write those whose text and override are still what was read."""
        items = [TextItem(clip.text, clip.override, clip.trimmed_duration_s or clip.duration_s) for clip in clips]
        judged = texts_judgement(items=items, dictionary=self.dictionary, jobs=CHILDREN)
        outcomes = {clip.pk: (clip, *outcome) for clip, outcome in zip(clips, judged, strict=True)}
        with transaction.atomic():
            present = Clip.objects.select_for_update().filter(pk__in=outcomes).defer(*UNREAD).order_by("pk")
            changed = []
            for clip in present:
                read, phonemes, verdicts = outcomes[clip.pk]
                if _seen(clip) != _seen(read):
                    continue
                before = clip.phonemes_digest
                clip_judge_text(clip=clip, phonemes=phonemes, verdicts=verdicts, version=self.version)
                self.changed += before != clip.phonemes_digest
                changed.append(clip)
            Clip.objects.bulk_update(changed, WRITTEN)
        self.done += len(changed)

    def _beat(self, *, is_due: bool = False) -> None:
        if self.is_shutting_down:
            raise _ShutDown()
        if not is_due and time.monotonic() - self.beat_at < BEAT_S:
            return
        self.beat_at = time.monotonic()
        figures = {"done": self.done, "changed": self.changed, "remaining": clips_stale(self.style).count()}
        if not phoneme_work_advance(style_id=self.style.pk, job_id=self.job_id, **figures):
            raise _Displaced()


def _seen(clip: Clip) -> tuple:
    """What a judgement of a clip rests on."""
    return clip.text, clip.override, clip.phonemes_version, clip.duration_s, clip.trimmed_duration_s

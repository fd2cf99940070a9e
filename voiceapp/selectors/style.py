"""Reads of styles and their clips."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from voiceapp.models import Clip, ClipImport, Style


@dataclass(frozen=True)
class ClipCounts:
    """How a style's clips divide; `trainable + blocking + left_out == total`. `audio_s`: seconds to train on."""

    total: int
    trainable: int
    blocking: int
    left_out: int
    warned: int
    audio_s: float


def styles_list() -> QuerySet[Style]:
    return Style.objects.select_related("voice").annotate(clip_count=Count("clips"))


def style_get(pk: int) -> Style:
    """Raises `Style.DoesNotExist`."""
    return styles_list().get(pk=pk)


def clips_of_style(style: Style) -> QuerySet[Clip]:
    return style.clips.order_by("name")


def clip_get(pk: int) -> Clip:
    """Raises `Clip.DoesNotExist`."""
    return Clip.objects.select_related("style__voice").get(pk=pk)


def clip_counts(style: Style) -> ClipCounts:
    clips = list(style.clips.only("style", "verdicts", "left_out_at", "duration_s", "trimmed_duration_s"))
    trainable = [clip for clip in clips if clip.is_trainable]
    return ClipCounts(
        total=len(clips),
        trainable=len(trainable),
        blocking=sum(clip.is_blocking for clip in clips),
        left_out=sum(clip.is_left_out for clip in clips),
        warned=sum(clip.has_warnings for clip in trainable),
        audio_s=sum(clip.trimmed_duration_s or clip.duration_s or 0 for clip in trainable),
    )


def last_import(style: Style) -> ClipImport | None:
    return style.clip_imports.first()

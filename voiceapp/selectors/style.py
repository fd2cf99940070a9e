"""Reads of styles and their clips."""

from django.db.models import Count, QuerySet

from voiceapp.models import Clip, ClipImport, Style


def styles_list() -> QuerySet[Style]:
    return Style.objects.select_related("voice").annotate(clip_count=Count("clips"))


def style_get(pk: int) -> Style:
    """Raises `Style.DoesNotExist`."""
    return Style.objects.select_related("voice").get(pk=pk)


def clips_of_style(style: Style) -> QuerySet[Clip]:
    return style.clips.order_by("name")


def clip_get(pk: int) -> Clip:
    """Raises `Clip.DoesNotExist`."""
    return Clip.objects.select_related("style__voice").get(pk=pk)


def last_import(style: Style) -> ClipImport | None:
    return style.clip_imports.first()

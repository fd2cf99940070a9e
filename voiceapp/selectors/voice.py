"""Reads of voices and their references."""

from django.db.models import Count, QuerySet

from voiceapp.models import ReferenceAudio, Voice


def voices_list() -> QuerySet[Voice]:
    """All voices with `style_count`, `reference_count` and `model_count`."""
    return Voice.objects.annotate(
        style_count=Count("styles", distinct=True),
        reference_count=Count("references", distinct=True),
        model_count=Count("styles__models", distinct=True),
    ).order_by("slug")


def voice_by_slug(slug: str) -> Voice:
    """Raises `Voice.DoesNotExist`."""
    if "\0" in slug:  # PostgreSQL fails on being asked for one
        raise Voice.DoesNotExist
    return voices_list().get(slug=slug)


def references_of_voice(voice: Voice) -> QuerySet[ReferenceAudio]:
    return voice.references.select_related("created_by")

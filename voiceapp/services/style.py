"""Create styles of a voice."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from voiceapp.errors import FieldInvalid, SlugTaken
from voiceapp.models import Style, Voice


def style_create(*, voice: Voice, slug: str, name: str, actor) -> Style:
    """Raises `SlugTaken`, `FieldInvalid`."""
    style = Style(voice=voice, slug=slug, name=name, created_by=actor)
    if Style.objects.filter(voice=voice, slug=slug).exists():
        raise SlugTaken(slug=slug)
    try:
        style.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        field, reasons = next(iter(error.message_dict.items()))
        raise FieldInvalid(field=field, reason=" ".join(reasons)) from error
    try:
        with transaction.atomic():
            style.save(force_insert=True)
    except IntegrityError as error:  # somebody took the slug since it was looked at
        raise SlugTaken(slug=slug) from error
    return style

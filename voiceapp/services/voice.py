"""Register and change voices."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from trainer.errors import TrainerError
from trainer.languages import language_parse
from voiceapp.errors import FieldInvalid, SlugTaken, TrainerRefusal, VoiceHasStyles
from voiceapp.models import Voice

CHANGEABLE = frozenset(
    {
        "slug",
        "name",
        "language",
        "caption",
        "seed",
        "rights_holder",
        "rights_permission",
        "rights_granted_on",
        "rights_licence",
    }
)


def voice_create(
    *,
    slug: str,
    name: str,
    language: str | None,
    caption: str = "",
    seed: int = 0,
    rights_holder: str,
    rights_permission: str,
    rights_granted_on,
    rights_licence: str,
    actor,
) -> Voice:
    """Raises `TrainerRefusal` for the language, `SlugTaken`, `FieldInvalid`."""
    voice = Voice(
        slug=slug,
        name=name,
        language=language_tag(language),
        caption=caption,
        seed=seed,
        rights_holder=rights_holder,
        rights_permission=rights_permission,
        rights_granted_on=rights_granted_on,
        rights_licence=rights_licence,
        created_by=actor,
    )
    _check(voice)
    _save(voice, force_insert=True)
    return voice


@transaction.atomic
def voice_update(*, voice: Voice, actor, **changes) -> Voice:
    """Change some fields. Raises what `voice_create` raises, and `VoiceHasStyles` for a change of language."""
    unknown = set(changes) - CHANGEABLE
    if unknown:
        raise TypeError(f"not fields of a voice: {sorted(unknown)}")
    if "language" in changes:
        changes["language"] = language_tag(changes["language"])
        if changes["language"] != voice.language and voice.styles.filter(clips__isnull=False).exists():
            raise VoiceHasStyles()
    for field, value in changes.items():
        setattr(voice, field, value)
    _check(voice)
    _save(voice, update_fields=list(changes))
    return voice


def language_tag(value: str | None) -> str:
    """Normalised tag of a language that Koebo speaks. Raises `TrainerRefusal`; nothing is ever defaulted."""
    try:
        return language_parse(value).tag
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def _save(voice: Voice, **options) -> None:
    try:
        with transaction.atomic():
            voice.save(**options)
    except IntegrityError as error:  # somebody took the slug since it was looked at
        raise SlugTaken(slug=voice.slug) from error


def _check(voice: Voice) -> None:
    if Voice.objects.filter(slug=voice.slug).exclude(pk=voice.pk).exists():
        raise SlugTaken(slug=voice.slug)
    try:
        voice.full_clean(validate_unique=False)
    except ValidationError as error:
        field, reasons = next(iter(error.message_dict.items()))
        raise FieldInvalid(field=field, reason=" ".join(reasons)) from error

"""Remarks that hold a clip: somebody looked, found the clip right, and says so with name and reason."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from voiceapp.errors import NothingToAcknowledge, ReasonNeeded
from voiceapp.models import Clip, Style
from voiceapp.services.gate import lines_compare

REASON_CHARACTERS_MIN, REASON_CHARACTERS_MAX = 3, 300
CLIPS_AT_ONCE = 500
WRITTEN = [
    "acknowledged_codes",
    "acknowledged_digest",
    "acknowledged_at",
    "acknowledged_by",
    "acknowledged_reason",
    "is_held",
]


@transaction.atomic
def clip_acknowledge(*, clip: Clip, reason: str, actor) -> Clip:
    """Accept all that holds the clip. It is valid for these phonemes and these codes: a new remark, or other phonemes,
    hold the clip again. Raises `ReasonNeeded` and, for a clip that nothing holds, `NothingToAcknowledge`.
    """
    reason = reason_check(reason=reason)
    clip = _locked([clip.pk]).get()
    if not clip.held_codes:
        raise NothingToAcknowledge(name=clip.name)
    _acknowledge(clip, reason, actor)
    clip.save(update_fields=WRITTEN)
    return clip


@transaction.atomic
def clip_acknowledgement_withdraw(*, clip: Clip, actor) -> Clip:
    """Take an acknowledgement back; what it covered holds the clip again."""
    clip = _locked([clip.pk]).get()
    acknowledgement_drop(clip=clip)
    clip.judge()
    clip.save(update_fields=WRITTEN)
    return clip


def acknowledgement_drop(*, clip: Clip) -> None:
    """It was about another recording, or is taken back. Neither judges nor saves the clip."""
    clip.acknowledged_codes, clip.acknowledged_digest = [], ""
    clip.acknowledged_at, clip.acknowledged_by, clip.acknowledged_reason = None, None, ""


def clips_acknowledge(*, clips: QuerySet[Clip], reason: str, actor) -> int:
    """The same for every held clip of a selection, with one reason; returns how many were. Raises `ReasonNeeded`."""
    reason = reason_check(reason=reason)
    keys = list(clips.filter(is_held=True, left_out_at=None).exclude(worst_level="reject").values_list("pk", flat=True))
    acknowledged = 0
    with transaction.atomic():
        for start in range(0, len(keys), CLIPS_AT_ONCE):
            held = [clip for clip in _locked(keys[start : start + CLIPS_AT_ONCE]) if clip.held_codes]
            for clip in held:
                _acknowledge(clip, reason, actor)
            Clip.objects.bulk_update(held, WRITTEN)
            acknowledged += len(held)
    return acknowledged


def clips_leave_out(*, style: Style, clips: QuerySet[Clip], reason: str, actor) -> int:
    """Leave every clip of a selection out of the runs, with one reason; those that are left out already keep theirs.

    Returns how many were. Raises `ReasonNeeded`.
    """
    reason = reason_check(reason=reason)
    keys = list(clips.filter(left_out_at=None).values_list("pk", flat=True))
    left_out = 0
    with transaction.atomic():
        for start in range(0, len(keys), CLIPS_AT_ONCE):
            rows = Clip.objects.filter(pk__in=keys[start : start + CLIPS_AT_ONCE], left_out_at=None)
            left_out += rows.update(left_out_at=timezone.now(), left_out_by=actor, left_out_reason=reason)
    lines_compare(style=style)
    return left_out


def reason_check(*, reason: str) -> str:
    """The reason as it is kept. Raises `ReasonNeeded`."""
    # A database that keeps text as UTF-8 takes no NUL.
    reason = " ".join(reason.replace("\0", " ").split())[:REASON_CHARACTERS_MAX]
    if len(reason) < REASON_CHARACTERS_MIN:
        raise ReasonNeeded(measured=len(reason), limit=REASON_CHARACTERS_MIN)
    return reason


def _acknowledge(clip: Clip, reason: str, actor) -> None:
    known = clip.acknowledged_codes if clip.acknowledged_digest == clip.phonemes_digest else []
    clip.acknowledged_codes = sorted({*known, *clip.held_codes})
    clip.acknowledged_digest = clip.phonemes_digest
    clip.acknowledged_at, clip.acknowledged_by, clip.acknowledged_reason = timezone.now(), actor, reason
    clip.judge()


def _locked(keys: list[int]) -> QuerySet[Clip]:
    return Clip.objects.select_for_update().filter(pk__in=keys).defer("waveform", "phonemes").order_by("pk")

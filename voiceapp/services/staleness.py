"""Which phonemes a change of the dictionary makes stale, and which only get the new version written beside them."""

from django.db.models.fields.json import KT

from trainer.text.surfaces import SurfaceFinder
from voiceapp.models import Clip, Style

# Far below what either database takes as parameters of one statement.
KEYS_AT_ONCE = 5000


def clips_carry_over(*, language: str, before: dict[int, str], after: dict[int, str], surfaces: dict[int, set[str]]):
    """Write the new version on all clips that were current and that the changed entries cannot reach.

    `before`, `after`: the voices' phoneme versions by their ids; `surfaces`: the entries that changed for a voice. Runs
    within the transaction of the change. Clips that contain a surface, in their transcript or in what it is read as,
    keep the version they have, and so are stale; those that were stale before stay so. Returns the ids of the styles
    that have clips to be read again.
    """
    touched_styles: list[int] = []
    for voice_id, version in after.items():
        if before[voice_id] != version:
            style_ids = list(Style.objects.filter(voice_id=voice_id).values_list("pk", flat=True))
            clips = Clip.objects.filter(style__in=style_ids)
            _carry_over(clips.filter(phonemes_version=before[voice_id]), language, version, surfaces[voice_id])
            stale = clips.exclude(phonemes_version=version).order_by()
            touched_styles += stale.values_list("style_id", flat=True).distinct()
    return touched_styles


def _carry_over(current, language: str, version: str, surfaces: set[str]) -> None:
    finder = SurfaceFinder(language, surfaces)
    # Locked where the database locks rows: a transcript that is being corrected must not slip through.
    rows = current.select_for_update().order_by().annotate(read_as=KT("phonemes__normalized"))
    untouched = []
    for pk, text, read_as in rows.values_list("pk", "text", "read_as").iterator(chunk_size=KEYS_AT_ONCE):
        if not (finder.is_in(text) or (read_as not in (None, text) and finder.is_in(read_as))):
            untouched.append(pk)
    # By their keys, not as all but the others: a clip that came meanwhile has not been looked at.
    for start in range(0, len(untouched), KEYS_AT_ONCE):
        current.filter(pk__in=untouched[start : start + KEYS_AT_ONCE]).update(phonemes_version=version)

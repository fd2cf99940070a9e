"""Imports whose texts were left to the job: their reports are completed once the texts have been read."""

from collections.abc import Collection

from django.db import transaction

from voiceapp.models import Clip, ClipImport, Style
from voiceapp.selectors.pronunciation import phonemes_version_of
from voiceapp.services.phoneme import ABOUT_TEXT

OUTCOMES = ("accepted", "warned", "rejected", "unchanged", "pending")


def outcome_of(*, levels: Collection[str]) -> str:
    """What verdicts of these levels come to."""
    return "rejected" if "reject" in levels else "warned" if "warn" in levels else "accepted"


def imports_complete(*, style: Style) -> None:
    """Put the verdicts on texts that have been read since into the reports of the style's imports, and count again."""
    for pk in style.clip_imports.filter(pending__gt=0).values_list("pk", flat=True):
        with transaction.atomic():
            _complete(ClipImport.objects.select_for_update().get(pk=pk), phonemes_version_of(style.voice))


def _complete(clip_import: ClipImport, version: str) -> None:
    clips = Clip.objects.filter(clip_import=clip_import).defer("waveform", "phonemes").order_by()
    by_name = {clip.name: clip for clip in clips}
    for row in clip_import.report:
        if row["outcome"] != "pending":
            continue
        clip = by_name.get(row["name"])
        if clip is not None and clip.phonemes_version != version:
            continue
        # A clip that was deleted or delivered again since has no text of this import any more.
        judged = [entry for entry in clip.verdicts if entry.get("about") == ABOUT_TEXT] if clip is not None else []
        row["verdicts"] += [{key: value for key, value in entry.items() if key != "about"} for entry in judged]
        row["outcome"] = outcome_of(levels={entry["level"] for entry in row["verdicts"]})
    for outcome in OUTCOMES:
        setattr(clip_import, outcome, sum(row["outcome"] == outcome for row in clip_import.report))
    clip_import.save(update_fields=[*OUTCOMES, "report"])

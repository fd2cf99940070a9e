"""The gate: what stands between a style and a training run. An empty list means that it is open.

Each cause is written down twice, as a question to the database for the page, and as one to a clip for the run that
freezes it: who freezes clips must judge no others. A test holds the two together.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import Max, Min, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from voiceapp import storage
from voiceapp.models import Clip, Style
from voiceapp.selectors.clip_table import BLOCKING, SPEECHLESS, TRAINABLE, ClipCounts, clip_counts

NAMES_SHOWN = 20
# A page looks for so many recordings in the storage; a run reads every one of them before it is queued.
FILES_LOOKED_FOR = 500


@dataclass(frozen=True)
class Finding:
    """One cause that shuts the gate, with the clips concerned (the first twenty; `count` tells how many).

    `codes`: of held clips, the codes of the remarks that hold the ones named.
    """

    code: str
    message: str
    count: int = 0
    clip_names: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    @property
    def show(self):
        """What the table of clips is narrowed to, to show the ones concerned (see `selectors.clip_table.SHOWN`)."""
        return _SHOW_OF_CODE.get(self.code, "")

    def as_json(self):
        return {
            "code": self.code,
            "message": self.message,
            "count": self.count,
            "clip_names": self.clip_names,
            "codes": self.codes,
        }


@dataclass(frozen=True)
class Cause:
    """`rows`: which clips of the database it concerns; `concerns`: whether it concerns this one. `version` is what
    makes phonemes of the voice now. `most`: so many at most, from counts that are there anyway."""

    code: str
    most: Callable[[ClipCounts], int]
    rows: Callable[[str], Q]
    concerns: Callable[[Clip, str], bool]


CAUSES = (
    Cause(
        "clips-rejected",
        lambda counts: counts.blocking,
        lambda version: BLOCKING,
        lambda clip, version: clip.is_blocking,
    ),
    Cause(
        "clips-without-phonemes",
        lambda counts: counts.speechless,
        # One whose text has not been read yet is stale, not speechless.
        lambda version: TRAINABLE & SPEECHLESS & Q(phonemes_version=version),
        lambda clip, version: clip.is_trainable and not clip.phonemes_digest and clip.phonemes_version == version,
    ),
    Cause(
        "clips-held",
        lambda counts: counts.held,
        lambda version: TRAINABLE & Q(is_held=True),
        lambda clip, version: clip.is_trainable and bool(clip.held_codes),
    ),
    Cause(
        "clips-stale",
        lambda counts: counts.stale,
        lambda version: TRAINABLE & ~Q(phonemes_version=version),
        lambda clip, version: clip.is_trainable and clip.phonemes_version != version,
    ),
)


_SHOW_OF_CODE = {
    "clips-rejected": "blocking",
    "clips-without-phonemes": "speechless",
    "clips-held": "held",
    "clips-stale": "stale",
}


def gate_findings(style: Style, counts: ClipCounts | None = None) -> list[Finding]:
    """Everything that keeps a run of this style from being queued, from the rows and a look at the storage.

    `counts` of the style, where they are known already.
    """
    counts = counts or clip_counts(style, is_audio_summed=False)
    clips = style.clips.order_by("name")
    findings = [finding for cause in CAUSES if (finding := _finding_in_rows(cause, clips, counts))]
    return findings + _absent(_spread(style, counts.trainable)) + _too_few(counts.trainable)


def findings_of(clips: list[Clip], version: str) -> list[Finding]:
    """The same for all clips of a style as they were read, in the order of their names. `version` is what makes
    phonemes of the voice now."""
    findings = []
    for cause in CAUSES:
        if concerned := [clip for clip in clips if cause.concerns(clip, version)]:
            findings.append(_finding(cause.code, len(concerned), concerned[:NAMES_SHOWN]))
    trainable = [clip for clip in clips if clip.is_trainable]
    recordings = [(clip.name, clip.sha256, clip.size_bytes) for clip in trainable]
    return findings + _absent(recordings) + _too_few(len(trainable))


def _finding_in_rows(cause: Cause, clips: QuerySet[Clip], counts: ClipCounts) -> Finding | None:
    if not cause.most(counts):
        return None
    concerned = clips.filter(cause.rows(counts.version))
    count = concerned.count() if cause.code == "clips-without-phonemes" else cause.most(counts)
    if not count:
        return None
    keys = list(concerned.values_list("pk", flat=True)[:NAMES_SHOWN])
    # By their keys alone: asked for their order too, SQLite would go through the whole style.
    shown = Clip.objects.filter(pk__in=keys).order_by().only("name", *_JUDGED)
    return _finding(cause.code, count, sorted(shown, key=lambda clip: clip.name))


_JUDGED = ("verdicts", "acknowledged_codes", "acknowledged_digest", "phonemes_digest")


def _finding(code: str, count: int, shown: list[Clip]) -> Finding:
    names = [clip.name for clip in shown]
    codes = sorted({held for clip in shown for held in clip.held_codes}) if code == "clips-held" else []
    return Finding(code, _message(code, count) % {"count": count}, count, names, codes)


def _spread(style: Style, count: int) -> QuerySet:
    """(name, digest, size) of all usable clips of a usual style; of a huge one, of some from its whole length."""
    clips = style.clips.filter(TRAINABLE).order_by()
    if count > FILES_LOOKED_FOR:
        ends = style.clips.aggregate(first=Min("pk"), last=Max("pk"))
        stride = max(1, (ends["last"] - ends["first"]) // FILES_LOOKED_FOR)
        clips = clips.filter(pk__in=range(ends["first"], ends["last"] + 1, stride))
    return clips.values_list("name", "sha256", "size_bytes")


def _absent(recordings) -> list[Finding]:
    names = sorted(name for name, sha256, size in recordings if not storage.audio_is_present(sha256, size))
    if not names:
        return []
    code, count = "clips-missing-in-storage", len(names)
    return [Finding(code, _message(code, count) % {"count": count}, count, names[:NAMES_SHOWN])]


def _too_few(count: int) -> list[Finding]:
    if count >= settings.VOICE_CLIPS_MIN:
        return []
    message = _("The style has %(measured)s usable clips; at least %(limit)s are needed. Add clips.")
    return [Finding("too-few-clips", message % {"measured": count, "limit": settings.VOICE_CLIPS_MIN})]


def _message(code: str, count: int) -> str:
    if code == "clips-rejected":
        return ngettext(
            "%(count)s clip is rejected: mend it, delete it, or leave it out with a reason.",
            "%(count)s clips are rejected: mend them, delete them, or leave them out with a reason.",
            count,
        )
    if code == "clips-without-phonemes":
        return ngettext(
            "%(count)s clip has no phonemes: correct its transcript.",
            "%(count)s clips have no phonemes: correct their transcripts.",
            count,
        )
    if code == "clips-held":
        return ngettext(
            "%(count)s clip looks wrong: correct it, leave it out, or acknowledge it with a reason.",
            "%(count)s clips look wrong: correct them, leave them out, or acknowledge them with a reason.",
            count,
        )
    if code == "clips-stale":
        return ngettext(
            "%(count)s clip has phonemes of an older dictionary or engine: it is being read again.",
            "%(count)s clips have phonemes of an older dictionary or engine: they are being read again.",
            count,
        )
    return ngettext(
        "The audio of %(count)s clip is missing from storage or was altered: restore the storage.",
        "The audio of %(count)s clips is missing from storage or was altered: restore the storage.",
        count,
    )

"""The lines of a style as its table shows them: narrowed, counted and paged by the index `clip_state` alone.

Rows are wide: phonemes, verdicts and waveforms are some kilobytes each. So a page first finds its clips in the index,
and reads the rows of those alone.
"""

from dataclasses import dataclass

from django.db.models import FloatField, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from voiceapp.models import Clip, Style
from voiceapp.selectors.pronunciation import phonemes_version_of

TRAINABLE = Q(left_out_at=None) & ~Q(worst_level="reject")
BLOCKING = Q(left_out_at=None, worst_level="reject")
SPEECHLESS = Q(phonemes_digest="")

SHOWN = (
    "all",
    "blocking",
    "held",
    "stale",
    "warned",
    "speechless",
    "overridden",
    "acknowledged",
    "left-out",
    "trainable",
)
SEARCH_CHARACTERS_MAX = 100


@dataclass(frozen=True)
class Narrowing:
    """What a table is narrowed to: one of `SHOWN`, a verdict's code, a piece of the name or the transcript."""

    show: str = "all"
    code: str = ""
    search: str = ""

    @classmethod
    def parse(cls, query) -> "Narrowing":
        """From a query's values; what makes no sense is taken for nothing."""
        show = query.get("show", "all")
        # A database that keeps text as UTF-8 takes no NUL, not even to look for it.
        search = " ".join(query.get("search", "").replace("\0", "").split())[:SEARCH_CHARACTERS_MAX]
        code = query.get("code", "")
        is_code = code.replace("-", "").isascii() and code.replace("-", "").isalnum()
        return cls(show if show in SHOWN else "all", code if is_code else "", search)

    @property
    def is_counted(self) -> bool:
        """Whether `clip_counts` already tells how many clips it leaves."""
        return not self.code and not self.search

    def clips(self, style: Style, version: str | None = None) -> QuerySet[Clip]:
        """`version` as in `ClipCounts`, where it is known."""
        if self.show == "stale" and version is None:
            version = phonemes_version_of(style.voice)
        clips = style.clips.order_by("name").filter(_condition(self.show, version))
        if self.code:
            # Verdicts are JSON, written the same way in both databases; only lines with a remark have to be read.
            clips = clips.filter(worst_level__in=("reject", "warn"), verdicts__icontains=f'"code": "{self.code}"')
        if self.search:
            clips = clips.filter(Q(name__icontains=self.search) | Q(text__icontains=self.search))
        return clips


@dataclass(frozen=True)
class ClipCounts:
    """How a style's clips divide; `trainable + blocking + left_out == total`. `warned`, `held` and `stale` are of the
    trainable ones, `overridden`, `acknowledged` and `speechless` of all. `version`: what makes phonemes of the voice
    now (reading it costs a dictionary). `audio_s`: seconds to train on, where they were asked for.
    """

    total: int
    trainable: int
    blocking: int
    left_out: int
    warned: int
    held: int
    stale: int
    overridden: int
    acknowledged: int
    speechless: int
    audio_s: float | None
    version: str

    def of(self, show: str) -> int:
        return self.total if show == "all" else getattr(self, show.replace("-", "_"))


def clips_shown(style: Style, keys: list[int]) -> list[Clip]:
    """The clips of one page, with all that their rows show, in one query."""
    # By their keys alone: asked for their order too, SQLite would go through the whole style.
    clips = Clip.objects.filter(pk__in=keys).order_by()
    found = sorted(clips.select_related("left_out_by", "acknowledged_by", "override_by"), key=lambda clip: clip.name)
    for clip in found:
        clip.style = style
    return found


def clip_counts(style: Style, *, is_audio_summed: bool = True) -> ClipCounts:
    """Each by its index: many small questions are quicker than one through all rows, which the sum of audio needs."""
    version = phonemes_version_of(style.voice)
    clips = style.clips.order_by()
    total, blocking = clips.count(), clips.filter(BLOCKING).count()
    left_out = clips.filter(left_out_at__isnull=False).count()
    return ClipCounts(
        total=total,
        trainable=total - blocking - left_out,
        blocking=blocking,
        left_out=left_out,
        warned=clips.filter(_condition("warned", version)).count(),
        held=clips.filter(_condition("held", version)).count(),
        stale=_stale_count(clips, total, version),
        overridden=clips.filter(_condition("overridden", version)).count(),
        acknowledged=clips.filter(_condition("acknowledged", version)).count(),
        speechless=clips.filter(SPEECHLESS).count(),
        audio_s=_audio_s(clips) if is_audio_summed else None,
        version=version,
    )


def _stale_count(clips: QuerySet[Clip], total: int, version: str) -> int:
    if clips.filter(phonemes_version=version).count() == total:
        return 0
    # Two ranges of the index; "is not" would go through all of it.
    older = clips.filter(TRAINABLE, phonemes_version__lt=version).count()
    return older + clips.filter(TRAINABLE, phonemes_version__gt=version).count()


def _audio_s(clips: QuerySet[Clip]) -> float:
    duration_s = Coalesce("trimmed_duration_s", "duration_s", 0.0, output_field=FloatField())
    return clips.filter(TRAINABLE).aggregate(sum=Coalesce(Sum(duration_s), 0.0))["sum"]


def _condition(show: str, version: str | None) -> Q:
    return {
        "all": Q(),
        "blocking": BLOCKING,
        "held": TRAINABLE & Q(is_held=True),
        "stale": TRAINABLE & ~Q(phonemes_version=version),
        "warned": Q(left_out_at=None, worst_level="warn"),
        "speechless": SPEECHLESS,
        "overridden": Q(override_at__isnull=False),
        "acknowledged": Q(acknowledged_at__isnull=False),
        "left-out": Q(left_out_at__isnull=False),
        "trainable": TRAINABLE,
    }[show]

"""What clips and a corpus have to be before the recipe can use them. One place, for the check before a training and for
the training itself. Light: no torch is loaded."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.audio.activity import TRIM_MARGIN_S
from trainer.audio.limits import CLIP_LIMITS
from trainer.errors import BadInput
from trainer.features import HOP_SAMPLES, SAMPLE_RATE_HZ
from trainer.messages import LOCALES
from trainer.verdicts import Verdict

# Three states (onset, middle, release) of at least one frame each at 5.8 ms: the shortest phone is 17 ms, and
# boundaries are found twice as finely as the mel frames lie.
STATES = 3
ALIGN_HOP = HOP_SAMPLES // 2
# A sentence needs an edge of silence to learn, and more teaches nothing.
EDGE_S = 0.1

USABLE_MIN = 8  # four to hold out and as many to learn from: enough to start, far too few for a voice
# The content check compares with chance, 1/N: fewer than four held-out clips would let chance pass it too often.
HELD_OUT_MIN, HELD_OUT_MAX = 4, 20
HELD_OUT_SHARE = 0.1


def kept_seconds(sounding: tuple[float, float], duration_s: float = float("inf")) -> tuple[float, float]:
    """What a training keeps of a recording, start and end, of which `trim_seconds` says that it sounds."""
    more_s = EDGE_S - TRIM_MARGIN_S
    return max(0.0, sounding[0] - more_s), min(duration_s, sounding[1] + more_s)


def duration_require(duration_s: float, sounding: tuple[float, float], name: str) -> None:
    """A clip between CLIP_LIMITS, its silent ends not counted, as `audio.judgement` has it. Raises BadInput
    duration-too-long, duration-too-short."""
    trimmed_s = sounding[1] - sounding[0]
    both = {"duration_s": duration_s, "trimmed_duration_s": trimmed_s}
    if trimmed_s > CLIP_LIMITS.max_duration_s:
        raise BadInput("duration-too-long", measured=trimmed_s, limit=CLIP_LIMITS.max_duration_s, file=name, **both)
    if trimmed_s < CLIP_LIMITS.min_duration_s:
        raise BadInput("duration-too-short", measured=trimmed_s, limit=CLIP_LIMITS.min_duration_s, file=name, **both)


def phones_require(samples: int, phones: int, name: str) -> None:
    """Room for the shortest that the phones can be, in a clip of `samples` at SAMPLE_RATE_HZ. Raises BadInput
    clip-too-short."""
    if samples // ALIGN_HOP < STATES * phones:
        shortest_s = STATES * phones * ALIGN_HOP / SAMPLE_RATE_HZ
        raise BadInput("clip-too-short", measured=samples / SAMPLE_RATE_HZ, limit=shortest_s, file=name)


def usable_require(usable: int, fallen: Sequence[Verdict]) -> None:
    """Raises BadInput corpus-empty, with the first reasons."""
    if usable >= USABLE_MIN:
        return
    reasons = {
        locale: "; ".join(f"{verdict.file}: {verdict.message(locale)}" for verdict in fallen[:5]) or "–"
        for locale in LOCALES
    }
    raise BadInput("corpus-empty", measured=usable, limit=USABLE_MIN, rejected=len(fallen), reasons=reasons)


def held_out_count(wanted: int | None, usable: int, distinct: int) -> int:
    """How many of the usable clips are kept from training; `distinct`: phoneme sequences among them, each of which is
    held out at most once. Raises BadInput held-out-too-many where fewer clips than that would be left to train on."""
    count = wanted if wanted is not None else min(HELD_OUT_MAX, max(HELD_OUT_MIN, int(usable * HELD_OUT_SHARE)))
    most = min(usable - HELD_OUT_MIN, distinct)
    if not HELD_OUT_MIN <= count <= most:
        raise BadInput("held-out-too-many", measured=count, limit=most)
    return count

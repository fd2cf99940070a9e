"""What one training is asked to do. Light: the web process may build and check one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trainer.errors import UsageError
from trainer.languages import Language

MINUTES_RANGE = (0.05, 7 * 24 * 60.0)
STEPS_RANGE = (1, 10_000_000)
PROCESSES_RANGE = (1, 64)
THREADS_RANGE = (1, 1024)
SEED_RANGE = (0, 2**63 - 1)  # what both generators take, torch's and numpy's
CHECKPOINT_EVERY_S_RANGE = (0.1, 24 * 3600.0)


@dataclass(frozen=True)
class FitSpec:
    """Exactly one of `minutes` (of training, summed over resumes) and `steps` is set. Raises UsageError otherwise."""

    metadata: Path
    audio_dir: Path
    language: Language
    out: Path
    minutes: float | None = None
    steps: int | None = None
    resume: bool = False
    seed: int = 0
    threads: int | None = None  # None: chosen at start, see engine.device
    held_out: int | None = None  # None: a tenth of the clips, at least 4 and at most 20
    warm_start: Path | None = None  # a published artefact whose weights to begin with
    phonemes: Path | None = None  # frozen phonemes, JSON lines; then no text is phonemized again
    processes: int = 1  # on this machine; on GPUs one each
    member: tuple[int, int] | None = None  # rank of this process and port of the store, in a training of several
    checkpoint_every_s: float = 60.0
    settings: tuple[str, ...] = ()  # NAME=VALUE, numbers of the recipe that are not to be its defaults
    pronunciations: Path | None = None  # the dictionary that the model will speak with, as JSON
    facts: Mapping[str, Any] = field(default_factory=dict)  # where the recordings come from, for the manifest

    def __post_init__(self):
        if (self.minutes is None) == (self.steps is None):
            raise UsageError("budget-unclear")
        ranges = {
            "minutes": MINUTES_RANGE,
            "steps": STEPS_RANGE,
            "processes": PROCESSES_RANGE,
            "threads": THREADS_RANGE,
            "seed": SEED_RANGE,
            "checkpoint_every_s": CHECKPOINT_EVERY_S_RANGE,
        }
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise UsageError("budget-out-of-range", measured=value, name=name, low=low, high=high)

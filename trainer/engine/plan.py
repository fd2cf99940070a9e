"""What a training was asked to do, apart from its corpus: how long, where, by which recipe."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from trainer.engine.checkpoint import FORMAT
from trainer.engine.device import Device
from trainer.languages import Language
from trainer.recipe import Recipe
from trainer.shape import AcousticConfig
from trainer.text.symbols import SYMBOL_TABLE

CHECKPOINT_EVERY_S = 60.0


@dataclass(frozen=True)
class Budget:
    """Exactly one is set. Seconds are of training, summed over resumes."""

    seconds: float | None = None
    steps: int | None = None

    def used(self, step: int, elapsed_s: float) -> float:
        return step / self.steps if self.steps is not None else elapsed_s / self.seconds

    def remaining_s(self, step: int, elapsed_s: float) -> float | None:
        if self.seconds is not None:
            return max(0.0, self.seconds - elapsed_s)
        return elapsed_s / step * (self.steps - step) if step else None


@dataclass(frozen=True)
class Plan:
    """`folder` is for checkpoints."""

    budget: Budget
    device: Device
    folder: Path
    seed: int = 0
    recipe: Recipe = field(default_factory=Recipe)
    checkpoint_every_s: float = CHECKPOINT_EVERY_S


def identity_before_reading(language: Language, shape: AcousticConfig, recipe: Recipe, seed: int) -> dict[str, Any]:
    """What a checkpoint must agree with, as far as it is known without any recording; see `checkpoint.IDENTITY`."""
    return {
        "format": FORMAT,
        "language": language.tag,
        "symbols_version": SYMBOL_TABLE[language.tag].version,
        "config": asdict(shape),
        "recipe": asdict(recipe),
        "seed": seed,
    }

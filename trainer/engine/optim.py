"""Optimiser and learning rate."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from trainer.recipe import Recipe

GRADIENT_NORM_LIMIT = 1.0


def optimizer_build(model: nn.Module, recipe: Recipe) -> torch.optim.AdamW:
    """Weight decay for matrices and kernels alone: shrinking a norm's gain or an embedding helps nobody."""
    decayed, plain = [], []
    for name, parameter in model.named_parameters():
        (decayed if parameter.ndim > 1 and "embedding" not in name else plain).append(parameter)
    groups = [{"params": decayed, "weight_decay": recipe.weight_decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=recipe.learning_rate, betas=(0.9, 0.98))


class Average:
    """The weights as an exponential moving average over the steps (Polyak & Juditsky, 1992): what is judged and spoken with.
    At a high learning rate the last step's weights jump about their mean, which is where the schedule will let them settle."""

    def __init__(self, model: nn.Module, decay: float):
        self._average = AveragedModel(model, multi_avg_fn=partial(_average_step, decay))

    @property
    def model(self) -> nn.Module:
        return self._average.module

    def update(self, model: nn.Module) -> None:
        self._average.update_parameters(model)

    def state_dict(self) -> dict[str, Any]:
        return self._average.state_dict()

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self._average.load_state_dict(state)


@torch.no_grad()
def _average_step(decay: float, averaged: list[Tensor], current: list[Tensor], count: Tensor) -> None:
    """Young averages forget sooner, or the first random weights would be heard for long."""
    weight = 1.0 - min(decay, (1.0 + float(count)) / (10.0 + float(count)))
    torch._foreach_lerp_(averaged, current, weight)


def learning_rate(recipe: Recipe, step: int, fraction: float) -> float:
    """Half a cosine over the budget, so that it ends at zero exactly where the budget ends. `fraction` 0…1 is the part
    used."""
    warm = min(1.0, (step + 1) / recipe.warmup_steps)
    return recipe.learning_rate * warm * 0.5 * (1.0 + math.cos(math.pi * min(1.0, fraction)))

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


class Optimizers:
    """AdamW, and Muon for hidden matrices where the recipe says so: one handle on both."""

    def __init__(self, model: nn.Module, recipe: Recipe):
        self.recipe = recipe
        hidden, decayed, plain = [], [], []
        for name, parameter in model.named_parameters():
            if (
                recipe.muon
                and parameter.ndim == 2
                and any(part in name for part in ("expand", "contract", "query_key_value", "attention.out", "fold_in"))
            ):
                hidden.append(parameter)
            elif parameter.ndim > 1 and "embedding" not in name:
                decayed.append(parameter)
            else:
                plain.append(parameter)
        # Weight decay for matrices and kernels alone: shrinking a norm's gain or an embedding helps nobody.
        groups = [{"params": decayed, "weight_decay": recipe.weight_decay}, {"params": plain, "weight_decay": 0.0}]
        self.parts = [(recipe.learning_rate, torch.optim.AdamW(groups, lr=1.0, betas=(0.9, 0.98)))]
        if hidden:
            self.parts.append((recipe.muon, torch.optim.Muon(hidden, lr=1.0, weight_decay=recipe.weight_decay)))

    def step(self, factor: float) -> None:
        for peak, optimizer in self.parts:
            for group in optimizer.param_groups:
                group["lr"] = peak * factor
            optimizer.step()

    def zero_grad(self) -> None:
        for _, optimizer in self.parts:
            optimizer.zero_grad(set_to_none=True)

    def state_dict(self) -> list[dict[str, Any]]:
        return [optimizer.state_dict() for _, optimizer in self.parts]

    def load_state_dict(self, states: list[dict[str, Any]]) -> None:
        for (_, optimizer), state in zip(self.parts, states, strict=True):
            optimizer.load_state_dict(state)


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


def rate_factor(step: int, fraction: float, warmup_steps: int) -> float:
    """Of the recipe's learning rate: half a cosine over the budget, so that it ends at zero exactly where the budget
    ends. `fraction` 0…1 is the part used."""
    warm = min(1.0, (step + 1) / warmup_steps)
    return warm * 0.5 * (1.0 + math.cos(math.pi * min(1.0, fraction)))

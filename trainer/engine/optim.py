"""Optimiser and learning rate."""

from __future__ import annotations

import math

import torch

LEARNING_RATE = 1e-3  # high for AdamW, yet stable at this size; it is the budget of minutes that asks for it
WARMUP_STEPS = 50  # until the second moments of Adam mean something
WEIGHT_DECAY = 0.01
GRADIENT_NORM_LIMIT = 1.0


def optimizer_build(model: torch.nn.Module) -> torch.optim.AdamW:
    """Weight decay for matrices and kernels alone: shrinking a norm's gain or an embedding helps nobody."""
    decayed, plain = [], []
    for name, parameter in model.named_parameters():
        (decayed if parameter.ndim > 1 and "embedding" not in name else plain).append(parameter)
    groups = [{"params": decayed, "weight_decay": WEIGHT_DECAY}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=LEARNING_RATE, betas=(0.9, 0.98))


def learning_rate(step: int, fraction: float) -> float:
    """Half a cosine over the budget, so that it ends at zero exactly where the budget ends. `fraction` 0…1 is the
    part used."""
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    return LEARNING_RATE * warm * 0.5 * (1.0 + math.cos(math.pi * min(1.0, fraction)))

"""How well the model does on clips that it does not learn from, and when it has stopped getting better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite, sqrt
from statistics import fmean, stdev
from typing import Any

import torch

from trainer.data.batches import batch_collate
from trainer.data.corpus import Utterance
from trainer.engine.device import Device
from trainer.losses import acoustic_losses
from trainer.models.acoustic import AcousticModel

# What states are compared by. Of several good ways to speak a sentence a clip shows one, so the error of pitch and energy
# rises long before the voice gets worse: by their sum a training of fifty minutes of speech ended half-way.
JUDGED = ("mel", "duration")
EVALUATIONS = 20  # over the whole budget
# Without a state as good as the best for three tenths of the budget the rest is not going to bring one: the learning rate
# only falls.
PATIENCE = 6


def validation_losses(model: AcousticModel, clips: Sequence[Utterance], device: Device) -> list[dict[str, float]]:
    """Losses of each clip by itself, dropout off. Draws no random number, so that a training with validation takes the very
    steps of one without."""
    found = []
    with evaluating(model):
        for clip in clips:
            batch = batch_collate([clip]).to(device.torch)
            with device.autocast():
                output = model(*batch.inputs())
            found.append({name: loss.item() for name, loss in acoustic_losses(output).items()})
    return found


@contextmanager
def evaluating(model: torch.nn.Module) -> Iterator[None]:
    """Without dropout and gradients; afterwards the model is as it was, also where memory ran out within."""
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(was_training)


class Validation:
    """The course of the validation loss: due at even shares of the budget, the state to publish, and how long ago it was.

    That state is the latest one that is not demonstrably worse than the lowest: by no more than one standard error of the
    paired difference over the clips (the one-standard-error rule, Breiman et al., 1984). Five clips more or less decide
    nothing about a loss that has gone flat, while the schedule still makes the voice steadier: the very lowest of
    twenty evaluations lay half-way, and spoke worse (docs/experiments.md).
    """

    def __init__(self):
        self.done = 0  # evaluations
        self.lowest: list[float] = []  # by clip, of the state with the lowest mean
        self.best: list[float] = []  # by clip, of the state to publish
        self.best_step = 0
        self.since_best = 0

    def is_due(self, used: float) -> bool:
        """`used` 0…1 is the part of the budget that is gone."""
        return used * EVALUATIONS >= self.done + 1

    def record(self, losses: Sequence[float], step: int) -> bool:
        """Take down one evaluation, by clip; True if it is the one to publish now. One that is no number never is."""
        self.done += 1
        losses = list(losses)
        mean = fmean(losses)
        if isfinite(mean) and (not self.lowest or mean < fmean(self.lowest)):
            self.lowest = losses
        if not isfinite(mean) or is_worse(losses, self.lowest):
            self.since_best += 1
            return False
        self.best, self.best_step, self.since_best = losses, step, 0
        return True

    def best_found(self, step: int, best: list[float], lowest: list[float]) -> None:
        """What the file of the best weights says (step 0: there is none). If that is not what was remembered, patience
        begins anew: nothing is known about the evaluations since."""
        if (step, best) != (self.best_step, self.best):
            self.lowest, self.best, self.best_step, self.since_best = lowest, best, step, 0

    @property
    def best_mean(self) -> float | None:
        """Over the clips, of the state to publish; None: there is none."""
        return fmean(self.best) if self.best else None

    @property
    def is_exhausted(self) -> bool:
        return self.since_best >= PATIENCE

    def state(self) -> dict[str, Any]:
        return dict(vars(self))

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(state)


def is_worse(losses: Sequence[float], than: Sequence[float]) -> bool:
    """By more than one standard error of the difference, clip by clip."""
    differences = [a - b for a, b in zip(losses, than, strict=True)]
    error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    return fmean(differences) > error

"""How well the model does on clips that it does not learn from, and when it has stopped getting better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from trainer.data.batches import BatchOrder, batch_collate
from trainer.data.corpus import Utterance
from trainer.engine.device import Device
from trainer.losses import acoustic_losses, loss_counts
from trainer.models.acoustic import AcousticModel

EVALUATIONS = 20  # over the whole budget
# Without a new best for three tenths of the budget the rest is not going to bring one: the learning rate only falls.
PATIENCE = 60


def validation_loss(
    model: AcousticModel, clips: Sequence[Utterance], device: Device, batch_frames: int
) -> dict[str, float]:
    """Mean losses over all frames and phones of `clips`, however they are cut into batches, dropout off. Draws no
    random number, so that a training with validation takes the very steps of one without."""
    order = BatchOrder([clip.frames for clip in clips], batch_frames, seed=0)
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}
    seen = 0
    with evaluating(model):
        while seen < len(clips):
            chosen = order.next()
            batch = batch_collate([clips[index] for index in chosen]).to(device.torch)
            with device.autocast():
                output = model(
                    batch.symbols,
                    batch.tones,
                    batch.phone_counts,
                    batch.ends,
                    batch.prosody,
                    batch.mels,
                    batch.frame_counts,
                )
            losses = acoustic_losses(output)
            frames, phones = int(batch.frame_counts.sum()), int(batch.phone_counts.sum())
            for name, count in loss_counts(frames, phones, model.config.mels).items():
                sums[name] = sums.get(name, 0.0) + losses[name].item() * count
                counts[name] = counts.get(name, 0.0) + count
            seen += len(chosen)
    means = {name: value / counts[name] for name, value in sums.items()}
    return means | {"total": sum(means.values())}


@contextmanager
def evaluating(model: torch.nn.Module) -> Iterator[None]:
    """Without dropout and gradients; afterwards the model trains again, also where memory ran out within."""
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train()


class Validation:
    """The course of the validation loss: due at even shares of the budget, the best so far, and how long ago."""

    def __init__(self):
        self.done = 0  # evaluations
        self.best: float | None = None
        self.best_step = 0
        self.since_best = 0

    def is_due(self, used: float) -> bool:
        """`used` 0…1 is the part of the budget that is gone."""
        return used * EVALUATIONS >= self.done + 1

    def record(self, loss: float, step: int) -> bool:
        """Take down one evaluation; True if it is the best so far."""
        self.done += 1
        # A training that was killed after it had written its best weights comes by them once more.
        is_again = step == self.best_step and loss == self.best
        if self.best is None or loss < self.best or is_again:
            self.best, self.best_step, self.since_best = loss, step, 0
            return True
        self.since_best += 1
        return False

    def best_found(self, loss: float | None, step: int) -> None:
        """What the file of the best weights says (None: there is none). If that is not what was remembered, patience
        begins anew: nothing is known about the evaluations since."""
        if (loss, step) != (self.best, self.best_step):
            self.best, self.best_step, self.since_best = loss, step, 0

    @property
    def is_exhausted(self) -> bool:
        return self.since_best >= PATIENCE

    def state(self) -> dict[str, Any]:
        return dict(vars(self))

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

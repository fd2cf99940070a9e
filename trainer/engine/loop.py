"""The training loop: one step after the other until the budget is used, with checkpoints on the way."""

from __future__ import annotations

import math
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from trainer.data.batches import BatchOrder, batch_collate
from trainer.data.corpus import Corpus
from trainer.engine.checkpoint import FORMAT, checkpoint_paths, checkpoint_save
from trainer.engine.device import Device
from trainer.engine.optim import GRADIENT_NORM_LIMIT, learning_rate, optimizer_build
from trainer.errors import Diverged, Stopped
from trainer.losses import acoustic_losses
from trainer.models.acoustic import AcousticModel
from trainer.reporter import Reporter
from trainer.text.symbols import SYMBOL_TABLE

BATCH_SIZE = 16
PROGRESS_EVERY_S = 2.0
CHECKPOINT_EVERY_S = 60.0
# Losses in events and in the artefact are smoothed: a single batch of short clips says little.
SMOOTHING = 0.95


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


class Training:
    """The state of one training: what a checkpoint holds, and what a step changes."""

    def __init__(self, model: AcousticModel, corpus: Corpus, budget: Budget, device: Device, seed: int, folder: Path):
        self.model = model.to(device.torch)
        self.corpus, self.budget, self.device, self.seed, self.folder = corpus, budget, device, seed, folder
        self.optimizer = optimizer_build(model)
        self.order = BatchOrder([u.frames for u in corpus.train], BATCH_SIZE, seed)
        self.step = 0
        self.elapsed_s = 0.0
        self.losses: dict[str, float] = {}
        self.history: list[list[float]] = []  # [step, mel, duration], thinned; for the artefact

    def run(self, reporter: Reporter) -> None:
        """Train until the budget is used. Raises Diverged, and Stopped when the reporter asks for the end."""
        self.model.train()
        last_progress = last_checkpoint = time.monotonic()
        while self.budget.used(self.step, self.elapsed_s) < 1.0:
            if reporter.should_stop():
                raise Stopped("training-stopped", measured=self.step, path=self._checkpoint(reporter))
            start = time.monotonic()
            rate = self._step()
            now = time.monotonic()
            self.elapsed_s += now - start
            if now - last_progress >= PROGRESS_EVERY_S or self.step == 1:
                last_progress = now
                self._report(reporter, rate)
            if now - last_checkpoint >= CHECKPOINT_EVERY_S:
                self._checkpoint(reporter)
                last_checkpoint = time.monotonic()
        self._report(reporter, 0.0)
        self._checkpoint(reporter)

    def _step(self) -> float:
        rate = learning_rate(self.step, self.budget.used(self.step, self.elapsed_s))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = batch_collate([self.corpus.train[index] for index in self.order.next()]).to(self.device.torch)
        with self.device.autocast():
            output = self.model(
                batch.symbols, batch.tones, batch.phone_counts, batch.ends, batch.mels, batch.frame_counts
            )
        losses = acoustic_losses(output)
        self.optimizer.zero_grad(set_to_none=True)
        losses["total"].backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), GRADIENT_NORM_LIMIT)
        self._require_finite(losses["total"].item(), norm.item())
        self.optimizer.step()
        self.step += 1
        self._remember({name: loss.item() for name, loss in losses.items()})
        return rate

    def _require_finite(self, loss: float, gradient_norm: float) -> None:
        """A step on a NaN would leave NaN weights: it is refused before the optimiser runs."""
        if not (math.isfinite(loss) and math.isfinite(gradient_norm)):
            saved = checkpoint_paths(self.folder)
            raise Diverged(
                "training-diverged",
                measured=self.step + 1,
                loss=str(loss),
                gradient_norm=str(gradient_norm),
                checkpoint=saved[-1].name if saved else "–",
            )

    def _remember(self, losses: dict[str, float]) -> None:
        for name, value in losses.items():
            self.losses[name] = SMOOTHING * self.losses.get(name, value) + (1 - SMOOTHING) * value
        if self.step % 10 == 0 or self.step == 1:
            self.history.append([self.step, *(round(self.losses[name], 4) for name in ("mel", "duration"))])

    def _report(self, reporter: Reporter, rate: float) -> None:
        reporter.event(
            "progress",
            step=self.step,
            elapsed_s=self.elapsed_s,
            learning_rate=rate,
            losses=dict(self.losses),
            remaining_s=self.budget.remaining_s(self.step, self.elapsed_s),
        )

    def _checkpoint(self, reporter: Reporter) -> str:
        path = checkpoint_save(self.folder, self.state())
        relative = f"{self.folder.name}/{path.name}"
        reporter.event("checkpoint", step=self.step, path=relative)
        return relative

    def identity(self) -> dict[str, Any]:
        """What a checkpoint must agree with before it may be taken up; see `checkpoint.IDENTITY`."""
        return {
            "format": FORMAT,
            "language": self.corpus.language.tag,
            "symbols_version": SYMBOL_TABLE[self.corpus.language.tag].version,
            "corpus_digest": self.corpus.digest,
            "config": asdict(self.model.config),
            "seed": self.seed,
            "batch_size": BATCH_SIZE,
        }

    def state(self) -> dict[str, Any]:
        return self.identity() | {
            "step": self.step,
            "elapsed_s": self.elapsed_s,
            "losses": dict(self.losses),
            "history": [list(row) for row in self.history],
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "order": self.order.state(),
            "torch_random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state() if self.device.kind == "cuda" else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up where `state` stopped. The caller has matched it (`checkpoint_match`)."""
        self.step, self.elapsed_s = state["step"], state["elapsed_s"]
        self.losses, self.history = dict(state["losses"]), [list(row) for row in state["history"]]
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.order.restore(state["order"])
        torch.set_rng_state(state["torch_random"])
        if self.device.kind == "cuda" and state["cuda_random"] is not None:
            torch.cuda.set_rng_state(state["cuda_random"])


def seed_everything(seed: int) -> None:
    """Weights and dropout come from torch's generator, the order of the clips from a generator of its own."""
    random.seed(seed)
    torch.manual_seed(seed)

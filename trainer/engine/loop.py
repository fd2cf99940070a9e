"""The training loop: one step after the other until the budget is used, with checkpoints on the way."""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean
from typing import Any

import torch

from trainer.data.batches import Batch, BatchOrder
from trainer.data.corpus import Corpus, clip_warn
from trainer.data.loader import BatchLoader
from trainer.engine.checkpoint import best_path, best_save, checkpoint_load, checkpoint_paths, checkpoint_save
from trainer.engine.device import memory_errors_named, memory_trim, one_thread
from trainer.engine.divergence import Divergence
from trainer.engine.optim import GRADIENT_NORM_LIMIT, Average, learning_rate, optimizer_build
from trainer.engine.parallel import Group
from trainer.engine.plan import Plan, identity_before_reading
from trainer.engine.samples import SAMPLES, Samples
from trainer.engine.validation import JUDGED, Validation, validation_losses
from trainer.errors import BadInput, Diverged, OutOfMemory, Stopped
from trainer.features import FRAMES_PER_SECOND
from trainer.losses import acoustic_losses, loss_counts
from trainer.messages import sentence
from trainer.models.acoustic import AcousticModel
from trainer.reporter import Reporter
from trainer.verdicts import Verdict

PROGRESS_EVERY_S = 2.0
TRIM_EVERY_S = 10.0  # a trim costs a tenth of a second of the processor, for pages that the next step takes anew
# Losses in events and in the artefact are smoothed: a single batch of short clips says little.
SMOOTHING = 0.95

NO_BEST = {"step": 0, "losses": [], "lowest": []}
HISTORY_POINTS = 1_000  # a curve needs no more; beyond, every second point goes


class Training:
    """The state of one training: what a checkpoint holds, and what a step changes."""

    def __init__(
        self,
        model: AcousticModel,
        corpus: Corpus,
        plan: Plan,
        *,
        group: Group | None = None,
        samples: Samples | None = None,
        warm_start: str | None = None,
        facts: Mapping[str, Any] | None = None,
    ):
        """`warm_start`: digest of the artefact whose weights `model` begins with; `facts`: where the recordings come from.
        Both are kept for the manifest, through every resume."""
        self.model = model.to(plan.device.torch)
        self.corpus, self.plan, self.group, self.samples = corpus, plan, group or Group(), samples
        self.warm_start, self.facts = warm_start, dict(facts or {})
        self.optimizer = optimizer_build(model, plan.recipe)
        self.average = Average(model, plan.recipe.average)
        batch_frames = plan.device.batch_frames * self.group.size
        self.order = BatchOrder([clip.frames for clip in corpus.train], batch_frames, plan.seed)
        self.loader = BatchLoader(corpus.train, self.order, self.group.share)
        self.validation = Validation()
        self.divergence = Divergence()
        self.step = 0
        self.elapsed_s = 0.0
        self.losses: dict[str, float] = {}
        self.history: list[list[float]] = []  # [step, mel, duration], thinned; for the artefact
        self.history_stride = 10
        self.spoken = 0  # samples

    def run(self, reporter: Reporter) -> None:
        """Train until the budget is used, or validation has stopped getting better. Raises Diverged, OutOfMemory, and
        Stopped when the reporter asks for the end."""
        self.model.train()
        if not self.group.is_first and self.step == 0:
            torch.manual_seed(self.plan.seed + self.group.rank)
        memory_trim()  # of reading and aligning
        last_progress = last_checkpoint = last_trim = time.monotonic()
        while self.plan.budget.used(self.step, self.elapsed_s) < 1.0 and not self.validation.is_exhausted:
            if self.group.any(reporter.should_stop(), self.plan.device.torch):
                raise Stopped("training-stopped", measured=self.step, path=self._checkpoint(reporter))
            start = time.monotonic()
            rate = self._step_in_memory(reporter)
            self._report_fallen(reporter)
            if self.corpus.validation and self.validation.is_due(self.plan.budget.used(self.step, self.elapsed_s)):
                self._validate(reporter)
            now = time.monotonic()
            (self.elapsed_s,) = self.group.same([self.elapsed_s + now - start], self.plan.device.torch)
            if now - last_progress >= PROGRESS_EVERY_S or self.step == 1:
                last_progress = now
                self._report(reporter, rate)
            if now - last_trim >= TRIM_EVERY_S:
                last_trim = now
                memory_trim()
            self._sample_if_due(reporter)
            if now - last_checkpoint >= self.plan.checkpoint_every_s:
                self._checkpoint(reporter)
                last_checkpoint = time.monotonic()
        self._fallen_elsewhere_take()
        self._report_fallen(reporter)
        if self.validation.is_exhausted:
            used = round(100 * self.plan.budget.used(self.step, self.elapsed_s))
            warn(reporter, "training-ended-early", measured=self.validation.best_step, used=used)
        self._report(reporter, 0.0)
        self._checkpoint(reporter)

    def best_take(self, reporter: Reporter) -> int:
        """Put the averaged weights that did best on the validation clips into the model; return their step. Without
        validation clips it is the last ones, as where the file of the best cannot be read, which is reported."""
        self.model.load_state_dict(self.average.model.state_dict())
        path = best_path(self.plan.folder)
        if path is None or not self.corpus.validation:
            return self.step
        try:
            best = checkpoint_load(path)
        except BadInput as error:
            reporter.event("warning", code=error.code, message=str(error))
            return self.step
        self.model.load_state_dict(best["model"])
        return best["step"]

    def _step_in_memory(self, reporter: Reporter) -> float:
        """A step; where memory runs out in any process, again with batches of half the frames, down to single clips."""
        while True:
            batch, weights = self._next_batch()
            failed = not self._backward(batch, weights)
            if not self.group.any(failed, self.plan.device.torch):
                return self._advance()
            self.optimizer.zero_grad(set_to_none=True)
            if not self.loader.halve():
                longest_s = max(clip.frames for clip in self.corpus.train) / FRAMES_PER_SECOND
                raise OutOfMemory("out-of-memory-smallest", measured=round(longest_s, 1))
            self._memory_free()
            warn(reporter, "batch-halved", measured=self.order.batch_frames, step=self.step + 1)

    def _memory_free(self) -> None:
        gc.collect()
        memory_trim()
        if self.plan.device.kind == "cuda":
            torch.cuda.empty_cache()

    def _next_batch(self) -> tuple[Batch | None, dict[str, float]]:
        """This process's part of the next batch (None: nothing of it), and what its mean losses weigh in the whole."""
        for _ in range(len(self.corpus.train) + 1):
            batch = self.loader.next()
            frames, phones = (int(batch.frame_counts.sum()), int(batch.phone_counts.sum())) if batch else (0, 0)
            counts = loss_counts(frames, phones, self.model.config.mels)
            everywhere = self.group.sums(counts.values(), self.plan.device.torch)
            if all(everywhere):
                return batch, {name: counts[name] / count for name, count in zip(counts, everywhere, strict=True)}
        raise BadInput("corpus-empty", measured=0, limit=1, rejected=len(self.corpus.train), reasons="–")

    def _backward(self, batch: Batch | None, weights: dict[str, float]) -> bool:
        """Gradients of the part, and its share of the losses in `_part_losses`. False if memory ran out."""
        self.optimizer.zero_grad(set_to_none=True)
        self._part_losses = dict.fromkeys(weights, 0.0)
        if batch is None:
            return True
        try:
            with memory_errors_named():
                batch = batch.to(self.plan.device.torch)
                with self.plan.device.autocast():
                    output = self.model(*batch.inputs())
                losses = acoustic_losses(output)
                parts = {name: losses[name] * weight for name, weight in weights.items()}
                sum(parts.values()).backward()
                self._part_losses = {name: part.item() for name, part in parts.items()}
        except OutOfMemory:
            return False
        return True

    def _advance(self) -> float:
        """Sum what all processes found, and take the step."""
        rate = learning_rate(self.plan.recipe, self.step, self.plan.budget.used(self.step, self.elapsed_s))
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = rate
        self.group.gradients_sum(self.model.parameters())
        summed = self.group.sums(self._part_losses.values(), self.plan.device.torch)
        losses = dict(zip(self._part_losses, summed, strict=True)) | {"total": sum(summed)}
        with one_thread():
            norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), GRADIENT_NORM_LIMIT)
            self._require_sense(losses["total"], norm.item())
            self.optimizer.step()
            self.average.update(self.model)
        self.step += 1
        self._remember(losses)
        return rate

    def _validate(self, reporter: Reporter) -> None:
        losses = validation_losses(self.average.model, self.corpus.validation, self.plan.device)
        # All processes hold the same weights, but sums in another order may differ in the last digit.
        by_clip = self.group.same([sum(found[name] for name in JUDGED) for found in losses], self.plan.device.torch)
        if self.validation.record(by_clip, self.step) and self.group.is_first:
            course = {"losses": by_clip, "lowest": self.validation.lowest}
            best_save(self.plan.folder, {"step": self.step, "model": self.average.model.state_dict()} | course)
        means = {name: fmean(found[name] for found in losses) for name in losses[0]}
        reporter.event("validation", step=self.step, losses=means, best_step=self.validation.best_step)

    def _sample_if_due(self, reporter: Reporter) -> None:
        """Counted by what was spoken before, so that a resumed training goes on where it was."""
        used = self.plan.budget.used(self.step, self.elapsed_s)
        if self.samples is None or not self.group.is_first or used * SAMPLES < self.spoken + 1 or used >= 1.0:
            return
        self.spoken = int(used * SAMPLES)
        try:
            path = self.samples.speak(self.average.model, self.plan.device, self.step)
        except OutOfMemory:
            path = None
        if path is None:
            self._memory_free()
            return warn(reporter, "sample-left-out", step=self.step)
        reporter.event("sample", step=self.step, path=f"{path.parent.name}/{path.name}")

    def _require_sense(self, loss: float, gradient_norm: float) -> None:
        """A step on a NaN would leave NaN weights: it is refused before the optimiser runs."""
        if self.divergence.is_lost(loss, gradient_norm, self.losses.get("total", loss)):
            saved = checkpoint_paths(self.plan.folder)
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
        if self.step % self.history_stride == 0 or self.step == 1:
            self.history.append([self.step, *(round(self.losses[name], 4) for name in ("mel", "duration"))])
            if len(self.history) > HISTORY_POINTS:
                self.history_stride *= 2
                self.history = [row for row in self.history if row[0] % self.history_stride == 0 or row[0] == 1]

    def _report_fallen(self, reporter: Reporter) -> None:
        while self.loader.fallen:
            verdict = self.loader.fallen.pop(0)
            clip_warn(reporter, "clip-left-out", verdict)
            self.corpus = replace(self.corpus, verdicts=(*self.corpus.verdicts, verdict))

    def _fallen_elsewhere_take(self) -> None:
        """Clips that only other processes tried to read: the artefact names everything that was left out."""
        fallen = {verdict.file: verdict for verdict in self.group.gathered(self.corpus.verdicts)}
        for verdict in self.corpus.verdicts:
            fallen.pop(verdict.file, None)
        self.loader.fallen += fallen.values()

    def _report(self, reporter: Reporter, rate: float) -> None:
        reporter.event(
            "progress",
            step=self.step,
            elapsed_s=self.elapsed_s,
            learning_rate=rate,
            losses=dict(self.losses),
            remaining_s=self.plan.budget.remaining_s(self.step, self.elapsed_s),
        )

    def _checkpoint(self, reporter: Reporter) -> str:
        if not self.group.is_first:
            return ""
        try:
            path = checkpoint_save(self.plan.folder, self.state())
        except OutOfMemory:
            self._memory_free()  # what the last step has left behind may be in the way
            path = checkpoint_save(self.plan.folder, self.state())
        relative = f"{self.plan.folder.name}/{path.name}"
        reporter.event("checkpoint", step=self.step, path=relative)
        return relative

    def _best_recall(self) -> None:
        """The file of the best weights is the truth about them: a killed process may have written it after the
        checkpoint that is taken up."""
        path = best_path(self.plan.folder)
        try:
            best = checkpoint_load(path) if path is not None else NO_BEST
        except BadInput:
            best = NO_BEST
        self.validation.best_found(best["step"], best["losses"], best["lowest"])

    def _left_out_recall(self, left_out: list[dict[str, Any]]) -> None:
        """Clips that turned out unusable before the checkpoint stay out, and stand in the artefact."""
        known = {verdict.file for verdict in self.corpus.verdicts}
        recalled = [verdict for verdict in map(Verdict.from_json, left_out) if verdict.file not in known]
        self.corpus = replace(self.corpus, verdicts=(*self.corpus.verdicts, *recalled))
        self.loader.leave_out({verdict.file for verdict in recalled})

    def identity(self) -> dict[str, Any]:
        """What a checkpoint must agree with before it may be taken up; see `checkpoint.IDENTITY`."""
        known = identity_before_reading(self.corpus.language, self.model.config, self.plan.recipe, self.plan.seed)
        return known | {"corpus_digest": self.corpus.digest}

    def state(self) -> dict[str, Any]:
        return self.identity() | {
            "warm_start": self.warm_start,
            "facts": json.dumps(self.facts),
            "step": self.step,
            "elapsed_s": self.elapsed_s,
            "losses": dict(self.losses),
            "history": [list(row) for row in self.history],
            "history_stride": self.history_stride,
            "spoken": self.spoken,
            "validation": self.validation.state(),
            "divergence": dict(vars(self.divergence)),
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average.state_dict(),
            "order": self.loader.state(),
            "left_out": json.dumps([verdict.as_json() for verdict in self.corpus.verdicts]),
            "torch_random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state() if self.plan.device.kind == "cuda" else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up where `state` stopped. The caller has matched it (`checkpoint_match`)."""
        self.warm_start = state["warm_start"]  # where these weights began, whatever this command line says of it
        self.facts = json.loads(state["facts"]) | self.facts  # what is told again may be a part of it
        self.step, self.elapsed_s = state["step"], state["elapsed_s"]
        self.losses, self.history = dict(state["losses"]), [list(row) for row in state["history"]]
        self.history_stride, self.spoken = state["history_stride"], state["spoken"]
        self.validation.restore(state["validation"])
        self._best_recall()
        vars(self.divergence).update(state["divergence"])
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average.load_state_dict(state["average"])
        self.loader.restore(state["order"])
        self._left_out_recall(json.loads(state["left_out"]))
        if not self.group.is_first:  # the state is the first process's; the others draw numbers of their own
            torch.manual_seed(self.plan.seed + self.step * self.group.size + self.group.rank)
            return
        torch.set_rng_state(state["torch_random"])
        if self.plan.device.kind == "cuda" and state["cuda_random"] is not None:
            torch.cuda.set_rng_state(state["cuda_random"])


def warn(reporter: Reporter, code: str, **figures: Any) -> None:
    reporter.event("warning", code=code, message=sentence(code, **figures), **figures)


def seed_everything(seed: int) -> None:
    """Weights and dropout come from torch's generator, the order of the clips from a generator of its own."""
    random.seed(seed)
    torch.manual_seed(seed)

"""One training from end to end: read the corpus, train until the budget is used, export, publish."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from trainer.data.corpus import Corpus, clip_warn, corpus_load
from trainer.engine.checkpoint import (
    checkpoint_load,
    checkpoint_match,
    checkpoint_paths,
    leftovers_delete,
    space_require,
)
from trainer.engine.device import Device, device_choose, memory_errors_named
from trainer.engine.loop import Training, seed_everything
from trainer.engine.members import members_started
from trainer.engine.parallel import Group, devices_require
from trainer.engine.plan import Budget, Plan, identity_before_reading
from trainer.engine.samples import Samples
from trainer.engine.warm_start import warm_start_open, warm_start_take
from trainer.errors import BadInput, Stopped
from trainer.export import ARTEFACT_BYTES, artefact_publish
from trainer.folder_lock import folder_locked
from trainer.lines import lines_read, pronunciations_read
from trainer.manifest import Manifest
from trainer.models.acoustic import AcousticModel
from trainer.recipe import Recipe, settings_apply
from trainer.reporter import Reporter
from trainer.shape import config_of
from trainer.spec import FitSpec
from trainer.text import Dictionary

CHECKPOINTS, SAMPLES, ARTEFACT = "checkpoints", "samples", "artefact"
# Before anything is read: the artefact, two checkpoints of 35 MB, the best weights of 12 MB, and one more of each while
# it is written.
SPACE_BYTES = ARTEFACT_BYTES + (3 * 35 + 2 * 12) * 2**20


def fit(spec: FitSpec, reporter: Reporter, arguments: Sequence[str] = ()) -> Manifest | None:
    """Train as `spec` says and publish. Leaves OUT/checkpoints, OUT/samples and OUT/artefact.

    `arguments` are those of this command line: of a training in several processes the others are started with them.
    None in such another process, which publishes nothing. Raises UsageError, BadInput, Diverged, OutOfMemory,
    NoDiskSpace, Stopped.
    """
    with memory_errors_named(), ExitStack() as stack:
        if spec.processes == 1:
            return _fit(spec, reporter, Group(), stack)
        kind = device_choose(spec.threads).kind
        devices_require(kind, spec.processes)
        if spec.member is not None:
            rank, port = spec.member
            group = Group.join(kind, rank, spec.processes, port)
        else:
            store = stack.enter_context(members_started(arguments, spec.processes, reporter))
            group = Group.join(kind, 0, spec.processes, store)
        stack.callback(group.leave)
        return _fit(spec, reporter, group, stack)


def _fit(spec: FitSpec, reporter: Reporter, group: Group, stack: ExitStack) -> Manifest | None:
    """OUT is this training's until `stack` is left."""
    dictionary = pronunciations_read(spec.pronunciations, spec.language)
    shape, recipe = settings_apply(spec.settings, config_of(spec.language), Recipe())
    base = warm_start_open(spec.warm_start, spec.language, shape) if spec.warm_start else None
    known = identity_before_reading(spec.language, shape, recipe, spec.seed)
    if base is not None:  # a resumed training may leave it out: it has the weights that came of it
        known["warm_start"] = base.digest
    if group.is_first:
        stack.enter_context(folder_locked(spec.out))
    state = checkpoint_take(spec, known, reporter, group)
    space_require(spec.out, SPACE_BYTES)
    device = device_of(spec, recipe, group)
    corpus = corpus_read(spec, dictionary, reporter)
    seed_everything(spec.seed)
    model = AcousticModel(shape, recipe.for_corpus(corpus.phones))
    model.normalise(corpus.mel_statistics(), corpus.prosody_statistics())
    plan = Plan(budget_of(spec), device, spec.out / CHECKPOINTS, spec.seed, recipe, spec.checkpoint_every_s)
    if base is not None:
        warm_start_take(model, base)
    samples = Samples(spec.out / SAMPLES, dictionary)
    start, facts = None, spec.facts
    if base is not None:
        start, facts = base.digest, {**facts, "lineage": base.lineage_of_next()}
    training = Training(model, corpus, plan, group=group, samples=samples, warm_start=start, facts=facts)
    if state is not None:
        checkpoint_match(state, training.identity())
        training.restore(state)
    reporter.event("start", **start_facts(spec, corpus, device, training))
    training.run(reporter)
    return publish(spec, training, dictionary, reporter) if group.is_first else None


def checkpoint_take(spec: FitSpec, known: dict[str, Any], reporter: Reporter, group: Group) -> dict[str, Any] | None:
    """The state to go on from, which agrees with what is `known` of this training; None for a new one. Raises BadInput:
    out-not-empty, checkpoint-unreadable, checkpoint-mismatch."""
    folder = spec.out / CHECKPOINTS
    folder.mkdir(parents=True, exist_ok=True)
    if group.is_first:
        leftovers_delete(folder)
    saved = checkpoint_paths(folder)
    if not saved:
        return None
    if not spec.resume:
        raise BadInput("out-not-empty", measured=saved[-1].name, folder=str(spec.out))
    state = last_readable(saved, reporter)
    checkpoint_match(state, known)
    return state


def corpus_read(spec: FitSpec, dictionary: Dictionary, reporter: Reporter) -> Corpus:
    """The corpus of `spec`; every clip that is left out is reported. Raises what `lines_read` and `corpus_load` raise."""
    lines, verdicts = lines_read(spec.metadata, spec.language, spec.phonemes, dictionary)
    reporter.event("stage", name="corpus", clips=len(lines))
    corpus = corpus_load(
        lines,
        spec.audio_dir,
        spec.language,
        held_out=spec.held_out,
        seed=spec.seed,
        verdicts=verdicts,
        reporter=reporter,
    )
    for verdict in corpus.verdicts:
        clip_warn(reporter, "clip-left-out", verdict)
    return corpus


def publish(spec: FitSpec, training: Training, dictionary: Dictionary, reporter: Reporter) -> Manifest:
    """Export the best weights as OUT/artefact. Raises Stopped, NoDiskSpace, BadInput export-differs."""
    if reporter.should_stop():
        saved = checkpoint_paths(spec.out / CHECKPOINTS)
        raise Stopped("training-stopped", measured=training.step, path=saved[-1].name)
    published_step = training.best_take(reporter)
    reporter.event("stage", name="export", step=published_step)
    manifest = artefact_publish(
        spec.out / ARTEFACT,
        training.model,
        training.corpus.held_out,
        dictionary,
        artefact_facts(spec, training, published_step),
        should_stop=reporter.should_stop,
    )
    reporter.event("sample", step=training.step, path=f"{ARTEFACT}/sample.wav")
    reporter.event("done", out=ARTEFACT, digest=manifest.digest, step=training.step, elapsed_s=training.elapsed_s)
    return manifest


def device_of(spec: FitSpec, recipe: Recipe, group: Group) -> Device:
    """The first process decides on the precision and the size of a batch, since what each measures may differ, and all
    have to cut the same batches; the cores of a CPU are divided."""
    threads = spec.threads
    if threads is None and group.size > 1:
        threads = max(1, len(os.sched_getaffinity(0)) // group.size)
    device = device_choose(threads)
    if recipe.batch_frames:
        device = replace(device, batch_frames=recipe.batch_frames)
    is_bfloat, batch_frames = group.same([device.precision == "bfloat16", device.batch_frames], device.torch)
    return replace(device, precision="bfloat16" if is_bfloat else "float32", batch_frames=int(batch_frames))


def last_readable(saved: list[Path], reporter: Reporter) -> dict:
    """The newest checkpoint that opens, with a warning for each that does not. Raises BadInput checkpoint-unreadable."""
    *older, newest = saved
    try:
        return checkpoint_load(newest)
    except BadInput as error:
        if not older:
            raise
        reporter.event("warning", code=error.code, message=str(error))
        return last_readable(older, reporter)


def export_again(spec: FitSpec, reporter: Reporter) -> Manifest:
    """Publish OUT once more, without another step: the best weights on the validation clips, or where there are no such
    clips, the last checkpoint. Raises BadInput checkpoint-missing besides what `fit` raises."""
    saved = checkpoint_paths(spec.out / CHECKPOINTS)
    if not saved:
        raise BadInput("checkpoint-missing", folder=str(spec.out))
    step = last_readable(saved, reporter)["step"]
    return fit(replace(spec, steps=max(1, step), resume=True), reporter)


def budget_of(spec: FitSpec) -> Budget:
    return Budget(steps=spec.steps) if spec.steps is not None else Budget(seconds=spec.minutes * 60)


def start_facts(spec: FitSpec, corpus: Corpus, device: Device, training: Training) -> dict:
    return {
        "clips": len(corpus.train),
        "validation": len(corpus.validation),
        "held_out": len(corpus.held_out),
        "left_out": len(corpus.verdicts),
        "audio_s": corpus.audio_s,
        "steps_planned": spec.steps,
        "minutes": spec.minutes,
        "device": f"{device.kind} {device.name}",
        "threads": device.threads,
        "processes": spec.processes,
        "precision": device.precision,
        "batch_frames": training.order.batch_frames,
        "parameters": sum(p.numel() for p in training.model.parameters()),
        "corpus_digest": corpus.digest,
        "symbols_digest": corpus.symbols_digest,
        "seed": spec.seed,
        "resumed_step": training.step,
    }


def artefact_facts(spec: FitSpec, training: Training, published_step: int) -> dict:
    corpus = training.corpus
    return {
        **training.facts,
        "config": asdict(training.model.config),
        "recipe": asdict(training.plan.recipe),
        "corpus": {
            "digest": corpus.digest,
            "symbols_digest": corpus.symbols_digest,
            "clips": len(corpus.train),
            "phones": corpus.phones,
            "validation": [u.line.name for u in corpus.validation],
            "held_out": [u.line.name for u in corpus.held_out],
            "left_out": [{"file": v.file, "code": v.code} for v in corpus.verdicts],
            "audio_s": round(corpus.audio_s, 1),
        },
        "training": {
            "step": training.step,
            "published_step": published_step,
            "validation_loss": training.validation.best_mean,
            "batch_frames": training.order.batch_frames,
            "elapsed_s": round(training.elapsed_s, 1),
            "minutes": spec.minutes,
            "steps": spec.steps,
            "seed": spec.seed,
            "processes": spec.processes,
            "warm_start": training.warm_start,
            "device": asdict(training.plan.device),
            "losses": {name: round(value, 4) for name, value in training.losses.items()},
            "history": training.history,
        },
    }

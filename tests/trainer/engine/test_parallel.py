"""Two processes that talk over gloo take the steps that one process takes."""

import json
import subprocess
import sys
import textwrap

import pytest
import torch

from trainer.engine.parallel import devices_require
from trainer.errors import UsageError

# Rank, size and port come as arguments; the first process opens the store and prints its port.
SCRIPT = """
    import json, sys
    from dataclasses import replace
    from pathlib import Path

    import torch

    from tests.trainer.conftest import JAPANESE
    from trainer.data.corpus import PendingClip, corpus_load
    from trainer.engine.checkpoint import checkpoint_load, checkpoint_match, checkpoint_paths
    from trainer.engine.device import Device
    from trainer.engine.loop import Training, seed_everything
    from trainer.engine.parallel import Group, store_open
    from trainer.engine.plan import Budget, Plan
    from trainer.errors import Stopped
    from trainer.lines import lines_read
    from trainer.models.acoustic import AcousticConfig, AcousticModel
    from trainer.recipe import Recipe
    from trainer.reporter import SilentReporter
    from trainer.text.symbols import SYMBOL_TABLE

    rank, size, port, corpus_folder, out, batch_frames, lost_count, stop_at = sys.argv[1:]
    rank, size, folder = int(rank), int(size), Path(corpus_folder)
    torch.set_num_threads(1)
    group = Group()
    if size > 1:
        store = store_open(size) if rank == 0 else int(port)
        if rank == 0:
            print(store.port, flush=True)
        group = Group.join("cpu", rank, size, store)
    lines, _ = lines_read(folder / "metadata.csv", JAPANESE, None)
    corpus = corpus_load(lines, folder / "audio", JAPANESE, held_out=4, seed=0)
    # Read late, and not what was listed: whoever draws them cannot use them.
    lost = [
        PendingClip(clip.line, folder / "audio", JAPANESE, clip.duration_s, "another", None)
        for clip in corpus.train[: int(lost_count)]
    ]
    corpus = replace(corpus, train=(*lost, *corpus.train[len(lost) :]))
    seed_everything(0)
    # Each process draws random numbers of its own: without dropout none is drawn.
    table = SYMBOL_TABLE["ja"]
    config = AcousticConfig(len(table.symbols), table.tones, width=32, encoder_blocks=2, decoder_blocks=2)
    recipe = Recipe(encoder_dropout=0.0, predictor_input_dropout=0.0, predictor_dropout=0.0)
    model = AcousticModel(config, recipe)
    model.normalise(corpus.mel_statistics(), corpus.prosody_statistics())
    device = Device("cpu", "test", threads=1, precision="float32", batch_frames=int(batch_frames) // size)
    training = Training(model, corpus, Plan(Budget(steps=4), device, Path(out), recipe=recipe), group=group)
    for path in checkpoint_paths(Path(out))[-1:]:
        state = checkpoint_load(path)
        checkpoint_match(state, training.identity())
        training.restore(state)
    losses, gradients = [], []

    class Watch(SilentReporter):
        def should_stop(self):
            if training.losses and next(model.parameters()).grad is not None:  # not yet after a resume
                losses.append(dict(training.losses))
                gradients.append(torch.cat([p.grad.flatten() for p in model.parameters()]).norm().item())
            return training.step == int(stop_at)

    watch = Watch()
    try:
        training.run(watch)
    except Stopped:
        pass
    group.leave()
    weights = torch.cat([p.detach().flatten() for p in model.parameters()])
    average = torch.cat([p.detach().flatten() for p in training.average.model.parameters()])
    print(json.dumps({
        "losses": losses, "gradients": gradients, "sum": weights.sum().item(), "norm": weights.norm().item(),
        "average": [average.sum().item(), average.norm().item()],
        "files": len(list(Path(out).glob("step-*.pt"))),
        "met": sorted(training.loader.clips[index].line.name for index in training.loader._unusable),
        "fallen": sorted(verdict.file for verdict in training.corpus.verdicts),
        "told": sorted(event["verdict"]["file"] for event in watch.events if event.get("code") == "clip-left-out"),
    }))
"""


def start(rank: int, size: int, port: int, corpus, out, *figures: int) -> subprocess.Popen:
    out.mkdir(exist_ok=True)
    arguments = [rank, size, port, corpus, out, *figures]
    script = textwrap.dedent(SCRIPT)
    return subprocess.Popen([sys.executable, "-c", script, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


def trained(size: int, corpus, folder, batch_frames: int, lost: int = 0, stop_at: int = 99, out=None) -> list[dict]:
    """What each process printed. `out`: of the first one, by default a folder of its own."""
    figures = batch_frames, lost, stop_at
    outs = [out or folder / f"{size}-0", *(folder / f"{size}-{rank}" for rank in range(1, size))]
    first = start(0, size, 0, corpus, outs[0], *figures)
    port = int(first.stdout.readline()) if size > 1 else 0
    others = [start(rank, size, port, corpus, outs[rank], *figures) for rank in range(1, size)]
    return [json.loads(child.communicate(timeout=120)[0].splitlines()[-1]) for child in (first, *others)]


@pytest.mark.slow
@pytest.mark.parametrize("batch_frames", [2_400, 500], ids=["several clips a process", "fewer clips than processes"])
def test_two_processes_take_the_steps_of_one(small_corpus, tmp_path, batch_frames):
    (alone,) = trained(1, small_corpus, tmp_path, batch_frames)
    first, second = trained(2, small_corpus, tmp_path, batch_frames)
    for process in (first, second):
        assert process["gradients"] == pytest.approx(alone["gradients"], rel=1e-3)
        for mine, whole in zip(process["losses"], alone["losses"], strict=True):
            assert mine == pytest.approx(whole, rel=1e-4)
        assert process["norm"] == pytest.approx(alone["norm"], rel=1e-4)
    assert (first["sum"], first["norm"]) == (second["sum"], second["norm"])
    assert first["average"] == second["average"] == pytest.approx(alone["average"], rel=1e-3)
    assert first["average"][1] != first["norm"]
    assert (first["files"], second["files"]) == (1, 0)


@pytest.mark.slow
def test_another_number_of_processes_takes_up_the_same_batches(small_corpus, tmp_path):
    (alone,) = trained(1, small_corpus, tmp_path, 2_400)
    trained(2, small_corpus, tmp_path, 2_400, stop_at=2)
    (resumed,) = trained(1, small_corpus, tmp_path, 1_000, out=tmp_path / "2-0")  # the batches are the checkpoint's
    assert resumed["losses"][-1] == pytest.approx(alone["losses"][-1], rel=1e-4)
    assert resumed["norm"] == pytest.approx(alone["norm"], rel=1e-4)
    assert resumed["average"][1] == pytest.approx(alone["average"][1], rel=1e-4)


@pytest.mark.slow
def test_the_first_process_names_the_clips_that_only_another_one_could_not_use(small_corpus, tmp_path):
    first, second = trained(2, small_corpus, tmp_path, 2_400, lost=6)
    assert set(second["met"]) - set(first["met"])
    assert first["fallen"] == first["told"] == sorted({*first["met"], *second["met"]})


def test_more_processes_than_gpus_are_refused_before_they_start(monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    devices_require("cuda", 1)
    devices_require("cpu", 2)
    with pytest.raises(UsageError) as caught:
        devices_require("cuda", 2)
    assert (caught.value.code, caught.value.measured, caught.value.limit) == ("gpus-too-few", 2, 1)

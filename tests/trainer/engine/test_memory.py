"""Memory that really runs out: the address space of a child is limited to little more than it already has."""

import json
import subprocess
import sys
import textwrap

import pytest

SCRIPT = """
    import json, resource, sys
    from dataclasses import replace
    from pathlib import Path

    import numpy as np
    import torch

    from tests.trainer.conftest import JAPANESE
    from trainer.data.corpus import corpus_load
    from trainer.engine.device import Device
    from trainer.engine.loop import Training, seed_everything
    from trainer.engine.plan import Budget, Plan
    from trainer.engine.samples import Samples
    from trainer.errors import OutOfMemory
    from trainer.fit import config_of
    from trainer.lines import lines_read
    from trainer.models.acoustic import AcousticModel
    from trainer.reporter import SilentReporter
    from trainer.text import Dictionary

    def long(clip, times):
        grown = {name: np.concatenate([getattr(clip, name)] * times) for name in ("symbol_ids", "tones", "mel", "f0")}
        ends = np.concatenate([clip.ends + clip.frames * turn for turn in range(times)]).astype(np.float32)
        return replace(clip, **grown).aligned(ends)

    folder, room_mib, what = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[4]
    torch.set_num_threads(1)
    lines, _ = lines_read(folder / "metadata.csv", JAPANESE, None)
    corpus = corpus_load(lines, folder / "audio", JAPANESE, held_out=4, seed=0)
    # Some 20,000 frames: about 1 GB in one batch that is learnt from, and 60 MB in one that is only heard.
    heard = corpus.train * 8 if what == "validation" else ()
    corpus = replace(corpus, train=corpus.train * 8, validation=heard)
    if what == "long":  # each clip forty times in a row takes some 300 MB to learn from
        corpus = replace(corpus, train=tuple(long(clip, 40) for clip in corpus.train[:4]))
    seed_everything(0)
    device = Device("cpu", "test", threads=1, precision="float32", batch_frames=500)
    training = Training(AcousticModel(config_of(JAPANESE)), corpus, Plan(Budget(steps=3), device, Path(sys.argv[3])))
    if what != "long":
        training._step_in_memory(SilentReporter())  # what torch allocates once and keeps
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    reporter = SilentReporter()
    training.loader.restore({"epoch": 0, "position": 0, "batch_frames": 100_000})
    training.samples = Samples(Path(sys.argv[3]), Dictionary("ja"))
    run = {"validation": training._validate, "sample": training._sample_if_due}.get(what, training.run)
    training.validation.lowest = [0.0] * len(heard)  # nothing is better, so nothing is written
    limit = size + room_mib * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        run(reporter)
    except OutOfMemory as error:
        print(json.dumps({"code": error.code, "message": error.message(), "events": reporter.events}))
        sys.exit(error.exit_code)
    print(json.dumps({"step": training.step, "learns": training.model.training, "events": reporter.events}))
"""


def run(corpus, folder, room_mib: int, what: str = "training") -> tuple[int, dict]:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), str(corpus), str(room_mib), str(folder), what],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"},
    )
    assert done.stdout.endswith("}\n"), done.stdout[-500:] + done.stderr[-2000:]
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_a_batch_too_large_for_the_memory_is_halved_and_the_training_goes_on(small_corpus, tmp_path):
    code, result = run(small_corpus, tmp_path, room_mib=600)
    halvings = [event for event in result["events"] if event.get("code") == "batch-halved"]
    assert (code, result["step"]) == (0, 3)
    assert halvings and halvings[-1]["measured"] < 100_000
    assert "frames" in halvings[0]["message"]


@pytest.mark.slow
def test_single_clips_that_do_not_fit_end_with_advice(small_corpus, tmp_path):
    code, result = run(small_corpus, tmp_path, room_mib=150, what="long")
    assert (code, result["code"]) == (5, "out-of-memory-smallest")
    assert "Split the longest clips" in result["message"]


@pytest.mark.slow
def test_validation_needs_the_memory_of_one_clip_however_many_there_are(small_corpus, tmp_path):
    code, result = run(small_corpus, tmp_path, room_mib=40, what="validation")
    assert (code, result["learns"]) == (0, True)
    assert [event["event"] for event in result["events"]] == ["validation"]


@pytest.mark.slow
def test_a_sample_that_does_not_fit_is_left_out_with_a_warning(small_corpus, tmp_path):
    code, result = run(small_corpus, tmp_path, room_mib=30, what="sample")
    assert (code, result["learns"]) == (0, True)
    assert [event.get("code") for event in result["events"]] == ["sample-left-out"]

"""Trainings as they are started: from another model, killed at any moment, in several processes, watched in
TensorBoard."""

import json
import os
import random
import signal
import struct
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest
import soundfile
import torch
from safetensors.torch import save_file

from trainer.languages import LANGUAGES
from trainer.manifest import REQUIRED_FILES, WEIGHTS_FILE, Manifest, manifest_read, manifest_write
from trainer.models.acoustic import AcousticModel
from trainer.reporter import SilentReporter
from trainer.shape import config_of
from trainer.tensorboard import TensorBoardReporter
from trainer.text.symbols import SYMBOL_TABLE

pytestmark = pytest.mark.slow

STEPS = 12


def arguments_of(corpus, out, *more) -> list[str]:
    given = ["fit", "--metadata", corpus / "metadata.csv", "--audio-dir", corpus / "audio", "--language", "ja"]
    given += ["--steps", STEPS, "--held-out", 4, "--threads", 1, "--checkpoint-every", 0.1, "--out", out, *more]
    return [sys.executable, "-m", "trainer", *map(str, given)]


def finished(command) -> list[dict]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


TEACHERS = {"teachers": {"openjtalk": {"name": "openjtalk", "licence": "CC-BY-3.0"}}}


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Manifest:
    """To start from: weights that nothing has taught, in an artefact whose other files nobody opens."""
    folder = tmp_path_factory.mktemp("base")
    for name in REQUIRED_FILES:
        (folder / name).write_bytes(b"")
    config = config_of(LANGUAGES["ja"])
    torch.manual_seed(7)
    save_file(AcousticModel(config).state_dict(), folder / WEIGHTS_FILE)
    known = {"language": "ja", "symbols_version": SYMBOL_TABLE["ja"].version, "sample_rate_hz": 22_050}
    told = {"versions": {}, "config": asdict(config), "corpus": {}, "training": {}, "base": TEACHERS}
    return manifest_write(folder, known | told)


@pytest.fixture(scope="module")
def whole(small_corpus, base, tmp_path_factory):
    """OUT and events of a training that nobody interrupted."""
    out = tmp_path_factory.mktemp("fit") / "whole"
    return out, finished(arguments_of(small_corpus, out, "--tensorboard", "--warm-start", base.directory))


def test_a_training_killed_at_a_random_moment_ends_with_the_same_losses(whole, base, small_corpus, tmp_path):
    """Also where it began with the weights of another model, of which the resumed one is not told again."""
    moment = random.randint(2, STEPS - 2)
    print(f"killed after step {moment}")
    started = arguments_of(small_corpus, tmp_path / "out", "--warm-start", base.directory)
    child = subprocess.Popen(started, stdout=subprocess.PIPE, text=True)
    for line in child.stdout:
        event = json.loads(line)
        if event["event"] == "checkpoint" and event["step"] >= moment:
            child.send_signal(signal.SIGKILL)
            break
    child.wait()
    events = finished(arguments_of(small_corpus, tmp_path / "out", "--resume"))
    start = next(event for event in events if event["event"] == "start")
    assert 0 < start["resumed_step"] < STEPS
    mine, theirs = (manifest_read(out / "artefact").data for out in (tmp_path / "out", whole[0]))
    assert mine["training"]["losses"] == theirs["training"]["losses"]
    assert mine["training"]["history"] == theirs["training"]["history"]
    assert mine["training"]["warm_start"] == theirs["training"]["warm_start"] == base.digest
    assert mine["lineage"] == theirs["lineage"] == [{"digest": base.digest, "base": TEACHERS}]


def test_the_voice_is_heard_as_it_grows(whole):
    out, events = whole
    spoken = [event for event in events if event["event"] == "sample" and event["path"].startswith("samples/")]
    assert [event["step"] for event in spoken] == [2, 4, 6, 8, 10]
    for event in spoken:
        samples, rate = soundfile.read(out / event["path"])
        assert rate == 22_050
        assert abs(samples).max() > 0.001


def test_tensorboard_gets_losses_and_samples(whole):
    from tensorboardX.proto.event_pb2 import Event

    out, _ = whole
    (path,) = (out / "tensorboard").glob("events.out.tfevents.*")
    tags = {value.tag for record in records(path) for value in Event.FromString(record).summary.value}
    assert {"train/mel", "train/duration", "train/total", "learning_rate", "sample"} <= tags


def test_tensorboard_hides_what_a_killed_training_wrote_beyond_its_checkpoint(tmp_path):
    from tensorboardX.proto.event_pb2 import Event, SessionLog

    def written(resumed_step, steps) -> list:
        out = tmp_path / f"from-{resumed_step}"
        reporter = TensorBoardReporter(SilentReporter(), out)
        reporter.event("stage", name="corpus", clips=1)
        reporter.event("start", resumed_step=resumed_step)
        for step in steps:
            reporter.event("progress", step=step, losses={"total": 1.0}, learning_rate=0.1)
        reporter.close()
        (path,) = out.glob("tensorboard/*")
        return [Event.FromString(record) for record in records(path)]

    starts = [event for event in written(0, [1, 2, 3]) if event.HasField("session_log")]
    assert not starts
    (start,) = [event for event in written(2, [3, 4]) if event.HasField("session_log")]
    assert (start.step, start.session_log.status) == (3, SessionLog.START)


def records(path) -> list[bytes]:
    """A TFRecord file: length (8 bytes), its checksum (4), data, its checksum (4), again and again."""
    content, place, found = path.read_bytes(), 0, []
    while place < len(content):
        (length,) = struct.unpack_from("<Q", content, place)
        found.append(content[place + 12 : place + 12 + length])
        place += 16 + length
    return found


def test_two_processes_train_and_publish_one_model(whole, base, small_corpus, tmp_path):
    events = finished(arguments_of(small_corpus, tmp_path / "out", "--processes", 2, "--warm-start", base.directory))
    start = next(event for event in events if event["event"] == "start")
    assert (start["processes"], events[-1]["event"]) == (2, "done")
    assert sum(event["event"] == "done" for event in events) == 1
    mine, theirs = (manifest_read(out / "artefact").data for out in (tmp_path / "out", whole[0]))
    assert mine["corpus"]["digest"] == theirs["corpus"]["digest"]
    assert mine["training"]["step"] == STEPS
    # Twice the clips a step: other batches, but of the same corpus.
    assert mine["training"]["losses"]["mel"] == pytest.approx(theirs["training"]["losses"]["mel"], rel=0.25)


def test_a_process_that_dies_ends_the_training_and_leaves_none_behind(small_corpus, tmp_path):
    command = arguments_of(small_corpus, tmp_path / "out", "--processes", 2)
    command[command.index("--steps") + 1] = "100000"
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in first.stdout:
        if json.loads(line)["event"] == "checkpoint":
            break
    (member,) = Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text().split()
    os.kill(int(member), signal.SIGKILL)
    killed_at = time.monotonic()
    said, complaint = first.communicate(timeout=60)
    assert time.monotonic() - killed_at < 15
    failure = json.loads(said.splitlines()[-1])
    assert (first.returncode, failure["event"], failure["code"]) == (1, "failed", "member-lost"), complaint
    assert "Process 2 of 2 died (SIGKILL)" in failure["message"]
    assert not Path(f"/proc/{member}").exists()

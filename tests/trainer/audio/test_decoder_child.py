"""The child dies, hangs and starves here for real: the decoder that it loads is replaced on its own path only."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import trainer
from trainer.audio import inspect
from trainer.audio.limits import CLIP_LIMITS

TRAINER = Path(trainer.__file__).parent

BAD_DECODER = """
import os, signal, time
from trainer.audio import good_decode

def measure(whole_path, limits):
    path = os.path.basename(whole_path)
    if "crash" in path:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "exit" in path:
        os._exit(3)
    if "hang" in path:
        time.sleep(600)
    if "spin" in path:
        while True:
            pass
    if "hungry" in path:
        try:
            bytearray(2 * 1024**3)
        except MemoryError:
            return {"error": "memory"}
    if "write" in path:
        with open(whole_path + ".out", "wb") as file:
            file.write(b"x")
    if "spy" in path:
        return {"error": "unreadable", "detail": ",".join(sorted(os.environ))}
    print("a decoder talks to stdout")
    return good_decode.measure(whole_path, limits)
"""


@pytest.fixture
def bad_decoder(tmp_path, monkeypatch):
    """A copy of the package whose decoder misbehaves by the name of the file."""
    root = tmp_path / "root"
    shutil.copytree(TRAINER, root / "trainer", ignore=shutil.ignore_patterns("__pycache__"))
    audio = root / "trainer/audio"
    (audio / "decode.py").rename(audio / "good_decode.py")
    (audio / "decode.py").write_text(BAD_DECODER)
    monkeypatch.setattr(inspect, "_PROJECT_ROOT", root)


def judged(recording, voice, names, **options):
    paths = [recording(f"{name}.wav", voice(1.5)) for name in names]
    reports = inspect.inspect_many(paths, CLIP_LIMITS, **options)
    return [next((v.code for v in report.verdicts if v.is_rejection), "taken") for report in reports], reports


def test_a_crash_rejects_its_file_alone(bad_decoder, recording, voice):
    found, reports = judged(recording, voice, ["one", "crash", "two", "exit", "three"])

    assert found == ["taken", "decode-crashed", "taken", "decode-crashed", "taken"]
    assert reports[1].verdicts[0].measured == "SIGSEGV"


def test_a_hang_is_ended_by_the_clock(bad_decoder, recording, voice):
    started = time.monotonic()
    found, reports = judged(recording, voice, ["hang", "one"], timeout_s_per_file=2)

    assert found == ["decode-timeout", "taken"]
    assert reports[0].verdicts[0].limit == 2
    assert time.monotonic() - started < 15


def test_a_busy_loop_is_ended(bad_decoder, recording, voice):
    found, _ = judged(recording, voice, ["one", "spin", "two"], timeout_s_per_file=1.5)

    assert found == ["taken", "decode-timeout", "taken"]


def test_memory_is_limited(bad_decoder, recording, voice):
    assert judged(recording, voice, ["hungry", "one"])[0] == ["decode-memory", "taken"]


def test_the_child_can_write_no_file(bad_decoder, recording, voice, tmp_path):
    found, _ = judged(recording, voice, ["write"])

    assert found != ["taken"]
    assert (tmp_path / "write.wav.out").read_bytes() == b""


def test_the_child_sees_none_of_our_secrets(bad_decoder, recording, voice, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do not pass on")
    _, reports = judged(recording, voice, ["spy"])

    assert "SECRET_KEY" not in reports[0].verdicts[0].params["detail"]


def test_a_decoder_that_cannot_start_is_our_fault_and_no_verdict(recording, voice, monkeypatch, tmp_path):
    monkeypatch.setattr(inspect, "_PROJECT_ROOT", tmp_path)
    monkeypatch.setattr(inspect, "_CHILD_ENVIRONMENT", {"PYTHONSAFEPATH": "1", "PYTHONPATH": "/nowhere"})
    monkeypatch.setattr(sys, "executable", shutil.which("false"))

    with pytest.raises(RuntimeError, match="did not start"):
        inspect.inspect_one(recording("one.wav", voice(1.5)), CLIP_LIMITS)


def test_no_child_is_left_behind(recording, voice):
    paths = [recording("one.wav", voice(1.5))]
    each = inspect.inspect_each(paths * 2, CLIP_LIMITS)
    next(each)
    each.close()

    listing = subprocess.run(["ps", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True)
    assert b"trainer.audio.child" not in listing.stdout


def test_the_child_loads_no_torch():
    script = (
        "import sys, trainer.audio.child, trainer.audio.decode, trainer.audio.inspect; print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_several_children_give_the_reports_of_one_in_order(recording, voice, tmp_path):
    (tmp_path / "broken.wav").write_bytes(b"no audio at all")
    paths = [recording(f"{index}.wav", voice(1.0 + index / 10)) for index in range(5)] + [tmp_path / "broken.wav"]
    names = [f"name {index}.wav" for index in range(6)]

    several = inspect.inspect_many(paths, CLIP_LIMITS, names=names, jobs=4)

    assert several == inspect.inspect_many(paths, CLIP_LIMITS, names=names)
    assert several[5].verdicts[0].file == "name 5.wav"
    with pytest.raises(ValueError, match="names for"):
        inspect.inspect_many(paths, CLIP_LIMITS, names=names[1:], jobs=4)

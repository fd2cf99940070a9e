import errno
import hashlib
import os
import subprocess
import sys
import textwrap

import pytest
import torch

from trainer.engine.checkpoint import (
    best_path,
    best_save,
    checkpoint_load,
    checkpoint_paths,
    checkpoint_save,
    disk_error,
    leftovers_delete,
    space_require,
)
from trainer.errors import BadInput, NoDiskSpace


def state(step: int) -> dict:
    return {"step": step, "model": {"weight": torch.arange(5.0)}, "order": {"epoch": 1, "position": 2}}


def steps(folder) -> list[int]:
    return [int(path.name.split("-")[1]) for path in checkpoint_paths(folder)]


def test_what_was_saved_is_loaded(tmp_path):
    loaded = checkpoint_load(checkpoint_save(tmp_path, state(7)))
    assert loaded["step"] == 7
    assert torch.equal(loaded["model"]["weight"], torch.arange(5.0))


def test_the_last_two_are_kept_and_nothing_else(tmp_path):
    for step in (1, 20, 300, 4000):
        checkpoint_save(tmp_path, state(step))
    assert steps(tmp_path) == [300, 4000]
    assert len(list(tmp_path.glob("*.pt*"))) == 2


def test_a_rotten_newer_checkpoint_does_not_push_a_whole_one_out(tmp_path):
    """As after a resume: the training went on from step 100, because 200 could not be opened."""
    checkpoint_save(tmp_path, state(100))
    rotten = checkpoint_save(tmp_path, state(200))
    rotten.write_bytes(rotten.read_bytes()[:-1] + b"?")
    checkpoint_save(tmp_path, state(150))
    assert steps(tmp_path) == [100, 150]
    assert [checkpoint_load(path)["step"] for path in checkpoint_paths(tmp_path)] == [100, 150]


def test_the_best_is_kept_beside_them_and_only_one(tmp_path):
    checkpoint_save(tmp_path, state(1))
    assert best_path(tmp_path) is None
    for step in (2, 5):
        best_save(tmp_path, state(step))
    assert checkpoint_load(best_path(tmp_path))["step"] == 5
    assert steps(tmp_path) == [1]
    assert len(list(tmp_path.glob("*.pt*"))) == 2


def test_best_weights_without_a_checkpoint_are_none_of_the_next_training(tmp_path):
    best_save(tmp_path, state(2))
    checkpoint_save(tmp_path, state(3))
    leftovers_delete(tmp_path)
    assert best_path(tmp_path) is not None
    checkpoint_paths(tmp_path)[0].unlink()
    leftovers_delete(tmp_path)
    assert best_path(tmp_path) is None


def test_the_same_state_saved_twice_is_one_file(tmp_path):
    assert checkpoint_save(tmp_path, state(3)) == checkpoint_save(tmp_path, state(3))
    assert steps(tmp_path) == [3]


def test_a_file_that_rotted_is_named_though_torch_would_read_it(tmp_path):
    path = checkpoint_save(tmp_path, state(1))
    content = bytearray(path.read_bytes())
    weight = content.find(torch.arange(5.0).numpy().tobytes())
    content[weight + 3] ^= 0x10
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        checkpoint_load(path)
    assert caught.value.code == "checkpoint-unreadable"


def test_a_half_written_file_is_no_checkpoint(tmp_path):
    checkpoint_save(tmp_path, state(1))
    (tmp_path / ".step-00000002-0123456789abcdef.pt.part").write_bytes(b"half")
    (tmp_path / "step-00000003.pt").write_bytes(b"of another format")
    assert steps(tmp_path) == [1]
    leftovers_delete(tmp_path)
    assert not list(tmp_path.glob(".*"))


def test_a_broken_checkpoint_is_named(tmp_path):
    path = checkpoint_save(tmp_path, state(1))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadInput) as caught:
        checkpoint_load(path)
    assert (caught.value.code, caught.value.params["file"]) == ("checkpoint-unreadable", path.name)


def test_a_checkpoint_with_code_in_it_is_refused(tmp_path):
    class Evil:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "pwned"),)

    torch.save({"step": 1, "model": Evil()}, tmp_path / "evil")
    content = (tmp_path / "evil").read_bytes()
    path = tmp_path / f"step-00000001-{hashlib.sha256(content).hexdigest()[:16]}.pt"
    path.write_bytes(content)
    with pytest.raises(BadInput):
        checkpoint_load(path)
    assert not (tmp_path / "pwned").exists()


def test_too_little_space_is_named_before_writing(tmp_path):
    with pytest.raises(NoDiskSpace) as caught:
        space_require(tmp_path, 2**60)
    assert caught.value.exit_code == 6
    assert caught.value.limit == 2**40


def test_a_disk_that_fills_while_writing_leaves_the_older_checkpoint(tmp_path):
    """A limit on the file size stands in for the full disk: the kernel refuses in the middle of the write."""
    checkpoint_save(tmp_path, state(1))
    script = f"""
        import resource, signal, sys, torch
        from pathlib import Path
        from trainer.engine.checkpoint import checkpoint_save
        from trainer.errors import NoDiskSpace
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            checkpoint_save(Path({str(tmp_path)!r}), {{"step": 2, "model": {{"weight": torch.zeros(1_000_000)}}}})
        except NoDiskSpace as error:
            sys.exit(error.exit_code)
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=False).returncode == 6
    assert steps(tmp_path) == [1]
    assert len(list(tmp_path.glob("*.pt*"))) == 1


def test_other_errors_of_the_disk_stay_what_they_are(tmp_path):
    error = OSError(errno.EACCES, "no")
    assert disk_error(error, tmp_path, 1) is error

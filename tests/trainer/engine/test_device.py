import subprocess
import sys
import textwrap

import pytest
import torch

from trainer.engine.device import device_choose, memory_errors_named, one_thread
from trainer.errors import OutOfMemory


def test_threads_are_chosen_and_never_more_than_asked_for():
    assert device_choose(threads=1).threads == torch.get_num_threads() == 1
    assert 1 <= device_choose().threads <= 8


def test_the_precision_is_one_of_two_and_can_be_given():
    assert device_choose(1).precision in ("float32", "bfloat16")
    assert device_choose(1, "float32").precision == "float32"


def test_one_thread_is_for_what_stands_within_also_where_it_fails():
    device_choose(2)
    with pytest.raises(ZeroDivisionError), one_thread():
        assert torch.get_num_threads() == 1
        1 / 0  # noqa: B018
    assert torch.get_num_threads() == 2


@pytest.mark.parametrize("exhaust", [lambda: torch.empty(2**50), lambda: bytearray(2**60)])
def test_memory_that_ran_out_is_named(exhaust):
    with pytest.raises(OutOfMemory) as caught, memory_errors_named():
        exhaust()
    assert caught.value.exit_code == 5


def test_other_errors_are_not_taken_for_it():
    with pytest.raises(RuntimeError), memory_errors_named():
        torch.zeros(2) @ torch.zeros(3)


SCATTERED = """
    from pathlib import Path
    from trainer.engine.device import memory_trim

    def resident_mib():
        (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssAnon")]
        return int(line.split()[1]) // 1024

    blocks = [bytearray(b"x") * 100_000 for _ in range(3_000)]
    full = resident_mib()
    del blocks[:-1:2], blocks[:-1:2]  # what stays keeps the heap from shrinking by itself
    kept = resident_mib()
    memory_trim()
    print(full, kept, resident_mib())
"""


def test_memory_that_was_freed_here_and_there_goes_back_to_the_system():
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCATTERED)], capture_output=True, text=True, check=True
    )
    full, kept, trimmed = map(int, done.stdout.split())
    assert kept > full - 100
    assert trimmed < full - 180


SHAPES = """
    from trainer.__main__ import kernels_forget
    kernels_forget()
    from pathlib import Path

    import torch

    from trainer.engine.device import memory_trim

    def resident_mib():
        memory_trim()
        (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssAnon")]
        return int(line.split()[1]) / 1024

    torch.set_num_threads(1)
    narrow = {"in_channels": 64, "out_channels": 64}
    layers = torch.nn.Sequential(
        torch.nn.Conv1d(**narrow, kernel_size=7),
        torch.nn.Conv1d(**narrow, kernel_size=7, groups=64),
        torch.nn.Conv1d(**narrow, kernel_size=1),
    )

    def step(frames):
        with torch.autocast("cpu", torch.bfloat16):
            out = layers(torch.randn(4, 64, frames, requires_grad=True))
        out.float().sum().backward()

    for frames in range(100, 110):
        step(frames)
    before = resident_mib()
    for frames in range(110, 260):
        step(frames)
    print(resident_mib() - before)
"""


def test_batches_of_ever_other_shapes_leave_no_kernels_behind():
    """57 MiB without the limits, where the processor has kernels for bfloat16."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(SHAPES)], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 10

"""Where and how the arithmetic runs: device, threads, precision. Chosen once at the start, recorded in the artefact."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import torch

from trainer.errors import OutOfMemory

# Sixteen clips of three seconds. On two cores larger batches only make fewer steps of the same minutes.
CPU_BATCH_FRAMES = 4_400
# A frame keeps 27 kB for the backward pass (float32, counted by saved-tensor hooks), and gradients in flight as much
# again. Half of the free memory stays for weights, optimiser and fragments. Beyond the upper limit steps become too few.
BYTES_PER_FRAME = 54_000
GPU_BATCH_FRAMES_MAX = 8 * CPU_BATCH_FRAMES


@dataclass(frozen=True)
class Device:
    kind: str  # "cpu" or "cuda"
    name: str
    threads: int
    precision: str  # "float32" or "bfloat16": what the matrix products run in; weights and losses stay float32
    batch_frames: int = CPU_BATCH_FRAMES  # mel frames of a batch, padding included

    @property
    def torch(self) -> torch.device:
        return torch.device(self.kind)

    def autocast(self) -> AbstractContextManager:
        return torch.autocast(self.kind, torch.bfloat16) if self.precision == "bfloat16" else nullcontext()


def device_choose(threads: int | None = None, precision: str | None = None) -> Device:
    """CUDA where there is one. `threads`: None takes every core that this process may run on, but at most 8 (more
    were not tried); the count is also set. `precision`: None measures which is faster here."""
    cores = len(os.sched_getaffinity(0))
    count = threads or min(cores, 8)
    torch.set_num_threads(count)
    if torch.cuda.is_available():
        torch.backends.cuda.matmul.allow_tf32 = True
        precision = precision or ("bfloat16" if torch.cuda.is_bf16_supported() else "float32")
        free_bytes, _ = torch.cuda.mem_get_info()
        batch_frames = int(min(GPU_BATCH_FRAMES_MAX, max(CPU_BATCH_FRAMES, free_bytes / 2 / BYTES_PER_FRAME)))
        return Device("cuda", torch.cuda.get_device_name(), count, precision, batch_frames)
    return Device("cpu", torch.backends.cpu.get_cpu_capability(), count, precision or _faster_precision())


def _faster_precision() -> str:
    """bfloat16 only where it is clearly faster: CPUs without the instructions emulate it, at a fraction of the
    speed."""
    seconds = {kind: _product_seconds(kind) for kind in (torch.float32, torch.bfloat16)}
    return "bfloat16" if seconds[torch.bfloat16] < 0.75 * seconds[torch.float32] else "float32"


def _product_seconds(kind: torch.dtype) -> float:
    left, right = torch.randn(2048, 192).to(kind), torch.randn(192, 576).to(kind)
    seconds = []
    for _ in range(12):
        start = time.perf_counter()
        left @ right
        seconds.append(time.perf_counter() - start)
    return min(seconds)  # the minimum, because others share the cores


@contextmanager
def one_thread() -> Iterator[None]:
    """For arithmetic in many small pieces: waking a second thread for each costs more than it does, three times as much in
    the optimiser's step on two cores."""
    count = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(count)


def memory_trim() -> None:
    """Give free memory back to the system: glibc keeps what an alignment and the batches of a few steps leave behind,
    some 250 MB. Other C libraries have no such call."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


# Of torch's own allocator on the CPU, and of oneDNN, which gives no reason but seldom has another one.
_NO_MEMORY = ("can't allocate memory", "not enough memory", "could not create a primitive")


@contextmanager
def memory_errors_named() -> Iterator[None]:
    """Whatever way memory ran out within, leave as OutOfMemory. torch's allocator on the CPU has no class of its own."""
    try:
        yield
    except (MemoryError, torch.OutOfMemoryError) as error:
        raise OutOfMemory("out-of-memory", detail=str(error)[:200]) from error
    except RuntimeError as error:
        if any(words in str(error) for words in _NO_MEMORY):
            raise OutOfMemory("out-of-memory", detail=str(error)[:200]) from error
        raise

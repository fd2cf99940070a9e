"""Where and how the arithmetic runs: device, threads, precision. Chosen once at the start, recorded in the artefact."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import torch

from trainer.errors import OutOfMemory


@dataclass(frozen=True)
class Device:
    kind: str  # "cpu" or "cuda"
    name: str
    threads: int
    precision: str  # "float32" or "bfloat16": what the matrix products run in; weights and losses stay float32

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
        return Device("cuda", torch.cuda.get_device_name(), count, precision)
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
def memory_errors_named() -> Iterator[None]:
    """Whatever way memory ran out within, leave as OutOfMemory. torch's allocator on the CPU has no class of its own."""
    try:
        yield
    except (MemoryError, torch.OutOfMemoryError) as error:
        raise OutOfMemory("out-of-memory", detail=str(error)[:200]) from error
    except RuntimeError as error:
        if "can't allocate memory" in str(error) or "not enough memory" in str(error):
            raise OutOfMemory("out-of-memory", detail=str(error)[:200]) from error
        raise

"""Several processes that train one model: each computes its share of every batch, and all take the same step.

Gradients are summed in one flat message after the backward pass rather than by DistributedDataParallel, which sends
them during it: for a model of this size the overlap gains nothing, and a process that runs out of memory half-way can
still tell the others, so that all of them halve the batch instead of waiting for one another for ever.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, distributed

from trainer.errors import UsageError

HOST = "127.0.0.1"
# Reading an hour of speech and aligning it comes before the first message, and the export after the last.
PATIENCE = datetime.timedelta(minutes=30)


def store_open(size: int) -> distributed.TCPStore:
    """Where the processes of a group find each other, on a free port (`.port`) of this machine."""
    return distributed.TCPStore(HOST, 0, size, is_master=True, wait_for_workers=False, timeout=PATIENCE)


def devices_require(kind: str, size: int) -> None:
    """A GPU for each of `size` processes: two on one cannot talk to each other. Raises UsageError gpus-too-few."""
    if kind == "cuda" and size > (count := torch.cuda.device_count()):
        raise UsageError("gpus-too-few", measured=size, limit=count)


@dataclass(frozen=True)
class Group:
    """The processes of one training. Of a lone process every answer is its own."""

    rank: int = 0
    size: int = 1

    @classmethod
    def join(cls, kind: str, rank: int, size: int, store: distributed.Store | int) -> Group:
        """Become process `rank` of `size`. `kind`: cpu (gloo) or cuda (nccl, a GPU each); `store`: the open store, or
        the port of the one that another process has opened. Returns when all have joined."""
        if isinstance(store, int):
            store = distributed.TCPStore(HOST, store, size, is_master=False, timeout=PATIENCE)
        if kind == "cuda":
            torch.cuda.set_device(rank)
        backend = "nccl" if kind == "cuda" else "gloo"
        distributed.init_process_group(backend, store=store, rank=rank, world_size=size, timeout=PATIENCE)
        return cls(rank, size)

    def leave(self) -> None:
        if self.size > 1:
            distributed.destroy_process_group()

    @property
    def is_first(self) -> bool:
        """The one that reports, writes and exports."""
        return self.rank == 0

    def share(self, indices: np.ndarray) -> np.ndarray:
        """This process's part of a batch; with fewer clips than processes some get none."""
        return indices[self.rank :: self.size]

    def any(self, flag: bool, device: torch.device) -> bool:
        """Whether `flag` is set in any process."""
        return flag if self.size == 1 else bool(self._sum(torch.tensor([float(flag)], device=device)).item())

    def sums(self, values: Iterable[float], device: torch.device) -> list[float]:
        """Each value summed over the processes."""
        given = list(values)
        return given if self.size == 1 else self._sum(torch.tensor(given, dtype=torch.float64, device=device)).tolist()

    def gradients_sum(self, parameters: Iterable[Tensor]) -> None:
        """Sum the gradients over the processes, in place; one that had no clip counts as zero."""
        if self.size == 1:
            return
        taught = [parameter for parameter in parameters if parameter.requires_grad]
        for parameter in taught:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        flat = self._sum(torch.cat([parameter.grad.flatten() for parameter in taught]))
        for parameter, summed in zip(taught, flat.split([p.numel() for p in taught]), strict=True):
            parameter.grad.copy_(summed.view_as(parameter))

    def gathered(self, values: Iterable[Any]) -> list[Any]:
        """The values of all processes, in the order of their ranks."""
        given = list(values)
        if self.size == 1:
            return given
        everywhere: list[list[Any]] = [[] for _ in range(self.size)]
        distributed.all_gather_object(everywhere, given)
        return [value for of_one in everywhere for value in of_one]

    def same(self, values: Iterable[float], device: torch.device) -> list[float]:
        """The values of the first process, in all: clocks and budgets must not differ."""
        tensor = torch.tensor(list(values), dtype=torch.float64, device=device)
        if self.size > 1:
            distributed.broadcast(tensor, src=0)
        return tensor.tolist()

    def _sum(self, tensor: Tensor) -> Tensor:
        distributed.all_reduce(tensor)
        return tensor

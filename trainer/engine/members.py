"""The other processes of a training: started with the same command line, and gone when the first one is."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from torch import distributed

from trainer.engine.parallel import store_open

PR_SET_PDEATHSIG = 1
LEAVE_S = 30.0


@contextmanager
def members_started(arguments: Sequence[str], size: int) -> Iterator[distributed.TCPStore]:
    """Run `python -m trainer ARGUMENTS --member R/SIZE@PORT` for each rank but the first; yields the store in which
    they meet. Their events go nowhere, their errors to this process's standard error. They are killed when the block
    is left by an error, and given LEAVE_S seconds to end when it is not."""
    store = store_open(size)
    command = [sys.executable, "-m", "trainer", *arguments]
    children = [
        subprocess.Popen(
            [*command, "--member", f"{rank}/{size}@{store.port}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            preexec_fn=_die_with_parent,
        )
        for rank in range(1, size)
    ]
    try:
        yield store
        with suppress(subprocess.TimeoutExpired):  # the model is published: one that lingers takes nothing from it
            for child in children:
                child.wait(LEAVE_S)
    finally:
        for child in children:
            child.kill()
            child.wait()


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

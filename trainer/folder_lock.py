"""One command at a time in a folder. Light."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trainer.errors import BadInput

LOCK_FILE = ".lock"
# A process that was killed with much memory holds its files until the kernel has put that away.
WAIT_S = 5.0


@contextmanager
def folder_locked(folder: Path, wait_s: float = WAIT_S) -> Iterator[None]:
    """Two trainings in one folder would delete each other's checkpoints, and each would go on from the other's. The lock
    goes with the process, however that ends; the empty file stays.

    Raises BadInput out-in-use when another process still has the lock after `wait_s`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    deadline = time.monotonic() + wait_s
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise BadInput("out-in-use", folder=str(folder)) from None
                time.sleep(0.1)
        yield
    finally:
        os.close(handle)

"""The other processes of a training: started with the same command line, and gone when the first one is."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from torch import distributed

from trainer.engine.parallel import store_open
from trainer.errors import Stopped, TrainerError
from trainer.reporter import Reporter

PR_SET_PDEATHSIG = 1
LEAVE_S = 30.0
POLL_S = 0.5
# An error that all of them meet (a loss that is no number) may end the others first; the first one's own says more.
GRACE_S = 5.0


@contextmanager
def members_started(arguments: Sequence[str], size: int, reporter: Reporter) -> Iterator[distributed.TCPStore]:
    """Run `python -m trainer ARGUMENTS --member R/SIZE@PORT` for each rank but the first; yields the store in which
    they meet. Their events go nowhere, their errors to this process's standard error. They are killed when the block
    is left by an error, and given LEAVE_S seconds to end when it is not.

    Raises TrainerError member-lost where the block fails because one of them died. Where it does not fail, but waits
    for the dead (NCCL may, for half an hour), this process ends with the same error after GRACE_S seconds.
    """
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
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(children, is_over, reporter), daemon=True).start()
    try:
        yield store
        is_over.set()
        with suppress(subprocess.TimeoutExpired):  # the model is published: one that lingers takes nothing from it
            for child in children:
                child.wait(LEAVE_S)
    except TrainerError:
        raise
    except Exception as error:  # gloo notices at once that nobody answers, but not why
        if lost := _lost_within(children, 2 * POLL_S):
            raise lost from error
        raise
    finally:
        is_over.set()
        _kill(children)


def _watch(children: Sequence[subprocess.Popen], is_over: threading.Event, reporter: Reporter) -> None:
    """Ends this process when a child has died and the main thread, which cannot be woken, has not noticed."""
    while not is_over.wait(POLL_S):
        lost = _lost(children)
        if lost is not None and not is_over.wait(GRACE_S):
            figures = {"measured": lost.measured, "limit": lost.limit}
            reporter.event("failed", code=lost.code, message=lost.message(), **figures, **lost.params)
            print(f"{lost.code}: {lost.message()}", file=sys.stderr, flush=True)
            _kill(children)
            os._exit(lost.exit_code)


def _lost_within(children: Sequence[subprocess.Popen], seconds: float) -> TrainerError | None:
    deadline = time.monotonic() + seconds
    while (lost := _lost(children)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return lost


def _lost(children: Sequence[subprocess.Popen]) -> TrainerError | None:
    """The first that ended otherwise than all of them do: done, or stopped on request."""
    for rank, child in enumerate(children, start=1):
        status = child.poll()
        if status not in (None, 0, Stopped.exit_code):
            how = signal.Signals(-status).name if status < 0 else f"exit {status}"
            return TrainerError("member-lost", measured=how, limit=len(children) + 1, rank=rank + 1)
    return None


def _kill(children: Sequence[subprocess.Popen]) -> None:
    for child in children:
        child.kill()
        child.wait()


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

"""Ties between processes: none of ours is left behind when the one above it is killed."""

import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 30.0
STEADY_S = 60.0


def die_with_parent(death_signal: int) -> None:
    """Ask the kernel to send this process `death_signal` when its parent dies; outlives exec, not fork.

    Linux only. Elsewhere the sweep finds lost runs, and the queue server names the one that was left behind.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, death_signal)


def end_with_parent_argument(parser) -> None:
    """Add `--end-with-parent`, which the Procfile gives: a terminal that is closed must not end a server of its own."""
    parser.add_argument(
        "--end-with-parent", action="store_true", help="end when the process that started this one is gone (Linux)"
    )


def end_with_parent() -> None:
    die_with_parent(signal.SIGTERM)


def supervise(command: str, *, say: Callable[[str], object]) -> None:
    """Run `manage.py COMMAND --once` as a process of its own, and a fresh one after each end, until a signal to stop."""
    is_stopping = False
    child = None

    def stop(signum, frame):
        nonlocal is_stopping
        is_stopping = True
        if child is not None and child.poll() is None:
            child.send_signal(signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    pause_s = FIRST_PAUSE_S
    while not is_stopping:
        started_at = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, sys.argv[0], command, "--once"],
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(signal.SIGTERM),
        )
        if is_stopping:  # told so while the child was being started
            child.send_signal(signal.SIGTERM)
        exit_code = child.wait()
        if is_stopping:
            break
        if exit_code == 0 or time.monotonic() - started_at > STEADY_S:
            pause_s = FIRST_PAUSE_S
        else:
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
        say(f"The worker process ended with status {exit_code}; a fresh one starts in {pause_s:g} s.")
        time.sleep(pause_s)

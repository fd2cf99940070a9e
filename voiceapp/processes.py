"""Ties between processes: none of ours is left behind when the one above it is killed."""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1


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

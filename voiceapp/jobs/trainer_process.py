"""The trainer as a child process: started from an argument list, read line by line, dead when its parent is."""

import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from voiceapp.processes import die_with_parent

logger = logging.getLogger(__name__)

READ_BYTES = 65536
TICK_S = 1.0
# Batches of many lengths cut the GPU's memory into pieces that nothing fits into; segments that grow avoid most of it.
# Both names: torch renamed the variable. What the operator has set stays.
GPU_MEMORY = dict.fromkeys(("PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"), "expandable_segments:True")


class TrainerProcess:
    """`python -m trainer …` in a process group of its own; stdout carries events, stderr goes to a log file."""

    def __init__(self, arguments: list[str], *, log_path: Path, environment: dict[str, str] | None = None):
        with open(log_path, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "trainer", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(signal.SIGKILL),
                env={**GPU_MEMORY, **os.environ, **(environment or {})},
            )
        self.pid = self.process.pid
        self.heard_at = time.monotonic()

    def lines(self) -> Iterator[dict | None]:
        """Each JSON object that the child prints, and None about every second, until it has closed its output."""
        stdout = self.process.stdout
        os.set_blocking(stdout.fileno(), False)
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while True:
                if selector.select(TICK_S):
                    chunk = os.read(stdout.fileno(), READ_BYTES)
                    if not chunk:
                        break
                    self.heard_at = time.monotonic()
                    *whole, rest = (rest + chunk).split(b"\n")
                    yield from filter(None, map(_parse, whole))
                yield None
        last = _parse(rest)
        if last:
            yield last

    @property
    def silence_s(self) -> float:
        return time.monotonic() - self.heard_at

    def wait(self, timeout_s: float) -> int | None:
        """Exit status (negative: the signal that ended it), or None when it still runs."""
        try:
            return self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return None

    def ask_to_stop(self) -> None:
        """SIGTERM: the trainer writes a checkpoint and exits."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        self.process.wait()

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            pass


def _parse(line: bytes) -> dict | None:
    if not line.strip():
        return None
    try:
        value = json.loads(line)
    except ValueError:
        logger.warning("the trainer printed a line that is no event: %r", line[:200])
        return None
    return value if isinstance(value, dict) else None

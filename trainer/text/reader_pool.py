"""Readers of one language, lent to threads in the order in which they asked."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from trainer.errors import EngineUnavailable
from trainer.text.reader_process import ReaderLimits, ReaderProcess

# A reader is lent for milliseconds, and a new one takes a second to load: a text that must wait longer than this waits
# for a text that is slow or hangs, and gets a reader of its own.
PATIENCE_S = 0.5
READERS_MAX = 4
# A reader holds up to 300 MB; those beyond the first end when nobody has needed them for so long.
IDLE_S = 60.0


class ReaderPool:
    """At most READERS_MAX readers (more only for more `jobs`). `busy_s`: how long a thread waits for one."""

    def __init__(self, language: str, limits: ReaderLimits, busy_s: float, command: Sequence[str]):
        self._new = lambda: ReaderProcess(language, limits, command)
        self._busy_s = busy_s
        self._lock = threading.Lock()
        self._idle: list[ReaderProcess] = []
        self._lent: set[ReaderProcess] = set()
        self._count = 0  # idle, lent, and about to start
        self._waiting: deque[queue.SimpleQueue[ReaderProcess | None]] = deque()
        self._is_closed = False

    @contextmanager
    def reader(self, jobs: int = 1) -> Iterator[ReaderProcess]:
        """A reader for this thread alone. One that an error of the block leaves in an unknown state is ended.

        Up to `jobs` readers start at once. Raises EngineUnavailable: phonemes-busy, phonemes-engine-unavailable.
        """
        reader = self._take(jobs)
        with self._lock:
            self._lent.add(reader)
        is_sound = False
        try:
            yield reader
            is_sound = True
        finally:
            with self._lock:
                self._lent.discard(reader)
            if is_sound and not self._is_closed:
                self._pass_on(reader)
            else:
                if reader.is_alive:
                    reader.kill()
                    reader.end()
                self._pass_on(None)

    def close(self) -> None:
        """End the readers; one that is lent dies at once, whatever it reads."""
        with self._lock:
            self._is_closed = True
            idle, self._idle, lent = self._idle, [], list(self._lent)
            self._count -= len(idle)
        for reader in idle:
            reader.end()
        for reader in lent:
            reader.kill()

    def disown(self) -> None:
        for reader in [*self._idle, *self._lent]:
            reader.disown()

    def pids(self) -> list[int]:
        with self._lock:
            return [reader.pid for reader in [*self._idle, *self._lent]]

    def _take(self, jobs: int) -> ReaderProcess:
        while True:
            reader = self._idle_or_new(jobs)
            if reader.is_alive:
                return reader
            reader.end()  # killed while it was idle: no text's fault
            with self._lock:
                self._count -= 1

    def _idle_or_new(self, jobs: int) -> ReaderProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            is_room = self._count < jobs
            if is_room:
                self._count += 1
            else:
                turn: queue.SimpleQueue[ReaderProcess | None] = queue.SimpleQueue()
                self._waiting.append(turn)
        return self._started() if is_room else self._awaited(turn)

    def _awaited(self, turn: queue.SimpleQueue[ReaderProcess | None]) -> ReaderProcess:
        """What our turn brings: a reader, or None for the room to start one."""
        patience_s = min(PATIENCE_S, self._busy_s)
        for wait_s in (patience_s, self._busy_s - patience_s):
            try:
                return turn.get(timeout=wait_s) or self._started()
            except queue.Empty:
                if self._takes_room(turn):
                    return self._started()
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                raise EngineUnavailable("phonemes-busy", measured=round(self._busy_s, 1))
        return turn.get() or self._started()  # served at the last moment

    def _takes_room(self, turn: queue.SimpleQueue[ReaderProcess | None]) -> bool:
        """Stop waiting where there is room for another reader, which is ours to start then."""
        with self._lock:
            is_room = turn in self._waiting and self._count < READERS_MAX
            if is_room:
                self._waiting.remove(turn)
                self._count += 1
            return is_room

    def _started(self) -> ReaderProcess:
        try:
            return self._new()
        except BaseException:
            self._pass_on(None)
            raise

    def _pass_on(self, reader: ReaderProcess | None) -> None:
        """Give a reader, or the room that a lost one left, to whoever has waited longest."""
        surplus = None
        with self._lock:
            if self._waiting:
                self._waiting.popleft().put(reader)
            elif reader is not None:
                reader.idle_since = time.monotonic()
                self._idle.append(reader)
                # The last one is lent first, so the first one is the one that nobody needs.
                if len(self._idle) > 1 and time.monotonic() - self._idle[0].idle_since > IDLE_S:
                    surplus = self._idle.pop(0)
                    self._count -= 1
            else:
                self._count -= 1
        if surplus is not None:
            surplus.end()

"""What the training loop talks to. It prints nothing itself, and learns from here that it should stop."""

from __future__ import annotations

import signal
import sys
from typing import IO, Any, Protocol

from trainer.events import event_write


class Reporter(Protocol):
    def event(self, event: str, **fields: Any) -> None:
        """Something happened; see `trainer.events` for what and its fields."""

    def should_stop(self) -> bool:
        """Whether somebody asked for the end. The loop then writes a checkpoint and raises Stopped."""


class JsonLinesReporter:
    """Events as JSON lines on a stream; SIGTERM and SIGINT ask for the end. A second one has no further effect."""

    def __init__(self, stream: IO[str] | None = None):
        self._stream = stream or sys.stdout
        self._is_stopping = False

    def listen(self) -> None:
        """Take over the two signals. Only the main thread may call this."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def _stop(self, number: int, frame: Any) -> None:
        self._is_stopping = True

    def event(self, event: str, **fields: Any) -> None:
        event_write(self._stream, event, **fields)

    def should_stop(self) -> bool:
        return self._is_stopping


class SilentReporter:
    """For callers that only want the result. Keeps what it was told in `events`."""

    def __init__(self):
        self.events: list[dict[str, Any]] = []

    def event(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    def should_stop(self) -> bool:
        return False

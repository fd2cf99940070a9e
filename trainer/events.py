"""The events of a training, as JSON: one object a line, so that a reader can act on each as it comes.

    start       clips, held_out, audio_s, steps_planned, device, threads, symbols_digest, resumed_step, …
    progress    step, elapsed_s, remaining_s, losses {mel, duration, prosody, total}, learning_rate
    validation  step, losses {mel, duration, prosody, total} on clips that nobody learns from, best_step
    checkpoint  step, path            sample   step, path             warning   code, message, …
    done        out, digest, step, elapsed_s                          failed    code, message, measured, limit

`elapsed_s` counts training alone, over all resumes. Paths are relative to OUT.
"""

from __future__ import annotations

import json
import math
from typing import IO, Any

EVENTS = ("start", "progress", "validation", "checkpoint", "sample", "warning", "stage", "done", "failed")


def event_line(event: str, **fields: Any) -> str:
    """One line of JSON without its newline. A NaN or infinity becomes null: JSON has neither, and readers choke on
    them."""
    if event not in EVENTS:
        raise ValueError(f"no such event: {event}")
    return json.dumps(_finite({"event": event, **fields}), ensure_ascii=False, allow_nan=False)


def event_write(stream: IO[str], event: str, **fields: Any) -> None:
    """Written and flushed at once: the reader may be watching, and this process may be about to die."""
    stream.write(event_line(event, **fields) + "\n")
    stream.flush()


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value

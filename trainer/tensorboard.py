"""TensorBoard event files beside the JSON lines, for those who compare many trainings (`fit --tensorboard`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import soundfile

from trainer.errors import UsageError
from trainer.reporter import Reporter


class TensorBoardReporter:
    """Passes every event on, and writes losses, learning rate and samples to OUT/tensorboard."""

    def __init__(self, inner: Reporter, out: Path):
        """Raises UsageError tensorboard-missing where tensorboardX is not installed."""
        try:
            from tensorboardX import SummaryWriter
        except ImportError as error:
            raise UsageError("tensorboard-missing", measured=str(error)) from error
        self._inner, self._out = inner, out
        self._writer = SummaryWriter(str(out / "tensorboard"))

    def event(self, event: str, **fields: Any) -> None:
        self._inner.event(event, **fields)
        step = fields.get("step")
        if event in ("progress", "validation"):
            prefix = "train" if event == "progress" else "validation"
            for name, value in fields["losses"].items():
                self._writer.add_scalar(f"{prefix}/{name}", value, step)
        if event == "progress":
            self._writer.add_scalar("learning_rate", fields["learning_rate"], step)
        if event == "sample":
            samples, rate = soundfile.read(self._out / fields["path"], dtype="float32")
            self._writer.add_audio("sample", samples, step, sample_rate=rate)
        self._writer.flush()

    def should_stop(self) -> bool:
        return self._inner.should_stop()

"""TensorBoard event files beside the JSON lines, for those who compare many trainings (`fit --tensorboard`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import soundfile

from trainer.errors import UsageError
from trainer.reporter import Reporter

if TYPE_CHECKING:
    from tensorboardX import SummaryWriter


class TensorBoardReporter:
    """Passes every event on, and writes losses, learning rate and samples to OUT/tensorboard."""

    def __init__(self, inner: Reporter, out: Path):
        """Raises UsageError tensorboard-missing where tensorboardX is not installed."""
        try:
            from tensorboardX import SummaryWriter
        except ImportError as error:
            raise UsageError("tensorboard-missing", measured=str(error)) from error
        self._inner, self._out = inner, out
        self._open = SummaryWriter
        self._writer: SummaryWriter | None = None

    def event(self, event: str, **fields: Any) -> None:
        self._inner.event(event, **fields)
        if event == "start":
            resumed_step = fields["resumed_step"]
            # What a killed training wrote after its last checkpoint comes once more: the first time is hidden.
            purge_step = resumed_step + 1 if resumed_step else None
            self._writer = self._open(str(self._out / "tensorboard"), purge_step=purge_step)
        if self._writer is not None:
            self._write(self._writer, event, fields)

    def _write(self, writer: SummaryWriter, event: str, fields: dict[str, Any]) -> None:
        step = fields.get("step")
        if event in ("progress", "validation"):
            prefix = "train" if event == "progress" else "validation"
            for name, value in fields["losses"].items():
                writer.add_scalar(f"{prefix}/{name}", value, step)
        if event == "progress":
            writer.add_scalar("learning_rate", fields["learning_rate"], step)
        if event == "sample":
            samples, rate = soundfile.read(self._out / fields["path"], dtype="float32")
            writer.add_audio("sample", samples, step, sample_rate=rate)
        writer.flush()

    def close(self) -> None:
        """Wait until all of it is written: a thread of tensorboardX writes, and a flush does not wait for it."""
        if self._writer is not None:
            self._writer.close()

    def should_stop(self) -> bool:
        return self._inner.should_stop()

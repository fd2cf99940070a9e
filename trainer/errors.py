"""Errors that end a command of the trainer: a stable code, the figures, and the exit status that reports them."""

from __future__ import annotations

from typing import Any

from trainer.messages import sentence


class TrainerError(Exception):
    """Something that the caller must learn about. `code` never changes; the sentence is found in `trainer.messages`.

    `measured` and `limit` are the figures of a broken limit (units as named in the sentence), `params` whatever else
    the sentence names. All three must survive JSON.
    """

    exit_code = 1

    def __init__(self, code: str, *, measured: Any = None, limit: Any = None, **params: Any):
        super().__init__(code)
        self.code = code
        self.measured = measured
        self.limit = limit
        self.params = params

    def message(self, locale: str = "en") -> str:
        return sentence(self.code, locale, measured=self.measured, limit=self.limit, **self.params)

    def __str__(self) -> str:
        return self.message("en")

    def __reduce__(self):
        # Exceptions are rebuilt from positional arguments alone, which would lose ours on the way out of a process.
        return _rebuild, (type(self), self.code, self.measured, self.limit, self.params)

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "detail": self.message("en"), "measured": self.measured, "limit": self.limit}


def _rebuild(error_class, code, measured, limit, params):
    return error_class(code, measured=measured, limit=limit, **params)


class UsageError(TrainerError):
    """The command was called wrongly."""

    exit_code = 2


class BadInput(TrainerError):
    """The input cannot be used; its owner can repair it."""

    exit_code = 3


class EngineUnavailable(TrainerError):
    """Nothing is wrong with the input: the engine that would read it does not start, or is busy for too long."""


class Diverged(TrainerError):
    """The loss became useless; going on would waste the budget."""

    exit_code = 4


class OutOfMemory(TrainerError):
    """Memory ran out even at the smallest batch."""

    exit_code = 5


class NoDiskSpace(TrainerError):
    """The disk cannot hold the next checkpoint."""

    exit_code = 6


class Stopped(TrainerError):
    """Asked to stop, and stopped after writing a checkpoint (EX_TEMPFAIL: the work can be taken up again)."""

    exit_code = 75

"""Phonemes without an engine in this process: children read, one or more a language, and this is their door.

An engine is native code (or NLTK) that sees texts of anybody. When a text kills or hangs it, that text is refused, a
fresh child goes on with the next, and the process that serves pages is none the worse.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from trainer.errors import BadInput, EngineUnavailable, TrainerError
from trainer.languages import Language
from trainer.text import Dictionary, Phonemes, text_require
from trainer.text.reader_pool import ReaderPool
from trainer.text.reader_process import ReaderDied, ReaderHung, ReaderLimits, Request, reader_command

__all__ = ["PhonemeChild", "ReaderLimits", "Request", "cores"]

logger = logging.getLogger(__name__)

BATCH_TEXTS = 64
# For each child. Who writes what was read does so in pieces, and must not keep the children waiting meanwhile.
BATCHES_AHEAD = 4
# A single child is shared with those who type; they wait for the end of a batch at most.
BATCH_TEXTS_SHARED = 16
# So many texts in a row do not each kill an engine; something else does.
LOSSES_IN_A_ROW_MAX = 5

Result = Phonemes | BadInput


class PhonemeChild:
    """Reads texts in child processes, which start when a text of their language first comes. Threads may share one.

    A forked child of this process starts its own. `busy_s` is how long a text waits for a child that is free.
    """

    def __init__(
        self,
        *,
        limits: ReaderLimits = ReaderLimits(),  # noqa: B008 - frozen
        busy_s: float = 20.0,
        command: Sequence[str] | None = None,
    ):
        self._pools: dict[str, ReaderPool] = {}
        self._lock = threading.Lock()
        self._options = (limits, busy_s, tuple(command or reader_command()))
        _all.add(self)

    def phonemize(
        self,
        text: str,
        language: Language,
        dictionary: Dictionary | None = None,
        override: dict[str, Any] | None = None,
    ) -> Phonemes:
        """As `trainer.text.phonemize`, to the byte.

        Raises also BadInput phonemes-engine-died and phonemes-engine-hung (this text ended the engine), and
        EngineUnavailable: phonemes-engine-unavailable, phonemes-busy, english-data-missing.
        """
        (result,) = self._read([Request(text, language, dictionary, override)])
        if isinstance(result, BadInput):
            raise result
        return result

    def phonemize_many(self, requests: Iterable[Request], *, jobs: int = 1) -> Iterator[Result]:
        """For each request, in order, its phonemes or the BadInput that `phonemize` would raise.

        `jobs` children work at once (see `cores`). Requests are drawn as they are needed, in the caller's thread.
        Raises EngineUnavailable, also when texts in a row go on ending the engine.
        """
        ahead: deque[Future[list[Result]]] = deque()
        losses = 0
        workers = ThreadPoolExecutor(jobs, thread_name_prefix="phonemes")
        try:
            batches = _batches(requests, BATCH_TEXTS if jobs > 1 else BATCH_TEXTS_SHARED)
            while True:
                # More batches than children: they go on while the caller is busy with what they have read.
                while len(ahead) < BATCHES_AHEAD * jobs and (batch := next(batches, None)) is not None:
                    ahead.append(workers.submit(self._read, batch, jobs))
                if not ahead:
                    return
                for result in ahead.popleft().result():
                    losses = losses + 1 if _is_loss(result) else 0
                    if losses == LOSSES_IN_A_ROW_MAX:
                        raise EngineUnavailable("phonemes-engine-unavailable", measured=str(result.measured))
                    yield result
        finally:
            workers.shutdown(cancel_futures=True)

    def close(self) -> None:
        """End the children. The next text starts new ones."""
        with self._lock:
            pools, self._pools = list(self._pools.values()), {}
        for pool in pools:
            pool.close()

    def pids(self) -> list[int]:
        """Of the children that run now."""
        return [pid for pool in list(self._pools.values()) for pid in pool.pids()]

    def _pool(self, language: str) -> ReaderPool:
        with self._lock:
            if language not in self._pools:
                self._pools[language] = ReaderPool(language, *self._options)
            return self._pools[language]

    def _read(self, requests: Sequence[Request], jobs: int = 1) -> list[Result]:
        """Results for requests of one language.

        A death is a text's own when it was read alone, by a child that started after the first death: an older one may
        have been killed with its siblings, and a killed process counts as alive for a moment.
        """
        results: list[Result] = []
        pool = self._pool(requests[0].language.tag)
        died_at: float | None = None
        while len(results) < len(requests):
            rest = requests[len(results) :]
            try:
                text_require(*rest[0][:3])
            except BadInput as refusal:
                results.append(refusal)
                continue
            # What may have killed a child is read alone: only the culprit is to be refused.
            batch = list(_readable(rest)) if died_at is None else rest[:1]
            try:
                with pool.reader(jobs) as reader:
                    for answer, request in zip(reader.ask(batch), batch, strict=True):
                        results.append(_result(answer, request))
                died_at = None
            except ReaderHung as hung:
                results.append(BadInput("phonemes-engine-hung", measured=hung.measured_s, limit=hung.limit_s))
            except ReaderDied as death:
                # Once may be chance: killed from outside, or by what an earlier text had broken.
                if died_at is None:
                    died_at = time.monotonic()
                elif reader.started_at > died_at:
                    results.append(BadInput("phonemes-engine-died", measured=str(death)))
                    died_at = None
        return results

    def _disown(self) -> None:
        """After a fork, in the child: the readers belong to the parent, and locks may be held by threads not copied."""
        for pool in self._pools.values():
            pool.disown()
        self._pools, self._lock = {}, threading.Lock()


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _batches(requests: Iterable[Request], size: int) -> Iterator[list[Request]]:
    """Up to `size` requests of one language."""
    batch: list[Request] = []
    for request in requests:
        if batch and (len(batch) == size or batch[0].language != request.language):
            yield batch
            batch = []
        batch.append(request)
    if batch:
        yield batch


def _readable(requests: Iterable[Request]) -> Iterator[Request]:
    """The requests before the first one that is refused without an engine."""
    for request in requests:
        try:
            text_require(*request[:3])
        except BadInput:
            return
        yield request


def _result(answer: dict[str, Any], request: Request) -> Result:
    if "phonemes" in answer:
        return Phonemes.from_reader(answer["phonemes"])
    if "refused" in answer:
        return _error(BadInput, *answer["refused"])
    if "unavailable" in answer:
        raise _error(EngineUnavailable, *answer["unavailable"])
    logger.error("a text of %d characters broke the reader:\n%s", len(request.text), answer["fault"])
    return BadInput("phonemes-engine-died", measured=answer["fault"].strip().rpartition("\n")[2].partition(":")[0])


def _error(error_class: type[TrainerError], code: str, measured: Any, limit: Any, params: dict[str, Any]) -> Any:
    return error_class(code, measured=measured, limit=limit, **params)


def _is_loss(result: Result) -> bool:
    return isinstance(result, BadInput) and result.code in ("phonemes-engine-died", "phonemes-engine-hung")


_all: weakref.WeakSet[PhonemeChild] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for child in list(_all):
        child.close()


def _disown_all() -> None:
    for child in list(_all):
        child._disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)

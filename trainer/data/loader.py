"""Batches made while the step before them is computed, from clips that are read when they are first needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from trainer.data.batches import Batch, BatchOrder, batch_collate
from trainer.data.corpus import PendingClip, Utterance
from trainer.errors import TrainerError
from trainer.lines import clip_verdict
from trainer.verdicts import Verdict

# Clips that were read late stay in memory up to here, about two and a half hours of speech. Beyond, the one
# that was not needed for longest is read again from its recording, which takes 5 ms for each of its seconds.
KEPT_BYTES = 128 * 2**20


@dataclass(frozen=True)
class _Made:
    batch: Batch | None
    state: dict[str, int]  # of the order, after this batch
    fallen: tuple[Verdict, ...]


class BatchLoader:
    """Draws from `order` in a thread, one batch ahead. `state()` tells where the batches that were handed out end, not
    where the thread is. `fallen` collects the verdicts on clips that turned out unusable only when they were read."""

    def __init__(
        self,
        clips: Sequence[Utterance | PendingClip],
        order: BatchOrder,
        share: Callable[[np.ndarray], np.ndarray] = lambda indices: indices,
    ):
        """`share` picks what of each batch is this process's to compute."""
        self.clips = clips
        self.order = order
        self._share = share
        self.fallen: list[Verdict] = []
        self._unusable: set[int] = set()
        self._kept: OrderedDict[int, Utterance] = OrderedDict()
        self._kept_bytes = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="batches")
        self._ahead: Future[_Made] | None = None
        self._state = order.state()

    def next(self) -> Batch | None:
        """None where no clip of the batch is this process's, or none of them can be used."""
        made = (self._ahead or self._thread.submit(self._make)).result()
        self._ahead = self._thread.submit(self._make)
        self._state = made.state
        self.fallen += made.fallen
        return made.batch

    def state(self) -> dict[str, int]:
        return dict(self._state)

    def restore(self, state: dict[str, int]) -> None:
        self._drop_ahead()
        self.order.restore(state)
        self._state = dict(state)

    def halve(self) -> bool:
        """Half the frames from the next batch on, which begins about where the one that did not fit began. False where
        every batch of this epoch is one clip already; then nothing changes."""
        self.restore(self._state)
        if self.order.is_smallest:
            return False
        self.order.halve()
        self._state = self.order.state()
        return True

    def leave_out(self, names: Collection[str]) -> None:
        """Take no clip of these names, as if each had turned out unusable."""
        self._drop_ahead()
        self._unusable |= {index for index, clip in enumerate(self.clips) if clip.line.name in names}

    def _drop_ahead(self) -> None:
        """What fell in that batch will not be tried again, so this is the time to tell."""
        if self._ahead is not None:
            self.fallen += self._ahead.result().fallen
            self._ahead = None

    def _make(self) -> _Made:
        utterances, fallen = [], []
        for index in self._share(self.order.next()).tolist():
            if index in self._unusable:
                continue
            try:
                utterances.append(self._utterance(index))
            except TrainerError as error:
                self._unusable.add(index)
                fallen.append(clip_verdict(self.clips[index].line.name, error))
        batch = batch_collate(utterances) if utterances else None
        return _Made(batch, self.order.state(), tuple(fallen))

    def _utterance(self, index: int) -> Utterance:
        clip = self.clips[index]
        if isinstance(clip, Utterance):
            return clip
        if index in self._kept:
            self._kept.move_to_end(index)
            return self._kept[index]
        utterance = clip.read()
        self._kept[index] = utterance
        self._kept_bytes += utterance.size_bytes
        while self._kept_bytes > KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= oldest.size_bytes
        return utterance

"""Batches: clips of like length together, in an order that a seed and a position fix completely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from trainer.data.corpus import Utterance
from trainer.prosody import CHANNELS

# Clips are shuffled, then sorted by length within groups of this many: little padding, yet no fixed neighbours.
BUCKET_CLIPS = 128


@dataclass(frozen=True)
class Batch:
    """symbols, tones (batch, phones) int64; ends (batch, phones), prosody (batch, phones, 2) and mels (batch, frames,
    mels) float32; counts (batch,) int64.

    Padding is zero; that of `ends` repeats the clip's last end: phones without a duration. Pitch is NaN in clips without
    any voice."""

    symbols: Tensor
    tones: Tensor
    phone_counts: Tensor
    ends: Tensor
    prosody: Tensor
    mels: Tensor
    frame_counts: Tensor

    def inputs(self) -> tuple[Tensor, ...]:
        """The arguments of `AcousticModel.forward`, in its order."""
        return tuple(vars(self).values())

    def to(self, device: torch.device) -> Batch:
        """On a GPU the copy runs beside the arithmetic, from pinned memory."""
        if device.type == "cuda":
            return Batch(*(tensor.pin_memory().to(device, non_blocking=True) for tensor in vars(self).values()))
        return Batch(*(tensor.to(device) for tensor in vars(self).values()))


class BatchOrder:
    """An endless sequence of index lists, sized in frames: a batch takes clips while clips × longest ≤ `batch_frames`,
    so that its memory is known whatever the clips' lengths. A clip longer than that is a batch by itself.

    `state()` and `restore()` carry the position through a checkpoint.
    """

    def __init__(self, frame_counts: Sequence[int], batch_frames: int, seed: int):
        self._frames = np.asarray(frame_counts)
        self.batch_frames = batch_frames
        self._seed = seed
        self._epoch = 0
        self._position = 0
        self._batches = self._epoch_batches()

    def _epoch_batches(self) -> list[np.ndarray]:
        generator = np.random.default_rng((self._seed, self._epoch))
        order = generator.permutation(len(self._frames))
        groups = [order[start : start + BUCKET_CLIPS] for start in range(0, len(order), BUCKET_CLIPS)]
        batches = [
            batch for group in groups for batch in self._cut(group[np.argsort(self._frames[group], kind="stable")])
        ]
        return [batches[index] for index in generator.permutation(len(batches))]

    def _cut(self, rising: np.ndarray) -> list[np.ndarray]:
        """Clips in rising length → batches. The longest come first into a batch, so that none is left over alone."""
        batches: list[np.ndarray] = []
        end = len(rising)
        while end:
            count = max(1, self.batch_frames // int(self._frames[rising[end - 1]]))
            batches.append(rising[max(0, end - count) : end])
            end = max(0, end - count)
        return batches

    @property
    def is_smallest(self) -> bool:
        """Whether every batch is one clip: nothing is left to halve."""
        return all(len(batch) == 1 for batch in self._batches)

    def halve(self) -> None:
        """Batches of half the frames from now on; the rest of the epoch is cut anew, at the same share of its way."""
        done = (self._position - 1) / len(self._batches)
        self.batch_frames = max(1, self.batch_frames // 2)
        self._batches = self._epoch_batches()
        self._position = int(done * len(self._batches))

    def next(self) -> np.ndarray:
        if self._position == len(self._batches):
            self._epoch, self._position = self._epoch + 1, 0
            self._batches = self._epoch_batches()
        self._position += 1
        return self._batches[self._position - 1]

    def state(self) -> dict[str, int]:
        return {"epoch": self._epoch, "position": self._position, "batch_frames": self.batch_frames}

    def restore(self, state: dict[str, int]) -> None:
        self._epoch, self.batch_frames = state["epoch"], state["batch_frames"]
        self._batches = self._epoch_batches()
        self._position = state["position"]


def batch_collate(utterances: Sequence[Utterance]) -> Batch:
    """Pad to the longest of the batch."""
    phones, frames = max(len(u.symbol_ids) for u in utterances), max(u.frames for u in utterances)
    count, mels = len(utterances), utterances[0].mel.shape[1]
    symbols, tones = np.zeros((2, count, phones), dtype=np.int64)
    ends = np.zeros((count, phones), dtype=np.float32)
    prosody = np.zeros((count, phones, CHANNELS), dtype=np.float32)
    mel = np.zeros((count, frames, mels), dtype=np.float32)
    for row, utterance in enumerate(utterances):
        symbols[row, : len(utterance.symbol_ids)] = utterance.symbol_ids
        tones[row, : len(utterance.tones)] = utterance.tones
        ends[row] = utterance.ends[-1]
        ends[row, : len(utterance.ends)] = utterance.ends
        prosody[row, : len(utterance.prosody)] = utterance.prosody
        mel[row, : utterance.frames] = utterance.mel
    return Batch(
        symbols=torch.from_numpy(symbols),
        tones=torch.from_numpy(tones),
        phone_counts=torch.tensor([len(u.symbol_ids) for u in utterances]),
        ends=torch.from_numpy(ends),
        prosody=torch.from_numpy(prosody),
        mels=torch.from_numpy(mel),
        frame_counts=torch.tensor([u.frames for u in utterances]),
    )

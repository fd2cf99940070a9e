"""Batches: clips of like length together, in an order that a seed and a position fix completely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from trainer.data.corpus import Utterance

# Clips are shuffled, then sorted by length within groups of this many batches: little padding, yet no fixed neighbours.
BUCKET_BATCHES = 8


@dataclass(frozen=True)
class Batch:
    """symbols, tones (batch, phones) int64; ends (batch, phones) and mels (batch, frames, mels) float32; counts
    (batch,) int64.

    Padding is zero; that of `ends` repeats the clip's last end: phones without a duration."""

    symbols: Tensor
    tones: Tensor
    phone_counts: Tensor
    ends: Tensor
    mels: Tensor
    frame_counts: Tensor

    def to(self, device: torch.device) -> Batch:
        return Batch(*(tensor.to(device) for tensor in vars(self).values()))


class BatchOrder:
    """An endless sequence of index lists. `state()` and `restore()` carry the position through a checkpoint."""

    def __init__(self, frame_counts: Sequence[int], batch_size: int, seed: int):
        self._frames = np.asarray(frame_counts)
        self._size = min(batch_size, len(self._frames))
        self._seed = seed
        self._epoch = 0
        self._position = 0
        self._batches = self._epoch_batches()

    def _epoch_batches(self) -> list[np.ndarray]:
        generator = np.random.default_rng((self._seed, self._epoch))
        order = generator.permutation(len(self._frames))
        bucket = self._size * BUCKET_BATCHES
        groups = [order[start : start + bucket] for start in range(0, len(order), bucket)]
        ordered = np.concatenate([group[np.argsort(self._frames[group], kind="stable")] for group in groups])
        batches = [ordered[start : start + self._size] for start in range(0, len(ordered), self._size)]
        return [batches[index] for index in generator.permutation(len(batches))]

    def next(self) -> np.ndarray:
        if self._position == len(self._batches):
            self._epoch, self._position = self._epoch + 1, 0
            self._batches = self._epoch_batches()
        self._position += 1
        return self._batches[self._position - 1]

    def state(self) -> dict[str, int]:
        return {"epoch": self._epoch, "position": self._position}

    def restore(self, state: dict[str, int]) -> None:
        self._epoch = state["epoch"]
        self._batches = self._epoch_batches()
        self._position = state["position"]


def batch_collate(utterances: Sequence[Utterance]) -> Batch:
    """Pad to the longest of the batch."""
    phones, frames = max(len(u.symbol_ids) for u in utterances), max(u.frames for u in utterances)
    count, mels = len(utterances), utterances[0].mel.shape[1]
    symbols, tones = np.zeros((2, count, phones), dtype=np.int64)
    ends = np.zeros((count, phones), dtype=np.float32)
    mel = np.zeros((count, frames, mels), dtype=np.float32)
    for row, utterance in enumerate(utterances):
        symbols[row, : len(utterance.symbol_ids)] = utterance.symbol_ids
        tones[row, : len(utterance.tones)] = utterance.tones
        ends[row] = utterance.ends[-1]
        ends[row, : len(utterance.ends)] = utterance.ends
        mel[row, : utterance.frames] = utterance.mel
    return Batch(
        symbols=torch.from_numpy(symbols),
        tones=torch.from_numpy(tones),
        phone_counts=torch.tensor([len(u.symbol_ids) for u in utterances]),
        ends=torch.from_numpy(ends),
        mels=torch.from_numpy(mel),
        frame_counts=torch.tensor([u.frames for u in utterances]),
    )

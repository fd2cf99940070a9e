"""The content check: does the voice say what it was given? Without a recogniser, from held-out recordings alone.

Each held-out clip's phonemes are spoken, and compared with the recordings of all held-out clips by dynamic time
warping on mel cepstra. A voice that says its text lies nearest to its own recording; one that babbles lies anywhere:
1/N.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# The share of clips nearest to their own recording from which a model may become current. A voice trained on empty
# phonemes scores near 1/N, a usable one above 0.9; with N = 20 chance reaches this threshold about never.
CONTENT_CHECK_PASS = 0.9


@dataclass(frozen=True)
class ContentCheck:
    """accuracy: share of clips whose own recording is the nearest. own_over_other: mean distance to the own recording
    over mean distance to the others; near 1 means babble. held_out: number of clips N. chance: 1/N."""

    accuracy: float
    own_over_other: float
    held_out: int

    @property
    def chance(self) -> float:
        return 1.0 / self.held_out

    def as_json(self) -> dict[str, float | int]:
        return {
            "accuracy": round(self.accuracy, 4),
            "own_over_other": round(self.own_over_other, 4),
            "held_out": self.held_out,
            "chance": round(self.chance, 4),
            "threshold": CONTENT_CHECK_PASS,
        }


def content_check(spoken: Sequence[np.ndarray], recorded: Sequence[np.ndarray]) -> ContentCheck:
    """Mel cepstra of the spoken and the recorded clips, in the same order, each (frames, coefficients). At least two
    clips."""
    if len(spoken) != len(recorded) or len(spoken) < 2:
        raise ValueError(f"{len(spoken)} spoken and {len(recorded)} recorded clips cannot be compared")
    distances = np.stack([dtw_distances(clip, recorded) for clip in spoken])
    is_own = np.eye(len(spoken), dtype=bool)
    return ContentCheck(
        accuracy=float((distances.argmin(axis=1) == np.arange(len(spoken))).mean()),
        own_over_other=float(distances[is_own].mean() / distances[~is_own].mean()),
        held_out=len(spoken),
    )


def dtw_distances(query: np.ndarray, references: Sequence[np.ndarray]) -> np.ndarray:
    """Dynamic time warping distance from one sequence to each of several: (references,).

    Euclidean cost, the symmetric steps of Sakoe & Chiba (1978): a diagonal step counts its cost twice, so that every
    path has the weight len(query) + len(reference), by which the sum is divided. Short references are not favoured.
    All references are warped at once, one anti-diagonal of the cost matrix after the other: the cells of one do not
    depend on each other.
    """
    lengths = np.array([len(reference) for reference in references])
    rows, columns = len(query), int(lengths.max())
    cost = np.full((len(references), rows, columns), np.inf, dtype=np.float32)
    for index, reference in enumerate(references):
        cost[index, :, : len(reference)] = _euclidean(query, reference)

    # Cell (i, j) of the accumulated cost lives on diagonal i + j at position i. Position 0 is a border of infinities.
    previous = np.full((len(references), rows + 1), np.inf, dtype=np.float32)
    before = previous.copy()
    before[:, 0] = 0.0  # the corner before the first cell
    totals = np.empty(len(references), dtype=np.float32)
    for diagonal in range(rows + columns - 1):
        i = np.arange(max(0, diagonal - columns + 1), min(rows, diagonal + 1))
        here = cost[:, i, diagonal - i]
        current = np.full_like(previous, np.inf)
        straight = np.minimum(previous[:, i], previous[:, i + 1]) + here  # from (i-1, j) and from (i, j-1)
        current[:, i + 1] = np.minimum(straight, before[:, i] + 2 * here)
        ended = lengths - 1 == diagonal - (rows - 1)
        totals[ended] = current[ended, rows]
        before, previous = previous, current
    return totals / (rows + lengths)


def _euclidean(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    squares = (left**2).sum(axis=1)[:, None] + (right**2).sum(axis=1)[None, :] - 2.0 * left @ right.T
    return np.sqrt(np.maximum(squares, 0.0))

"""How far spoken audio is from a recording of the same sentence: spectrum, pitch, durations."""

from dataclasses import dataclass

import numpy as np
import pyworld

from trainer.features import HOP_SAMPLES, MELS, SAMPLE_RATE_HZ, log_mel, mel_cepstra

DECIBELS = 20 / np.log(10)
F0_RANGE_HZ = (60.0, 500.0)


@dataclass(frozen=True)
class SpeechDistance:
    """mcd_db: mel-cepstral distortion along the best warping of time (Kubichek, 1993; DTW by Sakoe & Chiba): 13 cepstra
    without loudness. f0_semitones: root mean square of the pitch difference over frames that both voice, after the
    difference of the means was taken out. voicing: share of frames that only one of them voices."""

    mcd_db: float
    f0_semitones: float
    voicing: float


def speech_distance(spoken: np.ndarray, recorded: np.ndarray) -> SpeechDistance:
    """Both (samples,) at 22,050 Hz, without silent ends."""
    left, right = mel_cepstra(log_mel(spoken)), mel_cepstra(log_mel(recorded))
    squares = ((left[:, None] - right[None]) ** 2).sum(axis=-1)
    # In decibels over the mel bands: a difference of all 80 orthonormal cepstra would be the spectra's own.
    cost = DECIBELS * np.sqrt(squares / MELS)
    rows, columns = warping(cost)
    f0_left, f0_right = fundamental(spoken)[rows], fundamental(recorded)[columns]
    both = (f0_left > 0) & (f0_right > 0)
    semitones = 12 * np.log2(f0_left[both] / f0_right[both])
    return SpeechDistance(
        mcd_db=float(cost[rows, columns].mean()),
        f0_semitones=float((semitones - semitones.mean()).std()) if both.any() else float("nan"),
        voicing=float(((f0_left > 0) != (f0_right > 0)).mean()),
    )


def fundamental(samples: np.ndarray) -> np.ndarray:
    """Of each mel frame, in Hz, zero where there is no voice: (samples,) → (frames,)."""
    low, high = F0_RANGE_HZ
    signal = samples.astype(np.float64)
    f0, times = pyworld.dio(
        signal, SAMPLE_RATE_HZ, f0_floor=low, f0_ceil=high, frame_period=1000 * HOP_SAMPLES / SAMPLE_RATE_HZ
    )
    f0 = pyworld.stonemask(signal, f0, times, SAMPLE_RATE_HZ)
    frames = len(samples) // HOP_SAMPLES
    return np.pad(f0, (0, max(0, frames - len(f0))))[:frames]


def warping(cost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The path through (rows, columns) of least cost, by single and diagonal steps: indices of both sides."""
    rows, columns = cost.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0.0
    for row in range(1, rows + 1):
        here, before, line = total[row], total[row - 1], cost[row - 1].tolist()
        least = np.minimum(before[:-1], before[1:]).tolist()
        left = np.inf
        for column in range(columns):
            left = line[column] + (least[column] if least[column] < left else left)
            here[column + 1] = left
    path = [(rows - 1, columns - 1)]
    while path[-1] != (0, 0):
        row, column = path[-1]
        steps = [(row - 1, column - 1), (row - 1, column), (row, column - 1)]
        path.append(min(steps, key=lambda step: total[step[0] + 1, step[1] + 1]))
    left_side, right_side = np.array(path[::-1]).T
    return left_side, right_side

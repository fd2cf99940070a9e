"""Where somebody speaks, told by level alone, with a threshold that follows the recording.

Frames of 25 ms every 10 ms. As in the script of de Jong & Wempe, "Praat script to detect syllable nuclei and measure
speech rate automatically", Behavior Research Methods 41 (2009), revised 2010 with Quené and Persoon, the threshold lies
25 dB below the 99 % quantile of the level, so that a quiet and a loud take of one sentence give the same answer. Unlike
theirs it stays 6 dB above the noise floor (the 5 % quantile), so that a noisy room is not taken for speech.
The level is the variance within a frame: a DC offset does not count as sound.
"""

from __future__ import annotations

import numpy as np

from trainer.audio.limits import ACTIVE_LEVEL_DB, ACTIVE_RANGE_DB, PEAK_MAX

BIN_S = 0.005
FRAME_BINS = 5
HOP_BINS = 2
LOWEST_DBFS = -120.0
SPEECH_DEPTH_DB = 25.0

# Cutting the ends of a clip must spare soft onsets and the fading last sound, so it looks deeper than the rate does.
TRIM_DEPTH_DB = 40.0
TRIM_MARGIN_S = 0.05

_FLOOR_MARGIN_DB = 6.0
_STEADY_RANGE_DB = 8.0
_AUDIBLE_DBFS = -60.0
_FLOOR_QUANTILE, _TOP_QUANTILE = 5, 99
# A click is two or three of the hundred frames in a second of speech.
_LOUD_QUANTILE = 90


def decibels(power: np.ndarray | float) -> np.ndarray:
    """Power (mean square, full scale = 1) in dBFS, never below `LOWEST_DBFS`."""
    return 10.0 * np.log10(np.maximum(power, 10.0 ** (LOWEST_DBFS / 10.0)))


class LevelMeter:
    """Collects levels and peaks of a mono signal that arrives in blocks of any size, in constant memory per second."""

    def __init__(self, sample_rate_hz: int):
        self.bin_samples = max(1, round(BIN_S * sample_rate_hz))
        self.hop_s = HOP_BINS * self.bin_samples / sample_rate_hz
        self.frame_s = FRAME_BINS * self.bin_samples / sample_rate_hz
        self.sample_count = 0
        self._sample_rate_hz = sample_rate_hz
        self._rest = np.zeros(0)
        self._sums: list[np.ndarray] = []
        self._squares: list[np.ndarray] = []
        self._peaks: list[np.ndarray] = []
        self._lowest, self._highest = np.inf, -np.inf

    @property
    def duration_s(self) -> float:
        return self.sample_count / self._sample_rate_hz

    def push(self, samples: np.ndarray) -> None:
        """`samples`: (samples,), finite."""
        self.sample_count += len(samples)
        self._lowest, self._highest = samples.min(initial=self._lowest), samples.max(initial=self._highest)
        joined = np.concatenate([self._rest, samples.astype(np.float64, copy=False)])
        whole = len(joined) // self.bin_samples
        bins = joined[: whole * self.bin_samples].reshape(whole, self.bin_samples)
        self._rest = joined[whole * self.bin_samples :]
        self._sums.append(bins.sum(axis=1))
        self._squares.append(np.einsum("ij,ij->i", bins, bins))
        self._peaks.append(np.abs(bins).max(axis=1, initial=0.0))

    def peaks(self) -> np.ndarray:
        """Largest magnitude of each bin of 5 ms, the incomplete last one included: (bins,)."""
        rest = [np.abs(self._rest).max(keepdims=True)] if len(self._rest) else []
        return np.concatenate([*self._peaks, *rest]) if self._peaks or rest else np.zeros(0)

    def peak_about_mean(self) -> float:
        """Largest distance of a sample from the mean, which is no sound but an offset; 0 for nothing."""
        if not self.sample_count:
            return 0.0
        mean = (sum(float(sums.sum()) for sums in self._sums) + self._rest.sum()) / self.sample_count
        return float(max(self._highest - mean, mean - self._lowest))

    def levels(self) -> np.ndarray:
        """Level of each frame in dBFS: (frames,). A recording shorter than a frame has one, over all it holds."""
        sums = np.concatenate(self._sums) if self._sums else np.zeros(0)
        squares = np.concatenate(self._squares) if self._squares else np.zeros(0)
        if len(sums) < FRAME_BINS:
            if not self.sample_count:
                return np.zeros(0)
            total, square = sums.sum() + self._rest.sum(), squares.sum() + np.dot(self._rest, self._rest)
            return decibels(np.array([square / self.sample_count - (total / self.sample_count) ** 2]))
        count = FRAME_BINS * self.bin_samples
        mean = _sliding_sums(sums) / count
        return decibels(_sliding_sums(squares) / count - mean**2)


def _sliding_sums(bins: np.ndarray) -> np.ndarray:
    # Not by differences of a cumulative sum: after one loud sound they would leave rounding noise above true silence.
    return np.lib.stride_tricks.sliding_window_view(bins, FRAME_BINS)[::HOP_BINS].sum(axis=1)


def threshold_dbfs(levels: np.ndarray, depth_db: float = SPEECH_DEPTH_DB) -> float | None:
    """The level from which a frame counts as speech; None when nothing audible is there.

    levels: (frames,) dBFS. A signal whose level hardly moves (less than 8 dB between the floor and the top) has no
    pauses that a level could show: all of it lies above the threshold.
    """
    if not len(levels) or levels.max() < _AUDIBLE_DBFS:
        return None
    floor = _floor_dbfs(levels)
    top = float(np.percentile(_sounding(levels, floor), _TOP_QUANTILE))
    return min(max(top - depth_db, floor + _FLOOR_MARGIN_DB), top - _STEADY_RANGE_DB)


def levelled_speech_dbfs(meter: LevelMeter) -> float | None:
    """Level of the loud frames once a training has set the level of the clip (`data.corpus.level_set`); None when nothing
    audible is there. A click that is louder than all speech holds the speech down; an offset does not, being taken out."""
    levels = meter.levels()
    if not len(levels) or levels.max() < _AUDIBLE_DBFS:
        return None
    active = levels[levels > levels.max() - ACTIVE_RANGE_DB]
    active_dbfs = float(decibels(np.mean(10.0 ** (active / 10.0))))
    room_db = 2 * float(decibels(PEAK_MAX / meter.peak_about_mean()))
    gain_db = min(ACTIVE_LEVEL_DB - active_dbfs, room_db)
    return float(np.percentile(_sounding(levels, _floor_dbfs(levels)), _LOUD_QUANTILE)) + gain_db


def _floor_dbfs(levels: np.ndarray) -> float:
    return max(float(np.percentile(levels, _FLOOR_QUANTILE)), LOWEST_DBFS)


def _sounding(levels: np.ndarray, floor: float) -> np.ndarray:
    """Frames above the noise, among which quantiles do not sink where a recording is mostly silence; all, if none is."""
    sounding = levels[levels > max(floor + _FLOOR_MARGIN_DB, _AUDIBLE_DBFS)]
    return sounding if len(sounding) else levels


def dynamic_range_db(levels: np.ndarray) -> float:
    """Distance between the floor and the top of (frames,) levels in dB."""
    low, high = np.percentile(levels, [_FLOOR_QUANTILE, _TOP_QUANTILE])
    return float(high - low)


def mask_runs(mask: np.ndarray) -> list[tuple[int, int]]:
    """Stretches of True in (frames,) as half-open index pairs."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


def run_seconds(run: tuple[int, int], frame_count: int, meter: LevelMeter) -> tuple[float, float]:
    """A run of frames in seconds. Each frame answers for the hop at its centre, the outermost ones for the ends too."""
    centre_s = (meter.frame_s - meter.hop_s) / 2
    start_s = 0.0 if run[0] == 0 else run[0] * meter.hop_s + centre_s
    stop_s = meter.duration_s if run[1] == frame_count else run[1] * meter.hop_s + centre_s
    return start_s, stop_s


def trim_seconds(meter: LevelMeter) -> tuple[float, float] | None:
    """Start and end in seconds of what is left without the silent ends, 50 ms of margin kept; None for silence.

    Sounds shorter than 30 ms (a click of the switch) at the ends do not count.
    """
    levels = meter.levels()
    threshold = threshold_dbfs(levels, TRIM_DEPTH_DB)
    if threshold is None:
        return None
    runs = mask_runs(levels >= threshold)
    kept = [run for run in runs if run[1] - run[0] > 3] or runs
    start_s, _ = run_seconds(kept[0], len(levels), meter)
    _, stop_s = run_seconds(kept[-1], len(levels), meter)
    return max(0.0, start_s - TRIM_MARGIN_S), min(meter.duration_s, stop_s + TRIM_MARGIN_S)

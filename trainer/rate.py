"""How fast somebody speaks, measured from the audio.

Definitions as in de Jong & Wempe (Behavior Research Methods 41, 2009), counted in units of the text (moras or
syllables) instead of detected nuclei, because the text is known:

    speaking rate      units / time from the first to the last speech, pauses included
    articulation rate  units / time of speech, without pauses of 0.2 s and more

Speech is found by level (`trainer.audio.activity`). Level alone would take an audible breath for speech, so that
stretches without voice are left out: a breath is unvoiced, an utterance never is throughout (unless it is whispered;
then nothing at all is voiced and level alone decides). Edges are accurate to about 20 ms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import soxr

from trainer.audio.activity import LevelMeter, dynamic_range_db, mask_runs, run_seconds, threshold_dbfs
from trainer.errors import BadInput

# Everything is measured within 0–8 kHz. Hiss above it would lengthen the ends of a recording of 48 kHz, and not those
# of a model of 22,050 Hz that learned from it.
_MEASURING_RATE_HZ = 16_000

# Shorter gaps are closures of plosives and geminates, parts of articulation.
PAUSE_S = 0.2

# A stretch of speech is at least one vowel long; a click is not.
_SHORTEST_STRETCH_S = 0.06

# Fricatives of connected speech are shorter; a breath is longer.
_LONGEST_UNVOICED_S = 0.25

# Without that much movement in level and without voice, a recording is noise.
_SPEECH_RANGE_DB = 8.0

_VOICED_FRAMES = 3
_VOICING_FRAME_S, _VOICING_HOP_S = 0.04, 0.01
_VOICING_RATE_HZ = 8_000
_PITCH_RANGE_HZ = (60, 500)
_VOICING_CORRELATION = 0.5


@dataclass(frozen=True)
class SpeechRate:
    """units: moras or syllables spoken. duration_s = speech_s + pause_s, silent ends left out. Rates in units/s."""

    units: int
    duration_s: float
    speech_s: float
    pause_s: float
    articulation_rate: float
    speaking_rate: float


@dataclass(frozen=True)
class RateSummary:
    """mean ± ci95 over n sentences; ci95 is half the width of the 95 % interval, None for a single sentence."""

    mean: float
    ci95: float | None
    n: int


def speech_rate(samples: np.ndarray, sample_rate_hz: int, units: int) -> SpeechRate:
    """The rate of one utterance. Raises BadInput: rate-no-units, rate-no-speech.

    samples: (samples,) within ±1; units: moras or syllables of what is said.
    """
    if units < 1:
        raise BadInput("rate-no-units", measured=units, limit=1)
    stretches = speech_stretches(samples, sample_rate_hz)
    if not stretches:
        raise BadInput("rate-no-speech", measured=round(len(samples) / sample_rate_hz, 3))
    speech_s = sum(stop_s - start_s for start_s, stop_s in stretches)
    duration_s = stretches[-1][1] - stretches[0][0]
    return SpeechRate(
        units=units,
        duration_s=duration_s,
        speech_s=speech_s,
        pause_s=duration_s - speech_s,
        articulation_rate=units / speech_s,
        speaking_rate=units / duration_s,
    )


def speech_stretches(samples: np.ndarray, sample_rate_hz: int) -> list[tuple[float, float]]:
    """Start and end in seconds of each stretch of speech between pauses; empty for silence and for steady noise.

    samples: (samples,) within ±1, finite.
    """
    samples = np.asarray(samples, dtype=np.float64)
    if samples.ndim != 1 or not np.isfinite(samples).all():
        raise ValueError("samples must be one channel of finite numbers")
    if sample_rate_hz > _MEASURING_RATE_HZ:
        samples = soxr.resample(samples, sample_rate_hz, _MEASURING_RATE_HZ)
        sample_rate_hz = _MEASURING_RATE_HZ
    meter = LevelMeter(sample_rate_hz)
    meter.push(samples)
    levels = meter.levels()
    threshold = threshold_dbfs(levels)
    if threshold is None:
        return []
    runs = [run_seconds(run, len(levels), meter) for run in mask_runs(levels >= threshold)]
    voiced_s = _voiced_times(samples, sample_rate_hz)
    if len(voiced_s) < _VOICED_FRAMES:
        if dynamic_range_db(levels) < _SPEECH_RANGE_DB:
            return []
        return [stretch for stretch in _joined(runs) if _length(stretch) >= _SHORTEST_STRETCH_S]
    spoken = [run for run in runs if _length(run) < _LONGEST_UNVOICED_S or _is_voiced(run, voiced_s)]
    stretches = _joined(spoken)
    return [s for s in stretches if _length(s) >= _SHORTEST_STRETCH_S and _is_voiced(s, voiced_s)]


def rate_summary(rates: Sequence[float]) -> RateSummary:
    """Mean of `rates` (one a sentence) with the 95 % interval of Student's t. Raises BadInput rate-no-sentences."""
    if not len(rates):
        raise BadInput("rate-no-sentences")
    values = np.asarray(rates, dtype=np.float64)
    count = len(values)
    if count == 1:
        return RateSummary(float(values[0]), None, 1)
    standard_error = float(values.std(ddof=1)) / math.sqrt(count)
    return RateSummary(float(values.mean()), t_quantile_95(count - 1) * standard_error, count)


def t_quantile_95(degrees: int) -> float:
    """The t with P(|T| < t) = 0.95 at `degrees` (1, 2, …) of freedom.

    Bisection on the finite series for whole degrees: Abramowitz & Stegun, Handbook of Mathematical Functions, 26.7.3–4.
    """
    if degrees < 1:
        raise ValueError("degrees of freedom start at 1")
    low, high = 1.9, 12.8
    while high - low > 1e-10:
        middle = (low + high) / 2
        if _t_central_probability(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_central_probability(t: float, degrees: int) -> float:
    theta = math.atan(t / math.sqrt(degrees))
    sine, cosine = math.sin(theta), math.cos(theta)
    is_odd = degrees % 2
    term = cosine if is_odd else 1.0
    total = term if degrees > 1 else 0.0
    # Each term is the one before times cos² and the next ratio: 2/3, 4/5, … for odd, 1/2, 3/4, … for even degrees.
    for step in range(2 if is_odd else 1, degrees - 2, 2):
        term *= cosine**2 * step / (step + 1)
        total += term
    return 2 / math.pi * (theta + sine * total) if is_odd else sine * total


def _length(stretch: tuple[float, float]) -> float:
    return stretch[1] - stretch[0]


def _joined(runs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Runs with gaps shorter than a pause put together."""
    joined: list[tuple[float, float]] = []
    for start_s, stop_s in runs:
        if joined and start_s - joined[-1][1] < PAUSE_S:
            joined[-1] = (joined[-1][0], stop_s)
        else:
            joined.append((start_s, stop_s))
    return joined


def _is_voiced(stretch: tuple[float, float], voiced_s: np.ndarray) -> bool:
    return int(((voiced_s >= stretch[0]) & (voiced_s <= stretch[1])).sum()) >= _VOICED_FRAMES


def _voiced_times(samples: np.ndarray, sample_rate_hz: int) -> np.ndarray:
    """Centres in seconds of the frames with a pitch: (voiced frames,).

    A frame is voiced when its autocorrelation, corrected for the shrinking overlap, exceeds 0.5 at a lag of 2–17 ms
    (Boersma, IFA Proceedings 17, 1993, uses 0.45 on a longer window).
    """
    # Averages of neighbours bring the rate down to about 8 kHz: aliased noise stays noise, and pitch lies far below.
    factor = max(1, round(sample_rate_hz / _VOICING_RATE_HZ))
    whole = len(samples) // factor
    slow = samples[: whole * factor].reshape(whole, factor).mean(axis=1)
    rate = sample_rate_hz / factor
    size, hop = round(_VOICING_FRAME_S * rate), round(_VOICING_HOP_S * rate)
    if len(slow) < size:
        return np.zeros(0)
    frames = np.lib.stride_tricks.sliding_window_view(slow, size)[::hop]
    strengths = np.concatenate(
        [_pitch_strength(frames[start : start + 1000], rate) for start in range(0, len(frames), 1000)]
    )
    return (np.flatnonzero(strengths > _VOICING_CORRELATION) * hop + size / 2) / rate


def _pitch_strength(frames: np.ndarray, rate: float) -> np.ndarray:
    """(frames, size) to (frames,): the largest normalised autocorrelation at a lag of speech pitch."""
    size = frames.shape[1]
    centred = frames - frames.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * size)
    correlation = np.fft.irfft(np.abs(spectrum) ** 2, 2 * size)[:, :size]
    shortest, longest = round(rate / _PITCH_RANGE_HZ[1]), round(rate / _PITCH_RANGE_HZ[0])
    lags = np.arange(shortest, longest + 1)
    energy = np.maximum(correlation[:, :1], 1e-12)
    return (correlation[:, lags] / energy * (size / (size - lags))).max(axis=1)

"""Pitch and energy of phones: what a speaker does with a sentence beyond its phones and their lengths.

The acoustic model is told both while it learns and predicts them when it speaks (FastSpeech 2, Ren et al., 2021; one value
a phone as in FastPitch, Łańcucki, 2021). Without them it had to learn by heart which way each training clip went, which
cost it the clips that it had not met.
"""

from __future__ import annotations

import numpy as np
import pyworld

from trainer.features import HOP_SAMPLES, SAMPLE_RATE_HZ

PITCH, ENERGY = range(2)
CHANNELS = 2
# Outside of these no speaker's voice has its fundamental: below is creak, above are errors of an octave.
F0_RANGE_HZ = (60.0, 600.0)
# DIO looks at a signal of a fourth of the rate: 2 % of the frames are voiced otherwise than at the full rate, pitch differs by
# 0.01 semitones, and an hour of speech takes 8 instead of 39 seconds of the processor.
DECIMATION = 4


def log_f0(samples: np.ndarray) -> np.ndarray:
    """Natural logarithm of the fundamental frequency in Hz at each mel frame, NaN where there is no voice:
    (samples,) at 22,050 Hz → (frames,) float32. DIO and StoneMask (Morise et al., 2009, 2016) from WORLD."""
    low, high = F0_RANGE_HZ
    signal = samples.astype(np.float64)
    period_ms = 1000 * HOP_SAMPLES / SAMPLE_RATE_HZ
    f0, times = pyworld.dio(
        signal, SAMPLE_RATE_HZ, f0_floor=low, f0_ceil=high, frame_period=period_ms, speed=DECIMATION
    )
    f0 = pyworld.stonemask(signal, f0, times, SAMPLE_RATE_HZ)
    frames = len(samples) // HOP_SAMPLES
    f0 = np.pad(f0, (0, max(0, frames - len(f0))))[:frames]
    with np.errstate(divide="ignore"):
        return np.where(f0 > 0, np.log(f0), np.nan).astype(np.float32)


def phone_prosody(f0: np.ndarray, log_mels: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Mean log F0 and mean log energy of each phone: (frames,), (frames, mels), (phones,) → (phones, 2) float32.

    Phones without a voiced frame lie on the line between their neighbours, so that the contour that is to be learned has no
    holes. A clip without any voice has pitch NaN throughout.
    """
    energies = log_mels.astype(np.float32).mean(axis=1)
    centres = np.arange(len(f0)) + 0.5
    phone_of_frame = np.searchsorted(ends, centres, side="right").clip(max=len(ends) - 1)
    prosody = np.empty((len(ends), CHANNELS), dtype=np.float32)
    voiced = ~np.isnan(f0)
    for channel, values, counted in ((PITCH, f0, voiced), (ENERGY, energies, np.ones_like(voiced))):
        counts = np.bincount(phone_of_frame[counted], minlength=len(ends))
        sums = np.bincount(phone_of_frame[counted], values[counted], minlength=len(ends))
        known = np.flatnonzero(counts)
        if len(known):
            prosody[:, channel] = np.interp(np.arange(len(ends)), known, sums[known] / counts[known])
        else:
            prosody[:, channel] = np.nan
    return prosody

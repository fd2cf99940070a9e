"""The one definition of a mel spectrogram in this package, in numpy.

Training targets, the vocoder's input and the content check all come from here, so that they cannot drift apart. It is
the definition that HiFi-GAN's universal weights were trained on (jik876/hifi-gan, ``meldataset.py``); a vocoder is
unforgiving about it: another filterbank norm or another logarithm still gives speech, but a hoarse one.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

SAMPLE_RATE_HZ = 22_050
HOP_SAMPLES = 256  # 11.6 ms: 86.1 frames a second
FFT_SAMPLES = 1_024
MELS = 80
MEL_MAX_HZ = 8_000.0  # the universal vocoder hears nothing above it; it invents the top octave
LOG_FLOOR = 1e-5  # HiFi-GAN clamps here before the natural logarithm: silence is -11.51
FRAMES_PER_SECOND = SAMPLE_RATE_HZ / HOP_SAMPLES

CEPSTRA = 13  # as many as carry the vocal tract's envelope; higher ones carry pitch, which says little about content


def log_mel(samples: np.ndarray, hop: int = HOP_SAMPLES) -> np.ndarray:
    """Natural-log mel spectrogram of mono samples at 22,050 Hz in −1…1: (samples,) → (frames, mels), float32.

    ``frames == len(samples) // hop``. Frames are centred by reflecting (FFT − hop) / 2 samples at both ends, which
    centres frame t on exactly the samples that the vocoder will generate for it.
    """
    pad = (FFT_SAMPLES - hop) // 2
    if len(samples) <= pad:  # reflection needs more samples than it pads; real clips are far longer
        samples = np.pad(samples, (0, pad + 1 - len(samples)))
    padded = np.pad(samples.astype(np.float32), pad, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT_SAMPLES)[::hop]
    spectrum = np.fft.rfft(frames * _window(), axis=-1)
    magnitude = np.sqrt(spectrum.real**2 + spectrum.imag**2 + 1e-9)
    return np.log(np.maximum(magnitude @ mel_filterbank().T, LOG_FLOOR)).astype(np.float32)


def mel_cepstra(log_mels: np.ndarray, coefficients: int = CEPSTRA) -> np.ndarray:
    """Mel cepstra without the zeroth (loudness): (frames, mels) → (frames, coefficients), by an orthonormal DCT-II."""
    return (log_mels @ _dct_basis(log_mels.shape[-1], coefficients).T).astype(np.float32)


@lru_cache(maxsize=1)
def mel_filterbank() -> np.ndarray:
    """Triangular filters of equal area (Slaney's scale and norm, librosa's default): (mels, FFT / 2 + 1)."""
    edges_hz = _mel_to_hz(np.linspace(0.0, _hz_to_mel(MEL_MAX_HZ), MELS + 2))
    bins_hz = np.linspace(0.0, SAMPLE_RATE_HZ / 2, FFT_SAMPLES // 2 + 1)
    widths = np.diff(edges_hz)
    ramps = edges_hz[:, None] - bins_hz[None, :]
    rising, falling = -ramps[:-2] / widths[:-1, None], ramps[2:] / widths[1:, None]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return (triangles * (2.0 / (edges_hz[2:] - edges_hz[:-2]))[:, None]).astype(np.float32)


# Slaney's mel scale (Auditory Toolbox, 1998): linear below 1 kHz, logarithmic above.
_LINEAR_HZ_PER_MEL = 200.0 / 3
_BREAK_HZ = 1_000.0
_BREAK_MEL = _BREAK_HZ / _LINEAR_HZ_PER_MEL
_LOG_STEP = np.log(6.4) / 27.0


def _hz_to_mel(hz: float) -> float:
    return hz / _LINEAR_HZ_PER_MEL if hz < _BREAK_HZ else _BREAK_MEL + np.log(hz / _BREAK_HZ) / _LOG_STEP


def _mel_to_hz(mel: np.ndarray) -> np.ndarray:
    logarithmic = _BREAK_HZ * np.exp(_LOG_STEP * (mel - _BREAK_MEL))
    return np.where(mel < _BREAK_MEL, mel * _LINEAR_HZ_PER_MEL, logarithmic)


@lru_cache(maxsize=1)
def _window() -> np.ndarray:
    """Periodic Hann window, as torch.hann_window gives by default."""
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FFT_SAMPLES) / FFT_SAMPLES)).astype(np.float32)


@lru_cache(maxsize=4)
def _dct_basis(size: int, coefficients: int) -> np.ndarray:
    order = np.arange(1, coefficients + 1)[:, None]
    return (np.sqrt(2.0 / size) * np.cos(np.pi * order * (np.arange(size)[None, :] + 0.5) / size)).astype(np.float32)

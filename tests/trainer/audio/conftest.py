"""Recordings made on the spot: a pleasant one, and one of each kind that people really send."""

import numpy as np
import pytest
import soundfile

RATE = 24_000


def _voice(duration_s: float, rate: int = RATE, level: float = 0.3) -> np.ndarray:
    """(samples,) float32: syllables of a buzzing 120 Hz tone, four a second, with noise 60 dB below."""
    time = np.arange(round(duration_s * rate)) / rate
    buzz = sum(np.sin(2 * np.pi * 120 * harmonic * time) / harmonic for harmonic in range(1, 12))
    envelope = 0.55 - 0.45 * np.cos(2 * np.pi * 4 * time)
    noise = np.random.default_rng(7).standard_normal(len(time)) * level / 1000
    return (level * envelope * buzz / 2 + noise).astype(np.float32)


@pytest.fixture
def voice():
    return _voice


@pytest.fixture
def recording(tmp_path):
    """Write samples to a file, in blocks (one long write of Vorbis kills libsndfile); return its path."""

    def write(name, samples, rate=RATE, **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        channels = 1 if samples.ndim == 1 else samples.shape[1]
        with open(path, "wb+") as raw:
            options.setdefault("format", "WAV")
            with soundfile.SoundFile(raw, "w", rate, channels, **options) as sound:
                for start in range(0, len(samples), 16_384):
                    sound.write(samples[start : start + 16_384])
        return path

    return write

import math

import numpy as np
import pytest
import torch
import torchaudio

from trainer.features import CEPSTRA, HOP_SAMPLES, LOG_FLOOR, MELS, log_mel, mel_cepstra


@pytest.fixture
def samples():
    generator = np.random.default_rng(0)
    seconds = np.arange(22_050) / 22_050
    tones = sum(np.sin(2 * np.pi * hz * seconds) / (1 + hz / 500) for hz in (120, 240, 700, 1900, 5200))
    return (0.1 * tones + 0.01 * generator.normal(size=len(seconds))).astype(np.float32)


def test_the_mel_is_the_vocoders_definition(samples):
    """Against torchaudio's implementation of the same settings as hifi-gan's meldataset.py (config_v1, fmax 8000)."""
    transform = torchaudio.transforms.MelSpectrogram(
        22_050, n_fft=1024, hop_length=256, f_min=0, f_max=8000, n_mels=80, power=1, norm="slaney", mel_scale="slaney",
        center=False,
    )  # fmt: skip
    padded = torch.nn.functional.pad(torch.from_numpy(samples)[None, None], (384, 384), mode="reflect")[0, 0]
    expected = torch.log(transform(padded).clamp(min=1e-5)).T.numpy()

    mel = log_mel(samples)

    assert mel.shape == expected.shape == (len(samples) // HOP_SAMPLES, MELS)
    assert np.abs(mel - expected).max() < 0.01


def test_silence_is_the_floor_and_nothing_is_not_a_number():
    assert log_mel(np.zeros(5000)) == pytest.approx(math.log(max(LOG_FLOOR, 0)), abs=3)
    assert np.isfinite(log_mel(np.zeros(300))).all()


def test_a_finer_hop_gives_frames_between(samples):
    fine, coarse = log_mel(samples, hop=128), log_mel(samples)
    assert len(fine) in (2 * len(coarse), 2 * len(coarse) + 1)


def test_cepstra_are_a_discrete_cosine_transform():
    mel = np.random.default_rng(1).normal(size=(3, MELS)).astype(np.float32)
    cepstra = mel_cepstra(mel)
    assert cepstra.shape == (3, CEPSTRA)
    for order in (1, 2, CEPSTRA):
        weights = [math.sqrt(2 / MELS) * math.cos(math.pi * order * (band + 0.5) / MELS) for band in range(MELS)]
        assert cepstra[:, order - 1] == pytest.approx(mel @ np.array(weights), abs=1e-4)


def test_cepstra_ignore_loudness(samples):
    assert mel_cepstra(log_mel(samples)) == pytest.approx(mel_cepstra(log_mel(samples) + 1.5), abs=1e-3)

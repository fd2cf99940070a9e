"""Pitch and energy against signals whose own are known."""

import numpy as np
import pyopenjtalk
import pytest
import soxr

from trainer.features import HOP_SAMPLES, SAMPLE_RATE_HZ, log_mel
from trainer.prosody import CHANNELS, ENERGY, PITCH, log_f0, phone_prosody


def tone(f0_hz, duration_s=1.0):
    """A buzz with 20 harmonics, as a voice has them."""
    at_s = np.arange(round(duration_s * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(f0_hz, at_s.shape)) / SAMPLE_RATE_HZ
    return (0.05 * sum(np.sin(k * phase) / k for k in range(1, 21))).astype(np.float32)


@pytest.mark.parametrize("f0_hz", [85.0, 140.0, 220.0, 410.0])
def test_a_steady_voice_has_its_pitch_in_every_frame(f0_hz):
    samples = tone(f0_hz)
    found = log_f0(samples)
    assert found.dtype == np.float32 and len(found) == len(samples) // HOP_SAMPLES
    inner = found[5:-5]
    assert not np.isnan(inner).any()
    assert np.abs(12 / np.log(2) * (inner - np.log(f0_hz))).max() < 0.25


def test_noise_and_silence_have_none():
    noise = np.random.default_rng(0).normal(0, 0.05, SAMPLE_RATE_HZ).astype(np.float32)
    assert np.isnan(log_f0(noise)).mean() > 0.9
    assert np.isnan(log_f0(np.zeros(SAMPLE_RATE_HZ, dtype=np.float32))).all()


def test_a_rising_voice_rises():
    found = log_f0(tone(np.linspace(120.0, 240.0, SAMPLE_RATE_HZ)))
    quarter = len(found) // 4
    assert np.nanmean(found[3 * quarter :]) - np.nanmean(found[:quarter]) == pytest.approx(np.log(225 / 135), abs=0.03)


def test_a_word_that_begins_high_is_told_from_one_that_begins_low():
    """雨 (rain) and 飴 (sweets) differ in their accent alone: read by the engine's own voice."""

    def first_pitch(text):
        spoken, rate = pyopenjtalk.tts(text)
        pitch = log_f0(soxr.resample(spoken / 32768, rate, SAMPLE_RATE_HZ).astype(np.float32))
        voiced = pitch[~np.isnan(pitch)]
        return voiced[: len(voiced) // 4].mean()

    assert first_pitch("雨が降る。") > first_pitch("飴が降る。") + 0.1


def test_a_phone_has_the_means_of_its_frames_and_a_voiceless_one_lies_between_its_neighbours():
    f0 = np.log(np.array([100, 110, np.nan, np.nan, 200, 200], dtype=np.float32))
    mels = np.repeat(np.array([-2, -4, -8, -8, -1, -1], dtype=np.float32)[:, None], 80, axis=1)
    prosody = phone_prosody(f0, mels, np.array([2.0, 4.0, 6.0], dtype=np.float32))
    assert prosody.shape == (3, CHANNELS) and prosody.dtype == np.float32
    assert prosody[:, ENERGY].tolist() == [-3.0, -8.0, -1.0]
    first, last = np.log([100, 110]).mean(), np.log(200)
    assert prosody[:, PITCH] == pytest.approx([first, (first + last) / 2, last])


def test_phones_shorter_than_a_frame_lie_between_their_neighbours_too():
    prosody = phone_prosody(
        np.log(np.array([100, 200], dtype=np.float32)),
        np.array([[-2.0], [-4.0]], dtype=np.float32),
        np.array([1.0, 1.2, 2.0], dtype=np.float32),
    )
    assert prosody[:, ENERGY].tolist() == [-2.0, -3.0, -4.0]


def test_a_clip_without_any_voice_says_so():
    samples = np.random.default_rng(1).normal(0, 1e-4, SAMPLE_RATE_HZ // 2).astype(np.float32)
    mels = log_mel(samples)
    ends = np.array([len(mels) / 2, len(mels)], dtype=np.float32)
    prosody = phone_prosody(np.full(len(mels), np.nan, dtype=np.float32), mels, ends)
    assert np.isnan(prosody[:, PITCH]).all() and np.isfinite(prosody[:, ENERGY]).all()

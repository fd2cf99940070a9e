"""Every clip at one level: what an operator recorded quietly is not taught quietly."""

import numpy as np
import pyopenjtalk
import pytest
import soxr

from trainer.data.corpus import ACTIVE_LEVEL_DB, PEAK_MAX, level_set
from trainer.features import SAMPLE_RATE_HZ


def active_level_db(samples):
    """Of the frames that carry speech, by another way of counting than the one under test: the loudest half."""
    power = np.sort(np.square(samples[: len(samples) // 512 * 512].reshape(-1, 512)).mean(axis=1))
    return 10 * np.log10(power[len(power) // 2 :].mean())


@pytest.fixture(scope="module")
def speech():
    samples, rate = pyopenjtalk.tts("窓を開けると、花の香りがした。")
    return soxr.resample(samples / 32768, rate, SAMPLE_RATE_HZ).astype(np.float32)


@pytest.mark.parametrize("gain_db", [-40, -20, 0, 3])
def test_a_clip_comes_out_at_the_same_level_however_loud_it_was(speech, gain_db):
    set_to = level_set(speech * np.float32(10 ** (gain_db / 20)))
    assert np.allclose(set_to, level_set(speech), atol=1e-4)
    assert active_level_db(set_to) == pytest.approx(ACTIVE_LEVEL_DB, abs=2.0)
    assert set_to.dtype == np.float32


def test_pauses_do_not_make_speech_louder(speech):
    silence = np.zeros(3 * SAMPLE_RATE_HZ, dtype=np.float32)
    with_pause = level_set(np.concatenate([speech, silence, speech]))
    assert np.abs(with_pause).max() == pytest.approx(np.abs(level_set(speech)).max(), rel=0.05)


def test_a_clip_with_a_high_peak_stays_unclipped(speech):
    clicked = speech.copy()
    clicked[1000] = 30 * np.abs(speech).max()
    assert np.abs(level_set(clicked)).max() == pytest.approx(PEAK_MAX)


def test_an_offset_does_not_count_as_speech(speech):
    shifted = level_set(speech + np.float32(0.3))
    assert np.allclose(shifted - shifted.mean(), level_set(speech) - level_set(speech).mean(), atol=1e-3)


def test_what_has_its_level_already_is_left_alone(speech):
    once = level_set(speech)
    assert np.allclose(level_set(once), once, atol=1e-6)

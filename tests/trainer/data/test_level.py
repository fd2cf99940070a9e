"""Every clip at one level: what an operator recorded quietly is not taught quietly."""

import numpy as np
import pyopenjtalk
import pytest
import soundfile
import soxr

from trainer.audio.activity import LevelMeter, levelled_speech_dbfs
from trainer.audio.inspect import inspect_one
from trainer.audio.limits import ACTIVE_LEVEL_DB, CLIP_LIMITS, LEVELLED_SPEECH_DBFS, PEAK_MAX, REFERENCE_LIMITS
from trainer.data.corpus import level_set, utterance_load
from trainer.features import SAMPLE_RATE_HZ
from trainer.languages import LANGUAGES
from trainer.lines import Line


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


def clicked(speech, times):
    """Five milliseconds of a knock that is `times` as loud as the loudest of the speech."""
    samples = speech / np.abs(speech).max()
    samples[8000:8110] = times * np.hanning(110)
    return (samples / np.abs(samples).max() * 0.9).astype(np.float32)


def loud_frames_dbfs(samples):
    """The same quantile by another way of counting: frames that neither overlap nor include the pauses."""
    power = np.square(samples[: len(samples) // 512 * 512].reshape(-1, 512)).mean(axis=1)
    return 10 * np.log10(np.quantile(power[power > np.median(power) / 100], 0.9))


@pytest.mark.parametrize("offset", [0.0, 0.5])
@pytest.mark.parametrize("times", [1, 10, 40])
def test_what_a_check_says_of_the_level_is_what_a_training_makes_of_it(speech, times, offset):
    """Also of a quiet recording that a sound card shifts, where the speech is less than the offset."""
    samples = (0.4 if offset else 1.0) * clicked(speech, times) + np.float32(offset)
    meter = LevelMeter(SAMPLE_RATE_HZ)
    meter.push(samples)
    assert levelled_speech_dbfs(meter) == pytest.approx(loud_frames_dbfs(level_set(samples)), abs=4.0)


def test_a_knock_that_keeps_the_speech_quiet_is_a_warning_for_check_and_training(speech, tmp_path):
    """Not for a reference, whose level nobody sets."""
    line = Line("x.wav", "はい。", ("a",) * 10, (0,) * 10, 10)
    for times, is_noted in ((1, False), (20, True)):
        soundfile.write(tmp_path / "x.wav", clicked(speech, times), SAMPLE_RATE_HZ, subtype="FLOAT")
        report = inspect_one(tmp_path / "x.wav", CLIP_LIMITS)
        checked = [verdict for verdict in report.verdicts if verdict.code == "peak-over-speech"]
        trained = utterance_load(line, tmp_path, LANGUAGES["ja"])[0].remarks
        assert (len(checked), len(trained)) == (is_noted, is_noted)
        for verdict in (*checked, *trained):
            assert (verdict.level, verdict.limit) == ("warn", LEVELLED_SPEECH_DBFS)
            assert verdict.measured < LEVELLED_SPEECH_DBFS
            assert all(f"{verdict.measured:g} dBFS" in verdict.message(locale) for locale in ("en", "ja"))
        codes = {verdict.code for verdict in inspect_one(tmp_path / "x.wav", REFERENCE_LIMITS).verdicts}
        assert "peak-over-speech" not in codes


def test_silence_has_no_level_to_set():
    meter = LevelMeter(SAMPLE_RATE_HZ)
    meter.push(np.zeros(SAMPLE_RATE_HZ))
    assert levelled_speech_dbfs(meter) is None

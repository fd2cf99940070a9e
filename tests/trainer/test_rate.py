"""Rates measured on the voice that pyopenjtalk speaks with, against what is known about the text and the pauses."""

import math

import numpy as np
import pyopenjtalk
import pytest
import soxr

from trainer.errors import BadInput
from trainer.rate import RateSummary, rate_summary, speech_rate, t_quantile_95

# Read without a pause inside; moras counted by hand.
SENTENCES = (
    ("きょうはとてもてんきがいいです", 14),
    ("あしたのやまのてんきはあめです", 14),
    ("わたしのなまえはたなかゆみです", 15),
)


def spoken(text, speed=1.0):
    """(samples,) and their rate, cut to where the sound below 8 kHz reaches 2 % of its peak.

    The cut owes nothing to trainer.rate. (This voice ends with 60 ms of hiss above 8 kHz.)
    """
    samples, rate = pyopenjtalk.tts(text, speed=speed)
    band = np.abs(soxr.resample(soxr.resample(samples, rate, 16_000), 16_000, rate))
    loud = np.flatnonzero(band > 0.02 * band.max())
    return samples[loud[0] : loud[-1]] / 32768, rate


@pytest.fixture(scope="module")
def takes():
    """The sentences at each speed, silent ends cut: {speed: [(samples,)]} and the rate in Hz."""
    by_speed = {speed: [spoken(text, speed) for text, _ in SENTENCES] for speed in (0.8, 1.0, 1.25)}
    return {speed: [samples for samples, _ in taken] for speed, taken in by_speed.items()}, by_speed[1.0][0][1]


def joined(takes, pause_s, rate, noise_db=None):
    pause = np.zeros(round(pause_s * rate))
    samples = np.concatenate([pause, *(part for take in takes for part in (take, pause))])
    if noise_db is not None:
        samples = samples + np.random.default_rng(1).standard_normal(len(samples)) * 10 ** (noise_db / 20)
    return samples


@pytest.mark.parametrize("speed", [0.8, 1.0, 1.25])
@pytest.mark.parametrize("pause_s", [0.3, 1.0])
def test_rates_agree_with_known_pauses_and_moras(takes, speed, pause_s):
    takes, rate = takes
    moras = sum(count for _, count in SENTENCES)
    speech_s = sum(map(len, takes[speed])) / rate
    measured = speech_rate(joined(takes[speed], pause_s, rate), rate, moras)

    assert measured.units == moras
    # 20 ms for each edge of each pause.
    assert measured.pause_s == pytest.approx(2 * pause_s, abs=0.08)
    assert measured.articulation_rate == pytest.approx(moras / speech_s, rel=0.02)
    assert measured.speaking_rate == pytest.approx(moras / (speech_s + 2 * pause_s), rel=0.02)
    assert measured.duration_s == pytest.approx(measured.speech_s + measured.pause_s)


def test_speaking_faster_shows_in_the_proportion_of_the_lengths(takes):
    takes, rate = takes
    rates = {speed: speech_rate(joined(takes[speed], 0.5, rate), rate, 43).articulation_rate for speed in takes}

    for speed in (0.8, 1.25):
        ratio = sum(map(len, takes[1.0])) / sum(map(len, takes[speed]))
        assert rates[speed] / rates[1.0] == pytest.approx(ratio, rel=0.02)
    assert rates[0.8] < rates[1.0] < rates[1.25]


@pytest.mark.parametrize("gain", [0.02, 0.2, 1.0])
def test_the_level_of_the_recording_does_not_matter(takes, gain):
    takes, rate = takes
    samples = joined(takes[1.0], 0.5, rate)

    reference = speech_rate(samples, rate, 43)
    assert speech_rate(gain * samples, rate, 43).articulation_rate == pytest.approx(
        reference.articulation_rate, rel=0.01
    )


@pytest.mark.parametrize("noise_db", [-60, -45, -35])
def test_a_noisy_room_does_not_matter_much(takes, noise_db):
    takes, rate = takes
    clean = speech_rate(joined(takes[1.0], 0.5, rate), rate, 43)
    noisy = speech_rate(joined(takes[1.0], 0.5, rate, noise_db), rate, 43)

    assert noisy.articulation_rate == pytest.approx(clean.articulation_rate, rel=0.04)
    assert noisy.speaking_rate == pytest.approx(clean.speaking_rate, rel=0.02)


@pytest.mark.parametrize("breath_db", [-35, -28, -22])
def test_breath_in_the_pauses_is_no_speech(takes, breath_db):
    """Breath: noise shaped like a mouth's, 0.35 s long, swelling and fading, 0.15 s away from the words around it."""
    takes, rate = takes
    pause_s, breath_s = 0.65, 0.35
    samples = joined(takes[1.0], pause_s, rate)
    clean = speech_rate(samples, rate, 43)
    noise = np.random.default_rng(2).standard_normal(round(breath_s * rate))
    breath = np.convolve(noise, np.hanning(24), "same") * np.hanning(len(noise)) ** 0.5
    breath *= 10 ** (breath_db / 20) / breath.std()
    at = 0
    for take in takes[1.0]:
        start = at + round(0.15 * rate)
        samples[start : start + len(breath)] += breath
        at += round(pause_s * rate) + len(take)

    breathy = speech_rate(samples, rate, 43)
    assert breathy.articulation_rate == pytest.approx(clean.articulation_rate, rel=0.03)
    assert breathy.speaking_rate == pytest.approx(clean.speaking_rate, rel=0.03)


def test_a_click_before_the_speech_is_no_speech(takes):
    takes, rate = takes
    samples = joined(takes[1.0], 0.5, rate)
    clean = speech_rate(samples, rate, 43)
    samples[1000:1010] = 0.9

    assert speech_rate(samples, rate, 43).speaking_rate == pytest.approx(clean.speaking_rate, rel=0.01)


def test_a_constant_shift_does_not_matter(takes):
    takes, rate = takes
    samples = joined(takes[1.0], 0.5, rate)

    assert speech_rate(samples + 0.2, rate, 43) == pytest.approx(speech_rate(samples, rate, 43)) or (
        speech_rate(samples + 0.2, rate, 43).speech_s
        == pytest.approx(speech_rate(samples, rate, 43).speech_s, abs=0.03)
    )


@pytest.mark.parametrize("new_rate", [16_000, 22_050])
def test_the_sample_rate_does_not_matter(takes, new_rate):
    takes, rate = takes
    samples = joined(takes[1.0], 0.5, rate)
    other = speech_rate(soxr.resample(samples, rate, new_rate), new_rate, 43)

    assert other.articulation_rate == pytest.approx(speech_rate(samples, rate, 43).articulation_rate, rel=0.01)


def test_whispering_has_no_pitch_and_still_a_rate():
    rate = 16_000
    noise = np.random.default_rng(3).standard_normal(2 * rate) * 0.05
    noise[rate - 4000 : rate + 4000] *= 0.001

    assert speech_rate(noise, rate, 8).pause_s == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    "samples",
    [np.zeros(16_000), np.zeros(0), np.full(16_000, 0.5), np.random.default_rng(4).standard_normal(32_000) * 0.1],
    ids=["silence", "nothing", "constant", "steady noise"],
)
def test_without_speech_there_is_no_rate(samples):
    with pytest.raises(BadInput) as caught:
        speech_rate(samples, 16_000, 10)
    assert caught.value.code == "rate-no-speech"
    assert "No speech" in str(caught.value)


def test_a_text_without_units_has_no_rate(takes):
    takes, rate = takes
    with pytest.raises(BadInput) as caught:
        speech_rate(takes[1.0][0], rate, 0)
    assert caught.value.code == "rate-no-units"


def test_samples_that_are_no_numbers_are_an_error():
    with pytest.raises(ValueError, match="finite"):
        speech_rate(np.array([0.0, np.nan] * 8000), 16_000, 5)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (11, 2.2010), (30, 2.0423), (120, 1.9799)],
)
def test_the_quantiles_are_those_of_the_printed_tables(degrees, quantile):
    assert t_quantile_95(degrees) == pytest.approx(quantile, abs=5e-5)


def test_a_summary_is_the_mean_and_half_the_width_of_its_interval():
    summary = rate_summary([7.0, 8.0, 9.0])

    assert (summary.mean, summary.n) == (8.0, 3)
    assert summary.ci95 == pytest.approx(4.3027 * 1 / math.sqrt(3), abs=1e-4)


def test_one_sentence_has_a_mean_but_no_interval():
    assert rate_summary([7.5]) == RateSummary(7.5, None, 1)


def test_the_interval_covers_the_truth_in_about_95_of_100_trials():
    draws = np.random.default_rng(5).normal(7.0, 0.5, size=(2000, 6))
    hits = [abs(summary.mean - 7.0) <= summary.ci95 for summary in map(rate_summary, draws)]

    assert np.mean(hits) == pytest.approx(0.95, abs=0.015)


def test_no_sentence_is_an_error():
    with pytest.raises(BadInput) as caught:
        rate_summary([])
    assert caught.value.code == "rate-no-sentences"

import numpy as np

from trainer.measure import sweep_judge

BASE = np.array([6.1, 6.8, 7.3, 6.5, 7.0, 6.6])


def test_a_parameter_that_slows_every_sentence_is_effective():
    sweep = sweep_judge({1.0: BASE, 0.8: BASE / 0.8, 1.25: BASE / 1.25})
    assert sweep["verdict"] == "effective"
    assert sweep["values"] == [0.8, 1.0, 1.25]
    assert sweep["measured"][0] > sweep["measured"][1] > sweep["measured"][2]


def test_a_parameter_that_is_accepted_and_does_nothing_is_ineffective():
    assert sweep_judge({0.8: BASE, 1.0: BASE, 1.25: BASE})["verdict"] == "ineffective"


def test_noise_is_no_effect():
    generator = np.random.default_rng(0)
    noisy = {value: BASE + generator.normal(scale=0.5, size=6) for value in (0.8, 1.0, 1.25)}
    assert sweep_judge(noisy)["verdict"] == "ineffective"


def test_an_effect_that_stops_half_way_is_ineffective():
    assert sweep_judge({0.8: BASE / 0.8, 1.0: BASE, 1.25: BASE})["verdict"] == "ineffective"

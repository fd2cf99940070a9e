import math

import pytest

from trainer.engine.divergence import GRADIENT_NORM_MAX, GRADIENT_NORM_RUN, Divergence


@pytest.mark.parametrize(("loss", "norm"), [(math.nan, 1.0), (math.inf, 1.0), (1.0, math.nan), (1.0, math.inf)])
def test_what_is_no_number_is_lost_at_once(loss, norm):
    assert Divergence().is_lost(loss, norm, smoothed=1.0)


def test_one_wild_gradient_is_forgiven_and_a_run_of_them_is_not():
    watch = Divergence()
    wild, tame = 2 * GRADIENT_NORM_MAX, 1.0
    assert not any(watch.is_lost(1.0, wild, 1.0) for _ in range(GRADIENT_NORM_RUN - 1))
    assert not watch.is_lost(1.0, tame, 1.0)
    assert [watch.is_lost(1.0, wild, 1.0) for _ in range(GRADIENT_NORM_RUN)] == [False] * (GRADIENT_NORM_RUN - 1) + [
        True
    ]


def test_a_loss_that_leaves_the_ground_is_lost_and_a_bumpy_one_is_not():
    watch = Divergence()
    assert not any(watch.is_lost(loss, 1.0, loss) for loss in (3.0, 1.0, 0.5, 1.4, 0.6))
    assert watch.is_lost(2.5, 1.0, 2.1)


def test_near_nothing_a_fourfold_loss_means_nothing():
    watch = Divergence()
    assert not any(watch.is_lost(loss, 1.0, loss) for loss in (0.001, 0.01, 0.1))

from pathlib import Path

import pytest

from trainer.errors import UsageError
from trainer.languages import LANGUAGES
from trainer.spec import FitSpec


def spec(**budget):
    return FitSpec(Path("m.csv"), Path("audio"), LANGUAGES["ja"], Path("out"), **budget)


@pytest.mark.parametrize("budget", [{}, {"minutes": 1.0, "steps": 5}])
def test_the_budget_is_either_minutes_or_steps(budget):
    with pytest.raises(UsageError) as caught:
        spec(**budget)
    assert caught.value.code == "budget-unclear"


@pytest.mark.parametrize("budget", [{"minutes": 0.0}, {"minutes": float("nan")}, {"steps": 0}, {"minutes": -3.0}])
def test_a_budget_out_of_range_is_named(budget):
    with pytest.raises(UsageError) as caught:
        spec(**budget)
    assert caught.value.code == "budget-out-of-range"
    assert next(iter(budget)) in str(caught.value)

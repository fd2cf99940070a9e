import dataclasses
import math

import numpy as np
import pytest
import torch

from tests.trainer.engine.conftest import StopAfter
from trainer.data.loader import BatchLoader
from trainer.engine.checkpoint import checkpoint_load, checkpoint_match, checkpoint_paths
from trainer.engine.optim import Average, learning_rate
from trainer.engine.plan import identity_before_reading
from trainer.errors import BadInput, Diverged, Stopped
from trainer.recipe import Recipe
from trainer.reporter import SilentReporter
from trainer.verdicts import Verdict


def weights(training) -> dict[str, torch.Tensor]:
    return training.model.state_dict()


def assert_same(left, right):
    assert left.keys() == right.keys()
    assert all(torch.equal(left[name], right[name]) for name in left)


def test_the_same_seed_gives_the_same_losses_and_another_one_others(training_of):
    first, again, other = training_of(3), training_of(3, folder="b"), training_of(3, seed=1, folder="c")
    for training in (first, again, other):  # each draws its dropout from the one generator
        torch.manual_seed(training.plan.seed)
        training.run(SilentReporter())
    assert first.losses == again.losses
    assert first.losses != other.losses


def test_a_resumed_training_ends_as_the_uninterrupted_one(training_of):
    whole = training_of(7)
    torch.manual_seed(0)
    whole.run(SilentReporter())

    first = training_of(7, folder="b")
    torch.manual_seed(0)
    with pytest.raises(Stopped) as stopped:
        first.run(StopAfter(first, step=4))
    assert stopped.value.exit_code == 75
    torch.manual_seed(12345)  # whatever another process would have
    resumed = training_of(7, seed=0, folder="b")
    state = checkpoint_load(checkpoint_paths(first.plan.folder)[-1])
    checkpoint_match(state, resumed.identity())
    resumed.restore(state)
    assert resumed.step == 4
    resumed.run(SilentReporter())

    assert resumed.losses == whole.losses
    assert resumed.history == whole.history
    assert_same(weights(resumed), weights(whole))
    assert_same(resumed.average.state_dict(), whole.average.state_dict())


def test_training_lowers_the_losses(training_of):
    training = training_of(60)
    reporter = SilentReporter()
    training.run(reporter)
    progress = [event for event in reporter.events if event["event"] == "progress"]
    first, last = progress[0]["losses"], progress[-1]["losses"]
    assert last["total"] < 0.87 * first["total"]  # what the predictor forgets on purpose keeps its terms high
    assert all(last[name] < 0.95 * first[name] for name in first), (first, last)
    assert progress[-1]["remaining_s"] == 0


def test_a_loss_that_is_no_number_ends_the_training_with_step_and_checkpoint(training_of):
    training = training_of(8)
    with pytest.raises(Stopped):
        training.run(StopAfter(training, step=3))
    poisoned = [dataclasses.replace(u, mel=np.full_like(u.mel, np.nan)) for u in training.corpus.train]
    training.loader = BatchLoader(poisoned, training.order)
    good = {name: tensor.clone() for name, tensor in weights(training).items()}

    with pytest.raises(Diverged) as diverged:
        training.run(SilentReporter())

    assert diverged.value.exit_code == 4
    assert (diverged.value.measured, diverged.value.params["checkpoint"][:14]) == (4, "step-00000003-")
    assert_same(weights(training), good)


@pytest.mark.parametrize(("name", "value"), [("language", "en"), ("corpus_digest", "0"), ("config", None)])
def test_a_checkpoint_of_another_training_is_refused_with_both_sides(training_of, name, value):
    expected = training_of(1).identity()
    with pytest.raises(BadInput) as caught:
        checkpoint_match(expected | {name: value}, expected)
    assert caught.value.code == "checkpoint-mismatch"
    assert (caught.value.measured, caught.value.limit) == (str(value), str(expected[name]))


@pytest.mark.parametrize(
    ("part", "name", "theirs"),
    [("config", "width", 8), ("config", "predictor_kernel", None), ("recipe", "average", 0.5)],
)
def test_of_another_shape_or_recipe_the_number_that_differs_is_named(training_of, part, name, theirs):
    """None: a version that did not have it yet."""
    expected = training_of(1).identity()
    saved = {key: value for key, value in (expected[part] | {name: theirs}).items() if value is not None}
    with pytest.raises(BadInput) as caught:
        checkpoint_match(expected | {part: saved}, expected)
    assert caught.value.params["name"] == name
    assert (caught.value.measured, caught.value.limit) == (str(theirs or "–"), str(expected[part][name]))


def test_what_is_known_before_the_recordings_are_read_is_matched_then(training_of):
    training = training_of(1)
    early = identity_before_reading(
        training.corpus.language, training.model.config, training.plan.recipe, training.plan.seed
    )
    whole = training.identity()
    assert set(whole) - set(early) == {"corpus_digest"}
    checkpoint_match(whole, early)
    with pytest.raises(BadInput) as caught:
        checkpoint_match(whole | {"seed": 5}, early)
    assert (caught.value.params["name"], caught.value.measured, caught.value.limit) == ("seed", "5", "0")


def test_what_had_turned_out_unusable_stays_out_after_a_resume_and_is_named(training_of):
    """A clip that could not be read for a moment: the uninterrupted training would not have tried it again."""
    begun, resumed = training_of(2), training_of(2, folder="b")
    name = begun.corpus.train[3].line.name
    begun.loader.fallen.append(Verdict("reject", "audio-unreadable", file=name, params={"detail": "gone"}))
    begun._report_fallen(SilentReporter())
    resumed.restore(begun.state())
    assert [(verdict.file, verdict.code) for verdict in resumed.corpus.verdicts] == [(name, "audio-unreadable")]
    resumed.run(SilentReporter())
    assert resumed.loader._unusable == {3}
    assert len(resumed.corpus.verdicts) == 1


def test_a_resumed_training_knows_what_its_weights_began_as_and_whose_recordings_they_learn_from(training_of):
    begun, resumed = training_of(1), training_of(1, folder="b")
    begun.warm_start, begun.facts = "a" * 64, {"base": {"teachers": {"openjtalk": {"licence": "CC-BY-3.0"}}}}
    state = begun.state()
    checkpoint_match(state, resumed.identity())  # it need not be told again
    resumed.restore(state)
    assert (resumed.warm_start, resumed.facts) == (begun.warm_start, begun.facts)
    resumed.facts = {"lineage": []}  # told only a part
    resumed.restore(state)
    assert resumed.facts == begun.facts | {"lineage": []}
    for saved, given in ((state, "b" * 64), (training_of(1, folder="c").state(), "a" * 64)):
        with pytest.raises(BadInput) as caught:
            checkpoint_match(saved, resumed.identity() | {"warm_start": given})
        assert (caught.value.params["name"], caught.value.limit) == ("warm_start", given)


def test_the_learning_rate_warms_up_and_ends_at_zero_with_the_budget():
    recipe = Recipe(learning_rate=2e-3, warmup_steps=50)
    assert learning_rate(recipe, 0, 0.0) == pytest.approx(2e-3 / 50)
    assert learning_rate(recipe, 1000, 0.5) == pytest.approx(1e-3)
    assert math.isclose(learning_rate(recipe, 1000, 1.0), 0.0, abs_tol=1e-12)
    assert math.isclose(learning_rate(recipe, 1000, 1.2), 0.0, abs_tol=1e-12)


def test_the_average_of_the_weights_is_what_is_published_and_lies_among_those_that_there_were():
    model = torch.nn.Linear(1, 1, bias=False)
    average = Average(model, 0.9)
    with torch.no_grad():
        for value in (1.0, 2.0, 3.0):
            model.weight.fill_(value)
            average.update(model)
    expected = 1.0  # the first is taken whole; then 1/10 + 1 steps are remembered, 2/11 + …
    for count, value in ((1, 2.0), (2, 3.0)):
        remembered = min(0.9, (1 + count) / (10 + count))
        expected = remembered * expected + (1 - remembered) * value
    assert average.model.weight.item() == pytest.approx(expected)


def test_the_history_stays_short_however_long_the_training(training_of, monkeypatch):
    monkeypatch.setattr("trainer.engine.loop.HISTORY_POINTS", 10)
    training = training_of(1)
    training.history_stride = 1
    for step in range(1, 101):
        training.step = step
        training._remember({"mel": 1.0, "duration": 1.0, "total": 2.0})
    steps = [row[0] for row in training.history]
    assert len(steps) <= 10
    assert steps[0] == 1 and steps[-1] >= 90
    assert len(set(np.diff(steps[1:]))) == 1

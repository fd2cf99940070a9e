import dataclasses
import math
from statistics import fmean

import pytest
import torch

from trainer.engine.checkpoint import best_path
from trainer.engine.validation import (
    EVALUATIONS,
    JUDGED,
    PATIENCE,
    Validation,
    is_worse,
    validation_losses,
)
from trainer.reporter import SilentReporter


@pytest.fixture
def watched(training_of):
    """watched(steps, folder="a") → a Training whose last three clips are for validation."""

    def build(steps: int, folder: str = "a"):
        training = training_of(steps, folder=folder)
        train = training.corpus.train
        training.corpus = dataclasses.replace(training.corpus, train=train, validation=train[-3:])
        return training

    return build


def test_evaluations_lie_evenly_over_the_budget():
    validation = Validation()
    due = []
    for step in range(1, 101):
        if validation.is_due(step / 100):
            due.append(step)
            validation.record([1.0 / step], step)
    assert due == list(range(5, 101, 5))
    assert len(due) == EVALUATIONS


def test_the_best_is_remembered_and_patience_ends():
    validation = Validation()
    courses = [3.0, 3.2], [1.0, 1.2], [2.0, 2.2]
    assert [validation.record(losses, step) for step, losses in enumerate(courses)] == [True, True, False]
    assert (validation.best, validation.best_step) == ([1.0, 1.2], 1)
    for _ in range(PATIENCE - 1):
        assert not validation.is_exhausted
        validation.record([1.5, 1.7], 9)
    assert validation.is_exhausted
    restored = Validation()
    restored.restore(validation.state())
    assert restored.is_exhausted and restored.best_step == 1


def test_a_later_state_that_is_not_demonstrably_worse_is_preferred():
    validation = Validation()
    validation.record([1.0, 2.0, 3.0], 1)
    assert validation.record([1.3, 1.9, 2.9], 2)  # worse by a third of its standard error
    assert validation.record([0.9, 2.2, 3.0], 3)
    assert not validation.record([1.1, 2.1, 3.1], 4)  # worse on every clip
    assert (validation.best_step, validation.lowest) == (3, [1.0, 2.0, 3.0])


def test_a_state_whose_loss_is_no_number_is_never_published():
    validation = Validation()
    assert not validation.record([math.nan, 1.0], 1)
    assert validation.best_mean is None
    assert validation.record([1.0, 2.0], 2)
    assert not validation.record([math.nan, 1.0], 3)
    assert not validation.record([math.inf, 1.0], 4)
    assert (validation.best_step, validation.best_mean, validation.since_best) == (2, 1.5, 2)


def test_many_small_steps_down_the_hill_do_not_add_up():
    """Each is compared with the lowest, not with the one before it."""
    validation = Validation()
    validation.record([1.0, 2.0], 0)
    kept = [validation.record([1.0 + step / 10, 2.0 + step / 20], step) for step in range(1, 30)]
    assert not any(kept) and validation.best_step == 0


def test_one_clip_knows_no_error_of_its_own():
    assert is_worse([1.1], [1.0]) and not is_worse([1.0], [1.0])


def test_validation_changes_neither_weights_nor_random_numbers(watched):
    plain, checked = watched(6), watched(6, folder="b")
    plain.corpus = dataclasses.replace(plain.corpus, validation=())
    for training in (plain, checked):
        torch.manual_seed(0)
        training.run(SilentReporter())
    assert checked.validation.done == 6
    assert plain.losses == checked.losses


def test_each_clip_is_judged_by_itself_and_the_model_is_left_as_it_was(watched):
    training = watched(1)
    training.model.train()
    clips = training.corpus.validation
    together = validation_losses(training.model, clips, training.plan.device)
    assert together == [validation_losses(training.model, [clip], training.plan.device)[0] for clip in clips]
    assert all(
        found["total"] == pytest.approx(found["mel"] + found["duration"] + found["prosody"]) for found in together
    )
    assert training.model.training
    training.average.model.eval()
    validation_losses(training.average.model, clips, training.plan.device)
    assert not training.average.model.training


def test_the_best_weights_are_published_and_not_the_last(watched):
    training = watched(40)
    reporter = SilentReporter()
    training.run(reporter)
    seen = [event for event in reporter.events if event["event"] == "validation"]
    best = next(event for event in seen if event["step"] == training.validation.best_step)
    assert seen[-1]["best_step"] == best["step"]
    assert sum(best["losses"][name] for name in JUDGED) == pytest.approx(fmean(training.validation.best))
    # Whatever came after, the best is what is taken.
    training.step += 1
    with torch.no_grad():
        for parameter in training.model.parameters():
            parameter.add_(1.0)
    assert training.best_take(reporter) == best["step"]
    again = validation_losses(training.model, training.corpus.validation, training.plan.device)
    assert {name: fmean(found[name] for found in again) for name in again[0]} == pytest.approx(best["losses"])
    assert best_path(training.plan.folder).name.startswith(f"best-{best['step']:08d}-")


def test_best_weights_that_cannot_be_read_are_reported_and_the_last_published(watched):
    training = watched(8)
    training.run(SilentReporter())
    path = best_path(training.plan.folder)
    path.write_bytes(path.read_bytes()[:100])
    reporter = SilentReporter()
    assert training.best_take(reporter) == 8
    assert [event["code"] for event in reporter.events] == ["checkpoint-unreadable"]


def test_the_file_of_the_best_weights_outweighs_an_older_checkpoint(watched):
    training = watched(8)
    training.run(SilentReporter())
    older = training.state() | {
        "validation": {"done": 1, "lowest": [99.0], "best": [99.0], "best_step": 1, "since_best": 0}
    }
    resumed = watched(8)
    resumed.restore(older)
    assert resumed.validation.best == training.validation.best
    assert resumed.validation.best_step == training.validation.best_step


def test_patience_after_a_resume_is_what_it_would_have_been(watched):
    """Killed after the best weights were written and before the next checkpoint."""
    whole = Validation()
    for step, loss in ((1, 3.0), (2, 3.5), (3, 3.2)):
        whole.record([loss], step)
    resumed = Validation()
    resumed.restore(whole.state())
    whole.record([1.0], 4)
    resumed.best_found(4, whole.best, whole.lowest)
    assert resumed.since_best == 0
    assert resumed.record([1.0], 4)  # the same evaluation again
    assert resumed.state() == whole.state()
    resumed.best_found(4, whole.best, whole.lowest)
    assert resumed.state() == whole.state()  # the file says what is known: patience goes on
    resumed.record([2.0], 5)
    resumed.best_found(0, [], [])
    assert (resumed.best, resumed.since_best) == ([], 0)


def test_best_weights_that_are_lost_give_the_next_ones_time(watched):
    training = watched(8)
    training.run(SilentReporter())
    path = best_path(training.plan.folder)
    path.write_bytes(path.read_bytes()[:100])
    resumed = watched(8)
    late = {"done": 6, "lowest": [0.1], "best": [0.1], "best_step": 1, "since_best": PATIENCE - 1}
    resumed.restore(training.state() | {"validation": late})
    assert resumed.validation.state() == {"done": 6, "lowest": [], "best": [], "best_step": 0, "since_best": 0}


def test_a_training_that_only_gets_worse_ends_early_and_says_so(watched):
    training = watched(200)
    training.validation.record([0.0] * 3, 0)  # nothing beats this
    reporter = SilentReporter()
    training.run(reporter)
    assert training.step < 100
    (warning,) = [event for event in reporter.events if event["event"] == "warning"]
    assert warning["code"] == "training-ended-early"
    assert warning["used"] < 50


def test_a_resumed_training_has_the_same_validation(watched):
    from tests.trainer.engine.conftest import StopAfter
    from trainer.engine.checkpoint import checkpoint_load, checkpoint_paths
    from trainer.errors import Stopped

    whole, first, second = watched(8), watched(8, folder="b"), watched(8, folder="b")
    torch.manual_seed(0)
    whole.run(SilentReporter())
    torch.manual_seed(0)
    with pytest.raises(Stopped):
        first.run(StopAfter(first, step=3))
    second.restore(checkpoint_load(checkpoint_paths(first.plan.folder)[-1]))
    second.run(SilentReporter())
    assert second.validation.state() == whole.validation.state()
    assert second.losses == whole.losses

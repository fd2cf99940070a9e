import dataclasses

import pytest
import torch

from trainer.engine.checkpoint import best_path
from trainer.engine.validation import EVALUATIONS, PATIENCE, Validation, validation_loss
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
            validation.record(1.0 / step, step)
    assert due == list(range(5, 101, 5))
    assert len(due) == EVALUATIONS


def test_the_best_is_remembered_and_patience_ends():
    validation = Validation()
    assert [validation.record(loss, step) for step, loss in enumerate((3.0, 1.0, 2.0, 1.0))] == [
        True,
        True,
        False,
        False,
    ]
    assert (validation.best, validation.best_step) == (1.0, 1)
    for _ in range(PATIENCE - 2):
        assert not validation.is_exhausted
        validation.record(1.5, 9)
    assert validation.is_exhausted
    restored = Validation()
    restored.restore(validation.state())
    assert restored.is_exhausted and restored.best_step == 1


def test_validation_changes_neither_weights_nor_random_numbers(watched):
    plain, checked = watched(6), watched(6, folder="b")
    plain.corpus = dataclasses.replace(plain.corpus, validation=())
    for training in (plain, checked):
        torch.manual_seed(0)
        training.run(SilentReporter())
    assert checked.validation.done == 6
    assert plain.losses == checked.losses


def test_losses_of_single_clips_and_of_a_batch_are_the_same(watched):
    training = watched(1)
    one = validation_loss(training.model, training.corpus.validation, training.device, batch_frames=1)
    many = validation_loss(training.model, training.corpus.validation, training.device, batch_frames=100_000)
    assert one == pytest.approx(many, rel=1e-4)


def test_the_best_weights_are_published_and_not_the_last(watched):
    training = watched(40)
    reporter = SilentReporter()
    training.run(reporter)
    seen = [event for event in reporter.events if event["event"] == "validation"]
    best = min(seen, key=lambda event: event["losses"]["total"])
    assert seen[-1]["best_step"] == best["step"] == training.validation.best_step
    # Whatever came after, the best is what is taken.
    training.step += 1
    with torch.no_grad():
        for parameter in training.model.parameters():
            parameter.add_(1.0)
    assert training.best_take(reporter) == best["step"]
    again = validation_loss(training.model, training.corpus.validation, training.device, training.order.batch_frames)
    assert again["total"] == pytest.approx(best["losses"]["total"])
    assert best_path(training.folder).name.startswith(f"best-{best['step']:08d}-")


def test_best_weights_that_cannot_be_read_are_reported_and_the_last_published(watched):
    training = watched(8)
    training.run(SilentReporter())
    path = best_path(training.folder)
    path.write_bytes(path.read_bytes()[:100])
    reporter = SilentReporter()
    assert training.best_take(reporter) == 8
    assert [event["code"] for event in reporter.events] == ["checkpoint-unreadable"]


def test_the_file_of_the_best_weights_outweighs_an_older_checkpoint(watched):
    training = watched(8)
    training.run(SilentReporter())
    older = training.state() | {"validation": {"done": 1, "best": 99.0, "best_step": 1, "since_best": 0}}
    resumed = watched(8)
    resumed.restore(older)
    assert resumed.validation.best == training.validation.best
    assert resumed.validation.best_step == training.validation.best_step


def test_patience_after_a_resume_is_what_it_would_have_been(watched):
    """Killed after the best weights were written and before the next checkpoint."""
    whole = Validation()
    for step, loss in ((1, 3.0), (2, 3.5), (3, 3.2)):
        whole.record(loss, step)
    resumed = Validation()
    resumed.restore(whole.state())
    whole.record(1.0, 4)
    resumed.best_found(whole.best, whole.best_step)
    assert resumed.since_best == 0
    assert resumed.record(1.0, 4)  # the same evaluation again
    assert resumed.state() == whole.state()
    resumed.best_found(whole.best, whole.best_step)
    assert resumed.state() == whole.state()  # the file says what is known: patience goes on
    resumed.record(2.0, 5)
    resumed.best_found(None, 0)
    assert (resumed.best, resumed.since_best) == (None, 0)


def test_best_weights_that_are_lost_give_the_next_ones_time(watched):
    training = watched(8)
    training.run(SilentReporter())
    path = best_path(training.folder)
    path.write_bytes(path.read_bytes()[:100])
    resumed = watched(8)
    late = {"done": 6, "best": 0.1, "best_step": 1, "since_best": PATIENCE - 1}
    resumed.restore(training.state() | {"validation": late})
    assert resumed.validation.state() == {"done": 6, "best": None, "best_step": 0, "since_best": 0}


def test_a_training_that_only_gets_worse_ends_early_and_says_so(watched):
    training = watched(200)
    training.validation.record(0.0, 0)  # nothing beats this
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
    second.restore(checkpoint_load(checkpoint_paths(first.folder)[-1]))
    second.run(SilentReporter())
    assert second.validation.state() == whole.validation.state()
    assert second.losses == whole.losses

import numpy as np
import pytest

from trainer.data.batches import BatchOrder, batch_collate
from trainer.data.corpus import Utterance
from trainer.lines import Line


def drawn(order: BatchOrder, count: int) -> list[list[int]]:
    return [order.next().tolist() for _ in range(count)]


def test_every_clip_comes_once_an_epoch():
    order = BatchOrder(range(1, 38), batch_size=8, seed=1)
    assert sorted(index for batch in drawn(order, 5) for index in batch) == list(range(37))
    assert sorted(index for batch in drawn(order, 5) for index in batch) == list(range(37))


def test_a_batch_holds_clips_of_like_length():
    frames = np.random.default_rng(0).permutation(np.arange(100, 740, 5))
    order = BatchOrder(frames, batch_size=16, seed=0)
    spread = [np.ptp(frames[batch]) for batch in drawn(order, 8)]
    assert max(spread) < 100


def test_the_order_goes_on_where_it_was_saved():
    frames = range(1, 30)
    uninterrupted = drawn(BatchOrder(frames, 4, seed=3), 20)
    order = BatchOrder(frames, 4, seed=3)
    before = drawn(order, 11)
    resumed = BatchOrder(frames, 4, seed=3)
    resumed.restore(order.state())
    assert before + drawn(resumed, 9) == uninterrupted


def test_another_seed_gives_another_order():
    frames = range(1, 60)
    assert drawn(BatchOrder(frames, 4, seed=0), 10) != drawn(BatchOrder(frames, 4, seed=1), 10)


def test_padding_is_zero_and_ends_do_not_fall():
    line = Line("a.wav", "あ", (), (), 1)
    clips = [
        Utterance(
            line, np.array([1, 2, 3]), np.array([0, 1, 0]), np.ones((9, 80), np.float16), "", np.float32([2, 5, 9])
        ),
        Utterance(line, np.array([4, 5]), np.array([1, 1]), np.ones((4, 80), np.float16), "", np.float32([1.5, 4])),
    ]
    batch = batch_collate(clips)
    assert batch.symbols.tolist() == [[1, 2, 3], [4, 5, 0]]
    assert batch.ends.tolist() == [[2, 5, 9], [1.5, 4, 4]]
    assert batch.mels[1].sum(dim=1).tolist() == pytest.approx([80] * 4 + [0] * 5)
    assert (batch.phone_counts.tolist(), batch.frame_counts.tolist()) == ([3, 2], [9, 4])

import numpy as np
import pytest

from trainer.data.batches import BatchOrder, batch_collate
from trainer.data.corpus import Utterance
from trainer.lines import Line


def drawn(order: BatchOrder, count: int) -> list[list[int]]:
    return [order.next().tolist() for _ in range(count)]


def test_every_clip_comes_once_an_epoch():
    order = BatchOrder([10] * 37, batch_frames=80, seed=1)
    assert sorted(index for batch in drawn(order, 5) for index in batch) == list(range(37))
    assert sorted(index for batch in drawn(order, 5) for index in batch) == list(range(37))


def test_no_batch_is_larger_than_its_frames_and_a_long_clip_is_alone():
    frames = np.array([*np.random.default_rng(0).integers(50, 800, 200), 9_000])
    batches = drawn(BatchOrder(frames, batch_frames=4_000, seed=0), 24)
    sizes = [len(batch) * frames[batch].max() for batch in batches]
    assert [batch for batch, size in zip(batches, sizes, strict=True) if size > 4_000] == [[200]]
    assert np.mean([size for size in sizes if size <= 4_000]) > 3_000


def test_halved_batches_go_on_in_the_same_epoch_down_to_single_clips():
    frames = [100] * 64
    order = BatchOrder(frames, batch_frames=1_600, seed=0)
    drawn(order, 3)
    order.halve()
    assert order.state() == {"epoch": 0, "position": 4, "batch_frames": 800}
    assert [len(batch) for batch in drawn(order, 4)] == [8] * 4
    while not order.is_smallest:
        order.halve()
    assert order.batch_frames == 100


def test_a_halved_order_is_restored_as_it_was():
    order = BatchOrder([100] * 64, batch_frames=1_600, seed=0)
    order.next()
    order.halve()
    resumed = BatchOrder([100] * 64, batch_frames=1_600, seed=0)
    resumed.restore(order.state())
    assert drawn(resumed, 9) == drawn(order, 9)


def test_a_batch_holds_clips_of_like_length():
    frames = np.random.default_rng(0).permutation(np.arange(100, 740, 5))
    order = BatchOrder(frames, batch_frames=6_400, seed=0)
    spread = [np.ptp(frames[batch]) for batch in drawn(order, 8)]
    assert np.median(spread) < 100


def test_the_order_goes_on_where_it_was_saved():
    frames = range(1, 30)
    uninterrupted = drawn(BatchOrder(frames, 60, seed=3), 20)
    order = BatchOrder(frames, 60, seed=3)
    before = drawn(order, 11)
    resumed = BatchOrder(frames, 60, seed=3)
    resumed.restore(order.state())
    assert before + drawn(resumed, 9) == uninterrupted


def test_another_seed_gives_another_order():
    frames = range(1, 60)
    assert drawn(BatchOrder(frames, 60, seed=0), 10) != drawn(BatchOrder(frames, 60, seed=1), 10)


def test_padding_is_zero_and_ends_do_not_fall():
    line = Line("a.wav", "あ", (), (), 1)
    clips = [
        Utterance(
            line, np.array(ids), np.array(tones), np.ones((frames, 80), np.float16), np.full(frames, 5.0), ""
        ).aligned(np.float32(ends))
        for ids, tones, frames, ends in (([1, 2, 3], [0, 1, 0], 9, [2, 5, 9]), ([4, 5], [1, 1], 4, [1.5, 4]))
    ]
    batch = batch_collate(clips)
    assert batch.symbols.tolist() == [[1, 2, 3], [4, 5, 0]]
    assert batch.ends.tolist() == [[2, 5, 9], [1.5, 4, 4]]
    assert batch.prosody.tolist() == [[[5, 1]] * 3, [[5, 1], [5, 1], [0, 0]]]
    assert batch.mels[1].sum(dim=1).tolist() == pytest.approx([80] * 4 + [0] * 5)
    assert (batch.phone_counts.tolist(), batch.frame_counts.tolist()) == ([3, 2], [9, 4])

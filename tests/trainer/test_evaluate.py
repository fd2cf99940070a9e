import numpy as np
import pytest

from trainer.evaluate import content_check, dtw_distances


def dtw_plainly(query: np.ndarray, reference: np.ndarray) -> float:
    total = np.full((len(query) + 1, len(reference) + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(1, len(query) + 1):
        for j in range(1, len(reference) + 1):
            cost = np.linalg.norm(query[i - 1] - reference[j - 1])
            steps = (total[i - 1, j] + cost, total[i, j - 1] + cost, total[i - 1, j - 1] + 2 * cost)
            total[i, j] = min(steps)
    return total[-1, -1] / (len(query) + len(reference))


@pytest.fixture
def clips():
    generator = np.random.default_rng(0)
    lengths = (30, 1, 45, 22, 60, 38)
    return [np.cumsum(generator.normal(size=(length, 13)), axis=0).astype(np.float32) for length in lengths]


def test_warping_equals_the_plain_double_loop(clips):
    for query in (clips[0], clips[1], clips[4]):
        expected = [dtw_plainly(query, reference) for reference in clips]
        assert dtw_distances(query, clips) == pytest.approx(expected, rel=1e-3, abs=1e-2)


def test_warping_forgives_tempo(clips):
    slow = np.repeat(clips[2], 2, axis=0)
    assert dtw_distances(slow, [clips[2]])[0] == pytest.approx(0, abs=1e-2)


def test_recordings_against_themselves_pass(clips):
    check = content_check(clips, clips)
    assert (check.accuracy, check.held_out) == (1.0, 6)
    assert check.own_over_other < 0.05


def test_recordings_in_the_wrong_order_fail(clips):
    check = content_check(clips[1:] + clips[:1], clips)
    assert check.accuracy == 0.0
    assert check.own_over_other > 1


def test_one_babble_for_every_text_scores_chance(clips):
    babble = np.random.default_rng(5).normal(size=(40, 13)).astype(np.float32)
    check = content_check([babble] * 6, clips)
    assert check.accuracy == pytest.approx(check.chance)
    assert check.own_over_other == pytest.approx(1, abs=0.01)


def test_a_comparison_needs_two_clips(clips):
    with pytest.raises(ValueError, match="cannot be compared"):
        content_check(clips[:1], clips[:1])

import tracemalloc
from itertools import combinations

import numpy as np
import pytest

from trainer.align import STATES, corpus_align, monotonic_alignment


def best_path_by_trying_all(likelihood: np.ndarray) -> list[int]:
    """(frames, states) → the monotonic path of the highest sum, by enumeration."""
    frames, states = likelihood.shape
    best, best_score = None, -np.inf
    for cuts in combinations(range(1, frames), states - 1):
        path = np.zeros(frames, dtype=int)
        for cut in cuts:
            path[cut:] += 1
        score = likelihood[np.arange(frames), path].sum()
        if score > best_score:
            best, best_score = path, score
    return best.tolist()


@pytest.mark.parametrize("seed", range(8))
def test_the_search_finds_what_trying_all_paths_finds(seed):
    generator = np.random.default_rng(seed)
    sizes = [(9, 4), (7, 7), (6, 1), (10, 3), (8, 5)]
    likelihood = np.zeros((len(sizes), 10, 7), dtype=np.float32)
    for clip, (frames, states) in enumerate(sizes):
        likelihood[clip, :frames, :states] = generator.normal(scale=30, size=(frames, states)) - 50
    likelihood[likelihood == 0] = 500.0  # padding that would be tempting
    frame_counts, state_counts = np.array(sizes).T

    paths = monotonic_alignment(likelihood, state_counts, frame_counts)

    for clip, (frames, states) in enumerate(sizes):
        assert paths[clip, :frames].tolist() == best_path_by_trying_all(likelihood[clip, :frames, :states])
        assert (paths[clip, frames:] == states - 1).all()


@pytest.mark.parametrize(("states", "frames"), [(0, 3), (4, 3)])
def test_the_search_refuses_more_states_than_frames(states, frames):
    with pytest.raises(ValueError, match="at least one"):
        monotonic_alignment(np.zeros((1, 5, 5), dtype=np.float32), np.array([states]), np.array([frames]))


def test_the_flat_start_finds_the_boundaries_of_a_made_up_language():
    """Five phones, each a Gaussian of its own, in random order with random lengths."""
    generator = np.random.default_rng(0)
    voices = generator.normal(scale=4, size=(5, 26))
    features, symbols, true_ends = [], [], []
    for _ in range(40):
        ids = generator.integers(0, 5, size=8)
        ids = ids[np.concatenate([[True], ids[1:] != ids[:-1]])]  # twice the same has no boundary to find
        lengths = generator.integers(STATES + 1, 25, size=len(ids))
        frames = np.repeat(ids, lengths)
        features.append((voices[frames] + generator.normal(size=(len(frames), 26))).astype(np.float32))
        symbols.append(ids)
        true_ends.append(np.cumsum(lengths) / 2)

    ends, aligner = corpus_align(features, symbols, symbol_count=5)

    for found, true in zip(ends, true_ends, strict=True):
        assert found[-1] == true[-1]
    errors = np.concatenate([np.abs(found - true) for found, true in zip(ends, true_ends, strict=True)])
    assert np.mean(errors <= 1) > 0.9
    # What was found cuts a single clip as it cut all of them together.
    for clip, ids, found in zip(features, symbols, ends, strict=True):
        assert np.array_equal(aligner.ends(clip, ids), found)


def test_long_clips_are_cut_with_little_memory_and_like_short_ones(monkeypatch):
    """Twenty clips of 14 seconds and 120 phones at once would take 300 MB."""
    monkeypatch.setattr("trainer.align.ITERATIONS", 1)
    generator = np.random.default_rng(0)
    symbols = [generator.integers(0, 40, 120) for _ in range(20)]
    features = [generator.normal(size=(2_400, 26)).astype(np.float32) for _ in symbols]
    tracemalloc.start()
    together, aligner = corpus_align(features, symbols, 40)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 90e6
    for clip, ids, ends in zip(features[::7], symbols[::7], together[::7], strict=True):
        assert np.array_equal(aligner.ends(clip, ids), ends)

import tracemalloc
from itertools import combinations

import numpy as np
import pytest

from trainer.align import SILENCE_EDGE_FRAMES, STATES, corpus_align, frames_kept, monotonic_alignment


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


def made_up_language(generator, clips=40):
    """Five phones, each a Gaussian of its own, in random order with random lengths: features, symbols, true ends in frames of
    the features."""
    voices = generator.normal(scale=4, size=(5, 26))
    voices[:, 0] = 0.0  # all equally loud
    features, symbols, ends = [], [], []
    for _ in range(clips):
        ids = generator.integers(0, 5, size=8)
        ids = ids[np.concatenate([[True], ids[1:] != ids[:-1]])]  # twice the same has no boundary to find
        lengths = generator.integers(STATES + 1, 25, size=len(ids))
        frames = np.repeat(ids, lengths)
        noise = generator.normal(size=(len(frames), 26))
        noise[:, 0] *= 0.3
        features.append((voices[frames] + noise).astype(np.float32))
        symbols.append(ids)
        ends.append(np.cumsum(lengths))
    return features, symbols, ends


def test_the_flat_start_finds_the_boundaries_of_a_made_up_language():
    features, symbols, true_ends = made_up_language(np.random.default_rng(0))

    ends, aligner = corpus_align(features, symbols, symbol_count=5)

    for found, true in zip(ends, true_ends, strict=True):
        assert found[-1] == true[-1] / 2
    errors = np.concatenate([np.abs(found - true / 2) for found, true in zip(ends, true_ends, strict=True)])
    assert np.mean(errors <= 1) > 0.9
    # What was found cuts a single clip as it cut all of them together.
    for clip, ids, found in zip(features, symbols, ends, strict=True):
        assert np.array_equal(aligner.ends(clip, ids), found)


def test_a_pause_that_no_sign_announces_moves_no_other_end():
    generator = np.random.default_rng(0)
    features, symbols, true_ends = made_up_language(generator)
    silence = generator.normal(scale=0.1, size=(90, 26)).astype(np.float32)  # half a second
    silence[:, 0] -= 6.0
    phones = [int(generator.integers(0, len(ids) - 1)) for ids in symbols]
    for index, phone in enumerate(phones):
        cut = true_ends[index][phone]
        features[index] = np.concatenate([features[index][:cut], silence, features[index][cut:]])
        true_ends[index] = true_ends[index] + (np.arange(len(true_ends[index])) > phone) * len(silence)

    ends, aligner = corpus_align(features, symbols, symbol_count=5)

    for found, true, phone in zip(ends, true_ends, phones, strict=True):
        others = np.arange(len(true)) != phone
        assert np.abs(found - true / 2)[others].max() <= 1
    assert np.array_equal(aligner.ends(features[0], symbols[0]), ends[0])


def test_a_clip_is_cut_whole_where_too_little_of_it_sounds():
    loudness = np.concatenate([np.zeros(10), np.full(100, -9.0), np.zeros(10)])
    features = np.zeros((120, 26), dtype=np.float32)
    features[:, 0] = loudness
    assert len(frames_kept(features, 30)) == 20 + 2 * SILENCE_EDGE_FRAMES
    assert np.array_equal(frames_kept(features, 33), np.arange(120))


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

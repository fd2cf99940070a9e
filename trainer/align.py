"""Which stretch of a recording belongs to which phone: found before training, from the corpus alone.

A hidden Markov model of three states a phone, one Gaussian a state, is trained on the corpus itself by Viterbi
training from a flat start, as speech recognisers have done since HTK: cut every clip evenly, estimate the states, cut
anew, repeat. The cut is a monotonic alignment search, vectorised over clips and states.

The alternative is to learn the alignment inside the acoustic model (Glow-TTS, Grad-TTS). It needs the network to be
good before it is good itself: after three minutes of training it gave a third of the phones a single frame. The flat
start takes seconds, is there before the first step, and leaves the training loop to one task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from trainer.features import HOP_SAMPLES, log_mel, mel_cepstra
from trainer.requirements import ALIGN_HOP, STATES

FRAMES_PER_MEL_FRAME = HOP_SAMPLES // ALIGN_HOP
ITERATIONS = 12  # the likelihood is flat by then
# States seen in few frames lean on the variance of the whole corpus (1, features are standardised): so many frames'
# worth.
PRIOR_FRAMES = 20
VARIANCE_FLOOR = 0.05
CLIPS_AT_ONCE = 32
CELLS_AT_ONCE = 8_000_000  # clips × frames × states, 32 MB: of long clips fewer at once

# A pause that no sign announces belongs to no phone: left as it is, it would be spread over the phones about it, ends and all.
# Of a stretch that is so much quieter than the clip's loud frames (natural logarithm of mel: 26 dB), and so long, the inside is
# not cut, and follows the nearest frame that is.
SILENCE_BELOW = 3.0
SILENCE_FRAMES_MAX, SILENCE_EDGE_FRAMES = 26, 6  # 150 ms, 35 ms at either side

# Below every real log-likelihood (about −1e6 for a long clip), yet summable without overflow in float32.
IMPOSSIBLE = np.float32(-1e9)


def alignment_features(samples: np.ndarray) -> np.ndarray:
    """Loudness, 12 mel cepstra and their slopes over ±2 frames: (samples,) → (frames of 128 samples, 26) float32."""
    mel = log_mel(samples, hop=ALIGN_HOP)
    static = np.concatenate([mel.mean(axis=1, keepdims=True), mel_cepstra(mel, 12)], axis=1)
    padded = np.pad(static, ((2, 2), (0, 0)), mode="edge")
    slope = 2 * (padded[4:] - padded[:-4]) + (padded[3:-1] - padded[1:-3])
    return np.concatenate([static, slope / 10], axis=1)


@dataclass(frozen=True)
class Aligner:
    """The Gaussians of all states, found on one corpus, and the statistics by which its features were standardised."""

    mean: np.ndarray  # (dims,) of the features
    scale: np.ndarray  # (dims,)
    gaussians: tuple[np.ndarray, np.ndarray]  # mean and variance, each (states, dims)

    def ends(self, features: np.ndarray, symbols: np.ndarray) -> np.ndarray:
        """Ends of one clip's phones, as `corpus_align` gives them, for a clip that had no part in finding the
        Gaussians."""
        states = (symbols[:, None] * STATES + np.arange(STATES)).ravel()
        kept = frames_kept(features, len(states))
        (path,) = _cut([(features[kept] - self.mean) / self.scale], [states], self.gaussians)
        return _phone_ends(path, kept, len(features), len(symbols))


def corpus_align(
    features: Sequence[np.ndarray], symbols: Sequence[np.ndarray], symbol_count: int
) -> tuple[list[np.ndarray], Aligner]:
    """Ends of the phones of every clip in mel frames (fractional: halves), each (phones,) float32, rising; and what
    cuts further clips of the same speaker.

    features: per clip (frames, dims) from `alignment_features`; symbols: per clip (phones,) ids below `symbol_count`.
    Every clip needs at least `STATES` feature frames a phone (ValueError).
    """
    states = [(ids[:, None] * STATES + np.arange(STATES)).ravel() for ids in symbols]
    kept = [frames_kept(clip, len(s)) for clip, s in zip(features, states, strict=True)]
    # An hour takes 65 MB: the clips are parts of one array, and no step below copies the whole of it.
    frames = np.empty((sum(map(len, kept)), features[0].shape[1]), dtype=features[0].dtype)
    clips = np.split(frames, np.cumsum([len(indices) for indices in kept])[:-1])
    for clip, whole, indices in zip(clips, features, kept, strict=True):
        clip[:] = whole[indices]
    mean, scale = frames.mean(axis=0), frames.std(axis=0).clip(min=1e-3)
    frames -= mean
    frames /= scale
    paths = [
        np.arange(len(clip)) * len(s) // len(clip) for clip, s in zip(clips, states, strict=True)
    ]  # the flat start
    for _ in range(ITERATIONS):
        gaussians = _estimate(frames, states, paths, symbol_count * STATES)
        paths = _cut(clips, states, gaussians)
    ends = [
        _phone_ends(path, indices, len(clip), len(ids))
        for path, indices, clip, ids in zip(paths, kept, features, symbols, strict=True)
    ]
    return ends, Aligner(mean, scale, gaussians)


def frames_kept(features: np.ndarray, states: int) -> np.ndarray:
    """Indices of the frames that are cut: (frames, dims) from `alignment_features` → rising (kept,), at least `states` where
    there are so many. All but the insides of long silences; where too few would be left, all."""
    loudness = features[:, 0]
    is_silent = loudness < np.percentile(loudness, 95) - SILENCE_BELOW
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_silent, [False]])))
    is_kept = np.ones(len(features), dtype=bool)
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        if stop - start > SILENCE_FRAMES_MAX:
            is_kept[start + SILENCE_EDGE_FRAMES : stop - SILENCE_EDGE_FRAMES] = False
    return np.flatnonzero(is_kept) if is_kept.sum() >= states else np.arange(len(features))


def _estimate(frames: np.ndarray, states, paths, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and variance of each state over the frames that it holds now: two arrays (states, dims)."""
    labels = np.concatenate([s[path] for s, path in zip(states, paths, strict=True)])
    held = np.bincount(labels, minlength=count)[:, None].astype(np.float64)
    sums = np.stack([np.bincount(labels, dim, count) for dim in frames.T], 1)
    squares = np.stack([np.bincount(labels, dim**2, count) for dim in frames.T], 1)
    mean = sums / held.clip(min=1)
    variance = squares / held.clip(min=1) - mean**2
    variance = (variance * held + PRIOR_FRAMES) / (held + PRIOR_FRAMES)
    return mean.astype(np.float32), variance.clip(min=VARIANCE_FLOOR).astype(np.float32)


def _cut(clips, states, gaussians) -> list[np.ndarray]:
    """The most likely path of every clip, clips of like length together: per clip (frames,) index into its states."""
    mean, variance = gaussians
    weight = np.concatenate([-0.5 / variance, mean / variance], axis=1).T  # of x² and of x
    constant = -0.5 * (mean**2 / variance + np.log(variance)).sum(axis=1)
    paths: list[np.ndarray] = [np.empty(0)] * len(clips)
    by_length = sorted(range(len(clips)), key=lambda index: len(clips[index]))
    for chosen in _groups(by_length, [len(clip) * len(s) for clip, s in zip(clips, states, strict=True)]):
        frame_counts = np.array([len(clips[index]) for index in chosen])
        state_counts = np.array([len(states[index]) for index in chosen])
        # Laid out as the search walks through it, frame by frame, so that it makes no copy.
        by_frame = np.zeros((frame_counts.max(), len(chosen), state_counts.max()), dtype=np.float32)
        likelihood = by_frame.transpose(1, 0, 2)
        for row, index in enumerate(chosen):
            of_all_states = np.concatenate([clips[index] ** 2, clips[index]], axis=1) @ weight + constant
            likelihood[row, : frame_counts[row], : state_counts[row]] = of_all_states[:, states[index]]
        found = monotonic_alignment(likelihood, state_counts, frame_counts)
        for row, index in enumerate(chosen):
            paths[index] = found[row, : frame_counts[row]]
    return paths


def _groups(indices: list[int], cells: list[int]) -> Iterator[list[int]]:
    """Indices of clips in rising length, in groups that fit into memory together, or of one clip."""
    group: list[int] = []
    for index in indices:
        if group and (len(group) == CLIPS_AT_ONCE or (len(group) + 1) * cells[index] > CELLS_AT_ONCE):
            yield group
            group = []
        group.append(index)
    if group:
        yield group


def _phone_ends(path: np.ndarray, kept: np.ndarray, frames: int, phones: int) -> np.ndarray:
    """path (kept,): states of the frames `kept` out of `frames`; each other one follows its nearest."""
    nearest = np.searchsorted((kept[1:] + kept[:-1]) / 2, np.arange(frames))
    counts = np.bincount(path[nearest] // STATES, minlength=phones)
    return (np.cumsum(counts) / FRAMES_PER_MEL_FRAME).astype(np.float32)


def monotonic_alignment(likelihood: np.ndarray, state_counts: np.ndarray, frame_counts: np.ndarray) -> np.ndarray:
    """The best monotonic path through each clip: for every frame, the index of its state.

    likelihood (batch, frames, states) float32: log-likelihood of the frame in the state; padding may hold anything
    finite. state_counts, frame_counts (batch,): true lengths, with 1 <= states <= frames for every clip (ValueError
    otherwise). Returns (batch, frames) int64. Each state gets at least one frame, the first frame is the first
    state's, the last frame the last state's. Frames beyond a clip's end repeat its last state.
    """
    batch, frames, states = likelihood.shape
    if np.any(state_counts < 1) or np.any(state_counts > frame_counts):
        raise ValueError("every clip needs at least one state, and at least one frame for each state")
    clips = np.arange(batch)
    by_frame = np.ascontiguousarray(likelihood.transpose(1, 0, 2), dtype=np.float32)

    # score[b, s]: best log-likelihood of a path that is in state s now. A step stays, or advances to the next state.
    score = np.full((batch, states), IMPOSSIBLE, dtype=np.float32)
    score[:, 0] = by_frame[0, :, 0]
    advanced = np.empty((frames, batch, states), dtype=bool)
    from_previous = np.full((batch, states), IMPOSSIBLE, dtype=np.float32)
    for frame in range(1, frames):
        from_previous[:, 1:] = score[:, :-1]
        np.greater(from_previous, score, out=advanced[frame])
        np.maximum(score, from_previous, out=score)
        score += by_frame[frame]
        np.maximum(score, IMPOSSIBLE, out=score)

    path = np.empty((batch, frames), dtype=np.int64)
    state = state_counts.astype(np.int64) - 1
    for frame in range(frames - 1, 0, -1):
        path[:, frame] = state
        # At frame t a path can have reached state t at most: there it must have advanced (ties of IMPOSSIBLE do not
        # say so).
        steps = (advanced[frame, clips, state] | (state >= frame)) & (frame < frame_counts) & (state > 0)
        state = state - steps
    path[:, 0] = state
    return path

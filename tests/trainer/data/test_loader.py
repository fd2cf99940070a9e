"""Clips that are read late: the same batches, the same alignment, and a name for each that cannot be used."""

import dataclasses

import numpy as np
import pytest

from tests.trainer.conftest import JAPANESE
from trainer.data import corpus as corpus_module
from trainer.data import loader as loader_module
from trainer.data.batches import BatchOrder
from trainer.data.corpus import PendingClip, Utterance, corpus_load
from trainer.data.loader import BatchLoader
from trainer.errors import BadInput
from trainer.lines import lines_read


@pytest.fixture
def late_corpus(small_corpus, monkeypatch):
    """`small_corpus` of which only some 25 seconds are read before the first step."""
    monkeypatch.setattr(corpus_module, "FIRST_AUDIO_S", 25.0)
    lines, _ = lines_read(small_corpus / "metadata.csv", JAPANESE, None)
    return corpus_load(lines, small_corpus / "audio", JAPANESE, held_out=4, seed=0)


def pending_of(corpus) -> list[PendingClip]:
    return [clip for clip in corpus.train if isinstance(clip, PendingClip)]


def loader_of(clips, batch_frames=2_000) -> BatchLoader:
    return BatchLoader(clips, BatchOrder([clip.frames for clip in clips], batch_frames, seed=0))


def test_what_is_not_read_at_once_is_listed_with_its_length_and_digest(late_corpus, loaded_corpus):
    pending = pending_of(late_corpus)
    assert pending and any(isinstance(clip, Utterance) for clip in late_corpus.train)
    whole = {u.line.name: u for u in (*loaded_corpus.train, *loaded_corpus.held_out)}
    for clip in pending:
        assert clip.audio_digest == whole[clip.line.name].audio_digest
        assert whole[clip.line.name].frames <= clip.frames < whole[clip.line.name].frames + 120


def test_a_clip_read_late_has_the_same_sound_and_an_alignment(late_corpus, loaded_corpus):
    whole = {u.line.name: u for u in loaded_corpus.train}
    read = [clip.read() for clip in pending_of(late_corpus) if clip.line.name in whole]
    assert read
    for utterance in read:
        other = whole[utterance.line.name]
        assert np.array_equal(utterance.mel, other.mel)
        assert (np.diff(utterance.ends) > 0).all()
        assert utterance.ends[-1] == other.ends[-1]
        assert len(utterance.ends) == len(utterance.symbol_ids)


def test_batches_ahead_do_not_move_the_position_that_is_saved(late_corpus):
    loader = loader_of(late_corpus.train)
    for _ in range(3):
        loader.next()
    resumed = loader_of(late_corpus.train)
    resumed.restore(loader.state())
    for _ in range(4):
        left, right = loader.next(), resumed.next()
        assert np.array_equal(left.mels.numpy(), right.mels.numpy())


def test_memory_for_late_clips_is_bounded_and_changes_nothing(late_corpus, monkeypatch):
    plenty = loader_of(late_corpus.train)
    expected = [plenty.next().mels.numpy() for _ in range(8)]
    monkeypatch.setattr(loader_module, "KEPT_BYTES", 100_000)
    scarce = loader_of(late_corpus.train)
    assert all(np.array_equal(scarce.next().mels.numpy(), mels) for mels in expected)
    assert scarce._kept_bytes <= 100_000


def test_a_clip_that_turns_out_unusable_is_left_out_by_name(late_corpus, tmp_path):
    (tmp_path / "gone.wav").write_bytes(b"no audio")
    broken = dataclasses.replace(
        pending_of(late_corpus)[0],
        audio_dir=tmp_path,
        line=dataclasses.replace(late_corpus.train[0].line, name="gone.wav"),
    )
    loader = loader_of([*late_corpus.train, broken])
    seen = 0
    while seen < 2 * len(late_corpus.train):
        seen += len(loader.next().phone_counts)
    assert [(verdict.file, verdict.code) for verdict in loader.fallen] == [("gone.wav", "audio-not-recognised")]


def test_a_clip_that_fell_in_a_batch_that_was_thrown_away_is_named_all_the_same(late_corpus, tmp_path):
    """As when the batch before it did not fit into memory."""
    lost = [dataclasses.replace(clip, audio_dir=tmp_path) for clip in pending_of(late_corpus)]
    loader = loader_of(lost)
    loader.next()
    assert loader.halve()
    while loader.next() is None and loader.state()["epoch"] < 1:
        pass
    assert sorted(verdict.file for verdict in loader.fallen) == sorted(clip.line.name for clip in lost)


def test_a_recording_that_was_exchanged_since_the_start_is_not_trained_on(late_corpus, small_corpus):
    exchanged = dataclasses.replace(pending_of(late_corpus)[0], audio_digest="0" * 64)
    with pytest.raises(BadInput) as caught:
        exchanged.read()
    assert caught.value.code == "clip-changed"


def test_a_batch_of_which_nothing_can_be_read_is_none(late_corpus, tmp_path):
    lost = [dataclasses.replace(clip, audio_dir=tmp_path) for clip in pending_of(late_corpus)]
    loader = loader_of(lost)
    assert loader.next() is None
    assert {verdict.code for verdict in loader.fallen} == {"audio-unreadable"}


def test_two_shares_make_the_whole_batch(late_corpus):
    whole = loader_of(late_corpus.train).next()
    halves = [
        BatchLoader(late_corpus.train, loader_of(late_corpus.train).order, lambda i, r=rank: i[r::2]).next()
        for rank in (0, 1)
    ]
    counts = [count for half in halves if half is not None for count in half.frame_counts.tolist()]
    assert sorted(counts) == sorted(whole.frame_counts.tolist())


def test_halving_takes_the_batch_that_did_not_fit_again(late_corpus):
    loader = loader_of(late_corpus.train, batch_frames=4_000)
    whole = len(loader.next().phone_counts)
    assert loader.halve()
    assert loader.order.batch_frames == 2_000
    assert len(loader.next().phone_counts) <= max(1, whole)
    assert loader.state()["batch_frames"] == 2_000


def test_single_clips_cannot_be_halved(late_corpus):
    loader = loader_of(late_corpus.train, batch_frames=1)
    assert len(loader.next().phone_counts) == 1
    before = loader.state()
    assert not loader.halve()
    assert loader.state() == before

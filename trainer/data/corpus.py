"""A corpus: recordings with their phonemes, as mel spectrograms.

A mel frame takes 160 bytes as float16: an hour of speech is 50 MB. Its rounding (about 0.004 at −10) is far below what
training resolves. Up to an hour is read before the first step; of a larger corpus an hour, chosen by seed, on which
phones are aligned and statistics taken. The rest is read when a batch first asks for it (`data.loader`).
"""

from __future__ import annotations

import hashlib
import json
import math
import time
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from trainer.align import Aligner, alignment_features, corpus_align
from trainer.audio.activity import LevelMeter, levelled_speech_dbfs, trim_seconds
from trainer.audio.judgement import peak_verdicts
from trainer.audio.limits import ACTIVE_LEVEL_DB, ACTIVE_RANGE_DB, PEAK_MAX
from trainer.audio.samples import read_mono, recording_duration_s
from trainer.errors import BadInput, Stopped, TrainerError
from trainer.features import FRAMES_PER_SECOND, SAMPLE_RATE_HZ, log_mel
from trainer.languages import Language
from trainer.lines import Line, clip_verdict, line_symbols
from trainer.prosody import CHANNELS, log_f0, phone_prosody
from trainer.reporter import Reporter
from trainer.requirements import duration_require, held_out_count, kept_seconds, phones_require, usable_require
from trainer.text.symbols import SYMBOL_TABLE
from trainer.verdicts import Verdict

FRAME_SAMPLES = 512
# Of a small corpus every clip is needed to learn from: then the last state is published, as the schedule means it.
VALIDATION_FROM_CLIPS = 40
VALIDATION_SHARE = 0.05
VALIDATION_MAX = 12
# On an hour the Gaussians of the alignment and the mel statistics no longer change; reading and aligning it takes less
# than a minute on two cores.
FIRST_AUDIO_S = 3600.0
REPORT_EVERY_S = 5.0


@dataclass(frozen=True)
class Utterance:
    """A line with its recording. symbol_ids, tones (phones,) int64; mel (frames, mels) float16, natural-log; f0
    (frames,) float32 from `log_f0`. ends (phones,) float32, where each phone ends in mel frames, and prosody (phones, 2)
    float32 from `phone_prosody`: both empty until `aligned`, and for held-out clips, which nobody learns from. `remarks`:
    warnings that only its samples show."""

    line: Line
    symbol_ids: np.ndarray
    tones: np.ndarray
    mel: np.ndarray
    f0: np.ndarray
    audio_digest: str
    remarks: tuple[Verdict, ...] = ()
    ends: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=np.float32))
    prosody: np.ndarray = field(default_factory=lambda: np.empty((0, CHANNELS), dtype=np.float32))

    def aligned(self, ends: np.ndarray) -> Utterance:
        return replace(self, ends=ends, prosody=phone_prosody(self.f0, self.mel, ends))

    @property
    def frames(self) -> int:
        return len(self.mel)

    @property
    def duration_s(self) -> float:
        return len(self.mel) / FRAMES_PER_SECOND

    @property
    def size_bytes(self) -> int:
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))


@dataclass(frozen=True)
class PendingClip:
    """A line whose recording will be read when it is first needed. `duration_s` is the file's, silence included, so
    `frames` is at least what `read` will give."""

    line: Line
    audio_dir: Path
    language: Language
    duration_s: float
    audio_digest: str
    aligner: Aligner

    @property
    def frames(self) -> int:
        return math.ceil(self.duration_s * FRAMES_PER_SECOND) + 1

    def read(self) -> Utterance:
        """Raises what `utterance_load` raises, and clip-changed when the recording is not the one that was listed."""
        utterance, features = utterance_load(self.line, self.audio_dir, self.language)
        if utterance.audio_digest != self.audio_digest:
            raise BadInput("clip-changed", file=self.line.name)
        return utterance.aligned(self.aligner.ends(features, utterance.symbol_ids))


@dataclass(frozen=True)
class Corpus:
    """`train`, `validation` and `held_out` share no clip, and `held_out` no phoneme sequence with the others.

    The model learns from `train`; `validation` tells which of its states is the best; on `held_out` it is judged at the
    end, so nothing was chosen by them. `verdicts` name every line that fell, with its reason.
    """

    language: Language
    train: tuple[Utterance | PendingClip, ...]
    held_out: tuple[Utterance, ...]
    verdicts: tuple[Verdict, ...]
    validation: tuple[Utterance, ...] = ()

    @property
    def audio_s(self) -> float:
        return sum(utterance.duration_s for utterance in self.train)

    @property
    def phones(self) -> int:
        """That the model learns from."""
        return sum(len(utterance.line.symbols) for utterance in self.train)

    @property
    def digest(self) -> str:
        """SHA-256 over every clip's audio and phonemes, in order, and over which are held out."""
        parts = [
            [kind, utterance.line.name, utterance.audio_digest, utterance.line.digest]
            for kind, utterances in (
                ("train", self.train),
                ("validation", self.validation),
                ("held-out", self.held_out),
            )
            for utterance in utterances
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    @property
    def symbols_digest(self) -> str:
        """SHA-256 over the phonemes alone: what the model is taught to read."""
        digests = sorted(u.line.digest for u in (*self.train, *self.validation, *self.held_out))
        return hashlib.sha256("".join(digests).encode()).hexdigest()

    def mel_statistics(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean and standard deviation of each band over the training clips that have been read: two arrays (mels,)."""
        read = [clip.mel for clip in self.train if isinstance(clip, Utterance)]
        frames = np.concatenate(read).astype(np.float32)
        return frames.mean(axis=0), frames.std(axis=0).clip(min=0.1)

    def prosody_statistics(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean and standard deviation of pitch and energy over the phones of the training clips that have been read: two
        arrays (2,). Without any voice in the corpus its pitch is zero everywhere."""
        phones = np.concatenate([clip.prosody for clip in self.train if isinstance(clip, Utterance)])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a mean of nothing
            mean, scale = np.nanmean(phones, axis=0), np.nanstd(phones, axis=0)
        return np.nan_to_num(mean), np.nan_to_num(scale).clip(min=0.05)


def corpus_load(
    lines: Iterable[Line],
    audio_dir: Path,
    language: Language,
    *,
    held_out: int | None,
    seed: int,
    verdicts: Iterable[Verdict] = (),
    reporter: Reporter | None = None,
) -> Corpus:
    """Read every recording and align it. A clip that cannot be used is left out by name, never replaced. Raises
    BadInput `corpus-empty` when fewer than `USABLE_MIN` remain, with the reasons, and Stopped when the reporter asks
    for the end."""
    fallen, usable, features = list(verdicts), [], []
    listed, unlisted = lines_list(lines, audio_dir, language, reporter)
    fallen += unlisted
    now, later = lines_split(listed, seed)
    reported_at = time.monotonic()
    for number, (line, _duration_s) in enumerate(now):
        stop_obey(reporter, number, len(now))
        if reporter is not None and time.monotonic() - reported_at >= REPORT_EVERY_S:
            reported_at = time.monotonic()
            reporter.event("stage", name="corpus", clips=len(now), read=number)
        try:
            utterance, its_features = utterance_load(line, audio_dir, language)
        except TrainerError as error:
            fallen.append(clip_verdict(line.name, error))
        else:
            for verdict in utterance.remarks if reporter is not None else ():
                clip_warn(reporter, verdict.code, verdict)
            usable.append(utterance)
            features.append(its_features)
    usable_require(len(usable), fallen)
    chosen = held_out_choose(usable, held_out, seed)
    withheld = {usable[index].line.digest for index in chosen}
    taught = [index for index, utterance in enumerate(usable) if utterance.line.digest not in withheld]
    ends, aligner = corpus_align(
        [features[index] for index in taught],
        [usable[index].symbol_ids for index in taught],
        len(SYMBOL_TABLE[language.tag].symbols),
    )
    aligned = [usable[index].aligned(clip_ends) for index, clip_ends in zip(taught, ends, strict=True)]
    watched = validation_choose(len(aligned), seed)
    pending = []
    for number, (line, duration_s) in enumerate(later):
        stop_obey(reporter, number, len(later))  # a digest reads the whole file
        if line.digest not in withheld:
            digest = file_digest(audio_dir / line.name)
            pending.append(PendingClip(line, audio_dir, language, duration_s, digest, aligner))
    return Corpus(
        language,
        train=(*(clip for index, clip in enumerate(aligned) if index not in watched), *pending),
        validation=tuple(clip for index, clip in enumerate(aligned) if index in watched),
        held_out=tuple(usable[index] for index in sorted(chosen)),
        verdicts=tuple(fallen),
    )


def clip_warn(reporter: Reporter, code: str, verdict: Verdict) -> None:
    """A warning about one clip."""
    message = f"{verdict.file}: {verdict.message()}"
    reporter.event("warning", code=code, message=message, verdict=verdict.as_json())


def stop_obey(reporter: Reporter | None, done: int, count: int) -> None:
    """Raises Stopped corpus-stopped when the reporter asks for the end."""
    if reporter is not None and reporter.should_stop():
        raise Stopped("corpus-stopped", measured=done, limit=count)


def lines_list(
    lines: Iterable[Line], audio_dir: Path, language: Language, reporter: Reporter | None = None
) -> tuple[list[tuple[Line, float]], list[Verdict]]:
    """Lines in the order of their names, each with its file's length in seconds; verdicts on those whose symbols are
    unknown or whose file does not open. Reads headers alone. Raises Stopped."""
    listed, fallen = [], []
    ordered = sorted(lines, key=lambda line: line.name)
    for number, line in enumerate(ordered):
        stop_obey(reporter, number, len(ordered))
        try:
            line_symbols(line, language)
            listed.append((line, recording_duration_s(audio_dir / line.name)))
        except TrainerError as error:
            fallen.append(clip_verdict(line.name, error))
    return listed, fallen


def lines_split(
    listed: list[tuple[Line, float]], seed: int
) -> tuple[list[tuple[Line, float]], list[tuple[Line, float]]]:
    """Those to read before the first step, `FIRST_AUDIO_S` drawn by seed, and the rest; both in the order of their
    names."""
    drawn: set[int] = set()
    audio_s = 0.0
    for index in np.random.default_rng((seed, 2)).permutation(len(listed)):
        if audio_s >= FIRST_AUDIO_S:
            break
        drawn.add(int(index))
        audio_s += listed[index][1]
    now = [entry for index, entry in enumerate(listed) if index in drawn]
    return now, [entry for index, entry in enumerate(listed) if index not in drawn]


def validation_choose(clips: int, seed: int) -> set[int]:
    """Indices of the clips that the model is compared on while it trains, chosen by seed; none of a small corpus."""
    if clips < VALIDATION_FROM_CLIPS:
        return set()
    count = min(VALIDATION_MAX, round(clips * VALIDATION_SHARE))
    return set(np.random.default_rng((seed, 1)).permutation(clips)[:count].tolist())


def utterance_load(line: Line, audio_dir: Path, language: Language) -> tuple[Utterance, np.ndarray]:
    """The clip without its silent ends, and its `alignment_features`. Raises BadInput: whatever `read_mono` finds,
    symbol-unknown, tone-unknown, clip-silent, duration-too-long, duration-too-short, clip-too-short."""
    ids = line_symbols(line, language)
    path = audio_dir / line.name
    trimmed = silence_trim(read_mono(path, SAMPLE_RATE_HZ), line.name)
    samples = level_set(trimmed)
    phones_require(len(samples), len(ids), line.name)
    mel, features = log_mel(samples), alignment_features(samples)
    digest = file_digest(path)
    meter = LevelMeter(SAMPLE_RATE_HZ)
    meter.push(trimmed)
    remarks = tuple(peak_verdicts(levelled_speech_dbfs(meter), line.name))
    arrays = np.array(ids), np.array(line.tones), mel.astype(np.float16), log_f0(samples)
    return Utterance(line, *arrays, digest, remarks), features


def level_set(samples: np.ndarray) -> np.ndarray:
    """The clip at ACTIVE_LEVEL_DB: the root mean square of its frames that lie within ACTIVE_RANGE_DB of the loudest, as
    ITU-T P.56 counts speech without its pauses. An offset is no sound and is taken out. A clip with high peaks stays
    quieter, unclipped."""
    samples = samples - samples.mean()
    frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    power = frames.var(axis=1, dtype=np.float64)
    active = power[power > power.max() * 10 ** (-ACTIVE_RANGE_DB / 10)].mean()
    gain = 10 ** (ACTIVE_LEVEL_DB / 20) / np.sqrt(active)
    return samples * np.float32(min(gain, PEAK_MAX / np.abs(samples).max()))


def file_digest(path: Path) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def silence_trim(samples: np.ndarray, name: str) -> np.ndarray:
    """Leave an edge of silence at either end (`EDGE_S`). Raises BadInput clip-silent, duration-too-long,
    duration-too-short."""
    meter = LevelMeter(SAMPLE_RATE_HZ)
    meter.push(samples)
    kept = trim_seconds(meter)
    if kept is None:
        raise BadInput("clip-silent", file=name)
    duration_require(len(samples) / SAMPLE_RATE_HZ, kept, name)
    start, stop = (round(at_s * SAMPLE_RATE_HZ) for at_s in kept_seconds(kept))
    return samples[start:stop]


def held_out_choose(usable: list[Utterance], wanted: int | None, seed: int) -> set[int]:
    """Indices of the clips kept from training: chosen by seed from the sorted names, each phoneme sequence at most
    once.

    Raises BadInput held-out-too-many when fewer clips than that would be left to train on.
    """
    count = held_out_count(wanted, len(usable), len({utterance.line.digest for utterance in usable}))
    chosen: dict[str, int] = {}
    for index in np.random.default_rng(seed).permutation(len(usable)):
        if len(chosen) == count:
            break
        chosen.setdefault(usable[index].line.digest, int(index))
    return set(chosen.values())

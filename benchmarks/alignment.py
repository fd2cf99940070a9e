"""How well the aligner finds the ends of phones, where they are known: in what a voice speaks, since it painted them itself.

    .venv/bin/python benchmarks/alignment.py ARTEFACT --metadata FILE --clips 160 [--try ITERATIONS=6 …]

The voice speaks the first `--clips` lines (rows file|text); the recordings are cut as a training would cut its corpus, and
every inner end is held against the one that the voice chose. Three corpora are made of the same speech: the sentences; four
sentences in one clip; and the sentences with half a second of silence that no sign announces, at the end of one phone of each
(that end is not counted, all others are). Each `--try` does it once more with another value of a constant of trainer/align.py.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from trainer import align  # noqa: E402
from trainer.features import FRAMES_PER_SECOND, HOP_SAMPLES, SAMPLE_RATE_HZ  # noqa: E402
from trainer.lines import metadata_read  # noqa: E402
from trainer.text import phonemize  # noqa: E402
from trainer.text.symbols import SYMBOL_TABLE, symbol_ids  # noqa: E402
from trainer.voice import Voice  # noqa: E402

JOINED = 4
PAUSE_S = 0.5
NOISE = 3e-4  # −70 dBFS, as in a quiet room: no recording is digitally silent

Clip = tuple[np.ndarray, np.ndarray, np.ndarray, int | None]  # samples, symbols, ends in frames, the end not counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("artefact", type=Path)
    parser.add_argument("--metadata", type=Path, required=True)
    parser.add_argument("--clips", type=int, default=160)
    parser.add_argument("--try", action="append", default=[], metavar="NAME=VALUE", dest="variants")
    options = parser.parse_args()
    voice = Voice.load(options.artefact, 1)
    generator = np.random.default_rng(0)
    spoken = [clip_of(voice, text, generator) for _, text in metadata_read(options.metadata)[: options.clips]]
    corpora = {"sentences": spoken, "four in a clip": joined(spoken), "unwritten pauses": paused(spoken, generator)}
    symbol_count = len(SYMBOL_TABLE[voice.language.tag].symbols)
    print("| variant | corpus | clips | ends | mean error, ms | within 20 ms | beyond 50 ms | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for variant in ["as it is", *options.variants]:
        with constant_set(variant):
            for name, clips in corpora.items():
                started = time.monotonic()
                errors = errors_ms(clips, symbol_count)
                seconds = time.monotonic() - started
                shares = f"{errors.mean():.1f} | {(errors <= 20).mean():.3f} | {(errors > 50).mean():.3f}"
                print(f"| {variant} | {name} | {len(clips)} | {len(errors):,} | {shares} | {seconds:.1f} |", flush=True)


@contextmanager
def constant_set(variant: str) -> Iterator[None]:
    """`variant`: NAME=VALUE, or words without a sign of equality, which change nothing."""
    name, _, value = variant.partition("=")
    if not value:
        yield
        return
    before = getattr(align, name)
    setattr(align, name, type(before)(float(value)))
    try:
        yield
    finally:
        setattr(align, name, before)


def clip_of(voice: Voice, text: str, generator: np.random.Generator) -> Clip:
    phonemes = phonemize(text, voice.language, voice.dictionary)
    _, ends = voice.mel(phonemes)
    samples = voice.synthesize(phonemes)
    noise = generator.normal(0, NOISE, len(samples)).astype(np.float32)
    return samples + noise, np.array(symbol_ids(phonemes.symbols, voice.language)), ends, None


def joined(clips: Sequence[Clip]) -> list[Clip]:
    """Each `JOINED` in a row as one clip."""
    made = []
    for start in range(0, len(clips) - JOINED + 1, JOINED):
        parts = clips[start : start + JOINED]
        offsets = np.cumsum([0] + [len(samples) / HOP_SAMPLES for samples, *_ in parts])
        ends = [end + offset for (_, _, end, _), offset in zip(parts, offsets[:-1], strict=True)]
        made.append(
            (np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), np.concatenate(ends), None)
        )
    return made


def paused(clips: Sequence[Clip], generator: np.random.Generator) -> list[Clip]:
    made = []
    for samples, symbols, ends, _ in clips:
        phone = int(generator.integers(len(ends) // 4, 3 * len(ends) // 4))
        cut = round(float(ends[phone]) * HOP_SAMPLES)
        silence = generator.normal(0, NOISE, round(PAUSE_S * SAMPLE_RATE_HZ)).astype(np.float32)
        later = ends + (np.arange(len(ends)) > phone) * (len(silence) / HOP_SAMPLES)
        made.append((np.concatenate([samples[:cut], silence, samples[cut:]]), symbols, later, phone))
    return made


def errors_ms(clips: Sequence[Clip], symbol_count: int) -> np.ndarray:
    """Of every inner end that counts."""
    features = [align.alignment_features(samples) for samples, *_ in clips]
    found, _ = align.corpus_align(features, [symbols for _, symbols, *_ in clips], symbol_count)
    errors = []
    for (_, _, ends, skipped), cut in zip(clips, found, strict=True):
        counted = np.arange(len(ends) - 1) != (-1 if skipped is None else skipped)
        errors.append(np.abs(cut - ends)[:-1][counted])
    return np.concatenate(errors) / FRAMES_PER_SECOND * 1000


if __name__ == "__main__":
    main()

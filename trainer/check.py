"""What would go wrong with a corpus, found in seconds and before any training. Light: no torch is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.audio.report import AudioReport
from trainer.errors import BadInput
from trainer.features import SAMPLE_RATE_HZ
from trainer.languages import Language
from trainer.lines import clip_verdict, line_symbols, lines_frozen, metadata_split
from trainer.requirements import held_out_count, kept_seconds, phones_require, usable_require
from trainer.text import Dictionary, Phonemes
from trainer.text.child import PhonemeChild, Request, cores
from trainer.text.comparison import ComparedLine, lines_compare
from trainer.text.plausibility import line_verdicts
from trainer.verdicts import Verdict

# A child that reads texts takes as long to start as it then needs for some hundred of them.
TEXTS_PER_CHILD = 300
# Said about a clip, and yet the end of a training before its first step: which of two texts is meant nobody can guess,
# and phonemes that were frozen with other symbols are wrong as a whole. See `lines.lines_read`.
FATAL = ("metadata-duplicate", "symbol-unknown")


def corpus_check(
    metadata: Path,
    audio_dir: Path,
    language: Language,
    phonemes: Path | None = None,
    dictionary: Dictionary | None = None,
) -> dict[str, Any]:
    """Verdicts on every row's text and recording and on the whole (their file is None), and counts that add up: every
    clip is rejected, usable with a warning, or usable without one. `can_begin`: whether a training would accept it.
    Texts and recordings are read by a child a core.

    Raises BadInput where the metadata as a whole cannot be read, and EngineUnavailable.
    """
    rows, repeated = metadata_split(metadata)
    reports = inspect_many([audio_dir / name for _, name, _ in rows], CLIP_LIMITS, jobs=cores())
    texts = [(name, text) for _, name, text in rows]
    if phonemes is not None:
        read = _frozen(texts, language, phonemes)
    else:
        read = _phonemized(texts, dictionary or Dictionary(language.tag), language)
    verdicts = [Verdict("reject", "metadata-duplicate", number, file=name, line=number) for number, name, _ in repeated]
    twice = {name for _, name, _ in repeated}
    lines: list[ComparedLine] = []
    for (name, text), phones, report in zip(texts, read, reports, strict=True):
        found = [replace(verdict, file=name) for verdict in (*report.verdicts, *_judged(name, phones, report))]
        verdicts += found
        if isinstance(phones, Phonemes) and name not in twice and not any(verdict.is_rejection for verdict in found):
            lines.append(ComparedLine(name, text, phones.digest, phones.units, _speech_s(report)))
    for name, compared in lines_compare(lines, language.tag).items():
        verdicts += [replace(verdict, file=name) for verdict in compared]
    return _document(rows, reports, verdicts, len({line.digest for line in lines}))


def _phonemized(
    texts: Sequence[tuple[str, str]], dictionary: Dictionary, language: Language
) -> list[Phonemes | BadInput]:
    with closing(PhonemeChild()) as child:
        requests = (Request(text, language, dictionary) for _, text in texts)
        return list(child.phonemize_many(requests, jobs=min(cores(), 1 + len(texts) // TEXTS_PER_CHILD)))


def _frozen(texts: Sequence[tuple[str, str]], language: Language, phonemes: Path) -> list[Phonemes | BadInput]:
    """The phonemes of a file, which are taken as they stand. Raises BadInput phonemes-…."""
    read: list[Phonemes | BadInput] = []
    for line in lines_frozen(texts, phonemes):
        try:
            line_symbols(line, language)
        except BadInput as error:
            read.append(error)
        else:
            frozen = (line.text, line.text, "", line.symbols, line.tones, line.units)
            read.append(Phonemes(language.tag, *frozen, engine=""))
    return read


def _judged(name: str, read: Phonemes | BadInput, report: AudioReport) -> list[Verdict]:
    """What is to be said about a line's phonemes, and about them beside its recording."""
    if isinstance(read, BadInput):
        return [clip_verdict(name, read)]
    verdicts = [*read.warnings, *line_verdicts(read, _speech_s(report))]
    if not report.is_rejected:
        start_s, end_s = _kept(report)
        try:
            phones_require(round((end_s - start_s) * SAMPLE_RATE_HZ), len(read.symbols), name)
        except BadInput as error:
            verdicts.append(clip_verdict(name, error))
    return verdicts


def _document(
    rows: Sequence[tuple[int, str, str]], reports: Sequence[AudioReport], verdicts: list[Verdict], distinct: int
) -> dict[str, Any]:
    """`distinct`: phoneme sequences among the usable clips."""
    line_of = {name: number for number, name, _ in rows}
    rejected = {verdict.file for verdict in verdicts if verdict.is_rejection}
    warned = {verdict.file for verdict in verdicts if verdict.level == "warn"} - rejected
    usable = len(rows) - len(rejected)
    verdicts = sorted((replace(v, line=v.line or line_of[v.file]) for v in verdicts), key=lambda v: v.line)
    of_the_whole = _of_the_whole(usable, distinct, verdicts)
    kept_s = {
        name: end_s - start_s
        for (_, name, _), report in zip(rows, reports, strict=True)
        for start_s, end_s in [_kept(report)]
    }
    return {
        "clips": len(rows),
        "usable": usable,
        "rejected": len(rejected),
        "warned": len(warned),
        "audio_s": round(sum(report.duration_s or 0.0 for report in reports), 1),
        "usable_audio_s": round(sum(seconds for name, seconds in kept_s.items() if name not in rejected), 1),
        "can_begin": not of_the_whole and not any(verdict.code in FATAL for verdict in verdicts),
        "verdicts": [verdict.as_json() for verdict in (*of_the_whole, *verdicts)],
    }


def _of_the_whole(usable: int, distinct: int, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """What would end a training before it began, though each clip may be sound."""
    try:
        usable_require(usable, [verdict for verdict in verdicts if verdict.is_rejection])
        held_out_count(None, usable, distinct)
    except BadInput as error:
        return [Verdict("reject", error.code, error.measured, error.limit, params=error.params)]
    return []


def _kept(report: AudioReport) -> tuple[float, float]:
    """Start and end in seconds of what a training would keep of the recording."""
    if not report.trimmed_duration_s:
        return 0.0, 0.0
    return kept_seconds((report.trimmed_start_s, report.trimmed_end_s), report.duration_s)


def _speech_s(report: AudioReport) -> float | None:
    return report.trimmed_duration_s or report.duration_s

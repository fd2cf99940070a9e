"""What would go wrong with a corpus, found in seconds and before any training. Light: no torch is loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.audio.report import AudioReport
from trainer.errors import BadInput
from trainer.languages import LANGUAGES, Language
from trainer.lines import lines_read, metadata_rows
from trainer.text import Dictionary, Phonemes, phonemize
from trainer.text.comparison import ComparedLine, lines_compare
from trainer.text.plausibility import line_verdicts
from trainer.verdicts import Verdict


def corpus_check(
    metadata: Path,
    audio_dir: Path,
    language: Language,
    phonemes: Path | None = None,
    dictionary: Dictionary | None = None,
) -> dict[str, Any]:
    """Verdicts on every row's text and recording, and counts that add up. Raises BadInput where the metadata as a whole
    cannot be read."""
    rows = metadata_rows(metadata)
    reports = inspect_many([audio_dir / name for _, name, _ in rows], CLIP_LIMITS)
    frozen = _frozen(metadata, language, phonemes) if phonemes is not None else {}
    verdicts: list[Verdict] = []
    lines: list[ComparedLine] = []
    for (_, name, text), report in zip(rows, reports, strict=True):
        duration_s = _speech_s(report)
        read, about_text = _judged(text, dictionary or Dictionary(language.tag), frozen.get(name), duration_s)
        verdicts += [replace(verdict, file=name) for verdict in (*report.verdicts, *about_text)]
        if read is not None and read.symbols and not report.is_rejected:
            lines.append(ComparedLine(name, text, read.digest, read.units, duration_s))
    for name, compared in lines_compare(lines, language.tag).items():
        verdicts += [replace(verdict, file=name) for verdict in compared]
    line_of = {name: number for number, name, _ in rows}
    rejected = {verdict.file for verdict in verdicts if verdict.is_rejection}
    return {
        "clips": len(rows),
        "usable": len(rows) - len(rejected),
        "rejected": len(rejected),
        "verdicts": [v.as_json() | {"line": line_of[v.file]} for v in sorted(verdicts, key=lambda v: line_of[v.file])],
    }


def _judged(
    text: str, dictionary: Dictionary, frozen: Phonemes | None, duration_s: float | None
) -> tuple[Phonemes | None, list[Verdict]]:
    """Phonemes of one row, or None, and what is to be said about them: in one bad row the others are judged too."""
    try:
        read = frozen or phonemize(text, LANGUAGES[dictionary.language], dictionary)
    except BadInput as error:
        return None, [Verdict("reject", error.code, error.measured, error.limit, params=error.params)]
    return read, [*read.warnings, *line_verdicts(read, duration_s)]


def _frozen(metadata: Path, language: Language, phonemes: Path) -> dict[str, Phonemes]:
    """Rows with the phonemes of a file, which are taken as they stand, by name. Raises BadInput phonemes-…."""
    lines, _ = lines_read(metadata, language, phonemes)
    return {
        line.name: Phonemes(language.tag, line.text, line.text, "", line.symbols, line.tones, line.units, engine="")
        for line in lines
    }


def _speech_s(report: AudioReport) -> float | None:
    return report.trimmed_duration_s or report.duration_s

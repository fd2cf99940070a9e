"""What would go wrong with a corpus, found in seconds and before any training. Light: no torch is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.languages import Language
from trainer.lines import lines_read, metadata_rows
from trainer.verdicts import Verdict


def corpus_check(metadata: Path, audio_dir: Path, language: Language, phonemes: Path | None = None) -> dict[str, Any]:
    """Verdicts on every row's text and recording, and counts that add up. Raises BadInput where the metadata as a whole
    cannot be read."""
    rows = metadata_rows(metadata)
    _, verdicts = lines_read(metadata, language, phonemes)
    reports = inspect_many([audio_dir / name for _, name, _ in rows], CLIP_LIMITS)
    for (_, name, _), report in zip(rows, reports, strict=True):
        verdicts += [Verdict(v.level, v.code, v.measured, v.limit, file=name, params=v.params) for v in report.verdicts]
    line_of = {name: number for number, name, _ in rows}
    rejected = {verdict.file for verdict in verdicts if verdict.is_rejection}
    return {
        "clips": len(rows),
        "usable": len(rows) - len(rejected),
        "rejected": len(rejected),
        "verdicts": [v.as_json() | {"line": line_of[v.file]} for v in sorted(verdicts, key=lambda v: line_of[v.file])],
    }

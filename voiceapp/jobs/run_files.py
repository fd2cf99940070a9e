"""What the trainer is given: the frozen clips as files in the run's directory."""

import json
from dataclasses import dataclass
from pathlib import Path

from voiceapp.models import TrainingRun


@dataclass(frozen=True)
class RunFiles:
    metadata: Path
    phonemes: Path
    log: Path
    pronunciations: Path | None


def run_files_write(*, run: TrainingRun, directory: Path) -> RunFiles:
    """Write the run's metadata, phonemes and pronunciations (where it has any), and put every clip's phonemes into the
    head of its log."""
    directory.mkdir(parents=True, exist_ok=True)
    pronunciations = directory / "pronunciations.json" if run.pronunciations else None
    files = RunFiles(
        directory / "metadata.csv", directory / "phonemes.jsonl", directory / "trainer.log", pronunciations
    )
    if pronunciations is not None:
        pronunciations.write_text(json.dumps(run.pronunciations, ensure_ascii=False), encoding="utf-8")
    clips = list(run.run_clips.order_by("name"))
    with open(files.metadata, "w", encoding="utf-8") as metadata, open(files.phonemes, "w", encoding="utf-8") as lines:
        for clip in clips:
            name = f"{clip.sha256[:2]}/{clip.sha256}"
            # The text is for the reader of the file; what is trained are the frozen phonemes. `|` separates columns.
            metadata.write(f"{name}|{' '.join(clip.text.replace('|', ' ').split())}\n")
            entry = {"file": name, "symbols": clip.symbols, "tones": clip.tones, "units": clip.units}
            lines.write(json.dumps(entry, ensure_ascii=False) + "\n")
    with open(files.log, "a", encoding="utf-8") as log:
        log.write(f"run {run.pk}, attempt {run.attempt}, corpus {run.corpus_digest}\n")
        for clip in clips:
            log.write(
                f"clip {clip.name} {clip.sha256[:12]} {' '.join(clip.symbols)} tones {''.join(map(str, clip.tones))}\n"
            )
    return files

"""How good a voice a recipe makes, on clips that it never met: one protocol for every experiment of docs/experiments.md.

    .venv/bin/python benchmarks/training.py fit NAME --corpus FOLDER --language ja --minutes 8 --seeds 0 1 2 --work DIR
    .venv/bin/python benchmarks/training.py table --work DIR

FOLDER holds metadata.csv (rows file|text) and audio/. For each seed, `--test` clips are drawn and put aside; of the rest
`--clips` (default: all) are trained on by `python -m trainer fit`, as anybody would call it, and everything after --
goes to it: `-- --set width=256 --warm-start DIR`. What the artefact says for the test clips' phonemes is then compared with
their recordings, which the recogniser hears too: its error on them is the line that no voice can be expected to cross.

`fit` adds a line of JSON a seed to DIR/results.jsonl, `table` prints them all as Markdown, mean ± standard deviation over
the seeds. Figures of distance come from speech_distance.py, error rates from recogniser.py.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from recogniser import Recogniser, errors  # noqa: E402
from speech_distance import speech_distance  # noqa: E402

from trainer.align import Aligner, corpus_align  # noqa: E402
from trainer.audio.samples import read_mono  # noqa: E402
from trainer.data.corpus import silence_trim, utterance_load  # noqa: E402
from trainer.evaluate import content_check  # noqa: E402
from trainer.features import FRAMES_PER_SECOND, SAMPLE_RATE_HZ, log_mel, mel_cepstra  # noqa: E402
from trainer.languages import LANGUAGES, Language  # noqa: E402
from trainer.lines import Line, lines_read, metadata_read  # noqa: E402
from trainer.text.phonemes import Phonemes  # noqa: E402
from trainer.text.symbols import SYMBOL_TABLE  # noqa: E402
from trainer.voice import Voice  # noqa: E402

ALIGNED_CLIPS_MAX = 400  # the Gaussians that cut the test clips into phones need no more
COLUMNS = {
    "minutes": "minutes",
    "steps": "steps",
    "content": "content check",
    "own_over_other": "own/other",
    "error_rate": "error rate",
    "error_rate_recordings": "of the recordings",
    "excess": "excess",
    "mcd_db": "MCD (dB)",
    "f0_semitones": "F0 (semitones)",
    "voicing": "voicing",
    "duration_ms": "phone duration (ms)",
    "length": "length",
    "rss_gib": "memory (GiB)",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    fit = commands.add_parser("fit", help="train one variant and judge it")
    fit.add_argument("name")
    fit.add_argument("--corpus", type=Path, required=True)
    fit.add_argument("--language", choices=tuple(LANGUAGES), required=True)
    budget = fit.add_mutually_exclusive_group(required=True)
    budget.add_argument("--minutes", type=float)
    budget.add_argument("--steps", type=int)
    fit.add_argument("--seeds", type=int, nargs="+", default=[0])
    fit.add_argument("--clips", type=int, help="to train on, test clips not counted")
    fit.add_argument("--test", type=int, default=20, help="clips put aside")
    fit.add_argument("--threads", type=int)
    fit.add_argument("--work", type=Path, required=True)
    fit.set_defaults(command=fit_command)
    table = commands.add_parser("table", help="all results, as Markdown")
    table.add_argument("--work", type=Path, required=True)
    table.set_defaults(command=lambda options: table_print(options.work))
    words = [*sys.argv[1:], "--"]
    options = parser.parse_args(words[: words.index("--")])
    options.trainer = words[words.index("--") + 1 : -1]
    options.command(options)


def fit_command(options: argparse.Namespace) -> None:
    language = LANGUAGES[options.language]
    options.work.mkdir(parents=True, exist_ok=True)
    recogniser = Recogniser(options.work / "whisper", options.threads or 0)
    for seed in options.seeds:
        folder = options.work / f"{options.name}-{seed}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        trained, test = corpus_split(options, seed, folder)
        lines = lines_of(test, language)
        figures = training_run(options, seed, folder, trained)
        figures |= voice_judge(folder / "out" / "artefact", options, language, trained, lines, recogniser)
        row = {"name": options.name, "seed": seed, "clips": len(metadata_read(trained)), **figures}
        with open(options.work / "results.jsonl", "a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)


def corpus_split(options: argparse.Namespace, seed: int, folder: Path) -> tuple[Path, Path]:
    """Two lists in `folder`: to train on, and to test on. The test clips of a seed do not depend on `--clips`."""
    rows = sorted(metadata_read(options.corpus / "metadata.csv"))
    order = np.random.default_rng((seed, 7)).permutation(len(rows))
    test, rest = order[: options.test], order[options.test :][: options.clips]
    paths = folder / "train.csv", folder / "test.csv"
    for path, chosen in zip(paths, (rest, test), strict=True):
        path.write_text("".join(f"{rows[i][0]}|{rows[i][1]}\n" for i in sorted(chosen)), encoding="utf-8")
    return paths


def training_run(options: argparse.Namespace, seed: int, folder: Path, metadata: Path) -> dict[str, float]:
    """One training in a process of its own. Its events stay in FOLDER/events.jsonl. Four clips are held out by the
    trainer itself, for the artefact's own check."""
    budget = ["--minutes", options.minutes] if options.minutes else ["--steps", options.steps]
    threads = ["--threads", options.threads] if options.threads else []
    places = ["--metadata", metadata, "--audio-dir", options.corpus / "audio", "--out", folder / "out"]
    words = ["--language", options.language, *places, *budget, *threads, "--seed", seed, "--held-out", 4]
    command = [sys.executable, "-m", "trainer", "fit", *map(str, words), *options.trainer]
    started = time.monotonic()
    with open(folder / "events.jsonl", "wb") as events:
        child = subprocess.Popen(command, cwd=ROOT, stdout=events)
        _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{options.name}, seed {seed}: the training ended with {os.waitstatus_to_exitcode(status)}")
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    (done,) = (line for line in lines if line["event"] == "done")
    return {
        "steps": done["step"],
        "minutes": round(done["elapsed_s"] / 60, 2),
        "wall_s": round(time.monotonic() - started, 1),
        "rss_gib": round(used.ru_maxrss / 2**20, 2),
    }


def voice_judge(
    artefact: Path,
    options: argparse.Namespace,
    language: Language,
    trained: Path,
    lines: list[Line],
    recogniser: Recogniser,
) -> dict[str, float]:
    """What the voice makes of the test clips' phonemes, `lines`, beside their recordings."""
    voice = Voice.load(artefact, options.threads)
    audio = options.corpus / "audio"
    aligner = aligner_of(trained, audio, language)
    spoken, recorded, duration_errors_ms, distances = [], [], [], []
    wrong = {"voice": 0, "recording": 0}
    units = samples_spoken = samples_recorded = 0
    for line in lines:
        phonemes = Phonemes(language.tag, line.text, line.text, "", line.symbols, line.tones, line.units, engine="")
        utterance, features = utterance_load(line, audio, language)
        said, heard = voice.synthesize(phonemes), silence_trim(read_mono(audio / line.name, SAMPLE_RATE_HZ), line.name)
        for name, samples in (("voice", said), ("recording", heard)):
            missed, count = errors(line.text, recogniser.transcribe(samples, SAMPLE_RATE_HZ, language), language)
            wrong[name] += missed
        units += count
        _, ends = voice.mel(phonemes)
        difference = np.diff(ends, prepend=0) - np.diff(aligner.ends(features, utterance.symbol_ids), prepend=0)
        inner = slice(1, -1)  # silent ends are cut by rule, not spoken
        duration_errors_ms.append(np.abs(difference[inner]) / FRAMES_PER_SECOND * 1000)
        samples_spoken, samples_recorded = samples_spoken + len(said), samples_recorded + len(heard)
        spoken.append(mel_cepstra(log_mel(said)))
        recorded.append(mel_cepstra(log_mel(heard)))
        distances.append(speech_distance(said, heard))
    check = content_check(spoken, recorded)
    rates = {name: missed / units for name, missed in wrong.items()}
    return {
        "content": check.accuracy,
        "own_over_other": check.own_over_other,
        "error_rate": rates["voice"],
        "error_rate_recordings": rates["recording"],
        "excess": rates["voice"] - rates["recording"],
        "units": units,
        "mcd_db": statistics.fmean(d.mcd_db for d in distances),
        "f0_semitones": float(np.nanmean([d.f0_semitones for d in distances])),
        "voicing": statistics.fmean(d.voicing for d in distances),
        "duration_ms": float(np.concatenate(duration_errors_ms).mean()),
        "length": samples_spoken / samples_recorded,
    }


def lines_of(metadata: Path, language: Language) -> list[Line]:
    """Of all rows: figures over fewer clips than were drawn would compare with no others."""
    lines, verdicts = lines_read(metadata, language, None)
    if verdicts:
        raise SystemExit(f"{metadata}: {verdicts[0].file}: {verdicts[0].message()}")
    return lines


def aligner_of(metadata: Path, audio: Path, language: Language) -> Aligner:
    """What cuts test clips into phones as the trainer cut its own."""
    lines = lines_read(metadata, language, None)[0][:ALIGNED_CLIPS_MAX]
    loaded = [utterance_load(line, audio, language) for line in lines]
    symbols = [utterance.symbol_ids for utterance, _ in loaded]
    _, aligner = corpus_align([f for _, f in loaded], symbols, len(SYMBOL_TABLE[language.tag].symbols))
    return aligner


def table_print(work: Path) -> None:
    rows = [json.loads(line) for line in (work / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    latest = {(row["name"], row["seed"]): row for row in rows}  # a run that was made again counts once
    by_name: dict[str, list[dict]] = {}
    for row in latest.values():
        by_name.setdefault(row["name"], []).append(row)
    print("| run | seeds | clips |", " | ".join(COLUMNS.values()), "|")
    print("|---" * (len(COLUMNS) + 3) + "|")
    for name, found in by_name.items():
        cells = [_spread([row[column] for row in found]) for column in COLUMNS]
        print(f"| {name} | {len(found)} | {found[-1]['clips']} |", " | ".join(cells), "|")


def _spread(values: list[float]) -> str:
    mean = statistics.fmean(values)
    if abs(mean) >= 100:
        return f"{mean:,.0f}"
    digits = 3 if abs(mean) < 2 else 2 if abs(mean) < 10 else 1
    return f"{mean:.{digits}f}" + (f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else "")


if __name__ == "__main__":
    main()

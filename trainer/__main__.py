"""python -m trainer: phonemes | check | fit | base | measure | synthesize | export.

Results are JSON on standard output (`fit`, `base`: one event a line; `check`: a table on a terminal), logs go to standard
error. Exit codes: 0 done, 2 usage, 3 bad input (`check`: no training can begin), 4 diverged, 5 out of memory, 6 no disk
space, 75 stopped after a checkpoint.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NoReturn

from trainer.errors import BadInput, NoDiskSpace, Stopped, TrainerError, UsageError
from trainer.events import event_write
from trainer.languages import language_parse

PRONUNCIATIONS_HELP = "dictionary of pronunciations, as JSON (Dictionary.as_json)"


def main(arguments: Sequence[str] | None = None) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal or the environment prefers
    try:
        return command_run(arguments)
    except BrokenPipeError:  # the reader has gone; Python would complain once more when it closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def command_run(arguments: Sequence[str] | None) -> int:
    """Raises BrokenPipeError where nobody reads what is said, a failure included."""
    options: argparse.Namespace | None = None
    try:
        options = parser_build().parse_args(arguments)
        options.arguments = list(sys.argv[1:] if arguments is None else arguments)
        return options.command(options) or 0
    except TrainerError as error:
        failure_write(error)
        return error.exit_code
    except OSError as error:
        failure = system_failure(error, getattr(options, "out", None))
        if failure is None:
            raise
        failure_write(failure)
        return failure.exit_code


def system_failure(error: OSError, out: Path | None) -> TrainerError | None:
    """What the system refused while a command wrote into `out`: no space, or the folder itself. None: something else,
    which is a fault of ours and keeps its traceback."""
    if out is None:
        return None
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        place = next(path for path in (out.absolute(), *out.absolute().parents) if path.is_dir())
        free = shutil.disk_usage(place).free
        return NoDiskSpace("disk-exhausted", measured=free // 2**20, folder=str(out), detail=error.strerror)
    if error.filename is not None and Path(os.fsdecode(error.filename)).absolute().is_relative_to(out.absolute()):
        return BadInput("out-unwritable", folder=str(out), detail=error.strerror)
    return None


def failure_write(error: TrainerError) -> None:
    """The last line of standard output says why. A stop on request is no failure: it is a warning."""
    event = "warning" if isinstance(error, Stopped) else "failed"
    params = {name: value for name, value in error.params.items() if name not in ("event", "code", "message")}
    figures = {"measured": error.measured, "limit": error.limit}
    event_write(sys.stdout, event, **{**params, "code": error.code, "message": error.message(), **figures})
    print(f"{error.code}: {error.message()}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of exiting, so that a wrong call is reported like every other failure."""

    def error(self, message: str) -> NoReturn:
        raise UsageError("usage", detail=message)


def parser_build() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m trainer", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    phonemes = commands.add_parser("phonemes", help="what a text becomes")
    phonemes.add_argument("--language", required=True)
    given = phonemes.add_mutually_exclusive_group(required=True)
    given.add_argument("--text")
    given.add_argument("--file", help="one text a line, - for standard input: one JSON object a line, in order")
    phonemes.add_argument("--pronunciations", type=Path, help=PRONUNCIATIONS_HELP)
    phonemes.add_argument("--override", type=Path, help="phones and accent of TEXT, as JSON")
    phonemes.add_argument(
        "--jobs", type=int, choices=range(1, 65), metavar="N", help="processes that read FILE (default: one a core)"
    )
    phonemes.set_defaults(command=phonemes_command)

    check = commands.add_parser("check", help="what would go wrong with a corpus")
    _corpus_arguments(check)
    check.add_argument("--format", choices=("json", "table"), help="default: a table on a terminal, else JSON")
    check.add_argument("--locale", choices=("en", "ja"), default="en", help="of the table")
    check.set_defaults(command=check_command)

    fit = commands.add_parser("fit", help="train a voice")
    _corpus_arguments(fit)
    fit.add_argument("--out", required=True, type=Path)
    _settings_argument(fit)
    fit.add_argument("--minutes", type=float, help="of training, summed over resumes")
    fit.add_argument("--steps", type=int, help="instead of --minutes")
    fit.add_argument("--resume", action="store_true", help="go on from the last checkpoint in OUT, if there is one")
    fit.add_argument("--warm-start", type=_artefact, help="artefact of the same language to begin from")
    fit.add_argument("--seed", type=int, default=0)
    fit.add_argument("--threads", type=int)
    fit.add_argument("--held-out", type=int, help="clips kept from training (default: a tenth, 4 to 20)")
    fit.add_argument("--checkpoint-every", type=float, default=60.0, metavar="SECONDS")
    fit.add_argument("--processes", type=int, default=1, help="that share each batch; on GPUs one each")
    fit.add_argument("--tensorboard", action="store_true", help="event files in OUT/tensorboard (needs tensorboardX)")
    fit.add_argument("--member", type=_member, help=argparse.SUPPRESS)  # how a process of several is called
    fit.set_defaults(command=fit_command)

    _base_arguments(commands.add_parser("base", help="make a model for warm starts, from a voice that a package ships"))

    measure = commands.add_parser("measure", help="every figure of a model, from its own audio")
    measure.add_argument("--model", required=True, type=_artefact, help="an artefact, or the --out of its training")
    measure.add_argument("--threads", type=int)
    measure.set_defaults(command=measure_command)

    synthesize = commands.add_parser("synthesize", help="speak a text into a WAV file")
    synthesize.add_argument("--model", required=True, type=_artefact, help="an artefact, or the --out of its training")
    synthesize.add_argument("--text", required=True)
    synthesize.add_argument("--out", required=True, type=Path)
    synthesize.add_argument("--length-scale", type=float, default=1.0)
    synthesize.add_argument("--threads", type=int)
    synthesize.set_defaults(command=synthesize_command)

    export = commands.add_parser("export", help="make the artefact of a training again")
    export.add_argument("--out", required=True, type=Path, help="OUT of the training")
    _corpus_arguments(export)
    export.add_argument("--seed", type=int, default=0)
    export.add_argument("--held-out", type=int)
    _settings_argument(export)
    export.set_defaults(command=export_command)
    return parser


def _settings_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help="a number of the recipe"
    )


def _base_arguments(base: argparse.ArgumentParser) -> None:
    base.add_argument("--language", required=True)
    base.add_argument("--out", required=True, type=Path, help="the same folder again goes on where it was ended")
    base.add_argument(
        "--teacher", action="append", default=[], metavar="NAME", help="who reads; may be given repeatedly"
    )
    base.add_argument("--minutes", type=float, help="of training, summed over resumes")
    base.add_argument("--steps", type=int, help="instead of --minutes")
    base.add_argument("--sentences", type=int, metavar="N", help="read by each teacher (default: all there are)")
    base.add_argument("--corpus-only", action="store_true", help="let the teachers read, and train nothing")
    base.add_argument("--seed", type=int, default=0)
    base.add_argument("--threads", type=int)
    base.add_argument("--checkpoint-every", type=float, default=60.0, metavar="SECONDS")
    base.set_defaults(command=base_command)


def _artefact(value: str) -> Path:
    """The artefact, also where the folder is named that a training had as --out."""
    folder = Path(value)
    inner = folder / "artefact"
    return inner if inner.is_dir() and not (folder / "manifest.json").exists() else folder


def _member(value: str) -> tuple[int, int]:
    """RANK/SIZE@PORT → rank and port."""
    rank, _, port = value.partition("@")
    return int(rank.partition("/")[0]), int(port)


def _corpus_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--metadata", required=True, type=Path, help="rows file|text in UTF-8")
    parser.add_argument("--audio-dir", required=True, type=Path)
    parser.add_argument("--language", required=True)
    parser.add_argument("--phonemes", type=Path, help="frozen phonemes, JSON lines; used as they stand")
    parser.add_argument("--pronunciations", type=Path, help=PRONUNCIATIONS_HELP)


# Each command imports what it needs: `phonemes` must not wait for torch.


def phonemes_command(options: argparse.Namespace) -> int:
    from trainer.lines import pronunciations_read
    from trainer.text import phonemize

    language = language_parse(options.language)
    dictionary = pronunciations_read(options.pronunciations, language)
    if options.file is not None:
        if options.override is not None:
            raise UsageError("usage", detail="--override goes with --text")
        from trainer.text.phoneme_lines import phoneme_lines_write

        return phoneme_lines_write(options.file, language, dictionary, jobs=options.jobs)
    override = override_read(options.override) if options.override is not None else None
    document_write(phonemize(options.text, language, dictionary, override).as_json())
    return 0


def override_read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError("usage", detail=f"{path.name}: {error}") from error


def check_command(options: argparse.Namespace) -> int:
    """What `fit` would exit with before its first step: 0 also where it would leave clips out."""
    from trainer.check import corpus_check
    from trainer.check_table import check_table
    from trainer.lines import pronunciations_read

    language = language_parse(options.language)
    dictionary = pronunciations_read(options.pronunciations, language)
    document = corpus_check(options.metadata, options.audio_dir, language, options.phonemes, dictionary)
    if (options.format or ("table" if sys.stdout.isatty() else "json")) == "json":
        document_write(document)
    else:
        width = shutil.get_terminal_size((100, 0)).columns
        sys.stdout.write(check_table(document, width, options.locale))
    return 0 if document["can_begin"] else BadInput.exit_code


def fit_command(options: argparse.Namespace) -> None:
    threads_yield()
    kernels_forget()
    from trainer.reporter import JsonLinesReporter
    from trainer.spec import FitSpec

    spec = FitSpec(
        metadata=options.metadata,
        audio_dir=options.audio_dir,
        language=language_parse(options.language),
        out=options.out,
        minutes=options.minutes,
        steps=options.steps,
        resume=options.resume,
        seed=options.seed,
        threads=options.threads,
        held_out=options.held_out,
        warm_start=options.warm_start,
        phonemes=options.phonemes,
        pronunciations=options.pronunciations,
        processes=options.processes,
        member=options.member,
        checkpoint_every_s=options.checkpoint_every,
        settings=tuple(options.settings),
    )
    reporter = JsonLinesReporter()
    reporter.listen()
    with ExitStack() as stack:
        if options.tensorboard and options.member is None:
            from trainer.tensorboard import TensorBoardReporter

            reporter = stack.enter_context(closing(TensorBoardReporter(reporter, options.out)))
        from trainer.fit import fit

        fit(spec, reporter, arguments=options.arguments)


def base_command(options: argparse.Namespace) -> None:
    if options.corpus_only and (options.minutes is not None or options.steps is not None):
        raise UsageError("usage", detail="--corpus-only trains nothing: leave --minutes and --steps out")
    threads_yield()
    kernels_forget()
    from trainer.base import BaseSpec, base_make, corpora_facts, corpus_make
    from trainer.reporter import JsonLinesReporter

    spec = BaseSpec(
        language=language_parse(options.language),
        out=options.out,
        teachers=tuple(options.teacher),
        sentences=options.sentences,
        minutes=options.minutes,
        steps=options.steps,
        seed=options.seed,
        threads=options.threads,
        checkpoint_every_s=options.checkpoint_every,
    )
    reporter = JsonLinesReporter()
    reporter.listen()
    if options.corpus_only:
        document_write(corpora_facts(corpus_make(spec, reporter)))
    else:
        base_make(spec, reporter)


def export_command(options: argparse.Namespace) -> None:
    threads_yield()
    kernels_forget()
    from trainer.fit import export_again
    from trainer.reporter import JsonLinesReporter
    from trainer.spec import FitSpec

    spec = FitSpec(
        metadata=options.metadata,
        audio_dir=options.audio_dir,
        language=language_parse(options.language),
        out=options.out,
        steps=1,
        resume=True,
        seed=options.seed,
        held_out=options.held_out,
        phonemes=options.phonemes,
        pronunciations=options.pronunciations,
        settings=tuple(options.settings),
    )
    export_again(spec, JsonLinesReporter())


def measure_command(options: argparse.Namespace) -> None:
    threads_yield()
    from trainer.measure import model_measure

    def progress(**fields: Any) -> None:
        print(json.dumps(fields), file=sys.stderr, flush=True)

    document_write(model_measure(options.model, threads=options.threads, progress=progress))


def synthesize_command(options: argparse.Namespace) -> None:
    from trainer.voice import Voice, wav_write

    voice = Voice.load(options.model, options.threads)
    samples = voice.synthesize(options.text, length_scale=options.length_scale)
    wav_write(options.out, samples, voice.sample_rate_hz)
    document_write({"out": str(options.out), "duration_s": round(len(samples) / voice.sample_rate_hz, 3)})


def threads_yield() -> None:
    """Let waiting threads sleep instead of spin. Must come before numpy and torch are loaded.

    OpenMP's threads (torch) spin at every barrier by default, which on a core that somebody else also wants made a
    step of two threads several times slower than one of one thread. numpy's matrix products here are small: threads
    tripled the processor time of the alignment and saved none of the clock's.
    """
    os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"


def kernels_forget() -> None:
    """Keep few of the kernels that are compiled for each new shape of a batch. Must come before torch is loaded.

    By default a thousand are kept by oneDNN, and as many by torch above it. No batch has the shape of another one: in
    bfloat16 each left 14 MB behind, up to a gigabyte, and none was ever used again.
    """
    os.environ["ONEDNN_PRIMITIVE_CACHE_CAPACITY"] = "16"
    os.environ["LRU_CACHE_CAPACITY"] = "16"


def document_write(document: dict[str, Any]) -> None:
    json.dump(document, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

"""Phonemes of a file with one text a line, as JSON lines: as many as came in, in order, each as soon as it is known."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from trainer.errors import BadInput, UsageError
from trainer.languages import Language
from trainer.text import Dictionary
from trainer.text.child import PhonemeChild, Request, cores


def phoneme_lines_write(
    name: str, language: Language, dictionary: Dictionary, *, jobs: int | None = None, out: IO[str] | None = None
) -> int:
    """Read the file `name` (`-`: standard input) in child processes; exit status 3 if a line was refused, else 0.

    A refused line becomes {"error": {"line": from 1, "code", "detail", "measured", "limit"}} in its place. Some
    hundred lines are read ahead. Raises UsageError text-file-missing, EngineUnavailable.
    """
    out = out or sys.stdout
    refused = 0
    child = PhonemeChild()
    try:
        with _lines(name) as lines:
            requests = (Request(line.rstrip("\n"), language, dictionary) for line in lines)
            for number, result in enumerate(child.phonemize_many(requests, jobs=jobs or cores()), start=1):
                if isinstance(result, BadInput):
                    refused += 1
                    document = {"error": {"line": number, **result.as_json()}}
                else:
                    document = result.as_json()
                out.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
                out.flush()
    finally:
        child.close()
    return BadInput.exit_code if refused else 0


@contextmanager
def _lines(name: str) -> Iterator[IO[str]]:
    # A line that is not UTF-8 is refused as text-not-unicode, with the place; the others are read.
    options = {"encoding": "utf-8-sig", "errors": "surrogateescape"}
    try:
        stream = open(sys.stdin.fileno() if name == "-" else name, closefd=name != "-", **options)
    except OSError as error:
        raise UsageError("text-file-missing", measured=name) from error
    with stream:
        yield stream

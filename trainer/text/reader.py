"""The process that reads texts: one request a line on stdin, one JSON answer a line and text on stdout.

    python -m trainer.text.reader LANGUAGE --memory-bytes N

A request is {"dictionaries": [...], "forget": [versions], "first_limit_s", "limit_s", "texts": [[text, version,
override], ...]}. A dictionary is sent once and named by its version after that. Its answers, in order: {"phonemes": …},
{"refused": [code, measured, limit, params]}, {"unavailable": [the same]} where it is not the text's fault, or
{"fault": traceback} for a bug.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

import orjson  # json takes a tenth of the time in which a text is read

from trainer.errors import BadInput, EngineUnavailable, TrainerError
from trainer.languages import LANGUAGES, Language
from trainer.text import Dictionary, Phonemes, phonemize
from trainer.text.pronunciations import Pronunciation

# The parent gives up first; this clock is for a reader whose parent has gone while the engine hangs. Its signal ends
# the process by itself, whatever native code is running.
SLACK_S = 5.0

# Speakable in its language, and nothing else: whatever fails on it is the installation's fault.
WARM_UP_TEXTS = {"ja": "あ", "en": "a"}

Read = Callable[[str, Language, Dictionary | None, dict[str, Any] | None], Phonemes]


def main(arguments: list[str] | None = None, read: Read = phonemize) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=sorted(LANGUAGES))
    parser.add_argument("--memory-bytes", type=int, required=True)
    options = parser.parse_args(arguments)
    # Engines print to stdout when they please; answers go through a descriptor that only we know.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    resource.setrlimit(resource.RLIMIT_AS, (options.memory_bytes, options.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    language = LANGUAGES[options.language]
    try:
        read(WARM_UP_TEXTS[language.tag], language, None, None)
    except TrainerError:
        pass  # the first text will be told the same, as a refusal with its code
    _answer(answers, {"ready": True})
    _serve(answers, language, read)
    return 0


def _serve(answers: BinaryIO, language: Language, read: Read) -> None:
    dictionaries: dict[str, Dictionary | None] = {"": None}
    for line in sys.stdin.buffer:
        request = orjson.loads(line)
        for version in request["forget"]:
            del dictionaries[version]
        for entries in request["dictionaries"]:
            # Rebuilt without another check: its version says that nothing has changed on the way.
            dictionary = Dictionary(language.tag, tuple(Pronunciation(**entry) for entry in entries))
            dictionaries[dictionary.version] = dictionary
        limit_s = request["first_limit_s"]
        for text, version, override in request["texts"]:
            signal.setitimer(signal.ITIMER_REAL, limit_s + SLACK_S)
            _answer(answers, _read(read, text, language, dictionaries[version], override))
            limit_s = request["limit_s"]
        signal.setitimer(signal.ITIMER_REAL, 0)


def _read(read: Read, text: str, language: Language, dictionary: Dictionary | None, override: dict | None) -> dict:
    try:
        return {"phonemes": read(text, language, dictionary, override).as_json()}
    except BadInput as refusal:
        return {"refused": _as_list(refusal)}
    except EngineUnavailable as error:
        return {"unavailable": _as_list(error)}
    except Exception:
        return {"fault": traceback.format_exc()}


def _as_list(error: TrainerError) -> list:
    return [error.code, error.measured, error.limit, error.params]


def _answer(answers: BinaryIO, document: dict) -> None:
    answers.write(orjson.dumps(document) + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())

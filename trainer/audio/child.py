"""The process that decodes: one request a line on stdin, one JSON answer a line on stdout.

    python -m trainer.audio.child --memory-bytes N --cpu-s N

A decoder works on hostile bytes, so it gets little memory, little CPU time for each file, no file to write, and no
environment worth stealing. Whatever happens here, the parent lives on and reads the exit status.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import sys

CPU_SLACK_S = 1


def limits_apply(memory_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))


def cpu_budget_renew(cpu_s: float) -> None:
    """Give the next file `cpu_s` seconds of CPU. The limit counts over the life of a process, hence from now on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = math.ceil(used.ru_utime + used.ru_stime + cpu_s) + CPU_SLACK_S
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory-bytes", type=int, required=True)
    parser.add_argument("--cpu-s", type=float, required=True)
    options = parser.parse_args(arguments)
    # Decoders print to stdout when they please; answers go through a descriptor that only we know.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    limits_apply(options.memory_bytes)
    from trainer.audio.decode import measure

    _answer(answers, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        cpu_budget_renew(options.cpu_s)
        _answer(answers, measure(request["path"], request["limits"]))
    return 0


def _answer(answers, document: dict) -> None:
    answers.write(json.dumps(document, allow_nan=False) + "\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())

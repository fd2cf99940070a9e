"""Judges recordings without decoding them in this process.

A child decodes file after file, so that its start is paid once; a file that crashes or hangs it is rejected, and a
fresh child goes on with the next. A whole corpus is shared between several.
"""

from __future__ import annotations

import io
import json
import selectors
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from trainer.audio.judgement import report_from_facts
from trainer.audio.limits import AudioLimits
from trainer.audio.report import AudioReport, extension_of
from trainer.verdicts import Verdict

GIBIBYTE = 1024**3

# Importing numpy on a loaded machine can take long; this only catches a child that never starts.
_START_TIMEOUT_S = 60
_PROJECT_ROOT = Path(__file__).resolve().parents[2]

# Threads of the linear algebra library reserve address space that the limit would count.
_CHILD_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}


def inspect_many(
    paths: Sequence[Path | str],
    limits: AudioLimits,
    *,
    names: Sequence[str] | None = None,
    timeout_s_per_file: float = 20,
    memory_bytes: int = GIBIBYTE,
    jobs: int = 1,
) -> list[AudioReport]:
    """One report for each path, in order. `names`: what the operator calls the files, if they are stored under others;
    `jobs`: children that decode at once.

    Never raises for what a file holds. RuntimeError if the decoder itself cannot start.
    """
    if names is not None and len(names) != len(paths):
        raise ValueError(f"{len(names)} names for {len(paths)} paths")
    jobs = max(1, min(jobs, len(paths)))
    reports: list[AudioReport | None] = [None] * len(paths)
    is_over = threading.Event()

    def decode(first: int) -> None:
        mine = slice(first, None, jobs)
        options = {"timeout_s_per_file": timeout_s_per_file, "memory_bytes": memory_bytes}
        each = inspect_each(paths[mine], limits, names=names[mine] if names is not None else None, **options)
        for index, report in zip(range(len(paths))[mine], each, strict=True):
            reports[index] = report
            if is_over.is_set():
                return

    with ThreadPoolExecutor(jobs, thread_name_prefix="decoders") as threads:
        try:
            list(threads.map(decode, range(jobs)))
        finally:  # an interrupted check does not wait for the rest of the corpus
            is_over.set()
    return reports


def inspect_one(path: Path | str, limits: AudioLimits, *, name: str | None = None, **options: Any) -> AudioReport:
    """The report of a single file; options as for `inspect_many`."""
    return inspect_many([path], limits, names=None if name is None else [name], **options)[0]


def inspect_each(
    paths: Sequence[Path | str],
    limits: AudioLimits,
    *,
    names: Sequence[str] | None = None,
    timeout_s_per_file: float = 20,
    memory_bytes: int = GIBIBYTE,
) -> Iterator[AudioReport]:
    """As `inspect_many`, each report as soon as it is known."""
    if names is not None and len(names) != len(paths):
        raise ValueError(f"{len(names)} names for {len(paths)} paths")
    with _Decoder(timeout_s_per_file, memory_bytes) as decoder:
        for index, path in enumerate(paths):
            absolute = Path(path).absolute()
            name = names[index] if names is not None else absolute.name
            yield _report(decoder, absolute, name, limits)


def _report(decoder: _Decoder, path: Path, name: str, limits: AudioLimits) -> AudioReport:
    given = {"path": str(path), "extension": extension_of(name)}
    try:
        status = path.stat()
    except OSError as error:
        detail = {"detail": error.strerror or "not found"}
        return AudioReport(**given, verdicts=[Verdict("reject", "audio-unreadable", file=name, params=detail)])
    # A pipe or a device would be waited for, or read without end.
    if not stat.S_ISREG(status.st_mode):
        unreadable = Verdict("reject", "audio-unreadable", file=name, params={"detail": "not a regular file"})
        return AudioReport(**given, verdicts=[unreadable])
    given["size_bytes"] = status.st_size
    if not status.st_size:
        return AudioReport(**given, verdicts=[Verdict("reject", "audio-empty", measured=0, file=name)])
    if status.st_size > limits.max_size_bytes:
        figures = {"measured": status.st_size, "limit": limits.max_size_bytes}
        return AudioReport(**given, verdicts=[Verdict("reject", "audio-too-large", **figures, file=name)])
    try:
        facts = decoder.measure(path, limits)
    except _DecoderCrashed as error:
        verdict = Verdict("reject", "decode-crashed", measured=str(error), file=name)
    except _DecoderTimeout:
        verdict = Verdict("reject", "decode-timeout", limit=decoder.timeout_s, file=name)
    else:
        return report_from_facts(str(path), name, status.st_size, facts, limits)
    return AudioReport(**given, verdicts=[verdict])


class _DecoderCrashed(Exception):
    pass


class _DecoderTimeout(Exception):
    pass


class _Decoder:
    """The child process, started when first needed and again after each loss."""

    def __init__(self, timeout_s: float, memory_bytes: int):
        self.timeout_s = timeout_s
        self._memory_bytes = memory_bytes
        self._process: subprocess.Popen | None = None
        self._buffer = b""
        # A file, not a pipe: a decoder that complains at length must not wait for a reader.
        self._errors = tempfile.TemporaryFile()

    def __enter__(self) -> _Decoder:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._errors.close()

    def measure(self, path: Path, limits: AudioLimits) -> dict[str, Any]:
        """Facts from `decode.measure`. Raises _DecoderCrashed, _DecoderTimeout; the next call gets a fresh child."""
        if self._process is None:
            self._start()
        request = json.dumps({"path": str(path), "limits": asdict(limits)}) + "\n"
        try:
            self._process.stdin.write(request.encode("ascii"))
            self._process.stdin.flush()
            line = self._line(self.timeout_s)
        except BrokenPipeError:
            line = b""
        except _DecoderTimeout:
            self._end()
            raise
        if line:
            return json.loads(line)
        status = self._end()
        # The CPU limit is the same verdict as the clock: a file that costs too much.
        if status == -signal.SIGXCPU:
            raise _DecoderTimeout
        if status < 0:
            raise _DecoderCrashed(signal.Signals(-status).name)
        raise _DecoderCrashed(f"exit {status}: {self._said().rpartition(chr(10))[2]}")

    def _start(self) -> None:
        options = ["--memory-bytes", str(self._memory_bytes), "--cpu-s", str(self.timeout_s)]
        command = [sys.executable, "-m", "trainer.audio.child", *options]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=_PROJECT_ROOT,
            env=_CHILD_ENVIRONMENT,
            start_new_session=True,
        )
        self._buffer = b""
        try:
            is_ready = bool(self._line(_START_TIMEOUT_S))
        except _DecoderTimeout:
            is_ready = False
        if not is_ready:
            # Not the file's fault, so no verdict: judged like this, every file would be rejected.
            raise RuntimeError(f"the audio decoder did not start (exit {self._end()}): {self._said()}")

    def _said(self) -> str:
        """The end of what the children have written to stderr so far."""
        self._errors.seek(max(0, self._errors.seek(0, io.SEEK_END) - 2000))
        return self._errors.read().decode(errors="replace").strip()

    def _line(self, timeout_s: float) -> bytes:
        """The next line of the child; empty when it has ended."""
        deadline = time.monotonic() + timeout_s
        output = self._process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise _DecoderTimeout
                chunk = output.read1(65536)
                if not chunk:
                    return b""
                self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _end(self) -> int:
        """Close the child's input, so that an idle one ends by itself, or kill it. Returns its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            status = process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        process.stdout.close()
        return status

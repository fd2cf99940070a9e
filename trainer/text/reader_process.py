"""The parent's hold on one reading process (`trainer.text.reader`): start, ask, end. One thread at a time."""

from __future__ import annotations

import fcntl
import io
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from trainer.errors import EngineUnavailable
from trainer.languages import Language
from trainer.text.pronunciations import Dictionary

_PROJECT_ROOT = Path(__file__).resolve().parents[2]
_READ_BYTES = 1 << 16
_PIPE_BYTES = 1 << 19
_ERRORS_BYTES_MAX = 1 << 20

# A reader keeps the installation's dictionary and those of a few voices; each may hold 20,000 entries.
_DICTIONARIES_KEPT = 8

# Nothing else of this process's environment, which may hold secrets, is an engine's business. Its library of linear
# algebra would start a thread a core, and each reserves address space that the limit counts.
_KEPT_VARIABLES = ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT")
_SET_VARIABLES = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}


class Request(NamedTuple):
    """One text to be read: the arguments of `trainer.text.phonemize`."""

    text: str
    language: Language
    dictionary: Dictionary | None = None
    override: dict[str, Any] | None = None


@dataclass(frozen=True)
class ReaderLimits:
    """`text_s`: for one text. `start_s`: from the start until the engine is loaded, and for the first text with a
    dictionary that has to be compiled. `memory_bytes`: address space of a reader, many times what it needs."""

    text_s: float = 10.0
    start_s: float = 60.0
    memory_bytes: int = 4 * 1024**3


class ReaderDied(Exception):
    """`str` says how it ended: the name of a signal, or its exit status with the last line it wrote."""


class ReaderHung(Exception):
    def __init__(self, measured_s: float, limit_s: float):
        super().__init__(measured_s, limit_s)
        self.measured_s = round(measured_s, 1)
        self.limit_s = limit_s


class ReaderProcess:
    """A running reader of one language, in a session and process group of its own."""

    def __init__(self, language: str, limits: ReaderLimits, command: Sequence[str]):
        """Starts it and waits until its engine is loaded. Raises EngineUnavailable phonemes-engine-unavailable."""
        self.started_at = time.monotonic()
        self.idle_since = 0.0  # for whoever keeps it
        self._limits = limits
        self._dictionaries: OrderedDict[str, None] = OrderedDict()
        self._buffer = bytearray()
        try:
            # A file, not a pipe: an engine that complains at length must not wait for a reader.
            self._errors = tempfile.TemporaryFile()
        except OSError as error:
            raise EngineUnavailable("phonemes-engine-unavailable", measured=error.strerror) from error
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        try:
            self._process = subprocess.Popen(
                [*command, language, "--memory-bytes", str(limits.memory_bytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                cwd=_PROJECT_ROOT,
                env=kept | _SET_VARIABLES,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise EngineUnavailable("phonemes-engine-unavailable", measured=error.strerror) from error
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            # Room for the answers to a batch: else the reader would wait whenever this process does something else.
            fcntl.fcntl(self._process.stdout.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        os.set_blocking(self._process.stdin.fileno(), False)
        os.set_blocking(self._process.stdout.fileno(), False)
        try:
            self._line(limits.start_s)
        except ReaderHung as error:
            self.kill()
            self.end()
            raise EngineUnavailable("phonemes-engine-unavailable", measured=f"{error.measured_s:g} s") from error
        except ReaderDied as error:
            raise EngineUnavailable("phonemes-engine-unavailable", measured=str(error)) from error

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, requests: Sequence[Request]) -> Iterator[dict[str, Any]]:
        """The reader's answer to each request, in order, as they come (see `trainer.text.reader`).

        Raises ReaderDied, ReaderHung: the request whose answer is missing was being read, and the process is gone.
        """
        message, is_cold = self._message(requests)
        limit_s = self._limits.start_s if is_cold else self._limits.text_s
        try:
            self._write(message, limit_s)
            for _ in requests:
                yield orjson.loads(self._line(limit_s))
                limit_s = self._limits.text_s
        except ReaderHung:
            self.kill()
            self.end()
            raise
        self._errors_trim()

    def end(self) -> int:
        """Close its input, so that an idle one ends by itself, or kill it. Returns its exit status."""
        self._process.stdin.close()
        try:
            status = self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self.kill()
            status = self._process.wait()
        self._process.stdout.close()
        self._errors.close()
        return status

    def kill(self) -> None:
        """Kill its process group, in time for `end` not to wait."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def disown(self) -> None:
        """In a forked child: close our copies of its pipes, so that it ends with the process that started it."""
        self._process.returncode = 0  # not ours to wait for
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            stream.close()

    def _message(self, requests: Sequence[Request]) -> tuple[bytes, bool]:
        """The request as one line, and whether it brings a dictionary that the reader does not have yet."""
        needed = {r.dictionary.version: r.dictionary for r in requests if r.dictionary is not None}
        needed.pop("", None)
        new = [dictionary.as_json()["entries"] for version, dictionary in needed.items() if not self._has(version)]
        surplus = max(0, len(self._dictionaries) - _DICTIONARIES_KEPT)
        forgotten = [version for version in self._dictionaries if version not in needed][:surplus]
        for version in forgotten:
            del self._dictionaries[version]
        document = {
            "dictionaries": new,
            "forget": forgotten,
            "first_limit_s": self._limits.start_s if new else self._limits.text_s,
            "limit_s": self._limits.text_s,
            "texts": [[r.text, r.dictionary.version if r.dictionary else "", r.override] for r in requests],
        }
        return orjson.dumps(document) + b"\n", bool(new)

    def _has(self, version: str) -> bool:
        """Whether the reader has this dictionary already; from now on it has."""
        is_known = version in self._dictionaries
        self._dictionaries[version] = None
        self._dictionaries.move_to_end(version)
        return is_known

    def _write(self, message: bytes, limit_s: float) -> None:
        started_at = time.monotonic()
        rest = memoryview(message)
        while rest:
            try:
                rest = rest[os.write(self._process.stdin.fileno(), rest) :]
            except BlockingIOError:
                self._wait(self._process.stdin, select.POLLOUT, started_at, limit_s)
            except BrokenPipeError:
                raise self._death() from None

    def _line(self, limit_s: float) -> bytes:
        """The next line of the reader. Raises ReaderDied, ReaderHung."""
        started_at = time.monotonic()
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            self._wait(self._process.stdout, select.POLLIN, started_at, limit_s)
            chunk = os.read(self._process.stdout.fileno(), _READ_BYTES)
            if not chunk:
                raise self._death()
            self._buffer += chunk
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _wait(self, stream, event: int, started_at: float, limit_s: float) -> None:
        poll = select.poll()
        poll.register(stream, event)
        left = started_at + limit_s - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise ReaderHung(time.monotonic() - started_at, limit_s)

    def _death(self) -> ReaderDied:
        said = self._said()
        status = self.end()
        if status < 0:
            return ReaderDied(signal.Signals(-status).name)
        return ReaderDied(f"exit {status}: {said.rpartition(chr(10))[2]}")

    def _said(self) -> str:
        """The end of what it wrote to stderr so far."""
        self._errors.seek(max(0, self._errors.seek(0, io.SEEK_END) - 2000))
        return self._errors.read().decode(errors="replace").strip()

    def _errors_trim(self) -> None:
        # Both processes share one offset into this file, so that the reader goes on at its new start.
        if os.fstat(self._errors.fileno()).st_size > _ERRORS_BYTES_MAX:
            self._errors.seek(0)
            self._errors.truncate()


def reader_command() -> list[str]:
    return [sys.executable, "-m", "trainer.text.reader"]

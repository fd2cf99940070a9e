"""The job of a training run: claim, check, train, verify the artefact, measure, publish. Nothing else is a success."""

import errno
import logging
import os
import signal
import socket
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from trainer.errors import TrainerError
from trainer.manifest import Manifest, manifest_read
from trainer.messages import LOCALES
from voiceapp import storage
from voiceapp.errors import AppError, WarmStartNotTaken
from voiceapp.jobs.reporter import RunReporter
from voiceapp.jobs.run_files import run_files_write
from voiceapp.jobs.trainer_process import TrainerProcess
from voiceapp.models import RunStatus, TrainingRun
from voiceapp.services.gpu_worker import worker_session_add
from voiceapp.services.storage_marker import storage_marker_check
from voiceapp.services.training_run import (
    run_beat,
    run_claim,
    run_end,
    run_is_cancel_requested,
    run_measure,
    run_return,
    run_warm_start_check,
)
from voiceapp.services.voice_model import model_publish

logger = logging.getLogger(__name__)

BEAT_S = 2.0
# Beyond its budget a training exports, measures and may be slow to start; then it is stopped.
OVERRUN_S = 1800
EXIT_STOPPED = 75
EXIT_USAGE = 2
SIGNAL_GRACE_S = 2.0
# What no operator can mend: a fault of the program or of its installation.
FAULTS_OF_OURS = frozenset({"export-differs", "vocoder-missing", "english-data-missing", "warm-start-not-taken"})
MEASURE_LIMIT_S = 3600
MIB = 2**20
# What a storage answers that is mounted read-only, is not ours to write to, is failing or has gone.
STORAGE_ERRNOS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE, errno.ENOTCONN})


class RunStopped(Exception):
    """The attempt ends without a model: cancelled, given back to the queue, or held by somebody else by now."""


class RunFailed(Exception):
    """The attempt ends without a model, for a reason with a code and its figures."""

    def __init__(self, code: str, *, status: str = RunStatus.FAILED, **params):
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


@dataclass
class Attempt:
    """One worker's hold on a run, and what it has been told meanwhile."""

    run: TrainingRun
    is_shutting_down: bool = False
    is_cancelled: bool = False
    is_displaced: bool = False
    beaten_at: float = field(default=0.0)

    @property
    def directory(self) -> Path:
        return storage.run_directory(self.run.pk)

    def beat(self) -> None:
        """Show a sign of life every two seconds, and learn whether the run is still wanted and still ours."""
        if time.monotonic() - self.beaten_at >= BEAT_S:
            self.beat_with()

    def beat_with(self, **fields) -> None:
        try:
            self.is_displaced = not run_beat(run=self.run, **fields)
            self.is_cancelled = run_is_cancel_requested(run=self.run)
        except DatabaseError as error:
            # Hours of training outlive a database that is away for a minute; the next beat tries again.
            logger.warning("run %s: the database cannot be reached, the trainer goes on: %s", self.run.pk, error)
            connection.close_if_unusable_or_obsolete()
        self.beaten_at = time.monotonic()

    @property
    def is_unwanted(self) -> bool:
        return self.is_shutting_down or self.is_cancelled or self.is_displaced

    def check_wanted(self) -> None:
        if self.is_unwanted:
            raise RunStopped()


def train_run(*, run_id: str, job_id: str) -> None:
    """Entry point that the queue delivers to. A second delivery finds nothing to claim and does nothing."""
    worker_name = os.environ.get("RQ_WORKER_ID") or f"{socket.gethostname()}-{os.getpid()}"
    run = run_claim(run_id=run_id, job_id=job_id, worker_name=worker_name)
    if run is None:
        logger.info("run %s: this delivery has nothing to claim", run_id)
        return
    worker_session_add(name=worker_name)
    attempt = Attempt(run)

    def shut_down(signum, frame):
        attempt.is_shutting_down = True

    previous = signal.signal(signal.SIGTERM, shut_down)
    try:
        _make_model(attempt)
    except RunStopped:
        _stop(attempt)
    except RunFailed as failure:
        run_end(run=run, status=failure.status, code=failure.code, params=failure.params)
    except (AppError, TrainerError) as error:
        figures = {"measured": error.measured, "limit": error.limit, **error.params}
        blame = {"status": RunStatus.FAILED}
        if error.code in FAULTS_OF_OURS:
            blame = {"status": RunStatus.ERRORED, "traceback": traceback.format_exc()}
        run_end(run=run, code=error.code, params=_json_safe(figures), **blame)
    except Exception as error:
        logger.exception("run %s ended by an unexpected error", run.pk)
        status, code, figures = _unexpected(attempt, error)
        run_end(run=run, status=status, code=code, params=figures, traceback=traceback.format_exc())
    finally:
        signal.signal(signal.SIGTERM, previous)


def _make_model(attempt: Attempt) -> None:
    run = attempt.run
    storage_marker_check()
    _verify_audio(attempt)
    artefact = attempt.directory / "artefact"
    if not _is_valid(artefact):  # an earlier attempt may have been lost while it measured
        _fit(attempt)
    manifest = _open_artefact(artefact)
    _verify_start(run, manifest)
    if not run_measure(run=run, step=TrainingRun.objects.values_list("step", flat=True).get(pk=run.pk)):
        raise RunStopped()
    measured = _measure(attempt, artefact)
    attempt.check_wanted()
    published = storage.model_store(artefact, manifest.digest)
    size_bytes = sum(path.stat().st_size for path in published.rglob("*") if path.is_file())
    _open_artefact(published)
    model_publish(run=run, digest=manifest.digest, size_bytes=size_bytes, versions=manifest.versions, measured=measured)


def _verify_audio(attempt: Attempt) -> None:
    """Read every clip once more: storage may have changed since the run was queued."""
    for clip in attempt.run.run_clips.only("run", "name", "sha256"):
        attempt.beat()
        attempt.check_wanted()
        if not storage.audio_path(clip.sha256).exists():
            raise RunFailed("clip-missing", name=clip.name)
        if not storage.audio_is_intact(clip.sha256):
            raise RunFailed("clip-altered", name=clip.name)


def _verify_start(run: TrainingRun, manifest: Manifest) -> None:
    """A model that began elsewhere than its run says would be believed for ever."""
    told, taken = run.warm_start_digest or None, manifest.data["training"].get("warm_start")
    if taken != told:
        raise WarmStartNotTaken(measured=taken or "–", limit=told or "–")


def _fit(attempt: Attempt) -> None:
    run, directory = attempt.run, attempt.directory
    run_warm_start_check(run=run)  # storage may have changed since the run was queued
    files = run_files_write(run=run, directory=directory)
    arguments = ["fit", "--metadata", str(files.metadata), "--audio-dir", str(storage.media_root() / "audio")]
    arguments += ["--language", run.language, "--phonemes", str(files.phonemes)]
    arguments += ["--minutes", f"{run.minutes:g}", "--seed", str(run.seed), "--out", str(directory)]
    if files.pronunciations is not None:
        arguments += ["--pronunciations", str(files.pronunciations)]
    if run.warm_start_digest:
        arguments += ["--warm-start", str(storage.model_directory(run.warm_start_digest))]
    if settings.VOICE_TRAINER_THREADS:
        arguments += ["--threads", str(settings.VOICE_TRAINER_THREADS)]
    if (directory / "checkpoints").is_dir() and any((directory / "checkpoints").iterdir()):
        arguments.append("--resume")
    child = TrainerProcess(arguments, log_path=files.log)
    attempt.beat_with(trainer_pid=child.pid)
    reporter = RunReporter(run)
    limit_s, silence_limit_s = run.minutes * 60 * 3 + OVERRUN_S, settings.VOICE_TRAINER_SILENCE_S
    _follow(attempt, child, reporter.report, limit_s=limit_s, silence_limit_s=silence_limit_s)
    reporter.flush()
    _judge_exit(attempt, child, reporter.failure)


def _measure(attempt: Attempt, artefact: Path) -> dict:
    child = TrainerProcess(["measure", "--model", str(artefact)], log_path=attempt.directory / "trainer.log")
    attempt.beat_with(trainer_pid=child.pid)
    documents = []
    # Its one document comes at the end: silence proves nothing here.
    _follow(attempt, child, documents.append, limit_s=MEASURE_LIMIT_S, silence_limit_s=MEASURE_LIMIT_S)
    failure = next((entry for entry in documents if entry.get("event") == "failed"), None)
    _judge_exit(attempt, child, failure)
    if len(documents) != 1:
        raise RunFailed("measurement-incomplete", reason=f"{len(documents)} JSON")
    return documents[0]


def _follow(attempt: Attempt, child: TrainerProcess, report, *, limit_s: float, silence_limit_s: float) -> None:
    """Read the child to its end, beating; stop it when it is unwanted, silent for too long, or over its limit."""
    started_at = time.monotonic()
    try:
        for event in child.lines():
            if event is not None:
                report(event)
            attempt.beat()
            if attempt.is_unwanted:
                _stop_child(attempt, child)
                raise RunStopped()
            if child.silence_s > silence_limit_s:
                raise RunFailed("trainer-silent", silence_s=round(child.silence_s))
            if time.monotonic() - started_at > limit_s:
                raise RunFailed("trainer-overran", measured=round(time.monotonic() - started_at), limit=round(limit_s))
    finally:
        if child.wait(5.0) is None:
            child.kill()


def _stop_child(attempt: Attempt, child: TrainerProcess) -> None:
    """SIGTERM, time for a checkpoint, then SIGKILL; the heartbeat goes on meanwhile."""
    if attempt.is_displaced:
        child.kill()
        return
    child.ask_to_stop()
    deadline = time.monotonic() + settings.VOICE_CANCEL_GRACE_S
    while child.wait(1.0) is None and time.monotonic() < deadline:
        attempt.beat()
    child.kill()


def _judge_exit(attempt: Attempt, child: TrainerProcess, failure: dict | None) -> None:
    exit_code = child.wait(0)
    if exit_code == 0:
        return
    if exit_code == EXIT_STOPPED:
        # A shutdown of the machine reaches trainer and worker in any order; give ours a moment to arrive.
        time.sleep(SIGNAL_GRACE_S)
        if attempt.is_shutting_down:
            raise RunStopped()
        raise RunFailed("trainer-stopped")
    if exit_code < 0:
        raise RunFailed("trainer-died", signal=f"{-exit_code} ({signal.Signals(-exit_code).name})")
    if failure and failure.get("code"):
        figures = {name: value for name, value in failure.items() if name not in ("event", "code")}
        is_ours = exit_code == EXIT_USAGE or failure["code"] in FAULTS_OF_OURS
        status = RunStatus.ERRORED if is_ours else RunStatus.FAILED
        raise RunFailed(failure["code"], status=status, **figures)
    status = RunStatus.FAILED if exit_code in (3, 4, 5, 6) else RunStatus.ERRORED
    raise RunFailed("trainer-exited", status=status, exit_code=exit_code)


def _stop(attempt: Attempt) -> None:
    attempt.is_cancelled = attempt.is_cancelled or run_is_cancel_requested(run=attempt.run)
    if attempt.is_cancelled:
        run_end(run=attempt.run, status=RunStatus.CANCELLED)
    elif attempt.is_shutting_down:
        run_return(run=attempt.run)


def _is_valid(artefact: Path) -> bool:
    try:
        manifest_read(artefact, verify=True)
    except TrainerError:
        return False
    return True


def _open_artefact(artefact: Path):
    try:
        return manifest_read(artefact, verify=True)
    except TrainerError as error:
        raise RunFailed("artefact-invalid", reason={locale: error.message(locale) for locale in LOCALES}) from error


def _unexpected(attempt: Attempt, error: Exception) -> tuple[str, str, dict]:
    """Status, code and figures: a storage that is full or cannot be used is the operator's to mend, the rest ours."""
    if isinstance(error, OSError) and storage.is_out_of_space(error):
        files = [path for path in (attempt.directory / "artefact").rglob("*") if path.is_file()]
        needed = sum(path.stat().st_size for path in files)
        figures = {"measured": storage.free_bytes() // MIB, "limit": -(-needed // MIB)}
        return RunStatus.FAILED, "disk-full", {**figures, "folder": str(storage.media_root())}
    if isinstance(error, OSError) and error.errno in STORAGE_ERRNOS:
        return RunStatus.FAILED, "storage-not-writable", {"reason": error.strerror or str(error)}
    return RunStatus.ERRORED, "unexpected", {}


def _json_safe(figures: dict) -> dict:
    plain = (str, int, float, bool, type(None), list, dict)
    return {name: value if isinstance(value, plain) else str(value) for name, value in figures.items()}

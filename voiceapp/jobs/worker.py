"""The RQ workers: they beat, sweep, survive a restart of the queue server, and hand back their work on shutdown."""

import logging
import os
import signal
import socket
import time
import uuid

from django.conf import settings
from django.db import DatabaseError, connections
from redis.exceptions import ConnectionError as QueueConnectionError
from redis.exceptions import TimeoutError as QueueTimeoutError
from rq import Worker
from rq.exceptions import StopRequested

from voiceapp.models.gpu_worker import WORKER_LOST_QUEUE, WORKER_SHUT_DOWN, WORKER_USED_UP
from voiceapp.processes import die_with_parent
from voiceapp.services.gpu_worker import worker_beat
from voiceapp.services.sweep import sweep, sweep_phonemes

logger = logging.getLogger(__name__)

# An idle worker wakes 15 s before its time to live ends (RQ's constant): every 10 s.
WORKER_TTL_S = 25
# A busy worker wakes so often to beat and sweep.
MONITORING_S = 5
CARE_S = 5.0
# Looking for stale phonemes reads the whole dictionary.
PHONEMES_CARE_S = 20.0


def worker_name() -> str:
    """Never reused: RQ refuses the name of a killed worker until its key has expired."""
    return f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:6]}"


class CaringWorker(Worker):
    """Sweeps from its own loop, in one thread: a forked work-horse must not inherit another thread's locks."""

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("worker_ttl", WORKER_TTL_S)
        kwargs.setdefault("job_monitoring_interval", MONITORING_S)
        kwargs.setdefault("log_job_description", False)
        super().__init__(*args, **kwargs)
        self.is_shut_down = False
        self.deliveries = 0
        self._cared_at = self._phonemes_cared_at = -PHONEMES_CARE_S

    def beat(self) -> None:
        """Give a sign of life to whoever reads rows."""

    def heartbeat(self, *args, **kwargs):
        super().heartbeat(*args, **kwargs)
        self._care()

    def execute_job(self, job, queue):
        """Ctrl-C ends the queue server at the same moment, so what RQ still wanted to note there is no fault."""
        try:
            super().execute_job(job, queue)
        except (QueueConnectionError, QueueTimeoutError):
            if self.is_shut_down:
                raise StopRequested() from None
            raise

    def maintain_heartbeats(self, job, execution):
        """A queue server that is away for a while must not end a job: the row is the truth."""
        try:
            super().maintain_heartbeats(job, execution)
        except (QueueConnectionError, QueueTimeoutError) as error:
            logger.warning("the queue server cannot be reached, the job goes on: %s", error)
            self._care()

    def fork_work_horse(self, job, queue):
        # Neither side of a fork may use the other's database connection.
        connections.close_all()
        self.deliveries += 1
        super().fork_work_horse(job, queue)

    def main_work_horse(self, job, queue):
        # SIGTERM, not SIGKILL: the job still hands its work back when the worker above it dies.
        die_with_parent(signal.SIGTERM)
        super().main_work_horse(job, queue)

    def handle_warm_shutdown_request(self):
        """Do not wait for a job of hours: the work-horse keeps what it has and gives the rest back to the queue."""
        super().handle_warm_shutdown_request()
        self.is_shut_down = True
        if self.horse_pid:
            try:
                os.kill(self.horse_pid, signal.SIGTERM)
            except ProcessLookupError:
                pass

    def _care(self) -> None:
        if self._is_horse or time.monotonic() - self._cared_at < CARE_S:
            return
        self._cared_at = time.monotonic()
        try:
            self.beat()
            # A database that was locked for that long kept every worker's beats back, not only ours.
            is_slow = time.monotonic() - self._cared_at > CARE_S
            self._cared_at = time.monotonic()
            found = {} if is_slow else sweep()
            if not is_slow and self._cared_at - self._phonemes_cared_at >= PHONEMES_CARE_S:
                self._phonemes_cared_at = self._cared_at
                found["phonemes"] = sweep_phonemes()
        except DatabaseError as error:
            logger.warning("the database cannot be reached, the sweep is put off: %s", error)
            connections.close_all()
            return
        if any(found.values()):
            words = {"lost": "lost", "redelivered": "redelivered", "phonemes": "styles with stale phonemes"}
            logger.info("sweep: %s", ", ".join(f"{found[key]} {words[key]}" for key in words if found.get(key)))


class TrainingWorker(CaringWorker):
    def beat(self) -> None:
        worker_beat(name=self.name)


class PhonemeWorker(CaringWorker):
    """Reads phonemes of clips anew. The queue server alone knows it; rows are about trainings."""


def worker_work(*, name: str) -> str:
    """Work until the recycling limit or a shutdown; return why it ended. Faults are raised."""
    import django_rq

    queue = django_rq.get_queue("training")
    worker = TrainingWorker([queue], name=name, connection=queue.connection, serializer=queue.serializer)
    try:
        worker.work(max_jobs=settings.VOICE_WORKER_MAX_SESSIONS, with_scheduler=False, logging_level=None)
    except (QueueConnectionError, QueueTimeoutError):
        if not worker.is_shut_down:
            raise
    if worker.is_shut_down:
        return WORKER_SHUT_DOWN
    return WORKER_USED_UP if worker.deliveries >= settings.VOICE_WORKER_MAX_SESSIONS else WORKER_LOST_QUEUE


def phoneme_worker_work(*, name: str) -> None:
    """Work until a shutdown. Faults are raised, a lost queue server among them."""
    import django_rq

    queue = django_rq.get_queue("phonemes")
    worker = PhonemeWorker([queue], name=name, connection=queue.connection, serializer=queue.serializer)
    try:
        worker.work(with_scheduler=False, logging_level=None)
    except (QueueConnectionError, QueueTimeoutError):
        if not worker.is_shut_down:
            raise

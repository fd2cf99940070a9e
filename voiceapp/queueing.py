"""The only place that speaks to the queue server. A job carries a row's id and the delivery's id, nothing else."""

import logging
from datetime import timedelta

import django_rq
from django.db import transaction
from django.utils import timezone
from redis.exceptions import RedisError
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.worker import Worker

logger = logging.getLogger(__name__)

TRAINING_QUEUE = "training"
TRAIN_JOB = "voiceapp.jobs.training.train_run"
PHONEMES_QUEUE = "phonemes"
PHONEMES_JOB = "voiceapp.jobs.phonemes.phonemize_style"
# 100,000 lines take some minutes; the job gives signs of life of its own, and this is only the fence behind it.
PHONEMES_TIMEOUT_S = 6 * 3600
# An idle worker gives a sign of life every 10 s, one at work every 5.
WORKER_SILENCE_LIMIT = timedelta(seconds=30)
# The job watches the trainer itself; this is only the fence behind it, beyond the sum of the job's own limits.
JOB_TIMEOUT_SLACK_S = 3 * 3600
RESULT_TTL_S = 24 * 3600

WAITING = frozenset({JobStatus.QUEUED, JobStatus.DEFERRED, JobStatus.SCHEDULED, JobStatus.CREATED})
# A delivery that was taken claims its run at once; one that has not by then died with its worker.
CLAIM_LIMIT = timedelta(seconds=20)


def training_enqueue_on_commit(*, run_id, job_id: str, minutes: float) -> None:
    """Deliver a run to the workers once its row is committed.

    An unreachable queue server does not undo the row: the sweep delivers what the queue does not hold.
    """

    def enqueue():
        try:
            training_enqueue(run_id=run_id, job_id=job_id, minutes=minutes)
        except RedisError as error:
            logger.error("run %s stays queued in the database; the queue server is unreachable: %s", run_id, error)

    transaction.on_commit(enqueue)


def training_enqueue(*, run_id, job_id: str, minutes: float) -> None:
    """Raises `redis.exceptions.RedisError` when the queue server is unreachable."""
    django_rq.get_queue(TRAINING_QUEUE).enqueue_call(
        TRAIN_JOB,
        kwargs={"run_id": str(run_id), "job_id": job_id},
        job_id=job_id,
        timeout=int(minutes * 60 * 3 + JOB_TIMEOUT_SLACK_S),
        result_ttl=RESULT_TTL_S,
        failure_ttl=RESULT_TTL_S,
    )


def training_is_waiting(job_id: str) -> bool:
    """Whether the queue still holds this delivery, or a worker has only just taken it.

    Raises `RedisError` when the queue server cannot be asked.
    """
    return _is_waiting(TRAINING_QUEUE, job_id)


def phonemes_enqueue(*, style_id: int, job_id: str) -> None:
    """Raises `redis.exceptions.RedisError` when the queue server is unreachable."""
    django_rq.get_queue(PHONEMES_QUEUE).enqueue_call(
        PHONEMES_JOB,
        kwargs={"style_id": style_id, "job_id": job_id},
        job_id=job_id,
        timeout=PHONEMES_TIMEOUT_S,
        result_ttl=RESULT_TTL_S,
        failure_ttl=RESULT_TTL_S,
    )


def phonemes_are_waiting(job_id: str) -> bool:
    """`training_is_waiting`, of a delivery of phoneme work."""
    return _is_waiting(PHONEMES_QUEUE, job_id)


def phoneme_worker_is_alive() -> bool:
    """Whether a worker for phonemes has given a sign of life lately; False when the queue server cannot be asked."""
    try:
        workers = Worker.all(queue=django_rq.get_queue(PHONEMES_QUEUE))
    except RedisError:
        return False
    limit = timezone.now() - WORKER_SILENCE_LIMIT
    return any(worker.last_heartbeat is not None and worker.last_heartbeat > limit for worker in workers)


def _is_waiting(queue_name: str, job_id: str) -> bool:
    queue = django_rq.get_queue(queue_name)
    try:
        job = Job.fetch(job_id, connection=queue.connection, serializer=queue.serializer)
    except NoSuchJobError:
        return False
    status = job.get_status()
    if status == JobStatus.STARTED:
        return job.started_at is None or timezone.now() - job.started_at < CLAIM_LIMIT
    return status in WAITING


def queue_is_reachable() -> bool:
    try:
        return bool(django_rq.get_connection(TRAINING_QUEUE).ping())
    except RedisError:
        return False

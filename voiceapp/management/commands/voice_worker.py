"""Run a training worker here, if this place is meant to have one, and replace it when it ends."""

import importlib.util
import os
import shutil
import socket
import subprocess

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from voiceapp import processes
from voiceapp.conf import valkey
from voiceapp.conf.logging import log_process_start
from voiceapp.jobs.worker import worker_name, worker_work
from voiceapp.processes import end_with_parent_argument, supervise
from voiceapp.services.gpu_worker import worker_start, worker_stop

QUEUE_WAIT_S = 30


class Command(BaseCommand):
    help = "Train queued runs. Starts only where VOICE_WORKER_ENABLED=true."

    def add_arguments(self, parser):
        parser.add_argument("--once", action="store_true", help="one worker process, not replaced when it ends")
        end_with_parent_argument(parser)

    def handle(self, *args, once, end_with_parent, **options):
        if end_with_parent:
            processes.end_with_parent()
        log_process_start("The worker")
        if not settings.VOICE_WORKER_ENABLED:
            self.stdout.write(
                "The worker is disabled here: VOICE_WORKER_ENABLED is not true. Nothing is trained by this process."
            )
            return
        if importlib.util.find_spec("torch") is None:
            raise CommandError("The trainer is not installed here: pip install '.[trainer]' (torch is missing).")
        if not valkey.wait_until_answering(settings.REDIS_URL, timeout_s=QUEUE_WAIT_S):
            raise CommandError(f"The queue server did not answer within {QUEUE_WAIT_S} seconds.")
        if once:
            self._work()
        else:
            supervise("voice_worker", say=self.stderr.write)

    def _work(self):
        name = worker_name()
        worker_start(name=name, host=socket.gethostname(), pid=os.getpid(), device=device_name())
        reason = "ended"
        try:
            reason = worker_work(name=name)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise
        finally:
            worker_stop(name=name, reason=reason)


def device_name() -> str:
    """The GPU that a training here would use, or the processor."""
    if shutil.which("nvidia-smi"):
        query = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
        listed = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
        if listed.returncode == 0 and listed.stdout.strip():
            return listed.stdout.splitlines()[0].strip()[:80]
    return f"CPU ({os.cpu_count()} cores)"

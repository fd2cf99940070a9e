"""Run a phoneme worker here, if this place is meant to have one, and replace it when it ends."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from voiceapp import processes
from voiceapp.conf import valkey
from voiceapp.conf.logging import log_process_start
from voiceapp.jobs.worker import phoneme_worker_work, worker_name
from voiceapp.processes import end_with_parent_argument, supervise

QUEUE_WAIT_S = 30


class Command(BaseCommand):
    help = (
        "Read the phonemes of clips anew after a change of the dictionary. Needs no GPU. Starts only where "
        "VOICE_PHONEME_WORKER_ENABLED=true."
    )

    def add_arguments(self, parser):
        parser.add_argument("--once", action="store_true", help="one worker process, not replaced when it ends")
        end_with_parent_argument(parser)

    def handle(self, *args, once, end_with_parent, **options):
        if end_with_parent:
            processes.end_with_parent()
        log_process_start("The phoneme worker")
        if not settings.VOICE_PHONEME_WORKER_ENABLED:
            self.stdout.write(
                "The phoneme worker is disabled here: VOICE_PHONEME_WORKER_ENABLED is not true. No phonemes are read anew "
                "by this process."
            )
            return
        if not valkey.wait_until_answering(settings.REDIS_URL, timeout_s=QUEUE_WAIT_S):
            raise CommandError(f"The queue server did not answer within {QUEUE_WAIT_S} seconds.")
        if once:
            phoneme_worker_work(name=worker_name())
        else:
            supervise("phoneme_worker", say=self.stderr.write)

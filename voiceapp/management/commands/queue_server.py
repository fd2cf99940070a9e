"""Run the bundled queue server until it is stopped."""

import fcntl
import logging
import os
import signal

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from voiceapp import processes
from voiceapp.conf import valkey
from voiceapp.conf.logging import log_process_start
from voiceapp.processes import end_with_parent_argument

logger = logging.getLogger("voiceapp.queue_server")


class Command(BaseCommand):
    help = "Run the bundled Valkey server on a Unix socket under var/; with REDIS_URL set, only wait to be stopped."
    requires_system_checks = []

    def add_arguments(self, parser):
        end_with_parent_argument(parser)

    def handle(self, *args, end_with_parent, **options):
        if end_with_parent:
            processes.end_with_parent()
        log_process_start("The queue server")
        if settings.QUEUE_IS_BUNDLED:
            self._exec_server()
        logger.info("REDIS_URL is set: the bundled queue server is not needed and is not started.")
        # The process stays, because the Procfile's runner ends all when one ends.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        while True:
            signal.pause()

    def _exec_server(self):
        folder = settings.VAR_ROOT / "valkey"
        try:
            valkey.private_folder_ensure(folder)
            valkey.private_folder_ensure(settings.QUEUE_SOCKET.parent)
        except OSError as error:
            raise CommandError(f"The queue server cannot use its folder: {error}") from error
        self._lock(folder / "lock")
        if valkey.is_answering(settings.REDIS_URL):
            raise CommandError(f"A queue server already answers on {settings.QUEUE_SOCKET}. Stop it first.")
        command = valkey.server_command(folder=folder, socket=settings.QUEUE_SOCKET)
        os.execv(command[0], command)

    def _lock(self, path):
        """Hold a lock for as long as the server lives: two servers writing one append-only file would ruin it."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.pread(descriptor, 20, 0).decode().strip() or "?"
            raise CommandError(
                f"A queue server already runs in {path.parent}, as process {other}. Stop it first: kill {other}"
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        os.set_inheritable(descriptor, True)  # the lock outlives exec and ends with the server

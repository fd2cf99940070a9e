"""Run the web server until it is stopped."""

import os
import sys

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from voiceapp import processes
from voiceapp.conf import valkey
from voiceapp.processes import end_with_parent_argument

QUEUE_WAIT_S = 30


class Command(BaseCommand):
    help = "Wait for the queue server, then serve pages and REST with gunicorn on VOICE_WEB_HOST and VOICE_WEB_PORT."

    def add_arguments(self, parser):
        end_with_parent_argument(parser)

    def handle(self, *args, end_with_parent, **options):
        if end_with_parent:
            processes.end_with_parent()
        if not valkey.wait_until_answering(settings.REDIS_URL, timeout_s=QUEUE_WAIT_S):
            raise CommandError(f"The queue server did not answer within {QUEUE_WAIT_S} seconds.")
        os.execv(sys.executable, gunicorn_command(host=settings.VOICE_WEB_HOST, port=settings.VOICE_WEB_PORT))


def gunicorn_command(*, host: str, port: int) -> list[str]:
    """Return the argument list of the web server.

    One process with threads: gthread streams bodies as they come, and the threads share the loaded voices and
    dictionaries.
    """
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return [
        *(sys.executable, "-m", "gunicorn", "voiceapp.conf.wsgi:application"),
        *("--bind", bind),
        *("--worker-class", "gthread", "--workers", "1", "--threads", str(settings.VOICE_WEB_THREADS)),
        # Under gthread this is the heartbeat of the process, not a limit on a request.
        *("--timeout", "60", "--graceful-timeout", "3", "--keep-alive", "5"),
        "--no-control-socket",
        *("--log-level", "warning"),
    ]

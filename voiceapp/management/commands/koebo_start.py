"""Make an installation ready to be used; does nothing twice."""

import hashlib
import secrets
import socket
import sys
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError, transaction

from voiceapp import storage
from voiceapp.errors import AppError
from voiceapp.services.storage_marker import storage_marker_ensure

ADMIN_NAME = "admin"


class Command(BaseCommand):
    help = "Migrate, collect static files, mark the storage and create the administrator; safe to repeat."

    def add_arguments(self, parser):
        parser.add_argument("--serving", action="store_true", help="check that the port is free and print the URL")

    def handle(self, *args, serving, **options):
        if serving:
            port_check(host=settings.VOICE_WEB_HOST, port=settings.VOICE_WEB_PORT)
        call_command("migrate", interactive=False, verbosity=0)
        static_collect()
        try:
            storage_marker_ensure()
            storage.incoming_clear()
        except AppError as error:
            # Not fatal: pages still show what is there, and registering and queuing refuse with this sentence.
            self.stderr.write(self.style.ERROR(error.detail))
        password = administrator_ensure()
        if password:
            self.stdout.write(
                f"\n  The administrator was created. This password is shown only now:\n\n"
                f"      user      {ADMIN_NAME}\n      password  {password}\n\n"
                f"  Change it after signing in. Lost it? {command_shown('changepassword', ADMIN_NAME)}\n"
            )
        if serving:
            self.stdout.write(f"\n  Koebo: {url_shown()}   (Ctrl-C ends everything)\n")


def port_check(*, host: str, port: int) -> None:
    """Raises CommandError with a sentence when the port is taken or may not be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As gunicorn does: a port whose old connections are still winding down is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({error.strerror}). "
                f"Stop what uses it, or choose another one: make run PORT={port + 1 if port < 65535 else 8000}"
            ) from error


def administrator_ensure() -> str | None:
    """Create the administrator where there is no superuser yet; return the password to be shown once, else None."""
    users = get_user_model()
    if users.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    try:
        with transaction.atomic():
            users.objects.create_superuser(ADMIN_NAME, password=password)
    except IntegrityError:
        if users.objects.filter(is_superuser=True).exists():  # another process was first
            return None
        raise CommandError(
            f"There is no administrator, and a user without rights is called {ADMIN_NAME}. "
            f"Run: {command_shown('createsuperuser')}"
        ) from None
    return password


def static_collect() -> None:
    """Collect, hash and compress static files unless none has changed since the last time."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, files in sorted(finder.list([]), key=lambda found: found[0]):
            status = (name, files.path(name), files.get_modified_time(name).timestamp(), files.size(name))
            digest.update(repr(status).encode())
    stamp = settings.STATIC_ROOT / ".collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, stdout=StringIO())
    stamp.write_text(digest.hexdigest())


def command_shown(*arguments: str) -> str:
    """A management command as it can be typed here: `python` alone may be another one, or none."""
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    return " ".join([str(python), "manage.py", *arguments])


def url_shown() -> str:
    """The address to open: the machine's own where the server listens on every interface."""
    host = settings.VOICE_WEB_HOST
    host = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host
    return f"http://{host}:{settings.VOICE_WEB_PORT}/"

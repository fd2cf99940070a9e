"""The first start, and every later one."""

import re
import socket
from io import StringIO

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command

from voiceapp.models import StorageMarker

pytestmark = pytest.mark.django_db


def _start(**options):
    output, errors = StringIO(), StringIO()
    call_command("koebo_start", stdout=output, stderr=errors, **options)
    return output.getvalue(), errors.getvalue()


def test_password_is_shown_once_and_works():
    first, _ = _start()
    password = re.search(r"password  (\S+)", first).group(1)
    user = authenticate(username="admin", password=password)
    assert user.is_superuser
    second, _ = _start()
    assert "password" not in second
    assert get_user_model().objects.count() == 1


def test_existing_superuser_is_enough():
    get_user_model().objects.create_superuser("somebody", password="x")
    output, _ = _start()
    assert output == ""
    assert not get_user_model().objects.filter(username="admin").exists()


def test_user_without_rights_called_admin_is_not_promoted():
    get_user_model().objects.create_user("admin", password="x")
    with pytest.raises(CommandError, match="createsuperuser"):
        _start()
    assert not get_user_model().objects.get(username="admin").is_superuser


def test_storage_is_marked(media_root):
    _start()
    marker = StorageMarker.objects.get()
    assert (media_root / "koebo-storage-marker").read_text().strip() == str(marker.pk)


def test_foreign_storage_is_said_and_does_not_stop_the_pages(media_root):
    _start()
    (media_root / "koebo-storage-marker").write_text("another\n")
    _, errors = _start()
    assert str(media_root) in errors
    assert (media_root / "koebo-storage-marker").read_text() == "another\n"


def test_taken_port_is_said_plainly(settings):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings.VOICE_WEB_PORT = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {settings.VOICE_WEB_PORT} on 127.0.0.1 cannot be used .*PORT="):
            _start(serving=True)
    assert not get_user_model().objects.exists(), "nothing is set up, and no password lost, when it cannot serve"


def test_url_is_printed(settings):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        settings.VOICE_WEB_PORT = probe.getsockname()[1]
    output, _ = _start(serving=True)
    assert f"http://localhost:{settings.VOICE_WEB_PORT}/" in output

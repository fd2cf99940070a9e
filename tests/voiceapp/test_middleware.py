"""What every page shares."""

import io

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.voiceapp import rows
from voiceapp.conf.wsgi import application
from voiceapp.models import ReferenceAudio

BOUNDARY = "frontier"


def part(name: str, data: bytes) -> bytes:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="{name}"\r\n\r\n'
    return head.encode() + data + b"\r\n"


@pytest.mark.django_db(transaction=True)
def test_an_upload_that_breaks_off_leaves_nothing_behind(media_root):
    voice = rows.voice()
    client = Client()
    client.force_login(User.objects.create_user("operator"))
    client.get("/voices/")  # sets the cookie without which the CSRF check would not read the form
    body = part("whole.wav", rows.wav(1.0)) + part("broken.wav", rows.wav(2.0))[:-20_000]
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/voices/{voice.slug}/references/",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "CONTENT_TYPE": f"multipart/form-data; boundary={BOUNDARY}",
        "CONTENT_LENGTH": str(len(body) + 20_000),
        "HTTP_COOKIE": "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
    }
    statuses = []
    b"".join(application(environ, lambda status, headers: statuses.append(status)))
    assert statuses[0].startswith("4")
    assert not list((media_root / "incoming").iterdir())
    assert not ReferenceAudio.objects.exists()

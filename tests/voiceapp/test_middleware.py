"""What every page shares."""

import io

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from tests.voiceapp import rows
from voiceapp.conf.wsgi import application
from voiceapp.models import ReferenceAudio
from voiceapp.views import style as style_views

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


@pytest.mark.django_db
def test_a_database_that_is_locked_for_too_long_is_no_error_of_the_program(client, monkeypatch):
    voice = rows.voice()
    client.force_login(User.objects.create_user("operator"))

    def locked(**kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr(style_views, "style_create", locked)
    response = client.post(f"/voices/{voice.slug}/new-style/", {"name": "Calm", "slug": "calm"})
    assert (response.status_code, response["Koebo-Code"]) == (503, "database-busy")
    assert b"try again" in response.content


@pytest.mark.parametrize(
    "address",
    [
        "/pronunciations/?voice=%00",
        "/pronunciations/?q=a%00",
        "/pronunciations/new/?surface=%00&language=ja",
        "/pronunciations/history/?surface=%00",
        "/pronunciations/table/?%00=a",
        "/phonemes/?voice=%00",
        "/runs/?page=%00",
        "/?order=%00",
        "/admin/voiceapp/trainingrun/?status__exact=%00",
    ],
)
@pytest.mark.django_db
def test_an_address_with_a_null_character_leads_nowhere(address):
    rows.voice()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(User.objects.create_superuser("chief"))
    assert client.get(address.replace("%00", "x")).status_code != 500
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_a_voice_with_a_null_character_in_a_form_is_not_looked_for():
    client = Client()
    client.force_login(User.objects.create_user("operator"))
    assert client.post("/phonemes/", {"text": "はい。", "language": "ja", "voice": "\0"}).status_code == 404

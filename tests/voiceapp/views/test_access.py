"""Who sees pages, in which language, and what stands there when something is refused."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

import voiceapp.urls
from tests.voiceapp import rows
from voiceapp.services.storage_marker import storage_marker_ensure

ARGUMENTS = {"pk": 1, "step": 1}
RUN_PATTERNS = {pattern.name for pattern in voiceapp.urls.urlpatterns if "<uuid" in str(pattern.pattern)}


def addresses():
    for pattern in voiceapp.urls.urlpatterns:
        arguments = {name: ARGUMENTS.get(name, "any") for name in pattern.pattern.converters}
        if pattern.name in RUN_PATTERNS:
            arguments["pk"] = uuid.UUID(int=1)
        yield reverse(pattern.name, kwargs=arguments)


SIGNED_IN_ONLY = sorted(set(addresses()) - {"/login/", "/logout/"})


@pytest.mark.django_db
@pytest.mark.parametrize("address", SIGNED_IN_ONLY)
def test_strangers_are_sent_to_the_sign_in_page(client, address):
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code == 302
        assert answer.url == f"/login/?next={address}"


@pytest.mark.django_db
def test_a_lapsed_session_takes_the_whole_page_to_the_sign_in_page(client):
    answer = client.get("/voices/", headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == "/login/"


@pytest.mark.django_db
def test_an_upload_of_a_stranger_reaches_no_storage(client, media_root):
    recording = rows.upload(rows.wav(), "stranger.wav")
    answer = client.post("/voices/any/references/", {"audio": recording})
    recording.close()
    assert answer.status_code == 302
    assert not [path for path in media_root.rglob("*") if path.is_file()]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/login/", "/logout/", "/i18n/setlang/", "/admin/login/"])
def test_forms_that_are_open_to_strangers_write_no_file(client, media_root, address):
    client.post(address, {"username": "x", "audio": SimpleUploadedFile("stranger.wav", rows.wav())})
    # Not even on its way: what is sent without end would fill the storage before it is dropped.
    assert not (media_root / "incoming").exists()


@pytest.mark.django_db
def test_signing_in(operator):
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    wrong = client.post("/login/", {"username": "operator", "password": "wrong"})
    assert "invalid_login" in wrong.content.decode()
    answer = client.post("/login/", {"username": "operator", "password": "irrelevant"})
    assert (answer.status_code, answer.url) == (302, "/")
    assert client.post("/logout/").url == "/login/"


@pytest.mark.django_db
def test_the_language_switch_works_for_strangers_and_returns_to_the_page(client):
    assert "Sign in" in client.get("/login/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    answer = client.post("/i18n/setlang/", {"language": "ja", "next": "/login/"})
    assert answer.url == "/login/"
    assert "ログイン" in client.get("/login/", HTTP_ACCEPT_LANGUAGE="en").content.decode()


def test_a_page_that_does_not_exist_says_so_in_both_languages(page, page_ja):
    for client, words in ((page, "This page does not exist"), (page_ja, "ページが見つかりません")):
        answer = client.get("/nothing/")
        assert answer.status_code == 404
        assert words in answer.content.decode()


def test_rows_that_do_not_exist_are_not_found(page):
    for address in ("/voices/none/", "/styles/9/", "/models/9/", f"/runs/{uuid.uuid4()}/", "/clips/9/audio/"):
        assert page.get(address).status_code == 404


def test_an_error_of_the_program_is_a_page_in_the_readers_language(page_ja, monkeypatch):
    monkeypatch.setattr("voiceapp.views.voice.voices_list", lambda: 1 / 0)
    page_ja.raise_request_exception = False
    answer = page_ja.get("/voices/")
    assert answer.status_code == 500
    assert "プログラムのエラーが発生しました" in answer.content.decode()


def test_a_refusal_without_a_form_is_a_page_with_its_code(page):
    voice = rows.voice()
    answer = page.post(f"/voices/{voice.slug}/references/")
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == "upload-empty"
    assert "Nothing was uploaded" in answer.content.decode()


def test_a_lost_storage_is_said_on_every_page(page, page_ja, media_root):
    (media_root / "koebo-storage-marker").unlink()
    for address in ("/", "/voices/", "/runs/", "/phonemes/", "/tokens/"):
        assert "storage-marker-missing" in page.get(address).content.decode()
    assert "正しい保存領域を" in page_ja.get("/").content.decode()


def test_no_page_carries_inline_script_or_style(page):
    voice = rows.voice()
    style = rows.ready_style()
    for address in ("/", "/voices/", f"/voices/{voice.slug}/", f"/styles/{style.pk}/", "/new-voice/", "/runs/"):
        text = page.get(address).content.decode()
        assert "style=" not in text.replace('hx-style="', "")
        assert "<style" not in text
        assert "onclick" not in text
        assert text.count("<script") == text.count("<script src=")


@pytest.mark.django_db
def test_the_marker_is_only_looked_for_once_signed_in(client):
    storage_marker_ensure()
    assert "banner" not in client.get("/login/").content.decode()

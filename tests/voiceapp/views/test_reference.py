"""Registering reference audio, and hearing it again."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.models import ReferenceAudio


def uploaded(data: bytes, name: str = "参照 一.wav"):
    return SimpleUploadedFile(name, data, content_type="application/octet-stream")


@pytest.fixture
def address(operator):
    return f"/voices/{rows.voice().slug}/references/"


def test_a_recording_is_registered_and_the_list_comes_back(fragment, address, operator):
    answer = fragment.post(address, {"audio": uploaded(rows.wav(3.0))})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="reference-list"' in text
    assert "“参照 一.wav” was registered (3.0 s)." in text
    assert "<svg" in text
    reference = ReferenceAudio.objects.get()
    assert reference.created_by == operator
    assert storage.audio_is_intact(reference.sha256)


def test_without_htmx_the_page_is_shown_again(page, address):
    answer = page.post(address, {"audio": uploaded(rows.wav())})
    assert (answer.status_code, answer.url) == (302, address.removesuffix("references/"))


def test_a_text_named_wav_is_refused_and_nothing_stays(fragment, address, media_root):
    answer = fragment.post(address, {"audio": uploaded(b"I am a text", "a.wav")})
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == "audio-not-recognised"
    assert "audio-not-recognised" in answer.content.decode()
    assert not ReferenceAudio.objects.exists()
    assert not list((media_root / "incoming").iterdir())


def test_too_long_a_recording_is_refused_with_both_figures(fragment, address):
    answer = fragment.post(address, {"audio": uploaded(rows.wav(110, sample_rate_hz=8000))})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "110" in text
    assert "55" in text


def test_the_same_recording_twice_is_a_conflict(fragment, address):
    data = rows.wav()
    fragment.post(address, {"audio": uploaded(data, "first.wav")})
    answer = fragment.post(address, {"audio": uploaded(data, "second.wav")})
    assert answer.status_code == 409
    assert "first.wav" in answer.content.decode()


def test_a_name_is_text_and_never_markup_or_a_path(fragment, address):
    text = fragment.post(address, {"audio": uploaded(rows.wav(), "<b>x</b>.wav")}).content.decode()
    assert "<b>x" not in text
    fragment.post(address, {"audio": uploaded(rows.wav(2.5), "../../../etc/passwd")})
    assert {path.name for path in storage.media_root().iterdir()} == {"koebo-storage-marker", "incoming", "audio"}


def test_the_list_alone_is_for_htmx(page, fragment, address):
    assert fragment.get(address).status_code == 200
    assert page.get(address).status_code == 302

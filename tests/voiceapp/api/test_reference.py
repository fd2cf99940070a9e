"""Reference audio over REST: as a form's part and as the whole body."""

import hashlib
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp import storage
from voiceapp.models import ReferenceAudio

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/voices/hana/references"


@pytest.fixture
def voice():
    return rows.voice(slug="hana")


def _part(data: bytes, name: str = "海の声 1.wav"):
    return {"file": SimpleUploadedFile(name, data)}


def _incoming(media_root):
    folder = media_root / "incoming"
    return list(folder.iterdir()) if folder.exists() else []


def test_a_recording_is_registered_from_a_form(api, voice, user, media_root):
    data = rows.wav(3.0)
    response = api.post(ADDRESS, _part(data), format="multipart")
    body = ok(response, 201)
    assert body == ok(api.get(response["Location"]))
    assert body["voice"] == "hana"
    assert body["original_name"] == "海の声 1.wav"
    assert body["sha256"] == hashlib.sha256(data).hexdigest()
    assert body["duration_s"] == pytest.approx(3.0, abs=0.01)
    assert (body["sample_rate_hz"], body["channels"], body["format"]) == (22_050, 1, "WAV")
    assert 0 < len(body["waveform"]) <= 400
    assert body["created_by"] == user.username
    assert not _incoming(media_root)


@pytest.mark.parametrize("content_type", ["application/octet-stream", "audio/wav", ""])
def test_a_recording_is_registered_from_a_whole_body(api, voice, media_root, content_type):
    data = rows.wav(2.0)
    response = api.generic("PUT", f"{ADDRESS}?name=海.wav", data, content_type=content_type)
    body = ok(response, 201)
    assert body["original_name"] == "海.wav"
    assert storage.audio_path(body["sha256"]).read_bytes() == data
    assert not _incoming(media_root)


def test_the_registered_bytes_come_back(api, voice):
    data = rows.wav(1.5)
    reference = ok(api.post(ADDRESS, _part(data), format="multipart"), 201)
    response = api.get(f"/api/v1/references/{reference['id']}/audio")
    assert b"".join(response.streaming_content) == data
    assert response["Content-Type"].startswith("audio/")
    assert "filename*=utf-8''%E6%B5%B7" in response["Content-Disposition"]


def test_bytes_that_the_storage_lost_are_a_503(api, voice):
    reference = ok(api.post(ADDRESS, _part(rows.wav()), format="multipart"), 201)
    storage.audio_path(reference["sha256"]).unlink()
    problem(api.get(f"/api/v1/references/{reference['id']}/audio"), 503, "audio-missing")


def test_too_long_a_recording_is_refused_with_both_figures(api, voice, media_root):
    body = problem(
        api.post(ADDRESS, _part(rows.wav(110.0, sample_rate_hz=8000)), format="multipart"), 422, "duration-too-long"
    )
    assert (round(body["measured"]), body["limit"]) == (110, 55)
    assert "110" in body["detail"]
    assert "55" in body["detail"]
    [verdict] = [verdict for verdict in body["verdicts"] if verdict["level"] == "reject"]
    assert verdict["code"] == "duration-too-long"
    assert not ReferenceAudio.objects.exists()
    assert not _incoming(media_root)


def test_a_text_called_wav_is_refused(api, voice):
    problem(api.post(ADDRESS, _part(b"This is a letter.\n" * 50), format="multipart"), 422, "audio-not-recognised")


def test_verdicts_come_in_the_callers_language(api, voice):
    details = {
        locale: api.post(ADDRESS, _part(b"text"), format="multipart", HTTP_ACCEPT_LANGUAGE=locale).json()
        for locale in ("ja", "en")
    }
    assert details["ja"]["code"] == details["en"]["code"]
    assert details["ja"]["detail"] != details["en"]["detail"]
    assert details["ja"]["verdicts"][0]["message"] != details["en"]["verdicts"][0]["message"]


def test_the_same_recording_twice_is_409(api, voice):
    data = rows.wav()
    ok(api.post(ADDRESS, _part(data), format="multipart"), 201)
    problem(api.post(ADDRESS, _part(data), format="multipart"), 409, "reference-already-registered")


def test_no_file_and_other_parts_are_named(api, voice):
    body = problem(api.post(ADDRESS, {"fil": io.BytesIO(b"x")}, format="multipart"), 422, "field-invalid")
    assert {error["field"]: error["code"] for error in body["errors"]} == {"fil": "unknown"}
    body = problem(api.post(ADDRESS, {}, format="multipart"), 422, "field-invalid")
    assert {error["field"]: error["code"] for error in body["errors"]} == {"file": "required"}


def test_an_empty_file_is_refused(api, voice):
    problem(api.post(ADDRESS, _part(b""), format="multipart"), 422, "audio-empty")


def test_a_whole_body_needs_a_name(api, voice):
    body = problem(api.put(ADDRESS, b"x", content_type="application/octet-stream"), 422, "field-invalid")
    assert body["errors"][0]["field"] == "name"
    body = problem(api.put(f"{ADDRESS}?name=", b"x", content_type="application/octet-stream"), 422, "field-invalid")


def test_a_whole_body_needs_a_length(api, voice):
    response = api.generic("PUT", f"{ADDRESS}?name=a.wav", b"", content_type="application/octet-stream")
    problem(response, 411, "length-required")


def test_a_body_shorter_than_its_length_is_400(api, voice, media_root):
    data = rows.wav()
    response = api.generic(
        "PUT",
        f"{ADDRESS}?name=a.wav",
        data,
        content_type="application/octet-stream",
        **{"CONTENT_LENGTH": str(len(data) + 1), "wsgi.input": io.BytesIO(data)},
    )
    problem(response, 400, "upload-truncated")
    assert not ReferenceAudio.objects.exists()
    assert not _incoming(media_root)


def test_a_form_that_breaks_off_leaves_nothing_behind(api, voice, media_root):
    class Broken(io.BytesIO):
        def read(self, *args):
            data = super().read(*args)
            if not data:
                raise OSError("the client went away")
            return data

    begin = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
    response = api.generic(
        "POST",
        ADDRESS,
        begin,
        content_type="multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": "900000", "wsgi.input": Broken(begin + rows.wav(10.0))},
    )
    problem(response, 400, "upload-truncated")
    assert not _incoming(media_root)


def test_an_upload_beyond_the_limit_is_413(api, voice, settings, media_root):
    settings.VOICE_UPLOAD_MAX_BYTES = 1000
    for response in (
        api.put(f"{ADDRESS}?name=a.wav", rows.wav(), content_type="application/octet-stream"),
        api.post(ADDRESS, _part(rows.wav()), format="multipart"),
    ):
        body = problem(response, 413, "upload-too-large")
        assert body["limit"] == 1000
        assert body["measured"] > 1000
    assert not _incoming(media_root)


def test_base64_in_json_is_415(api, voice):
    problem(api.post(ADDRESS, {"file": "UklGRg=="}, format="json"), 415, "media-type-unsupported")


def test_lost_storage_stops_registering(api, voice, media_root):
    (media_root / storage.MARKER_NAME).unlink()
    problem(api.post(ADDRESS, _part(rows.wav()), format="multipart"), 503, "storage-marker-missing")


def test_listing_references_takes_four_queries(api, voice, django_assert_num_queries):
    for number in range(3):
        ok(api.post(ADDRESS, _part(rows.wav(1.0 + number / 10)), format="multipart"), 201)
    with django_assert_num_queries(4):  # token, voice, count, rows
        listed = ok(api.get(ADDRESS))
    assert listed["count"] == 3
    assert "waveform" not in listed["results"][0]

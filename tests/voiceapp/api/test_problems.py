"""Whatever is refused comes as problem+json."""

import io

import pytest
from django.db import OperationalError
from django.http import UnreadablePostError
from rest_framework.test import APIClient

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.services.api_token import token_create, token_revoke

pytestmark = pytest.mark.django_db

VOICES = "/api/v1/voices"


def test_without_a_token_there_is_401():
    response = APIClient().get(VOICES)
    problem(response, 401, "token-missing")
    assert response["WWW-Authenticate"] == 'Bearer realm="koebo"'


@pytest.mark.parametrize("header", ["Bearer", "Bearer koebo_wrong", "Bearer a b", "Bearer k\xf6"])
def test_a_wrong_token_is_401(header):
    response = APIClient().get(VOICES, HTTP_AUTHORIZATION=header)
    problem(response, 401, "token-invalid")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_other_schemes_are_no_token(api):
    api.credentials(HTTP_AUTHORIZATION="Basic cm9ib3Q6aXJyZWxldmFudA==")
    problem(api.get(VOICES), 401, "token-missing")


def test_a_revoked_token_is_401(user):
    token, raw = token_create(user=user, name="old")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {raw}")
    ok(client.get(VOICES))
    token_revoke(token=token, actor=user)
    problem(client.get(VOICES), 401, "token-invalid")


def test_a_deactivated_users_token_is_401(api, user):
    user.is_active = False
    user.save()
    problem(api.get(VOICES), 401, "token-invalid")


def test_a_session_is_no_token(client, user):
    client.force_login(user)
    problem(client.get(VOICES), 401, "token-missing")


def test_a_token_opens_no_page(api):
    response = api.get("/")
    assert response.status_code == 302
    assert "/login/" in response["Location"]


def test_unknown_addresses_are_404(api):
    body = problem(api.get("/api/v1/voicez"), 404, "not-found")
    assert "/api/v1/voicez" in body["detail"]
    problem(api.get("/api/v1/voices/nobody"), 404, "not-found")
    problem(api.get("/api/v1/styles/99999999999999999999999"), 404, "not-found")
    problem(api.post("/api/v1/voices/"), 404, "not-found")


def test_a_wrong_method_is_405(api):
    response = api.delete(VOICES)
    problem(response, 405, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PURGE"])
def test_methods_that_nobody_documented_are_405(api, method):
    problem(api.generic(method, VOICES + "?limit=1"), 405, "method-not-allowed")


def test_a_chunked_body_is_411(api):
    response = api.generic("POST", VOICES, b"", content_type="application/json", HTTP_TRANSFER_ENCODING="chunked")
    problem(response, 411, "length-required")


def test_too_large_a_body_is_413(api, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    body = problem(api.post(VOICES, {"caption": "x" * 200}, format="json"), 413, "body-too-large")
    assert body["limit"] == 100
    assert body["measured"] > 200


def test_another_type_is_415(api):
    body = problem(api.post(VOICES, "slug=x", content_type="text/plain"), 415, "media-type-unsupported")
    assert body["measured"] == "text/plain"
    assert body["limit"] == "application/json"


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"slug": NaN}',
        b'{"slug": Infinity}',
        b'{"slug": "a", "slug": "b"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"seed": ' + b"9" * 5000 + b"}",
    ],
    ids=["broken", "nan", "infinity", "key-twice", "not-utf-8", "deep", "huge-number"],
)
def test_a_malformed_body_is_400(api, body):
    problem(api.post(VOICES, body, content_type="application/json"), 400, "body-malformed")


def test_a_body_that_breaks_off_is_400(api):
    class Broken(io.BytesIO):
        def read(self, *args):
            raise UnreadablePostError("the body ended early")

    response = api.generic(
        "POST", VOICES, b"{}", content_type="application/json", **{"wsgi.input": Broken(), "CONTENT_LENGTH": "2"}
    )
    problem(response, 400, "upload-truncated")


@pytest.mark.parametrize("body", ["[]", '"x"', "3", "null"])
def test_a_body_that_is_no_object_is_refused(api, body):
    problem(api.post(VOICES, body, content_type="application/json"), 422, "field-invalid")


def test_unknown_keys_are_named(api):
    data = rb'{"sped": 2, "\ud800": 1}'
    body = problem(api.post(VOICES, data, content_type="application/json"), 422, "field-invalid")
    named = {error["field"]: error for error in body["errors"]}
    assert named["sped"]["code"] == "unknown"
    assert "rights_holder" in named["sped"]["detail"]


def test_unknown_query_parameters_are_named(api):
    body = problem(api.get(VOICES, {"lang": "ja"}), 422, "field-invalid")
    assert [error["field"] for error in body["errors"]] == ["lang"]
    problem(api.get("/api/v1/languages", {"x": "1"}), 422, "field-invalid")


def test_repeated_query_parameters_are_refused(api):
    body = problem(api.get(VOICES + "?limit=1&limit=2"), 422, "field-invalid")
    assert body["errors"][0]["code"] == "repeated"


def test_the_page_limit_is_told(api):
    body = problem(api.get(VOICES, {"limit": "1000"}), 422, "field-invalid")
    assert (body["measured"], body["limit"]) == (1000, 200)


def test_details_come_in_the_callers_language(api):
    japanese = problem(api.get("/api/v1/x", HTTP_ACCEPT_LANGUAGE="ja"), 404, "not-found")
    english = problem(api.get("/api/v1/x", HTTP_ACCEPT_LANGUAGE="en"), 404, "not-found")
    assert japanese["code"] == english["code"]
    assert japanese["detail"] != english["detail"]
    assert japanese["title"] != english["title"]


def test_an_unforeseen_error_is_a_logged_problem(api, monkeypatch, caplog):
    def fail():
        raise RuntimeError("boom")

    monkeypatch.setattr("voiceapp.api.views.voice.voices_list", fail)
    api.raise_request_exception = False
    body = problem(api.get(VOICES), 500, "internal-error")
    assert "boom" not in body["detail"]
    assert "RuntimeError: boom" in caplog.text


def test_accept_does_not_matter(api):
    ok(api.get(VOICES, HTTP_ACCEPT="audio/wav"))


def test_head_answers_like_get(api):
    assert api.head(VOICES).status_code == 200


def test_a_database_that_is_locked_for_too_long_is_503(api, monkeypatch):
    def locked(*args, **kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr("voiceapp.api.views.style.style_create", locked)
    rows.voice(slug="aoi")
    problem(
        api.post("/api/v1/voices/aoi/styles", {"slug": "calm", "name": "Calm"}, format="json"), 503, "database-busy"
    )


@pytest.mark.parametrize("address", ["pronunciations?search=%00", "pronunciations?voice=%00", "models?voice=%00"])
def test_a_null_character_in_a_query_is_named_before_the_database_is_asked(api, address):
    body = problem(api.get(f"/api/v1/{address}"), 422, "field-invalid")
    assert [error["field"] for error in body["errors"]] == [address.split("?")[1].split("=")[0]] * len(body["errors"])

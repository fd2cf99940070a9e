"""Tokens: shown once, listed, revoked, and nobody else's."""

from django.contrib.auth.models import User

from voiceapp.models import ApiToken
from voiceapp.services.api_token import token_authenticate, token_create


def test_a_token_is_shown_once_and_works(page, operator):
    answer = page.post("/tokens/", {"name": "CI"})
    raw = answer.context["raw"]
    assert raw in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert token_authenticate(raw=raw).user == operator
    again = page.get("/tokens/").content.decode()
    assert raw not in again
    assert "CI" in again


def test_a_token_needs_a_name(page):
    answer = page.post("/tokens/", {"name": "  "})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_revoking(page, operator):
    token, raw = token_create(user=operator, name="CI")
    page.post(f"/tokens/{token.pk}/revoke/")
    assert token_authenticate(raw=raw) is None
    assert "revoked" in page.get("/tokens/").content.decode()


def test_tokens_of_others_are_neither_seen_nor_revoked(page):
    other = User.objects.create_user("other")
    token, raw = token_create(user=other, name="secret name")
    assert "secret name" not in page.get("/tokens/").content.decode()
    assert page.post(f"/tokens/{token.pk}/revoke/").status_code == 404
    assert token_authenticate(raw=raw) is not None

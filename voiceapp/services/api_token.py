"""Tokens for automation: shown once, kept as a digest."""

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone

from voiceapp.errors import FieldInvalid
from voiceapp.models import ApiToken

PREFIX = "koebo_"
SHOWN_CHARACTERS = 12
# A row is not written for every request of a busy client.
LAST_USED_RESOLUTION = timedelta(minutes=1)


def token_create(*, user, name: str) -> tuple[ApiToken, str]:
    """The row and the token itself, which cannot be read again. Raises `FieldInvalid`."""
    name = (name or "").strip()
    if not 1 <= len(name) <= ApiToken._meta.get_field("name").max_length:
        raise FieldInvalid(field="name", reason="1–80")
    raw = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(user=user, name=name, prefix=raw[:SHOWN_CHARACTERS], digest=_digest(raw))
    return token, raw


def token_revoke(*, token: ApiToken, actor) -> ApiToken:
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db()
    return token


def token_authenticate(*, raw: str) -> ApiToken | None:
    """The live token of an active user, or None. 256 random bits need no slow hash and no timing defence."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=_digest(raw), revoked_at=None, user__is_active=True)
        .first()
    )
    now = timezone.now()
    if token is not None and (token.last_used_at is None or now - token.last_used_at > LAST_USED_RESOLUTION):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _digest(raw: str) -> str:
    return hashlib.sha256(raw.encode()).hexdigest()

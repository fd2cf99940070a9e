"""A client with a token, as automation has one."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from voiceapp.services.api_token import token_create
from voiceapp.services.storage_marker import storage_marker_ensure


@pytest.fixture
def user(db):
    return User.objects.create_user("robot", password="irrelevant")


@pytest.fixture
def api(user):
    """Return a client that sends the token of `user` and reads English."""
    storage_marker_ensure()
    _token, raw = token_create(user=user, name="tests")
    client = APIClient(HTTP_ACCEPT_LANGUAGE="en")
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {raw}")
    client.get("/api/v1/languages")  # the first use of a token writes when it was; counts of queries start after it
    return client

"""Browsers of operators, as Django's test client plays them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from voiceapp.services.storage_marker import storage_marker_ensure

HTMX = {"HX-Request": "true"}


@pytest.fixture
def operator(db):
    storage_marker_ensure()
    return User.objects.create_user("operator", password="irrelevant")


@pytest.fixture
def page(operator):
    """Return a client that is signed in and reads English."""
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(operator)
    return client


@pytest.fixture
def page_ja(operator):
    client = Client(HTTP_ACCEPT_LANGUAGE="ja")
    client.force_login(operator)
    return client


@pytest.fixture
def fragment(operator):
    """Return a client that asks as htmx does."""
    client = Client(HTTP_ACCEPT_LANGUAGE="en", headers=HTMX)
    client.force_login(operator)
    return client

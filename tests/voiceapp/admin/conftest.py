"""A signed-in administrator."""

import pytest
from django.contrib.auth.models import User

from voiceapp.services.storage_marker import storage_marker_ensure


@pytest.fixture
def chief(db):
    return User.objects.create_superuser("chief", password="irrelevant")


@pytest.fixture
def admin(client, chief):
    """Return a client signed in as an administrator who reads English."""
    storage_marker_ensure()
    client.force_login(chief)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client

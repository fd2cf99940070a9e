"""Probes call a process by its address, in plain http, and want to know whether it can work."""

import pytest
from django.db import OperationalError, connection

pytestmark = pytest.mark.django_db


def test_a_probe_is_answered_whatever_host_it_names_and_without_tls(client, settings):
    settings.ALLOWED_HOSTS = ["koebo.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/healthz", headers={"Host": "10.0.0.5"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert client.get("/login/", headers={"Host": "10.0.0.5"}).status_code == 400


def test_nothing_is_posted_there(client):
    assert client.post("/healthz").status_code == 405


def test_a_database_that_is_away_is_an_error(client, monkeypatch):
    """The connection cannot be cut here without cutting the test's own."""

    def away():
        raise OperationalError("away")

    monkeypatch.setattr(connection, "ensure_connection", away)
    client.raise_request_exception = False
    assert client.get("/healthz").status_code == 500

"""System checks: loud where the environment is not safe or not lasting, silent otherwise."""

import os
from pathlib import Path

import pytest

from voiceapp import checks, storage


def _ids(findings):
    return [finding.id for finding in findings]


def test_defaults_are_silent(settings):
    settings.ALLOWED_HOSTS = list(settings.LOOPBACK_HOSTS)  # Django's test runner adds testserver
    assert checks.transport_check(None) == []


def test_plain_http_beyond_this_machine(settings):
    settings.ALLOWED_HOSTS = ["koebo.example.org", "localhost"]
    settings.VOICE_HTTPS = False
    (finding,) = checks.transport_check(None)
    assert finding.id == "koebo.W001"
    assert "koebo.example.org" in finding.msg
    assert "localhost" not in finding.msg
    settings.VOICE_HTTPS = True
    assert checks.transport_check(None) == []


def test_debug_beyond_this_machine(settings):
    settings.ALLOWED_HOSTS = ["koebo.example.org"]
    settings.VOICE_HTTPS = True
    settings.DEBUG = True
    assert _ids(checks.transport_check(None)) == ["koebo.W002"]


def test_any_host(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.VOICE_HTTPS = True
    assert _ids(checks.transport_check(None)) == ["koebo.W003"]


def test_open_secret_key(settings, tmp_path):
    settings.VAR_ROOT = tmp_path
    assert checks.secret_key_check(None) == []
    (tmp_path / "secret_key").write_text("x")
    (tmp_path / "secret_key").chmod(0o640)
    assert _ids(checks.secret_key_check(None)) == ["koebo.W004"]
    (tmp_path / "secret_key").chmod(0o600)
    assert checks.secret_key_check(None) == []


def test_media_root_that_is_a_file(settings, tmp_path):
    settings.VOICE_MEDIA_ROOT = tmp_path / "file"
    settings.VOICE_MEDIA_ROOT.write_text("")
    assert _ids(checks.media_root_check(None)) == ["koebo.E001"]


@pytest.fixture
def as_nobody():
    """Root may write everywhere, so as root this test is somebody else for a moment."""
    is_root = os.getuid() == 0
    if is_root:
        os.setresuid(65534, 65534, 0)
    yield
    if is_root:
        os.setresuid(0, 0, 0)


def test_media_root_that_may_not_be_written(settings, as_nobody):
    # The root folder: readable by everybody, writable by root alone (pytest's own folders are closed to nobody).
    settings.VOICE_MEDIA_ROOT = Path("/koebo-media")
    assert _ids(checks.media_root_check(None)) == ["koebo.E001"]


def test_media_root_that_vanishes(settings, tmp_path):
    memory = "/dev/shm"
    if storage.filesystem_type(Path(memory)) not in storage.EPHEMERAL_FILESYSTEMS:
        pytest.skip("no tmpfs at /dev/shm")
    settings.VOICE_MEDIA_ROOT = Path(memory) / "koebo-media"
    assert _ids(checks.media_root_check(None)) == ["koebo.W005"]

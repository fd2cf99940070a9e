"""Static files as they are served outside of DEBUG: collected, hashed, compressed."""

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import override_settings

from voiceapp.management.commands.koebo_start import static_collect

MANIFEST_STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"


@pytest.fixture
def static_root(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "staticfiles"
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST_STORAGE}}
    with override_settings(STORAGES=storages):
        yield settings.STATIC_ROOT


def test_collecting_hashes_every_file_and_finds_every_reference(static_root):
    static_collect()
    assert (static_root / "staticfiles.json").exists()
    assert "htmx" in staticfiles_storage.url("django_htmx/htmx-2.min.js")
    assert staticfiles_storage.url("django_htmx/htmx-2.min.js") != "/static/django_htmx/htmx-2.min.js"


def test_collecting_again_does_nothing(static_root):
    static_collect()
    manifest = static_root / "staticfiles.json"
    written_at = manifest.stat().st_mtime_ns
    static_collect()
    assert manifest.stat().st_mtime_ns == written_at


def test_changed_file_is_collected_again(static_root, settings, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "own.css").write_text("a{color:red}")
    settings.STATICFILES_DIRS = [source]
    static_collect()
    (source / "own.css").write_text("a{color:green}")
    static_collect()
    assert "green" in (static_root / "own.css").read_text()

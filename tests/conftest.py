"""What all tests share: a private var/, a real queue server, and Chromium where it is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import translation

from tests import isolation

ROOT = Path(__file__).resolve().parent.parent
BROWSER_TESTS_ARE_REQUIRED = os.environ.get("KOEBO_BROWSER_TESTS") == "required"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_configure(config):
    from django.conf import settings

    # The manifest exists only after collectstatic; tests/voiceapp/conf/test_static.py builds it for real.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    # Hashing passwords slowly is Django's business, and most of a login test's time.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def the_language_of_the_settings():
    """A request in Japanese leaves its language to the thread, and so to the next test."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def media_root(settings, tmp_path):
    """Give each test an empty media storage of its own; return its path."""
    settings.VOICE_MEDIA_ROOT = tmp_path / "media"
    settings.VOICE_MEDIA_ROOT.mkdir()
    return settings.VOICE_MEDIA_ROOT


@pytest.fixture(scope="session")
def queue_server():
    """Run the bundled queue server as the product does, on a private socket; return its URL."""
    from django.conf import settings

    from voiceapp.conf import valkey

    process = subprocess.Popen(
        [sys.executable, "manage.py", "queue_server"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert valkey.wait_until_answering(settings.REDIS_URL, timeout_s=30), "the queue server did not start"
        yield settings.REDIS_URL
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def queue(queue_server):
    """Return the empty training queue on the real server."""
    import django_rq

    queue = django_rq.get_queue("training")
    queue.connection.flushdb()
    return queue


@pytest.fixture
def process_environment(settings, queue_server):
    """Return the environment for a process that shall see this test's database, queue and storage.

    Such a test needs `@pytest.mark.django_db(transaction=True)`: other processes see only what is committed.
    """
    database = settings.DATABASES["default"]["NAME"]
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "VOICE_VAR_ROOT": str(isolation.VAR_ROOT),
        "VOICE_MEDIA_ROOT": str(settings.VOICE_MEDIA_ROOT),
        "DJANGO_SETTINGS_MODULE": "voiceapp.conf.settings",
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture(scope="session")
def chromium_path():
    """Return the installed Chromium, or skip; where browser tests are required, fail instead."""
    path = os.environ.get("KOEBO_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        missing = "no Chromium was found (install chromium, or name it in KOEBO_CHROMIUM)"
        pytest.fail(missing) if BROWSER_TESTS_ARE_REQUIRED else pytest.skip(missing)
    return path


@pytest.fixture(scope="session")
def browser(chromium_path):
    """Return a headless Chromium (Playwright's synchronous Browser)."""
    from playwright.sync_api import sync_playwright

    # Playwright's synchronous API runs an event loop in this thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        # Root, as in CI, may not use Chromium's sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield browser
        browser.close()


def _browser_tests_skipped(session_or_reporter) -> list:
    return [
        report
        for report in session_or_reporter.stats.get("skipped", [])
        if "browser" in getattr(report, "keywords", {})
    ]


def pytest_sessionfinish(session, exitstatus):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if BROWSER_TESTS_ARE_REQUIRED and reporter and _browser_tests_skipped(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    skipped = _browser_tests_skipped(terminalreporter)
    if skipped:
        terminalreporter.section("BROWSER TESTS WERE SKIPPED", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} browser tests did not run: {skipped[0].longrepr[2]}")
        terminalreporter.line("Nothing is known about the pages in a browser. CI does not accept this.")

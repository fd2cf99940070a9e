"""A served site, an operator's browser, and recordings on disk to upload.

A page that writes an error to the console, throws, or breaks its content security policy fails its test.
"""

import io
import re
import time
from pathlib import Path

import pytest
import soundfile
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.voiceapp.spoken import recording
from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from voiceapp.services.storage_marker import storage_marker_ensure

USER, PASSWORD = "operator", "a password for tests"
WAIT_MS = 20_000
# Chromium writes a line for every answer above 399; refusals are what some tests are about.
EXPECTED_NOISE = re.compile(r"Failed to load resource: the server responded with a status of (409|422|404|503)")


@pytest.fixture
def site(live_server):
    """Return the address of a running site with one operator and an empty storage."""
    storage_marker_ensure()
    User.objects.create_user(USER, password=PASSWORD)
    return live_server.url


@pytest.fixture
def open_page(browser, site):
    """Return a function that opens a page in one of the two languages, not signed in."""
    contexts, problems = [], []

    def note(page, text):
        if not EXPECTED_NOISE.search(text):
            problems.append(f"{page.url}: {text}")

    def open_page(language: str, **options):
        context = browser.new_context(
            locale=language, base_url=site, viewport={"width": 1280, "height": 900}, **options
        )
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and note(page, message.text))
        page.on("pageerror", lambda error: note(page, f"thrown: {error}"))
        return page

    expect.set_options(timeout=WAIT_MS)
    yield open_page
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture
def sign_in(open_page, site):
    """Return a function that opens a page and signs the operator in."""

    def sign_in(language: str, **options):
        page = open_page(language, **options)
        page.goto("/login/")
        page.get_by_label({"en": "Username", "ja": "ユーザー名"}[language]).fill(USER)
        page.get_by_label({"en": "Password", "ja": "パスワード"}[language]).fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{site}/")
        return page

    return sign_in


class Corpus:
    """Spoken sentences as files: recordings, and their list."""

    def __init__(self, folder: Path, count: int):
        sentences = training_script(LANGUAGES["ja"])[:count]
        self.recordings = [folder / f"文 {number:03}.flac" for number in range(count)]
        for path, sentence in zip(self.recordings, sentences, strict=True):
            path.write_bytes(recording(sentence))
        self.sentences = sentences
        self.list = folder / "台本.txt"
        self.list.write_text("".join(f"{p.name}|{s}\n" for p, s in zip(self.recordings, sentences, strict=True)))


@pytest.fixture
def corpus(tmp_path):
    """Return a function that makes a corpus of so many clips."""
    return lambda count: Corpus(tmp_path, count)


def is_audible(answer) -> bool:
    """Whether an answer of the site is a recording that is longer than half a second and not silent."""
    samples, sample_rate_hz = soundfile.read(io.BytesIO(answer.body()), dtype="float32")
    return len(samples) > sample_rate_hz / 2 and abs(samples).max() > 0.02


def audio_duration(page, selector: str = "#player audio") -> float:
    """Wait until an audio element has a recording; return the duration in seconds that the browser found in it."""
    expect(page.locator(selector)).to_be_visible()
    deadline = time.monotonic() + WAIT_MS / 1000
    # Playwright's wait_for_function would need `eval`, which the page's policy forbids.
    while not (duration := page.locator(selector).evaluate("element => element.duration || 0")):
        assert time.monotonic() < deadline, "the browser found no duration"
        page.wait_for_timeout(50)
    return duration

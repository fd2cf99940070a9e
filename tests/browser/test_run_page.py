"""The page of a run while its row changes: what moves moves, what one touches stays.

The test itself is the worker here: it calls the services that a worker calls. `test_line.py` has a real one.
"""

import pytest
from playwright.sync_api import expect

from tests.voiceapp import rows
from voiceapp.models import TrainingRun
from voiceapp.services.training_run import run_beat, run_claim, run_end, run_point_add

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOSSES = {"mel": 0.5, "duration": 0.25}


@pytest.fixture
def page(sign_in, queue):
    """Return the page of a run that was just queued through the form of its style."""
    style = rows.ready_style(9)
    rows.clip(style, "clip-long", data=rows.wav(20.0))
    page = sign_in("en")
    page.goto(f"/styles/{style.pk}/")
    page.get_by_label("training minutes").fill("5")
    page.get_by_role("button", name="Queue a training run").click()
    page.wait_for_url("**/runs/*/")
    return page


def claim() -> TrainingRun:
    run = TrainingRun.objects.get()
    return run_claim(run_id=run.pk, job_id=run.job_id, worker_name="test.1")


def test_a_run_is_followed_without_a_reload_and_survives_one(page):
    expect(page.get_by_text("no worker is running")).to_be_visible()
    expect(page.locator("#run-status")).to_contain_text("queued")

    run = claim()
    expect(page.locator("#run-status")).to_contain_text("running")
    expect(page.locator("#run-events")).to_contain_text("Claimed by worker test.1")

    for step in (20, 40):
        run_point_add(run=run, step=step, elapsed_s=step, losses=LOSSES, learning_rate=0.001)
    run_beat(run=run, step=100, elapsed_s=60.0, remaining_s=240.0, losses=LOSSES)
    expect(page.locator("#run-status progress")).to_have_attribute("value", "20")
    expect(page.locator("#run-curve svg.curve path.curve-a")).to_have_count(1)

    page.reload()
    expect(page.locator("#run-status progress")).to_have_attribute("value", "20")


def test_polling_takes_neither_focus_nor_sound(page):
    run = claim()
    stop = page.get_by_role("button", name="Cancel the run")
    expect(page.locator("#run-status")).to_contain_text("running")
    expect(page.locator("#run-events")).to_contain_text("Claimed")
    page.get_by_role("button", name="Play clip-long").click()
    page.wait_for_timeout(300)
    stop.focus()
    for step in (100, 200):
        run_beat(run=run, step=step, elapsed_s=60.0, remaining_s=240.0, losses=LOSSES)
        expect(page.locator("#run-status")).to_contain_text(str(step))
    assert page.evaluate("document.activeElement.id") == "run-stop"
    assert not page.evaluate("document.querySelector('#player audio').paused")


def test_cancelling_says_stopping_and_then_what_came_of_it(page):
    run = claim()
    expect(page.locator("#run-status")).to_contain_text("running")
    page.get_by_role("button", name="Cancel the run").click()
    expect(page.locator("#run-actions button")).to_have_text("Stopping…")
    expect(page.locator("#run-actions button")).to_be_disabled()
    expect(page.locator("#run-status")).to_contain_text("stopping")

    run_end(run=run, status="cancelled")
    expect(page.locator("#run-status")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Queue again")).to_be_visible()

    polls = []
    page.on("request", lambda request: polls.append(request.url))
    page.wait_for_timeout(5500)
    assert not polls

    page.get_by_role("button", name="Queue again").click()
    expect(page.locator("#run-status")).to_contain_text("queued")
    page.wait_for_timeout(2500)
    assert [url for url in polls if "/status/" in url], "a run that came back to life is polled again"


def test_a_failure_tells_its_reason_in_japanese_too(page):
    run_end(run=claim(), status="failed", code="trainer-died", params={"signal": "SIGABRT"})
    expect(page.locator("#run-status")).to_contain_text("ended by signal SIGABRT")
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("#run-status")).to_contain_text("シグナル SIGABRT")
    expect(page.locator("#run-status")).to_contain_text("trainer-died")

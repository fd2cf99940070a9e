"""The page of a run: a function of its row, polling only while the row can change by itself."""

import pytest

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.models import RunProgress, TrainingRun
from voiceapp.services.training_run import run_beat, run_claim, run_create, run_end, run_measure

POLL = "every 2s"


@pytest.fixture
def run(operator):
    return run_create(style=rows.ready_style(), minutes=5, actor=operator)


@pytest.fixture
def running(run):
    claimed = run_claim(run_id=run.pk, job_id=run.job_id, worker_name="host.1")
    losses = {"mel": 0.5, "duration": 0.25}
    run_beat(run=claimed, step=120, elapsed_s=75.0, remaining_s=225.0, losses=losses)
    for step in range(0, 121, 20):
        point = {"mel": 2.0 - step / 100, "duration": 0.25}
        RunProgress.objects.create(run=claimed, attempt=1, step=step, elapsed_s=step, losses=point)
    return claimed


def status(client, run, state="") -> tuple[int, str, dict]:
    answer = client.get(f"/runs/{run.pk}/status/?state={state}")
    return answer.status_code, answer.content.decode(), answer.headers


def test_a_waiting_run_polls(fragment, run):
    code, text, _headers = status(fragment, run)
    assert code == 200
    assert POLL in text
    assert "queued" in text


def test_the_figures_of_a_running_one(fragment, running):
    code, text, _headers = status(fragment, running)
    assert code == 200
    assert POLL in text
    for words in ("120", "0.500", "1 min 15 s", "3 min 45 s", 'value="25"', "ago"):
        assert words in text


def test_losses_have_names_in_the_language_of_the_page(page, page_ja, running):
    losses = {"mel": 0.5, "duration": 0.25, "prosody": 0.125, "total": 0.875, "newer": 1.0}
    run_beat(run=running, losses=losses)
    RunProgress.objects.create(run=running, attempt=1, step=130, elapsed_s=130, losses=losses)
    for path in ("", "status/", "curve/"):
        text = page.get(f"/runs/{running.pk}/{path}").content.decode()
        for words in ("spectrum loss", "duration loss", "pitch and energy loss", "total loss", "newer loss"):
            assert words in text, path
        text = page_ja.get(f"/runs/{running.pk}/{path}").content.decode()
        for words in ("スペクトル", "音素の長さ", "声の高さと強さ", "合計", "newer"):
            assert f"損失（{words}）" in text, path


def test_nothing_is_promised_about_the_time_that_measuring_takes(page, running):
    run_beat(run=running, remaining_s=0.0)
    assert "<dt>remaining</dt><dd>0 s</dd>" in page.get(f"/runs/{running.pk}/status/").content.decode()
    run_measure(run=running, step=10)
    assert "<dt>remaining</dt><dd>–</dd>" in page.get(f"/runs/{running.pk}/status/").content.decode()


def test_the_whole_page_shows_the_same_after_a_reload(page, running):
    storage.run_directory(running.pk).mkdir(parents=True)
    (storage.run_directory(running.pk) / "trainer.log").write_text("first\n<b>last</b>\n")
    text = page.get(f"/runs/{running.pk}/").content.decode()
    for words in (POLL, "120", "Cancel the run", "&lt;b&gt;last", "Claimed by worker host.1", "clip-00", "<svg"):
        assert words in text


def test_a_change_of_state_is_told_once(fragment, running):
    _code, text, headers = status(fragment, running, "queued-0")
    assert headers["HX-Trigger"] == '{"run-changed": {}}'
    assert "state=running-1" in text
    assert "HX-Trigger" not in status(fragment, running, "running-1")[2]


@pytest.mark.parametrize("name", ["status", "curve", "events", "log"])
def test_polling_ends_with_the_run(fragment, running, name):
    assert fragment.get(f"/runs/{running.pk}/{name}/").status_code == 200
    run_end(run=running, status="failed", code="trainer-died", params={"signal": "SIGABRT"})
    answer = fragment.get(f"/runs/{running.pk}/{name}/")
    assert answer.status_code == 286
    assert "every" not in answer.content.decode()


def test_the_reason_is_said_in_the_readers_language(page, page_ja, running):
    run_end(run=running, status="failed", code="trainer-died", params={"signal": "SIGABRT"})
    assert "ended by signal SIGABRT" in page.get(f"/runs/{running.pk}/").content.decode()
    assert "シグナル SIGABRT" in page_ja.get(f"/runs/{running.pk}/").content.decode()


def test_a_reason_of_the_trainer_is_said_too(page_ja, running):
    run_end(run=running, status="failed", code="language-missing", params={"languages": {"en": "ja", "ja": "ja"}})
    text = page_ja.get(f"/runs/{running.pk}/").content.decode()
    assert "language-missing" in text
    assert "言語" in text


def test_cancelling_shows_that_it_is_stopping(fragment, page, running):
    answer = fragment.post(f"/runs/{running.pk}/cancel/")
    assert answer.status_code == 200
    assert "Stopping…" in answer.content.decode()
    assert answer["HX-Trigger"] == '{"run-acted": {}}'
    assert "stopping" in status(fragment, running)[1]
    # A second click changes nothing.
    assert page.post(f"/runs/{running.pk}/cancel/").status_code == 302


def test_a_waiting_run_is_cancelled_at_once_and_can_be_queued_again(fragment, run):
    text = fragment.post(f"/runs/{run.pk}/cancel/").content.decode()
    assert "Queue again" in text
    assert TrainingRun.objects.get().status == "cancelled"
    text = fragment.post(f"/runs/{run.pk}/requeue/").content.decode()
    assert "Cancel the run" in text
    assert TrainingRun.objects.get().status == "queued"


def test_what_cannot_be_cancelled_says_so(fragment, running):
    run_end(run=running, status="failed", code="trainer-exited", params={"exit_code": 1})
    answer = fragment.post(f"/runs/{running.pk}/cancel/")
    assert answer.status_code == 409
    assert answer["Koebo-Code"] == "run-not-cancellable"


def test_frozen_clips_come_in_pages(fragment, operator):
    run = run_create(style=rows.ready_style(26), minutes=1, actor=operator)
    second = fragment.get(f"/runs/{run.pk}/clips/?page=2")
    assert [clip.name for clip in second.context["clips"]] == ["clip-25"]
    assert "k o N n i ch i w a" in second.content.decode()


def test_the_list(page, running, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        text = page.get("/runs/").content.decode()
    assert "running" in text
    assert "no worker is running" in text


def test_an_unknown_code_of_an_event_shows_its_stored_words(page, running):
    running.events.create(code="from-the-future", params={}, detail="What a later version said.")
    assert "What a later version said." in page.get(f"/runs/{running.pk}/").content.decode()

"""Training runs over REST, on a real queue."""

import pytest

from tests.voiceapp import artefacts, rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.models import RunProgress, RunStatus, TrainingRun

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]

RUNS = "/api/v1/runs"


@pytest.fixture
def style():
    return rows.ready_style()


@pytest.fixture
def run(api, style):
    return ok(api.post(RUNS, {"style": style.pk, "minutes": 2, "seed": 3}, format="json"), 201)


def test_a_run_is_created_and_delivered(api, style, user, queue, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        response = api.post(RUNS, {"style": style.pk, "minutes": 2.5}, format="json")
    run = ok(response, 201)
    assert response["Location"].endswith(f"/api/v1/runs/{run['id']}")
    assert (run["status"], run["minutes"], run["seed"], run["clip_count"]) == ("queued", 2.5, 0, 10)
    assert (run["style"], run["voice"], run["created_by"]) == (style.pk, style.voice.slug, user.username)
    assert run["progress"] == {
        "step": 0,
        "steps_planned": None,
        "elapsed_s": 0,
        "remaining_s": None,
        "percent": None,
        "losses": {},
        "device": "",
    }
    assert queue.get_job_ids() == [TrainingRun.objects.get().job_id]


def test_events_and_frozen_phonemes_are_read(api, run):
    events = ok(api.get(f"{RUNS}/{run['id']}/events"))["results"]
    assert [event["code"] for event in events] == ["run-created", "run-queued"]
    assert events[1]["to_status"] == "queued"
    assert events[0]["detail"] == "Created from 10 clips (0 left out)."
    frozen = ok(api.get(f"{RUNS}/{run['id']}/phonemes", {"limit": 4}))
    assert frozen["count"] == 10
    first = frozen["results"][0]
    assert len(first["symbols"]) == len(first["tones"])
    assert first["text"] == "こんにちは。"
    assert first["units"] == 5


def test_progress_and_log_are_read(api, run, media_root):
    losses = {"mel": 0.5, "total": 0.75}
    RunProgress.objects.create(run_id=run["id"], step=10, elapsed_s=4.0, losses=losses, learning_rate=1e-3)
    [point] = ok(api.get(f"{RUNS}/{run['id']}/progress"))["results"]
    assert (point["step"], point["losses"]) == (10, losses)
    assert ok(api.get(f"{RUNS}/{run['id']}/log")) == {"text": ""}
    log = media_root / "runs" / run["id"] / "trainer.log"
    log.parent.mkdir(parents=True)
    log.write_text("one\ntwo\nthree\n")
    assert ok(api.get(f"{RUNS}/{run['id']}/log", {"lines": 2})) == {"text": "two\nthree"}
    problem(api.get(f"{RUNS}/{run['id']}/log", {"lines": 501}), 422, "field-invalid")


def test_a_second_start_names_the_live_run(api, style, run):
    body = problem(api.post(RUNS, {"style": style.pk, "minutes": 2}, format="json"), 409, "run-already-live")
    assert body["run"] == run["id"]


def test_a_shut_gate_lists_its_findings(api):
    style = rows.style()
    rows.clip(style, "a", verdicts=[{"level": "reject", "code": "audio-empty"}])
    body = problem(api.post(RUNS, {"style": style.pk, "minutes": 2}, format="json"), 409, "gate-shut")
    assert {finding["code"] for finding in body["findings"]} >= {"clips-rejected", "too-few-clips"}
    assert not TrainingRun.objects.exists()


@pytest.mark.parametrize(
    ("given", "field", "code"),
    [
        ({"minutes": 0}, "minutes", "min-value"),
        ({"minutes": -1}, "minutes", "min-value"),
        ({"minutes": 1e9}, "minutes", "max-value"),
        ({"minutes": "2"}, "minutes", "type"),
        ({"minutes": "NaN"}, "minutes", "type"),
        ({"minutes": None}, "minutes", "null"),
        ({"minutes": True}, "minutes", "type"),
        ({"seed": -1}, "seed", "min-value"),
        ({"seed": 2**40}, "seed", "max-value"),
        ({"warm_start": 7}, "warm_start", "type"),
        ({"warm_start": "0" * 64}, "warm_start", "does-not-exist"),
        ({"warm_start": "0" * 65}, "warm_start", "max-length"),
        ({"warm_start": "\x00"}, "warm_start", "null-characters-not-allowed"),
        ({"style": "1"}, "style", "type"),
        ({"style": 999_999}, "style", "does-not-exist"),
        ({"speed": 1.2}, "speed", "unknown"),
    ],
)
def test_wrong_fields_are_named(api, style, given, field, code):
    body = problem(api.post(RUNS, {"style": style.pk, "minutes": 2} | given, format="json"), 422, "field-invalid")
    [error] = body["errors"]
    assert (error["field"], error["code"]) == (field, code)
    if code in ("min-value", "max-value"):
        assert error["measured"] == given[field]
        assert error["limit"] is not None


@pytest.mark.parametrize("minutes", [b"1e999", b"-1e999", b"1" + b"0" * 400])
def test_minutes_beyond_all_numbers_are_refused(api, style, minutes):
    data = b'{"style": %d, "minutes": %s}' % (style.pk, minutes)
    body = problem(api.post(RUNS, data, content_type="application/json"), 422, "field-invalid")
    assert body["errors"][0]["code"] == "not-finite"


def test_a_run_is_cancelled_and_queued_again(api, run):
    cancelled = ok(api.post(f"{RUNS}/{run['id']}/cancel"))
    assert (cancelled["status"], cancelled["is_live"]) == ("cancelled", False)
    again = ok(api.post(f"{RUNS}/{run['id']}/requeue"))
    assert again["status"] == "queued"
    problem(api.post(f"{RUNS}/{run['id']}/requeue"), 409, "run-not-requeuable")
    problem(api.post(f"{RUNS}/{run['id']}/cancel", {"force": True}, format="json"), 422, "field-invalid")


def test_a_failed_run_says_why_in_the_callers_language(api, run):
    TrainingRun.objects.filter(pk=run["id"]).update(
        status=RunStatus.FAILED, reason_code="trainer-died", reason_params={"signal": 6}
    )
    reason = ok(api.get(f"{RUNS}/{run['id']}"))["reason"]
    assert reason["code"] == "trainer-died"
    assert "signal 6" in reason["detail"]
    problem(api.post(f"{RUNS}/{run['id']}/cancel"), 409, "run-not-cancellable")


def test_a_run_is_a_404_where_there_is_none(api):
    problem(api.get(f"{RUNS}/6b1cbb9e-5a0e-4d69-8a37-3b8f7a3f4a11"), 404, "not-found")
    problem(api.get(f"{RUNS}/1"), 404, "not-found")


def test_runs_are_filtered(api, style, run):
    other = TrainingRun.objects.create(style=rows.style(), language="ja", status=RunStatus.FAILED)
    assert ok(api.get(RUNS))["count"] == 2
    for query, found in [
        ({"status": "queued"}, run["id"]),
        ({"style": style.pk}, run["id"]),
        ({"voice": style.voice.slug}, run["id"]),
        ({"live": "true"}, run["id"]),
        ({"live": "false"}, str(other.pk)),
    ]:
        assert [row["id"] for row in ok(api.get(RUNS, query))["results"]] == [found]
    problem(api.get(RUNS, {"status": "done"}), 422, "field-invalid")


def test_listing_runs_takes_three_queries(api, user, django_assert_num_queries):
    for _number in range(4):
        TrainingRun.objects.create(style=rows.style(), language="ja", status=RunStatus.FAILED, created_by=user)
    with django_assert_num_queries(3):  # token, count, rows
        assert ok(api.get(RUNS))["count"] == 4


def test_a_run_starts_from_what_is_offered(api, style):
    model, base = artefacts.model(style), artefacts.base("Many readers")
    offered = ok(api.get(f"/api/v1/styles/{style.pk}/warm-starts"))["results"]
    assert [(entry["kind"], entry["id"], entry["digest"]) for entry in offered] == [
        ("model", model.pk, model.digest),
        ("base", base.pk, base.digest),
    ]
    run = ok(api.post(RUNS, {"style": style.pk, "minutes": 2, "warm_start": model.digest}, format="json"), 201)
    assert (run["warm_start"], run["warm_start_model"], run["warm_start_base"]) == (model.digest, model.pk, None)
    assert ok(api.get(f"/api/v1/models/{model.pk}"))["started_runs"] == [run["id"]]
    other = rows.ready_style()
    run = ok(api.post(RUNS, {"style": other.pk, "minutes": 2, "warm_start": base.digest}, format="json"), 201)
    assert (run["warm_start"], run["warm_start_model"], run["warm_start_base"]) == (base.digest, None, base.pk)


def test_a_run_from_scratch_says_so(api, run):
    assert (run["warm_start"], run["warm_start_model"], run["warm_start_base"]) == (None, None, None)
    style = rows.ready_style()
    assert ok(api.post(RUNS, {"style": style.pk, "minutes": 2, "warm_start": None}, format="json"), 201)


def test_a_warm_start_that_does_not_fit_names_both_sides(api, style):
    given = {"style": style.pk, "minutes": 2, "warm_start": artefacts.base(language="en").digest}
    body = problem(api.post(RUNS, given, format="json"), 422, "warm-start-differs")
    assert (body["measured"], body["limit"]) == ("en", "ja")
    lost = artefacts.model()
    artefacts.lose(lost)
    problem(api.post(RUNS, given | {"warm_start": lost.digest}, format="json"), 409, "warm-start-invalid")
    failed = artefacts.model(accuracy=0.25)
    response = api.post(RUNS, given | {"warm_start": failed.digest}, format="json")
    assert problem(response, 409, "warm-start-failed-content-check")["measured"] == 0.25
    assert not TrainingRun.objects.filter(style=style).exists()

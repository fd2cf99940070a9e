"""The dictionary over REST."""

import pytest

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.models import Pronunciation
from voiceapp.services.pronunciation import pronunciation_set

ADDRESS = "/api/v1/pronunciations"
GIVEN = {"language": "ja", "surface": "声房", "reading": "こえぼう", "nucleus": 2}
LIST = "surface,reading,nucleus,part_of_speech,note\n声房,コエボウ,2,,\n朝,アサ,1,noun,\n"


def put(api, text, query="language=ja", content_type="text/csv"):
    return api.generic("PUT", f"{ADDRESS}/csv?{query}", text.encode(), content_type=content_type)


def test_an_entry_is_added_read_changed_and_deleted(api, user):
    answer = api.post(ADDRESS, GIVEN)
    made = ok(answer, 201)
    assert (made["reading"], made["voice"], made["updated_by"]) == ("コエボウ", None, "robot")
    assert answer["Location"].endswith(f"{ADDRESS}/{made['id']}")
    address = f"{ADDRESS}/{made['id']}"
    changed = api.patch(address, {"nucleus": 0, "note": "flat"})
    assert (ok(changed)["nucleus"], ok(changed)["reading"]) == (0, "コエボウ")
    assert changed["ETag"] == f'"{ok(changed)["mark"]}"'
    assert api.delete(address).status_code == 204
    problem(api.get(address), 404, "not-found")
    steps = ok(api.get(f"{ADDRESS}/changes?language=ja"))["results"]
    assert [(step["before"] is None, step["after"] is None) for step in steps] == [
        (False, True), (False, False), (True, False),
    ]  # fmt: skip
    assert steps[1]["after"]["nucleus"] == 0
    assert steps[0]["actor"] == "robot"


def test_entries_of_voices_and_of_all_are_told_apart(api):
    voice = rows.voice(slug="mei")
    ok(api.post(ADDRESS, GIVEN), 201)
    own = ok(api.post(ADDRESS, {**GIVEN, "language": None, "voice": "mei", "reading": "コエフサ"}), 201)
    assert (own["voice"], own["language"]) == ("mei", voice.language)
    assert ok(api.get(f"{ADDRESS}?language=ja"))["count"] == 2
    assert [row["reading"] for row in ok(api.get(f"{ADDRESS}?scope=installation"))["results"]] == ["コエボウ"]
    assert [row["reading"] for row in ok(api.get(f"{ADDRESS}?voice=mei"))["results"]] == ["コエフサ"]
    assert ok(api.get(f"{ADDRESS}?search=フサ"))["count"] == 1
    problem(api.post(ADDRESS, {**GIVEN, "language": "en", "voice": "mei", "reading": "K OW1", "surface": "k"}), 422,
            "pronunciation-scope")  # fmt: skip
    problem(api.get(f"{ADDRESS}?voice=none"), 404, "not-found")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"reading": "koebo"}, 422, "pronunciation-reading"),
        ({"nucleus": 9}, 422, "pronunciation-nucleus"),
        ({"nucleus": "2"}, 422, "field-invalid"),
        ({"language": "JP"}, 422, "language-is-country"),
        ({"language": {"tag": "ja"}}, 422, "language-unknown"),
        ({"language": None}, 422, "language-missing"),
        ({"accent": 2}, 422, "field-invalid"),
    ],
)
def test_what_is_wrong_is_a_problem_with_its_code(api, change, status, code):
    problem(api.post(ADDRESS, GIVEN | change), status, code)
    assert not Pronunciation.objects.exists()


def test_an_entry_that_is_there_already_is_a_conflict(api):
    ok(api.post(ADDRESS, GIVEN), 201)
    body = problem(api.post(ADDRESS, GIVEN | {"reading": "コエフサ"}), 409, "pronunciation-changed")
    assert "コエボウ" in body["detail"]


def test_what_somebody_else_changed_is_not_overwritten(api):
    made = ok(api.post(ADDRESS, GIVEN), 201)
    address, seen = f"{ADDRESS}/{made['id']}", made["mark"]
    pronunciation_set(**GIVEN | {"reading": "セイボウ"}, actor=None)
    problem(api.patch(address, {"nucleus": 0, "expected": seen}), 409, "pronunciation-changed")
    problem(api.patch(address, {"nucleus": 0}, HTTP_IF_MATCH=f'"{seen}"'), 409, "pronunciation-changed")
    problem(api.delete(address, HTTP_IF_MATCH=f'"{seen}"'), 409, "pronunciation-changed")
    now = api.get(address)["ETag"]
    assert ok(api.patch(address, {"nucleus": 0}, HTTP_IF_MATCH=now))["nucleus"] == 0


def test_a_list_is_checked_and_imported(api):
    plan = ok(put(api, LIST, "language=ja&dry_run=true"))
    assert (plan["is_imported"], plan["counts"]["added"], plan["total"]) == (False, 2, 2)
    assert not Pronunciation.objects.exists()
    done = ok(put(api, LIST, f"language=ja&expected_version={plan['version']}"))
    assert (done["is_imported"], Pronunciation.objects.count()) == (True, 2)
    assert [line["outcome"] for line in ok(put(api, LIST))["lines"]] == ["unchanged", "unchanged"]
    problem(put(api, LIST, f"language=ja&expected_version={plan['version']}"), 409, "pronunciations-changed")
    answer = api.get(f"{ADDRESS}/csv?language=ja")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert sorted(answer.content.decode().split()) == sorted(
        "surface,reading,nucleus,part_of_speech,note\n声房,コエボウ,2,noun,\n朝,アサ,1,noun,\n".split()
    )


def test_a_bad_line_refuses_the_list_and_is_named(api):
    body = problem(put(api, LIST + "駄目,dame,0,,\n"), 422, "pronunciations-refused")
    assert [(error["field"], error["code"]) for error in body["errors"]] == [("line 4", "pronunciation-reading")]
    assert not Pronunciation.objects.exists()


def test_bodies_of_other_kinds_are_refused(api):
    problem(put(api, LIST, content_type="application/json"), 415, "media-type-unsupported")
    problem(put(api, "x"), 422, "pronunciation-file")
    problem(put(api, LIST, "voice=none&language=ja"), 404, "not-found")
    problem(put(api, "x" * (4 * 1024**2 + 1)), 413, "body-too-large")
    problem(put(api, LIST, ""), 422, "field-invalid")


def test_an_empty_body_is_no_list(api):
    answer = api.generic("PUT", f"{ADDRESS}/csv?language=ja", b"", content_type="text/csv", CONTENT_LENGTH="0")
    assert "no list" in problem(answer, 422, "pronunciation-file")["detail"]


def test_half_a_surrogate_pair_is_refused_where_a_sentence_repeats_it(api):
    given = rb'{"language": "ja", "surface": "a", "reading": "a", "part_of_speech": "\ud800"}'
    problem(api.post(ADDRESS, given, content_type="application/json"), 422, "field-invalid")
    twice = rb'{"\ud800": 1, "\ud800": 2}'
    problem(api.post(ADDRESS, twice, content_type="application/json"), 400, "body-malformed")

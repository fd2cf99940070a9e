"""Phones and accent of a clip over REST."""

import pytest

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.models import Clip

pytestmark = pytest.mark.django_db


@pytest.fixture
def clip():
    return rows.clip(rows.style(), "a", text="橋です。")


def _address(clip) -> str:
    return f"/api/v1/clips/{clip.pk}/override"


def test_what_is_taught_can_be_read_changed_and_put(api, clip, user):
    state = ok(api.get(_address(clip)))
    assert (state["override"], state["is_applied"], state["set_by"]) == (None, False, None)
    structure = state["structure"]
    assert structure["accent_phrases"][0]["nucleus"] == 2
    structure["accent_phrases"][0]["nucleus"] = 1
    state = ok(api.put(_address(clip), structure, format="json"))
    assert state == ok(api.get(_address(clip)))
    assert (state["override"], state["is_applied"], state["set_by"]) == (structure, True, user.username)
    assert state["phonemes"]["tones"][1:4] == [2, 2, 1]
    assert state["phonemes"] == ok(api.get(f"/api/v1/clips/{clip.pk}"))["phonemes"]


def test_it_is_deleted(api, clip):
    structure = ok(api.get(_address(clip)))["structure"]
    ok(api.put(_address(clip), structure, format="json"))
    assert ok(api.delete(_address(clip)), 204) is None
    assert ok(api.get(_address(clip)))["override"] is None
    assert ok(api.delete(_address(clip)), 204) is None


def test_english_words(api):
    clip = rows.clip(rows.style(voice=rows.voice(language="en")), "a", text="I read it.")
    structure = ok(api.get(_address(clip)))["structure"]
    structure["words"][1]["phones"] = "R EH1 D"
    state = ok(api.put(_address(clip), structure, format="json"))
    assert "EH" in state["phonemes"]["symbols"]
    assert state["phonemes"]["words"][1]["source"] == "hand"


def test_what_is_wrong_is_named_with_its_place(api, clip):
    structure = ok(api.get(_address(clip)))["structure"]
    structure["accent_phrases"][0]["moras"][0]["kana"] = "x"
    body = problem(api.put(_address(clip), structure, format="json"), 422, "override-invalid")
    assert "Phrase 1: “x”" in body["detail"]
    answer = api.put(_address(clip), structure, format="json", HTTP_ACCEPT_LANGUAGE="ja")
    assert "1番目の句" in problem(answer, 422, "override-invalid")["detail"]
    problem(api.put(_address(clip), {"text": clip.text}, format="json"), 422, "override-invalid")
    problem(api.put(_address(clip), structure | {"more": 1}, format="json"), 422, "field-invalid")
    problem(api.put(_address(clip), {"accent_phrases": []}, format="json"), 422, "field-invalid")


def test_another_transcript_is_a_conflict(api, clip):
    structure = ok(api.get(_address(clip)))["structure"] | {"text": "端です。"}
    problem(api.put(_address(clip), structure, format="json"), 409, "clip-edited")
    assert Clip.objects.get().override is None


def test_a_clip_that_was_not_read_yet_has_no_structure(api, clip):
    Clip.objects.update(phonemes=None, phonemes_digest="", phonemes_version="")
    state = ok(api.get(_address(clip)))
    assert (state["structure"], state["phonemes"]) == (None, None)


def test_there_must_be_such_a_clip(api):
    problem(api.get("/api/v1/clips/999/override"), 404, "not-found")

"""Voices over REST."""

import pytest

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.models import Voice

pytestmark = pytest.mark.django_db

VOICES = "/api/v1/voices"
VOICE = {
    "slug": "hana",
    "name": "Hana",
    "language": "ja-JP",
    "caption": "A calm, low voice.",
    "seed": 7,
    "rights_holder": "The speaker",
    "rights_permission": "Training and publication",
    "rights_granted_on": "2026-01-31",
    "rights_licence": "CC0 1.0",
}


def test_languages_are_those_that_koebo_speaks(api):
    languages = ok(api.get("/api/v1/languages"))
    assert [language["tag"] for language in languages] == ["ja", "en"]
    assert languages[0]["unit"] == "mora"


def test_a_voice_is_registered_and_read(api, user):
    response = api.post(VOICES, VOICE, format="json")
    body = ok(response, 201)
    assert response["Location"] == "http://testserver/api/v1/voices/hana"
    assert body == ok(api.get(f"{VOICES}/hana"))
    assert body["language"] == "ja"
    assert body["style_count"] == body["reference_count"] == body["model_count"] == 0
    assert Voice.objects.get().created_by == user


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("JP", "language-is-country"),
        ("jp", "language-is-country"),
        ("kr", "language-unsupported"),
        ("zz", "language-unknown"),
        ("english", "language-unknown"),
        ("", "language-missing"),
        (None, "language-missing"),
        (3, "language-unknown"),
        (["ja"], "language-unknown"),
    ],
)
def test_a_language_that_koebo_cannot_speak_is_refused(api, language, code):
    body = problem(api.post(VOICES, VOICE | {"language": language}, format="json"), 422, code)
    assert "ja (Japanese)" in body["detail"]
    assert not Voice.objects.exists()


def test_a_country_comes_with_a_hint(api):
    body = problem(api.post(VOICES, VOICE | {"language": "JP"}, format="json"), 422, "language-is-country")
    assert body["hint"] == "ja"
    assert body["measured"] == "JP"
    assert "Did you mean “ja”?" in body["detail"]
    response = api.post(VOICES, VOICE | {"language": "JP"}, format="json", HTTP_ACCEPT_LANGUAGE="ja")
    assert "「ja」のことですか" in problem(response, 422, "language-is-country")["detail"]


def test_a_missing_language_is_not_assumed(api):
    without = {key: value for key, value in VOICE.items() if key != "language"}
    problem(api.post(VOICES, without, format="json"), 422, "language-missing")


def test_missing_rights_are_each_named(api):
    body = problem(api.post(VOICES, {"slug": "a", "name": "A", "language": "ja"}, format="json"), 422, "field-invalid")
    assert {error["field"] for error in body["errors"]} == {
        "rights_holder",
        "rights_permission",
        "rights_granted_on",
        "rights_licence",
    }


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("seed", -1, "min-value"),
        ("seed", 2**31, "max-value"),
        ("seed", 1.5, "type"),
        ("seed", "7", "type"),
        ("seed", True, "type"),
        ("name", "x" * 121, "max-length"),
        ("name", 5, "type"),
        ("name", "", "blank"),
        ("slug", "no spaces", "invalid"),
        ("slug", 0, "type"),
        ("rights_granted_on", "31.1.2026", "invalid"),
        ("caption", "\x00", "null-characters-not-allowed"),
    ],
)
def test_wrong_fields_are_named_with_their_figures(api, field, value, code):
    body = problem(api.post(VOICES, VOICE | {field: value}, format="json"), 422, "field-invalid")
    [error] = body["errors"]
    assert (error["field"], error["code"]) == (field, code)
    if code in ("min-value", "max-value", "max-length"):
        assert error["limit"] is not None
        assert error["measured"] == (len(value) if isinstance(value, str) else value)
        assert (body["measured"], body["limit"]) == (error["measured"], error["limit"])


def test_a_taken_slug_is_409(api):
    ok(api.post(VOICES, VOICE, format="json"), 201)
    problem(api.post(VOICES, VOICE, format="json"), 409, "slug-taken")


def test_a_voice_is_changed_in_part(api):
    voice = rows.voice(slug="hana")
    body = ok(api.patch(f"{VOICES}/hana", {"name": "Hanako", "language": "en_US"}, format="json"))
    assert (body["name"], body["language"], body["rights_holder"]) == ("Hanako", "en", "The speaker")
    voice.refresh_from_db()
    assert voice.name == "Hanako"
    problem(api.patch(f"{VOICES}/hana", {"nam": "x"}, format="json"), 422, "field-invalid")
    problem(api.patch(f"{VOICES}/hana", {"language": None}, format="json"), 422, "language-missing")


def test_the_language_of_phonemized_clips_stays(api):
    style = rows.style(voice=rows.voice(slug="hana"))
    rows.clip(style, "a")
    problem(api.patch(f"{VOICES}/hana", {"language": "en"}, format="json"), 409, "voice-has-styles")


def test_voices_come_in_pages(api):
    for number in range(3):
        rows.voice(slug=f"v{number}")
    rows.voice(slug="v3", language="en")
    first = ok(api.get(VOICES, {"limit": 3}))
    assert first["count"] == 4
    assert [voice["slug"] for voice in first["results"]] == ["v0", "v1", "v2"]
    assert first["previous"] is None
    second = ok(api.get(first["next"]))
    assert [voice["slug"] for voice in second["results"]] == ["v3"]
    assert second["next"] is None
    assert ok(api.get(VOICES, {"language": "en"}))["count"] == 1


def test_listing_voices_takes_three_queries(api, django_assert_num_queries):
    for _number in range(5):
        rows.style()
    api.get(VOICES)
    with django_assert_num_queries(3):  # token, count, rows
        ok(api.get(VOICES))

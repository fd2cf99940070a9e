"""The phoneme preview over REST says what a clip's phonemes would be."""

import pytest

from tests.voiceapp.api.answers import ok, problem
from trainer.languages import LANGUAGES
from trainer.text import phonemize

pytestmark = pytest.mark.django_db

PHONEMES = "/api/v1/phonemes"


@pytest.mark.parametrize(
    ("language", "text", "unit"), [("ja-JP", "こんにちは。", "moras"), ("eng", "Hello.", "syllables")]
)
def test_phonemes_have_the_shape_that_the_command_prints(api, language, text, unit):
    body = ok(api.post(PHONEMES, {"language": language, "text": text}, format="json"))
    assert {"language", "text", "normalized", "reading", "symbols", "tones", unit, "warnings"} <= body.keys()
    assert body == phonemize(text, LANGUAGES[body["language"]]).as_json()


def test_several_texts_come_back_in_order(api):
    texts = ["はい。", "", "いいえ。"]
    results = ok(api.post(PHONEMES, {"language": "ja", "texts": texts}, format="json"))["results"]
    assert [result["text"] for result in results] == texts
    assert results[1]["warnings"][0]["code"] == "phonemes-empty"


def test_warnings_come_in_the_callers_language(api):
    given = {"language": "ja", "text": "…"}
    messages = {
        locale: ok(api.post(PHONEMES, given, format="json", HTTP_ACCEPT_LANGUAGE=locale))["warnings"][0]["message"]
        for locale in ("ja", "en")
    }
    assert messages["ja"] != messages["en"]


def test_a_country_is_refused(api):
    body = problem(api.post(PHONEMES, {"language": "JP", "text": "はい"}, format="json"), 422, "language-is-country")
    assert body["hint"] == "ja"
    problem(api.post(PHONEMES, {"text": "はい"}, format="json"), 422, "language-missing")


def test_too_long_a_text_is_refused_with_both_figures(api):
    body = problem(api.post(PHONEMES, {"language": "ja", "text": "あ" * 2001}, format="json"), 422, "text-too-long")
    assert (body["measured"], body["limit"]) == (2001, 2000)
    given = {"language": "ja", "texts": ["あ", "あ" * 2001]}
    body = problem(api.post(PHONEMES, given, format="json"), 422, "field-invalid")
    assert body["errors"][0]["field"] == "texts.1"
    assert (body["measured"], body["limit"]) == (2001, 2000)


def test_too_many_texts_are_refused(api):
    body = problem(api.post(PHONEMES, {"language": "ja", "texts": ["あ"] * 101}, format="json"), 422, "field-invalid")
    assert (body["measured"], body["limit"]) == (101, 100)


@pytest.mark.parametrize("given", [{}, {"text": "a", "texts": ["b"]}])
def test_it_takes_either_text_or_texts(api, given):
    problem(api.post(PHONEMES, {"language": "ja"} | given, format="json"), 422, "field-invalid")


@pytest.mark.parametrize("given", [{"text": 5}, {"texts": "あ"}, {"texts": [5]}, {"text": None}])
def test_other_types_are_refused(api, given):
    problem(api.post(PHONEMES, {"language": "ja"} | given, format="json"), 422, "field-invalid")

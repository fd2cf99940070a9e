"""The phoneme preview over REST says what a clip's phonemes would be."""

import json
import sys

import pytest

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from trainer.errors import EngineUnavailable
from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.child import PhonemeChild
from voiceapp.api.views import phoneme as view
from voiceapp.errors import TrainerRefusal
from voiceapp.models import Pronunciation
from voiceapp.services import phoneme as service

pytestmark = pytest.mark.django_db

PHONEMES = "/api/v1/phonemes"


@pytest.mark.parametrize(
    ("language", "text", "unit"), [("ja-JP", "こんにちは。", "moras"), ("eng", "Hello.", "syllables")]
)
def test_phonemes_have_the_shape_that_the_command_prints(api, language, text, unit):
    body = ok(api.post(PHONEMES, {"language": language, "text": text}, format="json"))
    assert {"language", "text", "normalized", "reading", "symbols", "tones", unit, "warnings"} <= body.keys()
    assert body.pop("remarks") == []
    assert body == phonemize(text, LANGUAGES[body["language"]]).as_json()


def test_a_text_gets_the_remarks_that_it_would_get_as_a_line(api):
    given = {"language": "ja", "texts": ["はい<b>そう</b>です。", "はい。"]}
    marked, plain = ok(api.post(PHONEMES, given, format="json"))["results"]
    assert "text-markup" in [remark["code"] for remark in marked["remarks"]]
    assert "text-markup" not in [warning["code"] for warning in marked["warnings"]]
    assert plain["remarks"] == []
    answers = [
        ok(
            api.post(
                PHONEMES, {"language": "ja", "text": given["texts"][0]}, format="json", HTTP_ACCEPT_LANGUAGE=locale
            )
        )
        for locale in ("en", "ja")
    ]
    english, japanese = ([remark["message"] for remark in answer["remarks"]] for answer in answers)
    assert len(english) == len(japanese) and english != japanese


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


def lines(api, given, **headers):
    response = api.post(PHONEMES, given, format="json", HTTP_ACCEPT="application/x-ndjson", **headers)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/x-ndjson; charset=utf-8"
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def test_many_texts_come_back_as_lines_in_order_and_are_counted(api):
    texts = ["はい。", "あ" * 2001, "", "いいえ。"] * 40
    *results, summary = lines(api, {"language": "ja", "texts": texts})
    assert len(results) == len(texts)
    assert [result.get("text", "refused") for result in results] == ["はい。", "refused", "", "いいえ。"] * 40
    assert results[0] == ok(api.post(PHONEMES, {"language": "ja", "text": "はい。"}, format="json"))
    error = results[5]["error"]
    assert (error["line"], error["code"], error["measured"], error["limit"]) == (6, "text-too-long", 2001, 2000)
    assert summary == {"lines": 160, "refused": 40}


def test_lines_speak_the_callers_language_while_they_are_sent(api):
    given = {"language": "ja", "texts": ["…", "あ" * 2001]}
    first, refused, _ = lines(api, given, HTTP_ACCEPT_LANGUAGE="ja")
    assert "音素が得られません" in first["warnings"][0]["message"]
    assert "2000文字まで" in refused["error"]["detail"]


def test_no_text_and_one_text_are_lines_too(api):
    assert lines(api, {"language": "en", "texts": []}) == [{"lines": 0, "refused": 0}]
    assert lines(api, {"language": "en", "text": "Hello."})[1:] == [{"lines": 1, "refused": 0}]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"language": "JP", "texts": ["はい"]}, "language-is-country"),
        ({"language": "ja"}, "field-invalid"),
        ({"language": "ja", "texts": ["あ"] * 10_001}, "field-invalid"),
        ({"language": "ja", "texts": ["あ"], "voice": "nobody"}, "field-invalid"),
    ],
)
def test_a_stream_that_cannot_begin_is_a_problem(api, given, code):
    problem(api.post(PHONEMES, given, format="json", HTTP_ACCEPT="application/x-ndjson"), 422, code)


def test_a_voice_brings_its_language_and_its_pronunciations(api):
    voice = rows.voice(language="ja")
    Pronunciation.objects.create(
        language="ja", voice=voice, surface="声簿", reading="セイボ", nucleus=1, part_of_speech="noun"
    )
    given = {"voice": voice.slug, "text": "声簿です。"}
    body = ok(api.post(PHONEMES, given, format="json"))
    assert body["reading"].startswith("セイボ") and body["dictionary"]
    assert lines(api, given)[0] == body
    assert ok(api.post(PHONEMES, {"language": "ja", "text": "声簿です。"}, format="json"))["dictionary"] == ""
    body = problem(api.post(PHONEMES, given | {"language": "en"}, format="json"), 422, "field-invalid")
    assert body["errors"][0]["field"] == "language"


def test_an_engine_that_does_not_start_is_not_the_texts_fault(api, monkeypatch):
    broken = PhonemeChild(command=[sys.executable, "-c", "import os; os.abort()"])
    monkeypatch.setattr(service, "_child", broken)
    given = {"language": "ja", "texts": ["まだ誰も読んでいない文です。"]}
    for accept in ("application/json", "application/x-ndjson"):
        answer = api.post(PHONEMES, given, format="json", HTTP_ACCEPT=accept)
        assert problem(answer, 503, "phonemes-engine-unavailable")["measured"] == "SIGABRT"


def test_a_stream_that_is_given_up_says_so_in_place_of_the_summary(api, monkeypatch):
    def given_up(**_):
        yield phonemize("はい。", LANGUAGES["ja"])
        raise TrainerRefusal(EngineUnavailable("phonemes-engine-unavailable", measured="SIGSEGV"))

    monkeypatch.setattr(view, "texts_preview", given_up)
    first, last = lines(api, {"language": "ja", "texts": ["はい。", "いいえ。"]})
    assert first["text"] == "はい。"
    assert (last["problem"]["code"], last["problem"]["status"]) == ("phonemes-engine-unavailable", 503)

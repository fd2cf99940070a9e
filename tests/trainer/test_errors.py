"""Errors, verdicts and their sentences."""

import json
import pickle
from string import Formatter

import pytest

from trainer import errors
from trainer.errors import BadInput, TrainerError
from trainer.messages import LOCALES, SENTENCES, sentence
from trainer.verdicts import Verdict


def fields(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_exit_codes_are_those_of_the_command_line():
    codes = {name: getattr(errors, name).exit_code for name in dir(errors) if name[0].isupper() and name != "Any"}
    assert codes == {
        "TrainerError": 1,
        "UsageError": 2,
        "BadInput": 3,
        "EngineUnavailable": 1,
        "Diverged": 4,
        "OutOfMemory": 5,
        "NoDiskSpace": 6,
        "Stopped": 75,
    }


def test_an_error_speaks_both_languages_and_gives_its_figures():
    error = BadInput("text-too-long", measured=2001, limit=2000)
    assert str(error) == "The text has 2001 characters; at most 2000 are read at once. Split it."
    assert error.message("ja") == "テキストが2001文字あります。一度に読めるのは2000文字までです。分割してください。"
    assert error.as_json() == {"code": "text-too-long", "detail": str(error), "measured": 2001, "limit": 2000}


def test_an_error_survives_the_way_out_of_another_process():
    error = pickle.loads(pickle.dumps(BadInput("text-not-unicode", measured="D800", position=4)))
    assert (type(error), error.code, error.measured, error.params) == (
        BadInput,
        "text-not-unicode",
        "D800",
        {"position": 4},
    )


def test_every_sentence_exists_in_both_languages_with_the_same_figures():
    for code, by_locale in SENTENCES.items():
        assert set(by_locale) == set(LOCALES), code
        assert fields(by_locale["en"]) == fields(by_locale["ja"]), code
        assert all(text.strip() for text in by_locale.values()), code


def test_an_unknown_code_is_a_bug_and_says_so():
    with pytest.raises(KeyError):
        sentence("no-such-code")
    with pytest.raises(KeyError):
        str(TrainerError("no-such-code"))


def test_a_sentence_without_its_figures_still_reads():
    assert sentence("text-too-long") == "The text has – characters; at most – are read at once. Split it."


@pytest.mark.parametrize(("locale", "is_japanese"), [("ja", True), ("ja-jp", True), ("en-us", False), (None, False)])
def test_the_locale_of_the_screen_chooses_the_language(locale, is_japanese):
    assert ("文字" in sentence("text-too-long", locale, measured=1, limit=2)) is is_japanese


def test_a_verdict_survives_json():
    verdict = Verdict("warn", "word-guessed", "xylofex", file="a.wav", line=3, position=7, params={"reading": "Z AY1"})
    document = json.loads(json.dumps(verdict.as_json()))
    assert document["message"].startswith("“xylofex” is not in the dictionary")
    assert Verdict.from_json(document) == verdict


def test_a_parameter_may_itself_be_translated():
    verdict = Verdict("reject", "script-mismatch", "hello", params={"language": {"en": "Japanese", "ja": "日本語"}})
    assert "not written in Japanese" in verdict.message("en")
    assert "日本語で書かれていません" in verdict.message("ja")


def test_a_verdict_has_one_of_three_levels():
    with pytest.raises(ValueError, match="fatal"):
        Verdict("fatal", "phonemes-empty")

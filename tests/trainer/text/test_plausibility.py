"""Lines that look wrong: each kind is found and named, and ordinary lines are left alone."""

from dataclasses import replace

import pytest

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.languages import LANGUAGES
from trainer.sentences import measurement_sentences, training_script
from trainer.text import phonemize
from trainer.text.plausibility import line_verdicts, rate_verdict


def judged(text, tag="ja", duration_s=None):
    return line_verdicts(phonemize(text, LANGUAGES[tag]), duration_s)


def codes(text, tag="ja", duration_s=None):
    return [verdict.code for verdict in judged(text, tag, duration_s)]


@pytest.mark.parametrize("tag", ["ja", "en"])
def test_the_built_in_sentences_get_no_remark(tag):
    language = LANGUAGES[tag]
    assert {text: codes(text, tag) for text in (*training_script(language), *measurement_sentences(language))} == {
        text: [] for text in (*training_script(language), *measurement_sentences(language))
    }


def test_spoken_japanese_keeps_within_the_limits(small_corpus):
    rows = [line.split("|") for line in (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines()]
    reports = inspect_many([small_corpus / "audio" / name for name, _ in rows], CLIP_LIMITS)
    for (_, text), report in zip(rows, reports, strict=True):
        assert codes(text, duration_s=report.trimmed_duration_s) == []


@pytest.mark.parametrize(
    ("text", "tag", "duration_s"),
    [
        ("はい。", "ja", 9.0),  # a few moras for a long recording: a piece of the text
        ("昼食のあとに一時間ほど歩くのが祖母の習慣になっている。", "ja", 1.5),
        ("Yes, of course.", "en", 6.0),
        ("Volunteers cleaned the beach on Saturday, and gathered over forty bags of plastic.", "en", 1.5),
    ],
)
def test_a_text_that_cannot_fit_its_recording_is_found(text, tag, duration_s):
    (verdict,) = judged(text, tag, duration_s)
    assert (verdict.level, verdict.code) == ("warn", "phonemes-per-second")
    assert f"{verdict.measured:g}" in verdict.message("en")
    assert "別の録音" in verdict.message("ja")


@pytest.mark.parametrize(
    ("text", "tag", "duration_s"), [("はい。", "ja", 0.9), ("Yes.", "en", 0.8), ("No.", "en", 0.5)]
)
def test_a_short_answer_may_be_slow(text, tag, duration_s):
    assert codes(text, tag, duration_s) == []


def test_a_line_of_another_pace_than_its_speaker_is_found():
    assert rate_verdict("en", 6, 2.9, median=4.2).code == "pace-unlike-style"
    assert rate_verdict("en", 12, 2.9, median=4.2) is None
    assert rate_verdict("en", 21, 2.9, median=4.2).measured == 7.2
    assert rate_verdict("en", 40, 2.9, median=4.2) is None  # that is said without its style
    assert rate_verdict("en", 2, 1.2, median=4.2) is None  # too short to tell


@pytest.mark.parametrize(
    ("text", "tag"),
    [("Sooooooooooooooooooooooo good", "en"), ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "en")],
)
def test_letters_that_give_too_few_phones_are_found(text, tag):
    assert "phonemes-per-character" in codes(text, tag)


def test_letters_that_give_too_many_phones_are_found():
    phonemes = phonemize("こんにちは。", LANGUAGES["ja"])
    symbols = ("sil", *phonemes.symbols[1:-1] * 4, "sil")
    doubled = replace(phonemes, symbols=symbols, tones=(0,) * len(symbols))
    (verdict,) = line_verdicts(doubled, None)
    assert (verdict.code, verdict.limit, verdict.params["phones"]) == ("phonemes-per-character", 5, 36)


@pytest.mark.parametrize(
    "text",
    [
        "2026年11月30日、¥12,800でした。",
        "志",
        "承る。",
        "NHKとJRとW杯のニュース",
        "3.5kgの荷物",
        "コンピューター",
        "五百旗頭さん",
    ],
)
def test_dense_japanese_is_plausible(text):
    assert codes(text) == []


@pytest.mark.parametrize(
    "text", ["Mr. and Mrs. Smith paid $1,234,567.", "It weighs 12.5 kg.", "The BBC, the FBI and NASA."]
)
def test_dense_english_is_plausible(text):
    assert codes(text, "en") == []


def test_control_characters_are_named_with_code_and_place():
    (verdict,) = judged("今日\x07は\u202e晴れ。")
    assert (verdict.code, verdict.position) == ("text-control-characters", 2)
    assert verdict.measured == "U+0007 (3), U+202E (5)"
    assert "U+0007 (3)" in verdict.message("en") and "U+0007 (3)" in verdict.message("ja")


def test_broken_and_private_characters_are_control_characters():
    assert codes("今日は\ufffd晴れ。") == ["text-control-characters"]
    assert codes("今日は\ue000晴れ。") == ["text-control-characters"]


def test_invisible_characters_are_named_apart():
    verdicts = {verdict.code: verdict for verdict in judged("Hello\u200b the\u00adre.", "en")}
    assert set(verdicts) == {"text-invisible-characters"}
    assert verdicts["text-invisible-characters"].measured == "U+200B (6), U+00AD (11)"


def test_white_space_is_no_control_character():
    assert codes("今日は\t晴れ。\n明日も晴れ。\r\n") == []


def test_mostly_latin_text_under_japanese_is_found():
    assert "script-mostly-latin" in codes("Please open the door と言った。")
    assert codes("NHKとJRとKDDIのCMです。") == []
    assert "script-mostly-latin" in codes("he said, it's late today と彼は言った。")


@pytest.mark.parametrize(
    "text",
    [
        "Tシャツを着たDJがPythonを教える。",
        "PythonのlistとdictとsetとtupleをGoogle Cloud Platformで使う。",
        "New York Times の Los Angeles Bureau。",
    ],
)
def test_borrowed_names_and_terms_are_japanese(text):
    assert "script-mostly-latin" not in codes(text)


def test_a_line_too_long_to_train_is_named():
    (verdict,) = judged("昼食のあとに一時間ほど歩くのが祖母の習慣になっている。" * 4)
    assert (verdict.code, verdict.measured, verdict.limit) == ("line-long", 132, 100)
    assert "モーラ" in verdict.message("ja") and "moras" in verdict.message("en")


def test_a_symbol_outside_the_table_rejects():
    phonemes = phonemize("はい。", LANGUAGES["ja"])
    verdicts = line_verdicts(replace(phonemes, symbols=("sil", "qq", *phonemes.symbols[2:])), None)
    assert [(verdict.level, verdict.code, verdict.measured) for verdict in verdicts] == [
        ("reject", "symbol-unknown", "qq")
    ]


def test_a_rejected_line_gets_no_remarks_on_figures():
    assert codes("hello world, hello everyone", "ja", duration_s=60.0) == []

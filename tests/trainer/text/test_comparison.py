"""Lines beside each other: different texts with the same phonemes, and lines of another pace."""

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.comparison import ComparedLine, lines_compare, pace_median, text_key


def line(name, text, tag="ja", duration_s=None):
    phonemes = phonemize(text, LANGUAGES[tag])
    return ComparedLine(name, text, phonemes.digest, phonemes.units, duration_s)


def found(*lines, tag="ja"):
    return {name: [verdict.code for verdict in verdicts] for name, verdicts in lines_compare(lines, tag).items()}


def test_different_texts_with_the_same_phonemes_are_found_with_each_other():
    verdicts = lines_compare([line("a", "雨五。"), line("b", "雨5。"), line("c", "空です。")], "ja")
    assert set(verdicts) == {"a", "b"}
    assert verdicts["a"][0].code == "phonemes-identical"
    assert (verdicts["a"][0].params["other"], verdicts["a"][0].params["text"]) == ("b", "雨5。")
    assert "「b」" in verdicts["a"][0].message("ja") and "“b”" in verdicts["a"][0].message("en")


def test_the_same_text_in_other_dress_is_the_same():
    assert text_key("きょうは、雨 です。") == text_key("キョウハ雨です") != text_key("昨日は雨です")
    assert text_key("HELLO, there!") == text_key("Hello there.")
    assert found(line("a", "雨です。"), line("b", "雨です"), line("c", "雨 です。")) == {}


def test_lines_without_phonemes_are_not_alike():
    assert found(line("a", "★"), line("b", "☆")) == {}


def test_half_a_text_stands_out_from_its_speaker():
    whole = [line(f"{number}", "今日は晴れています。", duration_s=1.6 + number / 100) for number in range(20)]
    half = line("half", "今日は。", duration_s=1.7)
    assert found(*whole, half) == {"half": ["pace-unlike-style"]}


def test_a_few_lines_say_nothing_about_a_speaker():
    assert pace_median([(10, 2.0)] * 19) is None
    assert pace_median([(10, 2.0)] * 20) == 5.0
    assert pace_median([(3, 2.0), (10, None)] * 50) is None

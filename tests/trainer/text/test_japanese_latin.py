"""Latin words under Japanese: dictionary, abbreviation, converter, in this order, and what is said about each."""

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.japanese_latin import katakana

JAPANESE = LANGUAGES["ja"]


def read(text):
    return phonemize(text, JAPANESE)


@pytest.mark.parametrize(
    ("text", "word", "reading", "source", "codes"),
    [
        ("iPhoneを買う。", "iPhone", "アイフォン", "dictionary", []),
        ("YouTubeを見る。", "YouTube", "ユーチューブ", "dictionary", []),
        ("NASAの人", "NASA", "ナサ", "dictionary", []),
        ("HELLOと言う。", "HELLO", "ハロー", "dictionary", []),
        ("Wi-Fiを使う。", "Wi-Fi", "ワイファイ", "dictionary", []),
        ("LINEを使う。", "LINE", "ライン", "dictionary", []),
        ("COVID-19です。", "COVID-19", "コビッドナインティーン", "dictionary", []),
        ("XQZを使う。", "XQZ", "エックスキューゼット", "spelled", []),
        ("xyzを使う。", "xyz", "エックスワイゼット", "spelled", ["word-spelled"]),
        ("XYLOFEXを使う。", "XYLOFEX", "ザイロフェックス", "converter", ["word-converted"]),
        ("tectonicの", "tectonic", "テクトニック", "converter", ["word-converted"]),
        ("ＸＹＬＯＦＥＸの", "ＸＹＬＯＦＥＸ", "ザイロフェックス", "converter", ["word-converted"]),
    ],
)
def test_a_latin_word_is_read_by_the_policy(text, word, reading, source, codes):
    phonemes = read(text)
    (found,) = [entry for entry in phonemes.words if entry["word"] == word]
    assert (found["reading"], found["source"]) == (reading, source)
    assert [verdict.code for verdict in phonemes.warnings] == codes


def test_words_within_a_name_are_read_apart():
    assert read("MegaKoeboを使う。").reading == "メガコエボヲツカウ"
    assert read("Node.jsを使う。").reading == "ノードジェーエスヲツカウ"


def test_the_accent_of_spelled_letters_falls_in_the_last():
    (phrase, *_) = read("XQZを使う。").accent_phrases
    assert phrase.nucleus == 7


def test_very_long_words_are_not_given_to_the_converter():
    phonemes = read("a" * 200 + "です。")
    assert phonemes.words[0]["source"] == "spelled"
    assert phonemes.units == 200 * 2 + 2


def test_the_converter_works_offline_and_makes_katakana_only():
    for word in ("window", "strength", "rhythm", "queueing", "phthalate"):
        assert all("ァ" <= char <= "ー" for char in katakana(word))


@pytest.mark.parametrize("text", ["Hello world", "koebo", "GitHub Actions is nice", "The GPU works"])
def test_latin_words_alone_are_another_language(text):
    assert "script-mismatch" in [verdict.code for verdict in read(text).warnings]

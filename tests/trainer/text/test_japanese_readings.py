"""Rules of reading: what they change keeps its sounds and pitch in step, and they leave alone what they should."""

import re

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.japanese_reading_rules import RULES
from trainer.text.moras import split_kana

JAPANESE = LANGUAGES["ja"]


def read(text):
    return phonemize(text, JAPANESE)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.surface}-{rule.reading}")
def test_a_rule_is_sound(rule):
    moras = split_kana(rule.reading)
    assert "".join(moras) == rule.reading
    assert rule.nucleus is None or 0 <= rule.nucleus <= len(moras)
    assert rule.before or rule.after or rule.within
    for pattern in (rule.before, rule.after, rule.within):
        re.compile(pattern)


@pytest.mark.parametrize(
    ("text", "word", "reading"),
    [
        ("キムチが辛くて食べられない。", "辛く", "カラク"),
        ("仕事が辛くて泣いた。", "辛く", "ツラク"),
        ("カレーを作るのが辛い。", "辛い", "ツライ"),
        ("練習は辛い。カレーは後だ。", "辛い", "ツライ"),
        ("辛いものが好きだ。", "辛い", "カライ"),
        ("扉が開く。", "開く", "ヒラク"),
        ("舞台の下手から出る。", "下手", "シモテ"),
        ("字が下手だ。", "下手", "ヘタ"),
        ("人気のない公園だった。", "人気", "ヒトケ"),
        ("人気のない歌手だ。", "人気", "ニンキ"),
        ("地元の市場で買う。", "市場", "イチバ"),
        ("国際的な市場で戦う。", "市場", "シジョー"),
        ("式を行って帰る。", "行っ", "オコナッ"),
        ("前を行って待つ。", "行っ", "オコナッ"),
        ("海上を行っている。", "行っ", "イッ"),
        ("窓が開いている。", "開い", "アイ"),
        ("本を開いている。", "開い", "ヒライ"),
        ("お家騒動だ。", "お家", "オイエ"),
    ],
)
def test_the_words_around_decide(text, word, reading):
    found = {entry["word"]: entry["reading"] for entry in read(text).words}
    assert found.get(word) == reading


def test_a_word_read_by_a_rule_says_so():
    (found,) = [word for word in read("このカレーは辛い。").words if word["word"] == "辛い"]
    assert (found["source"], found["reading"], found["nucleus"]) == ("rule", "カライ", 2)


def test_vowels_are_devoiced_again_where_a_reading_changed():
    assert "U" in read("彼は目下の者に優しい。").symbols or "I" in read("彼は目下の者に優しい。").symbols
    assert read("舞台の下手から").symbols == ("sil", *"b u t a i n o sh i m o t e k a r a".split(), "sil")
    assert read("色紙にサインを書く。").symbols[1:6] == ("sh", "I", "k", "i", "sh")


@pytest.mark.parametrize(
    ("text", "nucleus"),
    [("行った。", 0), ("東京から", 0), ("食べた。", 1), ("そうです。", 1), ("いい天気", 1), ("行ったら", 3)],
)
def test_accents_of_small_words(text, nucleus):
    assert read(text).accent_phrases[0].nucleus == nucleus

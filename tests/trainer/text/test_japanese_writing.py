"""What is written out before Japanese is read, and what an operator is told of it."""

import pytest

from trainer.languages import LANGUAGES
from trainer.text import Change, phonemize

JAPANESE = LANGUAGES["ja"]


def read(text):
    return phonemize(text, JAPANESE)


@pytest.mark.parametrize(
    ("text", "before", "after", "rule"),
    [
        ("ＮＨＫを見る。", "ＮＨＫ", "NHK", "unicode"),
        ("ﾃﾞｰﾀです。", "ﾃﾞｰﾀ", "データ", "unicode"),
        ("㈱です。", "㈱", "(株)", "unicode"),
        ("は\u200bい。", "\u200b", "", "invisible"),
        ("は\x07い。", "\x07", "", "invisible"),
        ("はい。  いいえ。", "  ", " ", "space"),
        ("はい\nいいえ", "\n", "。", "space"),
        ("5/3に会う。", "5/3", "5月3日", "date"),
        ("11/30(月)です。", "11/30(月)", "11月30日月曜日", "date"),
        ("2026-11-30です。", "2026-11-30", "2026年11月30日", "date"),
        ("2026年08月です。", "年08月", "年8月", "date"),
        ("10:05に", "10:05", "10時5分", "time"),
        ("10:05:30に", "10:05:30", "10時5分30秒", "time"),
        ("￥１２，８００です。", "￥１２，８００", "12,800円", "money"),
        ("$5.50です。", "$5.50", "5ドル50セント", "money"),
        ("$1.5億です。", "$1.5億", "1.5億ドル", "money"),
        ("€20です。", "€20", "20ユーロ", "money"),
        ("2Lの水", "L", "リットル", "unit"),
        ("10 km/hで", " km/h", "キロメートル毎時", "unit"),
        ("20°Cです。", "°C", "度", "unit"),
        ("5m²です。", "m²", "平方メートル", "unit"),
        ("2/3です。", "2/3", "3分の2", "fraction"),
        ("½です。", "½", "2分の1", "fraction"),
        ("3〜5人", "〜", "から", "range"),
        ("3-5人", "3-5", "3から5", "range"),
        ("月〜金です。", "月〜金", "月曜から金曜", "range"),
        ("2020-2025年", "2020-2025", "2020から2025", "range"),
        ("9:00-17:00", "9:00", "9時", "time"),
        ("9時-17時", "-", "から", "range"),
        ("12/31〜1/3", "12/31〜1/3", "12月31日から1月3日", "date"),
        ("-5度", "-", "マイナス", "number"),
        ("1234567890123円", "1234567890123", "1兆2345億6789万123", "number"),
        ("版1.2.3です。", ".", "点", "number"),
        ("A→Bです。", "→", "、", "symbol"),
        ("#1です。", "#1", "ナンバーワン", "symbol"),
        ("3:2です。", ":", "対", "symbol"),
        ("本当!?", "!?", "？", "symbol"),
        ("うん......", "......", "…", "ellipsis"),
        ("すごーーーい", "ーーー", "ー", "elongation"),
        ("はい〜〜", "〜〜", "ー", "elongation"),
        ("koeboです。", "koebo", "コエボ", "latin"),
    ],
)
def test_a_change_is_told_with_its_place_and_rule(text, before, after, rule):
    changes = read(text).changes
    assert Change(text.index(before), before, after, rule) in changes
    for change in changes:
        assert text[change.position : change.position + len(change.before)] == change.before


def test_what_needs_no_rewriting_is_left_alone():
    for text in (
        "箸で食べる？はい！",
        "（笑）「そう、ですね。」",
        "3,000円と50%と3.14",
        "03-1234-5678です。",
        "人々と、いすゞ。",
    ):
        phonemes = read(text)
        assert phonemes.changes == ()
        assert phonemes.normalized == text


def test_normalized_is_the_text_with_all_changes():
    text = "ＮＨＫで￥５００、  2/3は★です..."
    phonemes = read(text)
    rebuilt, end = "", 0
    for change in phonemes.changes:
        rebuilt += text[end : change.position] + change.after
        end = change.position + len(change.before)
    assert rebuilt + text[end:] == phonemes.normalized


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("110番です。", "ヒャクトーバンデス"),
        ("090-1234-5678", "ゼロキューゼロ、イチニーサンヨン、ゴーロクナナハチ"),
        ("第3章", "ダイサンショー"),
        ("Ⅲ章", "サンショー"),
        ("R&Dの人", "アールアンドディーノヒト"),
        ("12:30から", "ジューニジサンジュップンカラ"),
        ("10時05分", "ジュージゴフン"),
        ("09月05日", "クガツイツカ"),
        ("令和8年4月1日", "レーワハチネンシガツツイタチ"),
        ("1.5倍です。", "イッテンゴバイデス"),
        ("1,234,567円", "ヒャクニジューサンマンヨンセンゴヒャクロクジューナナエン"),
        ("±3度", "プラスマイナスサンド"),
        ("3+5=8", "サンタスゴイコールハチ"),
        ("時々、日々、国々。", "トキドキ、ヒビ、クニグニ"),
        ("学問のすゝめ", "ガクモンノススメ"),
    ],
)
def test_signs_and_numbers_are_read(text, reading):
    phonemes = read(text)
    assert phonemes.reading == reading
    assert not phonemes.warnings


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("きっと★です。", [("★", 3)]),
        ("楽しい😀です♪", [("😀", 3), ("♪", 6)]),
        ("Ａ＠★", [("★", 2)]),
    ],
)
def test_dropped_signs_are_named_with_their_place_in_the_given_text(text, dropped):
    found = [verdict for verdict in read(text).warnings if verdict.code == "characters-dropped"]
    assert [(verdict.measured, verdict.position) for verdict in found] == dropped


@pytest.mark.parametrize("text", ["3.5kgの米", "100Mbpsです。", "60fpsで", "5mの", "3LDK"])
def test_units_are_no_other_script(text):
    assert not read(text).warnings


def test_a_measure_alone_is_no_contradiction():
    assert not read("3.5kg").is_rejected
    assert not read("10km/h").is_rejected


@pytest.mark.parametrize(
    ("text", "kanji"), [("嗤う。", "嗤"), ("貶。", "貶"), ("この龘です。", "龘"), ("𪚥です。", "𪚥")]
)
def test_a_rare_kanji_is_never_lost_in_silence(text, kanji):
    phonemes = read(text)
    (verdict,) = phonemes.warnings
    assert (verdict.code, verdict.measured, verdict.position) == ("kanji-guessed", kanji, text.index(kanji))
    (word,) = [word for word in phonemes.words if word["word"] == kanji]
    assert word["source"] == "guess"

"""Japanese readings, accents and what is said about texts that cannot be read."""

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.text import phonemize

JAPANESE = LANGUAGES["ja"]


def read(text):
    return phonemize(text, JAPANESE)


def codes(phonemes):
    return [(verdict.level, verdict.code) for verdict in phonemes.warnings]


def marks(phonemes):
    """Accent for the eye: a slash where the pitch rises, a backslash where it falls."""
    return " ".join(
        "".join(kana + ("↑" if is_high else "") for kana, is_high in zip(phrase.moras, phrase.highs, strict=True))
        for phrase in phonemes.accent_phrases
    )


@pytest.mark.parametrize(
    ("text", "accents", "nuclei"),
    [
        ("箸で", "ハ↑シデ", [1]),
        ("橋で", "ハシ↑デ", [2]),
        ("端で", "ハシ↑デ↑", [0]),
        ("橋", "ハシ↑", [2]),
        ("端", "ハシ↑", [0]),
        ("雨が", "ア↑メガ", [1]),
        ("飴が", "アメ↑ガ↑", [0]),
        ("コーヒー", "コー↑ヒ↑ー", [3]),
    ],
)
def test_words_that_differ_in_accent_alone_are_told_apart(text, accents, nuclei):
    phonemes = read(text)
    assert marks(phonemes) == accents
    assert [phrase.nucleus for phrase in phonemes.accent_phrases] == nuclei


def test_tones_stand_on_every_phone_of_a_mora():
    phonemes = read("箸で食べる。")
    assert phonemes.symbols == ("sil", *"h a sh i d e t a b e r u".split(), "sil")
    assert phonemes.tones == (0, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 0)
    assert phonemes.units == 6
    assert phonemes.reading == "ハシデタベル"


def test_devoiced_vowels_and_geminates_keep_their_own_symbol():
    assert read("がっこうです。").symbols == ("sil", *"g a cl k o o d e s U".split(), "sil")


def test_particles_read_as_they_sound():
    assert read("私は東京へ本を送る。").reading == "ワタシワトーキョーエホンヲオクル"


@pytest.mark.parametrize(
    ("text", "reading", "moras"),
    [
        ("3,000円", "サンゼンエン", 6),
        ("¥500です", "ゴヒャクエンデス", 7),
        ("$5", "ゴドル", 3),
        ("二十三時", "ニジューサンジ", 6),
        ("10:30", "ジュージサンジュップン", 9),
        ("10:05", "ジュージゴフン", 6),
        ("2024-05-01", "ニセンニジューヨネンゴガツツイタチ", 16),
        ("25℃", "ニジューゴド", 5),
        ("10〜20個", "ジューカラニジュッコ", 8),
        ("½の確率", "ニブンノイチノカクリツ", 11),
        ("2½", "ニトニブンノイチ", 8),
        ("①番", "イチバン", 4),
        ("ｶﾞｷﾞ", "ガギ", 2),
        ("か\u3099く", "ガク", 2),
        ("ＮＨＫ", "エヌエイチケー", 7),
        ("そうだね〜", "ソーダネー", 5),
        ("フャフョ", "フヤフヨ", 4),
        ("すごーーーい", "スゴーイ", 4),
        ("9:00〜17:00", "クジカラジューシチジ", 9),
        (
            "1234567890123456",
            "センニヒャクサンジューヨンチョーゴセンロッピャクナナジューハチオクキューセンジューニマンサンゼンヨンヒャクゴジューロク",
            50,
        ),
    ],
)
def test_what_is_written_in_signs_is_spoken(text, reading, moras):
    phonemes = read(text)
    assert (phonemes.reading, phonemes.units) == (reading, moras)
    assert sum(len(phrase.moras) for phrase in phonemes.accent_phrases) == moras
    assert not phonemes.warnings


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("本当ですか？", ("k", "a", "?", "sil")),
        ("「本当？」", ("o", "o", "?", "sil")),
        ("本当です。", ("s", "U", "sil")),
        ("まさか！？", ("k", "a", "?", "sil")),
    ],
)
def test_a_question_differs_from_a_statement(text, end):
    assert read(text).symbols[-len(end) :] == end


def test_a_question_within_a_text_takes_the_place_of_the_pause():
    phonemes = read("食べる？はい、食べます。")
    assert [symbol for symbol in phonemes.symbols if symbol in ("sil", "pau", "?")] == ["sil", "?", "pau", "sil"]
    assert phonemes.reading == "タベル？ハイ、タベマス"


@pytest.mark.parametrize("text", ["", "   ", "\u3000", "。。。", "\u200b", "「」", "…", "\n"])
def test_a_text_without_sound_is_rejected(text):
    phonemes = read(text)
    assert (phonemes.symbols, phonemes.tones, phonemes.units) == ((), (), 0)
    assert codes(phonemes) == [("reject", "phonemes-empty")]


@pytest.mark.parametrize("text", ["★", "😀", "々", "ー"])
def test_a_text_of_signs_is_rejected_and_the_signs_are_named(text):
    phonemes = read(text)
    assert codes(phonemes) == [("warn", "characters-dropped"), ("reject", "phonemes-empty")]
    assert phonemes.warnings[0].measured == text


@pytest.mark.parametrize("text", ["안녕", "привет", "สวัสดี", "안녕こんにちは", "Hello world", "hello", "The GPU works"])
def test_a_text_in_another_script_is_rejected(text):
    phonemes = read(text)
    assert ("reject", "script-mismatch") in codes(phonemes)
    assert phonemes.is_rejected


@pytest.mark.parametrize("text", ["NHK", "123", "GPUを使う", "(´Д｀)です", "JR"])
def test_abbreviations_and_a_lone_sign_are_no_contradiction(text):
    assert not read(text).is_rejected


def test_a_dropped_sign_is_named_with_its_place():
    (verdict,) = read("きっと★です。").warnings
    assert (verdict.level, verdict.code, verdict.measured, verdict.position) == ("warn", "characters-dropped", "★", 3)


def test_the_place_is_that_in_the_text_as_given():
    (verdict,) = read("  ㌔と½は★です").warnings
    assert (verdict.measured, verdict.position) == ("★", 6)


def test_a_latin_word_that_is_made_katakana_is_reported():
    (verdict,) = read("koeboを使う。").warnings
    assert (verdict.code, verdict.measured, verdict.position, verdict.params["reading"]) == (
        "word-converted",
        "koebo",
        0,
        "コエボ",
    )


def test_a_latin_word_that_cannot_be_said_is_spelled_and_reported():
    (verdict,) = read("xzqを使う。").warnings
    assert (verdict.code, verdict.measured, verdict.params["reading"]) == (
        "word-spelled",
        "xzq",
        "エックスゼットキュー",
    )


def test_a_kanji_outside_the_dictionary_is_reported_with_its_guess():
    (verdict,) = read("嗤う。").warnings
    assert (verdict.code, verdict.measured, verdict.params["reading"]) == ("kanji-guessed", "嗤", "ワラ")


def test_the_longest_text_is_read():
    phonemes = read("あいうえお" * 400)
    assert phonemes.units == 2000


@pytest.mark.parametrize("text", ["\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 500, "½" * 2000])
def test_a_text_that_grows_beyond_the_engine_when_it_is_written_out_is_refused_with_the_figures(text):
    with pytest.raises(BadInput) as refusal:
        phonemize(text, LANGUAGES["ja"])
    assert refusal.value.code == "text-too-long-written-out"
    assert refusal.value.measured > refusal.value.limit
    assert phonemize(text[: len(text) // 10], LANGUAGES["ja"]).language == "ja"


@pytest.mark.parametrize(
    "unit",
    ["3円", "辛い", "koebo ", "いい", "1/2", "★", "ー", "、", "ＮＨＫ", "12", "あ1", "々", "書かれた", "〜", "(", "-"],
)
def test_a_monotonous_text_of_full_length_is_read_in_time(unit):
    started = time.perf_counter()
    read((unit * 2000)[:2000])
    assert time.perf_counter() - started < 15


def test_naming_the_engine_loads_it_not():
    program = (
        "import sys; from trainer.languages import LANGUAGES; from trainer.text import engine_name;"
        "print(engine_name(LANGUAGES['ja']), sorted({'pyopenjtalk', 'kanalizer', 'sudachipy'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.startswith("pyopenjtalk-plus") and result.stdout.endswith(" []\n")


def test_threads_and_repetition_change_nothing():
    texts = ["箸で食べる。", "橋を渡る。", "本当ですか？", "3,000円です。"] * 25
    with ThreadPoolExecutor(4) as pool:
        digests = list(pool.map(lambda text: read(text).digest, texts))
    assert digests == [read(text).digest for text in texts]


def test_the_engine_is_named_with_its_version():
    assert re.fullmatch(r"pyopenjtalk-plus 0\.[\w.]+, corrections \d+", read("はい").engine)

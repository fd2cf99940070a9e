"""An operator's pronunciations under Japanese: they win, they tear nothing, and nothing about them ends a process."""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from trainer.errors import EngineUnavailable
from trainer.languages import LANGUAGES
from trainer.text import Dictionary, phonemize
from trainer.text.japanese_dictionary import reader_of
from trainer.text.moras import PHONES_OF_KANA
from trainer.text.pronunciations import PARTS_OF_SPEECH, Pronunciation, pronunciation_check

JAPANESE = LANGUAGES["ja"]


def dictionary(*entries):
    return Dictionary.of("ja", [pronunciation_check(JAPANESE, *entry) for entry in entries])


def read(text, *entries):
    return phonemize(text, JAPANESE, dictionary(*entries))


def sources(phonemes):
    return {word["word"]: word["source"] for word in phonemes.words}


@pytest.mark.parametrize(
    ("surface", "text", "written"),
    [
        ("C++", "C++を使う。", "C++"),
        ("C++", "ｃ＋＋を使う。", "ｃ＋＋"),
        ("3D", "３Ｄを見る。", "３Ｄ"),
        ("Koebo", "koeboと話す。", "koebo"),
        ("声房", "声房を使う。", "声房"),
        ("GitHub Actions", "GitHub　 Actionsを使う。", "GitHub　 Actions"),
        ("ﾃｽﾄ", "テストをする。", "テスト"),
        ("テスト", "ﾃｽﾄをする。", "ﾃｽﾄ"),
        ("a,b", "a,bです。", "a,b"),
        ('say "hi"', 'say "hi"です。', 'say "hi"'),
        ("はし", "はしを渡る。", "はし"),
        ("№5", "No5です。", "No5"),
        ("1/2", "1/2です。", "1/2"),
        ("Yahoo!", "Yahoo！です。", "Yahoo！"),
        ("ヤフー！", "ヤフー!です。", "ヤフー!"),
        ("(株)", "（株）です。", "（株）"),
        ("Ⅲ型", "Ⅲ型です。", "Ⅲ型"),
        ("III型", "Ⅲ型です。", "Ⅲ型"),
        ("Ⅲ型", "III型です。", "III型"),
        ("え…", "え…です。", "え…"),
        ("〜", "東京〜大阪です。", "〜"),
        ("々", "々です。", "々"),
        ("★", "★です。", "★"),
        ("安倍晋三", "安倍晋三です。", "安倍晋三"),
    ],
)
def test_an_entry_wins_whatever_its_surface_and_however_it_is_written(surface, text, written):
    phonemes = read(text, (surface, "ヌヌヌ", 2))
    assert phonemes.reading.count("ヌヌヌ") == 1
    assert sources(phonemes)[written] == "pronunciation"
    assert not phonemes.warnings


def test_an_entry_wins_over_a_rule_of_reading_and_over_the_converter_and_ours():
    assert read("カレーが辛い。").reading == "カレーガカライ"
    assert read("カレーが辛い。", ("辛い", "ツライ", 0)).reading == "カレーガツライ"
    assert read("tectonicと言う。", ("tectonic", "テクト", 0)).reading == "テクトトユー"
    assert read("GitHubと言う。", ("GitHub", "ギトハブ", 0)).reading == "ギトハブトユー"


@pytest.mark.parametrize(
    ("entry", "text", "reading"),
    [
        (("一日", "ツイタチ", 4), "十一日です。", "ジューイチニチデス"),
        (("一日", "ツイタチ", 4), "二十一日です。", "ニジューイチニチデス"),
        (("一日", "ツイタチ", 4), "一日中寝る。", "イチニチジューネル"),
        (("一日", "ツイタチ", 4), "毎月一日に払う。", "マイツキツイタチニハラウ"),
        (("3D", "サンディー", 1), "13Dです。", "イチスリーディーデス"),
        (("テスト", "テスト", 0), "コンテストです。", "コンテストデス"),
        (("はし", "ハシ", 2), "はしる。", "ハシル"),
        (("アン", "アン", 1), "アンケートです。", "アンケートデス"),
        (("東京", "トンキン", 1), "西東京市です。", "ニシトーキョーシデス"),
        (("IT", "アイティー", 3), "GITHUBの", "ギットハブノ"),
        (("コエボ", "コエボー", 0), "コエボスタジオです。", "コエボースタジオデス"),
    ],
)
def test_a_short_entry_does_not_tear_a_longer_word(entry, text, reading):
    assert read(text, entry).reading == reading


def test_an_entry_in_the_very_case_of_the_text_goes_before_one_in_another():
    entries = (("IT", "アイティー", 3), ("it", "イット", 1))
    assert read("ITとitとIt", *entries).reading.startswith("アイティートイット")


@pytest.mark.parametrize(
    ("nucleus", "highs"),
    [(0, (False, True, True, True)), (1, (True, False, False, False)), (3, (False, True, True, False))],
)
def test_the_accent_of_an_entry_is_heard_with_its_particle(nucleus, highs):
    (phrase,) = read("声房が", ("声房", "コエボ", nucleus)).accent_phrases
    assert (phrase.moras, phrase.highs, phrase.nucleus) == (("コ", "エ", "ボ", "ガ"), highs, nucleus)


@pytest.mark.parametrize("part", PARTS_OF_SPEECH)
def test_every_part_of_speech_is_read(part):
    phonemes = read("声房。", ("声房", "コエボ", 1, part))
    assert phonemes.reading == "コエボ"
    assert [phrase.nucleus for phrase in phonemes.accent_phrases] == [1]


def test_every_mora_that_an_entry_may_have_is_spoken_and_counted():
    moras = [*PHONES_OF_KANA, "ン", "ッ", "ー", "ヂ", "ヅ", "ヲ"]
    entries = [(f"語{number}番", f"ア{mora}カ", 2) for number, mora in enumerate(moras)]
    entry_set = dictionary(*entries)
    for number, mora in enumerate(moras):
        phonemes = phonemize(f"語{number}番", JAPANESE, entry_set)
        (phrase,) = phonemes.accent_phrases
        assert len(phrase.moras) == len(phrase.phones) in (3, 4), mora
        assert phrase.nucleus == len(phrase.moras) - 1, mora


def test_the_version_and_the_source_of_an_entry_are_told():
    entries = dictionary(("声房", "コエボ", 1))
    phonemes = phonemize("声房で話す。", JAPANESE, entries)
    assert phonemes.dictionary == entries.version
    assert phonemes.words[0] == {
        "word": "声房",
        "position": 0,
        "length": 2,
        "source": "pronunciation",
        "reading": "コエボ",
        "nucleus": 1,
        "part_of_speech": "noun",
    }


def test_a_text_of_entries_alone_is_japanese():
    assert read("Koebo", ("Koebo", "コエボ", 1)).reading == "コエボ"
    assert read("Koebo").is_rejected


def test_private_characters_of_a_text_are_dropped_and_named():
    phonemes = read("\U000f0000です。", ("声房", "コエボ", 1))
    assert phonemes.reading == "デス"
    assert [(change.position, change.before, change.rule) for change in phonemes.changes] == [
        (0, "\U000f0000", "unicode")
    ]
    assert [(verdict.code, verdict.position) for verdict in phonemes.warnings] == [("characters-dropped", 0)]


def test_many_entries_are_loaded_at_once_and_read_again_without_cost():
    entries = Dictionary("ja", tuple(Pronunciation(f"品{n:05}号", "シナ", 0, "noun") for n in range(1000)))
    started = time.perf_counter()
    assert phonemize("品00777号です。", JAPANESE, entries).reading == "シナデス"
    assert time.perf_counter() - started < 1
    assert reader_of(entries) is reader_of(Dictionary("ja", entries.entries))


def test_versions_live_side_by_side_in_threads():
    versions = [dictionary(("声房", reading, 0)) for reading in ("ア", "イイ", "ウウウ", "エエエエ", "オ", "カカ")]

    def units(number):
        return phonemize("声房", JAPANESE, versions[number % len(versions)]).units

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(units, range(60))) == [1, 2, 3, 4, 1, 2] * 10


def test_nothing_is_written_to_the_output_and_no_file_is_left(tmp_path):
    program = (
        "from trainer.languages import LANGUAGES; from trainer.text import Dictionary, phonemize;"
        "from trainer.text.pronunciations import Pronunciation;"
        "words = Dictionary('ja', (Pronunciation('声房', 'コエボ', 1, 'noun'),));"
        "print(phonemize('声房', LANGUAGES['ja'], words).units)"
    )
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    result = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment
    )
    assert result.stdout == "3\n"
    assert "emitting" not in result.stderr
    assert list(folder.glob("koebo-*")) == []


def test_a_dictionary_that_finds_no_room_is_no_texts_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    words = dictionary(("声房", "コエボノヘヤ", 0))
    with pytest.raises(EngineUnavailable) as caught:
        phonemize("声房", JAPANESE, words)
    assert "gone" in caught.value.measured
    monkeypatch.undo()
    assert phonemize("声房", JAPANESE, words).reading == "コエボノヘヤ"

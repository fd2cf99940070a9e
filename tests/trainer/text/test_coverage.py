"""Which sounds a corpus contains and which it lacks."""

import json

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.coverage import ENGLISH_PHONES, JAPANESE_MORAS, coverage_of, main
from trainer.text.moras import KANA_OF_PHONES, PHONES_OF_KANA, kana_of_phones, split_kana, split_phones


def covered(tag, *texts):
    language = LANGUAGES[tag]
    return coverage_of([phonemize(text, language) for text in texts], language)


def test_moras_are_counted_as_they_sound():
    counts = covered("ja", "コーヒーとおおきいシール。客の鼻血を見た。").counts
    assert counts["オー"] == 2  # コー, オー
    assert counts["イー"] == 2  # ヒー, シー
    assert counts["キャ"] == 1
    assert counts["ジ"] == 1
    assert "ー" not in counts and "ヂ" not in counts and "ヲ" not in counts


def test_a_devoiced_vowel_counts_as_its_mora_and_as_itself():
    counts = covered("ja", "です").counts
    assert counts == {"U": 1, "ス": 1, "デ": 1}


def test_what_is_missing_and_what_is_rare_is_named():
    coverage = covered("ja", "あいうえお。")
    assert "カ" in coverage.missing and "キャ" in coverage.missing and "U" in coverage.missing
    assert "ア" not in coverage.missing and "ア" in coverage.rare
    assert "ファ" in coverage.optional_missing
    assert not coverage.is_complete


def test_a_rejected_text_covers_nothing():
    coverage = covered("ja", "hello world", "はい")
    assert (coverage.sentences, coverage.rejected) == (2, 1)
    assert coverage.counts == {"イ": 1, "ハ": 1}


def test_a_voice_needs_every_native_mora_once():
    assert len(JAPANESE_MORAS) == len(set(JAPANESE_MORAS)) == 107
    assert {mora for mora in JAPANESE_MORAS if mora not in PHONES_OF_KANA} == {
        "ン",
        "ッ",
        "アー",
        "イー",
        "ウー",
        "エー",
        "オー",
    }


def test_english_needs_the_39_phones():
    assert len(ENGLISH_PHONES) == 39
    coverage = covered("en", "The beige hue on the waters of the loch impressed all.")
    assert coverage.counts["DH"] == 3
    assert "OY" in coverage.missing and "ZH" not in coverage.missing


@pytest.mark.parametrize("kana", ["ア", "キャ", "ファ", "ティ", "デュ", "ヴ"])
def test_kana_and_phones_say_the_same(kana):
    phones = [phone for phone in PHONES_OF_KANA[kana] if phone]
    assert kana_of_phones(phones) == kana
    assert KANA_OF_PHONES[PHONES_OF_KANA[kana]] == kana


def test_phones_and_kana_are_split_into_moras():
    assert split_phones("ky o o w a cl N".split()) == [("ky", "o"), ("o",), ("w", "a"), ("cl",), ("N",)]
    assert split_kana("キョーワ、イッテ？") == ["キョ", "ー", "ワ", "イ", "ッ", "テ"]
    with pytest.raises(ValueError, match="without a vowel"):
        split_phones(["k"])


def test_the_report_names_what_a_file_lacks(tmp_path, capsys):
    path = tmp_path / "lines.txt"
    path.write_text("あいうえお。\n\nはい★\n", encoding="utf-8")
    assert main(["--language", "ja", str(path)]) == 3
    printed = capsys.readouterr()
    assert printed.out.startswith("2 sentences (0 rejected), 7 moras\nmissing (")
    assert "はい★: “★” has no reading" in printed.err
    assert main(["--language", "ja", "--json", str(path)]) == 3
    assert json.loads(capsys.readouterr().out)["sentences"] == 2


def test_the_report_refuses_a_country_and_a_missing_file(tmp_path, capsys):
    assert main(["--language", "JP", str(tmp_path)]) == 3
    assert "Did you mean “ja”?" in capsys.readouterr().err
    assert main(["--language", "ja", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err

"""Phonemes as people read them."""

import re

import pytest
from django.utils import translation

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.english_writing import _STAGES
from trainer.text.japanese_writing import _RULES
from voiceapp.templatetags import koebo_preview
from voiceapp.templatetags.koebo_phonemes import accent_marks, phoneme_sources, phrases_of, source_names, word_phones


@pytest.fixture(autouse=True)
def english_reader():
    with translation.override("en"):
        yield


def phrase(moras, highs, nucleus):
    """A phrase as rows of the first version keep it."""
    return {"accent_phrases": [{"moras": list(moras), "highs": highs, "nucleus": nucleus}]}


def row(text: str, language: str = "ja") -> dict:
    return phonemize(text, LANGUAGES[language]).as_json()


def old(phonemes: dict) -> dict:
    """The same as the first version kept it."""
    kept = {key: value for key, value in phonemes.items() if key not in ("changes", "dictionary", "overridden")}
    kept["accent_phrases"] = [
        {key: entry[key] for key in ("moras", "highs", "nucleus")} for entry in phonemes["accent_phrases"]
    ]
    kept["words"] = [{key: word[key] for key in ("word", "phones") if key in word} for word in phonemes["words"]]
    return kept


def cells(marks: str) -> list[tuple[str, str]]:
    return re.findall(r'<span class="(mora[^"]*)"><span class="kana">(?:<span class="ring">)?([^<]*)<', marks)


def test_accent_is_marked_high_low_and_where_it_falls():
    assert cells(accent_marks(phrase("ハシ", [True, False], 1))) == [("mora high fall", "ハ"), ("mora", "シ")]


def test_a_flat_accent_rises_and_has_no_fall():
    marks = accent_marks(phrase("ハシガ", [False, True, True], 0))
    assert cells(marks) == [("mora", "ハ"), ("mora high rise", "シ"), ("mora high", "ガ")]
    assert 'aria-label="ハシガ, flat accent"' in marks


def test_an_accent_on_the_last_mora_falls_after_it():
    marks = accent_marks(phrase("ハシ", [False, True], 2))
    assert cells(marks) == [("mora", "ハ"), ("mora high rise fall", "シ")]
    assert "falls after mora 2" in marks


def test_kana_is_escaped():
    assert "<b>" not in accent_marks(phrase(["<b>"], [True], 1))
    assert "<b>" not in word_phones({"words": [{"word": "<b>", "phones": "B"}]})


def test_nothing_has_no_marks():
    assert accent_marks(None) == ""
    assert accent_marks({"accent_phrases": []}) == ""
    assert word_phones(None) == ""


def test_phones_stand_below_their_mora_and_devoiced_ones_in_a_ring():
    marks = accent_marks(row("好きです。"))
    assert '<span class="kana"><span class="ring">ス</span></span><span class="phone">s U</span>' in marks
    assert '<span class="kana">キ</span><span class="phone">k i</span><span class="tone">2</span>' in marks


def test_pauses_and_questions_are_seen_and_said():
    marks = accent_marks(row("え、そう？はい。"))
    assert marks.count('class="rest"') == 1
    assert marks.count('class="rest question"') == 1
    assert "(pause)" in marks
    assert "(question)" in marks


@pytest.mark.parametrize("text", ["え、そう？はい。", "好きですか？", "ヴュルム、コーヒーを飲んで、待つ。"])
def test_rows_of_earlier_versions_look_the_same(text):
    assert accent_marks(old(row(text))) == accent_marks(row(text))
    assert [phrase.pause for phrase in phrases_of(old(row(text)))] == [phrase.pause for phrase in phrases_of(row(text))]


def test_english_rows_of_earlier_versions_lack_only_where_words_are_from():
    now, before = (word_phones(made) for made in (row("Well, is it?", "en"), old(row("Well, is it?", "en"))))
    assert re.sub(r" from-\w+", "", now).count("paused") == before.count("paused") == 2
    assert "W EH1 L" in before


def test_stressed_syllables_stand_out():
    marks = word_phones(row("Banana", "en"))
    assert marks.count('class="syllable"') == 2
    assert '<span class="syllable primary">N AE1</span>' in marks
    assert '<span class="ipa" lang="und-fonipa">bəˈnænə</span>' in marks


def test_guessed_words_are_marked_and_explained():
    made = row("The xyzzyq", "en")
    assert '<span class="word from-guess"><span class="spelling">xyzzyq' in word_phones(made)
    assert ("guess", "guessed") in phoneme_sources(made)
    assert phoneme_sources(old(made)) == []


def test_every_source_and_every_rule_has_its_words():
    assert set(source_names()) >= {"dictionary", "pronunciation", "rule", "number", "converter", "spelled", "guess"}
    japanese = {rule for rule, *_ in _RULES} | {"space", "invisible", "unicode", "latin"}
    english = {rule[0] for _needs, rules in _STAGES for rule in rules}
    assert (japanese | english) - {""} <= set(koebo_preview.rule_names())


def test_characters_are_marked_where_remarks_stand():
    made = row("橋★を<渡る>☆")
    marked = koebo_preview.marked_text(made)
    assert re.sub(r"<span.*?</span>|<[^>]*>", "", marked) == "橋★を&lt;渡る&gt;☆"
    assert marked.count("<mark") == len([w for w in made["warnings"] if w["position"] is not None])
    assert not koebo_preview.has_places(row("橋"))


def test_a_mark_covers_its_word_even_where_the_remark_cannot_repeat_it():
    word = {"word": "ｘｙｚ", "position": 2, "length": 3}
    warning = {"level": "warn", "code": "word-spelled", "position": 2, "measured": "xyz", "params": {"reading": "…"}}
    marked = koebo_preview.marked_text({"text": "あ ｘｙｚ!", "words": [word], "warnings": [warning]})
    assert ">ｘｙｚ<" in marked

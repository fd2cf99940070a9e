"""Phones and accent set by hand for one utterance."""

import copy

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from trainer.text import Phonemes, phonemize
from trainer.text.overrides import MORAS_MAX, mora_highs, mora_phones, override_apply, override_check, override_of

JA, EN = LANGUAGES["ja"], LANGUAGES["en"]

AWKWARD = {
    "ja": [
        "は、はい。",
        "んー、そうか？",
        "あー",
        "すーっと好きです。",
        "え？うん。ね？",
        "ヴュルム、フュージョン、クヮルテット、ヂヅヲ、ヱヰ、テュ",
        "木がある。",
        "ぱぱぱ" * 80,
    ],
    "en": ["I read it. Did you read the xyzzyq? Yes!", "GPUs rock, OK?", "Blorptastic skrunkle, again."],
}


def japanese(*phrases, text="橋") -> dict:
    """An override of phrases like ("ハシ", 2, "")."""
    return {
        "text": text,
        "accent_phrases": [
            {"moras": [{"kana": kana, "devoiced": False} for kana in moras], "nucleus": nucleus, "pause": pause}
            for moras, nucleus, pause in phrases
        ],
    }


def english(*words, text="read") -> dict:
    return {"text": text, "words": [{"word": word, "phones": phones, "pause": pause} for word, phones, pause in words]}


def taught(phonemes: Phonemes) -> str:
    return " ".join(f"{symbol}{tone}" for symbol, tone in zip(phonemes.symbols, phonemes.tones, strict=True))


@pytest.mark.parametrize("tag", ["ja", "en"])
def test_what_the_engine_made_comes_back_from_its_own_structure(tag):
    language = LANGUAGES[tag]
    for text in [*training_script(language), *AWKWARD[tag]]:
        read = phonemize(text, language)
        made = override_apply(read, override_check(override_of(read), language))
        assert made.digest == read.digest, text
        assert (made.reading, made.units) == (read.reading, read.units)
        assert [phrase.highs for phrase in made.accent_phrases] == [phrase.highs for phrase in read.accent_phrases]
        assert made.is_overridden
        assert not read.is_overridden


def test_rows_that_kept_no_phones_by_mora_can_be_edited():
    read = phonemize("え？うん、そう。", JA)
    row = read.as_json()
    for phrase in row["accent_phrases"]:
        phrase.pop("phones")
        phrase.pop("pause")
    old = Phonemes.from_json(row)
    assert [phrase["pause"] for phrase in override_of(old)["accent_phrases"]] == ["?", "pau", ""]
    assert override_apply(old, override_of(old)).digest == read.digest


def test_the_accent_is_where_it_was_set():
    made = phonemize("橋", JA, override=japanese(("ハシ", 1, "")))
    assert taught(made) == "sil0 h2 a2 sh1 i1 sil0"
    assert taught(phonemize("橋", JA, override=japanese(("ハシ", 0, "")))) == "sil0 h1 a1 sh2 i2 sil0"
    [phrase] = made.accent_phrases
    assert (phrase.moras, phrase.highs, phrase.nucleus) == (("ハ", "シ"), (True, False), 1)
    assert phrase.phones == (("h", "a"), ("sh", "i"))


@pytest.mark.parametrize(
    ("moras", "nucleus", "highs"),
    [(4, 0, "LHHH"), (4, 1, "HLLL"), (4, 2, "LHLL"), (4, 4, "LHHH"), (1, 0, "H"), (1, 1, "H"), (2, 2, "LH")],
)
def test_tokyo_accent(moras, nucleus, highs):
    assert "".join("H" if is_high else "L" for is_high in mora_highs(moras, nucleus)) == highs


def test_pauses_and_questions_stand_where_they_were_set():
    made = phonemize("橋", JA, override=japanese(("ハイ", 1, "pau"), ("ソー", 1, "?"), ("ネ", 0, "?")))
    assert taught(made) == "sil0 h2 a2 i1 pau0 s2 o2 o1 ?0 n2 e2 ?0 sil0"
    assert made.reading == "ハイ、ソー？ネ？"
    assert made.units == 5


def test_a_devoiced_mora():
    given = japanese(("シタ", 0, ""))
    given["accent_phrases"][0]["moras"][0]["devoiced"] = True
    assert taught(phonemize("橋", JA, override=given)) == "sil0 sh1 I1 t2 a2 sil0"


@pytest.mark.parametrize(
    ("kana", "previous", "phones"),
    [
        ("ー", ("k", "o"), ("o",)),
        ("ー", ("s", "U"), ("u",)),
        ("ー", ("N",), ("N",)),
        ("ヂ", (), ("j", "i")),
        ("ヅ", (), ("z", "u")),
        ("ヲ", (), ("o",)),
        ("ッ", (), ("cl",)),
        ("ン", (), ("N",)),
        ("キャ", (), ("ky", "a")),
        ("x", (), ()),
    ],
)
def test_kana_to_phones(kana, previous, phones):
    assert mora_phones(kana, previous) == phones


def test_english_phones_and_stress():
    made = phonemize("I read it", EN, override=english(("I", "AY1", ""), ("read", "r eh1 d", "pau"), ("it", "IH0 T", "?"),
                                                       text="I read it"))  # fmt: skip
    assert taught(made) == "sil0 AY2 R0 EH2 D0 pau0 IH1 T0 ?0 sil0"
    assert made.reading == "AY1 | R EH1 D | IH0 T"
    assert made.units == 3
    assert [word["word"] for word in made.words] == ["I", "read", "it"]
    assert made.words[1]["source"] == "hand"


def test_guesses_of_the_engine_are_of_no_interest_any_more():
    read = phonemize("Blorptastic ★", EN)
    assert {verdict.code for verdict in read.warnings} == {"word-guessed", "characters-dropped"}
    assert override_apply(read, override_of(read)).warnings == ()


def test_a_text_that_the_engine_cannot_read_can_be_set_by_hand():
    assert phonemize("★", JA).is_rejected
    made = phonemize("★", JA, override=japanese(("ホシ", 0, ""), text="★"))
    assert not made.is_rejected
    assert made.reading == "ホシ"


def test_a_text_in_another_script_stays_rejected():
    made = phonemize("hello world", JA, override=japanese(("ハロー", 1, ""), text="hello world"))
    assert [verdict.code for verdict in made.warnings if verdict.is_rejection] == ["script-mismatch"]


def test_what_was_set_for_another_text_is_said_and_not_used():
    made = phonemize("端", JA, override=japanese(("ハシ", 1, "")))
    assert made.digest == phonemize("端", JA).digest
    assert not made.is_overridden
    assert [(verdict.level, verdict.code, verdict.measured) for verdict in made.warnings] == [
        ("warn", "override-outdated", "橋")
    ]


def test_the_normal_form():
    given = japanese((["は", "ｼｬ"], 1, ""))
    assert [mora["kana"] for mora in override_check(given, JA)["accent_phrases"][0]["moras"]] == ["ハ", "シャ"]


def _without(override, *path):
    changed = copy.deepcopy(override)
    part = changed
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return changed


GOOD = japanese(("ハシ", 1, "pau"), ("ガ", 0, ""))
GOOD_EN = english(("read", "R EH1 D", ""))


@pytest.mark.parametrize(
    ("override", "words"),
    [
        (None, "NoneType"),
        ([], "list"),
        ({}, "{}"),
        (_without(GOOD, "text"), "form"),
        (GOOD | {"more": 1}, "more"),
        (_without(GOOD, "accent_phrases", 0, "nucleus"), "form"),
        (_without(GOOD, "accent_phrases", 1, "pause"), "form"),
        (GOOD | {"text": ""}, "2000"),
        (GOOD | {"text": "あ" * 2001}, "2000"),
        (GOOD | {"text": 5}, "2000"),
        (GOOD | {"accent_phrases": {}}, "accent_phrases"),
        (japanese(), "at least one"),
        (japanese(("", 0, "")), "Phrase 1 has no moras"),
        (japanese(("ハシ", 1, ""), ("x", 0, "")), "Phrase 2: “x”"),
        (japanese((["ハシ"], 0, "")), "“ハシ” is not one mora"),
        (japanese((["ァ"], 0, "")), "not one mora"),
        (japanese(("ハ", 0, ""), ("ーハ", 0, "")), "Phrase 2 begins with ー"),
        (japanese(("ハシ", 3, "")), "0 (no fall) to 2"),
        (japanese(("ハシ", -1, "")), "-1"),
        (japanese(("ハシ", True, "")), "True"),
        (japanese(("ハシ", 1, "pau")), "one of"),
        (japanese(("ハシ", 1, "sil"), ("ガ", 0, "")), "sil"),
        (japanese(("ハシ", 1, None), ("ガ", 0, "")), "None"),
        (japanese(("ハ" * (MORAS_MAX + 1), 1, "")), str(MORAS_MAX + 1)),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(override, words):
    with pytest.raises(BadInput) as caught:
        override_check(override, JA)
    assert caught.value.code == "override-invalid"
    assert words in caught.value.message("en")
    assert "手で指定した内容" in caught.value.message("ja")


def test_a_mora_without_a_vowel_cannot_be_devoiced():
    given = japanese(("アン", 1, ""))
    given["accent_phrases"][0]["moras"][1]["devoiced"] = True
    with pytest.raises(BadInput) as caught:
        override_check(given, JA)
    assert "“ン” has no vowel" in caught.value.message()


@pytest.mark.parametrize(
    ("override", "words"),
    [
        (english(), "at least one"),
        (english(("read", "R EH1 X", "")), "“X” is no ARPAbet"),
        (english(("read", "R EH D", "")), "“EH”"),
        (english(("read", "R1 EH1 D", "")), "“R1”"),
        (english(("read", "R EH3 D", "")), "“EH3”"),
        (english(("read", "R sil D", "")), "“SIL”"),
        (english(("read", "R ? D", "")), "“?”"),
        (english(("read", "R pau D", "")), "“PAU”"),
        (english(("read", "  ", "")), "no phones"),
        (english(("", "R", "")), "spelling"),
        (english(("\ud800", "R", "")), "spelling"),
        (english(("a" * 101, "R", "")), "spelling"),
        (english(("read", 7, "")), "form"),
        (english(("read", "R", "pau")), "one of"),
        (GOOD, "accent_phrases"),
    ],
)
def test_what_cannot_be_used_in_english(override, words):
    with pytest.raises(BadInput) as caught:
        override_check(override, EN)
    assert words in caught.value.message("en")


def test_the_phonemes_survive_json():
    made = phonemize("橋", JA, override=japanese(("ハシ", 1, "")))
    assert Phonemes.from_json(made.as_json()) == made
    assert override_check(GOOD_EN, EN) == GOOD_EN

"""Steps of editing what is set by hand."""

import pytest

from voiceapp.services import override_edit as edit


def draft(*phrases) -> dict:
    """Phrases as ("ハシ", 2, "pau"); a small letter after a kana would be part of it."""
    return {
        "text": "…",
        "accent_phrases": [
            {"moras": [{"kana": kana, "devoiced": False} for kana in moras], "nucleus": nucleus, "pause": pause}
            for moras, nucleus, pause in phrases
        ],
    }


def shape(made: dict) -> list[tuple[str, int, str]]:
    return [
        ("".join(mora["kana"] for mora in phrase["moras"]), phrase["nucleus"], phrase["pause"])
        for phrase in made["accent_phrases"]
    ]


TWO = draft(("ハシガ", 2, "pau"), ("アル", 1, ""))


def test_clicking_a_mora_moves_the_fall_and_clicking_it_again_takes_it_away():
    made = edit.draft_nucleus_set(draft=TWO, phrase=0, mora=0)
    assert shape(made) == [("ハシガ", 1, "pau"), ("アル", 1, "")]
    assert shape(edit.draft_nucleus_set(draft=made, phrase=0, mora=0))[0] == ("ハシガ", 0, "pau")
    assert shape(TWO)[0] == ("ハシガ", 2, "pau")


def test_devoicing_is_switched_on_and_off():
    made = edit.draft_devoice(draft=TWO, phrase=0, mora=1)
    assert [mora["devoiced"] for mora in made["accent_phrases"][0]["moras"]] == [False, True, False]
    assert edit.draft_devoice(draft=made, phrase=0, mora=1) == TWO


@pytest.mark.parametrize(
    ("mora", "halves"),
    [
        (1, [("ハ", 0, ""), ("シガ", 1, "pau")]),
        (2, [("ハシ", 2, ""), ("ガ", 0, "pau")]),
        (0, [("ハシガ", 2, "pau")]),
        (3, [("ハシガ", 2, "pau")]),
    ],
)
def test_cutting_keeps_the_fall_where_it_was(mora, halves):
    assert shape(edit.draft_split(draft=TWO, phrase=0, mora=mora))[:-1] == halves


def test_a_phrase_that_is_cut_before_a_long_mark_begins_with_its_vowel():
    made = edit.draft_split(draft=draft((["コ", "ー", "ヒ", "ー"], 3, "")), phrase=0, mora=1)
    assert shape(made) == [("コ", 0, ""), ("オヒー", 2, "")]


@pytest.mark.parametrize(("first", "second", "nucleus"), [(2, 1, 2), (0, 1, 4), (0, 0, 0), (3, 0, 3)])
def test_joining_keeps_the_first_fall(first, second, nucleus):
    made = edit.draft_join(draft=draft(("ハシガ", first, "pau"), ("アル", second, "?")), phrase=0)
    assert shape(made) == [("ハシガアル", nucleus, "?")]


def test_the_last_phrase_has_none_to_be_joined_with():
    assert edit.draft_join(draft=TWO, phrase=1) == TWO


@pytest.mark.parametrize(
    ("kana", "moras", "nucleus"),
    [
        ("ハシガ", ["ハ", "シ", "ガ"], 2),
        ("はしが", ["ハ", "シ", "ガ"], 2),
        ("オハシガ", ["オ", "ハ", "シ", "ガ"], 3),
        ("シガ", ["シ", "ガ"], 1),
        ("ハガ", ["ハ", "ガ"], 2),
        ("キャット", ["キャ", "ッ", "ト"], 2),
        ("ハ xシガ", ["ハ", "x", "シ", "ガ"], 3),
    ],
)
def test_writing_a_phrase_anew_keeps_what_stays(kana, moras, nucleus):
    made = edit.draft_kana_set(draft=TWO, phrase=0, kana=kana)["accent_phrases"][0]
    assert [mora["kana"] for mora in made["moras"]] == moras
    assert made["nucleus"] == nucleus


def test_writing_a_phrase_anew_keeps_devoiced_moras():
    given = edit.draft_devoice(draft=TWO, phrase=0, mora=1)
    made = edit.draft_kana_set(draft=given, phrase=0, kana="オハシガ")["accent_phrases"][0]
    assert [mora["devoiced"] for mora in made["moras"]] == [False, False, True, False]


def test_a_phrase_without_kana_goes_and_no_pause_is_left_at_the_end():
    made = edit.draft_kana_set(draft=TWO, phrase=1, kana=" ")
    assert shape(made) == [("ハシガ", 2, "")]
    assert edit.draft_kana_set(draft=made, phrase=0, kana="")["accent_phrases"] == []


def test_a_phrase_is_added_before_the_end_of_a_question():
    made = edit.draft_phrase_add(draft=draft(("ハイ", 1, "?")), kana="ソー")
    assert shape(made) == [("ハイ", 1, ""), ("ソー", 0, "?")]
    assert shape(edit.draft_phrase_add(draft=draft(), kana="ほし")) == [("ホシ", 0, "")]
    assert edit.draft_phrase_add(draft=TWO, kana="  ") == TWO


def test_pauses():
    assert shape(edit.draft_pause_set(draft=TWO, part=0, pause="?"))[0] == ("ハシガ", 2, "?")


def test_english_words():
    given = {"text": "I read", "words": [{"word": "I", "phones": "AY1", "pause": "pau"},
                                         {"word": "read", "phones": "R IY1 D", "pause": "?"}]}  # fmt: skip
    made = edit.draft_phones_set(draft=given, word=1, phones=" r eh1  d ")
    assert made["words"][1] == {"word": "read", "phones": "R EH1 D", "pause": "?"}
    assert edit.draft_phones_set(draft=given, word=1, phones="")["words"] == [
        {"word": "I", "phones": "AY1", "pause": ""}
    ]
    added = edit.draft_word_add(draft=given, word="it", phones="ih0 t")
    assert [word["pause"] for word in added["words"]] == ["pau", "", "?"]
    assert edit.draft_pause_set(draft=given, part=0, pause="")["words"][0]["pause"] == ""

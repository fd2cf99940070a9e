"""Which texts a changed entry of the dictionary can reach."""

import pytest

from trainer.text.surfaces import SurfaceFinder

JAPANESE = [
    ("声房", "声房へようこそ。", True),
    ("声房", "声と房", False),
    ("Koebo", "今日はKoeboで録音します。", True),
    ("Koebo", "今日はＫＯＥＢＯで録音します。", True),
    ("ＫＯＥＢＯ", "koeboです。", True),
    ("ガイド", "ｶﾞｲﾄﾞを読む。", True),
    ("㈱", "(株)声房", True),
    ("GitHub Actions", "GitHub　 Actionsを使う。", True),
    ("声房", "声\u200b房を使う。", True),
    ("葛城", "葛\U000e0100城です。", True),
    ("今日", "今、日が昇る。", False),
    ("Koebo Studio", "Koebo　 studioで録る。", True),
    ("III", "第Ⅲ巻", True),
    ("AI", "NHKを見る。", False),
]
ENGLISH = [
    ("koebo", "Welcome to Koebo.", True),
    ("koebo", "KOEBO, again", True),
    ("koebo", "The koebos are here.", True),
    ("koebo", "It is Koebo’s voice.", True),
    ("koebo", "koebo-like", True),
    ("koebo", "koeboard", False),
    ("cat", "concatenate the category", False),
    ("cat", "Three cats.", True),
    ("box", "Two boxes' lids", True),
    ("pony", "The ponies ran.", True),
    ("cafe", "At the Café.", True),
    ("o'neill", "Ask O’Neill.", True),
    ("neill", "Ask O'Neill.", True),
    ("read", "I have read it.", True),
    ("read", "ready", False),
    ("naive", "Ｎａïve", True),
    ("koebo", "Koebo'll do.", True),
    ("o'neill", "O'Neill'll do.", True),
]


@pytest.mark.parametrize(("surface", "text", "is_in"), JAPANESE)
def test_a_japanese_surface_is_found_anywhere_whatever_its_width_and_case(surface, text, is_in):
    assert SurfaceFinder("ja", [surface]).is_in(text) is is_in


@pytest.mark.parametrize(("surface", "text", "is_in"), ENGLISH)
def test_an_english_surface_is_found_as_a_word_with_its_endings(surface, text, is_in):
    assert SurfaceFinder("en", [surface]).is_in(text) is is_in


@pytest.mark.parametrize(("surface", "text", "is_in"), JAPANESE)
def test_among_many_surfaces_the_same_is_found(surface, text, is_in):
    others = [f"無関係{number}" for number in range(200)]
    assert SurfaceFinder("ja", [*others, surface]).is_in(text) is is_in


def test_no_surface_is_in_no_text():
    assert not SurfaceFinder("ja", []).is_in("どれでもない。")
    assert not SurfaceFinder("en", []).is_in("Nothing.")

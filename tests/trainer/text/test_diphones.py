"""Pairs of phones: counted over silences, and what a language is expected to have."""

from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from trainer.text import phonemize
from trainer.text.diphones import diphones_of, expected_diphones
from trainer.text.symbols import EDGE, SYMBOL_TABLE


def test_all_silences_are_one_edge():
    symbols = ("sil", "k", "a", "pau", "o", "?", "sil")
    assert diphones_of(symbols) == [("sil", "k"), ("k", "a"), ("a", "sil"), ("sil", "o"), ("o", "sil")]
    assert diphones_of(()) == []


def test_japanese_pairs_follow_from_its_moras():
    expected = expected_diphones("ja")
    assert {("ky", "o"), ("a", "ky"), ("N", "k"), ("cl", "t"), ("sil", "a"), ("N", "sil"), ("s", "U")} <= expected
    # No ン or ッ at the start, no ッ before a vowel or a nasal, no consonant without a vowel.
    assert not {("sil", "N"), ("sil", "cl"), ("cl", "a"), ("cl", "n"), ("k", "t"), ("t", "i")} & expected
    assert len(expected) == 365


def test_english_pairs_are_those_of_the_dictionary():
    expected = expected_diphones("en")
    assert {("S", "T"), ("NG", "K"), ("sil", "DH"), ("ER", "sil")} <= expected
    assert not {("sil", "NG"), ("HH", "sil"), ("T", "NG")} & expected
    assert len(expected) == 838


def test_every_pair_is_of_known_symbols():
    for tag in LANGUAGES:
        known = {*SYMBOL_TABLE[tag].ids, EDGE}
        assert {symbol for pair in expected_diphones(tag) for symbol in pair} <= known


def test_the_built_in_scripts_have_most_of_what_is_expected():
    for tag, share in (("ja", 0.93), ("en", 0.85)):
        language = LANGUAGES[tag]
        heard = {pair for text in training_script(language) for pair in diphones_of(phonemize(text, language).symbols)}
        expected = expected_diphones(tag)
        assert len(heard & expected) / len(expected) > share

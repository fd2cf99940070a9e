"""Symbols, syllables and IPA that follow from ARPAbet."""

import pytest

from trainer.text.ipa import spoken, symbols_of_words
from trainer.text.symbols import SYMBOL_TABLE


@pytest.mark.parametrize(
    ("phones", "ipa", "syllabified"),
    [
        ("HH AH0 L OW1", "həˈloʊ", "HH AH0 . L OW1"),
        ("W AO1 T ER0", "ˈwɔtɚ", "W AO1 . T ER0"),
        ("B ER1 D", "ˈbɝd", "B ER1 D"),
        ("EH1 K S T R AH0", "ˈɛkstɹə", "EH1 K . S T R AH0"),
        ("S IH1 NG ER0", "ˈsɪŋɚ", "S IH1 NG . ER0"),
        ("F IH1 NG G ER0", "ˈfɪŋɡɚ", "F IH1 NG . G ER0"),
        ("IH0 N S T R AH1 K SH AH0 N", "ɪnˈstɹʌkʃən", "IH0 N . S T R AH1 K . SH AH0 N"),
        ("P R AH0 N AH2 N S IY0 EY1 SH AH0 N", "pɹəˌnʌnsiˈeɪʃən", "P R AH0 . N AH2 N . S IY0 . EY1 . SH AH0 N"),
        ("K AH0 M P Y UW1 T ER0", "kəmˈpjutɚ", "K AH0 M . P Y UW1 . T ER0"),
        ("EH1 M T IY0", "ˈɛmti", "EH1 M . T IY0"),
        ("CH ER1 CH IH0 Z", "ˈtʃɝtʃɪz", "CH ER1 . CH IH0 Z"),
        ("AW1 ER0", "ˈaʊɚ", "AW1 . ER0"),
        ("SH", "ʃ", "SH"),
    ],
)
def test_stress_marks_stand_before_the_longest_possible_onset(phones, ipa, syllabified):
    said = spoken(phones)
    assert (said.ipa, said.syllabified) == (ipa, syllabified)
    assert said.syllables == sum(phone[-1].isdigit() for phone in phones.split())


def test_a_vowel_without_a_digit_is_unstressed():
    assert spoken("K UW").tones == (0, 1)
    assert spoken("K UW").syllables == 1


def test_every_phone_of_the_symbol_table_has_its_letter_in_ipa():
    phones = [symbol for symbol in SYMBOL_TABLE["en"].symbols if symbol.isalpha() and symbol.isupper()]
    assert len(phones) == 39
    letters = [spoken(phone).ipa for phone in phones]
    assert len(set(letters)) == 39


def test_symbols_follow_from_words_and_pauses():
    words = [{"phones": "Y EH1 S", "pause": "pau"}, {"phones": "OW0 K EY1", "pause": "?"}]
    assert symbols_of_words(words) == (
        ("sil", "Y", "EH", "S", "pau", "OW", "K", "EY", "?", "sil"),
        (0, 0, 2, 0, 0, 1, 0, 2, 0, 0),
        3,
    )


def test_no_words_have_no_symbols():
    assert symbols_of_words([]) == ((), (), 0)

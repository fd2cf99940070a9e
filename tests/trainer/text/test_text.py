"""What holds in every language: limits, the symbol tables, JSON, the digest, and what an import costs."""

import json
import subprocess
import sys

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.text import MAX_TEXT_CHARACTERS, Phonemes, phonemize
from trainer.text.normalisation import compatible
from trainer.text.symbols import SYMBOL_TABLE, symbol_ids

TEXTS = [("ja", "箸で食べる？はい、koeboで★。"), ("en", "I read it yesterday; xylofex ★?"), ("ja", ""), ("en", "世界")]


def test_a_text_beyond_the_limit_is_refused_before_it_is_read():
    for language in LANGUAGES.values():
        with pytest.raises(BadInput) as refused:
            phonemize("a" * (MAX_TEXT_CHARACTERS + 1), language)
        assert (refused.value.code, refused.value.measured, refused.value.limit) == ("text-too-long", 2001, 2000)


@pytest.mark.parametrize("text", ["a\ud800b", "a\0b"])
def test_broken_characters_are_refused_with_their_place(text):
    for language in LANGUAGES.values():
        with pytest.raises(BadInput) as refused:
            phonemize(text, language)
        assert (refused.value.code, refused.value.params["position"]) == ("text-not-unicode", 1)


@pytest.mark.parametrize(("tag", "text"), TEXTS)
def test_phonemes_survive_json(tag, text):
    phonemes = phonemize(text, LANGUAGES[tag])
    document = json.loads(json.dumps(phonemes.as_json()))
    assert Phonemes.from_json(document) == phonemes
    assert document["digest"] == phonemes.digest
    assert document["moras" if tag == "ja" else "syllables"] == phonemes.units


@pytest.mark.parametrize(("tag", "text"), TEXTS)
def test_every_symbol_and_tone_is_in_the_table(tag, text):
    phonemes = phonemize(text, LANGUAGES[tag])
    ids = symbol_ids(phonemes.symbols, LANGUAGES[tag])
    assert tuple(SYMBOL_TABLE[tag].symbols[index] for index in ids) == phonemes.symbols
    assert all(0 <= tone < SYMBOL_TABLE[tag].tones for tone in phonemes.tones)
    assert 0 not in ids


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_tables_hold_each_symbol_once_and_silences_first(tag):
    table = SYMBOL_TABLE[tag]
    assert len(set(table.symbols)) == len(table.symbols)
    assert table.symbols[:4] == ("_", "sil", "pau", "?")


def test_the_order_of_a_published_table_never_changes():
    assert (SYMBOL_TABLE["ja"].version, len(SYMBOL_TABLE["ja"].symbols)) == ("ja-1", 49)
    assert (SYMBOL_TABLE["en"].version, len(SYMBOL_TABLE["en"].symbols)) == ("en-1", 43)
    assert symbol_ids(["a", "N", "k", "v"], "ja") == [4, 14, 16, 48]
    assert symbol_ids(["AA", "B", "ZH"], "en") == [4, 19, 42]


@pytest.mark.parametrize("symbol", ["AA1", "q", "", "_"])
def test_an_unknown_symbol_is_an_error_before_training(symbol):
    with pytest.raises(BadInput) as refused:
        symbol_ids(["sil", symbol], LANGUAGES["en"])
    assert refused.value.code == "symbol-unknown"


def test_the_digest_is_over_what_a_model_is_taught():
    japanese = LANGUAGES["ja"]
    assert phonemize("橋", japanese).digest != phonemize("箸", japanese).digest
    assert phonemize("橋。", japanese).digest == phonemize("橋", japanese).digest
    # Stored with every run: a change here would make all stored phonemes look altered.
    stable = Phonemes("ja", "", "", "", ("sil", "a", "sil"), (0, 2, 0), 1, "test").digest
    assert stable == "248cfafb2244a9831d0b91bf0320107f88346301f37551c96661e873588ca838"


def test_symbols_without_tones_are_a_bug():
    with pytest.raises(ValueError, match="2 symbols, but 1 tones"):
        Phonemes("ja", "", "", "", ("sil", "sil"), (0,), 0, "test")


@pytest.mark.parametrize("text", ["㌔2½ｶﾞ", "e\u0301a", "\u200ba\u200b", ""])
def test_every_character_knows_where_it_came_from(text):
    traced = compatible(text)
    assert len(traced.text) == len(traced.origins)
    assert traced.origins == sorted(traced.origins)


def test_an_import_loads_no_engine_and_no_torch():
    program = (
        "import sys, trainer.text, trainer.languages, trainer.text.coverage, trainer.messages;"
        "print(sorted({'torch', 'g2p_en', 'nltk', 'pyopenjtalk', 'numpy', 'inflect'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "[]"


def test_japanese_does_not_wait_for_english():
    program = (
        "import sys; from trainer.languages import LANGUAGES; from trainer.text import phonemize;"
        "phonemize('はい', LANGUAGES['ja']); print(sorted({'torch', 'g2p_en', 'nltk', 'inflect'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "[]"

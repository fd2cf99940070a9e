"""Two hundred Japanese lines with the reading and the accents that a trained reader would give them."""

from pathlib import Path

import pytest

from trainer.languages import LANGUAGES
from trainer.sentences import measurement_sentences, training_script
from trainer.text import moras, phonemize
from trainer.text.japanese_dictionary import reader_of
from trainer.text.japanese_labels import spoken_from_labels, spoken_from_words
from trainer.text.pronunciations import Dictionary
from trainer.text.symbols import PAUSE, QUESTION, SILENCES

JAPANESE = LANGUAGES["ja"]
LINES = [
    line.split("\t")
    for line in (Path(__file__).parent / "japanese_lines.tsv").read_text("utf-8").splitlines()
    if "\t" in line and not line.startswith("# ")
]
SCRIPT = [*training_script(JAPANESE), *measurement_sentences(JAPANESE)]
ODD = [
    "★です。",
    "（笑）そう。",
    "え！？そう、？はい",
    "あ、、い",
    "はい。「いいえ」",
    "あー！？",
    "フャフョです",
    "すごーーい",
]


def written(phonemes):
    """As in the table: ' after the mora where the pitch falls, a space between phrases, 、 and ？ for silences."""
    spoken = ""
    for number, phrase in enumerate(phonemes.accent_phrases, 1):
        falls = ("'" if place == phrase.nucleus else "" for place in range(1, len(phrase.moras) + 1))
        spoken += "".join(mora + fall for mora, fall in zip(phrase.moras, falls, strict=True))
        is_last = number == len(phonemes.accent_phrases)
        spoken += {PAUSE: "、", QUESTION: "？", "": "" if is_last else " "}[phrase.pause]
    return spoken


def test_the_table_is_as_long_as_promised():
    assert len({text for text, _ in LINES}) == len(LINES) >= 150


@pytest.mark.parametrize(("text", "accepted"), LINES, ids=[text for text, _ in LINES])
def test_a_line_is_read_as_a_trained_reader_does(text, accepted):
    phonemes = phonemize(text, JAPANESE)
    assert written(phonemes) in accepted.split("|")
    assert not phonemes.warnings


@pytest.mark.parametrize("texts", [SCRIPT, [text for text, _ in LINES], ODD], ids=["script", "table", "odd"])
def test_accent_phrases_hold_every_symbol_and_tone(texts):
    for text in texts:
        phonemes = phonemize(text, JAPANESE)
        symbols, tones = ["sil"], [0]
        for phrase in phonemes.accent_phrases:
            assert len(phrase.moras) == len(phrase.highs) == len(phrase.phones) >= phrase.nucleus, text
            for phones, is_high in zip(phrase.phones, phrase.highs, strict=True):
                symbols += phones
                tones += [2 if is_high else 1] * len(phones)
            symbols += [phrase.pause] if phrase.pause else []
            tones += [0] if phrase.pause else []
        assert (*symbols, "sil") == phonemes.symbols, text
        assert (*tones, 0) == phonemes.tones, text
        assert sum(len(phrase.moras) for phrase in phonemes.accent_phrases) == phonemes.units


def test_kana_say_what_the_phones_say():
    """Long vowels are written ー, devoiced ones with their own kana, in every line."""
    for text in SCRIPT:
        for phrase in phonemize(text, JAPANESE).accent_phrases:
            for kana, phones in zip(phrase.moras, phrase.phones, strict=True):
                if kana == "ー":
                    assert len(phones) == 1, text
                else:
                    # ヲ, ヅ and ヂ sound like オ, ズ and ジ.
                    assert kana.translate(str.maketrans("ヲヅヂ", "オズジ")) == moras.kana_of(phones), text


def test_phrases_are_those_of_the_full_context_labels():
    """What is built from words is compared with what the engine's labels say of the same words."""
    reader = reader_of(Dictionary("ja"))
    compared = 0
    for text in [*SCRIPT, *(text for text, _ in LINES)]:
        features, _ = reader.frontend(text)
        from_words = spoken_from_words(features, reader.jtalk.extract_phonemes(features))
        if from_words is None:
            continue
        accents = [word["acc"] for word in features if word["mora_size"] and word["chain_flag"] != 1]
        kana = [mora for phrase in from_words.phrases for mora in phrase.moras]
        assert spoken_from_labels(reader.jtalk.make_label(features), kana, accents) == from_words, text
        compared += 1
    assert compared > 450


def test_words_the_engine_counts_otherwise_are_read_by_their_labels():
    phonemes = phonemize("フャフョです", JAPANESE)
    assert phonemes.reading == "フヤフヨデス"
    assert [symbol for symbol in phonemes.symbols if symbol not in SILENCES][:4] == ["f", "u", "y", "a"]


def test_words_stand_where_they_say():
    for text in [*SCRIPT, *(text for text, _ in LINES)]:
        phonemes = phonemize(text, JAPANESE)
        end = 0
        for word in phonemes.words:
            assert word["position"] >= end, text
            end = word["position"] + word["length"]
            assert text[word["position"] : end] == word["word"], text
            assert 0 <= word["nucleus"] <= len(moras.split_kana(word["reading"])), text
        assert "".join(word["reading"] for word in phonemes.words) == "".join(
            mora for phrase in phonemes.accent_phrases for mora in phrase.moras
        ), text

import re
import subprocess
import sys

import pytest

from trainer.languages import LANGUAGES
from trainer.sentences import SENTENCES_VERSION, measurement_sentences, training_script
from trainer.text import phonemize
from trainer.text.coverage import RARE_BELOW, coverage_of

JA, EN = LANGUAGES["ja"], LANGUAGES["en"]
every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def bare(sentence: str) -> str:
    """The sentence without spaces, punctuation and case: what a near-duplicate shares."""
    return re.sub(r"[\W_]", "", sentence).lower()


def test_scripts_have_the_promised_number_of_sentences():
    assert len(training_script(JA)) == 260
    assert len(training_script(EN)) == 160


@every_language
def test_measured_set_has_twelve_sentences_under_a_version(language):
    assert len(measurement_sentences(language)) == 12
    assert SENTENCES_VERSION >= 1


@every_language
def test_no_sentence_stands_twice_nor_in_both_sets(language):
    sentences = [bare(sentence) for sentence in training_script(language) + measurement_sentences(language)]
    assert len(set(sentences)) == len(sentences)


@every_language
def test_every_sentence_is_one_clean_line_with_an_end_mark(language):
    for sentence in training_script(language) + measurement_sentences(language):
        assert sentence == sentence.strip()
        assert bare(sentence)
        assert sentence[-1] in {"ja": "。？！", "en": ".?!"}[language.tag], sentence


@every_language
def test_some_measured_sentences_have_a_pause_and_some_have_none(language):
    has_comma = [bool(re.search("[、,]", sentence)) for sentence in measurement_sentences(language)]
    assert 4 <= sum(has_comma) <= 8


def test_about_one_japanese_sentence_in_eight_is_a_question():
    script = training_script(JA)
    assert 0.10 <= sum(sentence.endswith("？") for sentence in script) / len(script) <= 0.15
    assert sum(sentence.endswith("！") for sentence in script) >= 8


def test_english_sentences_have_four_to_fourteen_words():
    for sentence in training_script(EN):
        assert 4 <= len(sentence.split()) <= 14, sentence


@every_language
def test_no_sentence_loses_a_character_in_its_reading(language):
    for sentence in training_script(language) + measurement_sentences(language):
        assert phonemize(sentence, language).warnings == (), sentence


@every_language
def test_script_covers_every_sound_often_enough_to_hold_some_clips_out(language):
    coverage = coverage_of((phonemize(sentence, language) for sentence in training_script(language)), language)
    assert coverage.rejected == 0
    assert coverage.missing == coverage.rare == coverage.optional_missing == (), f"fewer than {RARE_BELOW} times"


def test_japanese_sentences_last_about_three_seconds_and_measured_ones_vary():
    units = [phonemize(sentence, JA).units for sentence in training_script(JA)]
    assert min(units) >= 8 and max(units) <= 32
    assert 19 <= sum(units) / len(units) <= 22
    measured = [phonemize(sentence, JA).units for sentence in measurement_sentences(JA)]
    assert 12 <= min(measured) <= 15 and 35 <= max(measured) <= 40


def test_measured_english_sentences_vary_in_length():
    measured = [phonemize(sentence, EN).units for sentence in measurement_sentences(EN)]
    assert 7 <= min(measured) <= 10 and 20 <= max(measured) <= 25


def test_reading_the_sentences_loads_no_torch():
    source = (
        "import sys\n"
        "from trainer.languages import LANGUAGES\n"
        "from trainer.sentences import training_script\n"
        "print(len(training_script(LANGUAGES['ja'])), 'torch' in sys.modules)\n"
    )
    command = [sys.executable, "-c", source]
    finished = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert finished.stdout.split() == ["260", "False"]

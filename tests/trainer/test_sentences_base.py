"""The longer script, from which base models are made."""

import re
from functools import cache

import pytest

from trainer.languages import LANGUAGES
from trainer.sentences import base_script, measurement_sentences, training_script
from trainer.text import phonemize
from trainer.text.comparison import ComparedLine, lines_compare
from trainer.text.coverage import coverage_of
from trainer.text.plausibility import line_verdicts

JA, EN = LANGUAGES["ja"], LANGUAGES["en"]
every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


@cache
def read(language):
    return {sentence: phonemize(sentence, language) for sentence in base_script(language)}


def added(language):
    return base_script(language)[len(training_script(language)) :]


def bare(sentence):
    return re.sub(r"[\W_]", "", sentence).lower()


@every_language
def test_base_script_begins_with_the_training_script(language):
    script = training_script(language)
    assert base_script(language)[: len(script)] == script
    assert len(added(language)) == {"ja": 280, "en": 860}[language.tag]


@every_language
def test_no_sentence_stands_twice_nor_among_the_measured_ones(language):
    sentences = [bare(sentence) for sentence in base_script(language) + measurement_sentences(language)]
    assert len(set(sentences)) == len(sentences)


@every_language
def test_every_sentence_is_one_clean_line_without_digits(language):
    for sentence in added(language):
        assert sentence == sentence.strip() and bare(sentence)
        assert sentence[-1] in {"ja": "。？！", "en": ".?!"}[language.tag], sentence
        assert not re.search(r"\d", sentence), sentence


@every_language
def test_gate_has_no_remark_on_any_sentence(language):
    for sentence, phonemes in read(language).items():
        assert [*phonemes.warnings, *line_verdicts(phonemes, None)] == [], sentence


@every_language
def test_no_two_sentences_are_taken_for_one_another(language):
    lines = [ComparedLine(text, text, item.digest, item.units, None) for text, item in read(language).items()]
    assert lines_compare(lines, language.tag) == {}


def test_added_sentences_keep_to_their_lengths():
    for sentence in added(JA):
        assert 10 <= read(JA)[sentence].units <= 45, sentence
    for sentence in added(EN):
        assert 6 <= len(sentence.split()) <= 18, sentence


@every_language
def test_nearly_every_pair_of_phones_occurs(language):
    coverage = coverage_of(read(language).values(), language)
    assert coverage.missing == coverage.rare == coverage.optional_missing == ()
    assert len(coverage.missing_diphones) <= 3, coverage.missing_diphones


@every_language
def test_about_one_added_sentence_in_ten_is_a_question(language):
    share = sum(sentence[-1] in "？?" for sentence in added(language)) / len(added(language))
    assert 0.09 <= share <= 0.15

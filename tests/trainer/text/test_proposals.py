"""Sentences for the gaps of a corpus."""

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.coverage import Lengths, coverage_of
from trainer.text.proposals import proposals

JAPANESE = LANGUAGES["ja"]


def read(*texts):
    return [phonemize(text, JAPANESE) for text in texts]


def test_the_sentence_that_adds_most_comes_first_and_says_what():
    coverage = coverage_of(read("あかさたな。"), JAPANESE)
    chosen = proposals(coverage, read("あか。", "ぎょうざとびょういん。", "はい。"))
    assert chosen[0].text == "ぎょうざとびょういん。"
    assert {"ギョ", "ザ", "ビョ"} <= set(chosen[0].new)
    assert "gy o" in chosen[0].new_pairs


def test_what_one_sentence_adds_the_next_need_not():
    coverage = coverage_of(read("あかさたな。"), JAPANESE)
    first, second = proposals(coverage, read("ぎょうざを食べる。", "ぎょうざ。"))
    assert "ギョ" in first.new and "ギョ" not in second.new
    assert "ギョ" in second.more


def test_sentences_that_add_nothing_are_not_proposed():
    texts = ["あかさたな。"] * 5
    chosen = proposals(coverage_of(read(*texts), JAPANESE), read("あかさたな。", "★"))
    assert chosen == []


def test_at_most_as_many_as_asked_for():
    coverage = coverage_of([], JAPANESE)
    assert len(proposals(coverage, read("あめ。", "そら。", "くも。"), limit=2)) == 2


def test_coverage_counts_accents_questions_and_lengths():
    coverage = coverage_of(read("雨です。", "行きますか？", "すごい！"), JAPANESE)
    assert coverage.tones["1"] >= 1
    assert (coverage.questions, coverage.exclamations) == (1, 1)
    assert coverage.units.quantiles[0] <= coverage.units.quantiles[3] <= coverage.units.quantiles[-1]
    assert sum(coverage.units.counts) == 3
    assert coverage.diphones["sil a"] == 1
    assert "k y" not in coverage.missing_diphones and "ky o" in coverage.missing_diphones


def test_stress_is_counted_by_vowel():
    english = LANGUAGES["en"]
    coverage = coverage_of([phonemize("The photo of the photographer.", english)], english)
    assert coverage.tones["OW1"] == 1 and coverage.tones["AH0"] >= 2


def test_lengths_are_counted_in_steps_the_last_one_open():
    lengths = Lengths.of([0.2, 0.7, 0.9, 100.0], "seconds")
    assert (lengths.counts[0], lengths.counts[1], lengths.counts[-1], len(lengths.counts)) == (1, 2, 1, 40)
    assert lengths.quantiles[0] == 0.2 and lengths.quantiles[-1] == 100.0
    assert Lengths.of([], "ja").counts == () and Lengths.of([], "ja").quantiles == ()

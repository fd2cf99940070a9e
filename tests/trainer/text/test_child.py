"""Children that read texts give the phonemes of this process, to any number of threads and corpora at once."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.trainer.text.children import EN, JA, is_running, requests
from trainer.errors import BadInput
from trainer.sentences import training_script
from trainer.text import Dictionary, phonemize, reader_pool
from trainer.text.child import PhonemeChild, Request
from trainer.text.pronunciations import Pronunciation

KOEBO = Dictionary.of("ja", [Pronunciation("声簿", "コエボ", 1, "noun")])


@pytest.fixture(scope="module")
def child():
    made = PhonemeChild()
    yield made
    made.close()


@pytest.mark.parametrize("language", [JA, EN])
def test_phonemes_are_those_of_this_process_to_the_byte(child, language):
    texts = [*training_script(language)[:70], "…", "3.5 xylofex", "<b>", "こんにちは\nhello"]
    here = [phonemize(text, language) for text in texts]
    to_the_byte = [json.dumps(phonemes.as_json()) for phonemes in here]
    ways = [[child.phonemize(text, language) for text in texts]]
    ways += [list(child.phonemize_many(requests(language, texts), jobs=jobs)) for jobs in (1, 2)]
    for results in ways:
        assert results == here
        assert [result.digest for result in results] == [phonemes.digest for phonemes in here]
        assert [json.dumps(result.as_json()) for result in results] == to_the_byte
        # Made anew from the parts, as it is after a change of one of them.
        assert [json.dumps(replace(result).as_json()) for result in results] == to_the_byte


@pytest.mark.parametrize(
    ("text", "dictionary"), [("あ" * 2001, None), ("あ\ud800", None), ("あ\x00", None), ("あ", Dictionary("en"))]
)
def test_a_refusal_is_the_one_of_this_process(child, text, dictionary):
    def refusal(read):
        with pytest.raises(BadInput) as caught:
            read(text, JA, dictionary)
        error = caught.value
        return error.code, error.measured, error.limit, error.params

    assert refusal(child.phonemize) == refusal(phonemize)
    mixed = [Request("はい", JA), Request(text, JA, dictionary), Request("いいえ", JA)]
    first, refused, last = child.phonemize_many(mixed)
    assert (first.text, refused.code, last.text) == ("はい", refusal(phonemize)[0], "いいえ")


def test_an_override_goes_to_the_child_and_a_wrong_one_is_refused_there(child):
    moras = [{"kana": kana, "devoiced": False} for kana in "ハシ"]
    override = {"text": "橋", "accent_phrases": [{"moras": moras, "nucleus": 1, "pause": ""}]}
    made = child.phonemize("橋", JA, None, override)
    assert made.is_overridden and made == phonemize("橋", JA, None, override)
    with pytest.raises(BadInput) as caught:
        child.phonemize("橋", JA, None, {"text": "橋"})
    with pytest.raises(BadInput) as expected:
        phonemize("橋", JA, None, {"text": "橋"})
    assert (caught.value.code, caught.value.params) == (expected.value.code, expected.value.params)


def test_a_dictionary_reaches_the_child_and_is_told_from_another_version(child):
    for _ in range(2):
        assert child.phonemize("声簿です", JA, KOEBO) == phonemize("声簿です", JA, KOEBO)
        assert child.phonemize("声簿です", JA) == phonemize("声簿です", JA)


def test_more_dictionaries_than_a_child_keeps_are_sent_again():
    own = PhonemeChild()
    dictionaries = [Dictionary.of("en", [Pronunciation("koebo", f"K OW1 B OW{n}")]) for n in range(3)]
    dictionaries += [Dictionary.of("en", [Pronunciation(f"koebo{letter}", "K OW1")]) for letter in "abcdefghij"]
    mixed = [Request("koebo", EN, dictionary) for dictionary in dictionaries * 2]
    versions = [result.dictionary for result in own.phonemize_many(mixed)]
    versions += [own.phonemize(*request).dictionary for request in mixed]
    assert versions == [dictionary.version for dictionary in dictionaries] * 4
    own.close()


def test_a_text_of_the_greatest_length_is_read_and_a_batch_of_them_fits_the_pipes(child):
    longest = "今日は良い天気ですね。" * 182
    longest = longest[:2000]
    results = list(child.phonemize_many(requests(JA, [longest] * 5 + ["はい"])))
    assert [len(result.text) for result in results] == [2000] * 5 + [2]
    with pytest.raises(BadInput, match="3000000 characters"):
        child.phonemize("あ" * 3_000_000, JA)


def test_eight_threads_get_their_own_answers(child):
    texts = list(training_script(JA)[:40])
    with ThreadPoolExecutor(8) as threads:
        results = list(threads.map(lambda text: child.phonemize(text, JA), texts * 4))
    assert [result.text for result in results] == texts * 4


def test_children_that_only_a_corpus_needed_end_when_nobody_needs_them(monkeypatch):
    own = PhonemeChild()
    texts = training_script(JA)[:10] * 40
    assert len(list(own.phonemize_many(requests(JA, texts), jobs=3))) == len(texts)
    three = own.pids()
    assert len(three) == 3
    own.phonemize("はい。", JA)
    assert own.pids() == three
    monkeypatch.setattr(reader_pool, "IDLE_S", 0.0)
    for _ in range(3):
        own.phonemize("はい。", JA)
    (kept,) = own.pids()
    assert [is_running(pid) for pid in three] == [pid == kept for pid in three]
    own.close()
    assert own.pids() == []


def test_a_corpus_that_is_given_up_leaves_children_fit_for_use():
    own = PhonemeChild()
    results = own.phonemize_many(requests(JA, training_script(JA)[:200]))
    next(results)
    results.close()
    assert own.phonemize("はい", JA).text == "はい"
    own.close()


def test_requests_are_drawn_as_they_are_needed(child):
    drawn = []

    def endless():
        while True:
            drawn.append(None)
            yield Request("はい", JA)

    results = child.phonemize_many(endless())
    next(results)
    assert len(drawn) < 300
    results.close()

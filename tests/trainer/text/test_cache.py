"""The cache: what comes out is what went in, for exactly what made it."""

import threading

import pytest

from trainer.languages import LANGUAGES
from trainer.text import Dictionary, phonemize
from trainer.text.cache import PhonemeCache
from trainer.text.pronunciations import Pronunciation
from trainer.text.reader_process import Request

JA, EN = LANGUAGES["ja"], LANGUAGES["en"]
KOEBO = Dictionary.of("ja", [Pronunciation("声簿", "コエボ", 1, "noun")])


@pytest.mark.parametrize(
    ("language", "text"), [(JA, "声簿は、3.5kgですか？"), (EN, "Dr. Smith's xylofex — OK?"), (JA, "…")]
)
def test_a_hit_is_equal_to_what_was_read(language, text):
    cache, read = PhonemeCache(), phonemize(text, language)
    cache.put(Request(text, language), read)
    hit = cache.get(Request(text, language))
    assert hit == read and hit.as_json() == read.as_json()


def test_a_hit_can_be_changed_without_harm():
    cache, read = PhonemeCache(), phonemize("猫。", JA)
    cache.put(Request("猫。", JA), read)
    cache.get(Request("猫。", JA)).words[0]["word"] = "犬"
    assert cache.get(Request("猫。", JA)) == read


def test_text_language_dictionary_and_override_each_make_another_entry():
    cache = PhonemeCache()
    moras = [{"kana": "ネ", "devoiced": False}, {"kana": "コ", "devoiced": False}]
    override = {"text": "猫", "accent_phrases": [{"moras": moras, "nucleus": 2, "pause": ""}]}
    requests = [
        Request("猫", JA),
        Request("猫。", JA),
        Request("猫", EN),
        Request("猫", JA, KOEBO),
        Request("猫", JA, None, override),
    ]
    for request in requests:
        assert cache.get(request) is None
        cache.put(request, phonemize(*request))
    assert len(cache) == len(requests)
    assert [cache.get(request) for request in requests] == [phonemize(*request) for request in requests]
    assert cache.get(Request("猫", JA, Dictionary("ja"))) == phonemize("猫", JA)


def test_it_forgets_what_was_not_asked_for_longest():
    cache, read = PhonemeCache(entries_max=2), phonemize("猫。", JA)
    for text in ("a", "b"):
        cache.put(Request(text, JA), read)
    cache.get(Request("a", JA))
    cache.put(Request("c", JA), read)
    assert [cache.get(Request(text, JA)) is not None for text in "abc"] == [True, False, True]


def test_long_texts_do_not_fill_the_memory():
    read = phonemize("猫。", JA)
    size = len(PhonemeCache.kept_as(read))
    cache = PhonemeCache(characters_max=3 * size)
    for number in range(10):
        cache.put(Request(str(number), JA), read)
        cache.put(Request(str(number), JA), read)
    assert len(cache) == 3


def test_threads_may_share_it():
    cache, read = PhonemeCache(entries_max=8), phonemize("猫。", JA)
    wrong = []

    def work(start):
        for number in range(start, start + 300):
            cache.put(Request(str(number % 16), JA), read)
            wrong.extend(hit for hit in [cache.get(Request(str(number % 16), JA))] if hit not in (None, read))

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(cache) == 8

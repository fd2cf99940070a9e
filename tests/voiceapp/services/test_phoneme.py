"""Texts are read in children and kept for a while; what a text does to an engine is held against that text alone."""

import os
import signal
import sys

import pytest

from tests.trainer.text.children import HOSTILE
from tests.voiceapp import rows
from trainer.languages import LANGUAGES
from trainer.text import Dictionary, phonemize
from trainer.text.cache import PhonemeCache
from trainer.text.child import PhonemeChild, ReaderLimits, Request
from trainer.text.pronunciations import Pronunciation as Entry
from voiceapp.errors import FieldInvalid, TrainerRefusal
from voiceapp.models import Pronunciation
from voiceapp.services import phoneme as service
from voiceapp.services.phoneme import (
    TextItem,
    phonemes_preview,
    text_judgement,
    text_phonemize,
    texts_judgement,
    texts_preview,
)

JA = LANGUAGES["ja"]
NONE = Dictionary("ja")


@pytest.fixture(autouse=True)
def cache(monkeypatch):
    """Give each test an empty cache; return it."""
    monkeypatch.setattr(service, "_cache", PhonemeCache())
    return service._cache


@pytest.fixture
def use(monkeypatch):
    """Have texts read by children of another kind, for the length of a test."""
    made = []

    def used(**options):
        made.append(PhonemeChild(**options))
        monkeypatch.setattr(service, "_child", made[-1])
        return made[-1]

    yield used
    for child in made:
        child.close()


def codes(judged):
    return [[verdict.code for verdict in verdicts] for _, verdicts in judged]


def items(*texts):
    return [TextItem(text) for text in texts]


def test_many_texts_are_judged_as_each_alone():
    texts = ["はい。", "あ" * 2001, "…", "はい。", "NHKのニュース", "\x00"] * 30
    many = list(texts_judgement(items=items(*texts), dictionary=NONE, jobs=2))
    assert many == [text_judgement(text=text, language="ja") for text in texts]
    assert [phonemes and phonemes.text for phonemes, _ in many[:3]] == ["はい。", None, "…"]


def test_known_texts_keep_their_place_between_new_ones():
    for text in ("に", "よん"):
        text_phonemize(request=Request(text, JA, NONE))
    texts = ["いち", "に", "さん", "よん", "よん", "ご"]
    judged = texts_judgement(items=items(*texts), dictionary=NONE)
    assert [phonemes.text for phonemes, _ in judged] == texts


def test_a_known_text_needs_no_child(use):
    first = text_judgement(text="窓を開ける。", language="ja")
    use(command=[sys.executable, "-c", "raise SystemExit(1)"])
    assert text_judgement(text="窓を開ける。", language="ja") == first
    assert list(texts_judgement(items=items("窓を開ける。"), dictionary=NONE)) == [first]
    with pytest.raises(TrainerRefusal) as caught:
        text_judgement(text="窓を閉める。", language="ja")
    assert (caught.value.code, caught.value.status) == ("phonemes-engine-unavailable", 503)
    with pytest.raises(TrainerRefusal) as caught:
        list(texts_judgement(items=items("窓を閉める。"), dictionary=NONE))
    assert caught.value.status == 503


def test_what_depends_on_the_recording_is_judged_anew():
    text = "窓を開けると、冷たい風が吹き込んできました。"
    usual, fast, unknown = (
        {verdict.code for verdict in text_judgement(text=text, language="ja", duration_s=duration_s)[1]}
        for duration_s in (4.0, 0.5, None)
    )
    assert usual == unknown == set()
    assert fast
    timed = [TextItem(text, duration_s=0.5), TextItem(text)]
    assert [bool(found) for found in codes(texts_judgement(items=timed, dictionary=NONE))] == [True, False]


def test_a_changed_dictionary_is_another_reading():
    dictionary = Dictionary.of("ja", [Entry("声簿", "セイボ", 1, "noun")])
    before, _ = text_judgement(text="声簿", language="ja")
    after, _ = text_judgement(text="声簿", language="ja", dictionary=dictionary)
    assert after.reading == "セイボ" != before.reading
    assert after == phonemize("声簿", JA, dictionary)


def test_a_line_that_ends_the_engine_is_rejected_and_the_others_are_read(use):
    use(command=HOSTILE, limits=ReaderLimits(text_s=1.0))
    judged = list(texts_judgement(items=items("はい。", "crash", "hang", "いいえ。"), dictionary=NONE))
    assert codes(judged) == [[], ["phonemes-engine-died"], ["phonemes-engine-hung"], []]
    refusal = judged[1][1][0]
    assert (refusal.level, refusal.measured, judged[1][0]) == ("reject", "SIGSEGV", None)
    assert text_judgement(text="crash", language="ja") == judged[1]
    assert text_judgement(text="うん。", language="ja")[0].symbols


@pytest.mark.django_db
def test_a_preview_that_ends_the_engine_is_refused_and_the_next_one_is_shown(use):
    use(command=HOSTILE)
    with pytest.raises(TrainerRefusal) as caught:
        phonemes_preview(text="crash", language="ja")
    assert (caught.value.code, caught.value.status) == ("phonemes-engine-died", 422)
    assert "SIGSEGV" in caught.value.detail
    assert phonemes_preview(text="はい。", language="ja").symbols


@pytest.mark.django_db
def test_a_preview_survives_a_child_that_was_killed(use):
    child = use()
    phonemes_preview(text="はい。", language="ja")
    os.kill(child.pids()[0], signal.SIGKILL)
    assert phonemes_preview(text="いいえ。", language="ja").symbols


@pytest.mark.django_db
def test_a_preview_is_read_with_the_voices_pronunciations():
    voice = rows.voice()
    Pronunciation.objects.create(language="ja", surface="声簿", reading="セイボ", nucleus=1, part_of_speech="noun")
    Pronunciation.objects.create(
        language="ja", voice=voice, surface="声簿", reading="コエボ", nucleus=1, part_of_speech="noun"
    )
    assert phonemes_preview(text="声簿", language="ja").reading == "セイボ"
    assert phonemes_preview(text="声簿", language="ja", voice=voice).reading == "コエボ"
    assert [result.reading for result in texts_preview(texts=["声簿"], language="ja", voice=voice)] == ["コエボ"]
    for refused in (phonemes_preview, texts_preview):
        with pytest.raises(FieldInvalid):
            refused(**{"text" if refused is phonemes_preview else "texts": "声簿"}, language="en", voice=voice)

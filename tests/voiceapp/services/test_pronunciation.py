"""Changing the dictionary: what is kept, who is told, and which clips go stale."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.voiceapp import rows
from trainer.text.pronunciations import ENTRIES_MAX
from voiceapp.errors import PronunciationChanged, PronunciationScopeWrong, PronunciationsFull, TrainerRefusal
from voiceapp.models import Clip, PhonemeWork, Pronunciation, PronunciationChange
from voiceapp.selectors.pronunciation import clips_stale, dictionary_of, phonemes_version_of, styles_stale
from voiceapp.services.pronunciation import (
    ABSENT,
    pronunciation_delete,
    pronunciation_mark,
    pronunciation_restore,
    pronunciation_set,
)

pytestmark = pytest.mark.django_db

KOEBO = {"language": "ja", "surface": "声房", "reading": "こえぼう", "nucleus": 2}


def put(**fields):
    return pronunciation_set(**{"actor": None, **KOEBO, **fields})


def clips_with(voice, *texts) -> dict[str, Clip]:
    style = rows.style(voice=voice, slug=f"s{Clip.objects.count()}")
    return {text: rows.clip(style, f"{number}", text=text) for number, text in enumerate(texts)}


def stale_texts(voice) -> set[str]:
    version = phonemes_version_of(voice)
    return set(Clip.objects.filter(style__voice=voice).exclude(phonemes_version=version).values_list("text", flat=True))


def test_an_entry_is_kept_in_its_normal_form_with_its_step_in_the_history():
    actor = User.objects.create_user("editor")
    made = put(note=" the  firm\n", actor=actor)
    assert (made.surface, made.reading, made.nucleus, made.part_of_speech) == ("声房", "コエボウ", 2, "noun")
    assert (made.note, made.updated_by) == ("the firm", actor)
    step = PronunciationChange.objects.get()
    assert (step.before, step.after["reading"], step.actor) == (None, "コエボウ", actor)
    assert len(step.version) == 16


def test_the_same_again_is_no_change():
    put()
    put()
    assert PronunciationChange.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"reading": "koebo"}, "pronunciation-reading"),
        ({"nucleus": 5}, "pronunciation-nucleus"),
        ({"surface": ""}, "pronunciation-surface"),
        ({"part_of_speech": "particle"}, "pronunciation-part"),
        ({"language": "JP"}, "language-is-country"),
        ({"language": "en", "surface": "read", "reading": "R IY D"}, "pronunciation-phone"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_trainers_code(fields, code):
    with pytest.raises(TrainerRefusal) as caught:
        put(**fields)
    assert caught.value.code == code
    assert not Pronunciation.objects.exists()


def test_a_voice_of_another_language_is_refused():
    with pytest.raises(PronunciationScopeWrong):
        put(voice=rows.voice(language="en"))


def test_the_entry_of_the_voice_wins_over_that_of_the_installation():
    voice, other = rows.voice(), rows.voice()
    put()
    put(voice=voice, reading="コエフサ", nucleus=0)
    assert dictionary_of(voice).by_surface["声房"].reading == "コエフサ"
    assert dictionary_of(other).by_surface["声房"].reading == "コエボウ"


def test_two_who_edit_one_entry_do_not_overwrite_each_other_silently():
    seen = pronunciation_mark(put())
    put(reading="コエフサ", expected=seen)
    with pytest.raises(PronunciationChanged) as caught:
        put(reading="セイボウ", expected=seen)
    assert "コエフサ" in caught.value.detail
    assert "セイボウ" in caught.value.detail
    assert Pronunciation.objects.get().reading == "コエフサ"
    # Who saves the very same is not held up.
    put(reading="コエフサ", expected=seen)


def test_adding_an_entry_that_somebody_else_has_added_is_a_conflict():
    put()
    with pytest.raises(PronunciationChanged):
        put(reading="コエフサ", expected=ABSENT)


def test_deleting_what_somebody_else_changed_is_a_conflict():
    made = put()
    mark = pronunciation_mark(made)
    put(reading="コエフサ")
    with pytest.raises(PronunciationChanged):
        pronunciation_delete(pronunciation=made, actor=None, expected=mark)
    pronunciation_delete(pronunciation=made, actor=None)
    assert not Pronunciation.objects.exists()
    assert PronunciationChange.objects.first().after is None


def test_deleting_an_entry_that_is_gone_leaves_the_one_that_was_added_since():
    gone = put()
    pronunciation_delete(pronunciation=Pronunciation.objects.get(), actor=None)
    added = put(reading="コエフサ")
    pronunciation_delete(pronunciation=gone, actor=None)
    assert Pronunciation.objects.get() == added


def test_a_change_is_seen_even_if_the_clock_of_its_host_is_slow():
    put()
    ahead = timezone.now() + timedelta(hours=1)
    Pronunciation.objects.update(updated_at=ahead)
    voice = rows.voice()
    before = phonemes_version_of(voice)
    put(reading="コエフサ")
    assert phonemes_version_of(voice) != before
    assert Pronunciation.objects.get().updated_at > ahead


def test_an_entry_returns_to_an_earlier_state_by_a_new_step():
    put()
    put(reading="コエフサ", nucleus=0)
    first = PronunciationChange.objects.last()
    versions = [step.version for step in PronunciationChange.objects.all()]
    restored = pronunciation_restore(change=first, actor=None)
    assert (restored.reading, restored.nucleus) == ("コエボウ", 2)
    assert PronunciationChange.objects.count() == 3
    assert PronunciationChange.objects.first().version == versions[-1]
    assert pronunciation_restore(change=first, actor=None, is_before=True) is None
    assert not Pronunciation.objects.exists()


def test_a_dictionary_has_a_limit():
    Pronunciation.objects.bulk_create(
        Pronunciation(language="ja", surface=f"語{number}", reading="ゴ", nucleus=0, part_of_speech="noun")
        for number in range(ENTRIES_MAX)
    )
    with pytest.raises(PronunciationsFull) as caught:
        put()
    assert (caught.value.measured, caught.value.limit) == (ENTRIES_MAX + 1, ENTRIES_MAX)
    put(surface="語7", reading="カタリ")


JAPANESE_TEXTS = {
    "kanji": ("声房", {"声房へようこそ。", "声房。", "こんにちは、声房です。"}),
    "latin": ("Koebo", {"Koeboの声です。", "ＫＯＥＢＯの声です。"}),
    "kana": ("ようこそ", {"声房へようこそ。"}),
    "none": ("無関係", set()),
}
ALL_JAPANESE = [
    "声房へようこそ。",
    "声房。",
    "こんにちは、声房です。",
    "Koeboの声です。",
    "ＫＯＥＢＯの声です。",
    "はい。",
]


@pytest.mark.parametrize("name", JAPANESE_TEXTS)
def test_a_change_makes_exactly_the_clips_stale_that_contain_the_surface(name):
    surface, touched = JAPANESE_TEXTS[name]
    voice = rows.voice()
    clips_with(voice, *ALL_JAPANESE)
    put(surface=surface)
    assert stale_texts(voice) == touched


def test_in_english_words_count_not_parts_of_words():
    voice = rows.voice(language="en")
    clips_with(voice, "The cat sat.", "Concatenate it.", "Cats!", "The cat’s toy.", "A category.")
    pronunciation_set(language="en", surface="cat", reading="K AA1 T", actor=None)
    assert stale_texts(voice) == {"The cat sat.", "Cats!", "The cat’s toy."}


def test_what_a_text_is_read_as_counts_too():
    voice = rows.voice(language="en")
    clips = clips_with(voice, "I have 5 dogs.", "I have dogs.")
    clip = clips["I have 5 dogs."]
    clip.phonemes["normalized"] = "I have five dogs."
    clip.save()
    pronunciation_set(language="en", surface="five", reading="F IH1 V", actor=None)
    assert stale_texts(voice) == {"I have 5 dogs."}


def test_a_note_makes_nothing_stale():
    voice = rows.voice()
    put()
    clips_with(voice, "声房。")
    Clip.objects.update(phonemes_version=phonemes_version_of(voice))
    put(note="as the founder says it")
    assert stale_texts(voice) == set()


def test_other_voices_and_languages_stay_current():
    own, other, english = rows.voice(), rows.voice(), rows.voice(language="en")
    for voice in (own, other):
        clips_with(voice, "声房。", "はい。")
    clips_with(english, "Yes.")
    put(voice=own)
    assert (stale_texts(own), stale_texts(other), stale_texts(english)) == ({"声房。"}, set(), set())


def test_where_the_voice_has_its_own_entry_that_of_the_installation_touches_nothing():
    voice = rows.voice()
    put(voice=voice)
    clips_with(voice, "声房。", "はい。")
    Clip.objects.update(phonemes_version=phonemes_version_of(voice))
    put(reading="コエフサ")
    assert stale_texts(voice) == set()


def test_what_was_stale_before_does_not_become_current():
    voice = rows.voice()
    clips = clips_with(voice, "はい。", "いいえ。")
    Clip.objects.filter(pk=clips["はい。"].pk).update(phonemes_version="an engine of yesterday")
    put()
    assert stale_texts(voice) == {"はい。"}


def test_a_change_that_is_taken_back_leaves_the_clips_current():
    voice = rows.voice()
    clips_with(voice, "声房。", "はい。")
    pronunciation_delete(pronunciation=put(), actor=None)
    assert stale_texts(voice) == set()


def test_styles_with_stale_clips_are_known_and_work_is_requested(django_capture_on_commit_callbacks, queue):
    voice = rows.voice()
    touched = clips_with(voice, "声房。")["声房。"].style
    clips_with(voice, "はい。")
    with django_capture_on_commit_callbacks(execute=True):
        put()
    assert styles_stale() == [touched]
    assert list(clips_stale(touched)) == list(touched.clips.all())
    assert [(work.style, work.total, work.is_live) for work in PhonemeWork.objects.all()] == [(touched, 1, True)]


def test_a_hundred_thousand_clips_take_a_few_queries(django_assert_max_num_queries):
    voice = rows.voice()
    template = clips_with(voice, "はい。")["はい。"]
    texts = ["声房です。", *["はい。"] * 5000]
    Clip.objects.bulk_create(
        Clip(
            style=template.style,
            name=f"n{number}",
            text=text,
            phonemes=template.phonemes,
            phonemes_version=template.phonemes_version,
        )
        for number, text in enumerate(texts)
    )
    with django_assert_max_num_queries(25):
        put()
    assert stale_texts(voice) == {"声房です。"}

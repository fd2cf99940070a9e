"""Phones and accent set by hand for a clip."""

import pytest
from django.contrib.auth.models import User

from tests.voiceapp import rows
from voiceapp.errors import ClipEdited, TrainerRefusal
from voiceapp.models import Clip, PhonemeWork
from voiceapp.selectors.pronunciation import clips_stale
from voiceapp.services import override as service
from voiceapp.services.clip import clip_text_update
from voiceapp.services.training_run import run_create

pytestmark = pytest.mark.django_db(transaction=True)

HASHI = "橋です。"


@pytest.fixture
def user():
    return User.objects.create_user("mei")


@pytest.fixture
def clip():
    return rows.clip(rows.style(), "a", text=HASHI)


def chopsticks(text: str = HASHI) -> dict:
    """The same kana with the accent of another word."""
    moras = [{"kana": kana, "devoiced": False} for kana in "ハシデス"]
    return {"text": text, "accent_phrases": [{"moras": moras, "nucleus": 1, "pause": ""}]}


def codes(clip: Clip) -> set[str]:
    return {verdict["code"] for verdict in clip.verdicts}


def test_what_is_set_is_what_the_clip_is_taught(clip, user):
    before = clip.phonemes_digest
    made = service.clip_override_set(clip=clip, override=chopsticks(), actor=user)
    assert made.phonemes["accent_phrases"][0]["highs"] == [True, False, False, False]
    assert made.phonemes["overridden"]
    assert made.phonemes_digest not in ("", before)
    assert made.phonemes_version == clip.phonemes_version
    assert (made.override_by, made.override) == (user, chopsticks())
    assert made.override_at is not None


def test_it_can_be_taken_back(clip, user):
    before = clip.phonemes_digest
    made = service.clip_override_set(clip=clip, override=chopsticks(), actor=user)
    cleared = service.clip_override_clear(clip=made, actor=user)
    assert cleared.phonemes_digest == before
    assert (cleared.override, cleared.override_at, cleared.override_by) == (None, None, None)


def test_clearing_what_is_not_set_changes_nothing(clip):
    before = Clip.objects.filter(pk=clip.pk).values().get()
    service.clip_override_clear(clip=clip, actor=None)
    assert Clip.objects.filter(pk=clip.pk).values().get() == before


def test_what_was_made_for_another_transcript_is_refused(clip, user):
    with pytest.raises(ClipEdited):
        service.clip_override_set(clip=clip, override=chopsticks("端です。"), actor=user)
    assert Clip.objects.get().override is None


def test_a_transcript_that_was_edited_meanwhile_wins(clip, user):
    opened_before = Clip.objects.get()
    clip_text_update(clip=clip, text="端です。", actor=user)
    with pytest.raises(ClipEdited):
        service.clip_override_set(clip=opened_before, override=chopsticks(), actor=user)
    assert Clip.objects.get().override is None


def test_a_transcript_saved_from_an_older_page_is_read_again_with_what_was_set(clip, user):
    opened_before = Clip.objects.get()
    service.clip_override_set(clip=clip, override=chopsticks(), actor=user)
    edited = clip_text_update(clip=opened_before, text="端です。", actor=user)
    assert edited.override == chopsticks()
    assert clips_stale(edited.style).get() == edited
    assert PhonemeWork.objects.get().total == 1


def test_what_makes_no_sense_is_refused(clip, user):
    with pytest.raises(TrainerRefusal) as caught:
        service.clip_override_set(clip=clip, override={"text": HASHI, "accent_phrases": []}, actor=user)
    assert caught.value.code == "override-invalid"


def test_a_later_transcript_makes_it_outdated_and_holds_the_clip(clip, user):
    made = service.clip_override_set(clip=clip, override=chopsticks(), actor=user)
    edited = clip_text_update(clip=made, text="端です。", actor=user)
    assert "override-outdated" in codes(edited)
    assert edited.is_held
    assert not edited.phonemes["overridden"]
    assert edited.override == chopsticks()
    cleared = service.clip_override_clear(clip=edited, actor=user)
    assert "override-outdated" not in codes(cleared)
    assert not cleared.is_held


def test_a_clip_that_nobody_could_read_is_taken_in_again(user):
    clip = rows.clip(rows.style(), "a", text="…")
    clip.verdicts = [{"level": "reject", "code": "phonemes-empty", "about": "text", "params": {}}]
    clip.left_out_reason, clip.left_out_at = "nothing is said", clip.created_at
    clip.judge()
    clip.save()
    made = service.clip_override_set(clip=clip, override=chopsticks("…"), actor=user)
    assert made.is_trainable
    assert "phonemes-empty" not in codes(made)


def test_two_texts_made_alike_by_hand_are_said_to_be(user):
    style = rows.style()
    first, second = rows.clip(style, "a", text=HASHI), rows.clip(style, "b", text="端です。")
    service.clip_override_set(clip=first, override=chopsticks(), actor=user)
    made = service.clip_override_set(clip=second, override=chopsticks("端です。"), actor=user)
    assert "phonemes-identical" in codes(made)
    cleared = service.clip_override_clear(clip=made, actor=user)
    assert "phonemes-identical" not in codes(cleared)
    assert "phonemes-identical" not in codes(Clip.objects.get(pk=first.pk))


def test_a_run_freezes_what_was_set_by_hand(queue, user):
    style = rows.ready_style()
    clip = style.clips.first()
    override = chopsticks(clip.text)
    made = service.clip_override_set(clip=clip, override=override, actor=user)
    run = run_create(style=style, minutes=1, actor=user)
    frozen = run.run_clips.get(clip=clip)
    assert " ".join(frozen.symbols) == "sil h a sh i d e s u sil"
    assert frozen.tones == made.phonemes["tones"] == [0, 2, 2, 1, 1, 1, 1, 1, 1, 0]


def test_an_editor_starts_from_what_was_set_or_from_what_is_read(clip, user):
    read = service.draft_begin(clip=clip)
    assert read["accent_phrases"][0]["nucleus"] == 2
    made = service.clip_override_set(clip=clip, override=chopsticks(), actor=user)
    assert service.draft_begin(clip=made) == chopsticks()
    assert service.draft_renew(clip=made) == read


def test_an_editor_of_a_clip_that_was_not_read_yet_asks_the_engine(clip):
    Clip.objects.update(phonemes=None, phonemes_digest="", phonemes_version="")
    waiting = Clip.objects.select_related("style__voice").get()
    assert service.draft_begin(clip=waiting)["accent_phrases"][0]["nucleus"] == 2
    assert service.draft_apply(clip=waiting, draft=chopsticks()).reading == "ハシデス"

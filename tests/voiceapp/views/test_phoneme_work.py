"""The bar of the phoneme job on the page of a style."""

from django.utils import timezone

from tests.voiceapp import rows
from voiceapp.models import PhonemeWork
from voiceapp.selectors.pronunciation import phonemes_version_of


def test_it_polls_only_while_there_is_something_to_read(fragment):
    style = rows.ready_style(3)
    answer = fragment.get(f"/styles/{style.pk}/phoneme-work/")
    assert answer.status_code == 286
    assert "every 2s" not in answer.content.decode()
    style.clips.filter(name="clip-00").update(phonemes_version="")
    answer = fragment.get(f"/styles/{style.pk}/phoneme-work/")
    assert answer.status_code == 200
    assert "every 2s" in answer.content.decode()


def test_it_says_how_far_the_work_is_and_at_the_end_that_clips_changed(fragment):
    style = rows.ready_style(3)
    style.clips.update(phonemes_version="")
    now = timezone.now()
    PhonemeWork.objects.create(
        style=style, job_id="x", queued_at=now, started_at=now, beat_at=now, total=10_000, done=1240, changed=37
    )
    answer = fragment.get(f"/styles/{style.pk}/phoneme-work/")
    text = answer.content.decode()
    assert "1,240 of 10,000 lines read, 37 changed" in text
    assert "HX-Trigger" not in answer
    # All lines are read, and the style as a whole is still being looked at.
    style.clips.update(phonemes_version=phonemes_version_of(style.voice))
    assert fragment.get(f"/styles/{style.pk}/phoneme-work/").status_code == 200
    PhonemeWork.objects.update(ended_at=now)
    answer = fragment.get(f"/styles/{style.pk}/phoneme-work/")
    assert (answer.status_code, "clips-changed" in answer["HX-Trigger"]) == (286, True)


def test_it_says_so_when_nobody_reads(fragment, queue):
    style = rows.ready_style(2)
    style.clips.update(phonemes_version="")
    text = fragment.get(f"/styles/{style.pk}/phoneme-work/").content.decode()
    assert "no phoneme worker is running" in text
    assert "manage.py phoneme_worker" in text


def test_a_row_that_waits_for_its_phonemes_loads_itself_anew_and_the_others_do_not(fragment):
    style = rows.ready_style(3)
    waiting = style.clips.get(name="clip-00")
    style.clips.filter(pk=waiting.pk).update(phonemes_version="")
    table = fragment.get(f"/styles/{style.pk}/clips/").content.decode()
    loads = f'hx-get="/clips/{waiting.pk}/" hx-trigger="clips-changed from:body"'
    assert (table.count(loads), table.count('hx-trigger="clips-changed from:body"')) == (1, 2)  # and the filters
    style.clips.update(phonemes_version=phonemes_version_of(style.voice))
    assert loads not in fragment.get(f"/clips/{waiting.pk}/").content.decode()

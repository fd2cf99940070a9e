"""The job that reads stale clips again, in this process: what it writes, and whom it leaves alone."""

import signal
import threading
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from redis.exceptions import ConnectionError as QueueConnectionError

from tests.voiceapp import rows
from voiceapp.jobs import phonemes as job
from voiceapp.jobs.phonemes import phonemize_style
from voiceapp.models import Clip, PhonemeWork
from voiceapp.selectors.pronunciation import clips_stale, phonemes_version_of
from voiceapp.services import phoneme_work, sweep
from voiceapp.services.clip import clip_text_update
from voiceapp.services.phoneme import text_judgement
from voiceapp.services.phoneme_work import phoneme_work_deliver
from voiceapp.services.pronunciation import pronunciation_set

pytestmark = pytest.mark.django_db

MORAS = [{"kana": kana, "devoiced": False} for kana in "セイ"]
OVERRIDE = {"text": "声房。", "accent_phrases": [{"moras": MORAS, "nucleus": 1, "pause": ""}]}


@pytest.fixture
def style(queue):
    style = rows.style()
    for number, text in enumerate(["声房へようこそ。", "はい。", "声房。", ""]):
        rows.clip(style, f"{number}", text=text or "はい。")
        style.clips.filter(name=f"{number}").update(text=text)
    return style


def change(reading="コエボウ", nucleus=2, **fields):
    pronunciation_set(language="ja", surface="声房", reading=reading, nucleus=nucleus, actor=None, **fields)


def deliver(style) -> PhonemeWork:
    assert phoneme_work_deliver(style=style)
    return PhonemeWork.objects.get(style=style)


def read(style) -> PhonemeWork:
    work = deliver(style)
    phonemize_style(style.pk, work.job_id)
    work.refresh_from_db()
    return work


def test_stale_clips_are_read_with_the_dictionary_in_force(style):
    change()
    work = read(style)
    assert (work.total, work.done, work.changed, work.reason) == (2, 2, 2, "")
    assert not work.is_live
    assert not clips_stale(style).exists()
    clip = style.clips.get(name="2")
    assert clip.phonemes["reading"].startswith("コエボ")
    assert clip.phonemes_digest == clip.phonemes["digest"]
    assert clip.phonemes_version == phonemes_version_of(style.voice)


def test_clips_whose_phonemes_stay_the_same_are_not_counted_as_changed(style):
    reading = style.clips.get(name="1").phonemes["accent_phrases"][0]
    pronunciation_set(language="ja", surface="はい", reading="".join(reading["moras"]), nucleus=reading["nucleus"],
                      part_of_speech="interjection", actor=None)  # fmt: skip
    work = read(style)
    assert (work.done, work.changed) == (1, 0)


def test_what_was_found_about_the_recording_and_its_line_stays(style):
    audio = {"level": "warn", "code": "audio-quiet", "about": "audio", "params": {}}
    listed = {"level": "reject", "code": "transcript-language-differs", "about": "list", "line": 3, "params": {}}
    earlier = listed | {"about": "text"}
    read_before = {"level": "warn", "code": "word-spelled", "about": "text", "line": None, "params": {}}
    Clip.objects.filter(name="2").update(verdicts=[audio, listed, earlier, read_before])
    change()
    read(style)
    assert style.clips.get(name="2").verdicts[:3] == [audio, listed, earlier]
    assert read_before not in style.clips.get(name="2").verdicts


def test_a_clip_without_a_text_keeps_what_is_said_about_it(style):
    missing = {"level": "reject", "code": "transcript-missing", "about": "text", "params": {}}
    Clip.objects.filter(text="").update(verdicts=[missing], phonemes_version="", phonemes=None, phonemes_digest="")
    read(style)
    clip = style.clips.get(text="")
    assert (clip.verdicts, clip.phonemes, clip.phonemes_version) == ([missing], None, phonemes_version_of(style.voice))


def test_an_override_is_respected(style):
    Clip.objects.filter(name="2").update(override=OVERRIDE)
    change()
    read(style)
    clip = style.clips.get(name="2")
    expected, _ = text_judgement(text=clip.text, language="ja", dictionary=None, override=OVERRIDE)
    assert clip.phonemes["overridden"] is True
    assert clip.phonemes_digest == expected.digest


def test_a_second_delivery_at_once_does_nothing(style):
    change()
    work = deliver(style)
    seen = []
    original = job.texts_judgement

    def judged(**kwargs):
        seen.append(kwargs)
        phonemize_style(style.pk, work.job_id)  # the same delivery again, in the middle of the first
        return original(**kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job, "texts_judgement", judged)
        phonemize_style(style.pk, work.job_id)
    assert len(seen) == 1
    phonemize_style(style.pk, work.job_id)
    work.refresh_from_db()
    assert work.done == 2


def test_a_clip_that_is_edited_meanwhile_is_not_overwritten(style, monkeypatch):
    change()
    original = job.texts_judgement

    def judged(**kwargs):
        outcomes = list(original(**kwargs))
        clip = style.clips.get(name="2")
        if clip.text == "声房。":
            clip_text_update(clip=clip, text="声房です。", actor=None)
        return outcomes

    monkeypatch.setattr(job, "texts_judgement", judged)
    read(style)
    clip = style.clips.get(name="2")
    assert clip.text == clip.phonemes["text"] == "声房です。"
    assert not clips_stale(style).exists()


def test_clips_that_go_stale_while_it_runs_are_read_too(style, monkeypatch):
    change()
    original, calls = job.texts_judgement, []

    def judged(**kwargs):
        outcomes = list(original(**kwargs))
        calls.append(1)
        if len(calls) == 1:
            change(reading="コエフサ", nucleus=0)
        return outcomes

    monkeypatch.setattr(job, "texts_judgement", judged)
    work = read(style)
    assert style.clips.get(name="2").phonemes["reading"].startswith("コエフサ")
    assert work.done == work.total == 4
    assert not clips_stale(style).exists()


def test_a_fault_is_kept_and_not_repeated_every_few_seconds(style, monkeypatch):
    change()

    def fail(**kwargs):
        raise ZeroDivisionError("of this test")

    work = deliver(style)
    with monkeypatch.context() as patch:
        patch.setattr(job, "texts_judgement", fail)
        with pytest.raises(ZeroDivisionError):
            phonemize_style(style.pk, work.job_id)
    work.refresh_from_db()
    assert "of this test" in work.reason
    assert sweep.sweep_phonemes() == 0
    PhonemeWork.objects.update(ended_at=timezone.now() - phoneme_work.FAULT_PAUSE)
    assert sweep.sweep_phonemes() == 1


def test_a_shutdown_gives_the_rest_back(style, monkeypatch, queue):
    monkeypatch.setattr(job, "CLIPS_AT_ONCE", 1)
    change()
    work = deliver(style)
    original = job.texts_judgement

    def judged(**kwargs):
        signal.raise_signal(signal.SIGTERM)
        return original(**kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(job, "texts_judgement", judged)
        phonemize_style(style.pk, work.job_id)
    again = PhonemeWork.objects.get(style=style)
    assert again.job_id != work.job_id
    assert again.is_live
    assert not again.is_under_way
    assert clips_stale(style).count() == 1
    phonemize_style(style.pk, again.job_id)
    assert not clips_stale(style).exists()


def test_the_sweep_asks_again_after_a_kill_and_after_an_emptied_queue(style, queue):
    change()
    work = deliver(style)
    assert sweep.sweep_phonemes() == 0
    # The queue server forgets everything, after the moment in which a delivery may be under way.
    queue.connection.flushdb()
    PhonemeWork.objects.update(queued_at=timezone.now() - timedelta(minutes=1))
    assert sweep.sweep_phonemes() == 1
    # A worker takes it and is killed.
    work.refresh_from_db()
    assert phoneme_work.phoneme_work_claim(style_id=style.pk, job_id=work.job_id)
    assert sweep.sweep_phonemes() == 0
    PhonemeWork.objects.update(beat_at=timezone.now() - timedelta(minutes=1))
    assert sweep.sweep_phonemes() == 1
    work = PhonemeWork.objects.get(style=style)
    phonemize_style(style.pk, work.job_id)
    assert sweep.sweep_phonemes() == 0
    assert not clips_stale(style).exists()


def test_another_engine_makes_everything_stale_and_the_sweep_sees_it(style, monkeypatch):
    assert sweep.sweep_phonemes() == 0
    monkeypatch.setattr("voiceapp.selectors.pronunciation.engine_name", lambda language: "an engine of tomorrow")
    assert sweep.sweep_phonemes() == 1
    assert PhonemeWork.objects.get().total == 4


def test_without_a_queue_server_the_row_tells_what_is_due(style, monkeypatch, django_capture_on_commit_callbacks):
    def unreachable(**kwargs):
        raise QueueConnectionError("down")

    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr("voiceapp.services.phoneme_work.queueing.phonemes_enqueue", unreachable)
        with django_capture_on_commit_callbacks(execute=True):
            change()
    assert PhonemeWork.objects.get().total == 2
    PhonemeWork.objects.update(queued_at=timezone.now() - timedelta(minutes=1))
    assert sweep.sweep_phonemes() == 1


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_in_two_threads_read_each_clip_once(queue):
    style = rows.style()
    for number in range(30):
        rows.clip(style, f"{number}", text=f"声房の{number}番です。")
    change()
    work = PhonemeWork.objects.get(style=style)

    def run():
        try:
            phonemize_style(style.pk, work.job_id)
        finally:
            connections.close_all()

    # Signals belong to the main thread.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(job.signal, "signal", lambda *args: None)
        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    work.refresh_from_db()
    assert (work.done, work.changed, work.reason) == (30, 30, "")
    assert not clips_stale(style).exists()

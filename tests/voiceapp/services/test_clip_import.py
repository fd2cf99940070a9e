"""Large deliveries: registered at once, judged by the job, and accounted for in between and after."""

import pytest

from tests.voiceapp import rows
from tests.voiceapp.services.test_clip import deliver
from voiceapp.jobs.phonemes import phonemize_style
from voiceapp.models import Clip, PhonemeWork
from voiceapp.selectors.gate import gate_findings
from voiceapp.selectors.pronunciation import clips_stale
from voiceapp.services import clip as service
from voiceapp.services.clip import clip_delete
from voiceapp.services.phoneme_work import phoneme_work_deliver

pytestmark = pytest.mark.django_db

MORAS = [{"kana": kana, "devoiced": False} for kana in "ハイ"]
OVERRIDE = {"text": "はい。", "accent_phrases": [{"moras": MORAS, "nucleus": 2, "pause": ""}]}


def tones(count: int) -> dict[str, bytes]:
    return {f"{number:04}.wav": rows.wav(1.2 + number / 9000) for number in range(count)}


def read(style):
    assert phoneme_work_deliver(style=style)
    phonemize_style(style.pk, PhonemeWork.objects.get(style=style).job_id)


def codes(clip: Clip) -> set[str]:
    return {verdict["code"] for verdict in clip.verdicts}


@pytest.mark.slow
def test_600_lines_are_registered_at_once_and_judged_by_the_job(queue, django_capture_on_commit_callbacks):
    style = rows.style()
    lines = [f"{number:04}|{number}番目の文です。" for number in range(600)]
    lines[3], lines[5] = "0003|Этого никто не читает.", "0005|"
    lines.append("9999|録音のない行です。")
    with django_capture_on_commit_callbacks(execute=True):
        report = deliver(style, tones(600), "\n".join(lines) + "\n")
    assert report.total == len(report.report) == 601
    # The empty line and the one without a recording are told at once; the text of no line is.
    assert (report.pending, report.rejected, report.accepted, report.warned) == (599, 2, 0, 0)
    assert PhonemeWork.objects.get(style=style).total == 600
    assert "clips-stale" in {finding.code for finding in gate_findings(style)}
    assert not style.clips.exclude(phonemes=None).exists()

    phonemize_style(style.pk, PhonemeWork.objects.get(style=style).job_id)
    report.refresh_from_db()
    assert report.total == len(report.report) == 601
    assert report.pending == 0
    assert report.rejected == 3
    assert report.accepted + report.warned == 598
    entry = next(entry for entry in report.report if entry["name"] == "0003")
    assert (entry["outcome"], {verdict["code"] for verdict in entry["verdicts"]} >= {"script-mismatch"}) == (
        "rejected",
        True,
    )
    assert not clips_stale(style).exists()
    assert style.clips.get(name="0000").phonemes["text"] == "0番目の文です。"
    assert "clips-stale" not in {finding.code for finding in gate_findings(style)}
    assert codes(style.clips.get(name="9999")) >= {"audio-missing"}


@pytest.fixture
def few_at_once(monkeypatch):
    monkeypatch.setattr(service, "TEXTS_READ_AT_ONCE", 1)


def test_a_clip_that_is_deleted_or_replaced_before_it_was_read_does_not_hold_up_the_report(queue, few_at_once):
    style = rows.style()
    audio = tones(3)
    first = deliver(style, audio, "0000|はい。\n0001|いいえ。\n0002|どうぞ。\n")
    clip_delete(clip=style.clips.get(name="0000"), actor=None)
    second = deliver(style, {}, "0001|いいえ、違います。\n")
    read(style)
    for report, names in ((first, 3), (second, 1)):
        report.refresh_from_db()
        assert (report.pending, report.total, len(report.report)) == (0, names, names)


def test_the_same_delivery_again_is_not_read_again(queue, few_at_once, monkeypatch):
    style = rows.style()
    deliver(style, tones(3), "0000|はい。\n0001|いいえ。\n0002|どうぞ。\n")
    read(style)
    with monkeypatch.context() as patch:
        patch.setattr(service, "texts_judgement", lambda *, items, dictionary: iter([()] * len(list(items))))
        again = deliver(style, tones(3), "0000|はい。\n0001|いいえ。\n0002|どうぞ。\n")
    assert (again.unchanged, again.pending, again.total) == (3, 0, 3)
    assert not clips_stale(style).exists()


def test_the_same_large_delivery_again_while_it_waits_is_unchanged(queue, few_at_once):
    style = rows.style()
    first = deliver(style, tones(2), "0000|はい。\n0001|いいえ。\n")
    again = deliver(style, tones(2), "0000|はい。\n0001|いいえ。\n")
    assert (first.pending, again.unchanged) == (2, 2)
    read(style)
    first.refresh_from_db()
    assert first.pending == 0


@pytest.mark.parametrize("at_once", [1, 500])
def test_what_was_set_by_hand_stays_with_a_new_recording_and_says_so_for_a_new_text(queue, monkeypatch, at_once):
    monkeypatch.setattr(service, "TEXTS_READ_AT_ONCE", at_once)
    style = rows.style()
    for name in ("0000", "0001"):
        rows.clip(style, name, text="はい。", override=OVERRIDE)
    deliver(style, tones(2), "0000|はい。\n0001|はい、そうです。\n")
    if at_once == 1:
        read(style)
    kept, outdated = style.clips.order_by("name")
    assert kept.override == outdated.override == OVERRIDE
    assert kept.phonemes["overridden"] is True
    assert outdated.phonemes["overridden"] is False
    assert "override-outdated" in codes(outdated)
    assert "override-outdated" not in codes(kept)


def test_remarks_of_the_list_outlive_the_job(queue, few_at_once):
    style = rows.style()
    deliver(style, tones(2), "0000.wav|mei|en|はい。\n0001.wav|mei|en|いいえ。\n")
    read(style)
    for clip in style.clips.all():
        assert "transcript-language-differs" in codes(clip)
        assert clip.is_rejected
        assert clip.worst_level == "reject"
        assert clip.phonemes


@pytest.fixture
def meanwhile(monkeypatch):
    """meanwhile(change): call `change` when the texts of a delivery have been read, and before they are written."""

    def arrange(change):
        real = service.storage.audio_store

        def store(*args):
            change()
            return real(*args)

        monkeypatch.setattr(service.storage, "audio_store", store)

    return arrange


def test_phones_set_while_a_delivery_is_read_are_applied_by_the_job(queue, meanwhile):
    style = rows.style()
    rows.clip(style, "0000", text="いいえ。")
    meanwhile(lambda: style.clips.update(override=OVERRIDE))
    report = deliver(style, tones(1), "0000|はい。\n")
    assert report.pending == 1
    assert clips_stale(style).exists()
    read(style)
    assert style.clips.get().phonemes["overridden"] is True
    report.refresh_from_db()
    assert report.pending == 0


def test_a_known_clip_that_is_edited_while_its_delivery_is_looked_at_is_read_again(queue, meanwhile):
    style = rows.style()
    deliver(style, tones(1), "0000|はい。\n")
    meanwhile(lambda: style.clips.update(text="いいえ。"))
    again = deliver(style, tones(1), "0000|はい。\n")
    assert again.pending == 1
    read(style)
    clip = style.clips.get()
    assert (clip.text, clip.phonemes["text"]) == ("はい。", "はい。")

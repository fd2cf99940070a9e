import io
import zipfile

import pytest

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.errors import FieldInvalid, ReasonNeeded, TrainerRefusal, TranscriptNeeded, UploadEmpty
from voiceapp.models import Clip
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.services import clip as service

pytestmark = pytest.mark.django_db


def deliver(style, audio: dict[str, bytes], transcript: str | None):
    uploads = [rows.upload(data, name) for name, data in audio.items()]
    listed = rows.upload(transcript.encode(), "list.txt") if transcript is not None else None
    return service.clips_import(style=style, uploads=uploads, transcript=listed, actor=None)


def codes(clip: Clip) -> set[str]:
    return {verdict["code"] for verdict in clip.verdicts}


def tones(count: int) -> dict[str, bytes]:
    return {f"{number:02}.wav": rows.wav(1.2 + number / 50, frequency_hz=200 + number) for number in range(count)}


def test_everything_delivered_is_accounted_for():
    style = rows.style()
    audio = tones(4)
    report = deliver(style, audio, "00|おはようございます。\n01.wav|\n02|ありがとう。\n09|どこにもない。\n")
    assert (report.files_in, report.lines_in) == (4, 4)
    assert report.total == len(report.report) == 5
    assert (report.accepted + report.warned, report.rejected) == (2, 3)
    assert codes(style.clips.get(name="01")) >= {"transcript-empty"}
    assert codes(style.clips.get(name="03")) >= {"transcript-missing"}
    assert codes(style.clips.get(name="09")) >= {"audio-missing"}
    assert clip_counts(style).blocking == 3


def test_an_empty_transcript_is_named_by_its_line():
    report = deliver(rows.style(), tones(2), "00|はい。\n01|\n")
    entry = next(entry for entry in report.report if entry["name"] == "01")
    assert entry["line"] == 2
    assert any(verdict["code"] == "transcript-empty" and verdict["line"] == 2 for verdict in entry["verdicts"])


def test_accepted_clips_are_stored_and_phonemized():
    style = rows.style()
    audio = tones(1)
    deliver(style, audio, "00|こんにちは。")
    clip = style.clips.get()
    assert storage.audio_path(clip.sha256).read_bytes() == audio["00.wav"]
    assert clip.phonemes["moras"] == 5
    assert clip.phonemes_digest
    assert clip.is_trainable


def test_the_same_delivery_twice_changes_nothing():
    style = rows.style()
    deliver(style, tones(2), "00|はい。\n01|いいえ。")
    before = list(style.clips.values_list("pk", "sha256", "text"))
    report = deliver(style, tones(2), "00|はい。\n01|いいえ。")
    assert report.unchanged == 2
    assert list(style.clips.values_list("pk", "sha256", "text")) == before


def test_a_zip_with_its_list_is_the_same_as_loose_files():
    style = rows.style()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in tones(3).items():
            archive.writestr(f"wavs/{name}", data)
        archive.writestr("metadata.csv", "00|はい。\n01|いいえ。\n02|どうぞ。\n")
    report = service.clips_import(style=style, uploads=[rows.upload(stream.getvalue(), "all.zip")], actor=None)
    assert (report.files_in, report.lines_in, report.rejected) == (3, 3, 0)
    assert sorted(style.clips.values_list("name", flat=True)) == ["00", "01", "02"]


def test_a_hostile_zip_is_refused_whole(media_root):
    style = rows.style()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../../escape.wav", rows.wav())
        archive.writestr("list.txt", "escape|はい。")
    with pytest.raises(TrainerRefusal) as caught:
        service.clips_import(style=style, uploads=[rows.upload(stream.getvalue(), "x.zip")], actor=None)
    assert caught.value.code == "archive-name-unsafe"
    assert style.clips.count() == 0
    assert list((media_root / "incoming").iterdir()) == []


def test_one_text_file_a_clip_is_read():
    style = rows.style()
    audio = tones(2) | {"00.txt": "はい。".encode(), "01.txt": "いいえ。".encode()}
    deliver(style, audio, None)
    assert dict(style.clips.values_list("name", "text")) == {"00": "はい。", "01": "いいえ。"}


def test_the_same_recording_under_two_names_is_rejected_once():
    style = rows.style()
    data = rows.wav()
    report = deliver(style, {"a.wav": data, "b.wav": data}, "a|はい。\nb|いいえ。")
    assert report.rejected == 1
    assert codes(style.clips.get(name="b")) == {"audio-duplicate"} | codes(style.clips.get(name="a"))


def test_a_text_file_named_wav_is_rejected_and_kept_as_a_row():
    style = rows.style()
    deliver(style, {"a.wav": b"this is no sound"}, "a|はい。")
    assert "audio-not-recognised" in codes(style.clips.get())
    assert clip_counts(style).blocking == 1


@pytest.mark.parametrize(("named", "code"), [("JP", "language-is-country"), ("en", "transcript-language-differs")])
def test_a_language_column_that_contradicts_the_voice_is_said(named, code):
    style = rows.style()
    deliver(style, tones(2), f"00.wav|mei|{named}|はい。\n01.wav|mei|{named}|いいえ。\n")
    assert all(code in codes(clip) for clip in style.clips.all())


def test_japanese_clips_for_an_english_voice_are_rejected():
    style = rows.style(voice=rows.voice(language="en"))
    deliver(style, tones(1), "00|こんにちは。")
    assert style.clips.get().is_blocking


def test_nothing_delivered_and_no_list_are_refused(media_root):
    style = rows.style()
    with pytest.raises(UploadEmpty):
        service.clips_import(style=style, uploads=[], actor=None)
    with pytest.raises(TranscriptNeeded):
        deliver(style, tones(1), None)
    assert list((media_root / "incoming").iterdir()) == []


def test_a_repeated_line_is_accounted_for_without_a_second_clip():
    style = rows.style()
    report = deliver(style, tones(1), "00|はい。\n00|はい。\n")
    assert (report.lines_in, report.total) == (2, 2)
    assert style.clips.count() == 1


def test_two_texts_for_one_recording_are_rejected_with_both_lines():
    style = rows.style()
    report = deliver(style, tones(1), "00|はい。\n00|いいえ。\n")
    assert (report.lines_in, report.rejected) == (2, 2)
    assert style.clips.get().is_blocking


def test_correcting_a_transcript_opens_the_gate_again():
    style = rows.style()
    deliver(style, tones(1), "00|\n")
    clip = service.clip_text_update(clip=style.clips.get(), text=" はい。 ", actor=None)
    assert clip.text == "はい。"
    assert clip.is_trainable
    with pytest.raises(FieldInvalid):
        service.clip_text_update(clip=clip, text="  ", actor=None)


def test_leaving_out_needs_a_reason_and_can_be_undone():
    style = rows.style()
    deliver(style, tones(1), "00|\n")
    clip = style.clips.get()
    with pytest.raises(ReasonNeeded):
        service.clip_leave_out(clip=clip, reason=" ", actor=None)
    service.clip_leave_out(clip=clip, reason="cut off", actor=None)
    assert not clip.is_blocking
    service.clip_take_in(clip=clip, actor=None)
    assert clip.is_blocking


def test_a_list_alone_corrects_the_texts_of_recordings_that_came_before():
    style = rows.style()
    deliver(style, tones(2), "00|はい。\n01|いいえ。")
    report = deliver(style, {}, "00|どうぞ。\n01|いいえ。\n02|どこにもない。")
    assert (report.accepted + report.warned, report.unchanged, report.rejected) == (1, 1, 1)
    assert style.clips.get(name="00").text == "どうぞ。"
    assert [clip.is_trainable for clip in style.clips.all()] == [True, True, False]
    assert not any(entry["verdicts"] for entry in report.report if entry["outcome"] == "unchanged")


def test_correcting_the_text_of_a_line_without_a_recording_does_not_make_it_usable():
    style = rows.style()
    deliver(style, tones(1), "00|はい。\n09|どこにもない。")
    orphan = service.clip_text_update(clip=style.clips.get(name="09"), text="いいえ。", actor=None)
    assert codes(orphan) == {"audio-missing"}
    assert orphan.is_blocking


def test_recordings_that_change_places_are_no_twins():
    style = rows.style()
    first, second = tones(2).values()
    deliver(style, {"00.wav": first, "01.wav": second}, "00|はい。\n01|いいえ。")
    report = deliver(style, {"00.wav": second, "01.wav": first}, "00|はい。\n01|いいえ。")
    assert report.rejected == 0
    assert all(clip.is_trainable for clip in style.clips.all())


def test_correcting_a_transcript_keeps_what_else_has_become_of_the_clip():
    style = rows.style()
    deliver(style, tones(1), "00|はい。")
    opened_before = style.clips.get()
    deliver(style, {"00.wav": rows.wav(3.0)}, "00|はい。")
    service.clip_leave_out(clip=style.clips.get(), reason="too noisy", actor=None)
    clip = service.clip_text_update(clip=opened_before, text="いいえ。", actor=None)
    assert clip.duration_s == pytest.approx(3.0)
    assert (clip.text, clip.left_out_reason) == ("いいえ。", "too noisy")

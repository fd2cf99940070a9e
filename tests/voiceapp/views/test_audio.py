"""Bytes of recordings: whole, in parts, to signed-in users."""

import io

import numpy as np
import pytest
import soundfile

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.jobs.reporter import RunReporter
from voiceapp.models import ReferenceAudio
from voiceapp.services.reference import reference_register
from voiceapp.services.training_run import run_create

DATA = rows.wav(2.0)


@pytest.fixture
def reference(operator):
    return reference_register(voice=rows.voice(), upload=rows.upload(DATA, "参照.wav"), actor=operator)


@pytest.fixture
def address(reference):
    return f"/references/{reference.pk}/audio/"


def body(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_the_whole_recording(page, address):
    answer = page.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "audio/wav"
    assert int(answer["Content-Length"]) == len(DATA)
    assert body(answer) == DATA
    assert "%E5%8F%82%E7%85%A7.wav" in answer["Content-Disposition"]
    assert answer["Content-Disposition"].startswith("inline")
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("asked", "start", "end"), [("bytes=0-", 0, len(DATA) - 1), ("bytes=100-199", 100, 199), ("bytes=-50", -50, None)]
)
def test_parts(page, address, asked, start, end):
    answer = page.get(address, headers={"Range": asked})
    expected = DATA[start : None if end is None else end + 1]
    assert answer.status_code == 206
    assert body(answer) == expected
    assert int(answer["Content-Length"]) == len(expected)


def test_a_part_beyond_the_end(page, address):
    answer = page.get(address, headers={"Range": f"bytes={len(DATA) + 10}-"})
    assert answer.status_code == 416
    assert answer["Content-Range"] == f"bytes */{len(DATA)}"


def test_a_head_request_sends_no_bytes(page, address):
    answer = page.head(address)
    assert answer.status_code == 200
    assert int(answer["Content-Length"]) == len(DATA)
    assert body(answer) == b""


def test_a_known_recording_is_not_sent_again(page, address):
    etag = page.get(address)["ETag"]
    assert page.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_lost_bytes_are_not_found(page, address, reference):
    storage.audio_path(reference.sha256).unlink()
    assert page.get(address).status_code == 404


def test_what_is_no_audio_is_only_downloaded(page, address, reference):
    ReferenceAudio.objects.update(content_type="text/html")
    answer = page.get(address)
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_clip_is_heard_by_its_id(page):
    clip = rows.clip(rows.style(), "one", data=DATA)
    assert body(page.get(f"/clips/{clip.pk}/audio/")) == DATA


def test_a_clip_without_audio_is_not_found(page):
    clip = rows.clip(rows.style(), "one")
    type(clip).objects.update(sha256="")
    assert page.get(f"/clips/{clip.pk}/audio/").status_code == 404


def test_what_browsers_do_not_play_is_played_as_wav_and_downloaded_as_it_came(page, operator):
    samples, sample_rate_hz = soundfile.read(io.BytesIO(DATA))
    stream = io.BytesIO()
    soundfile.write(stream, samples, sample_rate_hz, format="AIFF", subtype="PCM_16")
    made = reference_register(
        voice=rows.voice(), upload=rows.upload(stream.getvalue(), "reference.aiff"), actor=operator
    )
    played = page.get(f"/references/{made.pk}/audio/")
    assert played["Content-Type"] == "audio/wav"
    heard, heard_rate_hz = soundfile.read(io.BytesIO(body(played)))
    assert (len(heard), heard_rate_hz) == (len(samples), sample_rate_hz)
    assert np.abs(heard - samples).max() < 1e-3
    original = page.get(f"/references/{made.pk}/audio/?original")
    assert original["Content-Type"] == "audio/aiff"
    assert body(original) == stream.getvalue()
    storage.audio_path(made.sha256).unlink()
    assert page.get(f"/references/{made.pk}/audio/").status_code == 404


def test_a_sample_of_an_unfinished_model_is_played_from_its_event(page, operator):
    run = run_create(style=rows.ready_style(), minutes=1, actor=operator)
    folder = storage.run_directory(run.pk) / "samples"
    folder.mkdir(parents=True)
    (folder / "step-00000120.wav").write_bytes(DATA)
    RunReporter(run).report({"event": "sample", "step": 120, "path": "samples/step-00000120.wav"})
    address = f"/runs/{run.pk}/samples/120/"
    assert f'data-play="{address}"' in page.get(f"/runs/{run.pk}/events/").content.decode()
    assert body(page.get(address)) == DATA
    assert page.get(f"/runs/{run.pk}/samples/121/").status_code == 404

"""Styles and clips over REST: imports whose counts add up, and decisions on single clips."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.voiceapp import rows
from tests.voiceapp.api.answers import ok, problem
from voiceapp.models import Clip

pytestmark = pytest.mark.django_db

STYLES = "/api/v1/voices/hana/styles"


@pytest.fixture
def style():
    return rows.style(voice=rows.voice(slug="hana"))


def _deliver(api, style, files: dict[str, bytes], transcript: str | None = None, **headers):
    parts = {"files": [SimpleUploadedFile(name, data) for name, data in files.items()]}
    if transcript is not None:
        parts["transcript"] = SimpleUploadedFile("list.txt", transcript.encode())
    return api.post(f"/api/v1/styles/{style.pk}/clips", parts, format="multipart", **headers)


def _wavs(*names: str) -> dict[str, bytes]:
    return {name: rows.wav(1.0 + number / 10) for number, name in enumerate(names)}


def _zip(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def test_a_style_is_created_and_read(api):
    rows.voice(slug="hana")
    response = api.post(STYLES, {"slug": "narrator", "name": "語り"}, format="json")
    body = ok(response, 201)
    assert body == ok(api.get(response["Location"]))
    assert (body["voice"], body["language"], body["clips"]["total"]) == ("hana", "ja", 0)
    problem(api.post(STYLES, {"slug": "narrator", "name": "語り"}, format="json"), 409, "slug-taken")
    assert [style["slug"] for style in ok(api.get(STYLES))["results"]] == ["narrator"]


def test_many_files_with_a_list_are_imported(api, style, user):
    response = _deliver(api, style, _wavs("a.wav", "b.wav"), "a.wav|おはよう。\nb.wav|こんばんは。\n")
    report = ok(response, 201)
    assert report == ok(api.get(response["Location"]))
    assert (report["files_in"], report["lines_in"], report["accepted"] + report["warned"]) == (2, 2, 2)
    assert report["total"] == len(report["report"]) == 2
    assert report["created_by"] == user.username
    clips = ok(api.get(f"/api/v1/styles/{style.pk}/clips"))["results"]
    assert [clip["text"] for clip in clips] == ["おはよう。", "こんばんは。"]
    assert clips[0]["phonemes"]["reading"] == "オハヨー。" or clips[0]["phonemes"]["moras"] == 4
    assert ok(api.get(f"/api/v1/styles/{style.pk}"))["clips"]["trainable"] == 2


def test_counts_add_up_when_things_are_missing(api, style):
    files = _wavs("a.wav", "b.wav", "orphan.wav") | {"text.wav": b"not audio at all"}
    report = ok(_deliver(api, style, files, "a|はい。\nb|\ngone|いいえ。\ntext|そう。\n"), 201)
    assert report["total"] == len(report["report"])
    assert report["files_in"] == 4
    assert report["lines_in"] == 4
    codes = {verdict["code"] for entry in report["report"] for verdict in entry["verdicts"]}
    assert {"transcript-empty", "audio-missing", "transcript-missing", "audio-not-recognised"} <= codes
    counts = ok(api.get(f"/api/v1/styles/{style.pk}"))["clips"]
    assert counts["trainable"] + counts["blocking"] + counts["left_out"] == counts["total"]
    assert counts["blocking"] == report["rejected"]


def test_an_empty_transcript_is_named_by_its_line(api, style):
    report = ok(_deliver(api, style, _wavs("a.wav", "b.wav"), "a.wav|はい。\nb.wav|\n"), 201)
    [verdict] = [v for entry in report["report"] for v in entry["verdicts"] if v["code"] == "transcript-empty"]
    assert verdict["line"] == 2
    assert "2" in verdict["message"]


def test_a_zip_is_imported_as_a_part_and_as_a_whole_body(api, style):
    archive = _zip(_wavs("wavs/a.wav", "wavs/b.wav") | {"list.csv": "a|はい。\nb|いいえ。\n".encode()})
    report = ok(_deliver(api, style, {"clips.zip": archive}), 201)
    assert report["files_in"] == 2
    report = ok(
        api.put(f"/api/v1/styles/{style.pk}/clips?name=clips.zip", archive, content_type="application/octet-stream"),
        201,
    )
    assert report["unchanged"] == 2
    assert ok(api.get(f"/api/v1/styles/{style.pk}/imports"))["count"] == 2


def test_clips_without_a_list_are_refused(api, style):
    problem(_deliver(api, style, _wavs("a.wav")), 422, "transcript-needed")
    assert not Clip.objects.exists()


def test_other_parts_are_named(api, style):
    body = problem(
        api.post(f"/api/v1/styles/{style.pk}/clips", {"file": SimpleUploadedFile("a.wav", b"x")}, format="multipart"),
        422,
        "field-invalid",
    )
    assert "unknown" in {error["code"] for error in body["errors"]}


def test_a_transcript_is_corrected(api, style):
    clip = rows.clip(style, "a", text="はい。")
    body = ok(api.patch(f"/api/v1/clips/{clip.pk}", {"text": "いいえ。"}, format="json"))
    assert body["text"] == body["phonemes"]["text"] == "いいえ。"
    assert body["phonemes_digest"] != clip.phonemes_digest
    body = problem(api.patch(f"/api/v1/clips/{clip.pk}", {"text": ""}, format="json"), 422, "field-invalid")
    assert body["errors"][0]["field"] == "text"
    problem(api.patch(f"/api/v1/clips/{clip.pk}", {"name": "b"}, format="json"), 422, "field-invalid")


def test_a_clip_is_left_out_with_a_reason_and_taken_in_again(api, style, user):
    clip = rows.clip(style, "a")
    address = f"/api/v1/clips/{clip.pk}"
    problem(api.post(f"{address}/leave-out", {"reason": ""}, format="json"), 422, "reason-needed")
    body = ok(api.post(f"{address}/leave-out", {"reason": "A cough."}, format="json"))
    assert (body["left_out_reason"], body["left_out_by"], body["is_trainable"]) == ("A cough.", user.username, False)
    body = ok(api.post(f"{address}/take-in"))
    assert (body["left_out_at"], body["is_trainable"]) == (None, True)


def test_a_clip_is_deleted(api, style):
    clip = rows.clip(style, "a")
    response = api.delete(f"/api/v1/clips/{clip.pk}")
    assert (response.status_code, response.content) == (204, b"")
    problem(api.get(f"/api/v1/clips/{clip.pk}"), 404, "not-found")


def test_a_clips_audio_comes_back(api, style):
    data = rows.wav(1.2)
    clip = rows.clip(style, "a.wav", data=data)
    assert b"".join(api.get(f"/api/v1/clips/{clip.pk}/audio").streaming_content) == data


def test_the_gate_names_what_stands_in_the_way(api, style):
    rows.clip(style, "a", verdicts=[{"level": "reject", "code": "audio-empty"}])
    gate = ok(api.get(f"/api/v1/styles/{style.pk}/gate"))
    assert not gate["is_open"]
    findings = {finding["code"]: finding for finding in gate["findings"]}
    assert findings["clips-rejected"]["clip_names"] == ["a"]


def test_listing_clips_takes_four_queries(api, style, django_assert_num_queries, user):
    for number in range(6):
        rows.clip(style, f"c{number}", left_out_by=user)
    with django_assert_num_queries(4):  # token, style, count, rows
        assert ok(api.get(f"/api/v1/styles/{style.pk}/clips"))["count"] == 6


def test_listing_styles_takes_four_queries(api, style, django_assert_num_queries):
    for number in range(3):
        rows.style(voice=style.voice, slug=f"x{number}")
    with django_assert_num_queries(4):  # token, voice, count, rows
        assert ok(api.get(STYLES))["count"] == 4

"""Importing clips and deciding about single ones."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.voiceapp import rows
from voiceapp.models import Clip, ClipImport

SILENT = {"level": "reject", "code": "silent", "measured": -90.0, "limit": -60.0, "params": {}, "about": "audio"}
SPEECHLESS = {"level": "reject", "code": "phonemes-empty", "params": {}, "about": "text"}


def file(name: str, data: bytes):
    return SimpleUploadedFile(name, data)


@pytest.fixture
def style(operator):
    return rows.style()


def test_files_and_their_list_are_imported_and_add_up(fragment, style):
    answer = fragment.post(
        f"/styles/{style.pk}/import/",
        {
            "audio": [file("a.wav", rows.wav(1.5)), file("b.wav", rows.wav(1.6)), file("c.wav", b"no audio")],
            "transcript": file("list.txt", "a|こんにちは。\nb|\nd|さようなら。\n".encode()),
        },
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    made = ClipImport.objects.get()
    assert (made.files_in, made.lines_in) == (3, 3)
    assert made.total == len(made.report) == 4
    assert made.rejected == 3
    assert "transcript-empty" in text
    assert "Line 2" in text
    assert "clips-imported" in answer["HX-Trigger"]
    assert "clips-changed" in answer["HX-Trigger"]


def test_a_zip_of_both_is_imported(page, style):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("録音/a.wav", rows.wav(1.5))
        archive.writestr("list.csv", "a|こんにちは。\n")
    answer = page.post(f"/styles/{style.pk}/import/", {"audio": file("all.zip", stream.getvalue())})
    assert answer.url == f"/styles/{style.pk}/"
    assert Clip.objects.get().text == "こんにちは。"


def test_clips_without_a_list_are_refused_and_named(fragment, style):
    answer = fragment.post(f"/styles/{style.pk}/import/", {"audio": file("a.wav", rows.wav(1.5))})
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == "transcript-needed"
    assert not Clip.objects.exists()


def test_the_table_shows_reading_accent_phones_and_length(page, style):
    rows.clip(style, "one", text="箸")
    text = page.get(f"/styles/{style.pk}/").content.decode()
    assert '<span class="mora high fall"><span class="kana">ハ</span>' in text
    assert "sil h a sh i sil" in text


def test_lines_that_cannot_be_trained_are_marked_and_found_by_the_filter(page, page_ja, style):
    rows.clip(style, "good")
    rows.clip(style, "bad", text="", verdicts=[SPEECHLESS], phonemes=None, phonemes_digest="")
    shown = page.get(f"/styles/{style.pk}/?show=blocking").context["clips"]
    assert [clip.name for clip in shown] == ["bad"]
    assert [c.name for c in page.get(f"/styles/{style.pk}/?show=speechless").context["clips"]] == ["bad"]
    text = page_ja.get(f"/styles/{style.pk}/").content.decode()
    assert 'class="clip-rejected"' in text
    assert "台本なし" in text


def test_the_table_alone_comes_by_htmx_and_in_pages(fragment, style):
    for number in range(26):
        rows.clip(style, f"clip-{number:02}", data=b"same bytes, never decoded")
    first = fragment.get(f"/styles/{style.pk}/clips/")
    assert "Page 1 of 2, 26 in all" in first.content.decode()
    second = fragment.get(f"/styles/{style.pk}/clips/?page=2&show=all")
    assert [clip.name for clip in second.context["clips"]] == ["clip-25"]
    assert fragment.get(f"/styles/{style.pk}/clips/?page=x&show=nonsense").status_code == 200


def test_leaving_a_rejected_clip_out_needs_a_reason(fragment, style, operator):
    clip = rows.clip(style, "bad", verdicts=[SILENT])
    refused = fragment.post(f"/clips/{clip.pk}/leave-out/", {"reason": "x"})
    assert refused.status_code == 422
    assert refused["Koebo-Code"] == "reason-needed"
    assert 'value="x"' in refused.content.decode()
    answer = fragment.post(f"/clips/{clip.pk}/leave-out/", {"reason": "too noisy"})
    clip.refresh_from_db()
    assert (clip.left_out_reason, clip.left_out_by) == ("too noisy", operator)
    assert answer["HX-Trigger"] == '{"clips-changed": {}}'
    assert f'id="clip-row-{clip.pk}"' in answer.content.decode()
    fragment.post(f"/clips/{clip.pk}/take-in/")
    clip.refresh_from_db()
    assert clip.is_blocking


def test_correcting_a_transcript_corrects_its_phonemes(fragment, style):
    clip = rows.clip(style, "bad", text="", verdicts=[SPEECHLESS], phonemes=None, phonemes_digest="")
    answer = fragment.post(f"/clips/{clip.pk}/text/", {"text": "こんばんは。"})
    clip.refresh_from_db()
    assert not clip.is_rejected
    assert clip.phonemes["reading"].startswith("コンバンワ")
    assert '<span class="kana">コ</span>' in answer.content.decode()


def test_a_refused_transcript_keeps_what_was_typed(fragment, style):
    clip = rows.clip(style, "one", text="前の台本")
    answer = fragment.post(f"/clips/{clip.pk}/text/", {"text": "   "})
    assert answer.status_code == 422
    clip.refresh_from_db()
    assert clip.text == "前の台本"


def test_deleting_a_clip(fragment, style):
    clip = rows.clip(style, "one")
    answer = fragment.post(f"/clips/{clip.pk}/delete/")
    assert answer.content == b""
    assert not Clip.objects.exists()


def test_a_row_alone(fragment, style):
    clip = rows.clip(style, "one")
    assert f'id="clip-row-{clip.pk}"' in fragment.get(f"/clips/{clip.pk}/").content.decode()


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", ""),
        ("?show=all&page=1", ""),
        ("?show=held&search=&code=", "?show=held"),
        ("?show=blocking&search=a b&code=text-markup&page=2", "?show=blocking&search=a+b&code=text-markup&page=2"),
        ("?show=nonsense&page=x", ""),
    ],
)
def test_the_address_of_the_page_says_what_the_table_is_narrowed_to(fragment, page, style, asked, shown):
    answer = fragment.get(f"/styles/{style.pk}/clips/{asked}", headers={"HX-Target": "clip-table"})
    assert answer["HX-Replace-Url"] == f"/styles/{style.pk}/{shown}"
    assert page.get(f"/styles/{style.pk}/clips/{asked}").url == answer["HX-Replace-Url"]
    reloaded = page.get(answer["HX-Replace-Url"])
    assert reloaded.context["narrowing"] == answer.context["narrowing"]


def test_a_refresh_of_the_filters_leaves_the_address_with_its_page(fragment, style):
    answer = fragment.get(f"/styles/{style.pk}/clips/?show=all", headers={"HX-Target": "clip-filters"})
    assert "HX-Replace-Url" not in answer

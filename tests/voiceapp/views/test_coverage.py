"""Which sounds a style's clips contain, as a page, as CSV and over REST."""

import csv
import io

import pytest

from tests.voiceapp import rows
from voiceapp.models import StyleCoverage
from voiceapp.services import coverage as service
from voiceapp.services.clip import clip_text_update


@pytest.fixture
def japanese(db):
    style = rows.style()
    for name, text in (("a", "きょうは、いい天気ですね。"), ("b", "どこへ行きますか？"), ("c", "すごい！")):
        rows.clip(style, name, text=text, trimmed_duration_s=2.0)
    rows.clip(style, "out", text="ギョーザ。", left_out_at="2026-01-01T00:00:00Z")
    return style


def test_the_page_shows_moras_pairs_lengths_and_proposals(page, page_ja, japanese):
    text = page.get(f"/styles/{japanese.pk}/coverage/").content.decode()
    coverage = japanese.coverage.data
    assert coverage["sentences"] == 3
    assert (coverage["questions"], coverage["exclamations"]) == (1, 1)
    assert '<td class="sound step-1">キョ<span>1</span></td>' in text
    assert '<td class="sound step-0">ギョ<span>0</span></td>' in text  # left out, so not counted
    assert 'title="ky o">1</td>' in text
    assert "histogram-bar" in text
    assert coverage["proposals"][0]["text"] in text
    assert "不足を補う文" in page_ja.get(f"/styles/{japanese.pk}/coverage/").content.decode()


def test_the_page_of_an_english_style_shows_place_and_manner_and_ipa(page):
    style = rows.style(voice=rows.voice(language="en"))
    rows.clip(style, "a", text="The quick brown fox thinks about measures.")
    text = page.get(f"/styles/{style.pk}/coverage/").content.decode()
    assert "<b>θ</b> TH<span>1</span>" in text
    assert "<b>ʒ</b> ZH<span>1</span>" in text
    assert "postalveolar" in text and "near-high" in text
    assert 'title="K W">1</td>' in text


def test_an_empty_style_lacks_everything(page):
    style = rows.style()
    answer = page.get(f"/styles/{style.pk}/coverage/")
    assert answer.status_code == 200
    assert style.coverage.data["missing_diphones"]
    assert "Nothing to measure yet." in answer.content.decode()


def test_figures_are_counted_anew_as_soon_as_a_text_changes(fragment, japanese):
    fragment.get(f"/styles/{japanese.pk}/coverage/")
    kept = StyleCoverage.objects.get()
    fragment.get(f"/styles/{japanese.pk}/coverage/")
    assert StyleCoverage.objects.get().computed_at == kept.computed_at
    clip_text_update(clip=japanese.clips.get(name="c"), text="ギョーザを食べた。", actor=None)
    text = fragment.get(f"/styles/{japanese.pk}/coverage/").content.decode()
    assert '<td class="sound step-1">ギョ<span>1</span></td>' in text
    assert 'hx-trigger="every 5s"' not in text


def test_old_figures_of_many_clips_say_so_until_the_job_has_counted(fragment, japanese, monkeypatch):
    fragment.get(f"/styles/{japanese.pk}/coverage/")
    monkeypatch.setattr(service, "CLIPS_COUNTED_AT_ONCE", 1)
    clip_text_update(clip=japanese.clips.get(name="c"), text="ギョーザを食べた。", actor=None)
    text = fragment.get(f"/styles/{japanese.pk}/coverage/").content.decode()
    assert "The clips have changed." in text and 'hx-trigger="every 5s"' in text
    assert '<td class="sound step-0">ギョ<span>0</span></td>' in text
    service.coverage_refresh(style=japanese)
    text = fragment.get(f"/styles/{japanese.pk}/coverage/").content.decode()
    assert "The clips have changed." not in text
    assert '<td class="sound step-1">ギョ<span>1</span></td>' in text


def test_many_clips_that_were_never_counted_say_that_they_are_being_counted(page, japanese, monkeypatch):
    monkeypatch.setattr(service, "CLIPS_COUNTED_AT_ONCE", 1)
    assert "The clips are being counted." in page.get(f"/styles/{japanese.pk}/coverage/").content.decode()
    assert page.get(f"/styles/{japanese.pk}/coverage/sounds.csv").status_code == 404


def test_sounds_and_pairs_are_downloaded(page, japanese):
    answer = page.get(f"/styles/{japanese.pk}/coverage/sounds.csv")
    assert answer["Content-Disposition"].endswith('-s-sounds.csv"')
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert {"sound": "キョ", "count": "1", "class": "rare"} in lines
    assert {"sound": "ギョ", "count": "0", "class": "missing"} in lines
    pairs = page.get(f"/styles/{japanese.pk}/coverage/diphones.csv").content.decode("utf-8-sig")
    assert "first,second,count,class" in pairs and "ky,o,1,rare" in pairs and "gy,o,0,missing" in pairs
    assert page.get(f"/styles/{japanese.pk}/coverage/nonsense.csv").status_code == 404

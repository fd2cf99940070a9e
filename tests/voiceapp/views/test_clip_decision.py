"""What an operator decides about lines that look wrong, in the table of clips."""

import pytest

from tests.voiceapp import rows

MARKUP = {
    "level": "warn",
    "code": "text-markup",
    "measured": "(笑)",
    "params": {"place": 1, "kind": {"en": "a", "ja": "b"}},
}
SILENT = {"level": "reject", "code": "silent", "params": {}}


@pytest.fixture
def style(db):
    return rows.style()


def test_a_held_line_asks_for_a_reason_and_shows_who_gave_it(fragment, style, operator):
    clip = rows.clip(style, "a", verdicts=[MARKUP])
    shown = fragment.get(f"/clips/{clip.pk}/acknowledge/").content.decode()
    assert f'action="/clips/{clip.pk}/acknowledge/"' in shown
    answer = fragment.post(f"/clips/{clip.pk}/acknowledge/", {"reason": "She really says that."})
    text = answer.content.decode()
    assert "clips-changed" in answer["HX-Trigger"]
    assert "She really says that." in text and "(operator," in text and "text-markup" in text
    assert f'action="/clips/{clip.pk}/acknowledge/"' not in text
    fragment.post(f"/clips/{clip.pk}/hold/")
    clip.refresh_from_db()
    assert clip.is_held


def test_an_acknowledgement_without_a_reason_is_refused_in_its_row(fragment, style):
    clip = rows.clip(style, "a", verdicts=[MARKUP])
    answer = fragment.post(f"/clips/{clip.pk}/acknowledge/", {"reason": " "})
    assert (answer.status_code, answer["Koebo-Code"]) == (422, "reason-needed")
    assert f'id="clip-row-{clip.pk}"' in answer.content.decode()


def test_a_line_that_nothing_holds_cannot_be_acknowledged(fragment, style):
    clip = rows.clip(style, "a")
    answer = fragment.post(f"/clips/{clip.pk}/acknowledge/", {"reason": "right so"})
    assert (answer.status_code, answer["Koebo-Code"]) == (409, "nothing-to-acknowledge")


def test_the_gate_leads_to_the_lines_that_shut_it(page, page_ja):
    style = rows.ready_style()
    rows.clip(style, "odd", verdicts=[MARKUP])
    text = page.get(f"/styles/{style.pk}/").content.decode()
    assert "1 clip looks wrong" in text and "clips-held" in text and f"/styles/{style.pk}/clips/?show=held" in text
    assert "間違いの疑い" in page_ja.get(f"/styles/{style.pk}/").content.decode()


def test_all_lines_that_the_table_is_narrowed_to_are_acknowledged_at_once(fragment, style):
    for number in range(3):
        rows.clip(style, f"take-{number}", verdicts=[MARKUP])
    rows.clip(style, "other", verdicts=[MARKUP])
    answer = fragment.post(
        f"/styles/{style.pk}/clips/acknowledge/", {"show": "held", "search": "take", "reason": "all spoken so"}
    )
    text = answer.content.decode()
    assert "3 clips were acknowledged." in text
    assert "clips-changed" in answer["HX-Trigger"]
    assert [clip.name for clip in style.clips.filter(is_held=True)] == ["other"]
    assert set(style.clips.filter(is_held=False).values_list("acknowledged_reason", flat=True)) == {"all spoken so"}


def test_all_rejected_lines_are_left_out_at_once(fragment, style):
    rows.clip(style, "a", verdicts=[SILENT])
    rows.clip(style, "b", verdicts=[SILENT])
    rows.clip(style, "c")
    refused = fragment.post(f"/styles/{style.pk}/clips/leave-out/", {"show": "blocking", "reason": ""})
    assert (refused.status_code, refused["Koebo-Code"]) == (422, "reason-needed")
    assert not style.clips.exclude(left_out_at=None).exists()
    answer = fragment.post(f"/styles/{style.pk}/clips/leave-out/", {"show": "blocking", "reason": "silence only"})
    assert "2 clips were left out." in answer.content.decode()
    assert [clip.name for clip in style.clips.filter(left_out_at=None)] == ["c"]


def test_without_htmx_a_decision_on_many_leads_back_to_the_page(page, style):
    rows.clip(style, "a", verdicts=[MARKUP])
    answer = page.post(f"/styles/{style.pk}/clips/acknowledge/", {"show": "held", "reason": "spoken so"})
    assert answer.url == f"/styles/{style.pk}/"
    assert not style.clips.filter(is_held=True).exists()


def test_links_of_the_table_stay_narrowed_after_a_decision(fragment, style):
    for number in range(30):
        rows.clip(style, f"{number:02}", verdicts=[MARKUP, {"level": "warn", "code": "kanji-guessed", "params": {}}])
    query = {"show": "warned", "code": "kanji-guessed", "reason": "spoken so"}
    text = fragment.post(f"/styles/{style.pk}/clips/acknowledge/", query).content.decode()
    assert "?show=warned&amp;code=kanji-guessed&amp;page=2" in text


def test_filters_show_their_counts_and_rare_ones_only_where_they_are_needed(fragment, style):
    rows.clip(style, "a", verdicts=[MARKUP])
    filters = {key: count for key, _words, count in fragment.get(f"/styles/{style.pk}/clips/").context["clip_filters"]}
    assert filters == {"all": 1, "blocking": 0, "held": 1, "warned": 1, "left-out": 0, "trainable": 1}
    rows.clip(style, "b", phonemes_version="older")
    filters = {key: count for key, _words, count in fragment.get(f"/styles/{style.pk}/clips/").context["clip_filters"]}
    assert filters["stale"] == 1


def test_the_other_language_is_shown_beside_a_line_in_the_wrong_one(fragment, page_ja):
    english = rows.style(voice=rows.voice(language="en"))
    clip = rows.clip(english, "a", text="今日は晴れています。")
    mismatch = {"level": "reject", "code": "script-mismatch", "measured": "今日", "params": {"language": "English"}}
    clip.verdicts = [mismatch]
    clip.save()
    assert f"/clips/{clip.pk}/other-language/" in fragment.get(f"/clips/{clip.pk}/").content.decode()
    text = fragment.get(f"/clips/{clip.pk}/other-language/").content.decode()
    assert "Read as Japanese" in text and "キョ" in text
    assert "日本語として読むと" in page_ja.get(f"/clips/{clip.pk}/other-language/").content.decode()


def test_a_line_that_neither_language_reads_says_so(fragment, style):
    clip = rows.clip(style, "a", text="★★★", phonemes=None, phonemes_digest="")
    text = fragment.get(f"/clips/{clip.pk}/other-language/").content.decode()
    assert "cannot read this text either" in text


def test_a_huge_style_loads_gate_counts_and_report_after_the_page(page, fragment, monkeypatch):
    monkeypatch.setattr("voiceapp.views.style.CLIPS_JUDGED_WITH_PAGE", 5)
    style = rows.ready_style(10)
    text = page.get(f"/styles/{style.pk}/").content.decode()
    assert text.count('hx-trigger="load') == 3
    assert "a run can be queued" not in text and 'type="submit" disabled' in text
    assert "a run can be queued" in fragment.get(f"/styles/{style.pk}/gate/").content.decode()

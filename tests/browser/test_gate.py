"""Lines that look wrong, in a browser: acknowledged in their row or all at once, and the gate opens beside them."""

import re

import pytest
from playwright.sync_api import expect

from tests.voiceapp import artefacts, rows

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MARKUP = {
    "level": "warn",
    "code": "text-markup",
    "measured": "(笑)",
    "params": {"place": 1, "count": 1, "kind": {"en": "a note in brackets", "ja": "かっこ書きの注記"}},
}


def held_style(count: int):
    style = rows.ready_style(10)
    for number in range(count):
        rows.clip(style, f"held-{number}", verdicts=[MARKUP])
    return style


def test_a_line_is_acknowledged_in_its_row_and_the_gate_opens(sign_in):
    style = held_style(1)
    page = sign_in("ja")
    page.goto(f"/styles/{style.pk}/")
    gate = page.locator("#style-gate")
    expect(gate).to_contain_text("間違いの疑い")
    gate.get_by_role("link", name="表で見る").click()
    expect(page.locator("#clip-table tbody")).to_have_count(1)
    clip = style.clips.get(name="held-0")
    row = page.locator(f"#clip-row-{clip.pk}")
    row.get_by_label("このままで正しい理由").fill("本当にそう言っている")
    row.get_by_role("button", name="確認済みにする").click()
    expect(row).to_contain_text("本当にそう言っている (operator,")
    expect(gate).to_contain_text("学習を始められます。")
    row.get_by_role("button", name="確認を取り消す").click()
    expect(gate).to_contain_text("間違いの疑い")


def test_all_that_the_table_is_narrowed_to_are_decided_on_at_once(sign_in):
    style = held_style(3)
    page = sign_in("en")
    page.goto(f"/styles/{style.pk}/?show=held")
    table = page.locator("#clip-table")
    table.get_by_text("Decide on these 3 clips at once").click()
    table.get_by_label("Reason, kept with each clip").fill("heard, and right")
    table.get_by_role("button", name="Acknowledge those that are held").click()
    expect(table).to_contain_text("3 clips were acknowledged.")
    expect(page.locator("#style-gate")).to_contain_text("a run can be queued")
    table.get_by_role("link", name="acknowledged 3").click()
    expect(table).to_contain_text("held-2")
    table.get_by_label("Name or transcript").fill("held-1")
    page.keyboard.press("Enter")
    expect(table).not_to_contain_text("held-2")
    page.reload()
    expect(table.get_by_label("Name or transcript")).to_have_value("held-1")
    expect(table).not_to_contain_text("held-2")
    table.get_by_label("Name or transcript").fill("held-0")
    page.keyboard.press("Enter")
    expect(table).to_contain_text("held-0")
    for language, label in (("日本語", "名前または台本"), ("English", "Name or transcript")):
        page.get_by_role("button", name=language).click()
        expect(table.get_by_label(label)).to_have_value("held-0")
    table.get_by_label("Name or transcript").fill("held-1")
    page.keyboard.press("Enter")
    expect(table).not_to_contain_text("held-0")
    table.get_by_text("Decide on this 1 clip").click()
    table.get_by_label("Reason, kept with each clip").fill("noise in it")
    page.once("dialog", lambda dialog: dialog.accept())
    table.get_by_role("button", name="Leave out").first.click()
    expect(table).to_contain_text("1 clip was left out.")
    assert [clip.name for clip in style.clips.exclude(left_out_at=None)] == ["held-1"]


def test_a_run_is_queued_that_starts_from_another_model(sign_in, queue):
    style, source = rows.ready_style(), artefacts.model()
    page = sign_in("ja")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/styles/{style.pk}/")
    gate = page.locator("#style-gate")
    expect(gate.get_by_label("開始点")).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    gate.get_by_label("開始点").select_option(source.digest)
    gate.get_by_role("button", name="学習を待ち行列に入れる").click()
    expect(page).to_have_url(re.compile("/runs/"))
    page.get_by_role("link", name=str(source.style), exact=True).click()
    expect(page).to_have_url(re.compile(f"/models/{source.pk}/$"))
    expect(page.locator("#lineage-head + dl")).to_contain_text("待機中")


def test_the_other_language_opens_beside_a_line_in_the_wrong_one(sign_in):
    style = rows.style(voice=rows.voice(language="en"))
    mismatch = {"level": "reject", "code": "script-mismatch", "measured": "今日", "params": {"language": "English"}}
    clip = rows.clip(style, "a", text="今日は晴れです。", verdicts=[mismatch])
    page = sign_in("en")
    page.goto(f"/styles/{style.pk}/")
    row = page.locator(f"#clip-row-{clip.pk}")
    row.get_by_role("link", name="What would the other language make of it?").click()
    expect(row).to_contain_text("Read as Japanese, this would be:")
    expect(row).to_contain_text("キョ")


def test_coverage_is_one_click_from_its_style(sign_in):
    style = rows.ready_style(10)
    page = sign_in("ja")
    page.goto(f"/styles/{style.pk}/")
    page.get_by_role("link", name="含まれる音を見る").click()
    expect(page.get_by_role("heading", name="クリップに含まれる音")).to_be_visible()
    expect(page.locator(".diphones tbody tr")).to_have_count(46)
    expect(page.locator(".sounds td.sound.step-2").first).to_be_visible()
    # A row of the matrix keeps its head in view while the table is scrolled.
    assert page.locator(".diphones tbody th").first.evaluate("cell => getComputedStyle(cell).position") == "sticky"

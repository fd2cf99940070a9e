"""Phonemes in a browser: typing shows them, wrong words are corrected, and accents are moved by clicking moras."""

import re

import pytest
from playwright.sync_api import expect

from tests.voiceapp import rows
from voiceapp.models import Clip

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FALL = re.compile(r"\bfall\b")


def kana(page, sign: str):
    """The cells of a mora in the drawing of a preview or a row."""
    return page.locator(f".phonemes .mora:has(.kana:text-is('{sign}'))")


def test_typing_shows_the_drawing_and_its_lines_can_be_switched(sign_in):
    page = sign_in("ja")
    page.goto("/phonemes/")
    page.get_by_label("言語", exact=True).select_option("ja")
    page.get_by_label("テキスト", exact=True).press_sequentially("橋を渡る。")
    expect(kana(page, "シ")).to_have_class(FALL)
    phone = kana(page, "シ").locator(".phone")
    expect(phone).to_be_visible()
    below = phone.bounding_box()["y"] - kana(page, "シ").locator(".kana").bounding_box()["y"]
    assert below > 0
    with page.expect_response("**/phonemes/layers/"):
        page.get_by_label("音素", exact=True).uncheck()
    expect(phone).to_be_hidden()
    expect(kana(page, "シ").locator(".tone")).to_be_hidden()
    with page.expect_response("**/phonemes/layers/"):
        page.get_by_label("高低", exact=True).check()
    expect(kana(page, "シ").locator(".tone")).to_be_visible()
    page.goto("/phonemes/?language=ja&text=橋")
    expect(kana(page, "シ").locator(".tone")).to_be_visible()
    expect(kana(page, "シ").locator(".phone")).to_be_hidden()


def test_a_wrong_word_is_corrected_from_the_preview(sign_in):
    page = sign_in("en")
    page.goto("/phonemes/?language=en&text=The xyzzyq is here.")
    expect(page.locator("#phoneme-preview")).to_contain_text("word-guessed")
    page.get_by_role("link", name="Correct xyzzyq").click()
    form = page.locator("#pronunciation-new")
    expect(form.get_by_label("Written", exact=True)).to_have_value("xyzzyq")
    form.locator("[name=reading]").fill("Z IH1 Z IY0 K")
    form.get_by_role("button", name=re.compile("Save|Add")).click()
    expect(page.locator(".phonemes .word.from-pronunciation")).to_contain_text("xyzzyq")
    expect(page.locator("#phoneme-preview")).not_to_contain_text("word-guessed")
    expect(page.locator(".word-rows tr", has_text="xyzzyq")).to_contain_text("Z IH1 Z IY0 K")
    # The form of a second word opens where the first one was, and closes without taking the text along.
    page.get_by_role("link", name="Correct here").click()
    expect(form.get_by_label("Written", exact=True)).to_have_value("here")
    form.get_by_role("link", name="Back without saving").click()
    expect(form.get_by_role("button")).to_have_count(0)
    expect(page.get_by_label("Text", exact=True)).to_have_value("The xyzzyq is here.")


def test_clicking_a_mora_moves_the_fall_and_saving_keeps_it(sign_in):
    style = rows.style()
    clip = rows.clip(style, "a", text="橋です。")
    page = sign_in("ja")
    page.goto(f"/styles/{style.pk}/")
    row = page.locator(f"#clip-row-{clip.pk}")
    expect(kana(row, "シ")).to_have_class(FALL)
    row.get_by_role("link", name="音素とアクセントを指定").click()
    editor = page.locator(f"#clip-override-{clip.pk}")
    expect(editor.get_by_role("button", name="シ（2 モーラ目）: この後で下げる", pressed=True)).to_be_visible()
    first = editor.get_by_role("button", name="ハ（1 モーラ目）: この後で下げる")
    first.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_be_focused()
    expect(first).to_have_class(FALL)
    first.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    editor.get_by_role("button", name="音", exact=True).click()
    editor.get_by_label("この句のかな").fill("はしだ")
    editor.get_by_label("この句のかな").press("Enter")
    expect(editor.locator(".phones-result")).to_contain_text("sil h a sh i d a sil")
    editor.get_by_role("button", name="保存", exact=True).click()
    expect(row).to_contain_text("手で指定")
    expect(kana(row, "ハ")).to_have_class(FALL)
    page.reload()
    expect(kana(row, "ハ")).to_have_class(FALL)
    expect(kana(row, "ダ").locator(".phone")).to_have_text("d a")
    assert Clip.objects.get().phonemes["symbols"] == "sil h a sh i d a sil".split()


def test_phrases_and_pauses_are_edited_on_a_narrow_screen(sign_in):
    style = rows.style()
    clip = rows.clip(style, "a", text="橋があるのに、渡れません。")
    page = sign_in("en")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/styles/{style.pk}/")
    page.get_by_role("link", name="Set phones and accent").click()
    editor = page.locator(f"#clip-override-{clip.pk}")
    editor.get_by_role("button", name="Phrases and pauses").click()
    editor.get_by_role("button", name="Cut before ガ").click()
    expect(editor.get_by_label("After ハシ", exact=True)).to_have_value("")
    editor.get_by_label("After ハシ", exact=True).select_option("pau")
    expect(editor.locator(".phones-result")).to_contain_text("h a sh i pau g a")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    editor.get_by_role("button", name="Join with the next").first.click()
    expect(editor.locator(".phones-result")).to_contain_text("h a sh i g a")
    editor.get_by_role("link", name="Close without saving").click()
    expect(editor.locator("form")).to_have_count(0)
    assert Clip.objects.get().override is None


def test_english_phones_are_typed_and_what_is_none_is_said(sign_in):
    style = rows.style(voice=rows.voice(language="en"))
    clip = rows.clip(style, "a", text="I read it.")
    page = sign_in("en")
    page.goto(f"/clips/{clip.pk}/override/")
    editor = page.locator(f"#clip-override-{clip.pk}")
    editor.get_by_label("read", exact=True).fill("R XX D")
    editor.get_by_label("read", exact=True).press("Tab")
    expect(editor.get_by_role("alert")).to_contain_text("“XX” is no ARPAbet phone")
    expect(editor.get_by_label("read", exact=True)).to_have_value("R XX D")
    editor.get_by_label("read", exact=True).fill("R EH1 D")
    editor.get_by_label("read", exact=True).press("Tab")
    expect(editor).to_contain_text("ˈɹɛd")
    editor.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/styles/{style.pk}/#clip-row-{clip.pk}")
    expect(page.locator(f"#clip-row-{clip.pk} .word.from-hand")).to_contain_text("R EH1 D")

"""The dictionary in a browser: an accent is chosen by clicking a mora, and the sentence beside follows."""

import pytest
from playwright.sync_api import expect

from tests.voiceapp import rows
from voiceapp.models import Pronunciation

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = {
    "en": {"add": "Add an entry", "written": "Written", "reading": "Reading", "save": "Save", "edit": "Edit"},
    "ja": {"add": "項目を追加", "written": "表記", "reading": "読み", "save": "保存", "edit": "編集"},
}


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_an_entry_is_added_by_clicking_a_mora(sign_in, queue, locale):
    words = WORDS[locale]
    page = sign_in(locale)
    page.goto("/pronunciations/?language=ja")
    page.get_by_role("link", name=words["add"]).click()
    form = page.locator("#pronunciation-new")
    form.get_by_label(words["written"], exact=True).fill("声房")
    form.get_by_label(words["reading"], exact=True).fill("こえぼう")
    moras = form.locator(".mora-cell")
    expect(moras).to_have_text(["コ", "エ", "ボ", "ウ"])
    moras.nth(1).click()
    expect(form.locator(".draft-sentence")).to_have_text("これは声房です。")
    expect(moras.nth(1)).to_have_class("mora-cell is-high is-nucleus")
    form.get_by_role("button", name=words["save"]).click()
    row = page.locator("#pronunciation-table tbody tr")
    expect(row).to_contain_text("コエボウ")
    expect(form.get_by_role("button")).to_have_count(0)
    expect(form).to_contain_text("コエボウ")
    assert Pronunciation.objects.get().nucleus == 2

    row.get_by_role("link", name=words["edit"]).click()
    page.locator("#pronunciation-edit .mora-flat").click()
    expect(page.locator("#id_nucleus_0")).to_be_checked()
    page.locator("#pronunciation-edit").get_by_role("button", name=words["save"]).click()
    expect(page.locator("#pronunciation-edit form")).to_have_count(0)
    expect(row).to_contain_text("0")
    assert Pronunciation.objects.get().nucleus == 0


def test_without_javascript_the_form_works_in_two_steps(sign_in, queue):
    page = sign_in("en", java_script_enabled=False)
    page.goto("/pronunciations/new/?language=ja&surface=声房&reading=こえぼう")
    page.locator("label.mora-cell").nth(1).click()
    page.get_by_role("button", name="Save").click()
    assert Pronunciation.objects.get().nucleus == 2
    page.goto("/pronunciations/new/?language=ja")
    page.get_by_label("Written").fill("小江房")
    page.get_by_label("Reading").fill("こえぼう")
    page.get_by_role("button", name="Show accent and preview").click()
    expect(page.locator(".mora-cell")).to_have_count(4)
    assert page.get_by_label("Written").input_value() == "小江房"


def test_the_style_says_that_its_lines_wait(sign_in, queue):
    page = sign_in("en")
    style = rows.ready_style(2)
    style.clips.update(phonemes_version="")
    page.goto(f"/styles/{style.pk}/")
    expect(page.locator("#phoneme-work")).to_contain_text("no phoneme worker is running")
    style.clips.update(phonemes_version=style.clips.first().phonemes["engine"])
    expect(page.locator("#phoneme-work")).to_be_empty()

"""From the sign-in page to clips with their phonemes, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import audio_duration, is_audible
from tests.voiceapp import rows
from voiceapp.models import Clip, ReferenceAudio, Style

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = {
    "en": {
        "new": "Register a voice",
        "name": "name",
        "holder": "rights holder",
        "permission": "what was permitted",
        "granted": "granted on",
        "licence": "licence",
        "register": "Register",
        "hint": "Did you mean “ja”?",
        "file": "Audio file",
        "upload": "Upload and register",
        "play": "Play",
    },
    "ja": {
        "new": "声を登録",
        "name": "名前",
        "holder": "権利者",
        "permission": "許諾の内容",
        "granted": "許諾日",
        "licence": "ライセンス",
        "register": "登録",
        "hint": "「ja」のことですか",
        "file": "音声ファイル",
        "upload": "アップロードして登録",
        "play": "再生",
    },
}


def fill_voice(page, words, *, language):
    page.get_by_label(words["name"], exact=True).fill("Mei")
    page.locator("#id_language").fill(language)
    page.get_by_label(words["holder"], exact=True).fill("The speaker")
    page.get_by_label(words["permission"], exact=True).fill("Training")
    page.get_by_label(words["granted"], exact=True).fill("2026-04-01")
    page.get_by_label(words["licence"], exact=True).fill("CC0 1.0")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_voice_and_its_reference_are_registered(sign_in, corpus, language):
    words = WORDS[language]
    page = sign_in(language)
    page.goto("/voices/")
    page.get_by_role("link", name=words["new"]).click()
    fill_voice(page, words, language="JP")
    expect(page.locator("#id_slug")).to_have_value("mei")
    page.locator("main").get_by_role("button", name=words["register"], exact=True).click()
    expect(page.locator("#id_language_error")).to_contain_text(words["hint"])
    expect(page.get_by_label(words["holder"], exact=True)).to_have_value("The speaker")

    page.locator("#id_language").fill("ja")
    page.locator("main").get_by_role("button", name=words["register"], exact=True).click()
    page.wait_for_url("**/voices/mei/")

    recording = corpus(1).recordings[0]
    page.get_by_label(words["file"]).set_input_files(recording)
    page.get_by_role("button", name=words["upload"]).click()
    expect(page.locator("#reference-list .notice.is-green")).to_contain_text(recording.name)
    expect(page.locator("#reference-list svg.waveform")).to_be_visible()
    assert page.get_by_label(words["file"]).input_value() == ""

    page.get_by_role("button", name=words["play"]).click()
    assert audio_duration(page) == pytest.approx(ReferenceAudio.objects.get().duration_s, abs=0.1)
    assert is_audible(page.request.get(page.locator("#player audio").get_attribute("src")))
    expect(page.get_by_role("button", name=words["play"])).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=words["play"]).click()
    expect(page.get_by_role("button", name=words["play"])).to_have_attribute("aria-pressed", "false")


def test_a_refused_recording_keeps_the_chosen_file_and_the_page(sign_in, tmp_path):
    voice = rows.voice()
    page = sign_in("en")
    page.goto(f"/voices/{voice.slug}/")
    false = tmp_path / "text.wav"
    false.write_text("I am a text")
    page.get_by_label("Audio file").set_input_files(false)
    page.get_by_role("button", name="Upload and register").click()
    expect(page.locator("#reference-list .notice.is-red")).to_contain_text("audio-not-recognised")
    assert page.get_by_label("Audio file").input_value().endswith("text.wav")
    expect(page.get_by_role("button", name="Upload and register")).to_be_enabled()


def test_clips_are_imported_judged_and_mended(sign_in, corpus):
    style = rows.style(voice=rows.voice(language="ja"))
    made = corpus(11)
    lines = made.list.read_text().splitlines()
    lines[0] = f"{made.recordings[0].name}|"
    made.list.write_text("\n".join(lines))
    page = sign_in("en")
    page.goto(f"/styles/{style.pk}/")
    page.get_by_label("Audio files").set_input_files(made.recordings)
    page.get_by_label("Transcript list").set_input_files(made.list)
    page.get_by_role("button", name="Upload and check").click()

    expect(page.locator("#clip-import")).to_contain_text("transcript-empty")
    expect(page.locator("#style-counts")).to_contain_text("10 usable + 1 rejected + 0 left out = 11.")
    expect(page.locator("#style-gate")).to_contain_text("clips-rejected")
    expect(page.get_by_role("button", name="Queue a training run")).to_be_disabled()
    assert Clip.objects.count() == 11

    page.get_by_role("link", name=re.compile("^rejected")).click()
    expect(page.locator("#clip-table tbody")).to_have_count(1)
    page.get_by_text("Mend", exact=True).click()
    page.get_by_label("Transcript", exact=True).fill(made.sentences[0])
    page.get_by_role("button", name="Save the transcript").click()
    expect(page.locator("#clip-table .accent")).to_be_visible()
    expect(page.locator("#style-counts")).to_contain_text("11 usable + 0 rejected + 0 left out = 11.")
    expect(page.get_by_role("button", name="Queue a training run")).to_be_enabled()

    page.get_by_role("link", name=re.compile("^all ")).click()
    expect(page.locator("#clip-table tbody")).to_have_count(11)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Mend", exact=True).first.click()
    page.get_by_role("button", name="Delete").first.click()
    expect(page.locator("#clip-table tbody")).to_have_count(10)
    expect(page.locator("#style-counts")).to_contain_text("10 usable")


def test_phonemes_appear_while_one_types(sign_in):
    page = sign_in("ja")
    page.goto("/phonemes/")
    page.get_by_label("テキスト", exact=True).press_sequentially("箸を", delay=20)
    expect(page.locator("#phoneme-preview")).to_contain_text("language-missing")
    page.get_by_label("言語", exact=True).select_option("ja")
    expect(page.locator("#phoneme-preview .accent .kana")).to_have_text(["ハ", "シ", "ヲ"])
    page.get_by_label("テキスト", exact=True).press_sequentially("持つ", delay=20)
    expect(page.locator("#phoneme-preview")).to_contain_text("モツ")
    # The field that one types into is never replaced.
    assert page.evaluate("document.activeElement.id") == "phoneme-text"

    # A browser puts back what was typed when one returns to the page.
    page.goto("/voices/")
    page.go_back()
    expect(page.locator("#phoneme-preview")).to_contain_text("モツ")


def test_the_language_switch_is_on_every_page_and_keeps_the_place(open_page, sign_in):
    stranger = open_page("en")
    stranger.goto("/login/")
    stranger.get_by_role("button", name="日本語").click()
    expect(stranger.locator("html")).to_have_attribute("lang", "ja")
    expect(stranger.get_by_role("heading", name="ログイン")).to_be_visible()

    style = rows.ready_style()
    page = sign_in("ja")
    page.goto(f"/styles/{style.pk}/?show=trainable")
    page.get_by_role("button", name="English").click()
    page.wait_for_url(f"**/styles/{style.pk}/?show=trainable")
    expect(page.get_by_role("heading", name="Clips and phonemes")).to_be_visible()
    assert Style.objects.count() == 1


def test_the_pages_fit_a_narrow_screen(sign_in):
    style = rows.ready_style()
    page = sign_in("ja", color_scheme="dark")
    page.set_viewport_size({"width": 375, "height": 800})
    for address in ("/", "/voices/", f"/voices/{style.voice.slug}/", f"/styles/{style.pk}/", "/phonemes/", "/tokens/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, address

"""The whole line in a browser, with a real worker and a real training of a minute."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import audio_duration, is_audible
from tests.conftest import ROOT
from voiceapp.models import TrainingRun, VoiceModel

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CLIPS = 24
MINUTES = "0.5"
# Start of the trainer, training, export and measuring, on two busy cores.
END_MS = 600_000


@pytest.fixture
def worker(process_environment):
    """Run a real worker on this test's database, queue and storage, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "voice_worker", "--once"],
        cwd=ROOT,
        env=process_environment | {"VOICE_WORKER_ENABLED": "true"},
    )
    yield process
    process.terminate()
    process.wait(timeout=60)


def test_from_a_sign_in_to_a_voice_that_speaks(sign_in, corpus, worker, tmp_path):
    made = corpus(CLIPS)
    page = sign_in("ja")

    page.goto("/new-voice/")
    page.get_by_label("名前", exact=True).fill("芽衣")
    page.get_by_label("スラッグ").fill("mei")
    page.locator("#id_language").fill("ja-JP")
    page.get_by_label("権利者").fill("話者")
    page.get_by_label("許諾の内容").fill("学習と公開")
    page.get_by_label("許諾日").fill("2026-04-01")
    page.get_by_label("ライセンス").fill("CC0 1.0")
    page.locator("main").get_by_role("button", name="登録", exact=True).click()
    page.wait_for_url("**/voices/mei/")
    page.get_by_label("音声ファイル").set_input_files(made.recordings[0])
    page.get_by_role("button", name="アップロードして登録").click()
    expect(page.locator("#reference-list svg.waveform")).to_be_visible()

    page.get_by_role("link", name="スタイルを追加").click()
    page.get_by_label("名前", exact=True).fill("ナレーター")
    page.get_by_label("スラッグ").fill("narrator")
    page.get_by_role("button", name="作成").click()
    page.get_by_label("音声ファイル").set_input_files(made.recordings)
    page.get_by_label("台本リスト").set_input_files(made.list)
    page.get_by_role("button", name="アップロードして検査").click()
    expect(page.locator("#style-counts")).to_contain_text(f"使用可 {CLIPS}", timeout=60_000)

    page.get_by_role("link", name="テキストの音素を試す").click()
    page.get_by_label("テキスト", exact=True).fill(made.sentences[0])
    expect(page.locator("#phoneme-preview .accent")).to_be_visible()
    page.go_back()

    page.get_by_label("学習時間").fill(MINUTES)
    page.get_by_role("button", name="学習を待ち行列に入れる").click()
    page.wait_for_url("**/runs/*/")
    expect(page.locator("#run-status progress[value]")).to_be_visible(timeout=120_000)
    expect(page.locator("#run-clips tbody tr")).to_have_count(CLIPS)
    page.reload()
    expect(page.locator("#run-status")).to_contain_text("学習中")
    expect(page.locator("#run-curve svg.curve")).to_be_visible(timeout=60_000)
    expect(page.locator("#run-actions").get_by_role("link", name="モデルを見る")).to_be_visible(timeout=END_MS)
    assert TrainingRun.objects.get().status == "succeeded"

    model = VoiceModel.objects.get()
    for language, listen in (("ja", "再生"), ("en", "Play")):
        page.get_by_role("button", name={"ja": "日本語", "en": "English"}[language]).click()
        page.goto("/")
        page.get_by_role("button", name=listen).click()
        assert audio_duration(page) > 0.5
        assert is_audible(page.request.get(page.locator("#player audio").get_attribute("src")))
    expect(page.locator("tbody tr")).to_contain_text("mora/s")

    page.goto(f"/models/{model.pk}/")
    page.get_by_label("Text").fill("こんにちは、声房です。")
    page.get_by_role("button", name="Speak").click()
    assert audio_duration(page, "#model-speak audio") > 0.5
    # The browser keeps the bytes that it plays to itself; the same form is sent once more to look at them.
    form = {
        "text": "こんにちは、声房です。",
        "csrfmiddlewaretoken": page.locator("#speak-form input").first.input_value(),
    }
    assert is_audible(page.request.post(f"/models/{model.pk}/speak/", form=form))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the artefact").click()
    assert download.value.path().stat().st_size > 1_000_000

    page.get_by_label("Text").fill("★")
    page.get_by_role("button", name="Speak").click()
    expect(page.locator("#model-speak .notice.is-red .error-code")).to_have_text("phonemes-empty")

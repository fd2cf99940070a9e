"""The editor of what is set by hand: every click posts the draft and gets it back."""

import html
import json
import re

import pytest

from tests.voiceapp import rows
from voiceapp.models import Clip
from voiceapp.services.clip import clip_text_update

HASHI = "橋です。"


@pytest.fixture
def clip(db):
    return rows.clip(rows.style(), "a", text=HASHI)


@pytest.fixture
def english(db):
    return rows.clip(rows.style(voice=rows.voice(language="en")), "a", text="I read it.")


class Editor:
    """The form as a browser has it: what it shows, and what a click sends."""

    def __init__(self, client, clip):
        self.client, self.address = client, f"/clips/{clip.pk}/override/"
        self.take(client.get(self.address))

    def take(self, answer):
        self.answer, self.text = answer, answer.content.decode()
        found = re.search(r'name="draft" value="([^"]*)"', self.text)
        self.draft = json.loads(html.unescape(found[1])) if found else None
        seen = re.search(r'name="seen" value="([^"]*)"', self.text)
        self.seen = html.unescape(seen[1]) if seen else ""
        return self

    def click(self, operation, **typed):
        given = {"draft": json.dumps(self.draft), "seen": self.seen, "tool": "accent", "op": operation}
        return self.take(self.client.post(self.address, given | {k.replace("_", "-"): v for k, v in typed.items()}))

    @property
    def phones(self):
        return re.search(r'class="phones-result".*?<span class="mono">([^<]*)<', self.text, re.DOTALL)[1]


def test_a_click_on_a_mora_moves_the_fall_without_saving(fragment, clip):
    editor = Editor(fragment, clip)
    assert editor.answer.status_code == 200
    assert f'id="clip-override-{clip.pk}"' in editor.text
    assert editor.draft["accent_phrases"][0]["nucleus"] == 2
    editor.click("nucleus:0:0")
    assert editor.draft["accent_phrases"][0]["nucleus"] == 1
    pressed = re.findall(r'class="mora[^"]*" id="mora-\d+-0-(\d)" aria-pressed="true"', editor.text)
    assert pressed == ["0"]
    assert Clip.objects.get().override is None


def test_saving_shows_the_row_with_its_new_phonemes(fragment, clip):
    editor = Editor(fragment, clip).click("nucleus:0:0")
    editor.click("save")
    assert editor.answer["HX-Retarget"] == f"#clip-row-{clip.pk}"
    assert "clips-changed" in editor.answer["HX-Trigger"]
    assert "set by hand" in editor.text
    assert Clip.objects.get().phonemes["accent_phrases"][0]["nucleus"] == 1
    assert Editor(fragment, clip).draft["accent_phrases"][0]["nucleus"] == 1


def test_what_was_set_is_removed(fragment, clip):
    Editor(fragment, clip).click("nucleus:0:0").click("save")
    editor = Editor(fragment, clip)
    assert "Remove what was set by hand" in editor.text
    editor.click("clear")
    assert Clip.objects.get().override is None
    assert "Remove what was set by hand" not in Editor(fragment, clip).text


def test_the_engines_reading_is_a_click_away(fragment, clip):
    Editor(fragment, clip).click("nucleus:0:0").click("save")
    editor = Editor(fragment, clip).click("renew")
    assert editor.draft["accent_phrases"][0]["nucleus"] == 2
    assert Clip.objects.get().override is not None


def test_phrases_are_cut_joined_and_followed_by_a_pause(fragment, clip):
    editor = Editor(fragment, clip).click("split:0:2")
    assert [len(phrase["moras"]) for phrase in editor.draft["accent_phrases"]] == [2, 2]
    editor.click("apply", pause_0="pau", pause_1="?")
    assert editor.phones == "sil h a sh i pau d e s U ? sil"
    editor.click("join:0")
    assert editor.phones == "sil h a sh i d e s U ? sil"


def test_kana_are_typed_and_vowels_devoiced(fragment, clip):
    editor = Editor(fragment, clip).click("apply", kana_0="はしだ")
    assert editor.phones == "sil h a sh i d a sil"
    editor.click("devoice:0:1")
    assert editor.phones == "sil h a sh I d a sil"
    editor.click("apply", new_kana="よー")
    assert editor.phones == "sil h a sh I d a y o o sil"


def test_what_is_no_kana_is_said_and_stays_in_its_field(fragment, clip):
    editor = Editor(fragment, clip).click("apply", tool="sounds", kana_0="ハxシ")
    assert editor.answer.status_code == 422
    assert editor.answer["Koebo-Code"] == "override-invalid"
    assert "Phrase 1: “x”" in editor.text
    assert 'value="ハxシ"' in editor.text
    assert editor.draft["accent_phrases"][0]["moras"][1]["kana"] == "シ"


def test_the_last_phrase_can_go_but_nothing_cannot_be_saved(fragment, clip):
    editor = Editor(fragment, clip).click("apply", kana_0="")
    assert editor.draft["accent_phrases"] == []
    assert "disabled" in re.search(r'<button[^>]*value="save"[^>]*>', editor.text)[0]
    assert editor.click("save").answer["Koebo-Code"] == "override-invalid"


def test_a_text_that_nobody_can_read_is_written_by_hand(fragment, db):
    clip = rows.clip(rows.style(), "a", text="★")
    editor = Editor(fragment, clip).click("apply", new_kana="ほし").click("save")
    assert Clip.objects.get().phonemes["reading"] == "ホシ"
    assert editor.answer.status_code == 200


def test_english_words_by_their_phones(fragment, english):
    editor = Editor(fragment, english).click("apply", phones_1="r eh1 d", pause_0="pau")
    assert editor.phones == "sil AY pau R EH D IH T sil"
    assert "ˈɹɛd" in editor.text
    refused = editor.click("apply", phones_1="R XX D")
    assert "“XX” is no ARPAbet" in refused.text
    assert 'value="R XX D"' in refused.text
    editor.click("save")
    assert Clip.objects.get().phonemes["words"][1]["phones"] == "R EH1 D"


def test_a_transcript_that_was_edited_meanwhile_is_shown_anew(fragment, clip):
    editor = Editor(fragment, clip)
    clip_text_update(clip=clip, text="端だ。", actor=None)
    for operation in ("nucleus:0:0", "save"):
        editor.click(operation)
        assert editor.answer.status_code == 409
        assert editor.answer["Koebo-Code"] == "clip-edited"
        assert editor.draft["text"] == "端だ。"
        editor.draft["text"] = HASHI
    assert Clip.objects.get().override is None


@pytest.mark.parametrize("operation", ["nucleus:9:0", "nucleus:0:99", "split:9:1", "devoice:0:99", "nonsense", "a:b"])
def test_a_step_that_cannot_be_taken_is_refused(fragment, clip, operation):
    editor = Editor(fragment, clip).click(operation)
    assert editor.answer.status_code == 422
    assert editor.draft["accent_phrases"][0]["nucleus"] == 2


@pytest.mark.parametrize(
    "draft",
    [
        "[" * 100_000,
        "",
        "{",
        "[]",
        "7",
        '{"text": "橋です。"}',
        '{"accent_phrases": [], "more": 1}',
        '{"text": "橋です。", "words": []}',
    ],
)
def test_a_draft_that_is_none_begins_again(fragment, clip, draft):
    answer = fragment.post(f"/clips/{clip.pk}/override/", {"draft": draft, "op": "apply"})
    assert answer.status_code in (409, 422)
    assert Editor(fragment, clip).take(answer).draft["text"] == HASHI


def test_it_works_on_a_page_of_its_own_without_htmx(page, clip):
    editor = Editor(page, clip)
    assert "<html" in editor.text
    editor.click("nucleus:0:0")
    assert "<html" in editor.text
    answer = editor.click("save").answer
    assert answer.status_code == 302
    assert answer["Location"] == f"/styles/{clip.style_id}/#clip-row-{clip.pk}"
    assert Clip.objects.get().override is not None


def test_it_speaks_japanese(page_ja, clip):
    text = page_ja.get(f"/clips/{clip.pk}/override/", headers={"HX-Request": "true"}).content.decode()
    assert "音が下がる直前のモーラをクリックします" in text
    assert "シ（2 モーラ目）: この後で下げる" in text


def test_what_somebody_else_set_meanwhile_is_replaced_only_knowingly(fragment, clip):
    first, second = Editor(fragment, clip), Editor(fragment, clip)
    first.click("nucleus:0:0").click("save")
    second.click("devoice:0:1").click("save")
    assert second.answer.status_code == 409
    assert "override-changed" in second.text
    assert Clip.objects.get().override["accent_phrases"][0]["nucleus"] == 1
    assert second.draft["accent_phrases"][0]["moras"][1]["devoiced"] is True
    assert second.click("save").answer.status_code == 200
    assert Clip.objects.get().override["accent_phrases"][0]["nucleus"] == 2

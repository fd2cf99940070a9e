"""The pages of the dictionary."""

import pytest
from django.contrib.messages import get_messages

from tests.voiceapp import rows
from voiceapp.models import Pronunciation, PronunciationChange
from voiceapp.services.pronunciation import pronunciation_set

FIELDS = {"language": "ja", "voice": "", "surface": "声房", "reading": "こえぼう", "nucleus": "2",
          "part_of_speech": "noun", "note": "", "sentence": "", "expected": "::声房", "back": ""}  # fmt: skip


def put(**fields):
    given = {"language": "ja", "surface": "声房", "reading": "コエボウ", "nucleus": 2, "actor": None}
    return pronunciation_set(**given | fields)


def test_an_entry_is_added_and_shown(page, operator):
    answer = page.post("/pronunciations/new/", FIELDS)
    assert (answer.status_code, answer.url) == (302, "/pronunciations/?language=ja")
    entry = Pronunciation.objects.get()
    assert (entry.reading, entry.nucleus, entry.updated_by) == ("コエボウ", 2, operator)
    text = page.get("/pronunciations/?language=ja").content.decode()
    assert "声房" in text
    assert "コエボウ" in text


def test_what_is_refused_stands_at_its_field_and_the_input_is_kept(page, page_ja):
    answer = page.post("/pronunciations/new/", FIELDS | {"reading": "koebo", "note": "kept"})
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["reading"][0].code == "pronunciation-reading"
    text = answer.content.decode()
    assert 'value="koebo"' in text
    assert 'value="kept"' in text
    assert (
        "読みとして使えません" in page_ja.post("/pronunciations/new/", FIELDS | {"reading": "koebo"}).content.decode()
    )
    assert not Pronunciation.objects.exists()


def test_without_a_nucleus_the_form_comes_back_with_the_moras(page):
    answer = page.post("/pronunciations/new/", FIELDS | {"nucleus": ""})
    assert answer.status_code == 422
    assert [mora["kana"] for mora in answer.context["moras"]] == ["コ", "エ", "ボ", "ウ"]


def test_the_preview_fills_the_form_and_gets_the_reader_back(page):
    answer = page.get("/pronunciations/new/?language=ja&surface=声房&reading=セイボウ&nucleus=0&back=/phonemes/?text=1")
    text = answer.content.decode()
    assert 'value="声房"' in text
    assert 'name="nucleus" value="0" checked' in text
    saved = page.post("/pronunciations/new/", FIELDS | {"back": "/phonemes/?text=1"})
    assert saved.url == "/phonemes/?text=1"
    foreign = page.post("/pronunciations/new/", FIELDS | {"surface": "別", "back": "https://evil.example/"})
    assert foreign.url.startswith("/pronunciations/")


def test_the_form_of_a_word_that_has_an_entry_changes_that_one(page):
    put(note="as the founder says it")
    answer = page.get("/pronunciations/new/?language=ja&surface=声房&reading=セイボウ&nucleus=0")
    given = answer.context["form"].initial
    assert given["note"] == "as the founder says it"
    page.post("/pronunciations/new/", FIELDS | {"reading": "セイボウ", "expected": given["expected"]})
    assert Pronunciation.objects.get().reading == "セイボウ"


def test_two_editors_are_shown_both_readings_and_the_second_may_insist(page):
    present = put()
    form = page.get(f"/pronunciations/{present.pk}/").context["form"]
    put(reading="コエフサ")
    mine = FIELDS | {"reading": "セイボウ", "expected": form.initial["expected"]}
    answer = page.post(f"/pronunciations/{present.pk}/", mine)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "コエフサ" in text
    assert 'value="セイボウ"' in text
    again = page.post(f"/pronunciations/{present.pk}/", mine | {"expected": answer.context["form"]["expected"].value()})
    assert again.status_code == 302
    assert Pronunciation.objects.get().reading == "セイボウ"


def test_an_entry_that_is_edited_stays_what_it_is_of(page):
    present = put()
    expected = page.get(f"/pronunciations/{present.pk}/").context["form"].initial["expected"]
    page.post(f"/pronunciations/{present.pk}/", FIELDS | {"surface": "別", "expected": expected, "nucleus": "0"})
    assert list(Pronunciation.objects.values_list("surface", "nucleus")) == [("声房", 0)]


def test_the_draft_shows_the_moras_with_their_pitch_and_the_word_in_a_sentence(fragment):
    answer = fragment.post("/pronunciations/draft/", FIELDS)
    assert [(mora["kana"], mora["is_high"]) for mora in answer.context["moras"]] == [
        ("コ", False), ("エ", True), ("ボ", False), ("ウ", False),
    ]  # fmt: skip
    assert answer.context["phonemes"]["text"] == "これは声房です。"
    assert "コエボ" in answer.context["phonemes"]["reading"]
    assert answer.context["is_without_effect"] is False
    own = fragment.post("/pronunciations/draft/", FIELDS | {"sentence": "声房の朝。"})
    assert own.context["phonemes"]["text"] == "声房の朝。"


def test_the_draft_of_english_shows_the_symbols_and_what_is_wrong(fragment):
    given = FIELDS | {"language": "en", "surface": "koebo", "reading": "K OW1 B OW0", "nucleus": ""}
    answer = fragment.post("/pronunciations/draft/", given)
    assert answer.context["phonemes"]["text"] == "This is koebo again."
    assert "ARPAbet symbols" in answer.content.decode()
    wrong = fragment.post("/pronunciations/draft/", given | {"reading": "K OW B"})
    assert wrong.context["draft_error"].code == "pronunciation-phone"


def test_an_entry_that_changes_nothing_says_so(fragment):
    answer = fragment.post(
        "/pronunciations/draft/", FIELDS | {"surface": "東京", "reading": "トーキョー", "nucleus": "0"}
    )
    assert answer.context["is_without_effect"] is True
    assert "no effect" in answer.content.decode()


def test_a_saved_fragment_tells_the_page(fragment):
    answer = fragment.post("/pronunciations/new/", FIELDS)
    assert answer.status_code == 200
    assert "pronunciations-changed" in answer["HX-Trigger"]


def test_what_was_saved_is_said_where_the_next_form_opens(fragment):
    answer = fragment.post("/pronunciations/new/", FIELDS).content.decode()
    assert 'id="pronunciation-new"' in answer
    assert "コエボウ" in answer


def test_the_list_is_narrowed_by_scope_and_words(page):
    voice = rows.voice(slug="mei", name="Mei")
    put()
    put(voice=voice, reading="コエフサ")
    put(surface="朝", reading="アサ", nucleus=1)
    shown = lambda query: [row.surface for row in page.get(f"/pronunciations/?{query}").context["rows"]]  # noqa: E731
    assert len(shown("language=ja")) == 3
    assert len(shown("language=ja&scope=installation")) == 2
    assert shown("voice=mei") == ["声房"]
    assert shown("language=ja&q=アサ") == ["朝"]
    assert shown("language=en") == []
    text = page.get("/pronunciations/?language=ja").content.decode()
    assert "wins over コエボウ of every voice" in text
    assert "Mei says コエフサ" in text


def test_the_report_names_conflicts_effects_and_uses(fragment):
    style = rows.style()
    rows.clip(style, "1", text="声房へようこそ。")
    put()
    put(surface="声", reading="コエ", nucleus=1)
    put(voice=style.voice, reading="コエフサ")
    reports = {
        (report.entry.surface, report.entry.voice_id): report
        for report in fragment.get("/pronunciations/report/?language=ja").context["reports"]
    }
    assert reports["声", None].containing == ["声房"]
    assert reports["声房", None].clips == 1
    assert [other.reading for other in reports["声房", style.voice_id].beside] == ["コエボウ"]
    assert reports["声房", None].is_without_effect is False


def test_deleting_and_going_back(page):
    present = put()
    assert page.post(f"/pronunciations/{present.pk}/delete/").status_code == 302
    assert not Pronunciation.objects.exists()
    text = page.get("/pronunciations/history/?language=ja").content.decode()
    assert "not there" in text
    step = PronunciationChange.objects.last()
    page.post(f"/pronunciation-changes/{step.pk}/restore/", {"to": "after"})
    assert Pronunciation.objects.get().reading == "コエボウ"
    answer = page.post(f"/pronunciation-changes/{step.pk}/restore/", {"to": "before"})
    assert not Pronunciation.objects.exists()
    assert "not there any more" in str(list(get_messages(answer.wsgi_request))[-1])


def test_deleting_what_changed_meanwhile_is_refused_in_the_fragment(fragment):
    present = put()
    answer = fragment.post(f"/pronunciations/{present.pk}/delete/?language=ja", {"expected": "0123456789abcdef"})
    assert answer.status_code == 409
    assert answer["Koebo-Code"] == "pronunciation-changed"
    assert Pronunciation.objects.exists()


def test_the_list_needs_few_queries(page, django_assert_max_num_queries):
    for number in range(30):
        put(surface=f"語{number}")
    with django_assert_max_num_queries(12):
        page.get("/pronunciations/?language=ja")


@pytest.mark.parametrize("address", ["/pronunciations/999/", "/pronunciations/?voice=none"])
def test_what_is_not_there_is_not_found(page, address):
    assert page.get(address).status_code == 404

"""Registering and showing voices."""

import pytest

from tests.voiceapp import rows
from voiceapp.models import Voice

FIELDS = {
    "name": "芽衣",
    "slug": "mei",
    "language": "ja-JP",
    "caption": "落ち着いた声",
    "seed": "7",
    "rights_holder": "The speaker",
    "rights_permission": "Training",
    "rights_granted_on": "2026-04-01",
    "rights_licence": "CC0 1.0",
}


def test_a_voice_is_registered_with_its_language_normalised(page, operator):
    answer = page.post("/new-voice/", FIELDS)
    assert (answer.status_code, answer.url) == (302, "/voices/mei/")
    voice = Voice.objects.get()
    assert (voice.language, voice.seed, voice.created_by) == ("ja", 7, operator)


@pytest.mark.parametrize("given", ["JP", "jp", "kr", "english", "", "zz"])
def test_what_is_no_language_is_refused_at_its_field_and_the_input_is_kept(page, given):
    answer = page.post("/new-voice/", FIELDS | {"language": given})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert not Voice.objects.exists()
    (error,) = answer.context["form"].errors.as_data()["language"]
    assert error.code.startswith("language-")
    assert f'<code class="error-code">{error.code}</code>' in text
    assert 'value="芽衣"' in text
    assert "落ち着いた声" in text


def test_the_hint_for_a_country_is_in_the_readers_language(page, page_ja):
    english = page.post("/new-voice/", FIELDS | {"language": "JP"}).content.decode()
    japanese = page_ja.post("/new-voice/", FIELDS | {"language": "JP"}).content.decode()
    assert "Did you mean “ja”?" in english
    assert "「ja」のことですか" in japanese


def test_a_taken_slug_is_a_conflict_at_its_field(page):
    rows.voice(slug="mei")
    answer = page.post("/new-voice/", FIELDS)
    assert answer.status_code == 409
    assert answer.context["form"].errors.as_data()["slug"][0].code == "slug-taken"


def test_a_slug_with_forbidden_characters_is_refused_at_its_field(page):
    answer = page.post("/new-voice/", FIELDS | {"slug": "Mei !"})
    assert answer.status_code == 422
    assert "slug" in answer.context["form"].errors


def test_a_voice_needs_its_rights_record(page):
    answer = page.post("/new-voice/", FIELDS | {"rights_holder": "", "rights_granted_on": "yesterday"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"rights_holder", "rights_granted_on"}


def test_editing_a_voice(page):
    voice = rows.voice(slug="old")
    assert 'value="old"' in page.get("/voices/old/edit/").content.decode()
    answer = page.post("/voices/old/edit/", FIELDS | {"slug": "new"})
    assert answer.url == "/voices/new/"
    voice.refresh_from_db()
    assert voice.name == "芽衣"


def test_the_language_of_a_voice_with_clips_stays(page):
    style = rows.style()
    rows.clip(style, "one")
    answer = page.post(f"/voices/{style.voice.slug}/edit/", FIELDS | {"language": "en"})
    assert answer.status_code == 409
    assert answer.context["form"].errors.as_data()["language"][0].code == "voice-has-styles"


def test_a_voice_called_like_an_action_has_its_page(page):
    for slug in ("new", "edit", "new-voice"):
        rows.voice(slug=slug)
        assert page.get(f"/voices/{slug}/").status_code == 200


def test_the_page_shows_rights_styles_and_limits(page):
    style = rows.style(name="Narrator")
    text = page.get(f"/voices/{style.voice.slug}/").content.decode()
    for words in ("Training and publication", "2026-01-01", "Narrator", "1 to 55 seconds"):
        assert words in text


def test_the_list_counts(page, django_assert_max_num_queries):
    for _number in range(3):
        rows.style()
    with django_assert_max_num_queries(5):
        answer = page.get("/voices/")
    assert [voice.style_count for voice in answer.context["voices"]] == [1, 1, 1]

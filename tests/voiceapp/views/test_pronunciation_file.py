"""Pronunciations as files on the pages: checked first, then imported."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.voiceapp import rows
from voiceapp.models import Pronunciation
from voiceapp.services.pronunciation import pronunciation_set

ADDRESS = "/pronunciations/import/?language=ja&scope=installation"
GOOD = "surface,reading,nucleus,part_of_speech,note\n声房,コエボウ,2,,\n朝,アサ,1,noun,\n"


def file_of(text: str):
    return {"file": SimpleUploadedFile("words.csv", text.encode("cp932"))}


def test_a_file_is_checked_and_then_imported(page, media_root):
    pronunciation_set(language="ja", surface="朝", reading="アサ", nucleus=0, actor=None)
    answer = page.post(ADDRESS, file_of(GOOD))
    assert answer.context["plan"].counts == {"added": 1, "changed": 1, "unchanged": 0, "refused": 0}
    assert Pronunciation.objects.count() == 1
    context = answer.context
    applied = page.post(ADDRESS, {"apply": "1", "content": context["content"], "version": context["plan"].version})
    assert applied.status_code == 302
    assert dict(Pronunciation.objects.values_list("surface", "nucleus")) == {"声房": 2, "朝": 1}
    # The file itself was only read.
    assert not [path for path in media_root.rglob("*") if path.is_file() and "marker" not in path.name]


def test_refused_lines_are_shown_by_number_and_nothing_can_be_imported(page, page_ja):
    answer = page.post(ADDRESS, file_of(GOOD + "駄目,dame,0,,\n"))
    text = answer.content.decode()
    assert '<td class="number">4</td>' in text
    assert 'name="apply"' not in text
    forced = page_ja.post(ADDRESS, {"apply": "1", "content": GOOD + "駄目,dame,0,,\n", "version": ""})
    assert forced.status_code == 422
    assert "何も取り込んでいません" in forced.content.decode()
    assert not Pronunciation.objects.exists()


def test_a_dictionary_that_changed_since_the_check_is_not_written_over(page):
    plan = page.post(ADDRESS, file_of(GOOD)).context["plan"]
    pronunciation_set(language="ja", surface="夜", reading="ヨル", nucleus=1, actor=None)
    answer = page.post(ADDRESS, {"apply": "1", "content": plan.text, "version": plan.version})
    assert answer.status_code == 409
    assert Pronunciation.objects.count() == 1


def test_what_is_no_list_is_refused_with_its_reason(fragment):
    answer = fragment.post(ADDRESS, file_of("声房\n"))
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == "pronunciation-file"


def test_for_all_scopes_at_once_no_file_is_taken(page):
    answer = page.post("/pronunciations/import/?language=ja&scope=all", file_of(GOOD))
    assert "plan" not in answer.context
    assert 'type="file"' not in answer.content.decode()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_export_is_what_the_import_takes(page, language):
    voice = rows.voice(slug="mei", language=language)
    entry = {"ja": ("声房", "コエボウ", 2), "en": ("koebo", "K OW1 B OW0", None)}[language]
    surface, reading, nucleus = entry
    pronunciation_set(
        language=language, voice=voice, surface=surface, reading=reading, nucleus=nucleus, note='a, "b"', actor=None
    )
    answer = page.get("/pronunciations/csv/?voice=mei")
    assert f"pronunciations-{language}-mei.csv" in answer["Content-Disposition"]
    taken = {"file": SimpleUploadedFile("words.csv", answer.content)}
    plan = page.post("/pronunciations/import/?scope=voice&voice=mei", taken).context["plan"]
    assert plan.counts == {"added": 0, "changed": 0, "unchanged": 1, "refused": 0}

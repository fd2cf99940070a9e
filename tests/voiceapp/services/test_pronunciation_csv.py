"""Pronunciations as CSV: all of a file or none of it, and what goes out comes in again."""

import csv
import io

import pytest

from tests.voiceapp import rows
from voiceapp.errors import PronunciationFileUnreadable, PronunciationsChanged, PronunciationsRefused
from voiceapp.models import Pronunciation, PronunciationChange
from voiceapp.selectors.pronunciation import scope_version
from voiceapp.services.pronunciation import pronunciation_set
from voiceapp.services.pronunciation_csv import (
    FILE_BYTES_MAX,
    pronunciations_export,
    pronunciations_import,
    pronunciations_plan,
)

pytestmark = pytest.mark.django_db

HEADER = "surface,reading,nucleus,part_of_speech,note\n"
GOOD = HEADER + "声房,コエボウ,2,proper-noun,the firm\n小江房,こえぼう,0,,\n"


def take_in(text: str, **fields):
    return pronunciations_import(**{"language": "ja", "data": text.encode(), "actor": None, **fields})


def outcomes(plan) -> list[tuple[int, str]]:
    return [(line.line, line.outcome) for line in plan.lines]


def test_a_plan_says_by_line_what_would_happen_and_changes_nothing():
    pronunciation_set(language="ja", surface="声房", reading="コエボウ", nucleus=0, actor=None)
    pronunciation_set(language="ja", surface="無", reading="ム", nucleus=1, actor=None)
    plan = pronunciations_plan(language="ja", data=(GOOD + "\n無,ム,1,noun,\n駄目,だめ,9,,\n").encode())
    assert outcomes(plan) == [(2, "changed"), (3, "added"), (5, "unchanged"), (6, "refused")]
    assert sum(plan.counts.values()) == plan.total == 4
    assert (plan.lines[0].before["nucleus"], plan.lines[0].after["nucleus"]) == (0, 2)
    assert plan.lines[3].code == "pronunciation-nucleus"
    assert PronunciationChange.objects.count() == 2
    assert not plan.is_applicable


def test_a_file_is_imported_whole_with_a_step_for_each_entry():
    plan = take_in(GOOD)
    assert plan.counts == {"added": 2, "changed": 0, "unchanged": 0, "refused": 0}
    assert set(Pronunciation.objects.values_list("surface", "nucleus")) == {("声房", 2), ("小江房", 0)}
    versions = set(PronunciationChange.objects.values_list("version", flat=True))
    assert versions == {scope_version("ja", None)}
    assert take_in(GOOD).counts["unchanged"] == 2
    assert PronunciationChange.objects.count() == 2


def test_one_bad_line_refuses_the_whole_file():
    with pytest.raises(PronunciationsRefused) as caught:
        take_in(GOOD + "悪い,warui,0,,\n")
    assert (caught.value.measured, caught.value.limit) == (1, 3)
    assert caught.value.lines[0].line == 4
    assert "warui" in caught.value.detail
    assert not Pronunciation.objects.exists()


def test_two_readings_for_one_surface_in_a_file_are_shown_at_both_lines():
    plan = pronunciations_plan(language="ja", data=(HEADER + "声房,コエボウ,2,,\n声房,セイボウ,0,,\n").encode())
    assert outcomes(plan) == [(2, "refused"), (3, "refused")]
    assert {line.code for line in plan.lines} == {"pronunciation-twice"}
    assert "3" in plan.lines[0].refusal_detail
    assert "コエボウ" in plan.lines[1].refusal_detail
    same = pronunciations_plan(language="ja", data=(HEADER + "声房,コエボウ,2,,\n声房,こえぼう,2,,\n").encode())
    assert outcomes(same) == [(2, "added"), (3, "unchanged")]


@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode("cp932"),
        GOOD.encode("utf-16"),
        GOOD.replace(",", "\t").encode(),
        GOOD.replace("\n", "\r\n").encode(),
        "reading,surface,note,part_of_speech,nucleus\nコエボウ,声房,the firm,proper-noun,2\nコエボウ,小江房,,,0\n".encode(),
    ],
    ids=["utf-8", "with a mark", "cp932", "utf-16", "tabs", "crlf", "other order"],
)
def test_what_editors_save_is_read(data):
    pronunciations_import(language="ja", data=data, actor=None)
    assert Pronunciation.objects.get(surface="声房").note == "the firm"
    assert Pronunciation.objects.get(surface="小江房").nucleus == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "surface"),
        ("声房,コエボウ,2\n", "missing"),
        (HEADER, "no line"),
        ("surface,reading,accent\n声房,コエボウ,2\n", "accent"),
        ('surface,reading\n"声房,コエボウ\n', "line"),
        ("surface,reading,reading\nx,x,x\n", "twice"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(text, words):
    with pytest.raises(PronunciationFileUnreadable) as caught:
        take_in(text)
    assert words in caught.value.detail


def test_a_file_that_outgrows_the_limit_as_utf_8_is_refused_before_it_is_shown():
    """A page sends back what it has shown, in UTF-8: three bytes for the two that CP932 takes."""
    data = ("surface,reading,nucleus,note\n声,コエ,1," + "注" * (FILE_BYTES_MAX * 2 // 5) + "\n").encode("cp932")
    assert len(data) < FILE_BYTES_MAX
    with pytest.raises(PronunciationFileUnreadable) as caught:
        pronunciations_plan(language="ja", data=data)
    assert str(FILE_BYTES_MAX) in caught.value.detail


def test_an_english_list_has_no_nucleus():
    with pytest.raises(PronunciationFileUnreadable):
        take_in("surface,reading,nucleus\nkoebo,K OW1 B OW0,1\n", language="en")
    take_in("surface,reading,note\nKoebo,k ow1 b ow0,\n", language="en")
    assert Pronunciation.objects.get().surface == "koebo"


@pytest.mark.parametrize(
    "line", ["声房,コエボウ,二,,", "声房,コエボウ,,,", "声房,コエボウ,-1,,", "声房,コエボウ,2,,,over"]
)
def test_a_wrong_line_is_refused_and_not_guessed(line):
    plan = pronunciations_plan(language="ja", data=(HEADER + line).encode())
    assert plan.refused


def test_a_dictionary_that_changed_since_the_check_is_not_overwritten():
    plan = pronunciations_plan(language="ja", data=GOOD.encode())
    pronunciation_set(language="ja", surface="声房", reading="セイボウ", nucleus=0, actor=None)
    with pytest.raises(PronunciationsChanged):
        take_in(GOOD, expected_version=plan.version)
    assert Pronunciation.objects.get().reading == "セイボウ"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_goes_out_comes_in_again(language):
    voice = rows.voice(language=language)
    entries = {
        "ja": [("声房", "コエボウ", 2, 'a note, with "quotes"'), ("A,B", "エービー", 0, "=1+1"), ("０", "ゼロ", 1, "")],
        "en": [("koebo", "K OW1 B OW0", None, 'a note, with "quotes"'), ("o'neill", "OW0 N IY1 L", None, "")],
    }[language]
    for surface, reading, nucleus, note in entries:
        pronunciation_set(
            language=language, voice=voice, surface=surface, reading=reading, nucleus=nucleus, note=note, actor=None
        )
    text = pronunciations_export(language=language, voice=voice)
    before = scope_version(language, voice)
    notes = set(Pronunciation.objects.values_list("surface", "note"))
    Pronunciation.objects.all().delete()
    take_in(text, language=language, voice=voice)
    assert scope_version(language, voice) == before
    assert set(Pronunciation.objects.values_list("surface", "note")) == notes
    assert pronunciations_export(language=language, voice=voice) == text
    assert len(list(csv.reader(io.StringIO(text)))) == len(entries) + 1


def test_no_cell_that_goes_out_is_a_formula_and_all_come_in_as_they_were():
    notes = {"=社": "=HYPERLINK(1)", "＋社": "+81 3", "@社": "'=x", "甲": "- as its owner says", "乙": "'tis"}
    for surface, note in notes.items():
        pronunciation_set(language="ja", surface=surface, reading="カイシャ", nucleus=0, note=note, actor=None)
    before = set(Pronunciation.objects.values_list("surface", "reading", "note"))
    exported = pronunciations_export(language="ja")
    cells = [cell for row in csv.reader(io.StringIO(exported)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@＝＋－＠"))]
    Pronunciation.objects.all().delete()
    assert take_in(exported).counts["added"] == len(notes)
    assert set(Pronunciation.objects.values_list("surface", "reading", "note")) == before
    assert {note for _surface, _reading, note in before} == set(notes.values())

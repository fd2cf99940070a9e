"""The table of a check: every verdict in a terminal's width, also in a language whose characters are wide."""

import re

import pytest

from trainer.check_table import check_table, shortened, text_width, wrapped
from trainer.verdicts import Verdict

LONG_NAME = "収録/二〇二六年十一月/" + "とても長い名前の録音ファイル" * 4 + "_{:03}.wav"


def document(*verdicts, clips=10, rejected=2, warned=1, can_begin=True):
    counts = {"clips": clips, "usable": clips - rejected, "rejected": rejected, "warned": warned}
    return {**counts, "audio_s": 600.0, "usable_audio_s": 450.0, "can_begin": can_begin, "verdicts": list(verdicts)}


def verdict(level, code, line, file, **fields):
    return Verdict(level, code, file=file, **fields).as_json() | {"line": line}


FOUND = (
    verdict("warn", "clipped", 2, LONG_NAME.format(1), measured=0.034, limit=0.01),
    verdict("fix", "stereo", 3, "b.wav", measured=2, limit=1),
    verdict("reject", "clip-too-short", 5, LONG_NAME.format(2), measured=0.61234, limit=0.7),
    verdict("fix", "stereo", 6, "c.wav", measured=2, limit=1),
    verdict("reject", "symbol-unknown", 9, "d.wav", measured="q" * 200, params={"language": "ja", "version": "ja-1"}),
)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_no_line_is_wider_than_the_terminal(width, locale):
    table = check_table(document(*FOUND), width, locale)
    assert max(map(text_width, table.splitlines())) <= width
    assert all(code in table for code in ("clipped", "clip-too-short", "symbol-unknown"))


def test_rejections_come_first_and_repairs_are_counted():
    lines = check_table(document(*FOUND), 120).splitlines()
    rows = [re.split(r"\s{2,}", line) for line in lines[2:] if line and not line.startswith(" ")][:3]
    assert [row[1:3] for row in rows] == [["5", "reject"], ["9", "reject"], ["2", "warn"]]
    assert rows[0][4:6] == ["0.61", "0.7"]
    assert rows[0][0].endswith("_002.wav") and "…" in rows[0][0]
    assert lines[-3:] == [
        "10 clips = 7 without remarks + 1 to look at + 2 rejected",
        "usable: 8 clips, 7.5 minutes without silent ends; all files: 10.0 minutes",
        "repaired by itself, nothing to do: stereo 2",
    ]


def test_columns_stand_under_one_another_where_names_are_wide():
    table = check_table(document(FOUND[2], FOUND[4]), 80, "ja").splitlines()
    starts = [text_width(line[: line.index(word)]) for line, word in ((table[0], "判定"), (table[2], "不可"))]
    assert starts[0] == starts[1]
    assert table[0].startswith("ファイル") and "使用不可 2 件" in table[-2]


def test_a_verdict_on_the_whole_comes_before_all_others_and_says_that_nothing_can_begin():
    whole = verdict("reject", "corpus-empty", None, None, measured=3, limit=8, params={"rejected": 7, "reasons": "–"})
    lines = check_table(document(*FOUND, whole, can_begin=False), 80).splitlines()
    assert lines[2].startswith("(all clips)")
    assert lines[-1] == "A training cannot begin with this corpus."


def test_a_sound_corpus_has_no_table_and_its_sums():
    assert check_table(document(rejected=0, warned=0)).startswith("10 clips = 10 without remarks")


def test_a_name_cannot_move_the_cursor():
    table = check_table(document(verdict("reject", "silent", 1, "a\x1b[2J\u202e.wav", measured=-80.0, limit=-60.0)))
    assert "\x1b" not in table and "\u202e" not in table


@pytest.mark.parametrize(
    "text", ["窓を開けて、" * 30, "窓を全部開けて見てください。" * 9, "to be or not to be " * 20, "が" * 50, "x" * 300]
)
def test_wrapping_loses_nothing(text):
    lines = wrapped(text, 40)
    assert max(map(text_width, lines)) <= 40
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line.startswith(("、", "。")) for line in lines)
    if " " in text:
        assert {word for line in lines for word in line.split()} == set(text.split())


def test_a_shortened_name_keeps_its_end():
    assert shortened("とても長い名前_001.wav", 13) == "とて…_001.wav"
    assert shortened("short.wav", 9) == "short.wav"

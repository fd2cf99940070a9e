"""Markup in transcripts: each kind is found in its place, and ordinary writing is not taken for it."""

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.markup import markup_find
from trainer.text.plausibility import line_verdicts


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("<b>今日は</b>晴れ。", "a tag", "<b>"),
        ('Wait <break time="1s"/> here.', "a tag", '<break time="1s"/>'),
        ("<unk> is unknown", "a tag", "<unk>"),
        ("Tom &amp; Jerry", "a character entity", "&amp;"),
        ("It&#39;s late", "a character entity", "&#39;"),
        ("He said [laughs] no.", "a note in brackets", "[laughs]"),
        ("そうですね［笑い］。", "a note in brackets", "［笑い］"),
        ("そうですね(笑)。", "a note in brackets", "(笑)"),
        ("Thank you (applause).", "a note in brackets", "(applause)"),
        ("Dear {name}, hello.", "a place to be filled in", "{name}"),
        ("Dear %(name)s, hello.", "a place to be filled in", "%(name)s"),
        ("This is **very** good.", "Markdown", "**very**"),
        ("# 第一章", "Markdown", "#"),
        ("He *sighs* again.", "Markdown", "*sighs*"),
        ("See https://example.org/a?b=1 now.", "an address", "https://example.org/a?b=1"),
        ("someone@example.org に連絡してください。", "an address", "someone@example.org"),
        ("clips/a001.wav", "a file name or path", "clips/a001.wav"),
        (r"C:\audio\a.txt", "a file name or path", r"C:\audio\a.txt"),
        ("東京《とうきょう》の空。", "a reading beside its kanji", "京《とうきょう》"),
        ("日本(にほん)の空。", "a reading beside its kanji", "本(にほん)"),
        ("こんにちは。|コンニチワ", "a column separator", "|"),
    ],
)
def test_markup_is_found_and_named(text, kind, written):
    found = markup_find(text)[0]
    assert (found.kind["en"], found.written) == (kind, written)
    assert found.kind["ja"]


@pytest.mark.parametrize(
    "text",
    [
        "3 < 5 and 7 > 2.",
        "I <3 you.",
        "AT&T and R&B; and more.",
        "「はい」と(小声で)言った。",
        "【速報】台風が近づいています。",
        "The ratio is 3/4, and/or 24/7.",
        "2026/11/30 に行きます。",
        "5 * 3 * 2 is thirty.",
        "彼(42)は医者だ。",
        "#1 in the charts.",
        "snake_case and __init",
        "100% sure, 50%しか。",
        "He said: “(well) maybe”.",
    ],
)
def test_ordinary_writing_is_no_markup(text):
    assert markup_find(text) == []


def test_the_first_of_several_is_shown_with_its_place():
    (verdict,) = line_verdicts(phonemize("今日は<b>晴れ</b>です。", LANGUAGES["ja"]), None)
    assert (verdict.level, verdict.code, verdict.measured, verdict.position) == ("warn", "text-markup", "<b>", 3)
    assert verdict.params["count"] == 2
    assert "character 4" in verdict.message("en") and "4文字目" in verdict.message("ja")

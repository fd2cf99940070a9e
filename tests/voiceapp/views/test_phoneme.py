"""The preview of phonemes."""

import pytest


def test_the_page_chooses_no_language(page):
    answer = page.get("/phonemes/")
    assert answer.status_code == 200
    assert " selected" not in answer.content.decode()


def test_japanese_with_accent(fragment):
    answer = fragment.post("/phonemes/", {"text": "橋を渡る", "language": "ja"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="phoneme-preview"' in text
    assert '<span class="mora high fall">シ</span>' in text
    assert "6 moras" in text
    assert "falls after mora 2" in text


def test_english_by_words(fragment):
    text = fragment.post("/phonemes/", {"text": "Hello world", "language": "en"}).content.decode()
    assert "<span>world</span>" in text.lower()
    assert "W ER1 L D" in text
    assert "3 syllables" in text


@pytest.mark.parametrize(("language", "code"), [("", "language-missing"), ("JP", "language-is-country")])
def test_a_language_is_never_guessed(fragment, page, language, code):
    answer = fragment.post("/phonemes/", {"text": "こんにちは", "language": language})
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == code
    assert page.post("/phonemes/", {"text": "こんにちは", "language": language}).status_code == 422


def test_too_long_a_text_is_refused_with_its_figures(fragment):
    answer = fragment.post("/phonemes/", {"text": "あ" * 2001, "language": "ja"})
    assert answer.status_code == 422
    assert "2001" in answer.content.decode().replace(",", "")


def test_what_gives_no_phonemes_is_said(fragment):
    text = fragment.post("/phonemes/", {"text": "。。。", "language": "ja"}).content.decode()
    assert "phonemes-empty" in text


def test_a_script_that_contradicts_the_language_is_said(fragment):
    text = fragment.post("/phonemes/", {"text": "こんにちは", "language": "en"}).content.decode()
    assert "script-mismatch" in text


def test_markup_in_a_text_stays_text(fragment):
    text = fragment.post("/phonemes/", {"text": "<script>alert(1)</script>", "language": "en"}).content.decode()
    assert "<script>" not in text

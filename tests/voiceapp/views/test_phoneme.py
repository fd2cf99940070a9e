"""The preview of phonemes."""

import html
import re
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from tests.voiceapp import rows
from voiceapp.services.pronunciation import pronunciation_set


def test_the_page_chooses_no_language(page):
    answer = page.get("/phonemes/")
    assert answer.status_code == 200
    assert " selected" not in answer.content.decode()


def test_japanese_with_accent(fragment):
    answer = fragment.post("/phonemes/", {"text": "橋を渡る", "language": "ja"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="phoneme-preview"' in text
    assert '<span class="phone">sh i</span>' in text
    assert '<span class="mora high rise fall"><span class="kana">シ</span>' in text
    assert "6 moras" in text
    assert "falls after mora 2" in text


def test_english_by_words(fragment):
    text = fragment.post("/phonemes/", {"text": "Hello world", "language": "en"}).content.decode()
    assert '<span class="spelling">world' in text.lower()
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


def test_what_was_rewritten_is_said_with_its_rule(fragment):
    text = fragment.post("/phonemes/", {"text": "¥12,800です", "language": "ja"}).content.decode()
    assert "<del>¥12,800</del> → <ins>12,800円</ins>" in text
    assert "money" in text


def test_characters_that_a_remark_is_about_are_marked(fragment):
    text = fragment.post("/phonemes/", {"text": "橋★を渡る", "language": "ja"}).content.decode()
    assert '橋<mark class="marked-warn" title="“★”' in text


def test_words_say_where_they_are_from_and_can_be_corrected(fragment):
    rows.voice(slug="mei", language="en")
    given = {"text": "The xyzzyq", "language": "en", "voice": "mei"}
    text = fragment.post("/phonemes/", given).content.decode()
    assert '<span class="word from-guess"><span class="spelling">xyzzyq<span class="visually-hidden"> (guessed)' in text
    link = html.unescape(re.search(r'href="(/pronunciations/new/[^"]*surface=xyzzyq[^"]*)"', text)[1])
    query = dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))
    assert (query["language"], query["voice"], query["nucleus"]) == ("en", "mei", "")
    assert query["reading"] in text
    assert fragment.get(query["back"]).status_code == 200
    assert parse_qs(urlsplit(query["back"]).query)["text"] == ["The xyzzyq"]


def test_a_long_text_is_cut_around_the_word_that_is_corrected(page):
    text = "".join(f"{number}番目の橋を渡りました。" for number in range(120))
    answer = page.post("/phonemes/", {"text": text, "language": "ja"})
    links = [html.unescape(link) for link in re.findall(r'href="(/pronunciations/new/[^"]*)"', answer.content.decode())]
    assert len(links) > 200
    # What servers take as a request line by default.
    assert max(map(len, links)) < 4000
    assert "119" in parse_qs(urlsplit(links[-1]).query)["back"][0]


def test_a_voice_brings_its_dictionary_and_its_language(fragment):
    voice = rows.voice(slug="mei", language="ja")
    pronunciation_set(language="ja", surface="橋", reading="ブリッジ", nucleus=2, voice=voice, actor=None)
    assert "ブリッジ" in fragment.post("/phonemes/", {"text": "橋", "voice": "mei"}).content.decode()
    assert "ブリッジ" not in fragment.post("/phonemes/", {"text": "橋", "language": "ja"}).content.decode()
    answer = fragment.post("/phonemes/", {"text": "橋", "voice": "mei", "language": "en"})
    assert (answer.status_code, answer["Koebo-Code"]) == (422, "field-invalid")
    assert fragment.post("/phonemes/", {"text": "橋", "voice": "nobody", "language": "ja"}).status_code == 404


def test_the_other_language_is_shown_where_it_explains_the_fault(fragment):
    text = fragment.post("/phonemes/", {"text": "こんにちは", "language": "en"}).content.decode()
    assert "Read as Japanese, this would be" in text
    assert '<span class="kana">コ</span>' in text
    assert "Read as" not in fragment.post("/phonemes/", {"text": "Hello", "language": "en"}).content.decode()


def test_which_lines_are_drawn_is_remembered(fragment, page, operator):
    assert _ticked(fragment) == ["accent", "phones"]
    answer = fragment.post("/phonemes/layers/", {"offered": ["phones", "tones"], "layer": ["tones", "nonsense"]})
    assert answer.status_code == 204
    assert _ticked(fragment) == ["accent", "tones"]
    assert _ticked(page) == ["accent", "phones"]
    answer = page.post("/phonemes/layers/", {"offered": "phones"}, headers={"referer": "http://testserver/voices/"})
    assert answer["Location"] == "http://testserver/voices/"
    answer = page.post("/phonemes/layers/", {"offered": "phones"}, headers={"referer": "http://elsewhere.example/"})
    assert answer["Location"] == "/phonemes/"
    assert _ticked(page) == ["accent"]


def _ticked(client) -> list[str]:
    text = client.post("/phonemes/", {"text": "橋", "language": "ja"}).content.decode()
    return re.findall(r'data-layer="(\w+)" checked', text)


def test_a_text_is_judged_as_a_line_too(page):
    text = page.get("/phonemes/", {"language": "ja", "text": "今日は<b>晴れ</b>です。"}).content.decode()
    assert "text-markup" in text
    text = page.get("/phonemes/", {"language": "ja", "text": "Please open the door と言った。"}).content.decode()
    assert "script-mostly-latin" in text
    assert "pliz" in text  # beside it, what English makes of it

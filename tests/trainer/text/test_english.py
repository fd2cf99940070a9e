"""English readings: what g2p-en says, with its measured mistakes corrected, and nothing lost without a word."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize

ENGLISH = LANGUAGES["en"]


def read(text):
    return phonemize(text, ENGLISH)


def spoken(text, word):
    """The phones of every occurrence of `word`."""
    return [entry["phones"] for entry in read(text).words if entry["word"].lower() == word]


def codes(phonemes):
    return [(verdict.level, verdict.code) for verdict in phonemes.warnings]


def test_symbols_carry_stress_as_tone():
    phonemes = read("Hello, world.")
    assert phonemes.symbols == ("sil", *"HH AH L OW".split(), "pau", *"W ER L D".split(), "sil")
    assert phonemes.tones == (0, 0, 1, 0, 2, 0, 0, 2, 0, 0, 0)
    assert phonemes.units == 3
    assert phonemes.reading == "HH AH0 L OW1 | W ER1 L D"
    assert phonemes.words == (
        {
            "word": "Hello",
            "position": 0,
            "length": 5,
            "source": "dictionary",
            "phones": "HH AH0 L OW1",
            "ipa": "həˈloʊ",
            "syllables": 2,
            "syllabified": "HH AH0 . L OW1",
            "pause": "pau",
        },
        {
            "word": "world",
            "position": 7,
            "length": 5,
            "source": "dictionary",
            "phones": "W ER1 L D",
            "ipa": "ˈwɝld",
            "syllables": 1,
            "syllabified": "W ER1 L D",
            "pause": "",
        },
    )


def test_a_curly_apostrophe_is_an_apostrophe():
    assert read("I don’t know.").digest == read("I don't know.").digest
    assert spoken("I don’t know.", "don't") == ["D OW1 N T"]


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("I have $250 in my pocket.", "I have two hundred fifty dollars in my pocket."),
        ("It costs $3.50, or $1.", "It costs three dollars and fifty cents, or one dollar."),
        ("$0.99", "ninety nine cents"),
        ("$3.5 million", "three point five million dollars"),
        ("$1,000,000", "one million dollars"),
        ("¥500 or £2", "five hundred yen or two pounds"),
        ("2024-05-01", "May first, twenty twenty four"),
        ("5/1/2024", "May first, twenty twenty four"),
        ("May 1, 2024", "May first, twenty twenty four"),
        ("1 May 1905", "the first of May nineteen oh five"),
        ("at 10:30 am", "at ten thirty A M"),
        ("at 9:00", "at nine o'clock"),
        ("It's 5 p.m. We go.", "It's five P M. We go."),
        ("1900, 1999", "nineteen hundred, nineteen ninety nine"),
        ("2000 and 2005", "two thousand and two thousand five"),
        ("the 1990s and '80s", "the nineteen nineties and eighties"),
        ("1st, 22nd", "first, twenty second"),
        ("1,234.56", "one thousand two hundred thirty four point five six"),
        ("3.14", "three point one four"),
        ("½ of 2½, 2/3", "one half of two and a half, two thirds"),
        ("10-20", "ten to twenty"),
        ("-5°C", "minus five degrees Celsius"),
        ("99% & 1", "ninety nine percent and one"),
        ("call 555-123-4567", "call five five five, one two three, four five six seven"),
        ("007", "zero zero seven"),
        ("No. 5", "number five"),
        ("Dr. Smith lives on Elm Dr. near St. Louis.", "Doctor Smith lives on Elm Drive near Saint Louis."),
        ("123 Main St. is it", "one hundred twenty three Main Street is it"),
        ("Mr. and Mrs. Jones vs. Prof. X", "Mister and Missus Jones versus Professor X"),
        ("e.g. cats, etc.", "for example, cats, et cetera."),
        ("The U.S. economy", "The U S economy"),
        ("mail a@b.com", "mail a at b dot com"),
        ("well-known -- fact; really: yes (no)", "well known, fact, really, yes, no,"),
        ("naïve café, ﬁne Ｆｕｌｌ", "naive cafe, fine Full"),
    ],
)
def test_what_is_written_in_signs_is_spoken(text, normalized):
    phonemes = read(text)
    assert phonemes.normalized == normalized
    assert not phonemes.warnings


@pytest.mark.parametrize(
    ("text", "word", "phones"),
    [
        ("I read it yesterday.", "read", ["R EH1 D"]),
        ("He read the book.", "read", ["R EH1 D"]),
        ("I have already read it.", "read", ["R EH1 D"]),
        ("It was read aloud.", "read", ["R EH1 D"]),
        ("I will read it.", "read", ["R IY1 D"]),
        ("Did he read it?", "read", ["R IY1 D"]),
        ("I like to read.", "read", ["R IY1 D"]),
        ("Read this.", "read", ["R IY1 D"]),
        ("We read every day.", "read", ["R IY1 D"]),
        ("They live here at a live show.", "live", ["L IH1 V", "L AY1 V"]),
        ("He lives nine lives.", "lives", ["L IH1 V Z", "L AY1 V Z"]),
        ("I object to the object.", "object", ["AH0 B JH EH1 K T", "AA1 B JH EH0 K T"]),
        ("I refuse to collect the refuse.", "refuse", ["R IH0 F Y UW1 Z", "R EH1 F Y UW2 S"]),
        ("Close the close door.", "close", ["K L OW1 Z", "K L OW1 S"]),
        ("I used to run; I used a pen.", "used", ["Y UW1 S T", "Y UW1 Z D"]),
        ("They lead us to the lead pipe.", "lead", ["L IY1 D", "L EH1 D"]),
        ("The wind can wind it up.", "wind", ["W IH1 N D", "W AY1 N D"]),
        ("The mouth opened.", "mouth", ["M AW1 TH"]),
        ("I learned it.", "learned", ["L ER1 N D"]),
        ("i think i can", "i", ["AY1", "AY1"]),
        ("Plan A is a plan.", "a", ["EY1", "AH0"]),
        ("the apple, the house", "the", ["DH IY0", "DH AH0"]),
        ("Gregson's bag", "gregson's", ["G R EH1 G S AH0 N Z"]),
    ],
)
def test_words_with_two_readings_take_the_right_one(text, word, phones):
    assert spoken(text, word) == phones


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the US and IT", "the US and IT"),
        ("give us it", "give us it"),
        ("GPU", "GPU"),
        ("NASA", "NASA"),
        ("OpenAI", "Open AI"),
        ("HELLO WORLD", "HELLO WORLD"),
        ("IT IS US", "IT IS US"),
        ("the CPUs", "the CPUs"),
        ("two GPUs", "two GPUs"),
        ("3D", "three D"),
    ],
)
def test_capitals_are_letters_only_where_they_are_spoken_so(text, words):
    assert " ".join(entry["word"] for entry in read(text).words) == words


def test_a_word_outside_the_dictionary_is_guessed_and_reported():
    phonemes = read("It is xylofex.")
    (verdict,) = phonemes.warnings
    assert (verdict.level, verdict.code, verdict.measured, verdict.position) == ("warn", "word-guessed", "xylofex", 6)
    assert verdict.params["reading"] == "Z AY1 L AH0 F EH2 K S"


def test_marks_become_pauses_and_a_question_stays_one():
    silences = [s for s in read("Wait; what - you? Yes: me... now!").symbols if s in ("sil", "pau", "?")]
    assert silences == ["sil", "pau", "pau", "?", "pau", "pau", "sil"]
    assert read("Is it?").symbols[-2:] == ("?", "sil")
    assert read("It is.").symbols[-2:] == ("Z", "sil")


@pytest.mark.parametrize("text", ["", "  ", "...", "?!", "\u200b", "—"])
def test_a_text_without_sound_is_rejected(text):
    phonemes = read(text)
    assert (phonemes.symbols, phonemes.tones, phonemes.units) == ((), (), 0)
    assert codes(phonemes) == [("reject", "phonemes-empty")]


def test_kana_under_english_is_rejected_not_deleted():
    phonemes = read("こんにちは")
    assert ("reject", "script-mismatch") in codes(phonemes)
    assert ("reject", "phonemes-empty") in codes(phonemes)
    assert "英語で書かれていません" in phonemes.warnings[0].message("ja")


@pytest.mark.parametrize("text", ["Hello 世界", "say ハイ now", "안녕 hello", "the word привет"])
def test_one_foreign_word_is_enough_to_reject(text):
    assert ("reject", "script-mismatch") in codes(read(text))


def test_a_dropped_sign_is_named_with_its_place():
    (verdict,) = read("It's “fine” ★ now").warnings
    assert (verdict.level, verdict.code, verdict.measured, verdict.position) == ("warn", "characters-dropped", "★", 12)


def test_threads_and_repetition_change_nothing():
    texts = ["I read it yesterday.", "Xylofex, please.", "The U.S. has $5.", "Is it?"] * 10
    with ThreadPoolExecutor(4) as pool:
        digests = list(pool.map(lambda text: read(text).digest, texts))
    assert digests == [read(text).digest for text in texts]


def test_engine_and_corrections_are_named_with_their_versions():
    assert read("Yes").engine == "g2p-en 2.1.0 (corrections 2)"

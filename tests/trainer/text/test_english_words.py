"""What is told of every English word: its place in the given text, where its sound comes from, and who decides."""

import pytest

from trainer.languages import LANGUAGES
from trainer.text import Dictionary, phonemize
from trainer.text.ipa import symbols_of_words
from trainer.text.pronunciations import Pronunciation
from trainer.text.symbols import symbol_ids

ENGLISH = LANGUAGES["en"]


def read(text, **entries):
    """`entries` are the operator's pronunciations."""
    pronunciations = [Pronunciation(surface, phones) for surface, phones in entries.items()]
    return phonemize(text, ENGLISH, Dictionary.of("en", pronunciations))


def placed(phonemes):
    """Each word with the piece of the given text that it stands for."""
    text = phonemes.text
    return [(w["word"], text[w["position"] : w["position"] + w["length"]]) for w in phonemes.words]


def sources(phonemes):
    return {word["word"]: word["source"] for word in phonemes.words}


TEXTS = [
    "Hello, world.",
    "Is it? Yes: the GPU costs $1,299.99... Dr. Xylofex said so!",
    "At 5 p.m. on Nov. 30, 2026, the U.S. won 3-2 — didn’t it?",
    "Zoë’s naïve café (½ price) sells 3.5kg of “rock ’n’ roll”.",
    "Shh! OpenAI’s e-mail: jane@example.com ★",
    "HENRY VIII READ THIS.",
    "A   lot\tof\n\nblanks  ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_symbols_follow_from_words_and_pauses_alone(text):
    phonemes = read(text)
    assert symbols_of_words(phonemes.words) == (phonemes.symbols, phonemes.tones, phonemes.units)
    assert all(word["pause"] in ("", "pau", "?") for word in phonemes.words)
    assert phonemes.words[-1]["pause"] in ("", "?")
    assert sum(word["syllables"] for word in phonemes.words) == phonemes.units


@pytest.mark.parametrize("text", TEXTS)
def test_every_word_stands_at_its_place_in_the_given_text(text):
    phonemes = read(text)
    ends = 0
    for word, piece in placed(phonemes):
        assert piece.strip(), (word, piece)
    for word in phonemes.words:
        assert word["position"] >= ends or word["position"] + word["length"] >= ends
        ends = max(ends, word["position"])


def test_a_word_points_at_what_was_written_for_it():
    assert placed(read("Dr. Lee paid $5 at 3 p.m. in the U.S. Zoë’s GPUs")) == [
        ("Doctor", "Dr."),
        ("Lee", "Lee"),
        ("paid", "paid"),
        ("five", "$5"),
        ("dollars", "$5"),
        ("at", "at"),
        ("three", "3 p.m."),
        ("PM", "3 p.m."),
        ("in", "in"),
        ("the", "the"),
        ("US", "U.S."),
        ("Zoe's", "Zoë’s"),
        ("GPUs", "GPUs"),
    ]


def test_each_word_names_its_source():
    phonemes = read("Koebo and the GPU read 30 xylofex.", koebo="K OW1 B OW0")
    assert sources(phonemes) == {
        "Koebo": "pronunciation",
        "and": "dictionary",
        "the": "rule",
        "GPU": "spelled",
        "read": "rule",
        "thirty": "number",
        "xylofex": "guess",
    }
    assert phonemes.dictionary


def test_only_guessed_words_are_warned_of():
    phonemes = read("The unhelpfulness of nightglow and a dehydrating xylofex.")
    guessed = [verdict.measured for verdict in phonemes.warnings]
    assert guessed == [word["word"] for word in phonemes.words if word["source"] == "guess"]
    assert "xylofex" in guessed


def test_pauses_follow_their_word():
    pauses = [word["pause"] for word in read("Wait; what — you? Yes: me... now!").words]
    assert pauses == ["pau", "pau", "?", "pau", "pau", ""]


@pytest.mark.parametrize(
    ("text", "entries", "expected"),
    [
        ("I live.", {"live": "L AY1 V"}, "AY1 | L AY1 V"),
        ("The GPU", {"gpu": "JH IY1 P Y UW2"}, "DH AH0 | JH IY1 P Y UW2"),
        ("GPU's and GPUs", {"gpu": "G UW1 P"}, "G UW1 P S | AH0 N D | G UW1 P S"),
        ("KOEBO'S KOEBOS", {"koebo": "K OW1 B OW0"}, "K OW1 B OW0 Z | K OW1 B OW0 Z"),
        ("Bosch'll", {"bosch": "B AO1 SH"}, "B AO1 SH AH0 L"),
        ("Bosches", {"bosch": "B AO1 SH"}, "B AO1 SH IH0 Z"),
        ("koebo's", {"koebo": "K OW1 B OW0", "koebo's": "HH IY1"}, "HH IY1"),
        ("He has ha.", {"ha": "HH AA1"}, "HH IY1 | HH AE1 Z | HH AA1"),
        ("He writes.", {"write": "R EY1 T"}, "HH IY1 | R EY1 T S"),
        ("OpenAI", {"openai": "OW1 P"}, "OW1 P"),
        ("U.S. US", {"us": "AH1 Z"}, "Y UW1 EH1 S | AH1 Z"),
        ("the apple", {"the": "DH AH1"}, "DH AH1 | AE1 P AH0 L"),
        ("café", {"cafe": "K AE1 F"}, "K AE1 F"),
        ("don’t", {"don't": "D UW1 N T"}, "D UW1 N T"),
        ("A 5 m bar", {"five": "F AA1 V"}, "AH0 | F AA1 V | M IY1 T ER0 | B AA1 R"),
    ],
)
def test_an_operators_pronunciation_wins(text, entries, expected):
    assert read(text, **entries).reading == expected


def test_a_pronunciation_changes_no_other_text_and_no_other_dictionary():
    assert read("the GPU").digest == read("the GPU", nothing="N AH1 TH IH0 NG").digest
    read("read", read="R IY1 D")
    assert read("I read it yesterday.").reading == "AY1 | R EH1 D | IH1 T | Y EH1 S T ER0 D EY2"


def test_changes_name_what_was_rewritten_and_by_which_rule():
    changes = [(c.position, c.before, c.after, c.rule) for c in read("It’s 3.5kg, ½ of Dr. Lee’s café.").changes]
    assert changes == [
        (5, "3.5kg", "three point five kilograms", "unit"),
        (12, "½", "one half", "fraction"),
        (17, "Dr.", "Doctor", "abbreviation"),
        (30, "é", "e", "accent"),
    ]


def test_a_plain_line_has_no_changes():
    assert read("Don't worry, it is fine.").changes == ()


@pytest.mark.parametrize(
    "text",
    [
        "9" * 2000, "1-" * 1000, "A." * 1000, "a@" * 1000, "www." * 500, "'" * 2000, ",5" * 1000, "1/2" * 600,
        "I " * 1000, "X" * 2000, "x" * 2000, "aB" * 1000, "https://" + "a." * 900, "½" * 2000, "$5-" * 600,
        "MDCLXVI" * 280, "0/0 1/0 13/45/2026 00:00 99:99 Feb 0 May 32 0.0.0", "'n' '90s '05 ' a'b'c'd's ·A·B·",
        "$, $. €.5 -$ #. @ & % °", "I'.", "in' again' 'in'", "A's U.S.'s 1's", "No No. no.", "IV. V. X.",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_whatever_is_written_its_words_lie_in_order_within_it(text):
    phonemes = read(text)
    symbol_ids(phonemes.symbols, "en")
    positions = [word["position"] for word in phonemes.words]
    assert positions == sorted(positions)
    for word in phonemes.words:
        assert 0 <= word["position"] < word["position"] + word["length"] <= len(text)
        assert word["phones"] and word["ipa"]

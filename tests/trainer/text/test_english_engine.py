"""g2p-en is loaded late, once, unchanged, and its answers are the engine's own."""

import subprocess
import sys

import pytest

from trainer.text.english_engine import english_engine, import_inflect

HEAVY = {"nltk", "g2p_en", "inflect", "numpy", "typeguard"}


def run(program):
    subprocess.run([sys.executable, "-c", program], check=True)


def test_neither_import_nor_name_loads_the_engine():
    run(f"""
import sys
from trainer.languages import LANGUAGES
from trainer.text import engine_name, phonemize
import trainer.text.english
assert engine_name(LANGUAGES["en"]).startswith("g2p-en ")
assert not {HEAVY!r} & sys.modules.keys()
phonemize("...", LANGUAGES["en"])
phonemize("12 + 3", LANGUAGES["en"])
assert {HEAVY!r} <= sys.modules.keys()
""")


def test_nothing_heavier_than_nltk_comes_with_the_engine():
    run("""
import sys
from trainer.text.english_engine import english_engine
english_engine()
assert not {"torch", "scipy", "sklearn", "matplotlib", "pandas"} & sys.modules.keys()
""")


def test_inflect_is_imported_without_its_checks_and_typeguard_stays_as_it_was():
    run("""
import typeguard
before = typeguard.typechecked
from trainer.text.english_engine import import_inflect
inflect = import_inflect()
assert typeguard.typechecked is before
assert inflect.engine().number_to_words(12345, andword="") == "twelve thousand, three hundred forty-five"
""")


def test_there_is_one_engine():
    assert english_engine() is english_engine()
    assert import_inflect() is import_inflect()


@pytest.mark.parametrize("word", ["hello", "engine", "world", "xylofex", "strqz", "activationist"])
def test_words_are_read_as_g2p_en_reads_them(word):
    """The engine as it is called by everybody, beside its pieces as they are called here."""
    engine = english_engine()
    expected = " ".join(engine._g2p(word))
    assert (engine.entry(word) or engine.guess(word)) == expected


def test_homographs_and_tags_are_those_of_g2p_en():
    engine = english_engine()
    assert engine.homograph("refuse") == ("R IH0 F Y UW1 Z", "R EH1 F Y UW2 Z", "V")
    assert engine.homograph("hello") is None
    assert engine.tags(["I", "refuse", "it", "."]) == ["PRP", "VBP", "PRP", "."]


@pytest.mark.parametrize(
    ("word", "phones"),
    [
        ("caught", "K AO1 T"),
        ("soft", "S AO1 F T"),
        ("swallow", "S W AA1 L OW0"),
        ("on", "AA1 N"),
        ("company", "K AH1 M P AH0 N IY0"),
        ("anti", "AE1 N T IY2"),
    ],
)
def test_whims_of_the_dictionary_are_evened_out(word, phones):
    assert english_engine().entry(word) == phones

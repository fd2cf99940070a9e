"""Words that are written alike and spoken differently, each in many sentences, both ways.

`english_homographs_*.tsv` have a line, the word in question, and what is right for each time it stands there.
"""

from pathlib import Path

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize

ROWS = [
    tuple(row.split("\t"))
    for table in sorted(Path(__file__).parent.glob("english_homographs_*.tsv"))
    for row in table.read_text(encoding="utf-8").splitlines()[1:]
]
WORDS = sorted({word for _, word, _ in ROWS})


@pytest.mark.parametrize("word", WORDS)
def test_word_is_spoken_as_its_place_asks(word):
    wrong = {}
    for line, _, spoken in (row for row in ROWS if row[1] == word):
        heard = [w["phones"] for w in phonemize(line, LANGUAGES["en"]).words if w["word"].lower() == word]
        if heard != spoken.split(";"):
            wrong[line] = heard
    assert not wrong


def test_the_common_ones_are_there_in_both_readings():
    readings = {word: {part for _, w, spoken in ROWS if w == word for part in spoken.split(";")} for word in WORDS}
    both = "read live lives lead wind tear bow close use used object record present content refuse minute wound desert"
    both += " project produce permit contract invalid excuse house abuse perfect separate estimate moderate graduate"
    both += " conduct conflict contest convert increase insult rebel sow polish bass dove resume learned aged blessed"
    for word in both.split():
        assert len(readings[word]) == 2, word

"""A table of English lines and how a careful American newsreader speaks them, in ARPAbet as the CMU dictionary writes it.

`english_lines.tsv` has the kind of line, the line, its words with the pauses between them, and the codes of its verdicts.
The values are what is right, not what the code once printed.
"""

from pathlib import Path

import pytest

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from trainer.text.symbols import SYMBOL_TABLE

ROWS = [
    tuple(row.split("\t"))
    for row in (Path(__file__).parent / "english_lines.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("kind", "line", "spoken", "verdicts"), ROWS, ids=[f"{row[0]}: {row[1]}" for row in ROWS])
def test_line_is_spoken_as_a_newsreader_would(kind, line, spoken, verdicts):
    phonemes = phonemize(line, LANGUAGES["en"])
    heard = [piece for word in phonemes.words for piece in (word["phones"], word["pause"]) if piece]
    assert " | ".join(heard) == spoken
    assert ",".join(dict.fromkeys(verdict.code for verdict in phonemes.warnings)) == verdicts


def test_the_table_holds_at_least_140_different_lines_of_known_phones():
    assert len({line for _, line, _, _ in ROWS}) == len(ROWS) >= 140
    symbols = SYMBOL_TABLE["en"].ids
    for _, line, spoken, _ in ROWS:
        for phone in spoken.replace("|", " ").split():
            assert phone.rstrip("012") in symbols, (line, phone)

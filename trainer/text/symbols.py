"""The symbols that a model may see, per language, versioned: an unknown one is an error here, not an assert on a GPU.

Both tables start with padding (never part of a text) and the three silences: `sil` opens and closes a text, `pau` is a
pause within it, `?` stands where a question ends (instead of `pau`, or just before the closing `sil`), because a
question is heard in the melody before it. Change a table only together with its version: its order is the embedding of
every model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from trainer.errors import BadInput
from trainer.languages import Language

PADDING, EDGE, PAUSE, QUESTION = "_", "sil", "pau", "?"
SILENCES = frozenset({EDGE, PAUSE, QUESTION})

# Japanese: the phones of Open JTalk. Capital vowels are devoiced, N is the moraic nasal, cl holds a geminate.
JAPANESE_VOWELS = ("a", "i", "u", "e", "o", "A", "I", "U", "E", "O")
JAPANESE_MORAIC = ("N", "cl")
_JAPANESE_CONSONANTS = "k ky kw g gy gw s sh z j t ts ty ch d dy n ny h hy b by p py f fy m my y r ry w v".split()

# English: ARPAbet as in the CMU dictionary, without the stress digit, which is the tone.
ENGLISH_VOWELS = tuple("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())
_ENGLISH_CONSONANTS = tuple("B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split())

# Tone of a phone. Japanese: pitch of its mora, 0 for silences. English: stress of a vowel, 0 for all else.
JAPANESE_LOW, JAPANESE_HIGH = 1, 2
ENGLISH_TONE_OF_STRESS = {"0": 1, "1": 2, "2": 3}


@dataclass(frozen=True)
class SymbolTable:
    """`symbols[i]` has the id `i`; tones run from 0 to `tones` - 1."""

    language: str
    version: str
    symbols: tuple[str, ...]
    tones: int
    ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        ids = {symbol: index for index, symbol in enumerate(self.symbols) if symbol != PADDING}
        object.__setattr__(self, "ids", ids)


SYMBOL_TABLE: dict[str, SymbolTable] = {
    "ja": SymbolTable(
        "ja",
        "ja-1",
        (PADDING, EDGE, PAUSE, QUESTION, *JAPANESE_VOWELS, *JAPANESE_MORAIC, *_JAPANESE_CONSONANTS),
        tones=3,
    ),
    "en": SymbolTable(
        "en",
        "en-1",
        (PADDING, EDGE, PAUSE, QUESTION, *ENGLISH_VOWELS, *_ENGLISH_CONSONANTS),
        tones=4,
    ),
}


def symbol_ids(symbols: Iterable[str], language: Language | str) -> list[int]:
    """Ids of `symbols` in the table of `language` (a Language or its tag). Raises BadInput symbol-unknown."""
    table = SYMBOL_TABLE[language if isinstance(language, str) else language.tag]
    ids = []
    for symbol in symbols:
        if symbol not in table.ids:
            raise BadInput("symbol-unknown", measured=symbol, language=table.language, version=table.version)
        ids.append(table.ids[symbol])
    return ids

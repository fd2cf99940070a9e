"""Corrections around g2p-en: words that it reads wrongly, and words that are read in two ways.

Pronunciations are ARPAbet with stress digits. Tags are those of the Penn Treebank. Raise `VERSION` with every change
that alters a reading: it is stored with the phonemes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

VERSION = 1

# The engine's dictionary gives another word, an outdated reading, or nothing.
LEXICON: dict[str, str] = {
    "etc": "EH0 T S EH1 T ER0 AH0",
    "gif": "G IH1 F",
    "gonna": "G AH1 N AH0",
    "koebo": "K OW1 EH0 B OW0",
    "learned": "L ER1 N D",
    "miz": "M IH1 Z",
    "emoji": "IH0 M OW1 JH IY0",
    "tis": "T IH1 Z",
    "twas": "T W AA1 Z",
    "ui": "Y UW1 AY1",
    "wifi": "W AY1 F AY2",
}  # fmt: skip

# In capitals these are letters; in lower case they are words.
SPELLED_IN_CAPITALS = frozenset({"US", "IT", "ID", "AM", "PM", "IP", "AI", "OS", "ER", "PA", "EU", "UN", "HR", "PR"})

# (as a verb, otherwise). The engine's table has these the wrong way round, or lacks the common reading.
VERB_OR_NOT: dict[str, tuple[str, str]] = {
    "articulate": ("AA0 R T IH1 K Y AH0 L EY2 T", "AA0 R T IH1 K Y AH0 L AH0 T"),
    "baths": ("B AE1 TH S", "B AE1 TH S"),
    "blessed": ("B L EH1 S T", "B L EH1 S IH0 D"),
    "certificate": ("S ER0 T IH1 F IH0 K EY2 T", "S ER0 T IH1 F IH0 K AH0 T"),
    "dogged": ("D AO1 G D", "D AO1 G IH0 D"),
    "exploit": ("EH2 K S P L OY1 T", "EH1 K S P L OY2 T"),
    "exploits": ("EH2 K S P L OY1 T S", "EH1 K S P L OY2 T S"),
    "fragment": ("F R AE0 G M EH1 N T", "F R AE1 G M AH0 N T"),
    "frequent": ("F R IY0 K W EH1 N T", "F R IY1 K W AH0 N T"),
    "imprint": ("IH2 M P R IH1 N T", "IH1 M P R IH0 N T"),
    "inverse": ("IH2 N V ER1 S", "IH1 N V ER0 S"),
    "mandate": ("M AE1 N D EY2 T", "M AE1 N D EY2 T"),
    "misconduct": ("M IH2 S K AA0 N D AH1 K T", "M IH2 S K AA1 N D AH0 K T"),
    "misuse": ("M IH0 S Y UW1 Z", "M IH0 S Y UW1 S"),
    "mouth": ("M AW1 DH", "M AW1 TH"),
    "mouths": ("M AW1 DH Z", "M AW1 DH Z"),
    "object": ("AH0 B JH EH1 K T", "AA1 B JH EH0 K T"),
    "pontificate": ("P AA0 N T IH1 F AH0 K EY2 T", "P AA0 N T IH1 F AH0 K AH0 T"),
    "precipitate": ("P R IH0 S IH1 P IH0 T EY2 T", "P R IH0 S IH1 P IH0 T AH0 T"),
    "predicate": ("P R EH1 D AH0 K EY2 T", "P R EH1 D IH0 K AH0 T"),
    "prefixes": ("P R IY2 F IH1 K S IH0 Z", "P R IY1 F IH0 K S IH0 Z"),
    "presage": ("P R EH1 S IH0 JH", "P R EH1 S IH0 JH"),
    "presages": ("P R EH1 S IH0 JH IH0 Z", "P R EH1 S IH0 JH IH0 Z"),
    "process": ("P R AA1 S EH2 S", "P R AA1 S EH2 S"),
    "processes": ("P R AA1 S EH2 S IH0 Z", "P R AA1 S EH2 S IH0 Z"),
    "processing": ("P R AA1 S EH2 S IH0 NG", "P R AA1 S EH2 S IH0 NG"),
    "rebel": ("R IH0 B EH1 L", "R EH1 B AH0 L"),
    "refresh": ("R IH0 F R EH1 SH", "R IH0 F R EH1 SH"),
    "refuse": ("R IH0 F Y UW1 Z", "R EH1 F Y UW2 S"),
    "segment": ("S EH2 G M EH1 N T", "S EH1 G M AH0 N T"),
    "subcontract": ("S AH2 B K AA0 N T R AE1 K T", "S AH0 B K AA1 N T R AE2 K T"),
    "torment": ("T AO0 R M EH1 N T", "T AO1 R M EH2 N T"),
    "upset": ("AH0 P S EH1 T", "AH0 P S EH1 T"),
    # Not in the engine's table, so that one reading stood for both.
    "lives": ("L IH1 V Z", "L AY1 V Z"),
    "sow": ("S OW1", "S AW1"),
    "tears": ("T EH1 R Z", "T IH1 R Z"),
    "winds": ("W AY1 N D Z", "W IH1 N D Z"),
}

# Words and tags of one text, and the index of the word in question.
Rule = Callable[[Sequence[str], Sequence[str], int], str]

_MODALS = frozenset(
    "to will would can could shall should may might must do does did don't doesn't didn't won't can't cannot "
    "couldn't wouldn't shouldn't let let's please i'll you'll he'll she'll we'll they'll i'd you'd he'd she'd "
    "we'd they'd".split()
)
_PERFECT = frozenset(
    "have has had having i've you've we've they've is are was were be been being am isn't aren't wasn't weren't "
    "haven't hasn't hadn't he's she's it's".split()
)
_BETWEEN = frozenset("not never ever already just also always often i you he she it we they them him her".split())
_PAST = frozenset("yesterday ago last once earlier then when before previously".split())
_SHOWN_LIVE = frozenset(
    "album ammunition animals audience bait band broadcast chat concert coverage data demo event events feed fire "
    "music news performance performances radio recording session show shows stage stream streaming "
    "television tv video wire wires".split()
)


def _word(words: Sequence[str], index: int) -> str:
    return words[index] if 0 <= index < len(words) else ""


def _governor(words: Sequence[str], index: int) -> str:
    """The auxiliary that rules a verb, found by stepping back over pronouns and adverbs; empty if there is none."""
    for back in range(index - 1, max(index - 5, -1), -1):
        if words[back] in _MODALS or words[back] in _PERFECT:
            return words[back]
        if words[back] not in _BETWEEN and not words[back].endswith("ly"):
            break
    return ""


def _clause(words: Sequence[str], index: int) -> Sequence[str]:
    """The words of the sentence around `index`."""
    start = max((i + 1 for i in range(index) if words[i] in ".?!"), default=0)
    end = next((i for i in range(index, len(words)) if words[i] in ".?!"), len(words))
    return words[start:end]


def _read(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    """Past (red) after an auxiliary of the perfect or passive, after he, she, it, or with a word of the past nearby."""
    present, past = "R IY1 D", "R EH1 D"
    governor = _governor(words, index)
    if governor in _MODALS:
        return present
    if governor in _PERFECT or _word(words, index - 1) in ("he", "she", "it", "who"):
        return past
    if tags[index] in ("VBD", "VBN"):
        return past
    is_after_subject = index > 0 and tags[index - 1] in ("PRP", "NNP", "NN", "NNS")
    return past if is_after_subject and _PAST.intersection(_clause(words, index)) else present


def _live(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    """A verb (liv) unless it describes what is shown as it happens (lyve)."""
    verb, adjective = "L IH1 V", "L AY1 V"
    if _governor(words, index) in _MODALS:
        return verb
    if _word(words, index + 1) in _SHOWN_LIVE:
        return adjective
    is_described = index > 0 and tags[index - 1] in ("DT", "PRP$")
    return adjective if is_described or tags[index].startswith(("J", "R")) else verb


def _lead(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    is_metal = _word(words, index + 1) in ("pipe", "pipes", "paint", "poisoning", "pencil", "ore", "weight", "shot")
    return "L EH1 D" if is_metal else "L IY1 D"


def _close(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    """To shut, or an end (cloze); near (close)."""
    shut, near = "K L OW1 Z", "K L OW1 S"
    following = _word(words, index + 1)
    if tags[index].startswith("V") or (_word(words, index - 1) == "the" and following == "of"):
        return shut
    begins = index == 0 or words[index - 1] in ".?!,"
    return shut if begins and following in ("the", "your", "my", "his", "her", "their", "all", "it", "this") else near


def _used(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    """Accustomed, or formerly (yoost) before `to`; else made use of (yoozd)."""
    return "Y UW1 S T" if _word(words, index + 1) == "to" else "Y UW1 Z D"


def _wind(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    is_turned = tags[index].startswith("V") or _governor(words, index) in _MODALS or _word(words, index + 1) == "up"
    return "W AY1 N D" if is_turned else "W IH1 N D"


def _wound(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    is_turned = tags[index].startswith("V") and _word(words, index + 1) in ("up", "down", "around", "through", "its")
    return "W AW1 N D" if is_turned else "W UW1 N D"


def _tear(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    is_ripped = tags[index].startswith("V") or _governor(words, index) in _MODALS
    return "T EH1 R" if is_ripped or _word(words, index + 1) in ("up", "down", "apart") else "T IH1 R"


def _bow(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    is_bent = tags[index].startswith("V") or _word(words, index - 2) in ("take", "took", "takes", "taking")
    return "B AW1" if is_bent else "B OW1"


def _dove(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    return "D OW1 V" if tags[index].startswith("V") else "D AH1 V"


def _bass(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    return "B AE1 S" if _word(words, index + 1) in ("fishing", "fish", "pro") else "B EY1 S"


def _does(words: Sequence[str], tags: Sequence[str], index: int) -> str:
    return "D AH1 Z"


RULES: dict[str, Rule] = {
    "bass": _bass,
    "bow": _bow,
    "close": _close,
    "does": _does,
    "dove": _dove,
    "lead": _lead,
    "live": _live,
    "read": _read,
    "tear": _tear,
    "used": _used,
    "wind": _wind,
    "wound": _wound,
}

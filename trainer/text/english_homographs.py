"""Words that are written alike and spoken differently, where more than verb or noun decides."""

from __future__ import annotations

from trainer.text.english_context import (
    BE,
    DEGREES,
    DETERMINERS,
    MARKS,
    MODALS,
    PREPOSITIONS,
    SUBJECTS,
    SUBJECTS_SINGULAR,
    Context,
)
from trainer.text.english_rare_homographs import RARE_HOMOGRAPH_RULES, HomographRule

_SUBJECTS = SUBJECTS | SUBJECTS_SINGULAR
_PAST = frozenset("yesterday ago last once earlier then when before previously until while as".split())
_HABIT = frozenset("every always usually often sometimes never rarely daily weekly nowadays".split())
_MANY = frozenset("children people men women students adults kids users voters".split())
_POSSESSIVES = frozenset("my your his her its our their".split())

_SHOWN_LIVE = frozenset(
    "action album ammunition animals audience bait band birth blog broadcast broadcasts camera cattle chat concert "
    "coverage data debate demo entertainment event events feed fire game jazz match music news oak performance "
    "performances photo plants podcast radio recording report reports session show shows stage stream streaming "
    "television theater tv update updates version video wire wires".split()
)
_SHOWS_LIVE = frozenset(
    "air aired airing airs broadcast broadcasting broadcasts coming go goes going gone hear heard perform performed "
    "performing performs play played playing plays recorded report reporting sang saw see seen shown sing singing "
    "stream streamed streaming sung televised watch watched watching went".split()
)
_ENDS = MARKS | {""}
_COMES_CLOSE = frozenset("come comes came coming get gets got getting stay stays stayed draw drew stand stood".split())


def _read(context: Context, index: int) -> str:
    """Past (red) after an auxiliary of the perfect or passive, after one subject, or with a word of the past nearby."""
    present, past = "R IY1 D", "R EH1 D"
    before, governor = context.word(index - 1), context.governor(index)
    is_adverb = before.endswith("ly") or before in ("well", "little", "best")
    if is_adverb and (context.word(index - 2) in DETERMINERS or context.word(index - 2) in BE):
        return past
    is_noun = before in DETERMINERS or (context.tag(index - 1) == "JJ" and context.word(index - 2) in DETERMINERS)
    if governor in MODALS or is_noun:
        return present
    if governor or context.word(index + 1) == "by":
        return past
    if _is_asked(context, index):
        return present
    if (before := context.subject(index)) in SUBJECTS_SINGULAR:
        is_of_many = before in ("who", "that", "which") and _is_plural(context, index - 2)
        return present if is_of_many else past
    return past if _is_read_in_past(context, index) else present


def _is_read_in_past(context: Context, index: int) -> bool:
    if context.begins(index):
        return False
    before = context.tag(index - 1)
    if before in ("NN", "NNP") and context.word(index - 1) not in ("i", "and", "or"):
        return True  # the teacher read; with an s where it is the present
    clause = context.clause(index)
    if _HABIT.intersection(clause) or context.word(index - 1) in _MANY:
        return False
    if _PAST.intersection(clause):
        return True
    start, end = context.clause_span(index)
    others = [context.tag(other) for other in range(start, end) if other != index]
    if "VBD" in others:
        return True
    return not {"VBP", "VBZ"}.intersection(others) and context.tag(index) in ("VBD", "VBN")


def _is_plural(context: Context, index: int) -> bool:
    return context.tag(index) in ("NNS", "NNPS") or context.word(index) in ("those", "people", "we", "they")


def _is_asked(context: Context, index: int) -> bool:
    """Whether an auxiliary before the subject rules the verb: did the teacher read; let Mary read."""
    asking = MODALS - {"to"} | {"help", "make", "made", "hear", "heard", "watch", "watched"}
    for back in range(index - 1, max(index - 6, -1), -1):
        if context.words[back] in asking:
            return True
        if context.words[back] in ",.?" or context.tag(back).startswith("V"):
            return False
    return False


def _live(context: Context, index: int) -> str:
    """A verb (liv) unless it describes what is shown as it happens (lyve)."""
    verb, adjective = "L IH1 V", "L AY1 V"
    before, after = context.word(index - 1), context.word(index + 1)
    if before in SUBJECTS or before in ("that", "which") or before in MODALS:
        return verb
    if before in ("it", "them", "him", "her", "us") and context.word(index - 2) in _SHOWS_LIVE:
        return adjective
    if context.word(index + 1) in _ENDS and context.clause(index)[0] in BE:
        return adjective  # is this live
    if before in BE or before in _SHOWS_LIVE or before in DETERMINERS or before in _POSSESSIVES:
        return adjective
    if after in _SHOWN_LIVE or (context.begins(index) and after in ("from", "at")):
        return adjective
    if context.governor(index) in MODALS or context.tag(index - 1).startswith("N"):
        return verb
    if context.begins(index) and not context.tag(index + 1).startswith(("N", "J")):
        return verb
    return adjective if context.tag(index).startswith(("J", "R")) else verb


def _lives(context: Context, index: int) -> str:
    """The plural of life (lyves), or what somebody does (livs)."""
    verb, noun = "L IH1 V Z", "L AY1 V Z"
    before, tag = context.word(index - 1), context.tag(index - 1)
    if before in SUBJECTS_SINGULAR:
        return verb
    if before in DETERMINERS or before in PREPOSITIONS or before == "her":
        return noun
    if tag in ("NNP", "NN") and not before.endswith("'s"):
        return verb
    return noun if tag.startswith(("J", "C", "V", "P")) or context.tag(index).startswith("N") else verb


def _lead(context: Context, index: int) -> str:
    """The metal (led) before what is made of it, or named as a substance; else to go first (leed)."""
    before, after = context.word(index - 1), context.word(index + 1)
    metals = "pipe pipes paint poisoning pencil pencils ore weight weights shot bullet bullets free acid based levels"
    substance = before in ("of", "contain", "contains", "containing", "like", "molten", "with") and not context.tag(
        index + 1
    ).startswith(("N", "J"))
    is_of_metal = {"pencil", "pencils", "metal", "toxic"}.intersection(context.clause(index))
    if is_of_metal and not context.is_verb(index):
        return "L EH1 D"
    is_named = (before == "as" and after != "the") or (context.begins(index) and after in BE)
    return "L EH1 D" if after in metals.split() or substance or is_named else "L IY1 D"


def _close(context: Context, index: int) -> str:
    """To shut, or an end (cloze); near (close)."""
    shut, near = "K L OW1 Z", "K L OW1 S"
    before, after = context.word(index - 1), context.word(index + 1)
    if context.begins(index) and after == "to":
        return near
    is_end = before == "the" and context.word(index - 2) in ("at", "until", "before", "since", "by") and after in _ENDS
    if after == "of" or is_end or (before == "a" and context.word(index - 2) == "to"):
        return shut
    if before in DEGREES or before in BE or before in _COMES_CLOSE or before in DETERMINERS or before in _POSSESSIVES:
        return near
    if context.governor(index) in MODALS or before in _SUBJECTS or context.is_verb(index):
        return shut if after not in ("together",) else near
    if context.tag(index - 1) == "NNS" and after in ("at", "on", "in", "for", "early", "late", "down", "soon"):
        return shut
    return near


def _use(context: Context, index: int) -> str:
    is_ordered = context.begins(index) and context.word(index + 1) not in {"of", "in", "is", *MARKS}
    return "Y UW1 Z" if is_ordered or context.is_verb(index) else "Y UW1 S"


def _used(context: Context, index: int) -> str:
    """Formerly, or accustomed (yoost) before `to`, but not where something is used to do something (yoozd)."""
    if context.word(index + 1) != "to":
        return "Y UW1 Z D"
    is_passive = context.word(index - 1) in BE or context.governor(index) in BE
    is_purpose = is_passive and context.tag(index + 2) in ("VB", "VBP")
    return "Y UW1 Z D" if is_purpose else "Y UW1 S T"


def _wind(context: Context, index: int) -> str:
    before, after = context.word(index - 1), context.word(index + 1)
    turning = ("up", "down", "around", "through")
    if before in DETERMINERS and context.word(index + 2) not in ("toy", "toys", "clock", "radio", "doll", "car"):
        return "W IH1 N D"
    is_turned = context.is_verb(index) or after == "up" or (after in turning and context.tag(index - 1) == "NNS")
    return "W AY1 N D" if is_turned else "W IH1 N D"


def _winds(context: Context, index: int) -> str:
    before, after = context.word(index - 1), context.word(index + 1)
    is_way = after in ("through", "along", "around", "its", "down", "up", "past", "between", "across", "into")
    is_verb = before in SUBJECTS_SINGULAR or (is_way and context.tag(index - 1) in ("NN", "NNP"))
    return "W AY1 N D Z" if is_verb else "W IH1 N D Z"


def _tear(context: Context, index: int) -> str:
    """To rip, or where something is ripped (tair); a drop from the eye (teer)."""
    before, after = context.word(index - 1), context.word(index + 1)
    if after in ("gas", "drop", "drops", "duct", "ducts", "stained"):
        return "T IH1 R"
    torn = ("muscle", "ligament", "tendon", "and", "meniscus", "cuff", "small", "huge")
    is_ripped = after in ("up", "down", "apart", "off", "open", "out", "in", "into") or before in torn
    return "T EH1 R" if is_ripped or context.is_verb(index) else "T IH1 R"


def _tears(context: Context, index: int) -> str:
    is_verb = context.word(index - 1) in SUBJECTS_SINGULAR or context.word(index + 1) in (
        "up",
        "apart",
        "off",
        "through",
    )
    return "T EH1 R Z" if is_verb else "T IH1 R Z"


HOMOGRAPH_RULES: dict[str, HomographRule] = {
    **RARE_HOMOGRAPH_RULES,
    "close": _close,
    "lead": _lead,
    "live": _live,
    "lives": _lives,
    "read": _read,
    "tear": _tear,
    "tears": _tears,
    "use": _use,
    "used": _used,
    "wind": _wind,
    "winds": _winds,
}

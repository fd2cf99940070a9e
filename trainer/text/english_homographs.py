"""Words that are written alike and spoken differently, where more than verb or noun decides."""

from __future__ import annotations

from collections.abc import Callable

from trainer.text.english_context import (
    BE,
    DEGREES,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    SUBJECTS,
    SUBJECTS_SINGULAR,
    Context,
)

# A text, and the index of the word in question; gives ARPAbet.
HomographRule = Callable[[Context, int], str]

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
_ENTIRELY_NEAR = frozenset(
    "together by call friend friends at relative relatives range attention enough quarters".split()
)
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
    is_named = (before == "as" and after != "the") or (context.begins(index) and after in BE)
    return "L EH1 D" if after in metals.split() or substance or is_named else "L IY1 D"


def _close(context: Context, index: int) -> str:
    """To shut, or an end (cloze); near (close)."""
    shut, near = "K L OW1 Z", "K L OW1 S"
    before, after = context.word(index - 1), context.word(index + 1)
    if context.begins(index) and after == "to":
        return near
    if after == "of" or (before == "a" and context.word(index - 2) == "to"):
        return shut
    if before in DEGREES or before in BE or before in _COMES_CLOSE or before in DETERMINERS or before in _POSSESSIVES:
        return near
    if context.governor(index) in MODALS or before in _SUBJECTS or context.is_verb(index):
        return shut if after not in ("together",) else near
    if context.tag(index - 1) == "NNS" and after in ("at", "on", "in", "for", "early", "late", "down", "soon"):
        return shut
    return near


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


def _wound(context: Context, index: int) -> str:
    """Past of wind (wownd) after a subject or with a direction; else an injury (woond)."""
    before, after = context.word(index - 1), context.word(index + 1)
    if before in DETERMINERS or before in PREPOSITIONS or before in MODALS or before == "her":
        return "W UW1 N D"
    directions = ("up", "down", "around", "round", "through", "its", "tightly", "back", "along", "his", "too")
    is_turned = after in directions or before in ("he", "she", "it", "we", "they", "i")
    return "W AW1 N D" if is_turned or context.governor(index) in BE else "W UW1 N D"


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


def _bow(context: Context, index: int) -> str:
    """To bend, a bend, the front of a ship (bough); a weapon, a knot, what a violin is played with (boe)."""
    before, after = context.word(index - 1), context.word(index + 1)
    if after in ("tie", "ties", "and", "string") or before in ("cross", "rain", "violin", "long"):
        return "B OW1" if "stern" not in context.clause(index) else "B AW1"
    ship = {"ship", "boat", "stern", "deck", "sailors", "ship's", "vessel", "waves", "yacht"}
    is_taken = context.word(index - 2) in ("take", "took", "takes", "taking") or context.word(index - 2) == "final"
    is_bent = context.is_verb(index) or after in ("to", "down", "before", "out")
    return "B AW1" if is_bent or is_taken or ship.intersection(context.clause(index)) else "B OW1"


def _minute(context: Context, index: int) -> str:
    """Tiny (my-newt) after a degree or before what can be tiny; else sixty seconds."""
    tiny = "detail details particle particles amount amounts quantity quantities difference differences trace traces"
    is_tiny = context.word(index - 1) in DEGREES - {"how", "as"} or context.word(index + 1) in tiny.split()
    return "M AY0 N UW1 T" if is_tiny and context.word(index - 1) != "last" else "M IH1 N AH0 T"


def _invalid(context: Context, index: int) -> str:
    """A person who is ill (in-valid) only where it is a noun; else not valid."""
    is_noun = context.word(index - 1) in DETERMINERS | {"her"} and not context.tag(index + 1).startswith(
        ("N", "J", "VBN")
    )
    return "IH1 N V AH0 L AH0 D" if is_noun else "IH2 N V AE1 L AH0 D"


def _content(context: Context, index: int) -> str:
    """Pleased (con-tent) after be and the like, and before with and to; else what something holds."""
    before, after = context.word(index - 1), context.word(index + 1)
    feels = ("feel", "feels", "felt", "seem", "seems", "seemed", "look", "looks", "looked", "perfectly")
    is_pleased = before in BE or before in DEGREES or before in feels or context.governor(index) in BE
    is_pleased = is_pleased or (after in ("with", "to") and before not in DETERMINERS | PREPOSITIONS)
    is_pleased = is_pleased or after in ("himself", "herself", "themselves", "yourself")
    return "K AH0 N T EH1 N T" if is_pleased else "K AA1 N T EH0 N T"


def _polish(context: Context, index: int) -> str:
    """Of Poland, with its capital; at the beginning of a sentence only before a noun."""
    is_polish = context.is_name_like(index) or (
        context.written[index][:1].isupper() and context.tag(index + 1).startswith(("N", "J"))
    )
    return "P OW1 L IH0 SH" if is_polish else "P AA1 L IH0 SH"


def _bass(context: Context, index: int) -> str:
    fishing = {
        "fish",
        "fishing",
        "caught",
        "catch",
        "lake",
        "river",
        "pond",
        "striped",
        "sea",
        "grilled",
        "trout",
        "boat",
    }
    return "B AE1 S" if fishing.intersection(context.clause(index)) else "B EY1 S"


def _dove(context: Context, index: int) -> str:
    dives = ("into", "in", "off", "under", "for", "headfirst", "right", "straight", "deep", "down", "underwater")
    is_dived = context.word(index + 1) in dives and context.word(index - 1) not in DETERMINERS
    return "D OW1 V" if is_dived else "D AH1 V"


def _does(context: Context, index: int) -> str:
    is_deer = {"buck", "bucks", "deer", "fawns", "stags"}.intersection(context.clause(index))
    is_noun = context.word(index - 1) in ("and", "two", "three", "several", "the", "many")
    return "D OW1 Z" if is_deer and is_noun else "D AH1 Z"


def _learned(context: Context, index: int) -> str:
    people = (
        "friend friends scholar scholars man men professor professors judge judges colleague society journal counsel"
    )
    return "L ER1 N IH0 D" if context.word(index + 1) in people.split() else "L ER1 N D"


def _aged(context: Context, index: int) -> str:
    """Old (age-id), of people and after an article; else of a certain age, or ripened."""
    ripe = "cheese cheddar wine beef whiskey whisky ham steak rum balsamic wood well care".split()
    is_old = context.word(index - 1) in DETERMINERS | {"her"} and context.word(index + 1) not in ripe
    return "EY1 JH IH0 D" if is_old else "EY1 JH D"


def _blessed(context: Context, index: int) -> str:
    before, after = context.word(index - 1), context.word(index + 1)
    is_holy = before in DETERMINERS or (context.begins(index) and after in ("are", "be", "is"))
    return "B L EH1 S IH0 D" if is_holy or after in ("virgin", "sacrament") else "B L EH1 S T"


def _august(context: Context, index: int) -> str:
    is_grand = context.written[index].islower() and context.word(index - 1) in DETERMINERS
    return "AO0 G AH1 S T" if is_grand else "AO1 G AH0 S T"


def _job(context: Context, index: int) -> str:
    is_bible = context.written[index][0].isupper() and context.word(index - 1) == "of"
    return "JH OW1 B" if is_bible and context.word(index - 2) in ("book", "patience", "story") else "JH AA1 B"


def _place(place: str, otherwise: str) -> HomographRule:
    """A town, with its capital, after in, to, from or near."""

    def rule(context: Context, index: int) -> str:
        is_after = context.word(index - 1) in ("in", "to", "from", "near")
        return place if context.is_name_like(index) and is_after else otherwise

    return rule


def _resume(context: Context, index: int) -> str:
    is_paper = context.word(index - 1) in DETERMINERS | {"her"} or not context.is_verb(index)
    return "R EH1 Z AH0 M EY2" if is_paper else "R IH0 Z UW1 M"


def _complex(context: Context, index: int) -> str:
    """A group of buildings (com-plex) where it is a noun; else not simple."""
    after = context.tag(index + 1)
    is_noun = (
        not after.startswith(("N", "J")) and not context.governor(index) and context.word(index - 1) not in DEGREES
    )
    return "K AA1 M P L EH0 K S" if is_noun else "K AH0 M P L EH1 K S"


def _sow(context: Context, index: int) -> str:
    """To scatter seed (so) unless an article makes it the animal."""
    return "S AW1" if context.word(index - 1) in DETERMINERS else "S OW1"


def _unused(context: Context, index: int) -> str:
    return "AH0 N Y UW1 S T" if context.word(index + 1) == "to" else "AH0 N Y UW1 Z D"


def _collect(context: Context, index: int) -> str:
    return "K AA1 L EH0 K T" if context.word(index + 1) in ("call", "calls") else "K AH0 L EH1 K T"


HOMOGRAPH_RULES: dict[str, HomographRule] = {
    "aged": _aged,
    "august": _august,
    "bass": _bass,
    "blessed": _blessed,
    "bow": _bow,
    "close": _close,
    "collect": _collect,
    "complex": _complex,
    "content": _content,
    "does": _does,
    "dove": _dove,
    "invalid": _invalid,
    "job": _job,
    "lead": _lead,
    "learned": _learned,
    "live": _live,
    "lives": _lives,
    "minute": _minute,
    "nice": _place("N IY1 S", "N AY1 S"),
    "polish": _polish,
    "read": _read,
    "reading": _place("R EH1 D IH0 NG", "R IY1 D IH0 NG"),
    "resume": _resume,
    "sow": _sow,
    "tear": _tear,
    "tears": _tears,
    "unused": _unused,
    "used": _used,
    "wind": _wind,
    "winds": _winds,
    "wound": _wound,
}

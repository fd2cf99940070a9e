"""Rules for the rarer words that are written alike and spoken differently; see `english_homographs`."""

from __future__ import annotations

from collections.abc import Callable

from trainer.text.english_context import BE, DEGREES, DETERMINERS, MODALS, PREPOSITIONS, Context

# A text, and the index of the word in question; gives ARPAbet.
HomographRule = Callable[[Context, int], str]


def _wound(context: Context, index: int) -> str:
    """Past of wind (wownd) after a subject or with a direction; else an injury (woond)."""
    before, after = context.word(index - 1), context.word(index + 1)
    if before in DETERMINERS or before in PREPOSITIONS or before in MODALS or before == "her":
        return "W UW1 N D"
    directions = ("up", "down", "around", "round", "through", "its", "tightly", "back", "along", "his", "too")
    is_turned = after in directions or before in ("he", "she", "it", "we", "they", "i")
    return "W AW1 N D" if is_turned or context.governor(index) in BE else "W UW1 N D"


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
    if context.word(index - 1) in ("she", "he", "they", "we", "i", "who"):
        return "D OW1 V"
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
    is_paper = context.word(index - 1) in DETERMINERS | {"her"} or not (context.begins(index) or context.is_verb(index))
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


RARE_HOMOGRAPH_RULES: dict[str, HomographRule] = {
    "aged": _aged,
    "august": _august,
    "bass": _bass,
    "blessed": _blessed,
    "bow": _bow,
    "collect": _collect,
    "complex": _complex,
    "content": _content,
    "does": _does,
    "dove": _dove,
    "invalid": _invalid,
    "job": _job,
    "learned": _learned,
    "minute": _minute,
    "nice": _place("N IY1 S", "N AY1 S"),
    "polish": _polish,
    "reading": _place("R EH1 D IH0 NG", "R IY1 D IH0 NG"),
    "resume": _resume,
    "sow": _sow,
    "unused": _unused,
    "wound": _wound,
}

"""Single steps of editing what is set by hand: each takes a draft (see `trainer.text.overrides`) and gives another.

A draft may be unfinished, even empty; whether it can be used is for `override_check` to say. Places count from 0.
"""

import difflib
from typing import Any

from trainer.text.moras import kana_of, split_kana
from trainer.text.overrides import LONG, katakana, mora_phones

Draft = dict[str, Any]


def draft_nucleus_set(*, draft: Draft, phrase: int, mora: int) -> Draft:
    """Let the pitch fall after a mora; where it falls there already, let it not fall at all."""
    edited = draft["accent_phrases"][phrase]
    nucleus = 0 if edited["nucleus"] == mora + 1 else mora + 1
    return _with_phrases(draft, phrase, 1, [edited | {"nucleus": nucleus}])


def draft_devoice(*, draft: Draft, phrase: int, mora: int) -> Draft:
    """Devoice the vowel of a mora, or give it its voice back."""
    edited = draft["accent_phrases"][phrase]
    moras = [dict(entry) for entry in edited["moras"]]
    moras[mora]["devoiced"] = not moras[mora]["devoiced"]
    return _with_phrases(draft, phrase, 1, [edited | {"moras": moras}])


def draft_split(*, draft: Draft, phrase: int, mora: int) -> Draft:
    """Begin a new accent phrase at a mora. The fall stays where it was; the other half does not fall."""
    whole = draft["accent_phrases"][phrase]
    first, second = whole["moras"][:mora], [dict(entry) for entry in whole["moras"][mora:]]
    if not first or not second:
        return draft
    if second[0]["kana"] == LONG:
        # What it lengthened stands in the other phrase now.
        second[0]["kana"] = kana_of(_phones(first + second[:1])[-1])
    nucleus = whole["nucleus"]
    halves = [
        {"moras": first, "nucleus": nucleus if nucleus <= mora else 0, "pause": ""},
        {"moras": second, "nucleus": max(0, nucleus - mora), "pause": whole["pause"]},
    ]
    return _with_phrases(draft, phrase, 1, halves)


def draft_join(*, draft: Draft, phrase: int) -> Draft:
    """Make one accent phrase of this one and the next, without a pause. The first fall of the two stays."""
    pair = draft["accent_phrases"][phrase : phrase + 2]
    if len(pair) < 2:
        return draft
    first, second = pair
    nucleus = first["nucleus"] or (second["nucleus"] and len(first["moras"]) + second["nucleus"])
    joined = {"moras": first["moras"] + second["moras"], "nucleus": nucleus, "pause": second["pause"]}
    return _with_phrases(draft, phrase, 2, [joined])


def draft_kana_set(*, draft: Draft, phrase: int, kana: str) -> Draft:
    """Write an accent phrase anew. Moras that stay keep their voice and the fall; a phrase without kana goes.

    What is no kana becomes a mora that `override_check` refuses.
    """
    edited = draft["accent_phrases"][phrase]
    before = [entry["kana"] for entry in edited["moras"]]
    after = _split(kana)
    if not after:
        rest = _with_phrases(draft, phrase, 1, [])
        return _with_pause_at_end(rest)
    moras = [{"kana": mora, "devoiced": False} for mora in after]
    nucleus = 0
    for block in difflib.SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            moras[block.b + offset]["devoiced"] = edited["moras"][block.a + offset]["devoiced"]
            if edited["nucleus"] == block.a + offset + 1:
                nucleus = block.b + offset + 1
    if edited["nucleus"] and not nucleus:
        nucleus = min(edited["nucleus"], len(after))
    return _with_phrases(draft, phrase, 1, [edited | {"moras": moras, "nucleus": nucleus}])


def draft_phrase_add(*, draft: Draft, kana: str) -> Draft:
    """Add an accent phrase without a fall at the end; a question stays at the end."""
    moras = [{"kana": mora, "devoiced": False} for mora in _split(kana)]
    if not moras:
        return draft
    phrases = [dict(phrase) for phrase in draft["accent_phrases"]]
    pause = phrases[-1]["pause"] if phrases else ""
    if phrases:
        phrases[-1]["pause"] = ""
    return {**draft, "accent_phrases": [*phrases, {"moras": moras, "nucleus": 0, "pause": pause}]}


def draft_pause_set(*, draft: Draft, part: int, pause: str) -> Draft:
    """The silence after an accent phrase or a word."""
    key = _key(draft)
    parts = [dict(entry) for entry in draft[key]]
    parts[part]["pause"] = pause
    return {**draft, key: parts}


def draft_phones_set(*, draft: Draft, word: int, phones: str) -> Draft:
    """The ARPAbet of an English word; a word without phones goes."""
    words = [dict(entry) for entry in draft["words"]]
    words[word]["phones"] = " ".join(phones.upper().split())
    if not words[word]["phones"]:
        del words[word]
    return _with_pause_at_end({**draft, "words": words})


def draft_word_add(*, draft: Draft, word: str, phones: str) -> Draft:
    """Add an English word at the end; a question stays at the end."""
    words = [dict(entry) for entry in draft["words"]]
    pause = words[-1]["pause"] if words else ""
    if words:
        words[-1]["pause"] = ""
    return {**draft, "words": [*words, {"word": word, "phones": " ".join(phones.upper().split()), "pause": pause}]}


def _key(draft: Draft) -> str:
    return "words" if "words" in draft else "accent_phrases"


def _with_phrases(draft: Draft, start: int, count: int, phrases: list[Draft]) -> Draft:
    all_phrases = draft["accent_phrases"]
    return {**draft, "accent_phrases": [*all_phrases[:start], *phrases, *all_phrases[start + count :]]}


def _with_pause_at_end(draft: Draft) -> Draft:
    """Silence comes at the end anyway: only a question is marked there."""
    key = _key(draft)
    if draft[key] and draft[key][-1]["pause"] == "pau":
        return draft_pause_set(draft=draft, part=len(draft[key]) - 1, pause="")
    return draft


def _split(kana: str) -> list[str]:
    """Kana as moras. What stands between them becomes a mora of its own, so that it can be named and refused."""
    written = "".join(katakana(kana).split())
    moras: list[str] = []
    for mora in split_kana(written):
        between, written = written.split(mora, 1)
        moras += [between, mora] if between else [mora]
    return [*moras, written] if written else moras


def _phones(moras: list[Draft]) -> list[tuple[str, ...]]:
    phones: list[tuple[str, ...]] = []
    for mora in moras:
        phones.append(mora_phones(mora["kana"], phones[-1] if phones else (), is_devoiced=mora["devoiced"]))
    return phones

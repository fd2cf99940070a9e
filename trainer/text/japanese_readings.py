"""Readings that the words around decide, where the engine goes wrong (今日, 辛い, 上手, 人気).

The engine has rules of its own for many words; a line stands here only for what it was seen to misread. A rule changes
a word before phones and pitch are made of it, so that they cannot disagree. What an operator entered is never touched.
"""

from __future__ import annotations

import re
from typing import Any

from trainer.text.japanese_accents import accent_set, head_of
from trainer.text.japanese_reading_rules import RULES, ReadingRule
from trainer.text.moras import split_kana

Feature = dict[str, Any]


# How many words around a word can decide: no sentence is longer, and a hostile text costs no more for it.
_WORDS_SEEN = 20

_BY_SURFACE: dict[str, list[tuple[ReadingRule, tuple[re.Pattern[str] | None, ...]]]] = {}
for _rule in RULES:
    _patterns = tuple(
        re.compile(pattern) if pattern else None
        for pattern in (_rule.before and f"(?:{_rule.before})$", _rule.after, _rule.within)
    )
    _BY_SURFACE.setdefault(_rule.surface, []).append((_rule, _patterns))


def readings_correct(features: list[Feature], jtalk: Any) -> set[int]:
    """Apply the rules to `features` in place. Returns the indices of the words whose reading was decided here."""
    changed: set[int] = set()
    for index, feature in enumerate(features):
        surface = feature["string"]
        if surface in _BY_SURFACE and not feature["is_reading_protected"]:
            before = "".join(other["string"] for other in features[max(index - _WORDS_SEEN, 0) : index])
            after = "".join(other["string"] for other in features[index + 1 : index + 1 + _WORDS_SEEN])
            for rule, patterns in _BY_SURFACE[surface]:
                if _applies(patterns, before, after, surface):
                    _read_as(features, index, rule)
                    changed.add(index)
                    break
    if changed:
        _devoice(features, changed, jtalk)
    return changed


def _applies(patterns: tuple[re.Pattern[str] | None, ...], before: str, after: str, surface: str) -> bool:
    is_before, is_after, is_within = patterns
    return (
        (is_before is None or is_before.search(before) is not None)
        and (is_after is None or is_after.match(after) is not None)
        and (is_within is None or is_within.search(before + surface + after) is not None)
    )


def _read_as(features: list[Feature], index: int, rule: ReadingRule) -> None:
    feature = features[index]
    moras = len(split_kana(rule.reading))
    shift = moras - feature["mora_size"]
    feature.update(read=rule.reading, pron=rule.reading, mora_size=moras)
    head = head_of(features, index)
    follower = features[index + 1] if index + 1 < len(features) else None
    is_compound = follower is not None and follower["chain_flag"] == 1 and follower["pos"] == "名詞"
    is_compound = is_compound and follower["pos_group1"] != "接尾"
    if head == index and rule.nucleus is not None and not is_compound:
        accent_set(features, index, rule.nucleus)
    elif head != index or is_compound:
        offset = sum(word["mora_size"] for word in features[head:index])
        if features[head]["acc"] > offset:
            features[head]["acc"] = max(features[head]["acc"] + shift, offset)


def _devoice(features: list[Feature], changed: set[int], jtalk: Any) -> None:
    """Decide again which vowels are devoiced, in changed words and at the end of the word before."""
    touched = {index for number in changed for index in (number - 1, number) if index >= 0}
    touched = {index for index in touched if not features[index]["is_reading_protected"]}
    for index in touched:
        mark = features[index]["pron"]
        features[index]["pron"] = mark.replace("’", "") if index in changed else mark.removesuffix("’")
    for index, fresh in enumerate(jtalk.set_unvoiced_vowel(features)):
        if index in touched:
            features[index]["pron"] = fresh["pron"]

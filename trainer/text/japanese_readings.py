"""Readings that the words around decide, where the engine goes wrong (今日, 辛い, 上手, 人気); and accents.

The engine has rules of its own for many words; a line stands here only for what it was seen to misread. A rule changes
a word before phones and pitch are made of it, so that they cannot disagree. What an operator entered is never touched.
"""

from __future__ import annotations

import re
from typing import Any

from trainer.text.japanese_reading_rules import RULES, ReadingRule
from trainer.text.moras import split_kana

Feature = dict[str, Any]


# Kana that the engine takes for 言い where it is 良い.
_GOOD = re.compile(r"[一-鿿ァ-ヴ。、！？!?]|です|でしょ|よ|ね|こと|もの|ん|から|けど|が|$")

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
            before = "".join(other["string"] for other in features[:index])
            after = "".join(other["string"] for other in features[index + 1 :])
            for rule, patterns in _BY_SURFACE[surface]:
                if _applies(patterns, before, after, surface):
                    _read_as(features, index, rule)
                    changed.add(index)
                    break
        elif surface == "いい" and feature["pos"] == "動詞":
            if _GOOD.match("".join(other["string"] for other in features[index + 1 :])):
                accent_set(features, index, 1)
        elif feature["pos"] == "フィラー" and surface.isalpha() and "Ａ" <= surface[0] <= "ｚ":
            _accent_spelled(features, index)
        elif surface in ("そう", "そうだ") and feature["chain_flag"] != 1:
            _accent_so(features, index)
        elif feature["pos"] in ("助詞", "助動詞"):
            _flatten_end(features, index)
    if changed:
        _devoice(features, changed, jtalk)
    return changed


def accent_set(features: list[Feature], index: int, nucleus: int) -> None:
    """Give the first word of an accent phrase another nucleus; particles that move it are heard again.

    Their rules are those of the engine's dictionary: after a flat word (F2), an accented one (F3) or any (F4) the fall
    goes to a place counted from their start, F5 takes it away, F1 leaves it."""
    head = features[index]
    head["acc"] = nucleus
    moras = head["mora_size"]
    for position in range(index + 1, len(features)):
        word = features[position]
        if word["chain_flag"] != 1 or word["pos"] not in ("助詞", "助動詞"):
            return
        rule, offset = _particle_rule(word["chain_rule"], features[position - 1]["pos"])
        is_flat = head["acc"] == 0
        if rule == "F4" or (rule == "F2" and is_flat) or (rule == "F3" and not is_flat):
            head["acc"] = moras + offset
        elif rule == "F5":
            head["acc"] = 0
        moras += word["mora_size"]


def _particle_rule(rules: str, part_of_speech: str) -> tuple[str, int]:
    for rule in rules.split("/"):
        after, is_conditional, name = rule.rpartition("%")
        if not is_conditional or after in part_of_speech:
            name, _, offset = name.partition("@")
            return name, int(offset or 0)
    return "", 0


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
    head = _head(features, index)
    follower = features[index + 1] if index + 1 < len(features) else None
    is_compound = follower is not None and follower["chain_flag"] == 1 and follower["pos"] == "名詞"
    is_compound = is_compound and follower["pos_group1"] != "接尾"
    if head == index and rule.nucleus is not None and not is_compound:
        accent_set(features, index, rule.nucleus)
    elif head != index or is_compound:
        offset = sum(word["mora_size"] for word in features[head:index])
        if features[head]["acc"] > offset:
            features[head]["acc"] = max(features[head]["acc"] + shift, offset)


def _head(features: list[Feature], index: int) -> int:
    while index > 0 and features[index]["chain_flag"] == 1:
        index -= 1
    return index


def _accent_spelled(features: list[Feature], index: int) -> None:
    """Letters said one by one fall after the first mora of the last: エックスキューゼ\\ット."""
    last = features[index]["string"][-1]
    moras = len(split_kana(_LETTERS.get(last.upper(), "")))
    if moras and _head(features, index) == index and features[index]["mora_size"] >= moras:
        features[index]["acc"] = features[index]["mora_size"] - moras + 1


def _accent_so(features: list[Feature], index: int) -> None:
    """そう falls at once where it is the predicate: ソ\\ーデス, ソ\\ーダネ. Before a verb it is flat."""
    if features[index]["string"] == "そうだ":
        features[index]["acc"] = 1
    elif index + 1 < len(features):
        after = features[index + 1]
        if after["chain_flag"] == 1 and after["string"] in (
            "です",
            "だ",
            "でし",
            "でしょ",
            "だろ",
            "か",
            "ね",
            "よ",
            "さ",
            "な",
        ):
            features[index]["acc"] = 1


def _flatten_end(features: list[Feature], index: int) -> None:
    """A flat word stays flat before particles with nothing after them (東京から, 行った): the engine writes a fall at
    their very end, which nobody hears."""
    is_last = index + 1 == len(features) or features[index + 1]["chain_flag"] != 1
    head = _head(features, index)
    if is_last and head != index:
        moras = sum(word["mora_size"] for word in features[head : index + 1])
        if features[head]["acc"] == moras:
            features[head]["acc"] = 0


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


_NAMES = (
    "エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー "
    "ユー ブイ ダブリュー エックス ワイ ゼット"
)
_LETTERS = dict(zip("ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ", _NAMES.split(), strict=True))

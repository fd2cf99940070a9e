"""Accents that the engine joins wrongly, put right as Tokyo speaks: passives, negated adjectives, そう, いい, letters.

A word carries the accent of its whole phrase in the engine's features if it is the first of it; `acc` counts moras of
the phrase, 0 for one that does not fall.
"""

from __future__ import annotations

import re
from typing import Any

from trainer.text.moras import split_kana

Feature = dict[str, Any]

# Kana that the engine takes for 言い where it is 良い.
_GOOD = re.compile(r"[一-鿿ァ-ヴ。、！？!?]|です|でしょ|よ|ね|こと|もの|ん|から|けど|が|$")

_NAMES = (
    "エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー "
    "ユー ブイ ダブリュー エックス ワイ ゼット"
)
_LETTERS = dict(zip("ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ", _NAMES.split(), strict=True))

_SO_PREDICATE = frozenset(("です", "だ", "でし", "でしょ", "だろ", "か", "ね", "よ", "さ", "な"))
_PASSIVE = frozenset(("れる", "られる"))


def accents_correct(features: list[Feature], morphemes: list[dict[str, Any]]) -> None:
    """Set the accents of `features` right in place. `morphemes` tell the accents that their words have alone."""
    for index, feature in enumerate(features):
        surface, part = feature["string"], feature["pos"]
        if part in ("助詞", "助動詞"):
            if surface in ("ない", "なかっ") and index and features[index - 1]["pos"] == "形容詞":
                _accent_negated(features, index, morphemes)
            _flatten_end(features, index)
        elif part == "動詞":
            if feature["pos_group1"] == "接尾" and feature["orig"] in _PASSIVE and feature["chain_flag"] == 1:
                _accent_passive(features, index, morphemes)
            elif feature["pos_group1"] == "非自立":
                _flatten_end(features, index)
            elif surface == "いい" and _GOOD.match(
                "".join(other["string"] for other in features[index + 1 : index + 3])
            ):
                accent_set(features, index, 1)
        elif surface in ("そう", "そうだ"):
            _accent_so(features, index)
        elif part == "フィラー" and surface.isalpha() and "Ａ" <= surface[0] <= "ｚ":
            _accent_spelled(features, index)


def accent_set(features: list[Feature], index: int, nucleus: int) -> None:
    """Give the first word of an accent phrase another nucleus; particles that move it are heard again.

    Their rules are those of the engine's dictionary: after a flat word (F2), an accented one (F3) or any (F4) the fall
    goes to a place counted from their start, F5 takes it away, F1 leaves it."""
    head = features[index]
    head["acc"] = nucleus
    moras = head["mora_size"]
    for position in range(index + 1, len(features)):
        word = features[position]
        if word["chain_flag"] != 1 or word["pos"] not in ("助詞", "助動詞", "動詞"):
            return
        if word["pos"] == "動詞":
            # い of ている, and passives, as far as this is for flat words.
            moras += word["mora_size"]
            continue
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


def head_of(features: list[Feature], index: int) -> int:
    while index > 0 and features[index]["chain_flag"] == 1:
        index -= 1
    return index


def _accent_alone(feature: Feature, morphemes: list[dict[str, Any]]) -> int | None:
    """The accent of a word by itself, as the dictionary has it."""
    for morpheme in morphemes:
        if morpheme["surface"] == feature["string"] and len(morpheme["features"]) > 10:
            accent = morpheme["features"][10].partition("/")[0]
            return int(accent) if accent.isdigit() else None
    return None


def _accent_passive(features: list[Feature], index: int, morphemes: list[dict[str, Any]]) -> None:
    """A flat verb has a flat passive (知られる), a noun with される keeps its own accent, and that of another verb falls
    on れ (書かれ\\る), before it with た and て (書か\\れた)."""
    head = head_of(features, index)
    is_noun = index - 2 == head and features[index - 1]["orig"] == "する"
    if index - 1 != head and not is_noun:
        return
    accent = _accent_alone(features[head], morphemes)
    if accent == 0 or (is_noun and accent is not None):
        accent_set(features, head, accent)
        return
    after = features[index + 1]["string"] if index + 1 < len(features) else ""
    if features[index]["string"] == "れ" and accent:
        before = sum(word["mora_size"] for word in features[head:index])
        if after in ("た", "て", "たら", "たり"):
            features[head]["acc"] = before
        elif after in ("ない", "なかっ", "ず"):
            features[head]["acc"] = before + 1


def _accent_negated(features: list[Feature], index: int, morphemes: list[dict[str, Any]]) -> None:
    """An adjective keeps its own accent before ない: 高\\くない."""
    head = head_of(features, index)
    accent = _accent_alone(features[head], morphemes)
    if index - 1 == head and accent:
        features[head]["acc"] = accent


def _accent_spelled(features: list[Feature], index: int) -> None:
    """Letters said one by one fall after the first mora of the last: エックスキューゼ\\ット."""
    last = features[index]["string"][-1]
    moras = len(split_kana(_LETTERS.get(last.upper(), "")))
    if moras and head_of(features, index) == index and features[index]["mora_size"] >= moras:
        features[index]["acc"] = features[index]["mora_size"] - moras + 1


def _accent_so(features: list[Feature], index: int) -> None:
    """そう falls at once where it is the predicate: ソ\\ーデス, ソ\\ーダネ. Before a verb it is flat."""
    head = head_of(features, index)
    if head != index:
        # 食べそ\うだ: it looks as if.
        if features[index - 1]["pos"] in ("動詞", "形容詞"):
            features[head]["acc"] = sum(word["mora_size"] for word in features[head:index]) + 1
    elif features[index]["string"] == "そうだ":
        features[index]["acc"] = 1
    elif index + 1 < len(features):
        after = features[index + 1]
        if after["chain_flag"] == 1 and after["string"] in _SO_PREDICATE:
            features[index]["acc"] = 1


def _flatten_end(features: list[Feature], index: int) -> None:
    """A flat word stays flat before particles with nothing after them (東京から, 行った): the engine writes a fall at
    their very end, which nobody hears."""
    is_last = index + 1 == len(features) or features[index + 1]["chain_flag"] != 1
    head = head_of(features, index)
    if is_last and head != index:
        moras = sum(word["mora_size"] for word in features[head : index + 1])
        if features[head]["acc"] == moras:
            features[head]["acc"] = 0

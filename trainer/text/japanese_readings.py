"""Readings that the words around decide, where the engine goes wrong (今日, 辛い, 上手, 人気); and accents.

The engine has rules of its own for many words; a line stands here only for what it was seen to misread. A rule changes
a word before phones and pitch are made of it, so that they cannot disagree. What an operator entered is never touched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from trainer.text.moras import split_kana

Feature = dict[str, Any]


@dataclass(frozen=True)
class ReadingRule:
    """`surface`, where the text before it ends with `before`, the text after it begins with `after` and the whole text
    has `within` (patterns; empty: anything), is read `reading`. `nucleus` as for an entry; None keeps the accent."""

    surface: str
    reading: str
    nucleus: int | None = None
    before: str = ""
    after: str = ""
    within: str = ""


_HOT_FOOD = (
    "カレー|キムチ|料理|味|唐辛子|とうがらし|ラーメン|麻婆|マーボー|スープ|ソース|わさび|ワサビ|からし|マスタード|タレ|"
    "たれ|スパイス|鍋|担々麺|坦々麺|香辛料|食べ物|大根|胡椒|カラシ|明太子|口が|舌"
)
_LONELY = "道|夜道|場所|通り|公園|森|山|街|路地|部屋|廊下|駅|境内|浜|海岸|建物|家|ビル|校舎|教室|ところ|所"
_OPENED = "穴|ドア|扉|窓|目|口|席|蓋|ふた|門|幕|鍵|店|間|隙間|シャッター"
_GOODS = "朝|青果|魚|野菜|花|卸売|中央|築地|豊洲|港|町|街|地元"
_MODERN = "日本|世界|社会|経済|国際|情勢|文明|科学|政治|教育|医療|我が国"
# Places and ways, along which one goes; all else is done.
_WAY = "道上下中線左右横間空海路山脇側先角町街"

RULES: tuple[ReadingRule, ...] = (
    *(
        ReadingRule(f"辛{end}", f"カラ{kana}", None, **where)
        for end, kana in (("い", "イ"), ("く", "ク"), ("かっ", "カッ"), ("さ", "サ"), ("そう", "ソー"))
        for where in (
            {"before": f"(?:{_HOT_FOOD}).{{0,6}}"},
            {"after": ".{0,3}(?:料理|カレー|食べ|味|ラーメン|スープ|ソース|口|もの|物)"},
        )
    ),
    ReadingRule("今日", "コンニチ", 1, after=f"の(?:{_MODERN})|に至る|に至って"),
    ReadingRule("上手", "カミテ", 0, before="舞台の?|客席から見て"),
    ReadingRule("下手", "シモテ", 0, before="舞台の?|客席から見て"),
    ReadingRule("下手", "シタテ", 0, after="に出"),
    ReadingRule("人気", "ヒトケ", 0, after=f"の(?:ない|無い|なくなった)(?:{_LONELY})"),
    ReadingRule("市場", "イチバ", 1, before=f"(?:{_GOODS})の", after="[でにへのを]"),
    ReadingRule("市場", "イチバ", 1, after="で(?:野菜|魚|果物|花|買|売)"),
    ReadingRule("生物", "ナマモノ", 2, within="冷蔵|腐|傷みやす|賞味|早[くめ].{0,3}(?:食べ|召し)|生物ですので"),
    *(ReadingRule("行っ", "オコナッ", 0, before=f"(?<![{_WAY}])を", after=tail, within="") for tail in ("て", "たり")),
    ReadingRule("寒気", "カンキ", 1, after="が(?:流|入|南|強|居|残|上空|押)|の影響|団|を伴|に覆"),
    ReadingRule("心中", "シンチュー", 1, after="お?察|穏やか|は察|を察|複雑|おだやか"),
    ReadingRule("心中", "シンジュー", 0, after="事件|し|を図|未遂|もの|物|立て"),
    *(
        ReadingRule(f"開{end}", f"ア{kana}", 0, before=f"(?:{_OPENED})[がは]", after=after)
        for end, kana, after in (("く", "ク", ""), ("い", "イ", "[てた]"), ("か", "カ", "な"), ("き", "キ", "ま"))
    ),
    ReadingRule("目下", "メシタ", 0, after="の(?:者|人|相手|社員|方)|に(?:対|は|も)"),
    ReadingRule("最中", "モナカ", 1, after=".?(?:食べ|いただ|頂|買|作|包)|アイス|の皮"),
    ReadingRule("最中", "モナカ", 1, before="(?:お茶|和菓子|アイス|小豆|栗|あんこ).{0,3}"),
    ReadingRule("見物", "ケンブツ", 0, after="に(?!値)|し|客|人|する|を|席|の"),
    ReadingRule("色紙", "シキシ", 0, after="に(?:書|サイン|寄せ|描)|を(?:贈|渡|もら)"),
    ReadingRule("色紙", "シキシ", 0, within="サイン|寄せ書き"),
    ReadingRule("木の間", "キノアイダ", 1, before="と"),
    ReadingRule("お家", "オウチ", 0, after="(?![元騒断])"),
)

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

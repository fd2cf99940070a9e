"""The table of readings that the words around decide. How it is applied is told in `japanese_readings`."""

from __future__ import annotations

from dataclasses import dataclass


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
_OPENED = "穴|ドア|窓|目|口|席|蓋|ふた|幕|鍵|店|間|隙間|シャッター"
_GOODS = "朝|青果|魚|野菜|花|卸売|中央|築地|豊洲|港|町|街|地元"
_MODERN = "日本|世界|社会|経済|国際|情勢|文明|科学|政治|教育|医療|我が国"
# Places and ways, along which one goes; all else is done.
_WAY = "道上下中線左右横間空海路山脇側先角町街"

# Words whose other reading needs an object, a place or a manner to be known by. Inflected words are given by the forms
# that the engine cuts them into: 開い(て), 開き(ます).
_WORN = "帽子|布団|毛布|面|仮面|かつら|ヘルメット|頭巾|傘|フード|キャップ|マスク|ほこり|埃|粉|雪|水"
_HELD = "子|子供|赤ん坊|赤ちゃん|肩|猫|犬|ぬいぐるみ|彼女|娘|息子|孫|人形|膝|体"
_DRAWN = "絵|図|似顔絵|イラスト|漫画|マンガ|地図|線|円|丸|油絵|風景画|グラフ|模様"
_ATTENDED = "学校|塾|会社|大学|高校|中学|病院|教室|ジム|保育園|幼稚園|道場|大学院|図書館|店|歯医者|スクール"
_CONTAINERS = "箱|瓶|びん|缶|コップ|グラス|財布|容器|中|袋|鍋|皿|器|冷蔵庫|タンク|部屋|家"
_SOILED = "服|シャツ|手|足|靴|床|部屋|ズボン|スカート|顔|窓|車|壁|指|タオル|袖|本"
_ABOVE = "木|机|橋|床|テーブル|ベッド|足|空|屋根|車|岩|山|窓|棚|腕|目|鼻|椅子|枕|本|階段"


def _inflected(stem: str, reading: str, forms: str, before: str) -> tuple[ReadingRule, ...]:
    """`forms` pairs what is written after the stem with its kana and the nucleus: "く:ク:0 い:イ:0"."""
    rules = []
    for form in forms.split():
        end, kana, nucleus = form.split(":")
        rules.append(ReadingRule(stem + end, reading + kana, int(nucleus), before=before))
    return tuple(rules)


RULES: tuple[ReadingRule, ...] = (
    *(
        ReadingRule(f"辛{end}", f"カラ{kana}", None, **where)
        for end, kana in (("い", "イ"), ("く", "ク"), ("かっ", "カッ"), ("さ", "サ"), ("そう", "ソー"))
        for where in (
            # Not "to eat curry is hard".
            {"before": f"(?:{_HOT_FOOD})(?![^。]*(?:の|こと)[がはも]$)[^。]{{0,6}}"},
            {"after": "[^。、]{0,3}(?:料理|カレー|食べ|味|ラーメン|スープ|ソース|もの|物)"},
        )
    ),
    # The engine takes these for the taste wherever they stand.
    *(ReadingRule(f"辛{end}", f"ツラ{kana}", None, within=".") for end, kana in (("く", "ク"), ("かっ", "カッ"))),
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
    *_inflected("被", "カブ", "る:ル:2 っ:ッ:2 り:リ:0 ら:ラ:0", f"(?:{_WORN})を"),
    *_inflected("抱", "ダ", "く:ク:0 い:イ:0 き:キ:0 か:カ:0", f"(?:{_HELD})を"),
    *_inflected("描", "カ", "く:ク:1 い:イ:1 き:キ:0 か:カ:1 け:ケ:1", f"(?:{_DRAWN})を"),
    *_inflected("弾", "ハジ", "く:ク:2 い:イ:2 き:キ:0", "(?:水|油|汚れ|雨|光)を"),
    *_inflected("空", "ア", "く:ク:0 い:イ:0 き:キ:0 か:カ:0", "(?:席|手|部屋|間|枠|時間|場所|予定)[がはも]"),
    ReadingRule("汚れる", "ヨゴレル", None, before=f"(?:{_SOILED})[がはもを]"),
    ReadingRule("汚れ", "ヨゴレ", None, before=f"(?:{_SOILED})[がはもを]"),
    ReadingRule("零", "レー", 1, after="時"),
    ReadingRule("降り", "フリ", None, before="(?:雨|雪|みぞれ|ひょう|雹|霧雨|小雨|大雨|大雪)[がはもの]"),
    ReadingRule("通っ", "カヨッ", 0, before=f"(?:{_ATTENDED})[にへ]は?"),
    ReadingRule("空", "カラ", 2, before=f"(?:{_CONTAINERS})[がはも]", after="だ|です|に(?:な|し)|でし"),
    ReadingRule("下", "シタ", 2, before=f"(?:{_ABOVE})の", after="[でにへのをがはか]"),
    ReadingRule("間", "マ", 0, after="を(?:置|お[いく]|あけ|空け|取|と[っりる])|が(?:空|あ[いく]|悪|持)"),
    ReadingRule("床", "トコ", 0, after="に(?:就|つ[くい]|伏)|を上げ"),
    ReadingRule("表", "オモテ", 3, before="(?:紙|コイン|カード|葉書|はがき|封筒|服|家|布)の"),
    ReadingRule("表", "オモテ", 3, after="に(?:出|立)|と裏|側|で遊"),
    ReadingRule("角", "ツノ", 2, before="(?:牛|鹿|羊|山羊|サイ|鬼|シカ|ヤギ|カブトムシ|カタツムリ|動物)の"),
    ReadingRule("角", "ツノ", 2, after="が生え"),
    ReadingRule(
        "金",
        "カネ",
        0,
        after="を(?:払|借|貸|稼|貯|使|出|渡|受け取|返|かけ)|が(?:ない|無い|足り|かか|欲し|要)|に困|持ち",
    ),
    ReadingRule("額", "ヒタイ", 0, after="を(?:打|ぶつ|拭|押)|に(?:汗|手|しわ|皺)|の(?:汗|傷)|が広"),
    ReadingRule("大家", "タイカ", 1, after="として|と(?:呼|言|称)"),
    ReadingRule("一目", "ヒトメ", 2, after="見|で|惚れ|ぼれ|会い"),
    ReadingRule("一行", "イチギョー", 2, after="空け|ずつ|書|だけ"),
)

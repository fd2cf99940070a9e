"""Words that the Japanese engine does not know or reads wrongly. An operator's entry goes before these."""

from __future__ import annotations

from trainer.text.pronunciations import Pronunciation

# Raise this with every change to what Japanese texts are read as: corrections, rewrites, rules of reading.
CORRECTIONS_VERSION = 1

CORRECTIONS: tuple[Pronunciation, ...] = tuple(
    Pronunciation(surface, reading, nucleus, part)
    for surface, reading, nucleus, part in (
        ("COVID-19", "コビッドナインティーン", 8, "proper-noun"),
        ("H2O", "エイチツーオー", 6, "noun"),
        ("GitHub", "ギットハブ", 4, "proper-noun"),
        ("OpenAI", "オープンエーアイ", 7, "proper-noun"),
        ("R&D", "アールアンドディー", 7, "noun"),
        ("M&A", "エムアンドエー", 6, "noun"),
        ("No.1", "ナンバーワン", 5, "noun"),
        ("NHK", "エヌエイチケー", 6, "proper-noun"),
        ("LINE", "ライン", 1, "proper-noun"),
        ("五月病", "ゴガツビョー", 0, "noun"),
        ("職人気質", "ショクニンカタギ", 5, "noun"),
        ("来させる", "コサセル", 3, "verb"),
        ("大人気ない", "オトナゲナイ", 5, "adjective"),
        ("Python", "パイソン", 1, "proper-noun"),
    )
)

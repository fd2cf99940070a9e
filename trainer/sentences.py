"""Koebo's own sentences: what a model is measured on, and what a teacher can be asked to read for training.

Measurement sentences stand in no training script, so no model has met one as a whole. They never change under one
`SENTENCES_VERSION`: a figure measured on them is comparable only with figures of the same version.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from trainer.languages import Language

# Stored among the conditions of every measurement. Raise it with any change to a measured sentence.
SENTENCES_VERSION = 1

# Rising length, so that an articulation rate that depends on length shows within one set. A comma in about half of
# them makes a pause, which the speaking rate counts and the articulation rate must not. No digits, no names and no word
# with two usual readings: the number of units must not depend on a dictionary's choice.
_MEASUREMENT = {
    # 14 to 36 moras; two questions; polite, plain and announcing styles.
    "ja": (
        "ご協力に感謝いたします。",
        "窓を開けると、花の香りがした。",
        "週末の天気は、晴れのち曇りです。",
        "すみません、切手はどこで売っていますか？",
        "電池を交換してから、もう一度試してください。",
        "この道をまっすぐ進むと、左手に役所が見えます。",
        "子供たちは夕方まで公園で元気に遊んでいた。",
        "お荷物の配達は午前と午後のどちらがよろしいですか？",
        "新しい駅の開業に合わせて周辺の店も増えています。",
        "長い冬が終わり、畑には少しずつ緑が戻ってきました。",
        "昼食のあとに一時間ほど歩くのが祖母の習慣になっている。",
        "予報によりますと、夜遅くから風が強まり、波も高くなる見込みです。",
    ),
    # 8 to 21 syllables; one question; conversation, service lines and news.
    "en": (
        "Rain is likely in the evening.",
        "The shop opens again on Tuesday.",
        "Have you seen my umbrella anywhere?",
        "When the music stopped, everyone looked up.",
        "Your order will be ready in a few minutes.",
        "The ferry sails for the island at half past four.",
        "To speak to an adviser, please stay on the line.",
        "He painted the kitchen yellow and the hallway pale green.",
        "The library offers free lessons in twelve languages.",
        "If the light turns red, unplug the charger and wait for a minute.",
        "After a long winter, the gardens by the cathedral are full of color.",
        "Volunteers cleaned the beach on Saturday, and gathered over forty bags of plastic.",
    ),
}


def measurement_sentences(language: Language) -> tuple[str, ...]:
    """The twelve sentences on which every model of this language is measured, shortest first."""
    return _MEASUREMENT[language.tag]


@cache
def training_script(language: Language) -> tuple[str, ...]:
    """Sentences for a teacher's voice to read: 260 in Japanese, 160 in English.

    The Japanese ones cover every mora that a voice needs, the rare ones several times over, 8 to 32 moras each; about
    one in eight is a question. The English ones cover all 39 ARPAbet phones, in 4 to 14 words each.
    """
    return _script(language.tag)


@cache
def base_script(language: Language) -> tuple[str, ...]:
    """`training_script`, and after it 280 more Japanese sentences or 860 more English ones: what a base model reads.

    The additional ones have 10 to 45 moras or 6 to 18 words; with them nearly every pair of phones of the language
    occurs. At their teachers' pace that is half an hour of Japanese and fifty minutes of English.
    """
    return training_script(language) + _script(f"{language.tag}_more")


def _script(name: str) -> tuple[str, ...]:
    script = files("trainer").joinpath("scripts", f"{name}.txt").read_text(encoding="utf-8")
    return tuple(script.splitlines())

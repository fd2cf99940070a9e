"""Sequences of two phones: how one sound goes over into the next is what a voice learns from them.

All silences are one here (`sil`): the breath at a comma and the end of a text are the same edge to a phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from trainer.text.english_diphones import ENGLISH_DIPHONES
from trainer.text.moras import PHONES_OF_KANA
from trainer.text.symbols import EDGE, SILENCES

Diphone = tuple[str, str]

# Moras of native words (ヂ, ヅ and ヲ sound like ジ, ズ and オ), by their kana.
NATIVE_KANA: tuple[str, ...] = tuple(
    """
    ア イ ウ エ オ  カ キ ク ケ コ  ガ ギ グ ゲ ゴ  サ シ ス セ ソ  ザ ジ ズ ゼ ゾ  タ チ ツ テ ト  ダ デ ド
    ナ ニ ヌ ネ ノ  ハ ヒ フ ヘ ホ  バ ビ ブ ベ ボ  パ ピ プ ペ ポ  マ ミ ム メ モ  ヤ ユ ヨ  ラ リ ル レ ロ  ワ
    キャ キュ キョ  ギャ ギュ ギョ  シャ シュ ショ  ジャ ジュ ジョ  チャ チュ チョ  ニャ ニュ ニョ
    ヒャ ヒュ ヒョ  ビャ ビュ ビョ  ピャ ピュ ピョ  ミャ ミュ ミョ  リャ リュ リョ
    """.split()
)
_VOWELS = ("a", "i", "u", "e", "o")
# What a geminate can hold in native words: 学校, 一緒, 切手, 一匹.
_VOICELESS = ("k", "ky", "s", "sh", "t", "ts", "ch", "p", "py")
# Of the vowels, i and u are devoiced, between voiceless consonants (来た), and u at the end (です).
_DEVOICED = (
    ("k", "I"), ("k", "U"), ("s", "U"), ("sh", "I"), ("sh", "U"), ("ch", "I"), ("ts", "U"), ("h", "I"), ("f", "U"),
    ("p", "I"),
)  # fmt: skip


def diphones_of(symbols: Iterable[str]) -> list[Diphone]:
    """All pairs of neighbours, from the silence before the first phone to the one after the last."""
    pairs: list[Diphone] = []
    before = None
    for symbol in symbols:
        after = EDGE if symbol in SILENCES else symbol
        if before is not None and not (before == after == EDGE):
            pairs.append((before, after))
        before = after
    return pairs


@cache
def expected_diphones(tag: str) -> frozenset[Diphone]:
    """What a voice of the language should have heard.

    Japanese, from its phonotactics: native moras, each after a vowel, after ン and after a silence; ッ after a vowel and
    before voiceless obstruents; ン and silence after vowels and ン; i and u devoiced where they usually are. English: see
    `english_diphones`.
    """
    return ENGLISH_DIPHONES if tag == "en" else _japanese()


def _japanese() -> frozenset[Diphone]:
    moras = [PHONES_OF_KANA[kana] for kana in NATIVE_KANA]
    within = {(onset, vowel) for onset, vowel in moras if onset}
    starts = {onset or vowel for onset, vowel in moras}
    across = {(end, start) for end in (*_VOWELS, "N", EDGE) for start in starts}
    nasal = {(vowel, "N") for vowel in _VOWELS}
    geminate = {(vowel, "cl") for vowel in _VOWELS} | {("cl", start) for start in _VOICELESS}
    ends = {(end, EDGE) for end in (*_VOWELS, "N")}
    devoiced = set(_DEVOICED) | {(vowel, start) for vowel in "IU" for start in ("k", "s", "sh", "t", "ch")}
    devoiced.add(("U", EDGE))
    return frozenset(within | across | nasal | geminate | ends | devoiced)

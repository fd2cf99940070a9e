"""Japanese moras: which consonant and vowel make which kana, and splitting phones and kana into moras."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trainer.text.symbols import JAPANESE_MORAIC, JAPANESE_VOWELS

_KANA_OF_MORAIC = {"N": "ン", "cl": "ッ"}

# Per consonant of Open JTalk, the kana for a, i, u, e, o; "." where Japanese has none of its own.
_ROWS = """
-  ア イ ウ エ オ
k  カ キ ク ケ コ
ky キャ キィ キュ キェ キョ
kw クァ クィ クゥ クェ クォ
g  ガ ギ グ ゲ ゴ
gy ギャ ギィ ギュ ギェ ギョ
gw グァ グィ グゥ グェ グォ
s  サ スィ ス セ ソ
sh シャ シ シュ シェ ショ
z  ザ ズィ ズ ゼ ゾ
j  ジャ ジ ジュ ジェ ジョ
t  タ ティ トゥ テ ト
ts ツァ ツィ ツ ツェ ツォ
ty テャ . テュ テェ テョ
ch チャ チ チュ チェ チョ
d  ダ ディ ドゥ デ ド
dy デャ . デュ デェ デョ
n  ナ ニ ヌ ネ ノ
ny ニャ ニィ ニュ ニェ ニョ
h  ハ ヒ ホゥ ヘ ホ
hy ヒャ ヒィ ヒュ ヒェ ヒョ
b  バ ビ ブ ベ ボ
by ビャ ビィ ビュ ビェ ビョ
p  パ ピ プ ペ ポ
py ピャ ピィ ピュ ピェ ピョ
f  ファ フィ フ フェ フォ
fy フャ . フュ . フョ
m  マ ミ ム メ モ
my ミャ ミィ ミュ ミェ ミョ
y  ヤ . ユ イェ ヨ
r  ラ リ ル レ ロ
ry リャ リィ リュ リェ リョ
w  ワ ウィ . ウェ ウォ
v  ヴァ ヴィ ヴ ヴェ ヴォ
"""

KANA_OF_PHONES: dict[tuple[str, str], str] = {
    ("" if consonant == "-" else consonant, vowel): kana
    for consonant, *row in (line.split() for line in _ROWS.strip().splitlines())
    for vowel, kana in zip("aiueo", row, strict=True)
    if kana != "."
}
PHONES_OF_KANA: dict[str, tuple[str, str]] = {kana: phones for phones, kana in KANA_OF_PHONES.items()}

_KANA_MORA = re.compile("[ァ-ヴ][ァィゥェォャュョヮ]?|ー")


def split_phones(phones: Iterable[str]) -> list[tuple[str, ...]]:
    """Phones in moras: (consonant, vowel), (vowel,), ("N",) or ("cl",). Silences must not be among them."""
    moras: list[tuple[str, ...]] = []
    onset: tuple[str, ...] = ()
    for phone in phones:
        onset += (phone,)
        if phone in JAPANESE_VOWELS or phone in JAPANESE_MORAIC:
            moras.append(onset)
            onset = ()
    if onset:
        raise ValueError(f"consonant without a vowel: {' '.join(onset)}")
    return moras


def split_kana(kana: str) -> list[str]:
    """Katakana in moras, all else left out: キョー、ワ → キョ ー ワ."""
    return _KANA_MORA.findall(kana)


def kana_of(mora: tuple[str, ...]) -> str:
    """The kana of one mora of `split_phones`; a devoiced vowel reads like a voiced one."""
    if mora[0] in _KANA_OF_MORAIC:
        return _KANA_OF_MORAIC[mora[0]]
    consonant, vowel = mora if len(mora) == 2 else ("", mora[0])
    return KANA_OF_PHONES.get((consonant, vowel.lower()), "".join(mora))


def kana_of_phones(phones: Iterable[str]) -> str:
    """Katakana of phones alone, where no spelling is known: a repeated vowel is taken for a long one."""
    return "".join(kana_of_moras(split_phones(phones)))


def kana_of_moras(units: Iterable[tuple[str, ...]]) -> list[str]:
    """Like `kana_of_phones`, for moras of `split_phones`."""
    written: list[str] = []
    previous = ""
    for mora in units:
        is_long = len(mora) == 1 and mora[0] in JAPANESE_VOWELS and mora[0].lower() == previous
        written.append("ー" if is_long else kana_of(mora))
        previous = mora[-1].lower()
    return written

"""Instructions for machines, notes of editors and addresses within a text: nobody spoke them as they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

# What transcribers note in round brackets. Other round brackets may well be spoken.
_NOTES = (
    "笑|爆笑|苦笑|泣|拍手|歓声|咳|ため息|溜息|沈黙|無音|間|雑音|ノイズ|不明|聞き取れず|聞き取り不能|音楽|"
    "laugh(?:s|ing|ter)?|applause|cough(?:s|ing)?|sigh(?:s|ing)?|inaudible|unintelligible|noise|music|silence|pause|"
    "crosstalk|sic"
)

# Engines read these as words, and so may the speaker: worth a look, no sign of a wrong text.
ADDRESS = {"en": "an address", "ja": "アドレス"}

# A run of characters is looked at from its start alone: from each of them a long one would take a third of a second.
_KINDS = (
    (
        {"en": "a tag", "ja": "タグ"},
        r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>|<[!?][^<>]*>",
    ),
    ({"en": "a character entity", "ja": "文字参照"}, r"&(?:[A-Za-z]{2,8}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});"),
    (
        ADDRESS,
        r"[a-z][a-z0-9+.-]{0,20}://\S+|\bwww\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    ),
    (
        {"en": "a file name or path", "ja": "ファイル名またはパス"},
        r"\b[A-Za-z]:\\\S+|(?<![\w/])~?/(?:[\w.-]+/)+[\w.-]*|(?<![\w./\\-])[\w./\\-]+\.(?:wav|flac|mp3|ogg|m4a|txt|csv|lab)\b",
    ),
    ({"en": "a place to be filled in", "ja": "差し込みの記号"}, r"\$?\{[^{}]{1,40}\}|%\(\w+\)[sd]|%[sd]\b"),
    (
        {"en": "a note in brackets", "ja": "かっこ書きの注記"},
        rf"[\[［][^\[\]［］]{{1,40}}[\]］]|[(（]\s*(?:{_NOTES})\s*[)）]",
    ),
    (
        {"en": "Markdown", "ja": "Markdownの記号"},
        r"\*\*[^*]+\*\*|(?<![\w*])\*[^*\s][^*]*\*(?![\w*])|~~[^~]+~~|`[^`]+`|(?<!\w)__[^_]+__(?!\w)|^\s*#{1,6}\s(?=\S)",
    ),
    # 漢字《かんじ》 and 漢字（かんじ）: the word would be read twice.
    (
        {"en": "a reading beside its kanji", "ja": "漢字に添えた読み"},
        r"[一-龯々]《[ぁ-ゖァ-ヺー]+》|[一-龯々][(（][ぁ-ゖー]{2,}[)）]|｜(?=[一-龯々])",
    ),
    ({"en": "a column separator", "ja": "列の区切り"}, r"(?<=\S)\s*\|\s*(?=\S)"),
)
_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)


@dataclass(frozen=True)
class Markup:
    """`written` at `position` (from 0) of the text; `kind` says what it is, in both languages."""

    kind: dict[str, str]
    written: str
    position: int

    @property
    def is_address(self) -> bool:
        return self.kind is ADDRESS


def markup_find(text: str) -> list[Markup]:
    """Everything of this sort in a text as it was given, in order of position, each place once."""
    found: list[Markup] = []
    taken = [False] * len(text)
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = [True] * (match.end() - match.start())
                found.append(Markup(kind, match.group().strip(), match.start()))
    return sorted(found, key=lambda markup: markup.position)

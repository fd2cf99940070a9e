"""Characters before any engine sees them: Unicode forms, scripts, and where each character came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

# A base character with the marks that compose with it, half-width Japanese sound marks included.
_CLUSTER = re.compile("[\\s\\S][\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")

# Marks that only steer rendering; nothing is lost with them.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")


class TracedText:
    """A text that is rewritten step by step while each character remembers its position in the original."""

    def __init__(self, text: str, origins: list[int] | None = None):
        self.text = text
        self.origins = list(range(len(text))) if origins is None else origins

    def sub(self, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]) -> None:
        """Like `re.sub`; all that stands for a match takes the position of its first character."""
        pieces: list[str] = []
        origins: list[int] = []
        end = 0
        for match in pattern.finditer(self.text):
            new = replacement(match) if callable(replacement) else match.expand(replacement)
            pieces += self.text[end : match.start()], new
            origins += self.origins[end : match.start()]
            origins += self.origins[match.start() : match.start() + 1] * len(new)
            end = match.end()
        self.text = "".join(pieces) + self.text[end:]
        self.origins = origins + self.origins[end:]

    def origin(self, index: int) -> int:
        """Position in the original of the character at `index`."""
        return self.origins[index]


def compatible(text: str) -> TracedText:
    """`text` in Unicode form NFKC (no full-width Latin, half-width kana, circled digits), without invisible marks."""
    traced = TracedText(text)
    traced.sub(_INVISIBLE, "")
    traced.sub(_CLUSTER, _compatible_cluster)
    return traced


def _compatible_cluster(match: re.Match[str]) -> str:
    normal = unicodedata.normalize("NFKC", match.group())
    # 2½ must not become 21⁄2.
    return f" {normal}" if "\N{FRACTION SLASH}" in normal and match.group() != normal else normal


def script(char: str) -> str:
    """Script of a letter: latin, kana, han, hangul or other; empty for what is no letter."""
    code = ord(char)
    if 0x3041 <= code <= 0x309F or 0x30A1 <= code <= 0x30FA or 0x30FC <= code <= 0x30FF or 0x31F0 <= code <= 0x31FF:
        return "kana"
    if char in "々〆〇" or 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x323AF:
        return "han"
    if 0xAC00 <= code <= 0xD7A3 or 0x1100 <= code <= 0x11FF or 0x3131 <= code <= 0x318E:
        return "hangul"
    if not char.isalpha():
        return ""
    return "latin" if unicodedata.name(char, "").startswith(("LATIN", "FEMININE", "MASCULINE")) else "other"


def script_runs(text: str) -> Iterator[tuple[str, int, str]]:
    """Runs of letters of one script: (script, start, run)."""
    start, current = 0, ""
    for index, char in enumerate(text + " "):
        found = script(char) if index < len(text) else ""
        if found != current:
            if current:
                yield current, start, text[start:index]
            start, current = index, found


def shown(text: str, limit: int = 20) -> str:
    """`text` short enough for a sentence, without characters that would disturb it."""
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return printable if len(printable) <= limit else printable[: limit - 1] + "…"

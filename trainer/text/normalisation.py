"""Scripts of characters, and texts short enough to show. Rewriting with memory is in `tracing`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from trainer.text.tracing import TracedText, compatible

__all__ = ["TracedText", "compatible", "script", "script_runs", "shown"]


@lru_cache(maxsize=10_000)
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

"""Text from bytes of unknown encoding: what editors and tools in Japan and elsewhere save."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")


@dataclass(frozen=True)
class DecodedText:
    """is_guessed: nothing in the bytes proves the encoding, so an operator should look at the text."""

    text: str
    encoding: str
    is_guessed: bool


def text_decode(data: bytes) -> DecodedText | None:
    """UTF-8, UTF-16 with or without a mark, CP932 or Windows-1252; None if it is none of them."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], encoding)
            return None if text is None else DecodedText(text, encoding, is_guessed=False)
    if encoding := _unmarked_utf16(data):
        text = _decoded(data, encoding)
        return None if text is None else DecodedText(text, encoding, is_guessed=True)
    if (text := _decoded(data, "utf-8")) is not None:
        return None if "\0" in text else DecodedText(text, "utf-8", is_guessed=False)
    return _legacy(data)


def _legacy(data: bytes) -> DecodedText | None:
    """CP932 takes most Western texts too: `don’t` in Windows-1252 reads as `don稚`. Japanese prose has kana."""
    japanese, western = _decoded(data, "cp932"), _decoded(data, "cp1252")
    if japanese is not None and (_KANA.search(japanese) or western is None):
        return DecodedText(japanese, "cp932", is_guessed=True)
    return None if western is None or "\0" in western else DecodedText(western, "cp1252", is_guessed=True)


def _unmarked_utf16(data: bytes) -> str | None:
    """Line ends and delimiters are ASCII, whose other byte is zero in UTF-16; the other encodings hold no zeros."""
    if len(data) < 2 or b"\0" not in data:
        return None
    even, odd = data[0::2].count(0), data[1::2].count(0)
    return "utf-16-le" if odd > even else "utf-16-be"


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None

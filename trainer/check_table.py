"""What `check` found, as a table for people: in a terminal of 80 to 120 columns, also with Japanese names and texts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

from trainer.messages import sentence
from trainer.verdicts import Verdict

WIDTH_MIN, WIDTH_MAX = 80, 120
GAP = 2
CELL_MAX = 11  # columns of a figure, which may also be a word
SENTENCE_INDENT = 4
CLOSING = "。、」）』"  # begin no line in Japanese
# Repairs need nobody's eye, and a whole corpus often needs the same one: they are counted, not listed.
LISTED = ("reject", "warn")


def check_table(document: dict[str, Any], width: int = 100, locale: str = "en") -> str:
    """A row and a sentence for each verdict of `corpus_check`, rejections first, and sums. `width` in columns of a
    terminal, in which a character of East Asia takes two."""
    width = min(WIDTH_MAX, max(WIDTH_MIN, width))
    verdicts = document["verdicts"]
    # What stops the whole, then what stops a clip, then what deserves a look, each in the order of the lines.
    listed = sorted(
        (verdict for verdict in verdicts if verdict["level"] in LISTED),
        key=lambda verdict: (LISTED.index(verdict["level"]), verdict["file"] is not None),
    )
    lines = []
    if listed:
        rows = [_cells(verdict, locale) for verdict in listed]
        widths = _widths([sentence("check-columns", locale).split("|"), *rows], width)
        heading = _row(sentence("check-columns", locale).split("|"), widths)
        lines += [heading, "-" * min(width, sum(widths) + GAP * (len(widths) - 1))]
        for verdict, cells in zip(listed, rows, strict=True):
            lines.append(_row(cells, widths))
            said = _printable(Verdict.from_json(verdict).message(locale))
            lines += [" " * SENTENCE_INDENT + part for part in wrapped(said, width - SENTENCE_INDENT)]
        lines.append("")
    return "\n".join([*lines, *(part for said in _sums(document, locale) for part in wrapped(said, width))]) + "\n"


def _sums(document: dict[str, Any], locale: str) -> Iterator[str]:
    clean = document["usable"] - document["warned"]
    yield sentence("check-sums", locale, **{**document, "clean": clean})
    minutes = {"usable_min": document["usable_audio_s"] / 60, "all_min": document["audio_s"] / 60}
    yield sentence("check-audio", locale, usable=document["usable"], **minutes)
    repairs = Counter(verdict["code"] for verdict in document["verdicts"] if verdict["level"] not in LISTED)
    if repairs:
        counted = ", ".join(f"{code} {count}" for code, count in repairs.most_common())
        yield sentence("check-repairs", locale, repairs=counted)
    if not document["can_begin"]:
        yield sentence("check-impossible", locale)


def _cells(verdict: dict[str, Any], locale: str) -> list[str]:
    return [
        _printable(verdict["file"]) if verdict["file"] is not None else sentence("check-whole-corpus", locale),
        "" if verdict["line"] is None else str(verdict["line"]),
        sentence(f"check-level-{verdict['level']}", locale),
        verdict["code"],
        _figure(verdict["measured"]),
        _figure(verdict["limit"]),
    ]


def _figure(value: Any) -> str:
    if value is None:
        return ""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else _printable(str(value))
    return shortened(text, CELL_MAX)


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """Each column as wide as its widest cell; the file's, which may be of any length, has what the others leave."""
    file, *others = (max(map(text_width, column)) for column in zip(*rows, strict=True))
    return [min(file, width - sum(others) - GAP * len(others)), *others]


def _row(cells: list[str], widths: list[int]) -> str:
    fitted = (shortened(cell, width) for cell, width in zip(cells, widths, strict=True))
    padded = (cell + " " * (width - text_width(cell)) for cell, width in zip(fitted, widths, strict=True))
    return (" " * GAP).join(padded).rstrip()


def text_width(text: str) -> int:
    """Columns of a terminal that `text` takes."""
    return sum(map(_char_width, text))


def shortened(text: str, width: int) -> str:
    """`text` in at most `width` columns, its middle left out: clips of one corpus begin alike and differ at the end."""
    if text_width(text) <= width:
        return text
    ending, left = "", width - 1
    for char in reversed(text):
        if text_width(char + ending) > (width - 1) * 2 // 3:
            break
        ending = char + ending
    left -= text_width(ending)
    beginning = ""
    for char in text:
        if text_width(beginning + char) > left:
            break
        beginning += char
    return f"{beginning}…{ending}"


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, cut at a space where there is one, and between two characters where not."""
    lines, line = [], ""
    for char in text:
        if text_width(line) + _char_width(char) > width:
            kept, space, rest = line.rpartition(" ")
            # Japanese has no spaces: one far back belongs to a name or a figure, and much of the line would stay empty.
            if char == " " or not space or text_width(kept) < width // 2:
                kept, rest = (line[:-1], line[-1]) if char in CLOSING else (line, "")
            lines.append(kept.rstrip())
            line = rest
        if line or char != " ":
            line += char
    return [*lines, line] if line else lines


def _printable(text: str) -> str:
    """A name may hold what moves a terminal's cursor or hides the rest of the line."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1

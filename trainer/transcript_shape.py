"""Guesses the shape of a transcript list: its delimiter, whether it has a heading, and what each column holds."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

DELIMITERS = {"|": "pipe", "\t": "tab", ",": "comma", ";": "semicolon"}
_AUDIO_SUFFIXES = ("wav", "wave", "flac", "mp3", "ogg", "oga", "opus", "aif", "aiff", "au", "m4a", "webm", "w64", "caf")

# By falling preference: Common Voice has `client_id` beside `path`, others a raw text beside a normalised one.
_FILE_HEADS = ("file", "filename", "file_name", "path", "audio", "audio_file", "audio_path", "wav", "clip", "id")
_TEXT_HEADS = ("normalized_text", "normalised_text", "text", "transcript", "transcription", "sentence", "script")
_SPEAKER_HEADS = ("speaker", "speaker_name", "speaker_id", "client_id")
_LANGUAGE_HEADS = ("language", "lang", "locale")

_LONGEST_CELL_LINES = 10

# What other tools write where a language is due: `JP`, `ja`, `en_US`. Whether it is one is judged by the caller.
_LANGUAGE_LIKE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?")


def stem_of(name: str) -> str:
    """The last part of a path of any system, without the extension of a recording or a text."""
    last = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    stem, dot, suffix = last.rpartition(".")
    # A dot may be part of an id (`take.3`), so that only known extensions go.
    return stem if dot and suffix.lower() in (*_AUDIO_SUFFIXES, "txt", "lab") else last


class NameIndex:
    """The names of recordings, for asking whether a cell could be one of them."""

    def __init__(self, audio_names: Sequence[str]):
        self._stems = {unicodedata.normalize("NFC", stem_of(name)).casefold() for name in audio_names}

    def knows(self, cell: str) -> bool:
        cell = unicodedata.normalize("NFC", stem_of(cell.strip().strip('"'))).casefold()
        return cell in self._stems if self._stems else False

    def looks_like_file(self, cell: str) -> bool:
        return self.knows(cell) or cell.strip().strip('"').lower().rpartition(".")[2] in _AUDIO_SUFFIXES


@dataclass(frozen=True)
class Shape:
    """format: see `trainer.transcripts.Transcript`. columns: file, speaker, language, text, normalised or ignored."""

    format: str
    delimiter: str
    columns: tuple[str, ...]
    has_header: bool = False
    is_quoted: bool = False


def shape_guess(lines: list[str], names: NameIndex) -> Shape:
    """The most plausible reading of the list, judged by its first thousand lines."""
    sample = lines[:1000]
    delimiter = max(DELIMITERS, key=lambda candidate: _plausibility(sample, candidate, names))
    is_quoted = delimiter != "|" and any('"' in line for line in sample)
    first = [cell.strip().lower().lstrip("\ufeff") for cell in cells_of(sample[0], delimiter, is_quoted)]
    if not names.knows(first[0]):
        columns = _header_columns(first)
        if columns:
            return Shape("header", delimiter, columns, has_header=True, is_quoted=is_quoted)
    table = [cells_of(line, delimiter, is_quoted) for line in sample]
    kind, columns = _headless_columns(table, names)
    return Shape(kind, delimiter, columns, is_quoted=is_quoted)


def _plausibility(lines: list[str], delimiter: str, names: NameIndex) -> tuple[int, int, int, int]:
    """Lines whose first cell names a recording, then lines that are split at all, then the better-known delimiter."""
    split = [line.split(delimiter) for line in lines if delimiter in line]
    named = sum(names.looks_like_file(cells[0]) for cells in split)
    heads = [cell.strip().strip('"').lower() for cell in lines[0].lstrip("\ufeff").split(delimiter)]
    return (named, int(bool(_header_columns(heads))), len(split), -list(DELIMITERS).index(delimiter))


def _header_columns(heads: list[str]) -> tuple[str, ...] | None:
    """What each column holds by its heading; None if the line is no heading."""
    if len(heads) < 2:
        return None
    found = {}
    for role, known in (
        ("file", _FILE_HEADS),
        ("text", _TEXT_HEADS),
        ("speaker", _SPEAKER_HEADS),
        ("language", _LANGUAGE_HEADS),
    ):
        column = next((heads.index(head) for head in known if head in heads), None)
        if column is not None:
            found.setdefault(column, role)
    if "file" not in found.values() or "text" not in found.values():
        return None
    return tuple(found.get(column, "ignored") for column in range(len(heads)))


def _headless_columns(table: list[list[str]], names: NameIndex) -> tuple[str, tuple[str, ...]]:
    """Format and columns of a list without a heading, by what most of its rows look like."""
    widths = Counter(len(without_empty_end(row)) for row in table)
    width = widths.most_common(1)[0][0]
    full = [row for row in table if len(row) >= width]
    if width >= 4 and _mostly(_LANGUAGE_LIKE.fullmatch(row[2].strip()) for row in full):
        # Style-Bert-VITS2 appends phonemes, tones and counts of its own once it has worked on a list.
        return "style-bert-vits2", ("file", "speaker", "language", "text", *["ignored"] * (width - 4))
    if width == 3:
        if _second_is_speaker(full):
            return "piper", ("file", "speaker", "text")
        if _third_repeats_second(full):
            return "ljspeech", ("file", "text", "normalised")
    return "pairs", ("file", "text")


def without_empty_end(cells: list[str]) -> list[str]:
    while len(cells) > 2 and not cells[-1].strip():
        cells = cells[:-1]
    return cells


def _mostly(matches: Iterable[object]) -> bool:
    answers = [bool(match) for match in matches]
    return sum(answers) > len(answers) / 2


def _second_is_speaker(rows: list[list[str]]) -> bool:
    """A speaker is a short label, the same on many lines; the text after it hardly ever is."""
    labels, texts = [row[1].strip() for row in rows], [row[2].strip() for row in rows]
    if len(rows) == 1:
        return bool(re.fullmatch(r"[\w.-]{1,40}", labels[0])) and len(labels[0]) < len(texts[0]) / 2
    return len(set(labels)) <= max(1, len(rows) // 5) and len(set(texts)) > len(set(labels))


def _third_repeats_second(rows: list[list[str]]) -> bool:
    """Normalisation spells out numbers and leaves most words alone."""

    def words(text: str) -> set[str]:
        parts = re.findall(r"[a-z']+", text.lower()) or list(text)
        return set(parts)

    return _mostly(
        len(words(row[1]) & words(row[2])) >= 0.5 * min(len(words(row[1])), len(words(row[2])))
        for row in rows
        if row[1].strip() and row[2].strip()
    )


def cells_of(line: str, delimiter: str, is_quoted: bool) -> list[str]:
    if not is_quoted:
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except (csv.Error, StopIteration):
        return line.split(delimiter)


def lines_join(lines: list[tuple[int, str]], shape: Shape) -> list[tuple[int, str]]:
    """Numbered lines, those of one quoted cell put together under the first one's number.

    A quote that is not closed within a few lines is a character like any other and joins nothing.
    """
    if not shape.is_quoted:
        return lines
    joined, at = [], 0
    while at < len(lines):
        number = lines[at][0]
        for count in range(1, min(_LONGEST_CELL_LINES, len(lines) - at) + 1):
            text = " ".join(line for _, line in lines[at : at + count])
            if not _ends_within_quotes(text, shape.delimiter):
                break
        else:
            text, count = lines[at][1].replace('"', "”"), 1
        joined.append((number, text))
        at += count
    return joined


def _ends_within_quotes(line: str, delimiter: str) -> bool:
    try:
        next(csv.reader([line], delimiter=delimiter, strict=True), None)
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False

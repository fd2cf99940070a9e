"""Reads lists that say which recording holds which text, in the shapes that other tools write them.

    file|text    LJSpeech id|text|normalised    Piper id|speaker|text
    Style-Bert-VITS2 path|speaker|JP|text    GPT-SoVITS path|speaker|ja|text
    the same with tabs or commas, CSV with a header, and one text file a clip (`transcript_from_files`)

The shape is guessed from the whole list and told to the operator (`Transcript.format`, `.columns`). What cannot be read
is a verdict with its line; nothing is dropped without one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trainer.transcript_encoding import text_decode
from trainer.transcript_shape import (
    DELIMITERS,
    NameIndex,
    Shape,
    cells_of,
    lines_join,
    shape_guess,
    stem_of,
    without_empty_end,
)
from trainer.verdicts import Verdict

MAX_TRANSCRIPT_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class TranscriptRow:
    """One line: name of the recording and its text, as written. language: the raw value of a language column."""

    line: int
    name: str
    text: str
    language: str | None = None
    speaker: str | None = None


@dataclass(frozen=True)
class Transcript:
    """A list as it was read. Rows, blank and continued lines, the header and unreadable lines add up to `line_count`.

    format: `pairs`, `ljspeech`, `piper`, `style-bert-vits2` (GPT-SoVITS writes the same), `header`, `files`;
    delimiter: the character, or ""; columns: what each column was taken for.
    """

    rows: tuple[TranscriptRow, ...]
    format: str
    delimiter: str
    columns: tuple[str, ...]
    encoding: str
    has_header: bool
    line_count: int
    blank_count: int
    continued_count: int
    verdicts: tuple[Verdict, ...]

    @property
    def is_rejected(self) -> bool:
        """Nothing of the list can be used."""
        return not any(row.text for row in self.rows)

    def as_json(self) -> dict:
        return {
            "format": self.format,
            "delimiter": self.delimiter,
            "columns": list(self.columns),
            "encoding": self.encoding,
            "has_header": self.has_header,
            "lines": self.line_count,
            "blank": self.blank_count,
            "continued": self.continued_count,
            "rows": len(self.rows),
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
        }


def transcript_parse(data: bytes, *, audio_names: Sequence[str] = (), name: str | None = None) -> Transcript:
    """Read a list. `audio_names` help to guess which column names the recordings. `name`: the list's own, for verdicts.

    Never raises for what the list holds; see `Transcript.verdicts`: transcript-too-large, transcript-encoding-guessed,
    transcript-encoding-unknown, transcript-no-lines, transcript-no-text, transcript-columns, transcript-no-name,
    transcript-empty, transcript-same-text.
    """
    if len(data) > MAX_TRANSCRIPT_BYTES:
        return _unreadable(Verdict("reject", "transcript-too-large", len(data), MAX_TRANSCRIPT_BYTES, file=name))
    decoded = text_decode(data)
    if decoded is None:
        return _unreadable(Verdict("reject", "transcript-encoding-unknown", file=name))
    verdicts = []
    if decoded.is_guessed:
        verdicts.append(Verdict("warn", "transcript-encoding-guessed", measured=decoded.encoding, file=name))
    # Only what editors show as line ends: str.splitlines would also break at U+2028 and renumber the rest.
    lines = re.split(r"\r\n|\n|\r", decoded.text)
    if lines and not lines[-1]:
        lines.pop()
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip("\ufeff \t\u3000|,;")]
    if not filled:
        verdicts.append(Verdict("reject", "transcript-no-lines", measured=0, file=name))
        return _unreadable(*verdicts, encoding=decoded.encoding, line_count=len(lines))
    shape = shape_guess([line for _, line in filled], NameIndex(audio_names))
    joined = lines_join(filled, shape)
    rows, row_verdicts = _rows(joined, shape, name)
    return Transcript(
        rows=tuple(rows),
        format=shape.format,
        delimiter=shape.delimiter,
        columns=shape.columns,
        encoding=decoded.encoding,
        has_header=shape.has_header,
        line_count=len(lines),
        blank_count=len(lines) - len(filled),
        continued_count=len(filled) - len(joined),
        verdicts=(*verdicts, *row_verdicts, *_same_text_verdicts(rows)),
    )


def transcript_from_files(texts: Mapping[str, bytes], *, audio_names: Sequence[str] = ()) -> Transcript:
    """One text file a clip (.txt, .lab): the file's stem names the recording, all its lines are the text."""
    rows, verdicts, encodings = [], [], Counter()
    for number, (file, data) in enumerate(texts.items(), start=1):
        decoded = text_decode(data) if len(data) <= MAX_TRANSCRIPT_BYTES else None
        if decoded is None:
            verdicts.append(Verdict("reject", "transcript-encoding-unknown", file=file))
            continue
        if decoded.is_guessed:
            verdicts.append(Verdict("warn", "transcript-encoding-guessed", measured=decoded.encoding, file=file))
        encodings[decoded.encoding] += 1
        text = " ".join(decoded.text.split())
        if not text:
            verdicts.append(Verdict("reject", "transcript-empty", file=file, line=1))
        rows.append(TranscriptRow(number, stem_of(file), text))
    encoding = encodings.most_common(1)[0][0] if encodings else ""
    verdicts.extend(_same_text_verdicts(rows))
    columns = ("text",)
    return Transcript(tuple(rows), "files", "", columns, encoding, False, len(texts), 0, 0, tuple(verdicts))


def _rows(lines: list[tuple[int, str]], shape: Shape, file: str | None) -> tuple[list[TranscriptRow], list[Verdict]]:
    rows, verdicts = [], []
    for number, line in lines[1:] if shape.has_header else lines:
        cells = without_empty_end(cells_of(line, shape.delimiter, shape.is_quoted))
        if len(cells) < 2:
            missing = {"delimiter": DELIMITERS[shape.delimiter]}
            shown = _shown(line)
            verdicts.append(Verdict("reject", "transcript-no-text", shown, file=file, line=number, params=missing))
            continue
        if len(cells) > len(shape.columns) and shape.columns[-1] == "text":
            # Where the text comes last, further delimiters belong to it.
            last = len(shape.columns) - 1
            cells = [*cells[:last], shape.delimiter.join(cells[last:])]
        if len(cells) > len(shape.columns):
            figures = {"measured": len(cells), "limit": len(shape.columns)}
            verdicts.append(Verdict("reject", "transcript-columns", **figures, file=file, line=number))
            continue
        row = _row(number, cells, shape)
        if not row.name:
            verdicts.append(Verdict("reject", "transcript-no-name", _shown(row.text), file=file, line=number))
            continue
        if not row.text:
            verdicts.append(Verdict("reject", "transcript-empty", file=row.name, line=number))
        rows.append(row)
    return rows, verdicts


def _row(number: int, cells: list[str], shape: Shape) -> TranscriptRow:
    values = {role: _clean(cell) for role, cell in zip(shape.columns, cells, strict=False)}
    return TranscriptRow(
        line=number,
        name=values.get("file", "").replace("\\", "/"),
        text=values.get("normalised") or values.get("text", ""),
        language=values.get("language") or None,
        speaker=values.get("speaker") or None,
    )


def _shown(text: str) -> str:
    """Enough of a text to find it again."""
    return text.strip() if len(text.strip()) <= 60 else text.strip()[:60] + "…"


def _clean(cell: str) -> str:
    return cell.strip("\ufeff\u200b \t\u3000\x00")


def _same_text_verdicts(rows: Sequence[TranscriptRow]) -> list[Verdict]:
    """A warning on each line whose text an earlier line under another name has."""
    first: dict[str, TranscriptRow] = {}
    verdicts = []
    for row in rows:
        key = unicodedata.normalize("NFKC", row.text)
        if not key:
            continue
        earlier = first.setdefault(key, row)
        if earlier is not row and earlier.name != row.name:
            place = {"file": row.name, "line": row.line}
            params = {"first_line": earlier.line}
            verdicts.append(Verdict("warn", "transcript-same-text", _shown(row.text), **place, params=params))
    return verdicts


def _unreadable(*verdicts: Verdict, encoding: str = "", line_count: int = 0) -> Transcript:
    return Transcript((), "unreadable", "", (), encoding, False, line_count, line_count, 0, verdicts)


@dataclass(frozen=True)
class TranscriptMatch:
    """What a list says about one recording. row: its line, None without one. verdicts: those about this recording."""

    audio_name: str
    row: TranscriptRow | None
    verdicts: tuple[Verdict, ...]

    @property
    def is_usable(self) -> bool:
        return self.row is not None and not any(verdict.is_rejection for verdict in self.verdicts)


@dataclass(frozen=True)
class TranscriptPairing:
    """Every recording (`matches`, in the order given) and every line without one (`orphans`).

    verdicts: all there are, those of the list itself included.
    """

    matches: tuple[TranscriptMatch, ...]
    orphans: tuple[TranscriptRow, ...]
    verdicts: tuple[Verdict, ...]
    row_count: int

    @property
    def pairs(self) -> tuple[TranscriptMatch, ...]:
        """Recordings that have a text."""
        return tuple(match for match in self.matches if match.is_usable)

    @property
    def counts(self) -> dict[str, int]:
        """audio = paired + audio_rejected; rows = paired + rows_repeated + rows_rejected."""
        paired = len(self.pairs)
        repeated = sum(verdict.code == "transcript-duplicate" for verdict in self.verdicts)
        return {
            "audio": len(self.matches),
            "rows": self.row_count,
            "paired": paired,
            "audio_rejected": len(self.matches) - paired,
            "rows_repeated": repeated,
            "rows_rejected": self.row_count - paired - repeated,
        }


def transcript_pair(transcript: Transcript, audio_names: Sequence[str]) -> TranscriptPairing:
    """Give each recording its line. Names match by their stem in any Unicode spelling, folders only break ties.

    Adds transcript-missing, audio-missing, audio-ambiguous, audio-duplicate-name, transcript-duplicate (one line twice:
    the first is used) and transcript-conflict (two texts for one recording: none is used).
    """
    paths = [_Path(name) for name in audio_names]
    twins = _twins(paths)
    by_stem: dict[str, list[int]] = {}
    for index, path in enumerate(paths):
        if index not in twins:
            by_stem.setdefault(path.stem, []).append(index)
    rows_of: dict[int, list[TranscriptRow]] = {}
    orphans, found = [], []
    for row in transcript.rows:
        candidates = _candidates(_Path(row.name), by_stem, paths)
        if len(candidates) == 1:
            rows_of.setdefault(candidates[0], []).append(row)
            continue
        orphans.append(row)
        code = "audio-ambiguous" if candidates else "audio-missing"
        shown = {"candidates": ", ".join(audio_names[index] for index in candidates)}
        found.append(Verdict("reject", code, row.name, file=row.name, line=row.line, params=shown))
    matches = []
    for index, name in enumerate(audio_names):
        if index in twins:
            twin = Verdict("reject", "audio-duplicate-name", audio_names[twins[index]], file=name)
            matches.append(TranscriptMatch(name, None, (twin,)))
        else:
            matches.append(_match(name, rows_of.get(index, [])))
    found.extend(verdict for match in matches for verdict in match.verdicts if verdict.code != "transcript-empty")
    return TranscriptPairing(
        tuple(matches), tuple(orphans), (*transcript.verdicts, *found), row_count=len(transcript.rows)
    )


def _twins(paths: list[_Path]) -> dict[int, int]:
    """Recordings whose name an earlier one has, with that one's index."""
    seen: dict[tuple[str, ...], int] = {}
    return {index: first for index, path in enumerate(paths) if (first := seen.setdefault(path.parts, index)) != index}


def _match(name: str, rows: list[TranscriptRow]) -> TranscriptMatch:
    if not rows:
        return TranscriptMatch(name, None, (Verdict("reject", "transcript-missing", file=name),))
    first, *others = rows
    texts = {row.text for row in rows}
    if len(texts) > 1:
        lines = ", ".join(str(row.line) for row in rows)
        conflict = Verdict("reject", "transcript-conflict", lines, file=name, line=first.line)
        return TranscriptMatch(name, first, (conflict,))
    verdicts = [
        Verdict("fix", "transcript-duplicate", file=name, line=row.line, params={"first_line": first.line})
        for row in others
    ]
    if not first.text:
        verdicts.append(Verdict("reject", "transcript-empty", file=name, line=first.line))
    return TranscriptMatch(name, first, tuple(verdicts))


class _Path:
    """A name from any system, comparable: parts in NFC and case-folded, the last without its extension."""

    def __init__(self, name: str):
        plain = unicodedata.normalize("NFC", name).replace("\\", "/")
        self.parts = tuple(part for part in plain.split("/") if part not in ("", "."))
        self.folders = tuple(part.casefold() for part in self.parts[:-1])
        self.last = self.parts[-1].casefold() if self.parts else ""
        self.stem = stem_of(plain).casefold()

    def closeness(self, other: _Path) -> tuple[int, bool]:
        """How many folders agree, counted from the file upwards, and whether the extension does."""
        shared = 0
        for mine, theirs in zip(reversed(self.folders), reversed(other.folders), strict=False):
            if mine != theirs:
                break
            shared += 1
        return shared, self.last == other.last


def _candidates(path: _Path, by_stem: dict[str, list[int]], paths: list[_Path]) -> list[int]:
    """The recordings that a line may mean: those that fit its name best."""
    found = by_stem.get(path.stem, [])
    if len(found) < 2:
        return found
    closest = max(path.closeness(paths[index]) for index in found)
    return [index for index in found if path.closeness(paths[index]) == closest]

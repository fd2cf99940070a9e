"""The dictionary as CSV: what an import would do, the import, and the export that an import takes."""

import csv
import io
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from trainer.text.pronunciations import ENTRIES_MAX
from trainer.transcript_encoding import DecodedText, text_decode
from voiceapp.errors import AppError, PronunciationFileUnreadable, PronunciationsChanged, PronunciationsRefused
from voiceapp.models import Pronunciation, Voice
from voiceapp.selectors.pronunciation import pronunciations_list, scope_version
from voiceapp.services.csv_cell import cell_guard, cell_restore
from voiceapp.services.pronunciation import (
    State,
    pronunciation_checked,
    pronunciations_change,
    pronunciations_lock,
    state_of,
)

# The page sends a file that was checked back as a field of a form, whose size is bounded too.
FILE_BYTES_MAX = 3 * 1024**2
COLUMNS = {
    "ja": ("surface", "reading", "nucleus", "part_of_speech", "note"),
    "en": ("surface", "reading", "note"),
}
NEEDED = ("surface", "reading")
ADDED, CHANGED, UNCHANGED, REFUSED = "added", "changed", "unchanged", "refused"


@dataclass
class PlannedLine:
    """One line of the file: what becomes of it, and what the entry was and would be."""

    line: int
    surface: str
    outcome: str = REFUSED
    before: State | None = None
    after: State | None = None
    refusal_detail: str = ""
    code: str = ""

    def refuse(self, code: str, detail: str) -> None:
        self.outcome, self.code, self.refusal_detail = REFUSED, code, detail


@dataclass
class ImportPlan:
    """`lines` has one entry for each line below the header that is not empty: counts in = counts out. `version` is the
    dictionary's that the plan was made against."""

    language: str
    voice: Voice | None
    version: str
    encoding: str
    # What was read, as text.
    text: str
    lines: list[PlannedLine] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        return {name: sum(line.outcome == name for line in self.lines) for name in (ADDED, CHANGED, UNCHANGED, REFUSED)}

    @property
    def refused(self) -> list[PlannedLine]:
        return [line for line in self.lines if line.outcome == REFUSED]

    @property
    def total(self) -> int:
        return len(self.lines)

    @property
    def to_write(self) -> int:
        return sum(line.outcome in (ADDED, CHANGED) for line in self.lines)

    @property
    def is_applicable(self) -> bool:
        return not self.refused and bool(self.to_write)


def pronunciations_plan(*, language: str, data: bytes, voice: Voice | None = None) -> ImportPlan:
    """What an import of this file would do; changes nothing. UTF-8 or CP932, commas or tabs.

    Raises `PronunciationFileUnreadable` for a file that is no such list at all.
    """
    rows, decoded = _rows(data, language)
    plan = ImportPlan(language, voice, scope_version(language, voice), decoded.encoding, decoded.text)
    present = {row.surface: row for row in Pronunciation.objects.filter(language=language, voice=voice)}
    first_lines: dict[str, PlannedLine] = {}
    for number, row in rows:
        line = _planned(number, row, language, voice)
        plan.lines.append(line)
        if line.after is None:
            continue
        row = present.get(line.surface)
        line.before = None if row is None else state_of(entry=row, note=row.note)
        line.outcome = ADDED if row is None else UNCHANGED if line.before == line.after else CHANGED
        first = first_lines.setdefault(line.surface, line)
        if first is not line and first.after != line.after:
            for one, other in ((first, line), (line, first)):
                words = {"surface": line.surface, "line": other.line, "reading": other.after["reading"]}
                detail = _("“%(surface)s” stands in line %(line)s too, as %(reading)s. Keep one of the two.") % words
                one.refuse("pronunciation-twice", detail)
        elif first is not line:
            line.outcome = UNCHANGED
    return plan


@transaction.atomic
def pronunciations_import(
    *, language: str, data: bytes, actor, voice: Voice | None = None, expected_version: str | None = None
) -> ImportPlan:
    """Import all lines of the file, or none. Entries that are not in it stay.

    `expected_version` is the `version` of the plan that the operator saw. Raises `PronunciationFileUnreadable`,
    `PronunciationsRefused` with the lines, `PronunciationsChanged`, and `PronunciationsFull`.
    """
    pronunciations_lock(language=language, voice=voice)
    plan = pronunciations_plan(language=language, data=data, voice=voice)
    if expected_version is not None and expected_version != plan.version:
        raise PronunciationsChanged()
    if plan.refused:
        raise PronunciationsRefused(plan.refused, total=plan.total)
    wanted = {line.surface: line.after for line in plan.lines}
    pronunciations_change(language=language, voice=voice, wanted=wanted, actor=actor)
    return plan


def pronunciations_export(*, language: str, voice: Voice | None = None) -> str:
    """The entries of one scope as CSV, in an order that does not change by itself."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS[language])
    for row in pronunciations_list(language=language, voice=voice).iterator():
        values = (getattr(row, name) for name in COLUMNS[language])
        writer.writerow(["" if value is None else cell_guard(str(value)) for value in values])
    return stream.getvalue()


def _planned(number: int, row: dict[str, str], language: str, voice: Voice | None) -> PlannedLine:
    line = PlannedLine(number, row.get("surface", "").strip())
    if None in row:
        line.refuse("pronunciation-columns", _("The line has more columns than the first line names."))
        return line
    nucleus = (row.get("nucleus") or "").strip()
    # What is no number is shown as it stands by the refusal of the trainer.
    given = int(nucleus) if nucleus.isdecimal() and len(nucleus) < 4 else nucleus or None
    try:
        entry, line.after = pronunciation_checked(
            language=language,
            surface=row.get("surface") or "",
            reading=row.get("reading") or "",
            nucleus=given,
            part_of_speech=(row.get("part_of_speech") or "").strip(),
            note=row.get("note") or "",
            voice=voice,
        )
    except AppError as error:
        line.refuse(error.code, error.detail)
        return line
    line.surface = entry.surface
    return line


def _rows(data: bytes, language: str) -> tuple[list[tuple[int, dict]], DecodedText]:
    _check_size(len(data))
    decoded = text_decode(data)
    if decoded is None:
        raise PronunciationFileUnreadable(reason=_("its encoding is neither UTF-8 nor CP932 (Shift_JIS)."))
    # What was checked comes back as UTF-8, and must not be too large only then.
    _check_size(len(decoded.text.encode()))
    header = decoded.text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(decoded.text, newline=""), delimiter="\t" if "\t" in header else ",", strict=True)
    found: list[tuple[int, dict]] = []
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        _check_columns(columns, language)
        start = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                row = dict(zip(columns, map(cell_restore, cells), strict=False))
                if any(cell.strip() for cell in cells[len(columns) :]):
                    row[None] = cells[len(columns) :]
                found.append((start, row))
            start = reader.line_num + 1
            if len(found) > ENTRIES_MAX:
                reason = _("it has more than %(limit)s lines.") % {"limit": ENTRIES_MAX}
                raise PronunciationFileUnreadable(reason=reason)
    except csv.Error as error:
        reason = _("line %(line)s cannot be read (%(reason)s).") % {"line": reader.line_num, "reason": error}
        raise PronunciationFileUnreadable(reason=reason) from error
    if not found:
        raise PronunciationFileUnreadable(reason=_("it has no line below its first one."))
    return found, decoded


def _check_size(size_bytes: int) -> None:
    if size_bytes > FILE_BYTES_MAX:
        reason = _("it has %(measured)s bytes, and at most %(limit)s are read.")
        raise PronunciationFileUnreadable(reason=reason % {"measured": size_bytes, "limit": FILE_BYTES_MAX})


def _check_columns(columns: list[str], language: str) -> None:
    known = COLUMNS[language]
    unknown = [name for name in columns if name not in known]
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        reason = _("the column “%(name)s” is missing.") % {"name": missing[0]}
    elif unknown:
        # A nucleus in an English list would be accepted and ignored.
        reason = _("the column “%(name)s” is not known; known are: %(known)s.")
        reason %= {"name": unknown[0][:40], "known": ", ".join(known)}
    elif len(set(columns)) < len(columns):
        reason = _("a column is named twice.")
    else:
        return
    raise PronunciationFileUnreadable(reason=reason)

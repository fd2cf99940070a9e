"""The lines of a corpus: which recording says what, in phonemes. Light: no audio is read, no torch is loaded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trainer.errors import BadInput, TrainerError
from trainer.languages import Language
from trainer.text import Dictionary, phonemize
from trainer.text.symbols import SYMBOL_TABLE, symbol_ids
from trainer.verdicts import Verdict


@dataclass(frozen=True)
class Line:
    """One row of the metadata with the phonemes that will be taught."""

    name: str
    text: str
    symbols: tuple[str, ...]
    tones: tuple[int, ...]
    units: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps([self.symbols, self.tones]).encode()).hexdigest()


def lines_read(
    metadata: Path, language: Language, phonemes: Path | None, dictionary: Dictionary | None = None
) -> tuple[list[Line], list[Verdict]]:
    """The metadata's rows with their phonemes, frozen ones as they stand, others read with `dictionary`.

    Raises BadInput metadata-…, phonemes-…, symbol-unknown.
    """
    rows = metadata_read(metadata)
    if phonemes is None:
        return lines_phonemize(rows, language, dictionary)
    lines = lines_frozen(rows, phonemes)
    for line in lines:
        symbol_ids(line.symbols, language)  # an unknown one ends the run before any work, not one clip of it
    return lines, []


def metadata_read(path: Path) -> list[tuple[str, str]]:
    """`metadata_rows` without the numbers."""
    return [(name, spoken) for _, name, spoken in metadata_rows(path)]


def metadata_rows(path: Path) -> list[tuple[int, str, str]]:
    """Rows `file|text` in UTF-8, each with the number of its line, from 1. Raises BadInput metadata-unreadable,
    metadata-empty, metadata-row and metadata-duplicate (both name the line)."""
    rows, repeated = metadata_split(path)
    for number, name, _ in repeated:
        raise BadInput("metadata-duplicate", measured=number, file=name)
    return rows


def metadata_split(path: Path) -> tuple[list[tuple[int, str, str]], list[tuple[int, str, str]]]:
    """The first row of each file, and the rows that name a file again. Raises what `metadata_rows` raises, except
    metadata-duplicate."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise BadInput("metadata-unreadable", file=path.name, detail=detail) from error
    rows: dict[str, tuple[int, str, str]] = {}
    repeated: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, separator, spoken = (part.strip() for part in line.partition("|"))
        if not (name and separator and spoken) or ".." in Path(name).parts or Path(name).is_absolute():
            raise BadInput("metadata-row", measured=number, content=line[:60])
        if name in rows:
            repeated.append((number, name, spoken))
        else:
            rows[name] = number, name, spoken
    if not rows:
        raise BadInput("metadata-empty", file=path.name)
    return list(rows.values()), repeated


def pronunciations_read(path: Path | None, language: Language) -> Dictionary:
    """The dictionary in a file (`Dictionary.as_json`), or one without entries. Raises BadInput pronunciations-invalid
    and what is wrong with an entry."""
    if path is None:
        return Dictionary(language.tag)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        detail = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput("pronunciations-invalid", measured=f"{path.name}: {detail}") from error
    return Dictionary.from_json(data, language)


def lines_phonemize(
    rows: Iterable[tuple[str, str]], language: Language, dictionary: Dictionary | None = None
) -> tuple[list[Line], list[Verdict]]:
    """(file, text) rows → lines, and a `reject` verdict for each text that gives no phonemes or contradicts the
    language."""
    lines, verdicts = [], []
    for name, text in rows:
        phonemes = phonemize(text, language, dictionary)
        rejected = [verdict for verdict in phonemes.warnings if verdict.is_rejection]
        if rejected:
            verdicts += [Verdict(v.level, v.code, v.measured, v.limit, file=name, params=v.params) for v in rejected]
        else:
            lines.append(Line(name, text, phonemes.symbols, phonemes.tones, phonemes.units))
    return lines, verdicts


def lines_frozen(rows: Iterable[tuple[str, str]], path: Path) -> list[Line]:
    """Lines with the phonemes of a JSON-lines file {"file", "symbols", "tones", "units"}, taken as they stand.

    Raises BadInput phonemes-unreadable (names the line) and phonemes-missing (names the clips without an entry).
    """
    frozen = dict(_frozen_entries(path))
    rows = list(rows)
    missing = [name for name, _ in rows if name not in frozen]
    if missing:
        raise BadInput("phonemes-missing", measured=len(missing), files=", ".join(missing[:5]))
    return [Line(name, text, *frozen[name]) for name, text in rows]


def _frozen_entries(path: Path) -> Iterator[tuple[str, tuple]]:
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not raw.strip():
            continue
        try:
            entry = json.loads(raw)
            symbols, tones = tuple(entry["symbols"]), tuple(int(tone) for tone in entry["tones"])
            if not symbols or len(symbols) != len(tones):
                raise ValueError(f"{len(symbols)} symbols, {len(tones)} tones")
            yield entry["file"], (symbols, tones, int(entry["units"]))
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput("phonemes-unreadable", measured=number, detail=str(error)) from error


def line_symbols(line: Line, language: Language) -> list[int]:
    """Ids of the line's symbols. Raises BadInput symbol-unknown, tone-unknown."""
    ids = symbol_ids(line.symbols, language)
    highest = SYMBOL_TABLE[language.tag].tones - 1
    if any(not 0 <= tone <= highest for tone in line.tones):
        raise BadInput("tone-unknown", measured=max(line.tones, key=abs), limit=highest, file=line.name)
    return ids


def clip_verdict(name: str, error: TrainerError) -> Verdict:
    """Why the clip `name` falls."""
    params = {name: value for name, value in error.params.items() if name not in ("file", "line")}
    return Verdict("reject", error.code, error.measured, error.limit, file=name, params=params)

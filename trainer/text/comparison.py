"""Lines of one corpus beside each other: different texts that sound the same, and lines of another pace."""

from __future__ import annotations

import statistics
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from trainer.text.normalisation import shown
from trainer.text.plausibility import PACE_LINES_MIN, PACE_UNITS_MIN, rate_verdict
from trainer.verdicts import Verdict

TEXT_SHOWN = 60


@dataclass(frozen=True)
class ComparedLine:
    """`digest` is `Phonemes.digest` (empty: no phonemes), `duration_s` the speech in its recording, or None."""

    name: str
    text: str
    digest: str
    units: int
    duration_s: float | None


def text_key(text: str) -> str:
    """What two texts have in common that are one text in other dress: no white space, no punctuation, one width, one
    case, one kind of kana."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(_katakana(char) for char in folded if char.isalnum() or char == "ー")


def lines_compare(lines: Iterable[ComparedLine], language: str) -> dict[str, list[Verdict]]:
    """Verdicts by the name of the line; lines without one are absent."""
    lines = list(lines)
    verdicts: dict[str, list[Verdict]] = defaultdict(list)
    groups: dict[str, list[ComparedLine]] = defaultdict(list)
    for line in lines:
        if line.digest:
            groups[line.digest].append(line)
    for group in groups.values():
        for name, verdict in identical_verdicts([(line.name, line.text) for line in group]).items():
            verdicts[name].append(verdict)
    median = pace_median((line.units, line.duration_s) for line in lines)
    for line in lines:
        if median and line.digest and (found := rate_verdict(language, line.units, line.duration_s or 0, median)):
            verdicts[line.name].append(found)
    return dict(verdicts)


def identical_verdicts(group: list[tuple[str, str]]) -> dict[str, Verdict]:
    """(name, text) of lines with the same phonemes → a remark on each whose text is really another one."""
    keys = {name: text_key(text) for name, text in group}
    first_of: dict[str, tuple[str, str]] = {}
    for name, text in group:
        first_of.setdefault(keys[name], (name, text))
    if len(first_of) < 2:
        return {}
    one, another = list(first_of.items())[:2]
    verdicts = {}
    for name, _ in group:
        other, text = (another if keys[name] == one[0] else one)[1]
        params = {"other": shown(other, TEXT_SHOWN), "text": shown(text, TEXT_SHOWN)}
        verdicts[name] = Verdict("warn", "phonemes-identical", params=params)
    return verdicts


def pace_median(paces: Iterable[tuple[int, float | None]]) -> float | None:
    """Median units per second over (units, seconds) of lines; None where too few are long enough to tell."""
    rates = [units / duration_s for units, duration_s in paces if duration_s and units >= PACE_UNITS_MIN]
    return statistics.median(rates) if len(rates) >= PACE_LINES_MIN else None


def _katakana(char: str) -> str:
    return chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char

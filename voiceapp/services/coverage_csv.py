"""Coverage as a table for spreadsheets."""

import csv
import io

from trainer.text.coverage import RARE_BELOW
from voiceapp.models import StyleCoverage

KINDS = ("sounds", "diphones")


def coverage_csv(*, coverage: StyleCoverage, kind: str) -> str:
    """Lines sound,count,class or first,second,count,class; class is missing, rare, common, or other (not expected)."""
    data = coverage.data
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    if kind == "sounds":
        writer.writerow(["sound", "count", "class"])
        writer.writerows(_lines(data["counts"], (*data["missing"], *data["optional_missing"]), data["rare"]))
        return stream.getvalue()
    writer.writerow(["first", "second", "count", "class"])
    for pair, count, found in _lines(data["diphones"], data["missing_diphones"], data["rare_diphones"]):
        writer.writerow([*pair.split(" "), count, found])
    return stream.getvalue()


def _lines(counts: dict[str, int], missing, rare):
    rare = set(rare)
    for sound, count in counts.items():
        found = "rare" if sound in rare else "common" if count >= RARE_BELOW else "other"
        yield sound, count, found
    for sound in missing:
        yield sound, 0, "missing"

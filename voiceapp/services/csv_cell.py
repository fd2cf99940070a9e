"""Cells of exported lists. A spreadsheet takes some for formulas, and runs them."""

import re

# A quote before them makes text of them, for a spreadsheet. One that stands there already gets company, so that an
# import, which takes one away, restores every cell as it was.
# The wide signs begin a formula in a Japanese spreadsheet.
FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r]")


def cell_guard(cell: str) -> str:
    return f"'{cell}" if FORMULA.match(cell) else cell


def cell_restore(cell: str) -> str:
    """What `cell_guard` was given."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell

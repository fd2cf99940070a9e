"""Cells that a spreadsheet would run."""

import pytest

from voiceapp.services.csv_cell import cell_guard, cell_restore


@pytest.mark.parametrize("cell", ["=1+1", "+81", "-", "@home", "＝和", "\tx", "\r", "'=x", "''@", "'-'"])
def test_a_cell_that_is_a_formula_becomes_text_and_comes_back(cell):
    guarded = cell_guard(cell)
    assert guarded == f"'{cell}"
    assert cell_restore(guarded) == cell


@pytest.mark.parametrize("cell", ["", "声房", "C++", "a=b", "'tis", "'", "''", "2", "the firm - of old"])
def test_any_other_cell_stays_as_it_is(cell):
    assert cell_guard(cell) == cell_restore(cell) == cell

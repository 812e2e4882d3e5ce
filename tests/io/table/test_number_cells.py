"""Whether cells are numbers with any signs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.table import numbers
from evalgui.io.table.number_cells import is_number, number_share
from evalgui.io.table.number_forms import is_grouped

_CELLS = st.text("0123456789.,'+-eE%infINFITYnax \t\x1c\u00a0\u2009<", max_size=12)


@given(_CELLS)
def test_that_a_number_is_what_is_one_under_some_signs(cell: str) -> None:
    bare = cell.strip().removesuffix("%")
    forms = [numbers.is_number(bare), numbers.is_number(bare, ","), is_grouped(bare)]
    assert is_number(cell) == any(forms)


@given(st.lists(_CELLS | st.sampled_from(["0.5", "1,265.5", "NA", "", "word"]), max_size=8))
def test_that_the_share_is_that_of_cells_that_are_not_missing(cells: list[str]) -> None:
    present = [cell for cell in cells if not numbers.is_missing(cell)]
    share = sum(map(is_number, present)) / len(present) if present else 0.0
    assert number_share(cells) == share

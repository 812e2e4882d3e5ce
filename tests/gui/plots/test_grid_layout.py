"""However many plots there are, each has a cell of its own and no cell is left over."""

from __future__ import annotations

import math

import pytest

from evalgui.gui.plots.grid_layout import cells, cells_of_rows


@pytest.mark.parametrize("n", range(1, 20))
@pytest.mark.parametrize("width", [100, 500, 1_000, math.inf])
def test_that_the_cells_fill_a_rectangle(n, width):
    found = cells(n, width)
    covered = [
        (row + down, column + right)
        for row, column, n_rows, n_columns in found
        for down in range(n_rows)
        for right in range(n_columns)
    ]
    rows, columns = {row for row, _ in covered}, {column for _, column in covered}
    assert len(covered) == len(set(covered)) == len(rows) * len(columns)
    assert len(columns) == 2 or len(columns) * 200 <= width


def test_that_four_stand_two_by_two_in_any_room():
    for width in (100, 5_000):
        assert cells(4, width) == [(0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1)]


def test_that_more_take_more_columns_where_there_is_room():
    assert [cell[:2] for cell in cells(6)] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert cells(5, 410)[-1] == (2, 0, 1, 2)


def test_that_a_row_goes_on_in_another_where_there_is_no_room_beside():
    rows = (("roc", "dots"), ("histogram",))
    assert cells_of_rows(rows, 500) == {
        "roc": (0, 0, 1, 1),
        "dots": (0, 1, 1, 1),
        "histogram": (1, 0, 1, 2),
    }
    assert cells_of_rows(rows, 380) == {
        "roc": (0, 0, 1, 1),
        "dots": (1, 0, 1, 1),
        "histogram": (2, 0, 1, 1),
    }

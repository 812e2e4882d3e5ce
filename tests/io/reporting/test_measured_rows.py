"""Cells of results in a report: the number behind each text, wherever it stands."""

from __future__ import annotations

import math

import pytest

from evalgui.core.measured import Interval, Measured
from evalgui.core.texts import Text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.reporting.measured_rows import measured_cell, table_of, with_limits
from evalgui.results.result import COUNT, PLAIN, SHARE, Column, Row, Table

SHARES, ROWS = Column("share", Text("share"), SHARE), Column("n", Text("rows"), COUNT)
CELLS = {
    "share": Measured(0.25, "", (1, 4), Interval(0.95, "made", 0.125, 0.5, (4,))),
    "n": Measured(1234),
}
TABLE = Table("made", (SHARES, ROWS), (Row("a", Text("one")),), lambda _row, one: CELLS[one.id])


@pytest.mark.parametrize(
    ("found", "place", "is_state", "value", "of"),
    [
        (Measured(0.25), "", False, 0.25, ""),
        (Measured(0.25), "metrics.TPR", True, 0.25, "metrics.TPR.value"),
        (Measured(0.25), "areas.roc_auc", False, 0.25, "areas.roc_auc"),
        (Measured(math.inf), "metrics.LRP", True, "+inf", "metrics.LRP.infinite"),
        (Measured(math.nan, "no rows"), "metrics.TPR", True, "undefined", "metrics.TPR.value"),
    ],
)
def test_that_a_cell_keeps_its_number_and_says_where_it_stands(found, place, is_state, value, of):
    cell = measured_cell(found, PLAIN, MACHINE_LEARNING, place, is_state=is_state)
    assert (cell.value, cell.of) == (value, of)


def test_that_a_table_has_limits_in_brackets_and_numbers_behind():
    table = table_of(TABLE, "Caption", MACHINE_LEARNING, ("n", "share"))
    assert table.head == ("", "Rows", "Share")
    ((name, rows, share),) = table.groups[0].rows
    assert (name.text, rows.value, share.value) == ("One", 1234, 0.25)
    assert share.text.startswith("25.0")
    assert "(12.5 to 50.0" in share.text
    assert share == with_limits(TABLE, TABLE.rows[0], SHARES, MACHINE_LEARNING)

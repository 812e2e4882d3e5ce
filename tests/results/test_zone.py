"""The topic of a grey zone: every row of the file is in one zone, and in each way of counting."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.results.topics.zone import zone

VALUES = np.array([0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.1])
TRUTH = np.array([1, 1, 0, 1, 0, 1, 0, 0], dtype=bool)
ENDS = (0.25, 0.65)
GREY = (ENDS[0] < VALUES) & (ENDS[1] > VALUES)


@pytest.fixture
def result():
    data = Dataset("d.csv", ("no", "yes"), TRUTH.astype(np.int8), 1, (Score("s", VALUES),))
    return zone(resolve(Inputs(data, threshold=0.5)), ENDS)


def cells_of(result, table_id, row_id):
    table = result.table(table_id)
    row = next(one for one in table.rows if one.id == row_id)
    return {column.id: table.cell(row, column) for column in table.columns}


@pytest.mark.parametrize(
    ("zone_id", "inside"),
    [("positive", ENDS[1] < VALUES), ("grey", GREY), ("negative", ENDS[0] > VALUES)],
)
def test_that_a_zone_holds_what_lies_in_it(result, zone_id, inside):
    cells = cells_of(result, "zones", zone_id)
    positives, others = int((inside & TRUTH).sum()), int((inside & ~TRUTH).sum())
    n = positives + others
    assert (cells["positives"].value, cells["negatives"].value) == (positives, others)
    assert (cells["n"].value, cells["share"].value) == (n, n / 8)
    assert cells["share"].fraction == (n, 8)
    assert cells["positive_share"].value == positives / n
    ratio = cells["likelihood_ratio"]
    assert ratio.value == (positives / 4) / (others / 4)
    assert ratio.interval.lower <= ratio.value < ratio.interval.upper


@pytest.mark.parametrize(
    ("way", "called", "counted"),
    [
        ("grey_as_positive", ENDS[0] < VALUES, np.ones(8, dtype=bool)),
        ("grey_as_negative", ENDS[1] < VALUES, np.ones(8, dtype=bool)),
        ("without_grey", ENDS[1] < VALUES, ~GREY),
    ],
)
def test_that_grey_rows_count_one_way_or_the_other(result, way, called, counted):
    cells = cells_of(result, "two_way", way)
    tp = int((called & TRUTH & counted).sum())
    fn = int((~called & TRUTH & counted).sum())
    fp = int((called & ~TRUTH & counted).sum())
    tn = int((~called & ~TRUTH & counted).sum())
    assert [cells[name].value for name in ("tp", "fp", "fn", "tn")] == [tp, fp, fn, tn]
    assert cells["TPR"].value == tp / (tp + fn)
    assert cells["PPV"].value == tp / (tp + fp)
    assert cells["ACC"].value == (tp + tn) / (tp + tn + fp + fn)


def test_that_the_ends_are_told(result):
    assert [cell.value for _row, cell in result.table("ends").cells("value")] == list(ENDS)


def test_that_there_is_nothing_to_say_without_a_zone_or_a_score():
    data = Dataset("d.csv", ("no", "yes"), TRUTH.astype(np.int8), 1, (Score("s", VALUES),))
    assert zone(resolve(Inputs(data, threshold=0.5))) is None
    assert zone(EMPTY, ENDS) is None

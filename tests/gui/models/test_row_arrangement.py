"""Orders and filters of rows against plain Python."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.ordering import stable_order
from evalgui.gui.models.row_arrangement import (
    RowArrangement,
    arranged,
    column_order,
    first_place,
)

KEYS = st.lists(st.sampled_from([-math.inf, -1.5, 0.0, 2.0, math.inf, math.nan]), max_size=25)


@given(keys=KEYS, descending=st.booleans())
def test_that_an_order_is_stable_in_both_directions_with_missing_last(
    keys: list[float], descending: bool
) -> None:
    sign = -1 if descending else 1
    expected = sorted(
        range(len(keys)),
        key=lambda row: (math.isnan(keys[row]), 0 if math.isnan(keys[row]) else sign * keys[row]),
    )
    order = stable_order(np.array(keys, dtype=np.float64), descending=descending)
    assert order.tolist() == expected


@given(
    keys=st.lists(st.integers(0, 3), max_size=20),
    order=st.booleans(),
    filters=st.lists(st.lists(st.booleans(), min_size=20, max_size=20), max_size=2),
)
def test_that_filters_keep_the_order_and_places_find_every_row(
    keys: list[int], order: bool, filters: list[list[bool]]
) -> None:
    n = len(keys)
    permutation = stable_order(np.array(keys, dtype=np.int64), descending=False) if order else None
    masks = [np.array(passed[:n], dtype=np.bool_) for passed in filters]
    arrangement = arranged(n, permutation, *masks)
    rows = range(n) if permutation is None else permutation.tolist()
    expected = [row for row in rows if all(mask[row] for mask in masks)]
    assert [arrangement.row(place) for place in range(len(arrangement))] == expected
    places = arrangement.places(list(range(n)))
    assert places == [expected.index(row) if row in expected else -1 for row in range(n)]
    block = arrangement.block(1, 4)
    assert np.arange(n)[block].tolist() == expected[1:4]


def test_that_row_numbers_take_half_the_memory() -> None:
    arrangement = arranged(5, stable_order(np.arange(5.0), descending=True))
    assert arrangement.rows is not None
    assert arrangement.rows.dtype == np.int32


def test_that_no_filter_and_no_order_keep_nothing_a_row() -> None:
    arrangement = arranged(10**12, None, None, None)
    assert arrangement.rows is None
    assert len(arrangement) == 10**12
    assert arrangement.row(10**12 - 1) == 10**12 - 1


def test_that_the_reverse_of_a_column_is_its_exact_reverse() -> None:
    assert column_order(np.array([2, 0, 1]), descending=True).tolist() == [1, 0, 2]
    assert column_order(np.array([2, 0, 1]), descending=False).tolist() == [2, 0, 1]


@given(length=st.integers(0, 40), first=st.integers(0, 45))
def test_that_the_first_place_is_found_by_bisection(length: int, first: int) -> None:
    assert first_place(length, lambda place: place >= first) == min(first, length)


def test_that_an_empty_arrangement_has_no_places() -> None:
    assert RowArrangement(3, np.zeros(0, np.int32)).places([0, 2]) == [-1, -1]

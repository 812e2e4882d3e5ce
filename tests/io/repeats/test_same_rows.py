"""Rows that are the same in every cell, counted as a `Counter` of their texts counts them."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.progress import Watch
from evalgui.io.repeats import same_rows as room
from evalgui.io.repeats.same_rows import SameRows, same_rows
from evalgui.io.table import RawColumn

FLOATS = st.sampled_from([None, 0.0, -0.0, math.nan, -math.nan, math.inf, 0.1, 1.5, 5e-324])
CELLS: dict[pa.DataType, st.SearchStrategy[Any]] = {
    pa.int64(): st.sampled_from([None, 0, 1, -1, 2**53, 2**53 + 1, 2**63 - 1]),
    pa.uint8(): st.sampled_from([0, 1, 255]),
    pa.float64(): FLOATS,
    pa.float32(): FLOATS,
    pa.bool_(): st.sampled_from([None, True, False]),
    pa.string(): st.sampled_from([None, "", " ", "a", " a", "a\u00a0", "b"]),
}


def counted(columns: list[RawColumn]) -> SameRows:
    """Return the same from the texts of the cells."""
    cells = [[column.text(row).strip() for row in range(len(column))] for column in columns]
    sizes = Counter(zip(*cells, strict=True)).values()
    return SameRows(len(sizes), min(sizes), max(sizes))


@pytest.mark.parametrize("most_groups", [256, 2])
@pytest.mark.parametrize("few", [100, 0])
@given(data=st.data())
def test_that_rows_are_the_same_where_their_texts_are(
    most_groups: int, few: int, data: st.DataObject
) -> None:
    kinds = data.draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, max_size=3))
    n = data.draw(st.integers(1, 12))
    columns = []
    for kind in kinds:
        cells = data.draw(st.lists(CELLS[kind], min_size=n, max_size=n))
        cut = data.draw(st.integers(0, n))
        chunks = [pa.array(part, kind) for part in (cells[:cut], cells[cut:])]
        columns.append(RawColumn("a", pa.chunked_array(chunks)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "_FEW", few)
        patch.setattr(room, "_MOST_GROUPS", most_groups)
        assert same_rows(columns, Watch()) == counted(columns)


def test_that_numbers_are_compared_without_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: RawColumn) -> None:
        raise AssertionError

    monkeypatch.setattr(RawColumn, "as_text", refuse)
    rng = np.random.default_rng(3)
    scores, truth = rng.integers(0, 5_000, 20_000) / 7, rng.integers(0, 2, 20_000)
    columns = [
        RawColumn(name, pa.chunked_array([cells]))
        for name, cells in (("truth", pa.array(truth)), ("score", pa.array(scores)))
    ]
    sizes = Counter(zip(truth.tolist(), scores.tolist(), strict=True)).values()
    assert same_rows(columns, Watch()) == (len(sizes), min(sizes), max(sizes))

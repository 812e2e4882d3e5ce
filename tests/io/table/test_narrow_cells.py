"""Whole numbers in few bytes: the same cells and the same type as in the file."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.table.cells import HeldCells
from evalgui.io.table.narrow_cells import NarrowCells, narrowed
from evalgui.io.table.raw_column import RawColumn

KINDS: dict[Any, tuple[int, int]] = {
    pa.int64(): (-(2**63), 2**63 - 1),
    pa.uint64(): (0, 2**64 - 1),
    pa.int32(): (-(2**31), 2**31 - 1),
    pa.uint16(): (0, 2**16 - 1),
    pa.int8(): (-128, 127),
}


@given(data=st.data())
def test_that_narrow_cells_are_those_of_the_file(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(KINDS)))
    low, high = KINDS[kind]
    few = st.none() | st.integers(max(low, -2), min(high, 2))
    pieces = data.draw(st.lists(st.lists(few) | st.lists(st.integers(low, high)), max_size=3))
    own = pa.chunked_array([pa.array(piece, kind) for piece in pieces], kind)
    narrow = NarrowCells([narrowed(chunk) for chunk in own.chunks], kind)
    assert narrow.type == narrow.whole().type == kind
    assert narrow.whole().to_pylist() == narrow.compact().to_pylist() == own.to_pylist()
    assert narrow.first(2).equals(own.slice(0, 2))
    assert [narrow.at(place)[0].as_py() for place in range(len(narrow))] == own.to_pylist()
    held = HeldCells(own)
    for cells in (narrow, held):
        column = RawColumn("a", cells)
        for some in (column, column.take(pa.array(range(len(own)), pa.int64()).to_numpy()[::-1])):
            texts = ["" if cell is None else str(cell) for cell in some.cells().to_pylist()]
            assert some.head(len(own)) == texts
            assert some.cells().type == kind
            encoded = some.encode(1_000)
            assert encoded is not None
            assert [(*encoded.texts, "")[code] for code in encoded.codes.tolist()] == texts


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([0, 1, None], pa.int8()),
        ([-129, 0], pa.int16()),
        ([128, 40_000], pa.int32()),
        ([2**31], pa.int64()),
        ([None], pa.int8()),
        ([], pa.int8()),
    ],
)
def test_that_whole_numbers_take_as_few_bytes_as_they_need(cells: list[Any], kind: Any) -> None:
    assert narrowed(pa.array(cells, pa.int64())).type == kind

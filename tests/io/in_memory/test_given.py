"""Tables and arrays of other programs: cells stay what they are; what is no table is refused."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.formats import registry
from evalgui.io.in_memory import given
from evalgui.io.in_memory.columns import column_of

KINDS = {
    "whole": ([1, 2, 3], ["1", "2", "3"]),
    "doubles": (np.array([0.1, np.nan, np.inf]), ["0.1", "", "inf"]),
    "single": (np.array([0.1, 2], np.float32), ["0.1", "2.0"]),
    "half": (np.array([0.5, 2], np.float16), ["0.5", "2.0"]),
    "other byte order": (np.array([0.25, 2], ">f8"), ["0.25", "2.0"]),
    "unsigned": (np.array([2**64 - 1], np.uint64), ["18446744073709551615"]),
    "huge": ([2**70, 1], ["1180591620717411303424", "1"]),
    "whole beside doubles": ([2**60 + 1, 0.5], ["1152921504606846977", "0.5"]),
    "flags": ([True, None, False], ["true", "", "false"]),
    "flags of numpy": (np.array([True, False]), ["true", "false"]),
    "texts": (["a", None, "NA"], ["a", "", "NA"]),
    "texts of numpy": (np.array(["a", "b"]), ["a", "b"]),
    "bytes": (np.array([b"a", b"b"]), ["a", "b"]),
    "mixed": (["a", 1, 2.5, True, None, float("nan")], ["a", "1", "2.5", "true", "", ""]),
    "decimals": ([Decimal("0.10"), Decimal("NaN")], ["0.10", ""]),
    "days": ([dt.date(2020, 1, 2)], ["2020-01-02"]),
    "masked": (np.ma.array([1, 2], mask=[False, True]), ["1", ""]),
    "a column of a matrix": (np.array([[1], [2]]), ["1", "2"]),
    "a generator": ((n for n in (1, 2)), ["1", "2"]),
    "Arrow": (pa.array(["a", None]), ["a", ""]),
    "Arrow in chunks": (pa.chunked_array([["a"], ["b"]]), ["a", "b"]),
    "nullable whole": (pd.array([1, None], "Int64"), ["1", ""]),
    "nullable flags": (pd.Series([True, None], dtype="boolean"), ["true", ""]),
    "nullable doubles": (pd.Series([0.5, None], dtype="Float64"), ["0.5", ""]),
    "texts of pandas": (pd.Series(["a", None], dtype="string"), ["a", ""]),
    "objects of pandas": (pd.Series(["a", pd.NA, pd.NaT], dtype=object), ["a", "", ""]),
    "categories": (pd.Series(["b", "a", None], dtype="category"), ["b", "a", ""]),
    "categories of numbers": (pd.Series([1, 0, 1], dtype="category"), ["1", "0", "1"]),
    "sparse": (pd.Series(pd.arrays.SparseArray([0.0, 1.0])), ["0.0", "1.0"]),
    "periods": (pd.Series(pd.period_range("2020-01", periods=1, freq="M")), ["2020-01"]),
    "intervals": (pd.Series(pd.interval_range(0, 1)), ["(0, 1]"]),
    "Arrow in pandas": (pd.Series(["a"], dtype=pd.ArrowDtype(pa.string())), ["a"]),
    "an index": (pd.Index(["a", "b"]), ["a", "b"]),
    "nothing but nothing": ([None, None], ["", ""]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_that_cells_are_read_as_they_are(kind):
    values, texts = KINDS[kind]
    (column,) = registry.read(given({"x": values}).source).columns
    assert column.head(9) == texts


REFUSED = {
    "a text": "abc",
    "nothing": None,
    "a number": 3,
    "complex": np.array([1j]),
    "a matrix": np.ones((2, 2)),
    "one value": np.float64(1),
    "lists": [[1], [2]],
    "objects": [object()],
    "records": np.zeros(2, dtype=[("a", int)]),
    "half a character": ["\ud800"],
    "a set": {1, 2},
    "128 bits": np.array([1], np.longdouble) / 3,
}


@pytest.mark.parametrize("kind", REFUSED)
def test_that_what_is_no_column_is_refused_in_words(kind):
    if kind == "128 bits" and np.finfo(np.longdouble).bits == 64:
        pytest.skip("no longer numbers than others here")
    with pytest.raises(DataError, match=r"\Ax: ") as caught:
        column_of("x", REFUSED[kind])
    assert "ud800" not in str(caught.value)


def test_that_no_value_is_quoted_in_a_refusal():
    class Patient:
        def __repr__(self):
            return "Jane Doe"

    with pytest.raises(DataError, match="kind Patient are not read") as caught:
        column_of("x", [Patient()])
    assert "Jane" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "no columns"),
        ({"a": [1], "b": [1, 2]}, "a has 1 values and b has 2 values"),
        ([1, 2], "list are no table"),
        (3, "int are no table"),
        (np.ones((2, 2)), "ndarray are no table"),
        (pd.Series([1]), "Series are no table"),
    ],
)
def test_that_what_is_no_table_is_refused_in_words(data, message):
    with pytest.raises(DataError, match=message):
        given(data)


def test_that_tables_of_every_kind_are_one():
    frame = pd.DataFrame({"y": ["a", "b"], "s": [0.5, 0.25]})
    table = pa.Table.from_pandas(frame)
    recarray = np.array([("a", 0.5), ("b", 0.25)], dtype=[("y", "U1"), ("s", float)])
    stream = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    for data in (frame, table, stream, table.to_batches()[0], frame.to_dict("list"), recarray):
        found = registry.read(given(data).source)
        assert [column.head(2) for column in found.columns] == [["a", "b"], ["0.5", "0.25"]]
        assert found.names == ("y", "s")
    assert frame.columns.tolist() == ["y", "s"]


def test_that_columns_beside_a_table_get_names_of_their_own():
    frame = pd.DataFrame({"score": [1, 2], 0: [3, 4], ("a", "b"): [5, 6]})
    found = given(frame, [("score", [7, 8]), ("weight", pd.Series([1, 2], name="w"))])
    assert found.names == ("score 2", "w")
    assert registry.read(found.source).names == ("score", "0", "a b", "score 2", "w")


def test_that_indexes_take_no_part_and_that_is_said():
    frame = pd.DataFrame({"y": [1, 0]}, index=["p1", "p2"])
    codes = [[one.code for one in given(data).source.findings] for data in (frame, {"y": [1]})]
    assert codes == [["index_ignored"], []]
    turned = pd.Series([0.1, 0.9], index=[1, 0])
    found = given(None, [("truth", pd.Series([1, 0])), ("score", turned)])
    assert [one.code for one in found.source.findings] == ["indexes_differ"]
    assert registry.read(found.source).columns[1].head(2) == ["0.1", "0.9"]


def test_that_ordered_categories_keep_their_order():
    kind = pd.CategoricalDtype(["low", "middle", "high"], ordered=True)
    found = given({"a": pd.Series(["high", "low"], dtype=kind), "b": pd.Categorical(["x", "y"])})
    assert found.orders == {"a": ("low", "middle", "high")}


@drawn(st.lists(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text())))
def test_that_any_list_is_read_cell_by_cell_or_refused(cells):
    try:
        column = column_of("x", cells)
    except DataError:
        assert any(isinstance(cell, str) and not cell.isascii() for cell in cells)
        return
    for cell, kept in zip(cells, column.to_pylist(), strict=True):
        if pd.isna(cell):
            assert pd.isna(kept)
        elif isinstance(kept, str) and not isinstance(cell, str):
            assert kept == (str(cell).lower() if isinstance(cell, bool) else str(cell))
        else:
            assert kept == cell

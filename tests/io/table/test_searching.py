"""Cells that hold a text, found by Arrow: the same as by folding every cell in Python."""

from __future__ import annotations

import datetime as dt
import decimal
import math
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalgui.io.table import searching
from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.searching import finder

# Sharp and long s, dotless and dotted i, the sign for kelvin, ligatures, sigma at the end.
SPECIAL = (
    "\xdf\u1e9e\u017f\u212a\xe9\xc9\u0130\u0131\u0149\ufb01\u03c3\u03c2\u03a3\u0436\u0416\u0307"
)
letters = st.sampled_from(f"abAB sSKkiInf0.1-e+{SPECIAL}")
texts = st.one_of(st.text(letters, max_size=6), st.text(max_size=6))
NUMBERS = [
    0.0, -0.0, 0.5, -0.5, 1.0, 3.0, 1e-4, 9.9e-5, 1e-5, 1e-300, 5e-324, 1e10, 1e15, 1e16, 1e22,
    123456789.125, 12345678901.5, 1e300, math.inf, -math.inf, math.nan, 2.0**53, 0.1 + 0.2,
]  # fmt: skip
numbers = st.one_of(st.floats(), st.floats(-1000, 1000), st.sampled_from(NUMBERS))


def by_hand(values: pa.ChunkedArray[Any], wanted: str) -> list[bool]:
    cells = [text for chunk in values.chunks for text in texts_of(chunk)]
    return [text is not None and wanted.casefold() in text.casefold() for text in cells]


def found(values: pa.ChunkedArray[Any], wanted: str) -> list[bool]:
    look, n = finder(values, None, wanted), len(values)
    parts = [look(start, min(start + 7, n)) for start in range(0, n, 7)]
    answer: list[bool] = np.concatenate([np.zeros(0, bool), *parts]).tolist()
    return answer


@given(st.lists(st.one_of(st.none(), texts), max_size=20), texts.filter(bool))
@example(["Stra\xdfe", "STRASSE", "strasse", "\ufb01ne"], "ss")
@example(["\u0130stanbul", "istanbul", "ISTANBUL"], "i")
@example(["\u03a3\u0391\u03a3", "\u03c3\u03b1\u03c2"], "\u03c2")
@example(["\u212aelvin", "kelvin", None, ""], "k")
@example(["01", "10", "", "011"], "11")  # not from the first to the second
def test_that_texts_are_found_whatever_their_case(cells, wanted):
    values = pa.chunked_array([pa.array(cells, pa.string())])
    assert found(values, wanted) == by_hand(values, wanted)
    coded = pa.chunked_array([pa.array(cells, pa.string()).dictionary_encode()])
    assert found(coded, wanted) == by_hand(values, wanted)
    large = values.cast(pa.large_string())
    assert found(large, wanted) == by_hand(values, wanted)


@given(
    st.lists(numbers, max_size=20),
    st.sampled_from([pa.float64(), pa.float32()]),
    st.data(),
)
def test_that_numbers_are_found_as_they_are_shown(values, kind, data):
    with np.errstate(over="ignore"):
        column = pa.chunked_array([pa.array(np.array(values, kind.to_pandas_dtype()))])
    shown = [text for text in texts_of(column.combine_chunks()) if text]
    parts = [text[i:j] for text in shown for i in range(3) for j in range(i + 1, i + 5)]
    known = st.sampled_from([part for part in parts if part] or ["0"])
    wanted = data.draw(st.one_of(known, st.sampled_from(["0", ".0", "e-", "E", "inf", "nan", "x"])))
    assert found(column, wanted) == by_hand(column, wanted)


DECIMALS = st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 9)).map(
    lambda one: one[0] / 10 ** one[1]
)


@given(
    st.lists(
        st.one_of(DECIMALS, DECIMALS.map(lambda x: np.nextafter(x, 9e9)), numbers), max_size=20
    ),
    st.sampled_from([pa.float64(), pa.float32()]),
    st.data(),
)
@example([0.5, 0.51, 0.501, 100.5], pa.float64(), None)
@example([2.9999999999999996, 3.0, 0.29999999999999999, 0.30000000000000004], pa.float64(), None)
@example([0.0, 210.4375, 3210.4375], pa.float32(), None)  # of more digits than its products have
@example([1234567890.1234567, 890.1234567, 0.0], pa.float64(), None)
def test_that_digits_around_a_point_are_found_as_they_are_shown(values, kind, data):
    with np.errstate(over="ignore"):
        column = pa.chunked_array([pa.array(np.array(values, kind.to_pandas_dtype()))])
    some = ["0.50", "00.5", "-.5", "-0.5", ".", "3.", "2.9", "0.3", "05.", "0.299999999999"]
    if data is None:
        some += ["210.4375", "10.43", "890.1234567", "0.1234567"]
        assert all(found(column, wanted) == by_hand(column, wanted) for wanted in some)
        return
    shown = [text for text in texts_of(column.combine_chunks()) if text and "." in text]
    cut = [(t[max(t.index(".") - n, 0) : t.index(".") + m]) for t in shown for n, m in CUTS]
    wanted = data.draw(st.sampled_from([*cut, *some]))
    assert found(column, wanted) == by_hand(column, wanted)


CUTS = [(0, 2), (1, 1), (1, 2), (1, 3), (2, 4), (3, 6), (1, 12), (9, 20)]


def test_that_few_texts_of_numbers_are_written_to_find_digits_around_a_point(monkeypatch):
    plain, written = searching.kernels.cast, []

    def cast(cells, kind):
        written.append(len(cells))
        return plain(cells, kind)

    values = np.random.default_rng(5).normal(size=10_000)
    monkeypatch.setattr(searching.kernels, "cast", cast)
    look = finder(pa.chunked_array([pa.array(values)]), None, "0.25")
    assert look(0, 10_000).sum() == sum("0.25" in repr(x) for x in values.tolist())
    assert sum(written) < 100


@given(st.data())
def test_that_numbers_that_recur_are_found_as_they_are_shown(data):
    kind = data.draw(st.sampled_from(["int8", "uint8", "int16", "int64", "uint64"]))
    limits = np.iinfo(kind)
    first = data.draw(st.integers(limits.min, limits.max - 20))
    near = [first + n for n in data.draw(st.lists(st.integers(0, 20), max_size=7))]
    ends = data.draw(st.lists(st.sampled_from([limits.min, limits.max]), max_size=2))
    column = pa.chunked_array([pa.array(np.array([*near * 30, *ends], kind))])
    wanted = data.draw(st.sampled_from([*map(str, near), "1", "-", "12", "0"]))
    expected = by_hand(column, wanted)
    look = finder(column, None, wanted)
    assert look(0, len(column)).tolist() == expected


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1, -12, None, 123], pa.int32()),
        pa.array([2**63, 5], pa.uint64()),
        pa.array([True, False, None]),
        pa.array([dt.date(2021, 3, 1), None]),
        pa.array([dt.datetime(2021, 3, 1, 12, 30, tzinfo=dt.UTC)]),
        pa.array([b"ab", b"\xff", None]),
        pa.array([decimal.Decimal("1.50"), decimal.Decimal("0.00000001")], pa.decimal128(12, 8)),
        pa.array([[1, 2], None, []]),
        pa.array([None, None]),
        pa.array([0.5, 2.0, None], pa.float16()) if hasattr(pa, "float16") else pa.array([1]),
    ],
    ids=lambda values: str(values.type),
)
@pytest.mark.parametrize("wanted", ["1", "2", "-1", "U", "e", "2021-03", "\\xff", "1.5", ", ", "0"])
def test_that_cells_of_every_type_are_found_as_they_are_shown(values, wanted):
    column = pa.chunked_array([values])
    assert found(column, wanted) == by_hand(column, wanted)


@given(st.lists(st.integers(0, 29), max_size=40), st.integers(0, 9))
def test_that_some_rows_are_found_in_their_own_order(rows, digit):
    names = [f"row {n}" for n in range(30)]
    column = RawColumn("name", pa.chunked_array([names[:11], names[11:]]))
    look = column.take(np.array(rows, dtype=np.int32)).finder(str(digit))
    assert look is not None
    expected = [str(digit) in names[row] for row in rows]
    for size in (3, 100):
        parts = [look(start, min(start + size, len(rows))) for start in range(0, len(rows), size)]
        assert np.concatenate([np.zeros(0, bool), *parts]).tolist() == expected

"""ORC: read in the limited child, since damage ends the process that reads it."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.orc
import pytest

from evalgui.core.errors import EvalguiError
from evalgui.io.bytes.source import Source
from evalgui.io.formats import orc
from evalgui.io.formats.registry import read, sniff
from evalgui.io.sandbox.columns import Refusal


def written(columns: dict[str, Any], **options: Any) -> bytes:
    sink = io.BytesIO()
    pyarrow.orc.write_table(pa.table(columns), sink, **options)
    return sink.getvalue()


def test_that_cells_of_all_types_are_what_they_were() -> None:
    large = 2**53 + 1
    columns = {
        "id": ["a", None, "c"],
        "whole": pa.array([1, None, large], pa.int64()),
        "score": [0.1, float("inf"), None],
        "flag": [True, False, None],
        "day": [dt.date(2024, 2, 29), None, dt.date(1900, 1, 1)],
        "price": pa.array([Decimal("1.50"), None, Decimal("-2.25")], pa.decimal128(9, 2)),
    }
    table = read(Source.from_bytes("a.orc", written(columns)))
    assert table.how.format == "ORC"
    cells = [[column.text(row) for row in range(3)] for column in table.columns]
    assert cells == [
        ["a", "", "c"],
        ["1", "", str(large)],
        ["0.1", "inf", ""],
        ["true", "false", ""],
        ["2024-02-29", "", "1900-01-01"],
        ["1.50", "", "-2.25"],
    ]


def test_that_rows_of_several_stripes_are_one_table() -> None:
    scores = np.random.default_rng(1).normal(size=200_000)
    data = written({"score": scores}, stripe_size=100_000)
    assert pyarrow.orc.ORCFile(io.BytesIO(data)).nstripes > 1
    (column,) = read(Source.from_bytes("a", data)).columns
    assert column.cells().to_pylist() == scores.tolist()


def test_that_a_table_without_rows_is_named() -> None:
    with pytest.raises(EvalguiError, match="there are no data rows"):
        read(Source.from_bytes("a", written({"score": pa.array([], pa.float64())})))


def test_that_what_becomes_too_large_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = written({"a": [1] * 50, "b": [2] * 50})
    monkeypatch.setattr(orc, "MOST_CELLS", 99)
    with pytest.raises(Refusal, match="the table is too large: 50 rows of 2 columns"):
        orc.read_in_child(data)


def test_that_damaged_files_are_refused_or_have_their_rows() -> None:
    """A damaged file costs a process: some are enough here."""
    data = written({"label": ["ill", "well"] * 100, "score": np.linspace(0, 1, 200)})
    rng = np.random.default_rng(3)
    said: list[EvalguiError] = []
    assert sniff(Source.from_bytes("a", data)) is orc.FORMAT
    for _ in range(25):
        damaged = bytearray(data)
        for _ in range(int(rng.integers(1, 4))):
            damaged[int(rng.integers(8, len(data) - 4))] = int(rng.integers(256))
        try:
            table = read(Source.from_bytes("a", bytes(damaged)))
        except EvalguiError as error:
            said.append(error)
            continue
        assert all(len(column) == table.n_rows for column in table.columns)
    assert said
    assert all(error.hint and "Arrow" not in str(error) for error in said)

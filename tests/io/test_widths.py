"""Tables of very many columns: one limit in every format, and looks at fewer of their cells."""

from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from evalgui.core.errors import DataError, EvalguiError
from evalgui.io import widths
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.widths import MOST_COLUMNS, rows_of_a_glance

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = [f"c{n}" for n in range(MOST_COLUMNS + 1)]


def csv() -> bytes:
    return "\n".join([",".join(NAMES), ",".join(["1"] * len(NAMES))]).encode()


def json() -> bytes:
    return ("[{" + ",".join(f'"{name}":1' for name in NAMES) + "}]").encode()


def arff() -> bytes:
    head = "".join(f"@attribute {name} real\n" for name in NAMES)
    return f"@relation r\n{head}@data\n{','.join(['1'] * len(NAMES))}\n".encode()


def array(dtype: Any = np.float32, shape: tuple[int, ...] = (1, len(NAMES))) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(shape, dtype))
    return stream.getvalue()


def arrow_file(write: Callable[[Any, Any], None]) -> bytes:
    stream = io.BytesIO()
    write(pa.table({name: pa.array([1]) for name in NAMES}), stream)
    return stream.getvalue()


def page() -> bytes:
    cells = "".join(f"<td>{name}</td>" for name in NAMES)
    return f"<html><table><tr>{cells}</tr><tr>{cells}</tr></table></html>".encode()


MADE: dict[str, Callable[[], bytes]] = {
    "a.csv": csv,
    "a.csv.gz": lambda: gzip.compress(csv()),
    "a.json": json,
    "a.arff": arff,
    "a.npy": array,
    "a.parquet": lambda: arrow_file(parquet.write_table),
    "a.feather": lambda: arrow_file(feather.write_feather),
    "a.html": page,
}


@pytest.mark.parametrize("name", MADE)
def test_that_one_column_too_many_is_refused_alike(name: str) -> None:
    with pytest.raises(EvalguiError) as caught:
        load_source(Source.from_bytes(name, MADE[name]()))
    assert caught.value.message == "the table has more than 16\u202f384 columns, which is the limit"
    assert "columns that are needed" in caught.value.hint


def test_that_fields_of_an_array_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widths, "MOST_COLUMNS", 2)
    fields = array([("a", "i1"), ("b", "i1"), ("c", "i1")], (4,))
    with pytest.raises(DataError, match="more than 2 columns"):
        read(Source.from_bytes("a.npy", fields))


def test_that_as_many_columns_as_a_sheet_has_are_read() -> None:
    lines = [",".join(NAMES[:-1]), ",".join(["1"] * MOST_COLUMNS), ",".join(["0"] * MOST_COLUMNS)]
    table = read(Source.from_bytes("a.csv", "\n".join(lines).encode()))
    assert table.names == tuple(NAMES[:-1])
    assert table.columns[-1].head(2) == ["1", "0"]


def test_that_fewer_cells_tell_of_a_wide_table() -> None:
    assert [rows_of_a_glance(n) for n in (1, 2_000, 4_000, MOST_COLUMNS)] == [200, 200, 100, 24]
    assert all(n * rows_of_a_glance(n) <= 400_000 for n in range(1, MOST_COLUMNS + 1))


def test_that_the_sign_of_decimals_is_seen_in_a_wide_table() -> None:
    names = NAMES[:3_000]
    body = [";".join([f"{row},5"] * len(names)) for row in range(150)]
    table = read(Source.from_bytes("a.csv", "\n".join([";".join(names), *body]).encode()))
    assert table.how.decimal == ","
    assert table.columns[-1].parse_numbers().values.tolist() == [row + 0.5 for row in range(150)]

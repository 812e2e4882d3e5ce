"""A table that is embedded comes back as the same, whatever it was read from."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, DataError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import arrow_columns, registry
from evalgui.io.keeping import embedded
from evalgui.io.keeping.embedded import Embedded, digest_of, embedded_bytes, embedded_from
from evalgui.io.loading import assess, load, load_source
from evalgui.io.meaning import Reading
from evalgui.io.samples import samples
from evalgui.io.table import RawColumn, RawTable

KINDS = {".arff", ".csv", ".feather", ".json", ".npy", ".parquet", ".tsv", ".txt"}
FILES = sorted(
    path
    for path in (Path(__file__).parent.parent.parent / "data" / "io").rglob("*")
    if path.suffix in KINDS and path.stat().st_size < 50_000
)


def require_same(one: RawTable, other: RawTable) -> None:
    names = ("name", "names", "n_rows", "how", "findings", "first_line", "known")
    for name in names:
        assert getattr(one, name) == getattr(other, name), name
    assert [column.header for column in one.columns] == [column.header for column in other.columns]
    assert [column.decimal for column in one.columns] == [
        column.decimal for column in other.columns
    ]
    for mine, theirs in zip(one.columns, other.columns, strict=True):
        assert mine.as_text().equals(theirs.as_text())
    lines = [None if table.lines is None else table.lines.tolist() for table in (one, other)]
    assert lines[0] == lines[1]
    rows = [
        [(each.code, each.reason, each.rows.tolist()) for each in table.exclusions]
        for table in (one, other)
    ]
    assert rows[0] == rows[1]


def and_back(table, sha256="", text=None):
    return embedded_from(embedded_bytes(Embedded(table, sha256, text)), "W.evalgui")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_that_samples_come_back(sample):
    table = registry.read(read_source(sample.path))
    require_same(table, and_back(table).table)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_that_files_come_back(path):
    try:
        table = registry.read(read_source(path))
    except EvalguiError:
        pytest.skip("this file is refused")
    require_same(table, and_back(table).table)


CSV = b"""label;score;score;note
ill;1,5;007;"a
b"
well;2,25;1E5;NA
ill;;True;too;many
well;0,5;-0;\xc3\xa4
"""


def test_that_what_is_odd_comes_back():
    table = registry.read(Source("a.csv", CSV))
    assert table.exclusions
    assert table.lines is not None
    back = and_back(table, "0" * 64, "pasted text")
    require_same(table, back.table)
    assert (back.sha256, back.text) == ("0" * 64, "pasted text")
    assert digest_of(back).value() == "0" * 64
    assert back.table.column("score (2)").text(0) == "007"


def test_that_the_same_table_is_the_same_file():
    table = registry.read(Source("a.csv", CSV))
    data = embedded_bytes(Embedded(table, ""))
    assert embedded_bytes(embedded_from(data, "W")) == data


def test_that_an_assessment_is_the_same():
    loaded = load_source(Pasted("y\ts\n" + "1\t0,5\n0\t0,25\n1\t1e-3\n" * 9).source())
    back = and_back(loaded.table)
    again = assess(back.table, loaded.proposal.roles)
    assert np.array_equal(again.dataset.scores[0].values, loaded.dataset.scores[0].values)
    assert again.dataset.classes == loaded.dataset.classes
    assert again.dataset.findings == loaded.dataset.findings


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.none() | st.text(), st.none() | st.floats(), st.integers(-(2**63), 2**63 - 1)),
        min_size=1,
        max_size=20,
    )
)
def test_that_every_cell_comes_back_bit_by_bit(rows):
    text, floats, whole = zip(*rows, strict=True)
    try:
        texts = pa.chunked_array([pa.array(text, pa.string())])
    except UnicodeEncodeError:
        return
    columns = (
        RawColumn("t", texts),
        RawColumn("f", pa.chunked_array([pa.array(floats, pa.float64())])),
        RawColumn("w", pa.chunked_array([pa.array(whole, pa.int64())])),
    )
    back = and_back(RawTable("x", columns, len(rows), Reading("made"))).table
    for one, other in zip(columns, back.columns, strict=True):
        old, new = one.cells().to_pylist(), other.cells().to_pylist()
        if one.name == "f":  # where NaN is no value, as in every file
            old, new = ([None if x is None else x.hex() for x in cells] for cells in (old, new))
            old, new = ([None if x == "nan" else x for x in cells] for cells in (old, new))
        assert old == new


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["a", "b"]).dictionary_encode(),
        pa.array([1, None], pa.uint8()),
        pa.array([1.5, None], pa.float32()),
        pa.array([1, 2], pa.timestamp("s")),
        pa.array([1, 2], pa.date32()),
        pa.array([True, None]),
        pa.array([[1], []]),
        pa.array(["a", None], pa.large_string()),
        pa.array([b"a", b"\xff"]),
    ],
    ids=lambda values: str(values.type),
)
def test_that_every_type_shows_the_same_text(values):
    column = RawColumn("c", pa.chunked_array([values]))
    back = and_back(RawTable("x", (column,), 2, Reading("made"))).table
    assert back.columns[0].head(2) == column.head(2)


def test_that_rows_that_are_the_same_over_and_over_come_back(monkeypatch):
    # Packed, they are so few bytes that a file like it would be taken for a trap.
    monkeypatch.setattr(arrow_columns, "FREE_CONTENT", 1 << 16)
    n = 50_000
    columns = tuple(
        RawColumn(name, pa.chunked_array([pa.array(["the same text of a cell"] * n)]))
        for name in "abcde"
    )
    back = and_back(RawTable("x", columns, n, Reading("made"))).table
    assert back.n_rows == n


def test_that_many_rows_are_packed_piece_by_piece(monkeypatch):
    loaded = load(samples()[0].path)
    whole = embedded_bytes(Embedded(loaded.table, loaded.sha256))
    told = []
    monkeypatch.setattr(embedded, "_GROUP", 7)
    packed = embedded_bytes(
        Embedded(loaded.table, loaded.sha256), Watch(lambda share, _words: told.append(share))
    )
    assert packed != whole
    one, other = embedded_from(whole, "a").table, embedded_from(packed, "a").table
    assert other.n_rows == one.n_rows
    for column, again in zip(one.columns, other.columns, strict=True):
        assert column.cells().equals(again.cells())
    assert told == sorted(told)
    assert len(told) > loaded.table.n_rows / 7


def test_that_packing_can_be_given_up():
    loaded = load(samples()[0].path)
    for n_looks in range(4):
        left = iter(range(n_looks))
        watch = Watch(cancelled=lambda left=left: next(left, None) is None)
        with pytest.raises(CancelledError):
            embedded_bytes(Embedded(loaded.table, loaded.sha256), watch)


def test_that_a_table_of_another_program_is_refused():
    stream = pa.BufferOutputStream()
    import pyarrow.parquet

    pyarrow.parquet.write_table(pa.table({"a": [1]}), stream)
    with pytest.raises(DataError, match="the data in the workspace are damaged"):
        embedded_from(stream.getvalue().to_pybytes(), "W.evalgui")

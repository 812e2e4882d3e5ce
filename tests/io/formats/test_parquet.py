"""Parquet: types of their own, shown as text, and damage that is noticed."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core import parallel
from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, DataError, ReadingError
from evalgui.core.memory import MemoryShortError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats import parquet as parquet_format
from evalgui.io.formats.registry import read, sniff

if TYPE_CHECKING:
    from collections.abc import Mapping

COLUMNS = {
    "id": ["007", "NA", "1E5"],
    "label": ["pos", "neg", "neg"],
    "score": [0.5, 0.25, 0.1],
}


def written(columns: Mapping[str, Any], **options: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), file, **options)
    return file.getvalue()


def opened(data: bytes) -> Any:
    return read(Source.from_bytes("a.parquet", data))


def refusal(data: bytes) -> str:
    with pytest.raises((ReadingError, DataError)) as caught:
        opened(data)
    return str(caught.value)


def column_of(values: Any) -> Any:
    return opened(written({"x": values})).column("x")


def test_that_a_file_is_known_by_its_content() -> None:
    assert sniff(Source.from_bytes("scores.csv", written(COLUMNS))).name == "Parquet"


def test_that_columns_come_as_text_with_their_own_numbers() -> None:
    table = opened(written(COLUMNS))
    assert (table.n_rows, table.names) == (3, ("id", "label", "score"))
    assert [column.text(1) for column in table.columns] == ["NA", "neg", "0.25"]
    assert table.column("score").parse_numbers().values.tolist() == [0.5, 0.25, 0.1]
    assert table.how.describe() == "Parquet"
    assert table.place(0) == "row 1"


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (pa.array([0.1, None, np.nan, np.inf]), ["0.1", "", "", "inf"]),
        (pa.array([0.1, 0.25], pa.float32()), ["0.1", "0.25"]),
        (pa.array([2**53 + 1, None]), ["9007199254740993", ""]),
        (pa.array([2**64 - 1], pa.uint64()), ["18446744073709551615"]),
        (pa.array([True, False, None]), ["true", "false", ""]),
        (pa.array(["a", "b", "a"]).dictionary_encode(), ["a", "b", "a"]),
        (pa.array([b"a\xff"]), ["a\\xff"]),
        (pa.array([0], pa.date32()), ["1970-01-01"]),
        (pa.array([1], pa.timestamp("ms")), ["1970-01-01 00:00:00.001"]),
        (pa.array([1], pa.decimal128(5, 2)), ["1.00"]),
        (pa.array([[1.0, 2.0]]), ["[1.0, 2.0]"]),
        (pa.array(["", None]), ["", ""]),
        (pa.nulls(2), ["", ""]),
        (pa.array(["x"], pa.large_string()), ["x"]),
    ],
)
def test_that_every_type_has_a_text(values: Any, texts: list[str]) -> None:
    assert column_of(values).head(9) == texts


def test_that_texts_that_recur_are_not_spelled_out() -> None:
    data = written({"label": ["genuine", "impostor"] * 50_000})
    column = opened(data).column("label")
    assert column.type_name.startswith("dictionary")
    assert column.kind == "text"
    assert column.distinct(5).counts == (50_000, 50_000)
    assert column.text(99_999) == "impostor"


def test_that_texts_that_do_not_recur_are_spelled_out() -> None:
    column = opened(written({"id": [f"{n:030d}" for n in range(100_000)]})).column("id")
    assert column.type_name == "string"
    assert column.text(7) == f"{7:030d}"


def test_that_columns_of_one_name_are_numbered_and_said() -> None:
    file = io.BytesIO()
    pq.write_table(pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]), file)
    table = opened(file.getvalue())
    assert table.names == ("a (1)", "a (2)")
    assert [finding.code for finding in table.findings] == ["header_dup"]


def test_that_no_rows_are_refused() -> None:
    assert "no data rows" in refusal(written({"label": pa.array([], pa.string())}))


@pytest.mark.parametrize("n_bytes", [5, 100, -1, -9])
def test_that_a_cut_off_file_is_refused(n_bytes: int) -> None:
    assert "incomplete" in refusal(written(COLUMNS)[:n_bytes])


def test_that_a_changed_page_is_noticed_by_its_checksum() -> None:
    data = bytearray(
        written(
            {"score": np.arange(1000) / 7.0},
            write_page_checksum=True,
            use_dictionary=False,
            compression="none",
        )
    )
    data[2000] ^= 1
    assert "damaged" in refusal(bytes(data))


def test_that_text_that_is_no_unicode_is_refused() -> None:
    data = written(
        {"x": ["Jane Doe"]}, compression="none", use_dictionary=False, write_statistics=False
    )
    place = data.index(b"Jane Doe")
    error = refusal(data[:place] + b"Jane\xffDoe" + data[place + 8 :])
    assert "damaged" in error
    assert "Jane" not in error


def test_that_an_announcement_beyond_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_format, "CELL_LIMIT", 8)
    error = refusal(written(COLUMNS))
    assert "3 rows of 3 columns" in error
    assert "limit is 8 cells" in error


def test_that_very_many_equal_rows_in_a_small_file_are_refused() -> None:
    columns = [pa.array(np.ones(2_000_000, np.int8)), pa.array(np.zeros(2_000_000))]
    group = pa.table(columns, ["label", "score"])
    file = io.BytesIO()
    with pq.ParquetWriter(file, group.schema) as writer:
        for _ in range(10):
            writer.write_table(group)
    error = refusal(file.getvalue())
    assert f"too large when it is unpacked: {grouped(20_000_000)} rows from" in error
    assert "counts" in error


def indices(texts: list[str], n_rows: int) -> Any:
    return pa.DictionaryArray.from_arrays(
        pa.array(np.arange(n_rows) % len(texts), pa.int32()), pa.array(texts)
    )


def test_that_texts_too_large_to_be_spelled_out_are_left_out() -> None:
    n_rows = 50_000
    texts = indices([f"{number}{'x' * 20_000}" for number in range(200)], n_rows)
    columns = {"label": ["a", "b"] * (n_rows // 2), "text": texts, "score": np.zeros(n_rows)}
    data = written(columns, compression="zstd", store_schema=False)
    table = opened(data)
    assert table.names == ("label", "score")
    (finding,) = table.findings
    assert finding.code == "column_too_large"
    assert f"'text' is left out: its cells become {grouped(1_000_122_500)} bytes" in finding.text


def test_that_a_file_of_nothing_but_such_texts_is_refused() -> None:
    texts = indices([f"{number}{'x' * 20_000}" for number in range(200)], 50_000)
    data = written({"label": texts}, compression="zstd", store_schema=False)
    assert "column 'label': the column becomes too large when it is spelled out" in refusal(data)


def test_that_one_long_text_among_short_ones_is_read() -> None:
    cells = ["x" * 1_000_000, *(f"site {number % 500}" for number in range(49_999))]
    column = opened(written({"label": cells, "score": np.zeros(50_000)})).column("label")
    assert (column.text(1), len(column.text(0))) == ("site 0", 1_000_000)


def test_that_columns_of_texts_that_are_too_large_together_are_left_out() -> None:
    texts = indices([f"{number}{'x' * 8_000}" for number in range(100)], 10_000)
    columns = {"score": np.zeros(10_000), **{f"note {n}": texts for n in range(5)}}
    table = opened(written(columns, compression="zstd", store_schema=False))
    assert table.names == ("score", "note 0", "note 1", "note 2")


@pytest.mark.parametrize("n_texts", [2, 500])
def test_that_texts_that_continue_others_are_read(n_texts: int) -> None:
    cells = [f"class {number % n_texts}" for number in range(2_000)]
    options = {"use_dictionary": False, "column_encoding": {"label": "DELTA_BYTE_ARRAY"}}
    column = opened(written({"label": cells, "score": np.zeros(2_000)}, **options)).column("label")
    assert column.head(2_000) == cells


def test_that_a_list_too_large_to_be_read_is_refused() -> None:
    length = 40_000_000
    values = pa.array(np.zeros(length))
    lists = pa.ListArray.from_arrays(pa.array([0, length], pa.int32()), values)
    file = io.BytesIO()
    pq.write_table(pa.table([lists, pa.array([0.5])], ["l", "score"]), file, compression="zstd")
    error = refusal(file.getvalue())
    assert "column 'l': the column becomes too large when it is spelled out" in error


def test_that_cancel_stops_between_groups_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 3)
    source = Source.from_bytes("a.parquet", written({"x": range(100)}, row_group_size=10))
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert seen == ["0 rows", "10 rows", "20 rows"]


def test_that_cancel_stops_within_a_large_group_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_format, "_BATCH_ROWS", 10)
    looks = itertools.count()
    watch = Watch(cancelled=lambda: next(looks) == 4)
    source = Source.from_bytes("a.parquet", written({"x": range(100)}))
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert next(looks) == 5  # the first group, then three of its ten batches


def test_that_cancel_stops_between_batches_of_what_cannot_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parquet_format, "_CAREFUL_ROWS", 10)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 3)
    source = Source.from_bytes("a.parquet", written({"x": [[number] for number in range(100)]}))
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert seen == ["10 rows", "20 rows", "30 rows"]


good = written(COLUMNS)


@given(st.integers(0, len(good) - 1), st.integers(0, 7))
def test_that_a_flipped_bit_opens_or_is_refused_but_never_fails(place: int, bit: int) -> None:
    data = bytearray(good)
    data[place] ^= 1 << bit
    try:
        table = opened(bytes(data))
    except (ReadingError, DataError):
        return
    assert all(len(column.head(3)) == table.n_rows for column in table.columns)


@given(
    st.lists(
        st.tuples(st.text(max_size=5), st.floats(), st.integers(-(2**63), 2**63 - 1)),
        min_size=1,
        max_size=10,
    )
)
def test_that_any_table_that_is_written_comes_back(rows: list[tuple[str, float, int]]) -> None:
    texts, floats, integers = zip(*rows, strict=True)
    table = opened(written({"a": list(texts), "b": list(floats), "c": list(integers)}))
    assert table.column("a").head(10) == list(texts)
    values = table.column("b").parse_numbers().values
    assert np.array_equal(values, np.array(floats), equal_nan=True)
    assert table.column("c").head(10) == [str(number) for number in integers]


def test_that_used_up_memory_is_not_called_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written({"score": [0.5, 0.25], "label": [1, 0]})

    def read_metadata(_stream: object) -> None:
        raise pa.lib.ArrowMemoryError

    monkeypatch.setattr(pq, "read_metadata", read_metadata)
    with pytest.raises(MemoryShortError, match="not enough memory"):
        opened(data)


@pytest.mark.parametrize("kind", [pa.list_(pa.float64()), pa.list_(pa.float32(), 2)])
def test_that_lists_of_probabilities_are_one_column_a_class(kind: Any) -> None:
    lists = pa.array([[0.25, 0.75], [0.5, 0.5], None], kind)
    boxes = pa.array([[1, 2], [3, 4], [5, 6]], pa.list_(pa.int64()))
    single = pa.array([[0.5], [0.25], [1.0]])
    table = pa.table({"label": ["a", "b", "a"], "out": lists, "box": boxes, "one": single})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    found = read(Source.from_bytes("a.parquet", sink.getvalue()))
    assert found.names == ("label", "out_0", "out_1", "box", "one")
    cells = [[column.text(row) for column in found.columns] for row in range(3)]
    assert cells[0] == ["a", "0.25", "0.75", "[1, 2]", "0.5"]
    assert cells[2][1:3] == ["", ""]


def test_that_records_of_probabilities_are_one_column_a_class() -> None:
    records = [{"ill": 0.25, "well": 0.75}, {"ill": 1.0, "well": 0.0}]
    sink = io.BytesIO()
    pq.write_table(pa.table({"label": ["well", "ill"], "p": records}), sink)
    found = read(Source.from_bytes("a.parquet", sink.getvalue()))
    assert found.names == ("label", "p_ill", "p_well")
    assert [found.column("p_ill").text(row) for row in range(2)] == ["0.25", "1.0"]

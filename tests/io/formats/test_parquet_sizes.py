"""How large nested columns become is known before they are unpacked."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from evalgui.core.errors import CancelledError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats import arrow_columns, registry
from evalgui.io.formats.parquet import TextSize, spelled_sizes, text_sizes

if TYPE_CHECKING:
    from collections.abc import Mapping


def written(columns: Mapping[str, Any], **options: Any) -> bytes:
    file = io.BytesIO()
    parquet.write_table(pa.table(dict(columns)), file, **options)
    return file.getvalue()


def nothing() -> None:
    """Let the work go on."""


def lists(n_rows: int, n_each: int) -> Any:
    places: Any = np.arange(0, n_rows * n_each + 1, n_each, dtype=np.int32)
    values: Any = pa.array(np.zeros(n_rows * n_each))
    return pa.ListArray.from_arrays(pa.array(places), values)


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("packing", ["none", "zstd"])
@pytest.mark.parametrize("has_dictionary", [True, False])
@given(
    numbers=st.lists(st.lists(st.floats(allow_nan=False), min_size=1, max_size=4), min_size=1),
    n_group=st.integers(1, 40),
)
def test_that_all_values_count(
    version: str, packing: str, has_dictionary: bool, numbers: list[list[float]], n_group: int
) -> None:
    table = {"score": np.zeros(len(numbers)), "p": pa.array(numbers)}
    content = written(
        table,
        compression=packing,
        use_dictionary=has_dictionary,
        data_page_version=version,
        row_group_size=n_group,
    )
    n_values = sum(map(len, numbers))
    assert spelled_sizes(content, ["p"], nothing) == {"p": 8 * n_values}


def test_that_records_are_the_sum_of_their_fields() -> None:
    fields: Any = {"a": pa.int32(), "b": pa.float64()}
    records = pa.array([{"a": 1, "b": 0.5}] * 1_000, pa.struct(fields))
    content = written({"r": records, "other": np.zeros(1_000)})
    assert spelled_sizes(content, ["r"], nothing) == {"r": 1_000 * 12}


@pytest.mark.parametrize("n_entries", [1, 7])
def test_that_texts_that_recur_count_as_often_as_they_occur(n_entries: int) -> None:
    texts = [f"{place}" + "x" * 999 for place in range(n_entries)] * 700
    content = written({"t": pa.array([texts])}, compression="zstd")
    size = spelled_sizes(content, ["t"], nothing)["t"]
    assert 1_000 * len(texts) <= size <= 1_020 * len(texts)


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("packing", ["none", "zstd", "gzip"])
def test_that_the_sizes_of_texts_are_those_of_their_pages(version: str, packing: str) -> None:
    texts = [f"{place % 7}" + "x" * 999 for place in range(70)]
    columns = {"score": np.zeros(70), "t": pa.array(texts), "b": pa.array(texts, pa.binary())}
    plain = {"compression": packing, "data_page_version": version, "use_dictionary": ["t"]}
    found = text_sizes(written(columns, **plain, row_group_size=35), nothing)
    assert found.keys() == {"t", "b"}
    entries, of_row = 7 * 1_004, found["b"].total / 70
    assert (found["t"].largest, found["t"].longest) == (entries, entries)
    assert found["t"].spelled == 70 * 1_004
    assert 2 * entries < found["t"].total < 2 * entries + 200
    assert 1_004 <= of_row <= 1_006
    assert found["b"].spelled == found["b"].total
    assert (found["b"].longest, found["b"].has_prefixes) == (0, False)


def test_that_texts_that_continue_others_are_known() -> None:
    texts = ["x" * 9_000 + str(place) for place in range(70)]
    options = {"use_dictionary": False, "column_encoding": {"t": "DELTA_BYTE_ARRAY"}}
    size = text_sizes(written({"t": texts}, **options), nothing)["t"]
    assert size == TextSize(size.total, size.total, size.total, size.total, has_prefixes=True)
    assert 9_000 < size.total < 10_000


@given(place=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_that_damage_among_texts_is_refused_or_read(place: int, byte: int) -> None:
    content = bytearray(written({"t": ["a", "b"] * 30}))
    content[place % len(content)] = byte
    try:
        sizes = text_sizes(bytes(content), nothing)
    except ValueError:
        return
    assert all(size.total >= 0 for size in sizes.values())


def test_that_a_footer_that_is_cut_off_is_refused() -> None:
    content = written({"p": lists(3, 2)})
    with pytest.raises(ValueError, match="a structure"):
        spelled_sizes(content[-20:], ["p"], nothing)


@given(place=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_that_damage_is_refused_or_read(place: int, byte: int) -> None:
    content = bytearray(written({"p": lists(30, 2)}))
    content[place % len(content)] = byte
    try:
        sizes = spelled_sizes(bytes(content), ["p"], nothing)
    except ValueError:
        return
    assert all(size >= 0 for size in sizes.values())


def test_that_who_stops_waiting_stops_the_work() -> None:
    def look() -> None:
        raise CancelledError("stopped")

    with pytest.raises(CancelledError, match="stopped"):
        spelled_sizes(written({"p": lists(3, 2)}), ["p"], look)


def bomb(**columns: Any) -> Source:
    return Source.from_bytes("bomb.parquet", written(columns, compression="zstd"))


def test_that_a_list_that_unpacks_to_more_than_the_limit_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arrow_columns, "FREE_CONTENT", 1 << 20)
    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", None)
    source = bomb(score=pa.array(np.zeros(100)), p=lists(100, 10_000))
    with pytest.raises(ReadingError, match=r"column 'p': .* becomes too large .*: 8.000.000 bytes"):
        registry.read(source)


def test_that_lists_that_are_too_large_together_are_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arrow_columns, "FREE_CONTENT", 1 << 20)
    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", None)
    source = bomb(score=pa.array(np.zeros(100)), p=lists(100, 1_000), q=lists(100, 1_000))
    with pytest.raises(ReadingError, match="2 columns of lists or records are too large together"):
        registry.read(source)


def test_that_a_short_list_in_each_row_is_read() -> None:
    table = registry.read(bomb(score=pa.array(np.zeros(5_000)), p=lists(5_000, 10)))
    assert (table.n_rows, "0.0" in table.columns[1].text(4_999)) == (5_000, True)

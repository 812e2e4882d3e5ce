"""Arrow files and streams: types of their own, limits before unpacking, damage in words."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import arrow_columns, arrow_file
from evalgui.io.formats.registry import read, sniff
from evalgui.io.loading import load_source

if TYPE_CHECKING:
    from collections.abc import Mapping

SAMPLES = Path(__file__).parents[3] / "resources" / "reference" / "formats"
COLUMNS = {
    "id": ["007", "NA", "1E5"],
    "label": ["pos", "neg", "neg"],
    "score": [0.5, 0.25, 0.1],
}


def written(
    columns: Mapping[str, Any], *, stream: bool = False, rows: int = 1000, codec: Any = None
) -> bytes:
    table = pa.table(dict(columns))
    file = io.BytesIO()
    make: Any = pyarrow.ipc.new_stream if stream else pyarrow.ipc.new_file
    options = pyarrow.ipc.IpcWriteOptions(compression=codec)
    with make(file, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=rows)
    return file.getvalue()


def in_batches(arrays: list[Any]) -> bytes:
    file = io.BytesIO()
    with pyarrow.ipc.new_stream(file, pa.schema([("a", arrays[0].type)])) as writer:
        for cells in arrays:
            writer.write_batch(pa.record_batch([cells], names=["a"]))
    return file.getvalue()


def opened(data: bytes) -> Any:
    return read(Source.from_bytes("a.arrow", data))


def refusal(data: bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data)
    assert caught.value.hint
    return str(caught.value)


def texts(values: Any) -> list[str]:
    found: list[str] = opened(written({"x": values})).column("x").head(9)
    return found


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
def test_that_files_and_streams_are_tables(codec: str | None, stream: bool) -> None:
    data = written(COLUMNS, stream=stream, rows=2, codec=codec)
    assert sniff(Source.from_bytes("scores.csv", data)).name == "Arrow"
    table = opened(data)
    assert (table.n_rows, table.names) == (3, ("id", "label", "score"))
    assert [column.text(1) for column in table.columns] == ["NA", "neg", "0.25"]
    assert table.column("score").parse_numbers().values.tolist() == [0.5, 0.25, 0.1]
    assert (table.how.describe(), table.place(0)) == ("Arrow", "row 1")


@pytest.mark.parametrize("name", ["scores.arrow", "scores.arrows", "scores.feather"])
def test_that_the_samples_open_at_once(name: str) -> None:
    loaded = load_source(read_source(SAMPLES / name))
    assert loaded.dataset is not None
    assert (loaded.dataset.n, loaded.dataset.positive_class) == (12, "pos")
    expected = [n * 7 % 12 / 12 for n in range(12)]
    assert loaded.dataset.scores[0].values.tolist() == expected


def test_that_the_first_feather_is_refused_by_name() -> None:
    assert "a Feather file of version 1" in refusal(b"FEA1" + bytes(100) + b"FEA1")


@pytest.mark.parametrize(
    ("values", "expected"),
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
        (pa.array([1], pa.timestamp("ms", "Nowhere/Here")), ["1970-01-01 00:00:00.001Z"]),
        (pa.array([100], pa.decimal128(5, -2)), ["1E+2"]),
        (pa.array([1], pa.decimal32(5, 2)), ["1.00"]),
        (pa.array([[1.0, 2.0]]), ["[1.0, 2.0]"]),
        (pa.array(["a", None, "b" * 20], pa.string_view()), ["a", "", "b" * 20]),
        (pa.array(["x", None], pa.large_string()), ["x", ""]),
        (pa.array([UUID(int=7).bytes, None], pa.uuid()), [str(UUID(int=7)), ""]),
        (pa.array([1, 0, None], pa.bool8()), ["true", "false", ""]),
        (pa.nulls(2), ["", ""]),
    ],
)
def test_that_every_type_has_a_text(values: Any, expected: list[str]) -> None:
    assert texts(values) == expected


def test_that_texts_that_recur_stay_indices_whatever_their_width() -> None:
    for kind in (pa.string(), pa.large_string()):
        words = pa.array(["genuine", "impostor"] * 5_000).dictionary_encode()
        values = words.cast(pa.dictionary(pa.int32(), kind))
        column = opened(written({"label": values})).column("label")
        assert column.type_name.startswith("dictionary<values=string")
        assert column.distinct(5).counts == (5_000, 5_000)


def test_that_a_column_without_any_value_may_come_in_pieces() -> None:
    column = opened(written({"x": pa.nulls(6), "y": range(6)}, rows=2)).column("x")
    assert column.distinct(3).n_empty == 6


@pytest.mark.parametrize(
    "values",
    [
        pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array([1.0])),
        pa.array([(1, 2, 3)] * 2, pa.month_day_nano_interval()),
        pa.UnionArray.from_sparse(pa.array([0, 0], pa.int8()), [pa.array([1, 2])]),
    ],
)
def test_that_a_type_that_is_not_read_is_refused_with_its_column(values: Any) -> None:
    message = refusal(written({"label": ["a", "b"], "odd": values}))
    assert "a.arrow, column 'odd': cells of the type" in message


@pytest.mark.parametrize("n_bytes", [7, 12, 100, -1, -9])
def test_that_a_cut_off_file_is_refused(n_bytes: int) -> None:
    assert "its end is missing" in refusal(written(COLUMNS)[:n_bytes])


@pytest.mark.parametrize("n_bytes", [30, 200, -20])
def test_that_a_cut_off_stream_is_refused(n_bytes: int) -> None:
    assert "damaged or incomplete" in refusal(written(COLUMNS, stream=True)[:n_bytes])


def test_that_a_foot_larger_than_the_file_is_refused() -> None:
    data = written(COLUMNS)
    assert "damaged" in refusal(data[:-10] + struct.pack("<i", len(data)) + data[-6:])


def test_that_no_rows_are_refused() -> None:
    assert "no data rows" in refusal(written({"label": pa.array([], pa.string())}))


def test_that_text_that_is_no_unicode_is_refused() -> None:
    data = written({"x": ["Jane Doe"]})
    place = data.index(b"Jane Doe")
    error = refusal(data[:place] + b"Jane\xffDoe" + data[place + 8 :])
    assert "damaged" in error
    assert "Jane" not in error


def test_that_an_announcement_beyond_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_file, "CELL_LIMIT", 8)
    error = refusal(written(COLUMNS))
    assert "3 rows of 3 columns" in error
    assert "limit is 8 cells" in error


@pytest.mark.parametrize("codec", ["lz4", "zstd"])
@pytest.mark.parametrize("stream", [False, True])
def test_that_a_bomb_is_refused_before_it_is_unpacked(
    codec: str, stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = written({"x": np.zeros(1 << 21)}, stream=stream, codec=codec, rows=1 << 21)
    assert len(data) < 100_000
    monkeypatch.setattr(arrow_columns, "FREE_CONTENT", 1 << 20)
    before = pa.total_allocated_bytes()
    monkeypatch.setattr(pyarrow.ipc, "open_stream", None)  # not even tried
    assert "becomes too large when it is unpacked" in refusal(data)
    assert pa.total_allocated_bytes() - before < 1 << 20


def test_that_views_of_one_text_are_not_spelled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: Any = pa.array(["x" * 100_000], pa.string_view()).buffers()
    _, views, text = parts
    many = pa.py_buffer(views.to_pybytes()[:16] * 1_000)
    values = pa.Array.from_buffers(pa.string_view(), 1_000, [None, many, text])
    data = written({"x": values, "y": range(1_000)})
    assert len(data) < 1_000_000
    monkeypatch.setattr(arrow_columns, "FREE_CONTENT", 1 << 20)
    monkeypatch.setattr(arrow_columns, "LARGEST_RATIO", 1)
    assert f"{grouped(100_000_000)} bytes" in refusal(data)


def test_that_cancel_stops_between_batches() -> None:
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 3)
    source = Source.from_bytes("a.arrow", written({"x": range(100)}, rows=10))
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert seen == ["10 rows", "20 rows", "30 rows"]


@given(
    st.lists(
        st.tuples(st.text(max_size=5), st.floats(), st.integers(-(2**63), 2**63 - 1)),
        min_size=1,
        max_size=10,
    ),
    st.sampled_from([None, "lz4", "zstd"]),
    st.booleans(),
    st.integers(1, 10),
)
def test_that_any_table_that_is_written_comes_back(
    rows: list[tuple[str, float, int]], codec: str | None, stream: bool, n_rows: int
) -> None:
    words, floats, integers = zip(*rows, strict=True)
    columns = {"a": list(words), "b": list(floats), "c": list(integers)}
    table = opened(written(columns, stream=stream, rows=n_rows, codec=codec))
    assert table.column("a").head(10) == list(words)
    values = table.column("b").parse_numbers().values
    assert values.tobytes() == np.array(floats).tobytes() or np.isnan(floats).any()
    assert np.array_equal(values, np.array(floats), equal_nan=True)
    assert table.column("c").head(10) == [str(number) for number in integers]


def damaged(number: int) -> bytes:
    """Return one of many damaged files, the same for the same number."""
    drawn = random.Random(number)  # noqa: S311 - no secret
    columns = {
        **COLUMNS,
        "seen": pa.array([True, None, False]),
        "site": pa.array(["a", "b", "a"]).dictionary_encode(),
        "view": pa.array(["a", "b" * 20, None], pa.string_view()),
        "many": pa.array([[1], [], None]),
    }
    codec = drawn.choice([None, "lz4", "zstd"])
    data = bytearray(written(columns, stream=drawn.random() < 0.5, rows=2, codec=codec))
    for _ in range(drawn.choice([1, 1, 2, 5])):
        place = drawn.randrange(8, len(data))
        if drawn.random() < 0.5:
            data[place] ^= 1 << drawn.randrange(8)
        else:
            size = drawn.choice([0, -1, 1, 2**31, 2**62])
            data[place : place + 8] = struct.pack("<q", size)[: len(data) - place]
    return bytes(data[: drawn.randrange(len(data))] if drawn.random() < 0.1 else data)


def test_that_no_damage_ends_the_process() -> None:
    # What pyarrow cannot take would end the process: this test asks another one.
    code = (
        "import sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_arrow_file import damaged, opened\n"
        "from evalgui.core.errors import EvalguiError\n"
        "n_read = n_refused = 0\n"
        "for number in range(300):\n"
        "    try:\n"
        "        table = opened(damaged(number))\n"
        "        for column in table.columns:\n"
        "            column.head(3), column.encode(9), column.parse_numbers(), column.order()\n"
        "        n_read += 1\n"
        "    except EvalguiError as error:\n"
        "        assert error.hint\n"
        "        n_refused += 1\n"
        "print(n_read, n_refused)\n"
    )
    root = Path(__file__).parents[3]
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    n_read, n_refused = map(int, ended.stdout.split())
    assert n_read + n_refused == 300
    assert n_refused > 150


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_that_batches_with_dictionaries_that_hold_null_are_read(kind: Any) -> None:
    indices = pa.array([0, 1, None], pa.int8())
    first = pa.DictionaryArray.from_arrays(indices, pa.array(["a", None], kind))
    second = pa.DictionaryArray.from_arrays(indices, pa.array([None, "b"], kind))
    (column,) = opened(in_batches([first, second])).columns
    assert column.as_text().to_pylist() == ["a", None, None, None, "b", None]


def test_that_dictionaries_with_more_texts_than_their_indices_can_count_are_read() -> None:
    indices = pa.array(range(100), pa.int8())
    texts = [[f"{letter}{number}" for number in range(100)] for letter in "ab"]
    (column,) = opened(
        in_batches([pa.DictionaryArray.from_arrays(indices, pa.array(part)) for part in texts])
    ).columns
    assert column.as_text().to_pylist() == [*texts[0], *texts[1]]
    assert column.distinct(200).n_empty == 0


def test_that_cells_that_only_say_that_there_are_none_are_bounded() -> None:
    assert f"too large when it is unpacked: {grouped(100_000_000)} rows" in refusal(
        written({"a": pa.nulls(100_000_000), "b": pa.nulls(100_000_000)}, rows=100_000_000)
    )
    assert opened(written({"a": pa.nulls(1_000)})).columns[0].as_text().null_count == 1_000

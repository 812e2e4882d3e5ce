"""Columns of Parquet files that are read when they are asked for, and only then."""

from __future__ import annotations

import io
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats import parquet
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.table.raw_column import DAMAGED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.table.raw_table import RawTable

N = 4_800  # more than any confusion matrix has
GROUP = 1_200


@pytest.fixture(autouse=True)
def nothing_at_once() -> Iterator[None]:
    """No file is so small that all of it is read at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet, "READ_AT_ONCE", 0)
        patch.setattr(parquet, "HEAD_ROWS", 20)
        yield


@pytest.fixture
def read_columns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The columns that were read beyond their first rows, once for each group of rows."""
    seen: list[str] = []
    read_group = parquet.ParquetFile.group

    def group(file: Any, name: str, number: int, **options: Any) -> Any:
        seen.append(name)
        return read_group(file, name, number, **options)

    monkeypatch.setattr(parquet.ParquetFile, "group", group)
    return seen


def source_of(columns: dict[str, Any], **options: Any) -> Source:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file, row_group_size=GROUP, **options)
    return Source.from_bytes("a.parquet", file.getvalue())


def wide(options: dict[str, Any] | None = None, **others: Any) -> Source:
    rng = np.random.default_rng(5)
    truth = rng.random(N) < 0.5
    columns = {
        "id": [f"P{n}" for n in range(N)],
        "age": rng.integers(20, 90, N),
        "site": rng.choice(["north", "south"], N),
        "feature_a": rng.normal(size=N),
        "label": np.where(truth, "genuine", "impostor"),
        "score": rng.normal(truth * 1.5, 1.0),
        "feature_b": rng.normal(size=N).astype(np.float32),
    }
    return source_of(columns | others, **options or {})


def outcome(source: Source, roles: Roles | None = None) -> Any:
    try:
        return load_source(source, roles=roles)
    except (ReadingError, DataError) as error:
        return str(error)


@pytest.mark.parametrize("others", [{}, {"prediction": ["genuine", "impostor"] * (N // 2)}])
def test_that_only_the_columns_that_have_a_role_are_read(
    others: dict[str, Any], read_columns: list[str]
) -> None:
    dates = [f"2026-01-{n % 28 + 1:02d}" for n in range(N)]
    loaded = load_source(wide(date=dates, **others))
    assert loaded.dataset is not None
    assert [score.name for score in loaded.dataset.scores] == ["score"]
    assert loaded.proposal.roles.predicted == "".join(others)
    assert Counter(read_columns) == dict.fromkeys(["label", "score", *others], 4)


def test_that_looking_at_some_cells_does_not_read_a_column(read_columns: list[str]) -> None:
    table = read(wide())
    cells = [[column.text(row) for column in table.columns] for row in (0, 19)]
    assert read_columns == []
    cells += [[column.text(row) for column in table.columns] for row in (20, N - 1)]
    assert cells[3][0] == f"P{N - 1}"
    assert Counter(read_columns) == dict.fromkeys(table.names, 2)
    for column in table.columns:
        column.encode(10_000)
    assert Counter(read_columns) == dict.fromkeys(table.names, 6)
    assert [[c.text(row) for c in table.columns] for row in (0, 19, 20, N - 1)] == cells


def test_that_a_table_read_later_is_the_same_as_one_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = load_source(wide())
    monkeypatch.setattr(parquet, "READ_AT_ONCE", 10**9)
    at_once = load_source(wide())
    assert later.proposal == at_once.proposal
    assert later.dataset is not None
    assert at_once.dataset is not None
    assert later.dataset.findings == at_once.dataset.findings
    np.testing.assert_array_equal(later.dataset.truth, at_once.dataset.truth)
    for one, other in zip(later.table.columns, at_once.table.columns, strict=True):
        assert one.head(N) == other.head(N)
        assert one.type_name == other.type_name
        assert one.distinct(N) == other.distinct(N)
        np.testing.assert_array_equal(one.parse_numbers().values, other.parse_numbers().values)
        np.testing.assert_array_equal(one.order(), other.order())


values: dict[str, st.SearchStrategy[Any]] = {
    "texts": st.lists(st.none() | st.text("ab\u00e9", max_size=2), min_size=1, max_size=700),
    "labels": st.lists(st.sampled_from(["genuine", "impostor"]), min_size=1, max_size=700),
    "floats": st.lists(st.none() | st.floats(width=32), min_size=1, max_size=700),
    "integers": st.lists(st.none() | st.integers(-3, 300), min_size=1, max_size=700),
    "truths": st.lists(st.none() | st.booleans(), min_size=1, max_size=700),
}
types: dict[str, Any] = {
    "texts": pa.string(),
    "labels": pa.string(),
    "floats": pa.float64(),
    "integers": pa.int16(),
    "truths": pa.bool_(),
}


@given(st.data(), st.sampled_from(sorted(values)), st.booleans())
def test_that_any_column_read_later_is_the_same(
    data: st.DataObject, kind: str, looks_first: bool
) -> None:
    cells = data.draw(values[kind])
    source = source_of({"x": pa.array(cells, types[kind]), "y": range(len(cells))})
    later = read(source).column("x")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet, "READ_AT_ONCE", 10**9)
        at_once = read(source).column("x")
    if looks_first:
        rows = data.draw(st.lists(st.integers(0, len(cells) - 1)))
        assert [later.text(row) for row in rows] == [at_once.text(row) for row in rows]
    assert (len(later), later.kind) == (len(at_once), at_once.kind)
    assert later.sample(7) == at_once.sample(7)
    assert later.distinct(1000) == at_once.distinct(1000)
    one, other = later.parse_numbers(), at_once.parse_numbers()
    np.testing.assert_array_equal(one.values, other.values)
    assert one.bad.tolist() == other.bad.tolist()
    assert one.n_missing == other.n_missing


class Emptied(dict[int, Any]):
    """Groups of rows that another thread always empties just after one was put in."""

    def __setitem__(self, *_: object) -> None:
        """Forget it."""


def test_that_a_cell_is_there_though_the_whole_column_is_read_meanwhile() -> None:
    cells: Any = read(wide()).column("feature_a")._cells
    cells._groups = Emptied()
    last = cells.at(N - 1)
    assert last.to_pylist() == cells.whole().slice(N - 1).to_pylist()


def test_that_a_cell_is_at_hand_once_its_part_of_the_file_is_read(
    read_columns: list[str],
) -> None:
    column = read(wide()).column("feature_a")
    assert column.is_at_hand(5)
    rows = (GROUP + 5, GROUP + 700, 2 * GROUP)
    assert [column.is_at_hand(row) for row in rows] == [False, False, False]
    assert read_columns == []
    column.text(GROUP + 5)
    assert [column.is_at_hand(row) for row in rows] == [True, True, False]
    later = column.take(np.array([2 * GROUP, GROUP, 3]))
    assert [later.is_at_hand(row) for row in range(3)] == [False, True, True]
    column.read()
    assert all(later.is_at_hand(row) for row in range(3))
    assert read_columns.count("feature_a") == 1 + N // GROUP


def test_that_the_first_cells_are_at_hand_once_the_whole_column_is() -> None:
    column = read(source_of({"a": np.arange(N, dtype=np.float64)})).column("a")
    known: Any = column._cells
    cells = parquet._LaterCells(known._file, pa.field("a", pa.float64()))
    assert not cells.is_at_hand(0)
    cells.whole()  # with no look at the first rows alone
    assert [cells.is_at_hand(row) for row in (0, 19, 20, N - 1)] == [True] * 4


def test_that_threads_read_a_part_of_the_file_once(read_columns: list[str]) -> None:
    column = read(wide()).column("feature_a")
    threads = [threading.Thread(target=column.text, args=(GROUP + row,)) for row in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read_columns == ["feature_a"]


def damaged(name: str) -> Source:
    """Return a file that is damaged in a column, behind its first rows."""
    data = bytearray(wide({"compression": "none", "use_dictionary": False}).data)
    metadata = pq.read_metadata(io.BytesIO(bytes(data)))
    place = metadata.schema.names.index(name)
    chunk = metadata.row_group(2).column(place)
    data[chunk.data_page_offset : chunk.data_page_offset + 40] = b"\xff" * 40
    return Source.from_bytes("a.parquet", bytes(data))


def test_that_damage_where_nothing_is_computed_from_shows_in_its_cells() -> None:
    loaded = load_source(damaged("feature_a"))
    assert loaded.dataset is not None
    column = loaded.table.column("feature_a")
    assert column.text(5) != DAMAGED
    assert not column.is_at_hand(2 * GROUP + 5)
    assert column.text(2 * GROUP + 5) == DAMAGED
    assert column.is_at_hand(2 * GROUP + 6)  # it is known to be damaged, too
    assert column.text(2 * GROUP + 6) == DAMAGED
    assert column.order().tolist() == list(range(N))
    assert loaded.table.column("score").text(2 * GROUP + 5) != DAMAGED


@pytest.mark.parametrize("name", ["label", "score"])
def test_that_damage_where_it_matters_is_refused(name: str) -> None:
    with pytest.raises(ReadingError, match="damaged") as caught:
        load_source(damaged(name))
    assert caught.value.where == "a.parquet"


def test_that_a_damaged_column_cannot_be_chosen_later() -> None:
    roles = Roles(truth="label", scores=("feature_a",), positive="genuine")
    with pytest.raises(ReadingError, match="damaged"):
        load_source(damaged("feature_a"), roles=roles)


good = wide().data


@given(st.integers(0, len(good) - 1), st.integers(0, 7))
def test_that_a_flipped_bit_never_fails_otherwise(place: int, bit: int) -> None:
    data = bytearray(good)
    data[place] ^= 1 << bit
    loaded = outcome(Source.from_bytes("a.parquet", bytes(data)))
    if isinstance(loaded, str):
        return
    table: RawTable = loaded.table
    assert all(isinstance(c.text(row), str) for c in table.columns for row in (0, N // 2, N - 1))


def test_that_whole_numbers_are_held_in_as_few_bytes_as_they_need() -> None:
    truth = np.arange(N) % 2
    table = read(source_of({"truth": truth, "score": np.arange(N) / 7}))
    column = table.column("truth")
    assert column.distinct(2) is not None
    assert column.own_type == column.cells().type == pa.int64()
    assert column._cells.compact().type == pa.int8()
    assert column.cells().to_pylist() == truth.tolist()
    assert column.head(N) == [column.text(row) for row in range(N)] == list(map(str, truth))


@pytest.mark.parametrize(("n_columns", "most"), [(500, 10_000), (501, 4)])
def test_that_of_many_columns_none_is_asked_for_by_itself(
    n_columns: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    opens = parquet.ParquetFile._open

    def note(file: Any, **options: Any) -> Any:
        opened.append(file)
        return opens(file, **options)

    monkeypatch.setattr(parquet.ParquetFile, "_open", note)
    columns = {f"c{number}": [number, number + 1.5] for number in range(n_columns)}
    table = read(source_of(columns))
    cells = [column.head(2)[1] for column in table.columns]
    assert [float(cell) for cell in cells] == [number + 1.5 for number in range(n_columns)]
    assert len(opened) <= most
    assert len(opened) > (n_columns if most > n_columns else 0)

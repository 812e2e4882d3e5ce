"""No name of a column or of a file, and no label, is taken for anything but itself."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui.core.errors import ReadingError
from evalgui.io.bytes.source import read_source
from evalgui.io.counting.count import Counting, count
from evalgui.io.loading import load_source
from evalgui.io.meaning import Roles

if TYPE_CHECKING:
    from pathlib import Path

_ROLES = Roles(truth="truth", scores=("s",), positive="b", higher_is_positive=True)
_TRUTH = pa.array(["a", "b", "b", "a", "b"])
_SCORES = pa.array([0.1, 0.2, 0.3, 0.4, 0.5])
_COUNTS = [(0.1, 0, 1), (0.2, 1, 0), (0.3, 1, 0), (0.4, 0, 1), (0.5, 1, 0)]
_NAMES = (
    *("rows", "bin", "bin_low", "number", "value", "place", "by_0", "column_0", "n_positive"),
    *("SELECT", "filename", "file_row_number", "rowid", "a.b", "%s $1 ? :x {}", "\\", "'", '"'),
    *("'; DROP TABLE rows; --", '"; DROP VIEW rows; --', "a\nb", "a\0b", "\u202e x", "x" * 5000),
)


def _counted(folder: Path, roles: Roles, *more: str, by: tuple[str, ...] = ()) -> pa.Table:
    paths = [folder / name for name in more or ["rows.parquet"]]
    said = count(paths, folder / "out", Counting(roles, is_exact=True, by=by))
    assert {one["name"] for one in said.sources} == {path.name for path in paths}
    return parquet.read_table(folder / "out")


def _rows_of(table: pa.Table) -> list[tuple[float, int, int]]:
    names = [*table.column_names[:-2][-1:], "n_positive", "n_negative"]
    return sorted(zip(*(table[name].to_pylist() for name in names), strict=True))


@pytest.mark.parametrize("name", _NAMES[::6])
def test_that_columns_may_have_any_name(name, tmp_path) -> None:
    kept = [one for one in _NAMES if one != name]
    table = pa.table([_TRUTH, _SCORES, *[_TRUTH] * len(kept)], names=["truth", name, *kept])
    parquet.write_table(table, tmp_path / "rows.parquet")
    opened = load_source(read_source(tmp_path / "rows.parquet")).table.names
    found = _counted(tmp_path, replace(_ROLES, scores=opened[1:2]), by=opened[2:])
    assert len(found.column_names) == len(kept) + 3
    assert _rows_of(found) == _COUNTS
    for name_kept in found.column_names[: len(kept)]:
        assert sorted(map(str, found[name_kept].to_pylist())) == ["a", "a", "b", "b", "b"]


@pytest.mark.parametrize(
    ("names", "own"),
    [
        (("Score", "score"), "score"),
        (("score", "Score"), "Score"),
        (("score", "score_1"), "score_1"),
        (("score", "score"), "score (2)"),
        (("score", ""), "column 3"),
    ],
)
def test_that_names_nearly_alike_are_told_apart(names, own, tmp_path) -> None:
    others = pa.array([9.0] * 5)
    table = pa.table([_TRUTH, others, _SCORES], names=["truth", *names])
    parquet.write_table(table, tmp_path / "rows.parquet")
    assert _rows_of(_counted(tmp_path, replace(_ROLES, scores=(own,)))) == _COUNTS


@pytest.mark.parametrize("label", ["'", "'; DROP TABLE rows; --", "\\", "a\0b", "%s", "NULL"])
def test_that_a_label_may_be_any_text(label, tmp_path) -> None:
    truth = pa.array(["a", label, label, "a", label])
    parquet.write_table(pa.table([truth, _SCORES], names=["truth", "s"]), tmp_path / "rows.parquet")
    assert _rows_of(_counted(tmp_path, replace(_ROLES, positive=label))) == _COUNTS


def _write(path: Path, first: float) -> None:
    table = pa.table([pa.array(["a", "b"]), pa.array([first, first + 1])], names=["truth", "s"])
    content = io.BytesIO()
    parquet.write_table(table, content)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.getvalue())


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such names there")
@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("a*.parquet", "ab.parquet"),
        ("a?.parquet", "ab.parquet"),
        ("[ab].parquet", "a.parquet"),
        ("d*/x.parquet", "dd/x.parquet"),
        ("s=7/x.parquet", "s=8/x.parquet"),
        ("truth=a/x.parquet", "x.parquet"),
        ("'; DROP TABLE rows; --.parquet", "x.parquet"),
        ("http:/x.parquet", "x.parquet"),
        ("a\nb", "~"),
    ],
)
def test_that_the_name_of_a_file_is_no_pattern(name, alike, tmp_path) -> None:
    _write(tmp_path / name, 0.0)
    _write(tmp_path / alike, 10.0)
    own = [(0.0, 0, 1), (1.0, 1, 0)]
    assert _rows_of(_counted(tmp_path, _ROLES, name)) == own
    assert _rows_of(_counted(tmp_path, _ROLES, name, alike)) == [
        *own,
        (10.0, 0, 1),
        (11.0, 1, 0),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="names are texts of Unicode there")
def test_that_a_name_that_is_no_unicode_is_refused_in_words(tmp_path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.parquet")
    _write(path, 0.0)
    with pytest.raises(ReadingError, match="Unicode"):
        count([path], tmp_path / "out", Counting(_ROLES))
    _write(tmp_path / "rows.parquet", 0.0)
    (tmp_path / os.fsdecode(b"\xff")).mkdir()
    with pytest.raises(ReadingError, match="Unicode"):
        count([tmp_path / "rows.parquet"], tmp_path / os.fsdecode(b"\xff/out"), Counting(_ROLES))

"""Edges of bins come from a file with numbers, or from a count table made before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui.core.errors import DataError, EvalguiError
from evalgui.io.counting.bins import MOST_EDGES, Bins
from evalgui.io.counting.count import Counting, count
from evalgui.io.counting.edges import bins_in
from evalgui.io.layouts.counted import Counted

if TYPE_CHECKING:
    from pathlib import Path

_COUNTED = Counted("genuine", "impostor", "s", n_rows=3, sources=({"name": "a.parquet"},))


@pytest.mark.parametrize("text", ["0\n0.5\n1e3\n", "edge\n0\n0.5\n1000\n", "0\r\n.5\r\n1000"])
def test_that_edges_are_one_number_a_line(text, tmp_path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text(text)
    assert bins_in(path, closed="right") == Bins.at([0, 0.5, 1000], "right")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("edge\n", "no data rows"),
        ("0\n2\n1\n", "each above the one before"),
        ("0\n0\n", "each above the one before"),
        ("-0\n0\n", "each above the one before"),
        ("0\ninf\n", "finite"),
        ("0\n1e999\n", "finite"),
        ("0\nnan\n1\n", "missing"),
        ("0\nhigh\n1\n", "an edge is no number: row 2"),
        ("0;1\n2;3\n", "2 columns"),
        ("9007199254740993\n9007199254740995\n", "tell apart"),
        ("\n".join(map(str, range(MOST_EDGES + 1))), "and at most 4"),
    ],
)
def test_that_other_files_are_refused_in_words(text, words, tmp_path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text(text)
    with pytest.raises(EvalguiError, match=words) as refused:
        bins_in(path, closed="left")
    assert "edges.txt" in str(refused.value)


def _table(path: Path, said: Counted) -> Path:
    columns = {name: pa.array([1.0]) for name in said.columns}
    about = {b"evalgui": said.as_text.encode()}
    parquet.write_table(pa.table(columns).replace_schema_metadata(about), path)
    return path


@pytest.mark.parametrize(
    "some", [Bins.between(-1, 0.1 + 0.2, 7), Bins((0.0, 1e-300, 2.0), (3, 4), "right")]
)
def test_that_a_count_table_hands_on_its_bins(some, tmp_path) -> None:
    path = _table(tmp_path / "monday.parquet", replace(_COUNTED, bins=some.as_json))
    assert bins_in(path, closed=some.closed) == some


@pytest.mark.parametrize(
    ("bins", "words"),
    [
        (None, "no bins"),
        (Bins.between(0, 1, 9, "right").as_json, "higher ones are positive"),
        ({"breaks": [1, 0], "counts": [1], "closed": "left"}, "damaged"),
        ({"breaks": [0, 1], "counts": ["many"], "closed": "left"}, "damaged"),
        ({"breaks": 0}, "damaged"),
    ],
)
def test_that_other_count_tables_are_refused_in_words(bins, words, tmp_path) -> None:
    path = _table(tmp_path / "monday.parquet", replace(_COUNTED, bins=bins))
    with pytest.raises(DataError, match=words):
        bins_in(path, closed="left")


def test_that_counts_of_two_days_add_up(tmp_path) -> None:
    rng = np.random.default_rng(2)
    days = []
    for name in ("monday", "tuesday"):
        truth = rng.integers(0, 2, 3000)
        scores = pa.array(rng.normal(size=3000) + truth)
        rows = pa.table({"truth": pa.array(truth), "score": scores})
        days.append((tmp_path / f"{name}.rows.parquet", rows))
        parquet.write_table(rows, days[-1][0])
    first = count([days[0][0]], tmp_path / "monday.parquet", Counting(n_bins=200))
    more = Counting(edges=tmp_path / "monday.parquet")
    second = count([days[1][0]], tmp_path / "tuesday.parquet", more)
    whole = count([path for path, _ in days], tmp_path / "both.parquet", more)
    assert first.bins == second.bins == whole.bins
    totals: dict[int, tuple[float, float, int, int]] = {}
    for name in ("monday", "tuesday"):
        for key, low, high, n, m in _read(tmp_path / f"{name}.parquet"):
            old = totals.get(key, (low, high, 0, 0))
            totals[key] = (min(low, old[0]), max(high, old[1]), n + old[2], m + old[3])
    assert sorted((key, *row) for key, row in totals.items()) == _read(tmp_path / "both.parquet")


def _read(path: Path) -> list[tuple[int, float, float, int, int]]:
    return list(zip(*parquet.read_table(path).to_pydict().values(), strict=True))

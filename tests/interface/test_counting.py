"""Counts that are made where the data are become count tables, if they are what is said of them."""

from __future__ import annotations

from typing import Any

import ibis
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import evalgui
from evalgui.core.errors import DataError, EvalguiError

HOW: dict[str, Any] = {
    "truth": "truth",
    "score": "similarity",
    "positive": "genuine",
    "edges": [-2, 0, 3],
    "bins": 50,
    "by": "site",
}


@pytest.fixture(scope="module")
def rows() -> pa.Table:
    rng = np.random.default_rng(1)
    truth = rng.choice(["genuine", "impostor"], 3000)
    scores = np.round(rng.normal(size=3000) + (truth == "genuine"), 3)
    scores[:3] = np.nan, -0.0, 0.0
    site = rng.choice(["a", "b"], 3000)
    return pa.table(
        {"truth": truth.tolist(), "similarity": pa.array(scores), "site": site.tolist()}
    )


@pytest.fixture(scope="module")
def counts(rows) -> Any:
    return evalgui.count_expression(ibis.memtable(rows), **HOW)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("edges", [None, [-2, 0, 3]])
def test_that_counts_of_an_expression_are_those_of_its_rows(rows, edges, lower, tmp_path) -> None:
    how = HOW | {"lower_is_positive": lower, "edges": edges, "bins": 50 if edges else None}
    counts = evalgui.count_expression(ibis.memtable(rows), **how)
    out = evalgui.write_counts(counts, tmp_path / "counts.parquet", source="a table", **how)
    parquet.write_table(rows, tmp_path / "rows.parquet")
    counted = evalgui.evaluate(out, threshold=0)
    own = evalgui.evaluate(
        tmp_path / "rows.parquet",
        threshold=counted.threshold,
        lower_is_positive=lower or None,
        higher_is_positive=None if lower else True,
        truth="truth",
        score="similarity",
        positive="genuine",
    )
    assert counted.counts == own.counts


def test_that_the_same_counts_make_the_same_file(counts, tmp_path) -> None:
    frame = counts.to_pyarrow().to_pandas()
    (tmp_path / "parts").mkdir()
    half = len(frame) // 2
    for place, part in enumerate((frame[half:], frame[:half])):
        parquet.write_table(
            pa.Table.from_pandas(part), tmp_path / "parts" / f"part-{place}.parquet"
        )
    (tmp_path / "parts" / "_SUCCESS").touch()
    made = []
    for given in (counts, counts.to_pyarrow(), frame, tmp_path / "parts"):
        out = evalgui.write_counts(given, tmp_path / "counts.parquet", source="here", **HOW)
        made.append(out.read_bytes())
    assert len({*made}) == 1
    assert evalgui.merge([out], tmp_path / "merged.parquet").exists()
    again = HOW | {"edges": out, "bins": None}
    more = evalgui.count_expression(counts, **again | {"truth": "site", "score": "bin_low"})
    assert more.columns[:2] == ("site", "bin")


def changed(counts: Any, column: str, cells: Any) -> Any:
    return counts.to_pyarrow().to_pandas().assign(**{column: cells})


def test_that_other_counts_are_refused_in_words(counts, tmp_path) -> None:
    out = tmp_path / "counts.parquet"

    def refused(words: str, given: object = counts, **more: Any) -> None:
        with pytest.raises(EvalguiError, match=words):
            evalgui.write_counts(given, out, source="here", **HOW | more)
        assert not out.exists()

    refused("do not lie in the bins that are said", edges=[-2, 0, 4])
    refused("do not lie in the bins that are said", bins=49)
    refused("lacks 'score'", edges=None, bins=None)
    refused("lacks 'city'", by="city")
    refused("no whole number", changed(counts, "n_positive", 0.5))
    refused("negative", changed(counts, "n_negative", -1))
    refused("nothing is counted", changed(counts, "n_negative", 0).assign(n_positive=0))
    refused("neither a table nor a path", 3)
    refused("no Parquet that can be read", tmp_path / "gone")
    refused("bins lie between edges", edges=None)
    refused("a count table has its own number", edges=_count_table(counts, tmp_path))


def _count_table(counts, folder):
    return evalgui.write_counts(counts, folder / "before.parquet", source="here", **HOW)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"truth": "gold"}, "no column 'gold'"),
        ({"score": "site"}, "is no number"),
        ({"by": ["site", "city"]}, "no column 'city'"),
        ({"edges": [1, 0]}, "above the one before"),
        ({"bins": 0}, "from 1 to"),
    ],
)
def test_that_what_cannot_be_counted_is_refused_before(rows, more, words) -> None:
    with pytest.raises(DataError, match=words):
        evalgui.count_expression(ibis.memtable(rows), **HOW | more)


def test_that_arguments_of_ibis_take_any_name() -> None:
    names = ["self", "values", "name", "value", "place", "number", "n_positives", 'it\'s "x"']
    table = ibis.table({"truth": "string", "score": "float64"} | dict.fromkeys(names, "float64"))
    how = HOW | {"score": "score", "by": names}
    assert evalgui.count_expression(table, **how).columns[: len(names)] == tuple(names)

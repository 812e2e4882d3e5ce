"""Bins are told by a formula that numpy and DuckDB compute alike, and never fall with a score."""

from __future__ import annotations

import math

import duckdb
import ibis
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.counting.bins import MOST_EDGES, Bins
from evalgui.io.counting.expression import counts_of

_HOSTILE = [
    math.nan,
    math.inf,
    -math.inf,
    -0.0,
    0.0,
    5e-324,
    -5e-324,
    1.7e308,
    -1.7e308,
    2.0**53 + 2,
]
_FINITE = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def bins(draw) -> Bins:
    breaks = sorted(set(draw(st.lists(_FINITE.map(lambda x: x / 4), min_size=1, max_size=6))))
    closed = draw(st.sampled_from(["left", "right"]))
    counts = [draw(st.integers(1, 5000)) for _ in breaks[1:]]
    return Bins(tuple(breaks), tuple(counts), closed)


@given(bins(), st.lists(st.floats() | st.sampled_from(_HOSTILE), min_size=1, max_size=60))
def test_that_a_bin_never_falls_with_the_score_and_parts_at_breaks(some, scores) -> None:
    values = np.sort(np.array([*scores, *some.breaks]))
    found = some.of(values)
    known = found[~np.isnan(values)]
    assert (np.diff(known) >= 0).all()
    assert (found[np.isnan(values)] == -1).all()
    assert known.min() >= 0
    assert known.max() < len(some)
    for edge in some.breaks:
        beside = np.nextafter(edge, -np.inf if some.closed == "left" else np.inf)
        assert some.of([edge])[0] != some.of([beside])[0]


@pytest.mark.parametrize(
    "some",
    [
        Bins.between(-3, 3, 1000),
        Bins.between(-1.7e308, 1.7e308, 100),
        Bins.between(2, 2, 5),
        Bins.at([-1, 0, 1e-7, 2]),
        Bins.at([-1, 0, 2], "right"),
        Bins.at([0.0]),
        Bins((-3, 0, 1, 2.5), (10, 1000, 7), "right"),
        Bins((-3, 0.1 + 0.2, 1.1 * 1.1), (10, 1000)),
        Bins.at(np.sort(np.random.default_rng(1).normal(size=MOST_EDGES)).tolist()),
        Bins.at([-1.7e308, 1.7e308], "right"),
    ],
)
def test_that_an_engine_counts_as_numpy_does(some) -> None:
    rng = np.random.default_rng(7)
    edges = np.array(some.breaks)
    beside = [np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf)]
    scores = np.concatenate([rng.normal(size=5000), _HOSTILE, edges, *beside])
    truth = rng.integers(0, 3, len(scores))
    database = duckdb.connect()
    database.register("rows", pa.table({"y": pa.array(truth), "s": pa.array(scores)}))
    rows = ibis.table({"y": "int64", "s": "float64"}, name="rows")
    asked = counts_of(
        rows, truth="y", score="s", positive=[1], negative=[0], bins=some, in_lists=True
    )
    found = database.sql(str(ibis.to_sql(asked, dialect="duckdb"))).fetchall()
    own = some.of(scores)
    used = truth < 2
    assert {-1 if key is None else key for key, *_ in found} == {*own[used].tolist()}
    for key, low, high, n_positive, n_negative in found:
        within = (own == (-1 if key is None else key)) & used
        assert n_positive == np.count_nonzero(truth[within] == 1)
        assert n_negative == np.count_nonzero(truth[within] == 0)
        if key is not None:
            assert (low, high) == (scores[within].min(), scores[within].max())


@pytest.mark.parametrize("breaks", [(), (1.0, 1.0), (2.0, 1.0), (0.0, math.inf), (math.nan, 1.0)])
def test_that_other_edges_are_refused(breaks) -> None:
    with pytest.raises(DataError):
        Bins.at(breaks)


def test_that_edges_too_far_apart_to_be_parted_are_refused() -> None:
    with pytest.raises(DataError, match="too far apart"):
        Bins((-1.7e308, 1.7e308), (2,))


def test_that_more_edges_than_a_statement_holds_are_refused() -> None:
    with pytest.raises(DataError, match="at most 4"):
        Bins.at(range(MOST_EDGES + 1))

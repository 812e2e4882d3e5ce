"""Edges of bins that are found in the data: close together where few scores lie beyond."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from evalgui.cli import parse
from evalgui.io.counting.bins import MOST_EDGES, Bins
from evalgui.io.counting.tails import bins_of_data
from evalgui.io.layouts.counted import BIN, HIGH, LOW, N_NEGATIVE, N_POSITIVE

_SIDES = st.sampled_from(("left", "right"))
_HOSTILE = st.sampled_from([0.0, -0.0, 5e-324, -1e300, 1e300, np.inf, -np.inf, 1e-300, np.nan, 1.0])
_SCORES = st.one_of(_HOSTILE, st.floats(-3, 3), st.integers(-3, 3).map(float))


def counted(scores, truth, bins):
    """Return what an engine counts, in the order of bins."""
    of = bins.of(scores)
    rows = []
    for number in np.unique(of):
        own = of == number
        ends = (None, None) if number < 0 else (scores[own].min() + 0.0, scores[own].max() + 0.0)
        rows.append((None if number < 0 else number, *ends, truth[own].sum(), (~truth[own]).sum()))
    names = (BIN, LOW, HIGH, N_POSITIVE, N_NEGATIVE)
    return pa.table({name: [row[place] for row in rows] for place, name in enumerate(names)})


def found(scores, truth, closed, n_bins=1 << 20, first=1 << 10):
    """Return the bins that are found, and how often the data were counted."""
    passes = []

    def count(bins):
        passes.append(bins)
        return counted(scores, truth, bins)

    finite = scores[np.isfinite(scores)]
    begin = Bins.between(finite.min(), finite.max(), first, closed)
    return bins_of_data(count, begin, n_bins), passes


@settings(max_examples=8)
@given(st.lists(st.tuples(_SCORES, st.booleans()), min_size=1, max_size=60), _SIDES)
def test_that_any_scores_have_edges_and_an_order_does_not_matter(rows, closed) -> None:
    scores = np.array([score for score, _ in rows])
    truth = np.array([label for _, label in rows])
    if not np.isfinite(scores).any():
        return
    bins, passes = found(scores, truth, closed)
    assert len(passes) <= 4
    assert len(bins.breaks) <= MOST_EDGES
    order = np.random.default_rng(0).permutation(len(rows))
    assert found(scores[order], truth[order], closed)[0] == bins
    if len(rows) > 16:
        return
    of = bins.of(scores)
    for number in set(of[of >= 0].tolist()):  # each score is a step
        own = of == number
        is_alone = len(np.unique(scores[own] + 0.0)) == 1
        assert is_alone or max(truth[own].sum(), (~truth[own]).sum()) <= 3


@pytest.mark.parametrize("closed", ["left", "right"])
@pytest.mark.parametrize("power", [1, 5])
def test_that_small_rates_of_errors_keep_their_resolution(power, closed) -> None:
    """Beyond an edge lie 1, 2, 3... scores of a class, in steps of its root or a sixteenth."""
    rng = np.random.default_rng(3)
    truth = rng.random(40_000) < 0.1
    scores = rng.normal(truth * 2.0, 1.0) ** power  # 5: a thousandth of the range holds nearly all
    bins, _ = found(scores, truth, closed)
    of = bins.of(scores)
    for own in (truth, ~truth):
        for values in (of[own], -of[own]):
            _, counts = np.unique(values, return_counts=True)
            beyond = np.cumsum(counts)
            tail = beyond <= own.sum() / 2
            steps = np.maximum(1, np.maximum(np.sqrt(beyond), beyond / 16))
            assert (counts[tail] <= steps[tail] + 1).all()
    if power > 1:  # which bins of equal width do not
        plain = Bins.between(scores.min(), scores.max(), len(bins)).of(scores[~truth])
        assert np.unique(plain, return_counts=True)[1].max() > 400


def test_that_fewer_bins_have_edges_further_apart() -> None:
    rng = np.random.default_rng(4)
    truth = rng.random(20_000) < 0.5
    scores = rng.standard_cauchy(20_000)
    few, many = (found(scores, truth, "left", n_bins=n)[0] for n in (100, 2_000))
    assert len(few.breaks) <= 101 < len(many.breaks) <= 2_001


@pytest.mark.parametrize("lower", [False, True])
def test_that_the_counts_are_those_of_the_rows(lower, tmp_path, capsys) -> None:
    rng = np.random.default_rng(5)
    truth = rng.random(5_000) < 0.2
    scores = np.exp(3 * rng.normal((truth ^ lower) * 1.0, 1.0))
    rows: Any = {"truth": truth, "score": scores}
    parquet.write_table(pa.table(rows), tmp_path / "rows.parquet")
    out = tmp_path / "counts.parquet"
    how = ["--lower-is-positive"] if lower else []
    asked = ["count", str(tmp_path / "rows.parquet"), "--edges-from-data", "--out", str(out), *how]
    command: Any = parse(asked)
    assert command.run() == 0, capsys.readouterr().err
    table: Any = parquet.read_table(out).to_pydict()
    assert sum(table[N_POSITIVE]) == truth.sum()
    assert {*table[LOW], *table[HIGH]} <= {*scores.tolist()}
    for place, at in enumerate(table[HIGH] if lower else table[LOW]):
        part = table[N_NEGATIVE][: place + 1] if lower else table[N_NEGATIVE][place:]
        called = scores <= at if lower else scores >= at
        assert sum(part) == (called & ~truth).sum()


def test_that_it_goes_with_no_other_edges(capsys) -> None:
    with pytest.raises(SystemExit):
        parse(["count", "a.parquet", "--out", "b", "--exact", "--edges-from-data"])
    assert "not with --exact or --edges" in capsys.readouterr().err

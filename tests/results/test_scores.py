"""The tables of how scores are distributed: every row of the file is in one line of each."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.histogram import tail_ends
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.weights import in_parts
from evalgui.io.writers.tables import blocks
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES

RNG = np.random.default_rng(5)
TRUTH = np.arange(500) % 3 == 0
VALUES = np.round(RNG.normal(TRUTH * 1.5, 1.0), 2)
VALUES[:7] = [math.inf, -math.inf, math.nan, math.inf, -math.inf, -math.inf, math.nan]


def contents_of(values, *, higher=True, base=0, log=None):
    score = Score("s", np.asarray(values), higher, base=base)
    data = Dataset("d.csv", ("neg", "pos"), TRUTH.astype(np.int8), 1, (score,))
    shown = resolve(Inputs(data))
    axes = replace(shown.choices.axes, log_scores=log)
    return Contents(replace(shown, choices=replace(shown.choices, axes=axes)))


def rows_of(table_id, contents):
    return list(blocks.rows_of(TABLES.by_id(table_id).make(contents)))


def counted(lines, last):
    """Return for each line how many rows of each class a plain comparison finds in it."""
    found = []
    for low, high, *_counts in lines:
        if low == -math.inf:
            inside = high > VALUES
        elif high == math.inf:
            inside = last < VALUES
        else:
            inside = (low <= VALUES) & ((high >= VALUES) if high == last else (high > VALUES))
        found.append([int((inside & TRUTH).sum()), int((inside & ~TRUTH).sum())])
    return found


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("table_id", ["histogram", "tails"])
def test_that_bins_hold_what_lies_in_them_and_the_ends_the_rest(table_id, higher):
    contents = contents_of(VALUES, higher=higher)
    lines = rows_of(table_id, contents)
    assert lines[0][0] == -math.inf
    assert lines[-1][1] == math.inf
    last = lines[-1][0]
    assert [list(line[2:]) for line in lines] == counted(lines, last)
    known = ~np.isnan(VALUES)
    sums = np.sum([line[2:] for line in lines], axis=0).tolist()
    assert sums == [int((TRUTH & known).sum()), int((~TRUTH & known).sum())]
    finite = VALUES[np.isfinite(VALUES)]
    ends = (float(finite.min()), float(finite.max()))
    if table_id == "tails":
        ends = tail_ends(contents.snapshot.ranking.table.steps)
    assert (lines[0][1], last) == ends
    assert [line[1] for line in lines[:-1]] == [line[0] for line in lines[1:]]


@pytest.mark.parametrize("higher", [True, False])
def test_that_each_distinct_score_has_its_rows(higher):
    lines = rows_of("scores", contents_of(VALUES, higher=higher))
    positives, others = Counter(VALUES[TRUTH].tolist()), Counter(VALUES[~TRUTH].tolist())
    distinct = sorted(set(VALUES[~np.isnan(VALUES)].tolist()), reverse=higher)
    assert lines == [(value, positives[value], others[value]) for value in distinct]


def test_that_bins_are_those_of_a_logarithmic_axis_where_that_is_chosen():
    values = np.where(np.isfinite(VALUES), 10.0**VALUES, 1.0)
    edges = [line[0] for line in rows_of("histogram", contents_of(values, log=True))]
    steps = np.diff(np.log10(edges))
    np.testing.assert_allclose(steps, steps[0], rtol=1e-9)


def test_that_scores_beyond_2_to_the_53_keep_every_digit():
    contents = contents_of(np.arange(500, dtype=np.float64), base=2**60)
    lines = rows_of("scores", contents)
    assert [line[0] for line in lines] == [str(2**60 + place) for place in reversed(range(500))]
    low = rows_of("histogram", contents)[0][0]
    assert low == str(2**60)


def test_why_there_are_no_bins():
    contents = contents_of(np.full(500, math.inf))
    assert TABLES.by_id("histogram").lacking(contents) == "no score is finite"
    assert TABLES.by_id("scores").lacking(contents) == ""


def test_that_each_distinct_score_has_the_sums_of_its_weights():
    weights = np.where(TRUTH, 0.5, 1.25)
    parts, unit = in_parts(weights)
    counts = np.zeros((len(TRUTH), 2), dtype=np.int64)
    counts[np.arange(len(TRUTH)), TRUTH.astype(np.intp)] = parts
    data = Dataset(
        "d.csv", ("neg", "pos"), np.empty(0, np.int8), 1, (Score("s", VALUES),),
        row_counts=counts, unit=unit,
    )  # fmt: skip
    lines = rows_of("scores", Contents(resolve(Inputs(data))))
    positives, others = Counter(VALUES[TRUTH].tolist()), Counter(VALUES[~TRUTH].tolist())
    distinct = sorted(set(VALUES[~np.isnan(VALUES)].tolist()), reverse=True)
    assert lines == [(one, positives[one] * 0.5, others[one] * 1.25) for one in distinct]

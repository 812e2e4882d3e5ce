"""The intervals of many points at once, beside those of one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.criterion_table import MEASURES, criterion_table
from evalgui.core.intervals.many import (
    mover_ratio_of_many,
    predictive_values_of_many,
    wilson_of_many,
)
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.ratios import mover_ratio
from evalgui.core.metrics import metric_by_id
from evalgui.core.operating_point import point_at
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs
from tests.core.strategies import labelled_scores

LEVELS = st.sampled_from([0.8, 0.9, 0.95, 0.99])
PROPORTIONS = st.lists(
    st.integers(0, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=1,
    max_size=20,
)


@given(pairs=PROPORTIONS, level=LEVELS)
def test_that_many_proportions_have_the_interval_of_each(pairs, level):
    low, high = wilson_of_many([k for k, _ in pairs], [n for _, n in pairs], level)
    for place, (k, n) in enumerate(pairs):
        assert np.allclose((low[place], high[place]), wilson(k, n, level), 1e-13, equal_nan=True)


@given(first=PROPORTIONS, second=PROPORTIONS, level=LEVELS)
def test_that_many_ratios_have_the_interval_of_each(first, second, level):
    both = list(zip(first, second, strict=False))
    k_1, n_1, k_2, n_2 = (np.array(one) for one in zip(*(a + b for a, b in both), strict=True))
    low, high = mover_ratio_of_many(k_1, n_1, k_2, n_2, level)
    for place, (one, other) in enumerate(both):
        expected = mover_ratio(*one, *other, level)
        assert np.allclose((low[place], high[place]), expected, 1e-10, equal_nan=True)


@pytest.mark.parametrize("sampling", [Sampling.COHORT, Sampling.CASE_CONTROL])
@given(drawn=labelled_scores())
def test_that_each_row_has_the_numbers_of_its_operating_point(sampling, drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    table = criterion_table(steps, 0.95, fixes_shares=sampling.fixes_shares)
    inputs = Inputs()
    for row in range(len(steps)):
        counts = steps.counts_of(row)
        cells = [int(table[name][row]) for name in ("tp", "fp", "fn", "tn")]
        assert cells == [counts.tp, counts.fp, counts.fn, counts.tn]
        point = point_at(0.0, row, counts, inputs.parameters, inputs.intervals, sampling)
        for name in MEASURES:
            value = metric_by_id(name).value(counts)
            assert np.allclose(table[name][row], value, 1e-14, equal_nan=True)
            interval = point.intervals[name]
            found = (table[f"{name}_low"][row], table[f"{name}_high"][row])
            assert np.allclose(found, (interval.lower, interval.upper), 1e-9, equal_nan=True)


def test_that_predictive_values_at_a_prevalence_keep_to_their_range():
    counts = Counts(*(np.array([cell]) for cell in (9, 1, 1, 89)))
    low, high = predictive_values_of_many(counts, 0.95, 0.02, positive=True)
    assert 0 < low[0] < high[0] < 1

"""The miss rate that a bound on the false alarm rate leaves, with its interval."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr, squared_and_added
from evalgui.core.intervals.proportions import wilson
from evalgui.core.score_table import ScoreTable
from tests.core.strategies import labelled_scores


@given(labelled_scores(), st.integers(0, 20))
def test_rate_is_the_least_of_all_thresholds_that_fit(
    data: tuple[Any, Any, bool], twentieths: int
) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    bound = twentieths / 20
    found = fnmr_at_fmr(table.steps, bound)
    limits = squared_and_added(table.steps, bound, 0.95)
    if not (table.n_positive and table.n_negative):
        assert math.isnan(found)
        assert all(math.isnan(limit) for limit in limits)
        return
    counts = table.steps.counts()
    fits = 20 * np.asarray(counts.fp) <= twentieths * table.n_negative
    assert found == np.min(np.asarray(counts.fn)[fits]) / table.n_positive
    assert 0 <= limits[0] <= found <= limits[1] <= 1


def test_limits_add_what_the_threshold_leaves_open() -> None:
    rng = np.random.default_rng(2)
    truth = np.arange(1_200) < 400
    table = ScoreTable(rng.normal(size=1_200) + 2 * truth, truth)
    rate = fnmr_at_fmr(table.steps, 0.01)
    low, high = squared_and_added(table.steps, 0.01, 0.95)
    own = wilson(round(rate * 400), 400, 0.95)
    strict, lenient = (fnmr_at_fmr(table.steps, share) for share in wilson(8, 800, 0.95))
    assert low == pytest.approx(rate - math.hypot(rate - own[0], rate - lenient))
    assert high == pytest.approx(rate + math.hypot(own[1] - rate, strict - rate))
    assert low < own[0] < own[1] < high


def test_without_errors_the_limits_are_those_of_the_rate() -> None:
    steps = ScoreTable.from_counts([1.0, 2.0], [0, 60], [3_000, 0]).steps
    assert squared_and_added(steps, 0.001, 0.95) == pytest.approx((0.0, wilson(0, 60, 0.95)[1]))

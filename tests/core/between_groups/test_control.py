"""Limits of control against the binomial distribution of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from evalgui.core.between_groups.control import equal_counts


@given(
    st.lists(st.integers(0, 3_000), min_size=1, max_size=8),
    st.floats(0.0, 1.0),
    st.sampled_from([0.05, 0.01, 0.05 / 24]),
)
def test_that_at_most_half_is_left_beyond_each_limit(
    n: list[int], rate: float, outside: float
) -> None:
    low, high = equal_counts(np.array(n), rate, outside)
    for one, least, most in zip(n, low.tolist(), high.tolist(), strict=True):
        assert 0 <= least <= most <= one
        assert binom.cdf(least - 1, one, rate) <= outside / 2 + 1e-12
        assert binom.sf(most, one, rate) <= outside / 2 + 1e-12
        if least < most:  # and no limit could be nearer
            assert binom.cdf(least, one, rate) > outside / 2 - 1e-12
            assert binom.sf(most - 1, one, rate) > outside / 2 - 1e-12


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_that_nothing_varies_where_all_rows_are_alike(rate: float) -> None:
    low, high = equal_counts(np.array([0, 1, 40]), rate, 0.05)
    assert low.tolist() == high.tolist() == [0, int(rate), int(40 * rate)]

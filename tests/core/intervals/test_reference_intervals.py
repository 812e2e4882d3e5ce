"""Intervals beside those of statsmodels and SciPy; more are in `evalgui.io.verifying.intervals`."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom
from statsmodels.stats.contingency_tables import Table2x2
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from evalgui.core.intervals import proportions, ratios
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.square_and_add import difference_of_rates
from evalgui.core.kind import Kind

NAMES = {
    "wilson": "wilson",
    "clopper-pearson": "beta",
    "jeffreys": "jeffreys",
    "agresti-coull": "agresti_coull",
}


@pytest.mark.parametrize("method_id", NAMES)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(
    ("k", "n"), [(0, 1), (1, 1), (3, 7), (0, 10_000), (9_999, 10_000), (123_456, 10**9)]
)
def test_that_proportions_are_those_of_statsmodels(method_id, level, k, n):
    found = OFFERED[Kind.PROPORTION].by_id(method_id).compute(k, n, level)
    expected = np.clip(proportion_confint(k, n, 1 - level, method=NAMES[method_id]), 0, 1)
    assert found == pytest.approx(tuple(expected), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("cells", [(90, 20, 10, 180), (3, 1, 8, 5), (1, 500, 2, 90_000)])
def test_that_ratios_and_odds_are_those_of_statsmodels(cells):
    tp, fp, fn, tn = cells
    log = confint_proportions_2indep(tp, tp + fn, fp, fp + tn, compare="ratio", method="log")
    assert ratios.log_ratio(tp, tp + fn, fp, fp + tn, 0.95) == pytest.approx(log, rel=1e-10)
    table = Table2x2([[tp, fn], [fp, tn]])
    assert ratios.woolf(*cells, 0.95) == pytest.approx(table.oddsratio_confint(0.05), rel=1e-10)


def test_that_one_sided_limits_put_the_whole_error_beyond_them():
    for k, n, level in ((59, 60, 0.95), (3, 20, 0.9), (1, 3000, 0.8)):
        lower, one = proportions.one_sided_lower(k, n, level)
        zero, upper = proportions.one_sided_upper(k, n, level)
        assert (zero, one) == (0.0, 1.0)
        assert binom.sf(k - 1, n, lower) == pytest.approx(1 - level, abs=1e-10)
        assert binom.cdf(k, n, upper) == pytest.approx(1 - level, abs=1e-10)


def test_that_nothing_of_nothing_has_no_limits():
    for method in OFFERED[Kind.PROPORTION]:
        assert all(math.isnan(limit) for limit in method.compute(0, 0, 0.95))
    assert all(math.isnan(limit) for limit in difference_of_rates(0, 0, 1, 2, 0.95))
    assert all(math.isnan(limit) for limit in ratios.mover_ratio(0, 5, 0, 5, 0.95))


def test_that_no_limit_leaves_zero_and_one_by_rounding():
    for k, n in ((38, 38), (0, 77), (10**15, 10**15), (1, 10**15)):
        low, high = proportions.wilson(k, n, 0.95)
        assert 0.0 <= low <= k / n <= high <= 1.0

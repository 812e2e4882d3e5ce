"""Measures of K classes together have intervals: proportions, and the delta method."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.dataset import Dataset
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.measured import Measured
from evalgui.core.multiclass import MATRIX_METRICS, MulticlassSettings, Over, matrix_metric_by_id
from evalgui.core.multiclass.agreement import cohen_kappa_standard_error
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve

THREE = ConfusionMatrix(("a", "b", "c"), np.array([[40, 3, 2], [4, 25, 6], [1, 5, 14]]))
SLOPED = [metric for metric in MATRIX_METRICS if metric.slope is not None]
TAKEN = (
    MulticlassSettings(order=("a", "b", "c")),
    MulticlassSettings(Over.CHOSEN, ("a", "b"), order=("c", "a", "b")),
    MulticlassSettings(Over.TRUTH, undefined_as_zero=True, order=("b", "c", "a")),
)


def intervals(matrix, taken=TAKEN[0], sampling=Sampling.COHORT, level=0.95):
    measured = {metric.id: metric.measured(matrix, taken) for metric in MATRIX_METRICS}
    wanted = IntervalSettings(level)
    return IntervalsOfClasses(matrix, measured, taken, settings=wanted, sampling=sampling)


def limits(interval):
    return interval.lower, interval.upper


@pytest.mark.parametrize("metric", SLOPED, ids=[metric.id for metric in SLOPED])
@pytest.mark.parametrize("taken", TAKEN)
def test_that_a_slope_is_that_of_the_formula(metric, taken):
    cells = np.random.default_rng(1).uniform(1, 20, (3, 3))
    value, slope = metric.slope(cells, THREE, taken)
    large = np.round(cells * 10**9).astype(np.int64)
    assert value == pytest.approx(metric.value(replace(THREE, counts=large), taken), abs=1e-9)
    for place in np.ndindex(3, 3):
        moved = []
        for sign in (1, -1):
            other = cells.copy()
            other[place] += sign * 1e-5
            moved.append(metric.slope(other, THREE, taken)[0])
        assert slope[place] == pytest.approx((moved[0] - moved[1]) / 2e-5, abs=1e-8)
    assert float((slope * cells).sum()) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(25))
def test_that_errors_of_kappa_and_weighted_kappa_are_those_of_statsmodels(seed):
    random = np.random.default_rng(seed)
    k = int(random.integers(2, 6))
    counts = random.poisson(random.choice([0.5, 3, 5_000]), (k, k)) + np.eye(k, dtype=np.int64)
    names = tuple("abcdef"[:k])
    matrix, taken = ConfusionMatrix(names, counts), MulticlassSettings(order=names)
    apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(np.float64)
    weights = {"KAPPA_K": None, "KAPPA_LINEAR": apart, "KAPPA_QUADRATIC": apart**2}
    for metric_id, weighed in weights.items():
        metric, expected = matrix_metric_by_id(metric_id), cohens_kappa(counts, weights=weighed)
        assert metric.value(matrix, taken) == pytest.approx(expected.kappa, abs=1e-12)
        _, slope = metric.slope(counts.astype(np.float64), matrix, taken)
        spread = float((counts * slope**2).sum())  # of which the mean is 0
        assert spread == pytest.approx(expected.var_kappa, abs=1e-12)
    error = cohen_kappa_standard_error(matrix)
    assert error == pytest.approx(cohens_kappa(counts).std_kappa, abs=1e-9)


def test_that_accuracy_and_micro_averages_are_proportions():
    found = intervals(THREE)
    wilson = proportion_confint(79, 100, method="wilson")
    for metric_id in ("SMC_K", "MICRO_P", "MICRO_R", "MICRO_F"):
        assert found[metric_id].method == "Wilson"
        assert limits(found[metric_id]) == pytest.approx(wilson)
    assert limits(found["ERR_K"]) == pytest.approx((1 - wilson[1], 1 - wilson[0]))
    assert limits(found["HC_K"]) == pytest.approx([2 * limit - 1 for limit in wilson])
    assert limits(found["MICRO_J"]) == pytest.approx([limit / (2 - limit) for limit in wilson])
    some = intervals(THREE, TAKEN[1])
    assert limits(some["MICRO_R"]) == pytest.approx(proportion_confint(65, 80, method="wilson"))
    # A row that is wrong between two chosen classes would count twice: no proportion of rows.
    assert some["MICRO_J"].method == "delta method, 2/K^2 in every cell"


@pytest.mark.parametrize("sampling", [Sampling.COHORT, Sampling.CASE_CONTROL])
def test_that_accuracy_among_the_k_greatest_scores_is_a_proportion_of_a_cohort(sampling):
    measured = {"TOP_K": Measured(0.9, "", (18, 20)), "LOG_LOSS": Measured(0.4, "", None)}
    found = IntervalsOfClasses(THREE, measured, sampling=sampling)
    assert "no function of the matrix" in found["LOG_LOSS"].reason
    if sampling is Sampling.COHORT:
        assert limits(found["TOP_K"]) == pytest.approx(proportion_confint(18, 20, method="wilson"))
        assert found["TOP_K"].n == (20,)
    else:
        assert found["TOP_K"].reason


def test_that_a_case_control_file_takes_its_class_sizes_for_fixed():
    found = intervals(THREE, sampling=Sampling.CASE_CONTROL)
    sizes, hits = THREE.actual, THREE.diagonal
    ends = [proportion_confint(k, n, method="wilson") for k, n in zip(hits, sizes, strict=True)]
    falls = [(k / n - low) * n / 100 for k, n, (low, _) in zip(hits, sizes, ends, strict=True)]
    rises = [(high - k / n) * n / 100 for k, n, (_, high) in zip(hits, sizes, ends, strict=True)]
    expected = (0.79 - math.hypot(*falls), 0.79 + math.hypot(*rises))
    assert limits(found["SMC_K"]) == pytest.approx(expected)
    assert found["SMC_K"].method == "square-and-add of Wilson limits"
    cohort = intervals(THREE)
    for metric_id in ("KAPPA_K", "MCC_K", "WEIGHTED_F"):
        one, other = found[metric_id], cohort[metric_id]
        assert one.upper - one.lower < other.upper - other.lower
        assert one.assumes.endswith("at the shares of the classes of this file")
    # The recalls are independent of each other, whether their numbers of rows are chance or not.
    assert limits(found["BACC"]) == pytest.approx(limits(cohort["BACC"]))


def test_that_a_class_with_few_rows_is_said_to_make_it_too_short():
    few = ConfusionMatrix(("a", "b", "c"), np.array([[40, 3, 2], [4, 25, 6], [1, 0, 3]]))
    assert "too short: fewer than 5 rows are truly 'c'" in intervals(few)["KAPPA_K"].assumes
    assert "too short" not in intervals(few)["SMC_K"].assumes
    only_called = ConfusionMatrix(("a", "b", "c"), np.array([[40, 3, 2], [4, 25, 6], [0, 0, 0]]))
    assert "are truly 'c'" in intervals(only_called)["F_MACRO"].assumes
    nowhere = ConfusionMatrix(("a", "b", "c"), np.array([[40, 3, 0], [4, 25, 0], [0, 0, 0]]))
    assert "too short" not in intervals(nowhere)["F_MACRO"].assumes
    assert "too short" not in intervals(THREE)["KAPPA_K"].assumes


def test_that_each_class_has_its_own():
    found = intervals(THREE).of_class(1)
    assert limits(found["TPR"]) == pytest.approx(proportion_confint(25, 35, method="wilson"))
    assert intervals(THREE).of_class(2)["PPV"].n == (22,)


def test_that_settings_of_intervals_reach_all_classes_together():
    truth, calls = np.array([0, 1, 2, 2, 1, 0]), np.array([0, 1, 1, 2, 1, 2])
    data = Dataset("some.csv", ("a", "b", "c"), truth, 0, predicted=calls)
    first = resolve(Inputs(data))
    second = resolve(replace(first.inputs, intervals=IntervalSettings(level=0.99)), first)
    assert second.overall.matrix is first.overall.matrix
    assert second.overall.intervals["SMC_K"].level == 0.99
    assert resolve(second.inputs, second).overall is second.overall


cells = st.lists(st.lists(st.integers(0, 12), min_size=3, max_size=3), min_size=3, max_size=3)


@given(cells, st.sampled_from(TAKEN), st.sampled_from(Sampling))
@settings(max_examples=60)
def test_that_limits_hold_the_value_within_the_range_or_say_why_not(drawn, taken, sampling):
    matrix = ConfusionMatrix(("a", "b", "c"), np.array(drawn))
    found = intervals(matrix, taken, sampling)
    for metric in MATRIX_METRICS:
        made, value = found[metric.id], metric.value(matrix, taken)
        if not made.is_defined:
            assert made.reason, metric.id
            continue
        assert made.method
        assert made.assumes
        low, high = metric.range
        assert low <= made.lower <= value + 1e-12, metric.id
        assert value - 1e-12 <= made.upper <= high, metric.id


@given(cells, st.permutations([0, 1, 2]))
@settings(max_examples=30)
def test_that_other_names_of_the_classes_change_nothing(drawn, order):
    counts = np.array(drawn)
    one = intervals(ConfusionMatrix(("a", "b", "c"), counts))
    other = intervals(ConfusionMatrix(("a", "b", "c"), counts[np.ix_(order, order)]))
    for metric_id in ("SMC_K", "KAPPA_K", "MCC_K", "F_MACRO", "WEIGHTED_P"):
        assert limits(one[metric_id]) == pytest.approx(limits(other[metric_id]), nan_ok=True)

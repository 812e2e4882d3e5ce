"""What must hold of every interval, whatever the counts are."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gamma

from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.proportions import (
    clopper_pearson,
    deviate_of,
    jeffreys,
    one_sided_lower,
    one_sided_upper,
)
from evalgui.core.intervals.ratios import mover_ratio
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.measured import Sided
from evalgui.core.metrics import METRICS, measured_at
from evalgui.core.sample_size import lower_limit
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve

TWO_SIDED = [one for one in OFFERED[Kind.PROPORTION] if "one-sided" not in one.id]
cell = st.integers(0, 40)
counts = st.builds(Counts, cell, cell, cell, cell)
sampling = st.sampled_from([Sampling.COHORT, Sampling.CASE_CONTROL])


def intervals(drawn, how=Sampling.COHORT, level=0.95):
    return IntervalsAt(drawn, measured_at(drawn), settings=IntervalSettings(level), sampling=how)


def limits(interval):
    return interval.lower, interval.upper


def times(drawn, factor):
    return Counts(drawn.tp * factor, drawn.fp * factor, drawn.fn * factor, drawn.tn * factor)


@given(counts, sampling)
def test_that_swapping_the_classes_swaps_what_belongs_to_them(drawn, how):
    swapped = Counts(tp=drawn.tn, fp=drawn.fn, fn=drawn.fp, tn=drawn.tp)
    one, other = intervals(drawn, how), intervals(swapped, how)
    for a, b in (("TPR", "TNR"), ("PPV", "NPV"), ("FDR", "FOR"), ("FPR", "FNR")):
        assert limits(one[a]) == pytest.approx(limits(other[b]), nan_ok=True, abs=1e-12)
    for metric in METRICS:
        if metric.invariance.class_swap is True:
            mine, theirs = limits(one[metric.id]), limits(other[metric.id])
            assert mine == pytest.approx(theirs, nan_ok=True, rel=1e-9, abs=1e-9), metric.id


KINDS = [Kind.PROPORTION, Kind.F1, Kind.LR, Kind.ODDS]
METHODS = [(kind, method.id) for kind in KINDS for method in OFFERED[kind]]
extreme = st.sampled_from([0, 1, 2, 7, 999, 1000, 10**9, 10**12])


@given(st.builds(Counts, *[extreme] * 4), sampling, st.sampled_from([0.8, 0.95, 0.999]))
@settings(max_examples=15)
def test_that_no_method_leaves_the_range_however_extreme_counts_are(drawn, how, level):
    measured = measured_at(drawn)
    for kind, method in METHODS:
        found = IntervalsAt(
            drawn, measured, settings=IntervalSettings(level, {kind: method}), sampling=how
        )
        for metric in METRICS:
            _check_range(metric, found[metric.id], measured[metric.id].value)
    for metric in METRICS:
        for side in (Sided.LOWER, Sided.UPPER):
            made = intervals(drawn, how).one_sided(metric.id, side, 0.9)
            assert made.sided is side or not made.is_defined
            _check_range(metric, made, measured[metric.id].value)


def _check_range(metric, made, value):
    """Check that limits are in order and within the range, and that they hold the value."""
    if not made.is_defined:
        assert made.reason, metric.id
        assert math.isnan(made.upper), metric.id
        return
    low, high = metric.range
    assert low <= made.lower <= made.upper <= high, (metric.id, made)
    if "1/2" not in made.method and "Jeffreys" not in made.method:  # which say that it lies outside
        slack = 1e-9 * max(1.0, abs(value)) if math.isfinite(value) else 0.0
        assert made.lower - slack <= value <= made.upper + slack, (metric.id, made)


@pytest.mark.parametrize("k", [999, 1000, 1001])
@pytest.mark.parametrize("n", [10**12, 10**15])
def test_that_exact_limits_of_few_among_very_many_are_those_of_poisson(k, n):
    low, high = clopper_pearson(k, n, 0.95)
    assert (low * n, high * n) == pytest.approx(
        (gamma.ppf(0.025, k), gamma.ppf(0.975, k + 1)), rel=1e-8
    )
    assert one_sided_lower(k, n, 0.95)[0] * n == pytest.approx(gamma.ppf(0.05, k), rel=1e-8)
    assert one_sided_upper(k, n, 0.95)[1] * n == pytest.approx(gamma.ppf(0.95, k + 1), rel=1e-8)
    assert lower_limit(k / n, n) * n == pytest.approx(gamma.ppf(0.05, k), rel=1e-6)
    # Mirrored: so near 1 a number has few digits left.
    assert clopper_pearson(n - k, n, 0.95) == pytest.approx((1 - high, 1 - low), abs=2e-16)
    assert low * n < jeffreys(k, n, 0.95)[0] * n == pytest.approx(gamma.ppf(0.025, k + 0.5), 1e-8)


@pytest.mark.parametrize(
    ("k_1", "n_1", "k_2", "n_2"),
    [(10**12 - 5, 10**12, 10**12 - 9, 10**12), (3, 10**9, 10**9 - 1, 10**9), (5, 7, 2, 9)],
)
def test_that_a_ratio_of_rates_keeps_its_digits_near_1(k_1, n_1, k_2, n_2):
    with localcontext() as exact:
        exact.prec = 60
        top, bottom = Decimal(k_1) / n_1, Decimal(k_2) / n_2
        (low_1, high_1), (low_2, high_2) = _exact_wilson(k_1, n_1), _exact_wilson(k_2, n_2)
        both = (top * bottom) ** 2
        inner, beyond = low_1 * (2 * top - low_1), high_2 * (2 * bottom - high_2)
        lower = (top * bottom - (both - inner * beyond).sqrt()) / beyond
        outer = low_2 * (2 * bottom - low_2)
        upper = top * bottom + (both - high_1 * (2 * top - high_1) * outer).sqrt()
        expected = float(lower), float(upper / outer)
    assert mover_ratio(k_1, n_1, k_2, n_2, 0.95) == pytest.approx(expected, rel=1e-15, abs=0)


def _exact_wilson(k, n):
    z, k = Decimal(deviate_of(0.95)), Decimal(k)
    half = z * (k * (n - k) / n + z * z / 4).sqrt()
    return (k + z * z / 2 - half) / (n + z * z), (k + z * z / 2 + half) / (n + z * z)


@given(counts, sampling)
def test_that_a_complement_has_the_complement_of_the_limits(drawn, how):
    found = intervals(drawn, how)
    for a, b in (("TPR", "FNR"), ("TNR", "FPR"), ("PPV", "FDR"), ("NPV", "FOR"), ("ACC", "ERR")):
        low, high = limits(found[a])
        assert limits(found[b]) == pytest.approx((1 - high, 1 - low), nan_ok=True, abs=1e-12)
    low, high = limits(found["BCR"])
    assert limits(found["BER"]) == pytest.approx((1 - high, 1 - low), nan_ok=True, abs=1e-12)
    low, high = limits(found["YI"])
    expected = ((1 + low) / 2, (1 + high) / 2)
    assert limits(found["BCR"]) == pytest.approx(expected, nan_ok=True, abs=1e-12)


@given(counts, sampling)
def test_that_one_hundred_times_the_rows_give_a_shorter_interval(drawn, how):
    few, many = intervals(drawn, how), intervals(times(drawn, 100), how)
    for metric in METRICS:
        # The value itself changes with the number of rows in one of them.
        if metric.id == "AGM" or not few[metric.id].is_defined:
            continue
        assert many[metric.id].is_defined
        width, narrow = (one.upper - one.lower for one in (few[metric.id], many[metric.id]))
        if math.isfinite(width) and "1/2 is added" not in few[metric.id].assumes:
            assert narrow < width or width == 0, metric.id


@given(counts, sampling, st.floats(0.8, 0.99))
def test_that_more_confidence_needs_more_room(drawn, how, level):
    sure, surer = intervals(drawn, how, level), intervals(drawn, how, level + 0.009)
    for metric in METRICS:
        one, other = sure[metric.id], surer[metric.id]
        if one.is_defined and other.is_defined:
            slack = 1e-12 * max(1.0, abs(one.lower) if math.isfinite(one.lower) else 1.0)
            assert other.lower <= one.lower + slack, metric.id
            assert one.upper <= other.upper + slack, metric.id


@given(st.integers(1, 10**6), st.sampled_from(TWO_SIDED), st.floats(0.8, 0.999))
def test_that_limits_of_proportions_are_exact_at_the_ends(n, method, level):
    low, high = method.compute(0, n, level)
    assert (1 - high, 1 - low) == pytest.approx(method.compute(n, n, level), abs=1e-12)
    if method.id != "jeffreys":  # without the modification at the ends, which is named
        assert low == 0.0
        assert method.compute(n, n, level)[1] == 1.0


@given(counts, st.floats(0.001, 0.999), st.floats(0.8, 0.999))
def test_that_predictive_values_at_a_prevalence_lie_within_their_limits(drawn, share, level):
    for metric_id, found in measures_at_prevalence(drawn, share, level).items():
        made = found.interval
        assert made.is_defined == found.is_defined, metric_id
        assert bool(made.reason) != made.is_defined
        if made.is_defined:
            assert 0.0 <= made.lower <= found.value + 1e-12
            assert found.value - 1e-12 <= made.upper <= 1.0


@given(counts)
def test_that_at_the_share_of_the_file_it_is_a_case_control_interval(drawn):
    if not (drawn.actual_positives and drawn.actual_negatives):
        return
    chosen = intervals(drawn, Sampling.CASE_CONTROL)
    share = drawn.actual_positives / drawn.n
    for metric_id, found in measures_at_prevalence(drawn, share, 0.95).items():
        expected = limits(chosen[metric_id])
        assert limits(found.interval) == pytest.approx(expected, nan_ok=True, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 4), cell, cell), min_size=1, max_size=5), sampling)
@settings(max_examples=15)
def test_that_count_tables_have_the_intervals_of_their_rows(drawn, how):
    by_score = {score: (n_negative, n_positive) for score, n_negative, n_positive in drawn}
    scores = np.array(list(by_score), dtype=np.float64)
    table = np.array(list(by_score.values()), dtype=np.int64)
    if not table.sum(axis=0).all():
        return
    names, none = ("no", "yes"), np.empty(0, dtype=np.int8)
    counted = Dataset("t.csv", names, none, 1, (Score("s", scores),), row_counts=table)
    values = np.concatenate([np.repeat(scores, table[:, side]) for side in (0, 1)])
    truth = np.repeat([0, 1], table.sum(axis=0))
    rows = Dataset("r.csv", names, truth, 1, (Score("s", values),))
    of_table, of_rows = (
        resolve(Inputs(replace(one, sampling=how), threshold=1.5)).point for one in (counted, rows)
    )
    assert of_table.counts == of_rows.counts
    for metric in METRICS:
        one, other = of_table.intervals[metric.id], of_rows.intervals[metric.id]
        assert one[2:4] == pytest.approx(other[2:4], nan_ok=True, rel=0, abs=0)
        assert (one.method, one.n, one.reason) == (other.method, other.n, other.reason)

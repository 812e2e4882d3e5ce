"""What must hold of every interval, whatever the counts are."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.at_prevalence import predictive_values_at
from evalgui.core.intervals.offered import OFFERED
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.metrics import METRICS, measured_at
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
    for metric_id, found in predictive_values_at(drawn, share, level).items():
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
    for metric_id, found in predictive_values_at(drawn, share, 0.95).items():
        expected = limits(chosen[metric_id])
        assert limits(found.interval) == pytest.approx(expected, nan_ok=True, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 4), cell, cell), min_size=1, max_size=5), sampling)
@settings(max_examples=25)
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

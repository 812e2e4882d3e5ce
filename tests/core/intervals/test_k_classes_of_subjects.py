"""Measures of K classes where subjects were drawn: what their rows are worth."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score, matthews_corrcoef

from evalgui.core.class_areas import ClassAreas
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset
from evalgui.core.intervals.cells_of_subjects import CellsOfSubjects
from evalgui.core.intervals.delta import smoothed_delta
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.multiclass import MATRIX_METRICS, MulticlassSettings, Over, matrix_metric_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, against_rest, resolve
from evalgui.core.subjects import Subjects

NAMES = ("a", "b", "c")
TAKEN = MulticlassSettings(order=NAMES)
EFFECTIVE = "effective n by subject"
BY_DELTA = f"delta method, 2/K^2 in every cell, {EFFECTIVE}"


def whose(*codes):
    columns = tuple(np.asarray(one, dtype=np.int32) for one in codes)
    return Subjects(columns, ("probe", "reference")[: len(columns)])


def intervals(truth, calls, subjects, taken=TAKEN, level=0.95):
    matrix = ConfusionMatrix.from_codes(truth, calls, NAMES)
    measured = {metric.id: metric.measured(matrix, taken) for metric in MATRIX_METRICS}
    cells = None if subjects is None else CellsOfSubjects.of_rows(matrix, truth, calls, subjects)
    given = IntervalSettings(level), Sampling.BY_SUBJECT
    return IntervalsOfClasses(
        matrix, measured, taken, settings=given[0], sampling=given[1], subjects=cells
    )


def limits(interval):
    return interval.lower, interval.upper


def drawn(n_subjects, n_rows, seed, dependence=0.7):
    """Rows of subjects who are mostly of one class, and are called it or not together."""
    random = np.random.default_rng(seed)
    codes = np.repeat(np.arange(n_subjects), n_rows)
    own, lean = random.integers(0, 3, n_subjects), random.random(n_subjects)
    truth = np.where(random.random(len(codes)) < dependence, own[codes], 0)
    mixed = np.where(random.random(len(codes)) < dependence, lean[codes], random.random(len(codes)))
    calls = np.where(mixed < 0.75, truth, (truth + 1 + (mixed > 0.9)) % 3)
    return truth, calls, codes


def test_accuracy_is_wilson_of_what_leaving_out_each_subject_says():
    truth, calls, codes = drawn(30, 6, 1)
    right = truth == calls
    left = [right[codes != who].mean() for who in range(30)]
    variance = 29 / 30 * np.sum((left - np.mean(left)) ** 2)
    p, n = right.mean(), len(right)
    worth = p * (1 - p) / variance
    assert 0.2 * n < worth < 0.9 * n
    found = intervals(truth, calls, whose(codes))
    for metric_id in ("SMC_K", "MICRO_P", "MICRO_R", "MICRO_F"):
        assert limits(found[metric_id]) == pytest.approx(wilson(p * worth, worth, 0.95))
        assert found[metric_id].method == f"Wilson, {EFFECTIVE}"
        assert found[metric_id].n == (n,)
    low, high = wilson(p * worth, worth, 0.95)
    assert limits(found["ERR_K"]) == pytest.approx((1 - high, 1 - low))
    assert limits(found["HC_K"]) == pytest.approx((2 * low - 1, 2 * high - 1))
    assert f"rows count as {round(worth)} independent ones" in found["SMC_K"].assumes
    assert "30 of them" in found["SMC_K"].assumes
    assert "too short" not in found["SMC_K"].assumes


def test_a_micro_average_over_some_classes_counts_their_rows_alone():
    truth, calls, codes = drawn(40, 5, 3)
    taken = MulticlassSettings(Over.CHOSEN, ("a", "b"), order=NAMES)
    found = intervals(truth, calls, whose(codes), taken)
    for metric_id, among in (("MICRO_R", truth != 2), ("MICRO_P", calls != 2)):
        right = (truth == calls)[among]
        own = codes[among]
        left = np.array([right[own != who].mean() for who in np.unique(own)])
        variance = (len(left) - 1) / len(left) * np.sum((left - left.mean()) ** 2)
        worth = right.mean() * (1 - right.mean()) / variance
        assert limits(found[metric_id]) == pytest.approx(wilson(right.mean() * worth, worth, 0.95))


def at(metric, matrix, cells):
    return metric.slope(cells, matrix, TAKEN)


@pytest.mark.parametrize("n_copies", [1, 4])
def test_rows_that_are_copies_say_no_more_than_one_of_each_subject(n_copies):
    truth, calls, codes = drawn(60, 1, 2)
    counts = ConfusionMatrix.from_codes(truth, calls, NAMES).counts
    found = intervals(
        *(np.repeat(one, n_copies) for one in (truth, calls)), whose(np.repeat(codes, n_copies))
    )
    for metric in MATRIX_METRICS:
        if found[metric.id].method != BY_DELTA:
            continue
        # The jackknife of 60 rows is that of independent ones, times 60/59: they count as 59.
        slope = partial(at, metric, ConfusionMatrix(NAMES, counts))
        expected = smoothed_delta(counts * (59 / 60), slope, 0.95)
        low, high = metric.range
        expected = max(low, expected[0]), min(high, expected[1])
        assert limits(found[metric.id]) == pytest.approx(expected, abs=1e-9), metric.id
    hits = int(np.trace(counts))
    assert limits(found["SMC_K"]) == pytest.approx(wilson(hits * 59 / 60, 59, 0.95))


@pytest.mark.parametrize(
    ("metric_id", "measure"),
    [
        ("KAPPA_K", cohen_kappa_score),
        ("KAPPA_LINEAR", lambda one, other: cohen_kappa_score(one, other, weights="linear")),
        ("KAPPA_QUADRATIC", lambda one, other: cohen_kappa_score(one, other, weights="quadratic")),
        ("MCC_K", matthews_corrcoef),
        ("F_MACRO", lambda one, other: f1_score(one, other, average="macro")),
        ("WEIGHTED_F", lambda one, other: f1_score(one, other, average="weighted")),
    ],
)
def test_the_spread_is_that_of_a_jackknife_of_subjects(metric_id, measure):
    truth, calls, codes = drawn(80, 5, 5)
    left = [measure(truth[codes != who], calls[codes != who]) for who in range(80)]
    spread = math.sqrt(79 / 80 * np.sum((left - np.mean(left)) ** 2))
    found = intervals(truth, calls, whose(codes))[metric_id]
    of_rows = intervals(truth, calls, None)[metric_id]
    half = 1.959964 * spread
    assert (found.upper - found.lower) / 2 == pytest.approx(half, rel=0.05)
    assert (of_rows.upper - of_rows.lower) / 2 < 0.8 * half
    assert of_rows.method == "delta method, 2/K^2 in every cell, of rows, not subjects"


def naive_worth(k_of, n_of, k, n):
    left = (k - k_of[n_of > 0]) / (n - n_of[n_of > 0])
    variance = (len(left) - 1) / len(left) * np.sum((left - left.mean()) ** 2)
    return min(n, k / n * (1 - k / n) / variance)


def test_a_row_that_compares_two_subjects_is_left_out_with_each_of_them():
    random = np.random.default_rng(8)
    n = 400
    one, other = random.integers(0, 25, (2, n))
    truth, calls = random.integers(0, 3, (2, n))
    calls = np.where(random.random(25)[one] + random.random(25)[other] < 1.2, truth, calls)
    right = truth == calls
    own = [(one == who) | (other == who) for who in range(25)]
    k_of, n_of = (np.array([part[rows].sum() for rows in own]) for part in (right, np.ones(n)))
    worth = naive_worth(k_of, n_of, right.sum(), n)
    assert worth < n
    found = intervals(truth, calls, whose(one, other))
    assert limits(found["SMC_K"]) == pytest.approx(wilson(right.mean() * worth, worth, 0.95))
    kappa = [cohen_kappa_score(truth[~rows], calls[~rows]) for rows in own]
    spread = math.sqrt(24 / 25 * np.sum((kappa - np.mean(kappa)) ** 2))
    half = (found["KAPPA_K"].upper - found["KAPPA_K"].lower) / 2
    assert half == pytest.approx(1.959964 * spread, rel=0.06)


def test_where_all_rows_agree_each_subject_counts_once():
    truth = np.tile([0, 1, 2], 40)
    found = intervals(truth, truth, whose(np.repeat(np.arange(30), 4)))
    assert limits(found["SMC_K"]) == pytest.approx(wilson(30, 30, 0.95))
    few, rows = found["KAPPA_K"], intervals(truth, truth, None)["KAPPA_K"]
    assert few.lower < rows.lower < 1 == few.upper
    assert "rows all agree, so that each counts once" in few.assumes
    once = np.repeat([0, 1, 2], 10)
    assert few.lower == pytest.approx(intervals(once, once, None)["KAPPA_K"].lower)


def test_one_subject_says_nothing_about_others():
    truth, calls, codes = drawn(1, 30, 4, dependence=0.0)
    found = intervals(truth, calls, whose(codes))
    for metric_id in ("SMC_K", "KAPPA_K", "F_MACRO", "MICRO_J"):
        assert found[metric_id].reason == "rows of one subject say nothing about others"


def test_classes_of_few_subjects_are_said_to_make_it_too_short():
    truth = np.r_[np.repeat([0, 1], 100), np.full(20, 2)]
    calls = np.where(np.arange(220) % 7, truth, (truth + 1) % 3)
    codes = np.r_[np.arange(200) // 5, np.repeat([40, 41], 10)]
    told = "too short: fewer than 5 subjects have rows that are truly 'c'"
    assert told in intervals(truth, calls, whose(codes))["KAPPA_K"].assumes
    assert "too short" not in intervals(truth, calls, whose(codes))["SMC_K"].assumes


@pytest.fixture(scope="module")
def of_patients():
    truth, calls, codes = drawn(40, 5, 7)
    calls = np.where(np.arange(200) % 29 == 0, -1, calls)
    scores = np.random.default_rng(3).random((200, 3)) + np.eye(3)[np.maximum(calls, 0)]
    return Dataset(
        "visits.csv",
        NAMES,
        truth,
        0,
        predicted=calls,
        class_scores=scores,
        subjects=whose(codes),
        sampling=Sampling.BY_SUBJECT,
    )


def test_rates_of_a_class_are_those_of_the_class_against_the_rest(of_patients):
    inputs = Inputs(of_patients)
    overall = resolve(inputs).overall
    for index in range(3):
        counts = overall.matrix.one_versus_rest(index)
        expected = against_rest(counts, inputs, index).intervals
        found = overall.intervals.of_class(index)
        assert dict(found) == dict(expected)
        assert found["TPR"].method == f"Wilson, {EFFECTIVE}"
        assert isinstance(found.subjects.counts, Counts)


def test_areas_of_classes_are_those_of_a_class_that_is_assessed(of_patients):
    assessed = resolve(Inputs(of_patients, positive=1))
    expected = assessed.ranking.interval("roc_auc", assessed.inputs.intervals, Sampling.BY_SUBJECT)
    scores = resolve(Inputs(of_patients)).overall.class_scores
    given = IntervalSettings(), Sampling.BY_SUBJECT
    assert ClassAreas(scores, *given, of_patients.subjects)(1) == expected
    assert expected.method == "logit DeLong, t, by subject"
    assert ClassAreas(scores, *given)(1).method.endswith("of rows, not subjects")


def test_another_level_asks_no_subject_again(of_patients, monkeypatch):
    first = resolve(Inputs(of_patients))
    assert first.overall.intervals["KAPPA_K"].method == BY_DELTA
    steps = []
    first.overall.intervals.find_out(lambda: steps.append(1))
    assert len(steps) == len(first.overall.intervals) + 9
    for name in ("worth_of_slope", "worth_of_share", "_among", "_against_rest"):
        monkeypatch.setattr(CellsOfSubjects, name, None)
    wider = resolve(Inputs(of_patients, intervals=IntervalSettings(0.99)), first)
    for metric_id in ("KAPPA_K", "SMC_K", "MICRO_J"):
        one, other = (limits(shown.overall.intervals[metric_id]) for shown in (first, wider))
        assert other[0] < one[0] < one[1] < other[1]
    assert wider.overall.intervals.of_class(2)["TPR"].level == 0.99
    assert wider.overall.intervals.worth_of_cell((1, 2), (1, slice(None))).n > 0


def test_many_subjects_are_counted_alike(monkeypatch):
    truth, calls, codes = drawn(50, 4, 9)
    one = intervals(truth, calls, whose(codes))
    monkeypatch.setattr("evalgui.core.intervals.cells_of_subjects._MOST_AT_ONCE", 10)
    other = intervals(truth, calls, whose(codes))
    assert dict(one) == dict(other)


cells = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-1, 2), st.integers(0, 4), st.integers(0, 4)),
    min_size=1,
    max_size=25,
)
OVER = st.sampled_from([TAKEN, MulticlassSettings(Over.CHOSEN, ("a", "c"), order=NAMES)])


@given(cells, OVER, st.booleans())
@settings(max_examples=80)
def test_limits_hold_the_value_within_the_range_or_say_why_not(rows, taken, is_two_sided):
    truth, calls, one, other = np.array(rows).T
    subjects = whose(one, other) if is_two_sided else whose(one)
    found = intervals(truth, calls, subjects, taken)
    matrix = ConfusionMatrix.from_codes(truth, calls, NAMES)
    for metric_id, made in found.items():
        if not made.is_defined:
            assert made.reason, metric_id
            continue
        metric = matrix_metric_by_id(metric_id)
        value, (low, high) = metric.value(matrix, taken), metric.range
        assert EFFECTIVE in made.method
        assert low <= made.lower <= value + 1e-12, metric_id
        assert value - 1e-12 <= made.upper <= high, metric_id


@given(cells, st.permutations(range(5)))
@settings(max_examples=40)
def test_other_numbers_of_subjects_and_another_order_of_rows_change_nothing(rows, renamed):
    truth, calls, codes, _ = np.array(rows).T
    one = intervals(truth, calls, whose(codes))
    turned = slice(None, None, -1)
    other = intervals(truth[turned], calls[turned], whose(np.array(renamed)[codes][turned]))
    for metric_id in ("SMC_K", "KAPPA_K", "F_MACRO"):
        assert limits(one[metric_id]) == pytest.approx(limits(other[metric_id]), nan_ok=True)

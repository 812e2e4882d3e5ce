"""Weights with fractions of rows that are called a class, without a score."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime
from sklearn import metrics as sklearn
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.dataset import Dataset
from evalgui.core.intervals.cells_of_weights import CellsOfWeights
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.multiclass import MATRIX_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.weights import NO_COUNTS, in_parts

NAMES = ("1", "2", "3")  # which have an order
_KAPPAS = ((None, "KAPPA_K"), ("linear", "KAPPA_LINEAR"), ("quadratic", "KAPPA_QUADRATIC"))
TESTS = {"CHI2", "CHI2_DF", "CHI2_P", "CRAMER_V_CORRECTED"}


def matrix_of(truth, calls, weights, names=NAMES):
    parts, unit = in_parts(np.asarray(weights, dtype=np.float64))
    cells = np.zeros((2, len(names), len(names)))
    np.add.at(cells[0], (truth, calls), parts)
    np.add.at(cells[1], (truth, calls), (parts / unit) ** 2)
    counts, squares = cells[0].astype(np.int64), cells[1]
    if unit == 1:
        return ConfusionMatrix(names, counts)
    return ConfusionMatrix(names, counts, 0, unit, squares).in_weights


def shown(truth, calls, weights, names=NAMES, sampling=Sampling.COHORT, **inputs):
    matrix = matrix_of(truth, calls, weights, names)
    known = {"truth": np.empty(0, np.int8), "positive": 1, "sampling": sampling}
    dataset = Dataset("a.csv", names, matrix=matrix, unit=matrix.unit, **known)
    return resolve(Inputs(dataset, **inputs))


def drawn(k=3, n=400, seed=4):
    random = np.random.default_rng(seed)
    truth = random.integers(0, k, n)
    calls = np.where(random.random(n) < 0.7, truth, random.integers(0, k, n))
    return truth, calls, random.choice([0.1, 0.25, 1.3, 2.0], n)


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 30)), min_size=1, max_size=40
    ).filter(lambda rows: any(w for *_, w in rows) and any(w % 10 for *_, w in rows))
)
def test_that_decimals_are_added_exactly(rows):
    truth, calls, tenths = (np.array(part) for part in zip(*rows, strict=True))
    matrix = matrix_of(truth, calls, tenths / 10)

    def tenth(chosen):
        return float(Fraction(int(tenths[chosen].sum()), 10))

    assert matrix.n == tenth(slice(None))
    assert matrix.correct == tenth(truth == calls)
    assert matrix.actual.tolist() == [tenth(truth == one) for one in range(3)]
    assert matrix.predicted.tolist() == [tenth(calls == one) for one in range(3)]
    every = matrix.each_versus_rest()
    for one in range(3):
        found = matrix.one_versus_rest(one)
        wanted = [
            tenth((truth == one) & (calls == one)),
            tenth((truth != one) & (calls == one)),
            tenth((truth == one) & (calls != one)),
            tenth((truth != one) & (calls != one)),
        ]
        assert [found.tp, found.fp, found.fn, found.tn] == wanted
        assert [part[one] for part in (every.tp, every.fp, every.fn, every.tn)] == wanted


def test_that_all_measures_are_those_of_scikit_learn():
    truth, calls, weights = drawn()
    overall = shown(truth, calls, weights).overall
    known = {"y_true": truth, "y_pred": calls, "sample_weight": weights}
    np.testing.assert_allclose(overall.matrix.counts, sklearn.confusion_matrix(**known), rtol=1e-12)
    expected = {
        "SMC_K": sklearn.accuracy_score(**known),
        "ERR_K": sklearn.zero_one_loss(**known),
        "BACC": sklearn.balanced_accuracy_score(**known),
        "BACC_ADJUSTED": sklearn.balanced_accuracy_score(**known, adjusted=True),
        "MCC_K": sklearn.matthews_corrcoef(**known),
    }
    for weighing, metric_id in _KAPPAS:
        kappa = sklearn.cohen_kappa_score(truth, calls, sample_weight=weights, weights=weighing)
        expected[metric_id] = kappa
    for how in ("macro", "weighted", "micro"):
        head = how.upper()
        f_name = "F_MACRO" if how == "macro" else f"{head}_F"
        expected[f_name] = sklearn.f1_score(**known, average=how)
        expected[f"{head}_P"] = sklearn.precision_score(**known, average=how)
        expected[f"{head}_R"] = sklearn.recall_score(**known, average=how)
        expected[f"{head}_J"] = sklearn.jaccard_score(**known, average=how)
    for metric_id, value in expected.items():
        assert overall.measured[metric_id].value == pytest.approx(value, rel=1e-12), metric_id
    assert overall.measured["SMC_K"].fraction == pytest.approx(
        (weights[truth == calls].sum(), weights.sum()), rel=1e-12
    )
    recalls = sklearn.recall_score(**known, average=None)
    np.testing.assert_allclose(overall.per_class.of("TPR"), recalls, rtol=1e-12)


def test_that_tests_have_no_value_and_say_why():
    overall = shown(*drawn()).overall
    for metric in MATRIX_METRICS:
        found = overall.measured[metric.id]
        assert (found.reason == NO_COUNTS) is (metric.id in TESTS), metric.id
        assert math.isnan(found.value) is (metric.id in TESTS), metric.id


@pytest.mark.parametrize("sampling", [Sampling.COHORT, Sampling.CASE_CONTROL])
def test_that_equal_weights_change_no_rate_and_no_interval(sampling):
    truth, calls, _ = drawn()
    plain = shown(truth, calls, np.ones(len(truth)), sampling=sampling).overall
    halves = shown(truth, calls, np.full(len(truth), 0.5), sampling=sampling).overall
    assert (halves.matrix.n, halves.matrix.unit) == (200.0, 10.0)
    scaled = {"DIF2": 0.25}
    for metric_id, measured in plain.measured.items():
        if metric_id in TESTS:
            continue
        value = scaled.get(metric_id, 1) * measured.value
        assert halves.measured[metric_id].value == pytest.approx(value, rel=1e-12)
        one, other = plain.intervals[metric_id], halves.intervals[metric_id]
        assert other[2:4] == pytest.approx(one[2:4], rel=1e-9, nan_ok=True), metric_id
        if one.is_defined:
            assert "effective n by weight" in other.method
            assert "weight" in other.assumes
            assert "count as 400" in other.assumes or sampling is Sampling.CASE_CONTROL
    for index in range(3):
        one, other = plain.intervals.of_class(index), halves.intervals.of_class(index)
        for metric_id in set(one) - {"AGM"}:  # which depends on the number of negatives
            assert other[metric_id][2:4] == pytest.approx(one[metric_id][2:4], nan_ok=True)


def test_that_rates_are_wilsons_of_the_effective_n_of_their_rows():
    truth, calls, weights = drawn()
    overall = shown(truth, calls, weights).overall

    def wilson(hit, among):
        own = weights[among]
        n = own.sum() ** 2 / (own**2).sum()
        share = weights[hit & among].sum() / own.sum()
        return proportion_confint(share * n, n, method="wilson")

    every = np.ones(len(truth), dtype=bool)
    found = overall.intervals["SMC_K"]
    assert found[2:4] == pytest.approx(wilson(truth == calls, every), rel=1e-9)
    for index in range(3):
        found = overall.intervals.of_class(index)["TPR"]
        assert found[2:4] == pytest.approx(wilson(calls == index, truth == index), rel=1e-9)
    worth = overall.intervals.worth_of_cell((0, 1), (slice(None), 1))
    own = weights[calls == 1]
    assert worth.n == pytest.approx(own.sum() ** 2 / (own**2).sum(), rel=1e-9)


@pytest.mark.parametrize(
    ("metric_id", "measure"),
    [
        ("BACC", lambda known: sklearn.balanced_accuracy_score(**known)),
        ("F_MACRO", lambda known: sklearn.f1_score(**known, average="macro")),
        ("MCC_K", lambda known: sklearn.matthews_corrcoef(**known)),
    ],
)
def test_that_other_measures_have_the_variance_of_what_each_row_moves(metric_id, measure):
    truth, calls, weights = drawn(n=60)
    weights = np.where(truth == calls, 0.9, weights)  # where measures move, they vary the most

    def value(found):
        return measure({"y_true": truth, "y_pred": calls, "sample_weight": found})

    moved = approx_fprime(weights, value, 1e-7)
    expected = weights.sum() * (weights * moved**2).sum() / (weights**2 * moved**2).sum()
    matrix = matrix_of(truth, calls, weights)
    settings = shown(truth, calls, weights).overall.settings
    metric = MATRIX_METRICS.by_id(metric_id)
    _, slope = metric.slope(matrix.counts.astype(float), matrix.in_parts, settings)
    worth = CellsOfWeights(matrix, matrix.squares).worth_of_slope(slope)
    assert worth.n == pytest.approx(expected, rel=1e-4)
    assert worth.n < 0.95 * weights.sum() ** 2 / (weights**2).sum()  # beyond which it never is


def test_that_rows_are_worth_no_more_than_by_their_weights():
    truth, calls, weights = drawn(n=60)
    weights = np.where(truth == 0, weights / 10, weights)
    found = shown(truth, calls, weights).overall.intervals["BACC"]
    assert f"count as {weights.sum() ** 2 / (weights**2).sum():.3f}" in found.assumes


def test_that_calls_that_are_all_right_are_worth_all_rows_by_weight():
    truth, _, weights = drawn()
    overall = shown(truth, truth, weights).overall
    kish = weights.sum() ** 2 / (weights**2).sum()
    found = overall.intervals["BACC"]
    assert f"count as {kish:.1f}" in found.assumes
    assert found.upper == 1
    assert 0.9 < found.lower < 1


@pytest.mark.parametrize("positive", [None, 1])
def test_that_two_classes_have_the_numbers_of_scikit_learn(positive):
    truth, calls, weights = drawn(2)
    names = ("no", "yes")
    point = shown(truth, calls, weights, names, positive=positive).point
    (tn, fp), (fn, tp) = sklearn.confusion_matrix(truth, calls, sample_weight=weights)
    found = point.counts
    assert [found.tp, found.fp, found.fn, found.tn] == pytest.approx([tp, fp, fn, tn], rel=1e-12)
    assert all(len(repr(one)) <= 6 for one in (found.tp, found.fp, found.fn, found.tn, found.n))
    assert point.measured["KAPPA"].value == pytest.approx(
        sklearn.cohen_kappa_score(truth, calls, sample_weight=weights), rel=1e-12
    )
    ill = weights[truth == 1]
    n = ill.sum() ** 2 / (ill**2).sum()
    limits = proportion_confint(tp / (tp + fn) * n, n, method="wilson")
    assert point.intervals["TPR"][2:4] == pytest.approx(limits, rel=1e-9)


def test_that_exact_methods_have_no_interval_and_say_why():
    settings = IntervalSettings(methods={Kind.PROPORTION: "clopper-pearson"})
    overall = shown(*drawn(), intervals=settings).overall
    for metric_id in ("SMC_K", "BENNETT_S", "MICRO_J"):
        found = overall.intervals[metric_id]
        assert NO_COUNTS in found.reason, metric_id
        assert (found.method, found.is_defined) == ("", False)
    assert NO_COUNTS in overall.intervals.of_class(0)["TPR"].reason


def test_that_whole_weights_stay_integers():
    truth, calls, weights = drawn()
    overall = shown(truth, calls, np.ceil(weights)).overall
    assert overall.matrix.counts.dtype == np.int64
    assert type(overall.matrix.n) is type(overall.matrix.correct) is int
    assert type(overall.matrix.one_versus_rest(0).tp) is int
    assert overall.measured["CHI2_P"].is_defined
    assert overall.intervals.subjects is None

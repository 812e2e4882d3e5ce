"""The overall measures of a confusion matrix: states, references, identities, exactness."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics as reference

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.metrics import Vocabulary, metric_by_id
from evalgui.core.multiclass import (
    MATRIX_METRICS,
    Averaging,
    MulticlassSettings,
    Over,
    TakenIn,
    average,
    matrix_metric_by_id,
    members,
)
from evalgui.core.multiclass.agreement import cohen_kappa_standard_error
from evalgui.core.registry import UnknownIdError
from tests.core.multiclass.drawn import labels_of, matrices, matrix_of

ONE_CELL = matrix_of("ab", [[7, 0], [0, 0]])
ONE_WRONG_CELL = matrix_of("ab", [[0, 7], [0, 0]])
EMPTY = matrix_of("ab", [[0, 0], [0, 0]])
# class c is called and never true
ABSENT = matrix_of("abc", [[1, 1, 1], [0, 2, 1], [0, 0, 0]])
AS_ZERO = MulticlassSettings(undefined_as_zero=True)
BOTH = "every row is truly of one class, and every row is called one class"


def of(metric_id, matrix, settings=None):
    settings = settings or MulticlassSettings(order=matrix.classes)
    return matrix_metric_by_id(metric_id).value(matrix, settings)


def of_reason(metric_id, matrix, settings):
    return matrix_metric_by_id(metric_id).measured(matrix, settings).reason


def close(one, other):
    assert one == pytest.approx(other, rel=1e-11, abs=1e-12)


@given(matrix=matrices(), as_zero=st.booleans(), over=st.sampled_from(Over))
def test_that_a_measure_has_a_value_in_its_range_or_a_reason(matrix, as_zero, over):
    settings = MulticlassSettings(over, ("a", "c"), as_zero)
    for metric in MATRIX_METRICS:
        value = metric.value(matrix, settings)
        assert math.isnan(value) == bool(metric.measured(matrix, settings).reason), metric.id
        low, high = metric.range
        assert math.isnan(value) or low - 1e-12 <= value <= high + 1e-12, metric.id
        assert isinstance(metric.note_on(matrix, settings), str), metric.id


@pytest.mark.parametrize("metric", MATRIX_METRICS, ids=lambda metric: metric.id)
def test_that_no_rows_give_no_value_but_for_a_sum(metric):
    value = metric.value(EMPTY)
    assert value == 0.0 if metric.id == "DIF2" else math.isnan(value)
    nothing = ConfusionMatrix((), np.zeros((0, 0), dtype=int))
    assert metric.id == "DIF2" or metric.measured(nothing).reason == "no rows"


@pytest.mark.parametrize(
    ("metric_id", "matrix", "reason"),
    [
        ("KAPPA_K", ONE_CELL, "every row has one class, and is called so"),
        ("KAPPA_LINEAR", ONE_CELL, "every row has one class, and is called so"),
        ("SCOTT_PI", ONE_CELL, "every row has one class, and is called so"),
        ("MCC_K", ONE_WRONG_CELL, "every row is truly of one class"),
        ("CHI2", ONE_CELL, "every row is truly of one class"),
        ("LAMBDA_CALL", ONE_CELL, "every row is called one class"),
        ("LAMBDA", ONE_CELL, BOTH),
        ("NMI", ONE_CELL, BOTH),
        ("MUT", ABSENT, "no row is truly 'c'"),
        ("RH", ABSENT, "no row is truly 'c'"),
        ("MUT", matrix_of("ab", [[0, 1], [1, 0]]), "no row is called right"),
        ("BENNETT_S", matrix_of("a", [[3]]), "there is one class only"),
        ("BACC_ADJUSTED", ONE_CELL, "the truth is one class only"),
        ("CRAMER_V_CORRECTED", matrix_of("ab", [[1, 0], [0, 1]]), "too few rows"),
    ],
)
def test_that_the_reason_says_what_is_missing(metric_id, matrix, reason):
    metric = matrix_metric_by_id(metric_id)
    assert metric.measured(matrix).reason.startswith(reason)
    assert math.isnan(metric.value(matrix))


def test_that_one_cell_has_the_values_it_can_have():
    # kappa of one wrong cell: no agreement, none by chance either
    assert of("KAPPA_K", ONE_WRONG_CELL) == 0.0
    assert of("SMC_K", ONE_CELL) == of("BACC", ONE_CELL) == of("DIF2NORM", ONE_CELL) == 1.0
    assert of("MI", ONE_CELL) == of("ENTROPY_TRUTH", ONE_CELL) == 0.0
    assert of("RH", matrix_of("ab", [[0, 1], [1, 0]])) == 0.0


@given(matrices().filter(lambda m: m.n > 0))
def test_that_scikit_learn_agrees_on_agreement(matrix):
    truth, called = labels_of(matrix)
    close(of("SMC_K", matrix), reference.accuracy_score(truth, called))
    close(of("BACC", matrix), _quiet(reference.balanced_accuracy_score, truth, called))
    assume(not math.isnan(of("KAPPA_K", matrix)))
    places = list(range(len(matrix)))
    for metric_id, weights in (
        ("KAPPA_K", None),
        ("KAPPA_LINEAR", "linear"),
        ("KAPPA_QUADRATIC", "quadratic"),
    ):
        known = reference.cohen_kappa_score(truth, called, weights=weights, labels=places)
        close(of(metric_id, matrix), known)
    if not math.isnan(of("MCC_K", matrix)):
        close(of("MCC_K", matrix), reference.matthews_corrcoef(truth, called))
        adjusted = _quiet(reference.balanced_accuracy_score, truth, called, adjusted=True)
        close(of("BACC_ADJUSTED", matrix), adjusted)


def _quiet(function, *arguments, **options):
    with warnings.catch_warnings():  # of classes without a row in the truth
        warnings.simplefilter("ignore")
        return function(*arguments, **options)


@given(matrices().filter(lambda m: m.n > 0), st.booleans())
def test_that_scikit_learn_agrees_on_averages(matrix, as_zero):
    truth, called = labels_of(matrix)
    settings = MulticlassSettings(undefined_as_zero=as_zero)
    division = 0 if as_zero else np.nan
    for how in Averaging:
        known = _quiet(
            reference.precision_recall_fscore_support,
            truth,
            called,
            average=how.value,
            zero_division=division,
        )
        ids = [f"{how.name}_P", f"{how.name}_R", f"{how.name}_F"]
        ids = ["F_MACRO" if name == "MACRO_F" else name for name in ids]
        for metric_id, expected in zip(ids[:2], known[:2], strict=True):
            value = of(metric_id, matrix, settings)
            if not math.isnan(value):  # weights that are all 0 make a plain mean there
                close(value, expected)
        # F1 by counts has a value for every class that occurs, whatever the setting
        expected = _quiet(reference.f1_score, truth, called, average=how.value, zero_division=0)
        close(of(ids[2], matrix, settings), expected)


@given(
    matrices().filter(lambda m: m.n > 0),
    st.booleans(),
    st.lists(st.sampled_from("abcde"), min_size=1, unique=True),
)
def test_that_scikit_learn_agrees_on_averages_over_chosen_classes(matrix, as_zero, names):
    places = [place for place, name in enumerate(matrix.classes) if name in names]
    settings = MulticlassSettings(Over.CHOSEN, tuple(names), as_zero)
    if not places:
        assert of_reason("MACRO_P", matrix, settings) == "no class is chosen"
        return
    truth, called = labels_of(matrix)
    assume(set(places) & set(truth) | set(places) & set(called))  # else it refuses
    for how in Averaging:
        known = _quiet(
            reference.precision_recall_fscore_support,
            truth,
            called,
            labels=places,
            average=how.value,
            zero_division=0 if as_zero else np.nan,
        )
        for letter, expected in zip("PRF", known[:3], strict=True):
            metric_id = "F_MACRO" if f"{how}{letter}" == "macroF" else f"{how.name}_{letter}"
            value = of(metric_id, matrix, settings)
            if not math.isnan(value):  # weights that are all 0 make a plain mean there
                close(value, expected)


@given(matrix=matrices(), over=st.sampled_from(Over), as_zero=st.booleans())
def test_that_only_the_settings_a_measure_declares_move_it(matrix, over, as_zero):
    other = MulticlassSettings(over, ("a", "c"), as_zero, top_k=3)
    for metric in MATRIX_METRICS:
        if metric.differs_between(MulticlassSettings(), other):
            continue
        here, there = (
            (metric.value(matrix, s), metric.measured(matrix, s).reason, metric.note_on(matrix, s))
            for s in (MulticlassSettings(), other)
        )
        is_same = here[0] == there[0] or math.isnan(here[0]) == math.isnan(there[0]) is True
        assert is_same, metric.id
        assert here[1:] == there[1:], metric.id


@given(matrix=matrices(), over=st.sampled_from(Over), as_zero=st.booleans())
def test_that_an_average_tells_of_every_class_that_was_to_be_in_it(matrix, over, as_zero):
    settings = MulticlassSettings(over, ("a", "c"), as_zero)
    wanted = np.flatnonzero(members(matrix, settings)).tolist()
    for metric in MATRIX_METRICS:
        taken = metric.taken_in(matrix, settings)
        if taken is None:
            assert "over" not in metric.settings
            continue
        assert sorted((*taken.used, *taken.left_out)) == wanted
        assert set(taken.as_zero) <= set(taken.used)
        assert as_zero or not taken.as_zero


@given(matrices(full=True))
def test_that_scipy_agrees_on_association(matrix):
    known = stats.chi2_contingency(matrix.counts, correction=False)
    close(of("CHI2", matrix), known.statistic)
    assert of("CHI2_DF", matrix) == known.dof
    assert of("CHI2_P", matrix) == pytest.approx(known.pvalue, rel=1e-9, abs=1e-300)
    cramer = stats.contingency.association(matrix.counts, method="cramer")
    assert of("CRAMER_V", matrix) == pytest.approx(cramer, rel=1e-9, abs=1e-9)


@given(matrices().filter(lambda m: m.n > 0))
def test_that_scikit_learn_agrees_on_information(matrix):
    truth, called = labels_of(matrix)
    assert of("MI", matrix) == pytest.approx(reference.mutual_info_score(truth, called), abs=1e-9)
    close(of("MI_BITS", matrix) * math.log(2), of("MI", matrix))
    close(of("ENTROPY_TRUTH", matrix), stats.entropy(matrix.actual))
    close(of("ENTROPY_CALLS", matrix), stats.entropy(matrix.predicted))
    for metric_id, mean in (
        ("NMI", "arithmetic"),
        ("NMI_GEOMETRIC", "geometric"),
        ("NMI_MIN", "min"),
        ("NMI_MAX", "max"),
    ):
        value = of(metric_id, matrix)
        if not math.isnan(value):  # 0/0 is 1 or 0 by decree there
            known = reference.normalized_mutual_info_score(truth, called, average_method=mean)
            assert value == pytest.approx(known, abs=1e-9)
    for metric_id, function in (
        ("UNCERTAINTY_TRUTH", reference.homogeneity_score),
        ("UNCERTAINTY_CALL", reference.completeness_score),
    ):
        value = of(metric_id, matrix)
        assert math.isnan(value) or value == pytest.approx(function(truth, called), abs=1e-9)


@given(matrices().filter(lambda m: m.n > 0))
def test_that_lambda_and_tau_are_errors_spared(matrix):
    """Goodman and Kruskal define both as the share of errors of guessing that are spared."""
    for name, cells in (("TRUTH", matrix.counts.T), ("CALL", matrix.counts)):
        n, margin = matrix.n, cells.sum(axis=0)
        best = Fraction(int(margin.max()), n)
        known = sum(Fraction(int(row.max()), n) for row in cells)
        random = sum(Fraction(int(size), n) ** 2 for size in margin)
        told = sum(
            Fraction(int(cell) ** 2, n * int(row.sum())) for row in cells for cell in row if cell
        )
        if best == 1:
            assert math.isnan(of(f"LAMBDA_{name}", matrix))
            assert math.isnan(of(f"TAU_{name}", matrix))
        else:
            close(of(f"LAMBDA_{name}", matrix), float((known - best) / (1 - best)))
            close(of(f"TAU_{name}", matrix), float((told - random) / (1 - random)))


@given(matrices(full=True))
def test_that_the_known_identities_hold(matrix):
    close(of("HC_K", matrix), 2 * of("SMC_K", matrix) - 1)
    close(of("ERR_K", matrix), 1 - of("SMC_K", matrix))
    close(of("RH", matrix), of("SMC_K", matrix) * of("MUT", matrix) if matrix.correct else 0.0)
    norm = 1 - of("DIF2", matrix) / float(np.sum(matrix.actual.astype(float) ** 2))
    close(of("DIF2NORM", matrix), norm)
    for name in ("MICRO_P", "MICRO_R", "MICRO_F", "WEIGHTED_R"):
        close(of(name, matrix), of("SMC_K", matrix))
    close(of("MACRO_R", matrix), of("BACC", matrix))
    close(of("PHI2", matrix) * matrix.n, of("CHI2", matrix))
    truth, calls = of("UNCERTAINTY_TRUTH", matrix), of("UNCERTAINTY_CALL", matrix)
    if truth + calls > 1e-9:
        assert of("NMI", matrix) == pytest.approx(2 * truth * calls / (truth + calls), rel=1e-6)
    close(of("MI", matrix) / of("ENTROPY_TRUTH", matrix), truth)
    low, high = sorted((of("LAMBDA_TRUTH", matrix), of("LAMBDA_CALL", matrix)))
    assert low - 1e-12 <= of("LAMBDA", matrix) <= high + 1e-12
    assert of("CRAMER_V_CORRECTED", matrix) <= of("CRAMER_V", matrix) + 1e-12 or matrix.n < 20


@given(matrices(full=True, most_classes=2))
def test_that_two_classes_give_the_two_class_measures(matrix):
    counts = matrix.one_versus_rest(0)
    for overall, two_class in (
        ("SMC_K", "ACC"),
        ("KAPPA_K", "KAPPA"),
        ("KAPPA_LINEAR", "KAPPA"),
        ("KAPPA_QUADRATIC", "KAPPA"),
        ("HC_K", "HC"),
        ("MCC_K", "MCC"),
        ("BACC", "BCR"),
        ("GM_K", "GM"),
        ("BACC_ADJUSTED", "YI"),
    ):
        close(of(overall, matrix), float(metric_by_id(two_class).value(counts)))
    mcc = float(metric_by_id("MCC").value(counts))
    assert of("PHI2", matrix) == pytest.approx(mcc**2, abs=1e-12)
    assert of("CRAMER_V", matrix) == pytest.approx(abs(mcc), abs=1e-9)
    assert of("TAU_TRUTH", matrix) == pytest.approx(mcc**2, abs=1e-12)


@given(matrices(full=True), st.randoms(use_true_random=False))
def test_that_only_the_weighted_kappas_know_an_order_of_the_classes(matrix, random):
    order = list(range(len(matrix)))
    random.shuffle(order)
    moved = matrix.reordered(order)
    for metric in MATRIX_METRICS:
        if metric.id not in ("KAPPA_LINEAR", "KAPPA_QUADRATIC"):
            one, other = metric.value(matrix), metric.value(moved)
            assert one == pytest.approx(other, rel=1e-9, abs=1e-12, nan_ok=True), metric.id


@given(matrices(full=True))
def test_that_an_unused_class_changes_no_measure_of_association(matrix):
    size = len(matrix)
    wider = np.zeros((size + 1, size + 1), dtype=np.int64)
    wider[:size, :size] = matrix.counts
    padded = ConfusionMatrix((*matrix.classes, "unused"), wider)
    for metric in MATRIX_METRICS:
        if metric.id not in ("MUT", "RH", "BENNETT_S"):  # these know of K, and of its recall
            one, other = (
                metric.value(each, MulticlassSettings(order=each.classes))
                for each in (matrix, padded)
            )
            assert one == pytest.approx(other, rel=1e-12, abs=1e-15, nan_ok=True), metric.id


def exact_kappa(counts, weight):
    size, n = len(counts), sum(map(sum, counts))
    rows = [sum(row) for row in counts]
    columns = [sum(row[j] for row in counts) for j in range(size)]
    pairs = [(i, j) for i in range(size) for j in range(size)]
    observed = sum(weight(i, j) * counts[i][j] for i, j in pairs)
    expected = sum(weight(i, j) * rows[i] * columns[j] for i, j in pairs)
    return float(1 - Fraction(n * observed, expected))


@pytest.mark.parametrize("metric", MATRIX_METRICS, ids=lambda metric: metric.id)
def test_that_margins_of_a_million_million_do_not_overflow(metric):
    # Numbers have an order, which weighted kappa needs.
    big = 10**12
    small = [[5, 2, 1], [1, 7, 2], [3, 1, 9]]
    matrix = matrix_of("123", small)
    large = matrix_of("123", [[big * cell for cell in row] for row in small])
    value, expected = metric.value(large), metric.value(matrix)
    scale = {"CHI2": big, "DIF2": big * big}.get(metric.id, 1)
    if metric.id in ("CHI2_P", "CRAMER_V_CORRECTED"):  # these depend on n
        assert math.isfinite(value)
    else:
        assert value == pytest.approx(expected * scale, rel=1e-12)


def test_that_large_counts_are_exact_where_floats_would_cancel():
    big = 10**12
    counts = [[big + 1, big, big], [big, big, big], [big, big, big - 1]]
    matrix = matrix_of("abc", counts)
    assert of("KAPPA_K", matrix) == exact_kappa(counts, lambda i, j: int(i != j))
    assert of("KAPPA_LINEAR", matrix) == exact_kappa(counts, lambda i, j: abs(i - j))
    assert of("KAPPA_QUADRATIC", matrix) == exact_kappa(counts, lambda i, j: (i - j) ** 2)
    assert 0 < of("CHI2", matrix) < 1e-9


def test_that_independence_has_no_noise():
    matrix = matrix_of("ab", [[3 * 10**9, 7 * 10**9], [6 * 10**9, 14 * 10**9]])
    for metric_id in ("CHI2", "MI", "TAU_TRUTH", "KAPPA_QUADRATIC", "CRAMER_V", "NMI", "MCC_K"):
        assert of(metric_id, matrix) == 0.0


def test_that_a_class_without_a_value_is_left_out_and_said_so():
    matrix = matrix_of("abc", [[2, 1, 0], [1, 3, 0], [1, 0, 0]])  # c never called
    found = average(matrix, metric_by_id("PPV"), Averaging.MACRO)
    assert found.taken == TakenIn((0, 1), (2,), quantity="PPV")
    assert found.value == (2 / 4 + 3 / 4) / 2
    macro = matrix_metric_by_id("MACRO_P")
    assert macro.note_on(matrix) == "left out, having no PPV: 'c'"
    assert macro.value(matrix, AS_ZERO) == pytest.approx((2 / 4 + 3 / 4) / 3)
    assert macro.note_on(matrix, AS_ZERO) == "counted as 0, having no PPV: 'c'"
    assert macro.taken_in(matrix, AS_ZERO) == TakenIn((0, 1, 2), (), (2,), "PPV")
    # the weights of the classes that are left add up to 1
    assert of("WEIGHTED_P", matrix) == pytest.approx((3 * 0.5 + 4 * 0.75) / 7)
    assert of("WEIGHTED_P", matrix, AS_ZERO) == pytest.approx((3 * 0.5 + 4 * 0.75) / 8)


def test_that_a_weighted_mean_without_any_weight_has_no_value():
    matrix = matrix_of("ab", [[0, 0], [1, 0]])  # a has a precision and no row, b a row and none
    metric = matrix_metric_by_id("WEIGHTED_P")
    assert metric.measured(matrix).reason == "no class with support has a PPV"
    assert math.isnan(metric.value(matrix))
    assert metric.value(matrix, AS_ZERO) == 0.0
    assert of("MACRO_P", matrix) == 0.0


def test_that_an_average_takes_in_the_classes_that_are_asked_for():
    # a class that is called and never true has the F1 0, but no recall
    assert of("F_MACRO", ABSENT) == pytest.approx((0.5 + 2 / 3) / 3)
    assert of("F_MACRO", ABSENT, MulticlassSettings(over=Over.TRUTH)) == pytest.approx(7 / 12)
    chosen = MulticlassSettings(over=Over.CHOSEN, chosen=("b",))
    assert of("F_MACRO", ABSENT, chosen) == pytest.approx(2 / 3)
    assert of("BACC", ABSENT) == pytest.approx((1 / 3 + 2 / 3) / 2)
    assert matrix_metric_by_id("BACC").note_on(ABSENT) == "over the classes of the truth: 'a', 'b'"
    assert matrix_metric_by_id("BACC").note_on(matrix_of("ab", [[3, 1], [1, 3]])) == ""
    # micro over some classes is no accuracy any more
    truth, called = labels_of(ABSENT)
    known = reference.precision_score(truth, called, labels=[1], average="micro")
    assert of("MICRO_P", ABSENT, chosen) == pytest.approx(known)
    nobody = MulticlassSettings(over=Over.CHOSEN)
    for metric_id in ("MACRO_P", "MICRO_P", "BACC", "BACC_ADJUSTED", "GM_K", "F_OF_MEANS"):
        assert of_reason(metric_id, ABSENT, nobody) == "no class is chosen"


def test_that_all_classes_take_in_those_without_a_row():
    matrix = matrix_of("abc", [[2, 1, 0], [1, 4, 0], [0, 0, 0]])
    close(of("MACRO_P", matrix), (2 / 3 + 4 / 5) / 2)
    everyone = MulticlassSettings(Over.ALL)
    close(of("MACRO_P", matrix, everyone), (2 / 3 + 4 / 5) / 2)
    macro = matrix_metric_by_id("MACRO_P")
    assert macro.note_on(matrix, everyone) == "left out, having no PPV: 'c'"
    close(of("MACRO_P", matrix, MulticlassSettings(Over.ALL, (), True)), (2 / 3 + 4 / 5) / 3)
    close(of("BACC", matrix, MulticlassSettings(Over.ALL, (), True)), (2 / 3 + 4 / 5) / 2)


def test_that_an_average_of_chosen_classes_says_how_many():
    chosen = MulticlassSettings(Over.CHOSEN, ("b", "c"))
    note = "over 1 of 3 classes; left out, having no TPR: 'c'"
    assert matrix_metric_by_id("MACRO_R").note_on(ABSENT, chosen) == note
    bacc = matrix_metric_by_id("BACC")
    assert bacc.note_on(ABSENT, chosen) == "over the chosen classes of the truth: 'b'"
    assert bacc.taken_in(ABSENT, chosen) == TakenIn((1,), (2,), quantity=metric_by_id("TPR").symbol)
    means = matrix_metric_by_id("F_OF_MEANS")
    assert means.taken_in(ABSENT) == TakenIn((0, 1), (2,), quantity="PPV or no TPR")
    assert means.note_on(ABSENT) == "left out, having no PPV or no TPR: 'c'"


def test_that_the_f_of_means_is_not_the_mean_of_f():
    matrix = matrix_of("ab", [[9, 1], [5, 5]])
    precision, recall = of("MACRO_P", matrix), of("MACRO_R", matrix)
    assert of("F_OF_MEANS", matrix) == 2 * precision * recall / (precision + recall)
    assert of("F_OF_MEANS", matrix) != pytest.approx(of("F_MACRO", matrix), abs=1e-3)
    assert of("F_OF_MEANS", matrix_of("ab", [[0, 1], [1, 0]])) == 0.0


@given(matrices(full=True))
def test_that_any_two_class_measure_can_be_averaged(matrix):
    for metric_id in ("TNR", "MCC", "JACC"):
        metric = metric_by_id(metric_id)
        each = [float(metric.value(matrix.one_versus_rest(i))) for i in range(len(matrix))]
        close(average(matrix, metric, Averaging.MACRO).value, math.fsum(each) / len(each))


def test_that_the_upward_bias_of_cramers_v_is_said():
    matrix = matrix_of("ab", [[3, 2], [2, 4]])
    assert "about 0.32 is expected" in matrix_metric_by_id("CRAMER_V").note_on(matrix)
    assert "fewer than 5" in matrix_metric_by_id("CHI2").note_on(matrix)


def test_that_bergsmas_correction_is_that_of_the_formula():
    matrix = matrix_of("ab", [[20, 5], [10, 15]])
    phi2 = of("PHI2", matrix) - 1 / 49
    categories = 2 - 1 / 49
    assert of("CRAMER_V_CORRECTED", matrix) == pytest.approx(math.sqrt(phi2 / (categories - 1)))


@pytest.mark.parametrize("metric_id", ["KAPPA_LINEAR", "KAPPA_QUADRATIC"])
def test_that_weighted_kappa_needs_an_order_and_says_which_it_takes(metric_id):
    metric = matrix_metric_by_id(metric_id)
    cells = [[5, 1, 0], [2, 4, 3], [0, 1, 6]]
    nominal = matrix_of(("mild", "moderate", "severe"), cells)
    assert math.isnan(metric.value(nominal))
    assert metric.measured(nominal).reason == "no order of classes"
    chosen = MulticlassSettings(order=nominal.classes)
    value = metric.value(nominal, chosen)
    power = 1 if metric_id == "KAPPA_LINEAR" else 2
    assert value == exact_kappa(cells, lambda i, j: abs(i - j) ** power)
    assert metric.note_on(nominal, chosen) == "in the chosen order: 'mild', 'moderate', 'severe'"
    # The order of the table is another thing than the order of the classes.
    shuffled = nominal.reordered([2, 0, 1])
    assert metric.value(shuffled, chosen) == value
    other = MulticlassSettings(order=("moderate", "mild", "severe"))
    assert metric.value(nominal, other) != value
    # An order that is not of these classes is none.
    stale = MulticlassSettings(order=("mild", "moderate"))
    assert metric.measured(nominal, stale).reason == "no order of classes"


def test_that_classes_that_are_numbers_are_in_their_order():
    metric = matrix_metric_by_id("KAPPA_LINEAR")
    cells = [[5, 1, 0], [2, 4, 3], [0, 1, 6]]
    numbered = matrix_of(("1", "10", "2"), cells)
    by_hand = metric.value(numbered, MulticlassSettings(order=("1", "2", "10")))
    assert metric.value(numbered) == by_hand
    assert metric.note_on(numbered) == "in the order of their numbers: '1', '2', '10'"
    for names in (("1", "1.0", "2"), ("1", "2", "x"), ("1", "nan", "2"), ("1", "1_0", "2")):
        assert math.isnan(metric.value(matrix_of(names, cells)))


def test_that_two_classes_need_no_order():
    matrix = matrix_of(("no", "yes"), [[5, 1], [2, 4]])
    for metric_id in ("KAPPA_LINEAR", "KAPPA_QUADRATIC"):
        found = matrix_metric_by_id(metric_id).value(matrix)
        close(found, matrix_metric_by_id("KAPPA_K").value(matrix))


@given(matrices(full=True))
def test_that_statsmodels_agrees_on_kappa_and_its_error(matrix):
    from statsmodels.stats.inter_rater import cohens_kappa

    known = cohens_kappa(matrix.counts)
    close(of("KAPPA_K", matrix), known.kappa)
    assert cohen_kappa_standard_error(matrix) == pytest.approx(known.std_kappa, abs=1e-9)


def test_that_kappa_without_a_value_has_no_error():
    assert math.isnan(cohen_kappa_standard_error(ONE_CELL))


def test_that_every_entry_is_complete_and_found_by_its_names():
    assert len({metric.id for metric in MATRIX_METRICS}) == len(MATRIX_METRICS)
    for metric in MATRIX_METRICS:
        assert metric.formula
        assert metric.sources
        assert metric.symbol
        assert matrix_metric_by_id(metric.id) is metric
    assert matrix_metric_by_id("NMI").matches("v-measure")
    assert matrix_metric_by_id("MCC_K").matches("r_k")
    assert matrix_metric_by_id("MACRO_R").matches("macro recall")
    assert matrix_metric_by_id("MACRO_R").name_in(Vocabulary.CLINICAL) == "Macro sensitivity"
    assert matrix_metric_by_id("SMC_K").name_in(Vocabulary.SPEAKER) == "Accuracy"
    with pytest.raises(UnknownIdError):
        matrix_metric_by_id("HR")
    with pytest.raises(ValueError, match="top_k"):
        MulticlassSettings(top_k=0)

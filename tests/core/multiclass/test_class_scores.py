"""One score a class: calls, ties, ranking one versus rest, and probabilities."""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics as reference

from evalgui.core.checks import Level
from evalgui.core.curves import ROC, vertices
from evalgui.core.measured import Measured
from evalgui.core.multiclass import (
    SCORE_METRICS,
    ClassScores,
    MulticlassSettings,
    TakenIn,
    score_metric_by_id,
)
from evalgui.core.registry import UnknownIdError
from evalgui.core.score_table import ScoreTable
from tests.core.multiclass.drawn import class_scores

TOY = ClassScores(
    "abc",
    [0, 1, 0, 2],
    np.array([[0.1, 0.8, 0.1], [0.3, 0.4, 0.3], [0.35, 0.5, 0.15], [0, 0.2, 0.8]]).T,
)
ABSENT = ClassScores("abc", [0, 1, 0], [[0.6, 0.2, 0.5], [0.3, 0.7, 0.1], [0.1, 0.1, 0.4]])


def of(metric_id, data, **settings):
    return score_metric_by_id(metric_id).value(data, MulticlassSettings(**settings))


def table_of(data):
    return np.column_stack(data.columns)


@given(class_scores(missing=True))
def test_that_the_first_of_the_greatest_scores_is_called_and_ties_are_counted(data):
    for row, scores in enumerate(table_of(data)):
        called = data.calls.predicted[row]
        if np.isnan(scores).any():
            assert called == -1
            assert not data.calls.is_tied[row]
        else:
            assert called == int(np.argmax(scores))
            assert data.calls.is_tied[row] == (np.count_nonzero(scores == scores.max()) > 1)
    assert data.calls.n_missing == data.n - data.n_complete == data.matrix.n_without_call
    assert data.matrix.n == data.n_complete


def test_that_calls_do_not_depend_on_the_size_of_a_block(monkeypatch):
    random = np.random.default_rng(3)
    scores = random.integers(0, 4, (500, 5)) / 4
    whole = ClassScores("abcde", random.integers(0, 5, 500), list(scores.T))
    first = whole.calls
    monkeypatch.setattr("evalgui.core.multiclass.class_scores._BLOCK", 7)
    again = ClassScores("abcde", whole.truth, list(scores.T)).calls
    np.testing.assert_array_equal(first.predicted, again.predicted)
    np.testing.assert_array_equal(first.predicted, scores.argmax(axis=1))
    np.testing.assert_array_equal(first.is_tied, again.is_tied)


def test_that_infinite_scores_are_scores():
    data = ClassScores("ab", [0, 1], [[-math.inf, -math.inf], [-math.inf, math.inf]])
    assert data.calls.predicted.tolist() == [0, 1]
    assert data.calls.is_tied.tolist() == [True, False]
    assert np.isnan(data.row_sums).tolist() == [False, True]
    assert not data.are_probabilities


@given(class_scores(missing=True))
def test_that_a_class_is_ranked_as_any_score(data):
    for index in range(len(data.classes)):
        table = data.table(index)
        known = ScoreTable(data.columns[index], data.truth == index)
        assert (table.n, table.n_positive) == (known.n, known.n_positive)
        np.testing.assert_equal(data.aucs[index], known.auc)
        np.testing.assert_equal(table.auc, known.auc)


@given(class_scores(missing=True))
def test_that_a_class_has_an_outline_where_it_has_an_area(data):
    for index, outline in enumerate(data.outlines):
        assert (outline is None) == math.isnan(data.aucs[index])
        if outline is not None:
            known = data.table(index).steps.corners()
            assert outline.steps.tp_column.tolist() == known.tp_column.tolist()
            assert outline.steps.fp_column.tolist() == known.fp_column.tolist()
    n_points = sum(len(outline.steps) for outline in data.outlines if outline is not None)
    assert n_points <= 2 * (data.n + len(data.classes))


def test_that_a_class_has_a_curve_of_its_own():
    curve = vertices(ROC, TOY.table(2))
    np.testing.assert_array_equal(curve.x, [0, 0, 1 / 3, 2 / 3, 1])
    # as scikit-learn gives them, class by class
    known = [reference.roc_auc_score(TOY.truth == k, TOY.columns[k]) for k in range(3)]
    np.testing.assert_allclose(TOY.aucs, known, rtol=1e-15)


@given(class_scores())
def test_that_pairs_are_compared_as_hand_and_till_say(data):
    found = data.pairwise_auc
    for i, j in itertools.product(range(len(data.classes)), repeat=2):
        own = data.columns[i][data.truth == i]
        other = data.columns[i][data.truth == j]
        if i == j or not (len(own) and len(other)):
            assert math.isnan(found[i, j])
            continue
        wins = np.sum(own[:, None] > other) + np.sum(own[:, None] == other) / 2
        assert found[i, j] == pytest.approx(wins / (len(own) * len(other)), rel=1e-12)


@given(class_scores(every_class=True))
def test_that_scikit_learn_agrees_on_the_areas_of_all_classes(data):
    table = table_of(data) + 1e-9
    table /= table.sum(axis=1, keepdims=True)  # it refuses rows that do not add up to 1
    scaled = ClassScores(data.classes, data.truth, list(table.T))
    truth = data.truth
    for metric_id, how, mean in (
        ("AUC_MACRO", "ovr", "macro"),
        ("AUC_TOTAL", "ovr", "weighted"),
        ("AUC_MICRO", "ovr", "micro"),
        ("HAND_TILL", "ovo", "macro"),
    ):
        known = reference.roc_auc_score(truth, table, multi_class=how, average=mean)
        assert of(metric_id, scaled) == pytest.approx(known, rel=1e-9), metric_id


@given(class_scores(fewest_rows=1))
def test_that_top_k_takes_in_more_with_k_and_all_at_last(data):
    shares = [of("TOP_K", data, top_k=k) for k in range(1, len(data.classes) + 1)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert shares[0] == np.mean(data.calls.predicted == data.truth)
    order = np.argsort(-table_of(data), axis=1, kind="stable")  # the first column wins
    for k, share in enumerate(shares, start=1):
        hits = (order[:, :k] == data.truth[:, None]).any(axis=1)
        assert share == np.mean(hits)


@given(class_scores(fewest_rows=1))
def test_that_the_proper_scores_are_those_of_the_formulas(data):
    table, hot = table_of(data), np.eye(len(data.classes))[data.truth]
    brier = np.mean(np.sum((table - hot) ** 2, axis=1))
    assert of("BRIER", data) == pytest.approx(brier, rel=1e-12)
    assert of("BRIER_HALF", data) == pytest.approx(brier / 2, rel=1e-12)
    own = table[np.arange(data.n), data.truth]
    expected = math.inf if (own == 0).any() else -np.mean(np.log(own))
    assert of("LOG_LOSS", data) == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_that_scikit_learn_agrees_on_the_proper_scores():
    random = np.random.default_rng(11)
    table, truth = random.dirichlet(np.ones(4), 300), random.integers(0, 4, 300)
    data = ClassScores("abcd", truth, list(table.T))
    assert of("LOG_LOSS", data) == pytest.approx(reference.log_loss(truth, table), rel=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known = reference.brier_score_loss(truth, table, scale_by_half=False)
    assert of("BRIER", data) == pytest.approx(known, rel=1e-12)
    for k in (1, 2, 3):
        top = reference.top_k_accuracy_score(truth, table, k=k)
        assert of("TOP_K", data, top_k=k) == pytest.approx(top)


@pytest.mark.parametrize("metric", SCORE_METRICS, ids=lambda metric: metric.id)
@given(data=class_scores(missing=True))
def test_that_a_measure_has_a_value_in_its_range_or_a_reason(metric, data):
    value = metric.value(data)
    assert math.isnan(value) == bool(metric.measured(data).reason)
    low, high = metric.range
    assert math.isnan(value) or value >= low - 1e-12
    sums_fit = not any(finding.code == "probability_sum" for finding in data.findings())
    if sums_fit and not math.isnan(value):
        assert value <= high + 1e-12
    assert isinstance(metric.note_on(data), str)


def test_that_a_class_without_rows_is_left_out_of_a_mean_but_not_of_the_total():
    total = score_metric_by_id("AUC_TOTAL")
    assert math.isnan(total.value(ABSENT))
    assert total.measured(ABSENT).reason == "no scored row, or no other, is truly 'c'"
    macro = score_metric_by_id("AUC_MACRO")
    assert macro.value(ABSENT) == 1.0
    assert macro.note_on(ABSENT) == "left out, having no row to rank: 'c'"
    assert macro.taken_in(ABSENT) == TakenIn((0, 1), (2,), quantity="row to rank")
    assert score_metric_by_id("LOG_LOSS").taken_in(ABSENT) is None
    assert of("HAND_TILL", ABSENT) == 1.0
    assert math.isnan(ABSENT.aucs[2])
    assert math.isnan(ABSENT.auc(2).value)
    assert ABSENT.auc(2).reason.startswith("no row with a score is truly this class")
    assert ABSENT.auc(0) == Measured(float(ABSENT.aucs[0]))


def test_that_one_class_alone_cannot_be_ranked():
    data = ClassScores("ab", [0, 0], [[0.6, 0.4], [0.4, 0.6]])
    total = score_metric_by_id("AUC_TOTAL")
    assert total.measured(data).reason == "every row is truly 'a'"
    for metric_id in ("AUC_MACRO", "HAND_TILL"):
        reason = score_metric_by_id(metric_id).measured(data).reason
        assert reason == "the truth is one class only"


def test_that_nothing_gives_no_value():
    for data in (ClassScores("ab", [], [[], []]), ClassScores("", [], [])):
        assert data.findings() == ()
        for metric in SCORE_METRICS:
            assert math.isnan(metric.value(data)), metric.id


def test_that_a_sure_and_wrong_probability_has_an_endless_log_loss():
    data = ClassScores("ab", [0, 1], [[0.0, 0.0], [1.0, 1.0]])
    assert of("LOG_LOSS", data) == math.inf
    assert of("BRIER", data) == 1.0


def test_that_a_row_with_a_missing_score_is_in_no_mean_and_said_so():
    data = ClassScores("ab", [0, 1, 1], [[0.9, 0.2, math.nan], [0.1, 0.8, 0.3]])
    assert of("BRIER", data) == pytest.approx((0.02 + 0.08) / 2)
    note = "over the 2 rows with a score for every class"
    assert score_metric_by_id("BRIER").note_on(data) == note
    assert score_metric_by_id("TOP_K").note_on(data) == f"k = 2; every class is among them; {note}"
    codes = {finding.code: finding.count for finding in data.findings()}
    assert codes == {"missing_class_score": 1}


def test_that_ties_sums_and_scores_that_are_no_probabilities_are_found():
    data = ClassScores("ab", [0, 1, 1], [[0.5, 0.3, 0.5], [0.5, 0.3, 0.4]])
    findings = {finding.code: finding for finding in data.findings()}
    assert findings["tied_classes"].count == 2
    assert findings["tied_classes"].text.startswith("2 rows tied")
    assert findings["probability_sum"].count == 2
    assert findings["probability_sum"].text.endswith("those of row 2 give 0.6")
    margins = ClassScores("ab", [0, 1], [[-2.0, 1.5], [0.5, 0.25]])
    (finding,) = margins.findings()
    assert (finding.code, finding.level) == ("class_scores_no_probabilities", Level.INFO)
    reason = "a score is not in [0, 1]: no probabilities"
    assert score_metric_by_id("LOG_LOSS").measured(margins).reason == reason
    assert of("TOP_K", margins) == 1.0


def test_that_sums_off_by_rounding_are_no_finding():
    data = ClassScores("abc", [0, 1, 2], [[0.333333] * 3, [0.333333] * 3, [0.333333] * 3])
    assert [finding.code for finding in data.findings()] == ["tied_classes"]


def test_that_narrow_columns_are_kept_and_what_does_not_fit_is_refused():
    column = np.array([0.25, 0.5], dtype=np.float32)
    data = ClassScores("ab", [0, 1], [column, 1 - column])
    assert data.columns[0] is column
    with pytest.raises(ValueError, match="1 columns for 2 classes"):
        ClassScores("ab", [0, 1], [[0.1, 0.2]])
    with pytest.raises(ValueError, match=r"lengths \[1, 2\]"):
        ClassScores("ab", [0, 1], [[0.1, 0.2], [0.1]])
    with pytest.raises(ValueError, match="out of range"):
        ClassScores("ab", [0, 2], [[0.1, 0.2], [0.1, 0.2]])


def test_that_every_entry_is_complete_and_found_by_its_names():
    assert len({metric.id for metric in SCORE_METRICS}) == len(SCORE_METRICS)
    for metric in SCORE_METRICS:
        assert metric.formula
        assert metric.sources
        assert metric.symbol
    assert score_metric_by_id("HAND_TILL").matches("hand-till")
    assert score_metric_by_id("LOG_LOSS").matches("cross-entropy")
    with pytest.raises(UnknownIdError):
        score_metric_by_id("AUC")

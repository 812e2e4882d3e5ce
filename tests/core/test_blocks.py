"""What is added up block by block (65,536 steps or rows) is what it is in one piece."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import rankdata
from sklearn import metrics as reference

from evalgui.core.areas import (
    average_precision,
    davis_goadrich_area,
    precision_recall_areas,
    trapezoid_area,
)
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.dataset import Dataset, Score
from evalgui.core.multiclass import ClassScores
from evalgui.core.probabilities import PROBABILITY_METRICS, Probabilities
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import rank
from tests.core.choosing import threshold_by

BLOCK = 65_536
# The last step of a block, the first of the next, and several blocks.
SIZES = (BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7)


def rows_of(n, *, ties=False):
    """Return scores with their truth: all distinct, or nearly; positives where blocks meet."""
    random = np.random.default_rng(n)
    truth = random.random(n) < 0.4
    scores = random.permutation(n) / n + 0.3 * truth
    strictest_first = np.argsort(-scores)
    for place in (0, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK, 3 * BLOCK - 1, 3 * BLOCK, n - 1):
        truth[strictest_first[min(place, n - 1)]] = True
    return (np.round(scores, 5) if ties else scores), truth


def exact_area(scores, truth):
    """Return the area from the ranks of the positives, in whole numbers."""
    n_positive = int(truth.sum())
    twice_ranks = int((2 * rankdata(scores)[truth]).astype(np.int64).sum())
    pairs = 2 * n_positive * (len(truth) - n_positive)
    return Fraction(twice_ranks - n_positive * (n_positive + 1), pairs)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("ties", [True, False])
def test_that_the_area_is_exact_from_the_sorted_classes_and_from_the_steps(n, higher, ties):
    scores, truth = rows_of(n, ties=ties)
    area = exact_area(scores, truth)
    expected = float(area if higher else 1 - area)
    assert ScoreTable(scores, truth, higher_is_positive=higher).auc == expected
    merged = ScoreTable(scores, truth, higher_is_positive=higher)
    assert len(merged.steps) == len(np.unique(scores)) + 1
    assert merged.auc == expected


@pytest.mark.parametrize("n", SIZES)
def test_that_what_the_window_shows_has_the_area_of_all_pairs(n):
    scores, truth = rows_of(n)
    dataset = Dataset("a", ("n", "p"), truth.astype(np.int8), 1, (Score("s", scores),))
    ranking = rank(dataset, 0)
    assert ranking.value("roc_auc") == float(exact_area(scores, truth))
    known = reference.average_precision_score(truth, scores)
    assert ranking.value("average_precision") == pytest.approx(known, rel=1e-12)


@pytest.mark.parametrize("n", SIZES)
def test_that_areas_of_precision_and_recall_are_the_sums_of_all_segments(n):
    scores, truth = rows_of(n)
    steps = ScoreTable(scores, truth).steps
    tp, fp = (column.astype(np.float64) for column in (steps.tp_column, steps.fp_column))
    gained = np.diff(tp)
    precision = np.concatenate([[np.nan], tp[1:] / (tp + fp)[1:]])
    precision[0] = precision[1]
    share = gained / truth.sum()
    stepwise = math.fsum(share * precision[1:])
    straight = math.fsum(share * (precision[1:] + precision[:-1]) / 2)
    # One row a step: where a positive is gained, no negative is, and precision on the way
    # is (tp + t) / (tp + fp + t), of which this is the integral from 0 to 1.
    at = np.flatnonzero(gained)
    called = (tp + fp)[at]
    with np.errstate(divide="ignore", invalid="ignore"):
        integral = 1 - fp[at] * np.log1p(1 / called)
    by_counts = math.fsum(np.where(called == 0, 1.0, integral)) / float(truth.sum())
    assert average_precision(steps) == pytest.approx(stepwise, rel=1e-13)
    assert trapezoid_area(steps) == pytest.approx(straight, rel=1e-13)
    assert davis_goadrich_area(steps) == pytest.approx(by_counts, rel=1e-13)
    assert precision_recall_areas(steps) == (
        average_precision(steps),
        davis_goadrich_area(steps),
        trapezoid_area(steps),
    )


@pytest.mark.parametrize("best", [1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 4])
def test_that_the_best_step_of_any_block_is_chosen(best):
    n = 2 * BLOCK + 5
    scores = np.arange(n, 0, -1.0)  # the strictest first
    table = ScoreTable(scores, np.arange(n) < best)
    assert threshold_by("youden", table) == scores[best - 1]


@pytest.mark.parametrize("distance", [BLOCK - 1, BLOCK, BLOCK + 1])
def test_that_of_equal_steps_in_two_blocks_the_strictest_is_chosen(distance):
    # One positive, then negatives, then the other positive, then as many negatives again:
    # after either positive the index is 1/2.
    positives, negatives = np.zeros(distance + 2, np.int64), np.ones(distance + 2, np.int64)
    positives[[0, distance]], negatives[[0, distance]] = 1, 0
    negatives[-1] = distance - 1
    scores = np.arange(distance + 2, 0, -1.0)
    table = ScoreTable.from_counts(scores, positives, negatives)
    counts = table.counts_at(np.array([scores[0], scores[distance]]))
    index = counts.tp / table.n_positive - counts.fp / table.n_negative
    assert index.tolist() == [0.5, 0.5]
    assert threshold_by("youden", table) == scores[0]


@pytest.mark.parametrize("n", SIZES)
def test_that_the_crossing_of_many_steps_is_that_of_the_rates(n):
    scores, truth = rows_of(n)
    fpr, tpr, _ = reference.roc_curve(truth, scores, drop_intermediate=False)
    excess = fpr + tpr - 1
    after = int(np.flatnonzero(excess >= 0)[0])
    weight = -excess[after - 1] / (excess[after] - excess[after - 1])
    known = fpr[after - 1] + weight * (fpr[after] - fpr[after - 1])
    found = equal_error_rate(ScoreTable(scores, truth).steps)
    assert found.value == pytest.approx(known, rel=1e-12)


@pytest.mark.parametrize("n", SIZES)
def test_that_means_over_many_probabilities_take_in_every_row_once(n):
    random = np.random.default_rng(n)
    truth, scores = random.random(n) < 0.3, random.random(n)
    by_id = {
        metric.id: metric.measured(Probabilities.from_scores(scores, truth)).value
        for metric in PROBABILITY_METRICS
    }
    assert by_id["brier"] == pytest.approx(reference.brier_score_loss(truth, scores), rel=1e-12)
    assert by_id["log_loss"] == pytest.approx(reference.log_loss(truth, scores), rel=1e-12)
    skill = reference.d2_brier_score(truth, scores)
    assert by_id["brier_skill"] == pytest.approx(skill, rel=1e-10)


@pytest.mark.parametrize("n", SIZES)
def test_that_every_row_of_class_scores_is_called(n):
    random = np.random.default_rng(n)
    columns = random.integers(0, 5, (3, n)) / 4
    calls = ClassScores("abc", np.zeros(n, dtype=np.intp), columns).calls
    np.testing.assert_array_equal(calls.predicted, np.argmax(columns, axis=0))
    tied = (columns == columns.max(axis=0)).sum(axis=0) > 1
    np.testing.assert_array_equal(calls.is_tied, tied)

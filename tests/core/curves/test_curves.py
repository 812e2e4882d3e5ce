"""Curves hold every attainable point, equal to scikit-learn's, and are drawn unchanged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import (
    average_precision_score,
    det_curve,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)

from evalgui.core.areas import average_precision, davis_goadrich_area, trapezoid_area
from evalgui.core.counts import Counts
from evalgui.core.curves import CURVES, DET, ERROR_RATES, PRECISION_RECALL, ROC, point, vertices
from evalgui.core.curves.thinning import rows_to_draw, to_screen
from evalgui.core.score_table import Outline, ScoreTable
from tests.core.strategies import labelled_scores


def sample(n=400, digits=2, seed=5):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    truth[:2] = [True, False][:n]
    return np.round(rng.normal(size=n) + truth, digits), truth


@given(labelled_scores(finite=True))
def test_that_roc_equals_scikit_learn_at_the_same_thresholds(drawn):
    scores, truth, _ = drawn
    if truth.all() or not truth.any():
        return
    found = vertices(ROC, ScoreTable(scores, truth))
    fpr, tpr, thresholds = roc_curve(truth, scores, drop_intermediate=False)
    np.testing.assert_allclose(found.x, fpr, atol=1e-15)
    np.testing.assert_allclose(found.ys[0], tpr, atol=1e-15)
    np.testing.assert_array_equal(found.thresholds, thresholds)


@given(labelled_scores(finite=True))
def test_that_precision_recall_equals_scikit_learn_but_for_the_first_point(drawn):
    scores, truth, _ = drawn
    if not truth.any() or truth.all():
        return
    found = vertices(PRECISION_RECALL, ScoreTable(scores, truth))
    precision, recall, thresholds = precision_recall_curve(truth, scores)
    np.testing.assert_allclose(found.x[1:], recall[:-1][::-1], atol=1e-15)
    np.testing.assert_allclose(found.ys[0][1:], precision[:-1][::-1], atol=1e-15)
    np.testing.assert_array_equal(found.thresholds[1:], thresholds[::-1])
    first = found.ys[0][1] if found.x[1] > 0 else 0.0
    assert (found.x[0], found.ys[0][0]) == (0.0, first)
    assert found.x[-1] == 1.0
    assert found.ys[0][-1] == truth.mean()


def test_that_det_equals_scikit_learn():
    scores, truth = sample()
    found = vertices(DET, ScoreTable(scores, truth))
    fpr, fnr, thresholds = det_curve(truth, scores)
    rows = np.searchsorted(-found.thresholds, -thresholds)
    np.testing.assert_allclose(found.x[rows], fpr, atol=1e-15)
    np.testing.assert_allclose(found.ys[0][rows], fnr, atol=1e-15)


def test_that_error_rates_follow_the_threshold_in_the_users_units():
    table = ScoreTable([1.0, 2.0, 3.0, 4.0], [True, True, False, False], higher_is_positive=False)
    found = vertices(ERROR_RATES, table)
    assert found.x.tolist() == [-np.inf, 1.0, 2.0, 3.0, 4.0]
    assert found.ys[0].tolist() == [0, 0, 0, 0.5, 1]
    assert found.ys[1].tolist() == [1, 0.5, 0, 0, 0]


@given(labelled_scores(finite=True))
def test_that_areas_equal_scikit_learn(drawn):
    scores, truth, _ = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth)
    assert table.auc == pytest.approx(roc_auc_score(truth, scores), abs=1e-12)
    expected = average_precision_score(truth, scores)
    assert average_precision(table.steps) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("truth", "scores", "area"),
    [
        (  # precrec's P10N10 and PRROC's continuous area on it
            [1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0],
            [20, 19, 18, 17, 16, 15, 14, 14, 14, 14, 14, 14, 8, 7, 6, 5, 5, 5, 5, 5],
            0.739771438631941,
        ),
        ([1, 0, 1, 0], [3, 2, 2, 1], 0.887326536083514),
        ([1, 1, 0, 0], [1, 1, 1, 1], 0.5),
    ],
)
def test_that_the_interpolated_area_is_that_of_davis_and_goadrich(truth, scores, area):
    steps = ScoreTable(scores, truth).steps
    assert davis_goadrich_area(steps) == pytest.approx(area, abs=1e-10)


@given(labelled_scores(finite=True))
def test_that_the_closed_form_is_the_integral_of_the_interpolated_precision(drawn):
    scores, truth, _ = drawn
    steps = ScoreTable(scores, truth).steps
    if not truth.any():
        assert np.isnan(davis_goadrich_area(steps))
        return
    nodes, weights = np.polynomial.legendre.leggauss(40)
    counts = steps.counts()
    total = 0.0
    for a in range(len(steps) - 1):
        tp_a, tp_b, fp_a, fp_b = counts.tp[a], counts.tp[a + 1], counts.fp[a], counts.fp[a + 1]
        if tp_a == tp_b:
            continue
        x = (nodes + 1) / 2 * (tp_b - tp_a)
        tp = tp_a + x
        fp = fp_a + (fp_b - fp_a) / (tp_b - tp_a) * x
        total += float(np.sum(weights / 2 * (tp_b - tp_a) * tp / (tp + fp)))
    assert davis_goadrich_area(steps) == pytest.approx(total / truth.sum(), abs=1e-6)


def test_that_straight_lines_between_points_overstate_the_area():
    scores, truth = sample(digits=1)
    steps = ScoreTable(scores, truth).steps
    assert trapezoid_area(steps) > davis_goadrich_area(steps)


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("n", [0, 1, 3, 50, 3000, 60_000])
def test_that_the_drawn_rows_give_the_picture_of_all_rows(curve, higher, n):
    scores, truth = sample(n, digits=4)
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    n_columns = 200
    rows = rows_to_draw(curve, table, -np.inf, np.inf, n_columns)
    assert np.all(np.diff(rows) > 0)
    assert len(rows) <= 4 * n_columns + 8
    if n < 3:
        return
    every, drawn = vertices(curve, table), vertices(curve, table, rows)
    low, high = (0.0, 1.0) if curve.x is not None else (scores.min(), scores.max())
    if curve is DET:
        low, high = -9.0, 9.0
    share = np.linspace(0, 1, n_columns + 1)
    edges = low * (1 - share) + high * share
    with np.errstate(invalid="ignore"):
        all_columns = np.searchsorted(edges, to_screen(curve.x_axis.scale, every.x), "right")
        all_columns = np.minimum(all_columns, n_columns)  # the last one holds its right edge
        columns = np.searchsorted(edges, to_screen(curve.x_axis.scale, drawn.x), "right")
        columns = np.minimum(columns, n_columns)
    for y_all, y in zip(every.ys, drawn.ys, strict=True):
        if curve in (PRECISION_RECALL, ERROR_RATES):
            np.testing.assert_array_equal(np.unique(columns), np.unique(all_columns))
            for column in np.unique(columns):
                inside, kept = y_all[all_columns == column], y[columns == column]
                assert kept.min() == inside.min()
                assert kept.max() == inside.max()
        np.testing.assert_array_equal(y[[0, -1]], y_all[[0, -1]])


@pytest.mark.parametrize("curve", [ROC, DET], ids=lambda curve: curve.id)
def test_that_dropped_vertices_lie_on_the_drawn_line(curve):
    scores, truth = sample(300, digits=1)
    table = ScoreTable(scores, truth)
    rows = rows_to_draw(curve, table, -np.inf, np.inf, 1000)
    every, drawn = vertices(curve, table), vertices(curve, table, rows)
    called = table.steps.true_positives + table.steps.false_positives
    assert len(drawn.rows) < len(every.rows)
    np.testing.assert_allclose(np.interp(called, called[rows], drawn.x), every.x, atol=1e-15)
    np.testing.assert_allclose(
        np.interp(called, called[rows], drawn.ys[0]), every.ys[0], atol=1e-15
    )


def test_that_a_collinear_vertex_is_not_drawn():
    table = ScoreTable([5, 4, 3, 2, 1], [True, True, True, False, False])
    rows = rows_to_draw(ROC, table, 0.0, 1.0, 100)
    found = vertices(ROC, table, rows)
    assert list(zip(found.x, found.ys[0], strict=True)) == [(0, 0), (0, 1), (1, 1)]


def test_that_zooming_shows_every_vertex_of_the_range():
    rng = np.random.default_rng(2)
    scores, truth = rng.random(50_000), rng.random(50_000) < 0.5
    table = ScoreTable(scores, truth)
    rows = rows_to_draw(ERROR_RATES, table, 0.5, 0.501, 400)
    thresholds = table.steps.thresholds[rows]
    inside = np.sort(scores[(scores >= 0.5) & (scores <= 0.501)])
    assert np.isin(inside, thresholds).all()
    assert thresholds.min() < 0.5
    assert thresholds.max() > 0.501


def test_that_the_point_without_calls_lies_where_the_curve_begins():
    table = ScoreTable([3.0, 2.0, 1.0], [True, False, True])
    assert point(PRECISION_RECALL, table, table.counts_at(np.inf), np.inf) == (0.0, (1.0,))
    assert point(ROC, table, Counts(1, 0, 1, 1), 3.0) == (0.0, (0.5,))


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
@given(labelled_scores(finite=True))
def test_that_corners_draw_the_line_of_all_points(curve, drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    outline = Outline(table.steps.corners())
    if not (table.n_positive and table.n_negative):
        return
    every, few = vertices(curve, table), vertices(curve, outline)
    assert few.ys[0][0] == every.ys[0][0]  # where precision has no value of its own
    # Along the way, which true and false positives measure together, both are one line.
    ways = [steps.true_positives + steps.false_positives for steps in (table.steps, outline.steps)]
    np.testing.assert_allclose(np.interp(ways[0], ways[1], few.x), every.x, atol=1e-12)
    kept = np.isin(ways[0], ways[1])
    np.testing.assert_array_equal(every.ys[0][kept], few.ys[0])
    between = np.searchsorted(ways[1], ways[0][~kept])
    low = np.minimum(few.ys[0][between - 1], few.ys[0][between])
    high = np.maximum(few.ys[0][between - 1], few.ys[0][between])
    y = every.ys[0][~kept]
    assert (low <= y).all()
    assert (y <= high).all()

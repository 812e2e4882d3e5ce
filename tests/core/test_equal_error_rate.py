"""The equal error rate and the rules: exact, and the same in any order of the rows."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from evalgui.core.areas import precision_recall_areas
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.histogram import histogram
from evalgui.core.rules import BUTTON_RULES, rule_by_id
from evalgui.core.score_table import ScoreTable
from tests.core.choosing import threshold_by
from tests.core.strategies import labelled_scores


def crossing(table):
    """Find the crossing segment by segment, in fractions."""
    steps = table.steps
    points = [
        (
            Fraction(int(fp), table.n_negative),
            Fraction(table.n_positive - int(tp), table.n_positive),
        )
        for tp, fp in zip(steps.tp_column, steps.fp_column, strict=True)
    ]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if x0 <= y0 and x1 >= y1:
            share = (y0 - x0) / ((x1 - x0) + (y0 - y1))
            return x0 + share * (x1 - x0)
    raise AssertionError


@given(labelled_scores())
def test_that_the_crossing_is_exact_and_within_its_bracket(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    found = equal_error_rate(table.steps)
    if truth.all() or not truth.any():
        assert np.isnan(found.value)
        assert found.row == -1
        return
    assert found.value == float(crossing(table))
    assert found.low <= found.value <= found.high
    counts = table.steps.counts_of(found.row)
    difference = abs(counts.fp * table.n_positive - counts.fn * table.n_negative)
    every = table.steps.counts()
    differences = np.abs(every.fp * table.n_positive - every.fn * table.n_negative)
    assert difference == differences.min()


@pytest.mark.parametrize(
    ("genuine", "impostor", "value"),
    [
        ([0.9, 0.8, 0.7, 0.4, 0.3], [0.1, 0.2, 0.35, 0.6, 0.65], 0.4),
        ([3.0, 3.0, 2.0, 2.0, 1.0], [2.0, 1.0, 1.0, 0.0, 0.0], 0.2),
        ([5.0, 6.0, 7.0], [1.0, 2.0, 3.0], 0.0),
        ([1.0, 1.0], [1.0, 1.0, 1.0], 0.5),
    ],
)
def test_that_known_sets_have_their_published_crossing(genuine, impostor, value):
    truth = [True] * len(genuine) + [False] * len(impostor)
    found = equal_error_rate(ScoreTable(genuine + impostor, truth).steps)
    assert found.value == pytest.approx(value, abs=1e-15)


def test_that_going_to_the_crossing_never_calls_nothing_when_all_scores_tie():
    found = equal_error_rate(ScoreTable([2.0, 2.0], [True, False]).steps)
    assert found.threshold == 2.0


@given(labelled_scores())
def test_that_no_threshold_has_a_greater_youden_index(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    threshold = threshold_by("youden", table)
    if truth.all() or not truth.any():
        assert threshold is None
        return

    def gain(counts):
        return counts.tp * table.n_negative - counts.fp * table.n_positive

    best = max(gain(table.steps.counts_of(row)) for row in range(len(table.steps)))
    assert gain(table.counts_at(threshold)) == best


def test_that_each_rule_chooses_what_it_says():
    table = ScoreTable([0.9, 0.7, 0.4, 0.1], [True, True, False, False])
    chosen = {rule.id: threshold_by(rule.id, table) for rule in BUTTON_RULES}
    assert chosen == {"eer": 0.7, "youden": 0.7, "half": 0.5, "middle": 0.5}
    assert rule_by_id("eer").name == "EER"


def test_that_the_middle_ignores_infinite_scores_and_does_not_overflow():
    assert threshold_by("middle", ScoreTable([np.inf, 1.0, 3.0, -np.inf], [True] * 4)) == 2.0
    assert threshold_by("middle", ScoreTable([-1.7e308, 1.7e308], [True, False])) == 0.0
    assert threshold_by("middle", ScoreTable([np.inf], [True])) is None


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("score", [0.0, -0.0, 0.25, -7.5, 1e300, 5e-324, 1.7976931348623157e308])
def test_that_the_middle_of_one_distinct_score_is_that_score(score, higher):
    for truth in ([True, False], [True, True]):
        table = ScoreTable([score, score], truth, higher_is_positive=higher)
        assert threshold_by("middle", table) == score


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("infinity", [np.inf, -np.inf])
def test_that_scores_that_all_are_one_infinity_have_every_number(infinity, higher):
    truth = [True, True, False]
    table = ScoreTable([infinity] * 3, truth, higher_is_positive=higher)
    for _ in ("sorted", "merged"):
        assert table.auc == 0.5
        called = table.counts_at(infinity)
        assert (called.tp, called.fp) == (2, 1)
        nearest = np.nextafter(infinity, 0)
        reaches = higher == (infinity > 0)
        assert table.counts_at(nearest).predicted_positives == (3 if reaches else 0)
        assert table.counts_at(-infinity).predicted_positives == (3 if reaches else 0)
        assert table.counts_at(np.nan).predicted_positives == 0
        assert len(table.steps) == 2
    strictest, only = table.steps.thresholds.tolist()
    assert only == infinity
    # No number lies beyond the infinity that calls the least.
    assert np.isnan(strictest) if reaches else strictest == -infinity
    assert table.steps.counts_of(0).predicted_positives == 0
    assert precision_recall_areas(table.steps) == (2 / 3, 2 / 3, 2 / 3)
    crossing = equal_error_rate(table.steps)
    assert (crossing.value, crossing.threshold, crossing.row) == (0.5, infinity, 1)
    found = {rule.id: threshold_by(rule.id, table) for rule in BUTTON_RULES}
    assert threshold_by("middle", table) is found["middle"] is None
    assert found["eer"] == infinity
    assert found["half"] == 0.5
    np.testing.assert_equal(found["youden"], strictest)
    bins = histogram(table)
    assert (len(bins.edges), len(bins.positives), bins.n_infinite) == (0, 0, 3)


@given(labelled_scores(missing=True))
def test_that_every_row_is_in_one_bin_or_infinite(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    found = histogram(table, 7)
    assert found.positives.sum() + found.negatives.sum() + found.n_infinite == table.n
    assert found.n_infinite >= np.isinf(scores).sum()
    finite = scores[np.isfinite(scores)]
    if len(finite) and np.abs(finite).max() < 1e100:
        expected, _ = np.histogram(scores[truth & np.isfinite(scores)], bins=found.edges)
        np.testing.assert_array_equal(found.positives, expected)
        assert found.n_infinite == np.isinf(scores).sum()

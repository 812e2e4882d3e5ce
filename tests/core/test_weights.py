"""Weights with fractions: exact sums, scikit-learn's numbers, and what the rows are worth."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.curves import curve_by_id
from evalgui.core.curves.curve import vertices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.core.goals import Goal, GoalError, Wanted, rule_of
from evalgui.core.grey_zone import grey_zone
from evalgui.core.histogram import histogram
from evalgui.core.intervals.by_weight import weights_at
from evalgui.core.metrics import METRICS
from evalgui.core.redraw import plan_of
from evalgui.core.rules import RULES, choose, rule_by_id
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.weights import NO_COUNTS, in_parts

TENTHS = st.integers(0, 50).map(lambda n: n / 10)


def weighted(scores, truth, weights, *, higher=True):
    """Return a data set whose rows have weights."""
    parts, unit = in_parts(np.asarray(weights, dtype=np.float64))
    counts = np.zeros((len(parts), 2), dtype=np.int64)
    counts[np.arange(len(parts)), np.asarray(truth, dtype=np.intp)] = parts
    score = Score("s", np.asarray(scores, dtype=np.float64), higher)
    known = {"truth": np.empty(0, np.int8), "positive": 1, "scores": (score,)}
    return Dataset("a.csv", ("no", "yes"), row_counts=counts, unit=unit, **known)


def drawn(seed=3, n=500, weights=None):
    random = np.random.default_rng(seed)
    truth = random.random(n) < 0.4
    scores = random.normal(truth * 1.2, 1.0).round(1)
    if weights is None:
        weights = random.gamma(1.0, 2.0, n)
    return scores, truth, weights


@given(st.lists(TENTHS, min_size=1, max_size=30).filter(any))
def test_that_decimals_are_added_exactly(weights):
    parts, unit = in_parts(np.array(weights))
    assert unit in {1.0, 10.0}
    assert Fraction(int(parts.sum()), int(unit)) == sum(Fraction(str(w)) for w in weights)


@given(st.lists(st.floats(1e-9, 1e12), min_size=1, max_size=50))
def test_that_no_weight_is_moved_by_more_than_rounding_of_the_sum(weights):
    given_ = np.array(weights)
    parts, unit = in_parts(given_)
    assert int(parts.sum()) <= 2**53
    assert np.all(np.abs(parts / unit - given_) <= 2.0**-51 * given_.sum())


def test_that_whole_weights_are_counts_as_ever():
    parts, unit = in_parts(np.array([1.0, 7.0, 0.0]))
    assert (parts.tolist(), unit) == ([1, 7, 0], 1.0)
    table = ScoreTable.from_counts([1, 2, 3], [0, 1, 1], [1, 1, 0])
    assert table.steps.squares is None
    assert weights_at(table.steps, 1) is None
    assert isinstance(table.steps.sums_of(1).tp, int)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("kind", ["gamma", "decimal"])
def test_that_numbers_are_those_of_scikit_learn(higher, kind):
    scores, truth, weights = drawn()
    if kind == "decimal":
        weights = np.random.default_rng(1).choice([0.1, 0.25, 1.3, 0.0], len(truth))
    shown = scores if higher else -scores
    snapshot = resolve(Inputs(weighted(shown, truth, weights, higher=higher), threshold=0.5))
    if not higher:
        snapshot = resolve(Inputs(snapshot.dataset, threshold=-0.5))
    calls, known = scores >= 0.5, {"sample_weight": weights}
    point, exact = snapshot.point, {"rel": 1e-12}
    found = sklearn.confusion_matrix(truth, calls, **known)
    counts = point.counts
    assert [[counts.tn, counts.fp], [counts.fn, counts.tp]] == [
        pytest.approx(row.tolist(), **exact) for row in found
    ]
    for metric_id, value in (
        ("TPR", sklearn.recall_score(truth, calls, **known)),
        ("PPV", sklearn.precision_score(truth, calls, **known)),
        ("ACC", sklearn.accuracy_score(truth, calls, **known)),
        ("BCR", sklearn.balanced_accuracy_score(truth, calls, **known)),
        ("F1", sklearn.f1_score(truth, calls, **known)),
        ("JACC", sklearn.jaccard_score(truth, calls, **known)),
        ("MCC", sklearn.matthews_corrcoef(truth, calls, **known)),
        ("KAPPA", sklearn.cohen_kappa_score(truth, calls, **known)),
    ):
        assert point.measured[metric_id].value == pytest.approx(value, **exact), metric_id
    ranking = snapshot.ranking
    assert ranking.value("roc_auc") == pytest.approx(
        sklearn.roc_auc_score(truth, scores, **known), **exact
    )
    assert ranking.value("average_precision") == pytest.approx(
        sklearn.average_precision_score(truth, scores, **known), **exact
    )
    fpr, tpr, _ = sklearn.roc_curve(truth, scores, drop_intermediate=False, **known)
    drawn_curve = vertices(curve_by_id("roc"), ranking.table)
    # Scores of no weight at all are no corner here.
    kept = np.concatenate([[True], (np.diff(fpr) > 0) | (np.diff(tpr) > 0)])
    assert drawn_curve.x == pytest.approx(fpr[kept], abs=1e-12)
    assert drawn_curve.ys[0] == pytest.approx(tpr[kept], abs=1e-12)


def test_that_probabilities_are_scored_by_weight():
    scores, truth, weights = drawn()
    values = 1 / (1 + np.exp(-scores))
    snapshot = resolve(Inputs(weighted(values, truth, weights)))
    brier = sklearn.brier_score_loss(truth, values, sample_weight=weights)
    assert snapshot.ranking.value("brier") == pytest.approx(brier, rel=1e-12)
    loss = sklearn.log_loss(truth, values, sample_weight=weights)
    assert snapshot.ranking.value("log_loss") == pytest.approx(loss, rel=1e-12)


@settings(max_examples=40)
@given(st.data())
def test_that_multiples_of_whole_weights_have_the_rates_and_choices_of_counts(data):
    n = data.draw(st.integers(2, 25))
    scores = data.draw(st.lists(st.integers(0, 6), min_size=n, max_size=n))
    truth = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    whole = np.array(data.draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)))
    counts = np.where(truth, whole, 0), np.where(truth, 0, whole)
    known = ScoreTable.from_counts(scores, *counts).steps
    dataset = weighted(scores, truth, whole / 8)
    score, steps = dataset.scores[0], resolve(Inputs(dataset)).ranking.table.steps
    if not steps.is_weighted:  # all are multiples of 8
        return
    for row in range(len(steps)):
        told, counted = steps.sums_of(row), known.counts_of(row)
        assert (told.tp * 8, told.fn * 8) == (counted.tp, counted.fn)
        assert (told.fp * 8, told.tn * 8) == (counted.fp, counted.tn)
    for rule in RULES:
        chosen, plain = choose(rule, steps, score), choose(rule, known, score)
        if chosen.threshold is not None:
            assert chosen.row == plain.row, rule.id
            assert chosen.value == pytest.approx(plain.value, nan_ok=True), rule.id


def test_that_proportions_rest_on_the_effective_n_of_their_own_rows():
    scores, truth, weights = drawn()
    snapshot = resolve(Inputs(weighted(scores, truth, weights), threshold=0.5))
    calls = scores >= 0.5
    every = np.ones(len(truth), dtype=bool)
    for metric_id, rows, right in (
        ("TPR", truth, calls),
        ("FPR", ~truth, calls),
        ("PPV", calls, truth),
        ("NPV", ~calls, ~truth),
        ("ACC", every, calls == truth),
        ("JACC", truth | calls, truth & calls),
    ):
        own = weights[rows]
        n = own.sum() ** 2 / (own**2).sum()
        share = weights[rows & right].sum() / own.sum()
        expected = proportion_confint(share * n, n, method="wilson")
        found = snapshot.point.intervals[metric_id]
        assert (found.lower, found.upper) == pytest.approx(expected, rel=1e-9), metric_id
        assert found.method == "Wilson, effective n by weight"
        assert "by their weights they count as" in found.assumes
    for metric in METRICS:
        found = snapshot.point.intervals[metric.id]
        assert found.reason or "by weight" in found.method, metric.id


def test_that_the_interval_of_equal_weights_is_that_of_rows():
    scores, truth, _ = drawn(n=80)
    plain = resolve(
        Inputs(
            Dataset("a", ("no", "yes"), truth.astype(np.int8), 1, (Score("s", scores),)),
            threshold=0.5,
        )
    )
    halves = resolve(Inputs(weighted(scores, truth, np.full(80, 0.5)), threshold=0.5))
    assert halves.dataset.n_instances == 40
    for metric in METRICS:
        one, other = (each.point.intervals[metric.id] for each in (plain, halves))
        if metric.id != "AGM":  # which depends on how many there are
            assert (one.lower, one.upper) == pytest.approx(
                (other.lower, other.upper), rel=1e-9, nan_ok=True
            ), metric.id


def test_that_the_wilson_interval_of_weights_covers():
    random = np.random.default_rng(11)
    share, inside, n_tried = 0.8, 0, 600
    for _ in range(n_tried):
        weights = random.gamma(1.0, 1.0, 120)
        right = random.random(120) < share
        parts, unit = in_parts(weights)
        table = ScoreTable.from_counts(right.astype(float), parts, 0 * parts, unit=unit)
        worth = weights_at(table.steps, 1).worth(lambda c: (c.tp, c.tp + c.fn))
        counts = table.steps.sums_of(1)
        low, high = proportion_confint(*worth.of(counts.tp, counts.tp + counts.fn), method="wilson")
        inside += low <= share <= high
    assert inside / n_tried >= 0.93


@pytest.mark.parametrize(
    "rule_id", ["cost", "net-benefit", "min-dcf", "chi-squared", "sensitivity-limit", "npv-limit"]
)
def test_that_rules_that_need_counts_are_refused_in_words(rule_id):
    scores, truth, weights = drawn()
    snapshot = resolve(Inputs(weighted(scores, truth, weights)))
    ranking = snapshot.ranking
    choice = choose(rule_by_id(rule_id), ranking.table.steps, ranking.score)
    assert choice.threshold is None
    assert NO_COUNTS in choice.undefined


def test_that_a_measure_of_how_many_there_are_is_not_maximised():
    scores, truth, weights = drawn()
    ranking = resolve(Inputs(weighted(scores, truth, weights))).ranking
    for values, is_refused in (
        ({"maximise": "AGM"}, True),
        ({"maximise": "F1", "subject-to": "TPR", "on": "limit", "target": 0.5}, True),
        ({"maximise": "F1", "subject-to": "TPR", "target": 0.5}, False),
    ):
        choice = choose(rule_by_id("maximise"), ranking.table.steps, ranking.score, values)
        assert (NO_COUNTS in choice.undefined) is is_refused, values


def test_that_what_needs_counts_says_so():
    scores, truth, weights = drawn()
    snapshot = resolve(Inputs(weighted(scores, truth, weights)))
    settings_, sampling = snapshot.inputs.intervals, snapshot.dataset.sampling
    for metric_id, interval in snapshot.ranking.intervals(settings_, sampling).items():
        assert NO_COUNTS in interval.reason, metric_id
    with pytest.raises(DataError, match=NO_COUNTS):
        plan_of(snapshot)
    with pytest.raises(GoalError, match="ask for a rate"):
        rule_of(Goal(Wanted("FN"), 3), snapshot.ranking.table.steps)
    exact = replace(settings_, methods={METRICS.by_id("TPR").estimate.kind: "clopper-pearson"})
    told = resolve(replace(snapshot.inputs, intervals=exact)).point.intervals["TPR"]
    assert "an exact interval" in told.reason


def test_that_sums_are_settled_wherever_they_are_differences():
    scores, truth, _ = drawn()
    weights = np.random.default_rng(2).choice([0.1, 0.2, 0.7], len(truth))
    snapshot = resolve(Inputs(weighted(scores, truth, weights)))
    table = snapshot.ranking.table
    found = histogram(table, 20)
    total = Fraction(0)
    for part in (found.positives, found.negatives):
        total += sum(Fraction(repr(value)) for value in part.tolist())
    assert total == sum(Fraction(repr(w)) for w in weights.tolist())
    assert found.n_infinite == 0
    zone = grey_zone(table.steps, -0.5, 0.5)
    inside = [Fraction(repr(w)) for w in weights[(scores >= -0.5) & (scores < 0.5)].tolist()]
    assert zone.grey.n == pytest.approx(float(sum(inside)), abs=0)
    assert all(map(math.isnan, zone.grey.likelihood_ratio_interval(0.95)))

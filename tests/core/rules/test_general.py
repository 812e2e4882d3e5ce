"""The general rule, "maximise X subject to Y", and what its search takes for granted."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Better
from evalgui.core.score_table import ScoreTable
from evalgui.core.searching.criterion import TURNS, as_fractions, criterion_of
from tests.core.choosing import chosen
from tests.core.rules.test_optima import small_blocks
from tests.core.strategies import labelled_scores

CHOOSABLE = [metric for metric in METRICS if metric.better is not Better.NEITHER]


@pytest.mark.parametrize("metric", CHOOSABLE, ids=lambda metric: metric.id)
def test_that_only_the_named_measures_can_get_worse_by_a_better_call(metric):
    gets_worse = False
    for n_positive, n_negative in itertools.product((1, 2, 5), (1, 3, 6)):
        tp, fp = (
            cells.ravel() for cells in np.mgrid[0 : n_positive + 1, 0 : n_negative + 1].astype(int)
        )
        values = metric.value(Counts(tp=tp, fp=fp, fn=n_positive - tp, tn=n_negative - fp))
        good = np.asarray(values if metric.better is Better.HIGHER else -values)
        is_better = (tp[:, None] >= tp) & (fp[:, None] <= fp)  # row beside column
        comparable = np.isfinite(good)[:, None] & np.isfinite(good) & is_better
        with np.errstate(invalid="ignore"):
            gets_worse |= bool(np.any(good[:, None][comparable.any(axis=1)] < -np.inf))
            gets_worse |= bool(np.any((good[:, None] - good < -1e-12) & comparable))
    assert gets_worse == (metric.id in TURNS)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_candidates_are_compared_as_fractions_where_no_logarithm_is_taken(metric):
    found = criterion_of(metric).exactly(Counts(tp=7, fp=2, fn=3, tn=5))
    assert isinstance(found, Fraction) == (metric.id not in {"DP", "DP10"})


@given(
    drawn=labelled_scores(),
    objective=st.sampled_from(CHOOSABLE),
    constraint=st.sampled_from(METRICS),
    target=st.sampled_from([0.0, 0.1, 0.5, 0.8, 1.0, 3.0]),
    at_least=st.booleans(),
)
@settings(max_examples=400)
def test_that_the_best_measure_under_a_condition_is_found(
    drawn, objective, constraint, target, at_least
):
    scores, truth, higher = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    with small_blocks():
        choice = chosen(
            "maximise",
            table,
            maximise=objective.id,
            subject_to=constraint.id,
            target=target,
            side="at-least" if at_least else "at-most",
        )
    good = {}
    for row in range(len(table.steps)):
        counts = table.steps.counts_of(row)
        value, held = objective.value(counts), constraint.value(counts)
        is_met = held >= target - 1e-12 if at_least else held <= target + 1e-12
        if math.isfinite(value) and math.isfinite(held) and is_met:
            good[row] = value if objective.better is Better.HIGHER else -value
    if not good:
        assert choice.threshold is None
        assert choice.undefined
        return
    assert choice.row in good
    assert good[choice.row] == pytest.approx(max(good.values()), abs=1e-12)
    assert choice.value == objective.value(choice.counts)


def test_that_a_limit_of_a_rate_is_guaranteed_and_that_of_a_predictive_value_is_not():
    rng = np.random.default_rng(5)
    truth = rng.random(3_000) < 0.4
    table = ScoreTable(rng.normal(size=len(truth)) + 2 * truth, truth)
    on = {"on": "limit", "level": 0.9}
    found = chosen("maximise", table, maximise="TNR", subject_to="TPR", target=0.9, **on)
    assert (
        found.threshold == chosen("sensitivity-limit", table, sensitivity=0.9, level=0.9).threshold
    )
    assert found.notes == ()
    found = chosen("maximise", table, maximise="TPR", subject_to="PPV", target=0.9, **on)
    assert found.threshold == chosen("ppv-limit", table, ppv=0.9, level=0.9).threshold
    assert "not guaranteed" in found.notes[0]
    assert found.confidence >= 0.9


@pytest.mark.parametrize(
    ("measure", "target", "hits", "alarms"),
    [
        # 1.7 x 12 / (1.7 x 12 + 0.7 x 3 + 3), though 0.7 is no sum of halves.
        ("FALPHA", 0.8, (12, 3), (3, 26)),
        # (1 - 4) / (1 + 4), where sqrt(FP FN) is four times sqrt(TP TN), and neither is a fraction.
        ("YULEY", -0.6, (1, 4), (8, 2)),
    ],
)
def test_that_a_measure_meets_the_decimal_that_it_is(measure, target, hits, alarms):
    table = ScoreTable.from_counts([2, 1], hits, alarms)
    for found in (
        chosen("maximise", table, maximise="TNR", subject_to=measure, target=target),
        chosen("reach", table, measure=measure, value=target),
    ):
        assert found.row == 1, found.undefined


def test_that_named_rules_are_presets_of_the_general_one():
    rng = np.random.default_rng(6)
    truth = rng.random(500) < 0.4
    table = ScoreTable(np.round(rng.normal(size=len(truth)) + truth, 1), truth)
    for name, metric in (("f1", "F1"), ("mcc", "MCC"), ("kappa", "KAPPA"), ("accuracy", "ACC")):
        free = chosen("maximise", table, maximise=metric, subject_to=None)
        named = chosen(name, table)
        assert (free.threshold, free.value, free.ties) == (named.threshold, named.value, named.ties)


@pytest.mark.parametrize("metric", CHOOSABLE, ids=lambda metric: metric.id)
def test_that_a_measure_of_fractions_is_the_measure(metric):
    counts = Counts(tp=7, fp=3, fn=2, tn=11)
    exactly = float(metric.value(as_fractions(counts)))
    assert exactly == pytest.approx(metric.value(counts), rel=1e-14)
    assert criterion_of(metric).value(counts) == metric.value(counts)

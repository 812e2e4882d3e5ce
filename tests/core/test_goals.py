"""A number that is asked for leads to the threshold that brute force over all thresholds finds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evalgui.core.dataset import Dataset, Score
from evalgui.core.goals import (
    CELLS,
    Goal,
    GoalError,
    Wanted,
    answer,
    can_be_asked,
    is_quick,
    rule_of,
)
from evalgui.core.metrics import METRICS, Better, Parameters, metric_by_id
from evalgui.core.rules import rule_by_id
from evalgui.core.rules.limits import lower_limit_confidence, upper_limit_confidence
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, rank
from tests.core.choosing import chosen
from tests.core.rules.test_optima import small_blocks
from tests.core.strategies import labelled_scores

RATES = ("TPR", "TNR", "FPR", "FNR")
OTHERS = [metric for metric in METRICS if metric.id not in {*RATES, "PPV", "NPV", "LRP", "LRN"}]


def ranking_of(scores, truth, *, higher=True):
    """Return the ranking of some scores."""
    score = Score("s", np.asarray(scores, dtype=float), higher_is_positive=higher)
    truth = np.asarray(truth).astype(np.int64)
    return rank(Dataset("d", ("no", "yes"), truth, 1, (score,)), 0)


def points(ranking):
    """Return the counts at every distinct threshold, strictest first."""
    steps = ranking.table.steps
    return [steps.counts_of(row) for row in range(len(steps))]


@given(drawn=labelled_scores(), cell=st.sampled_from(CELLS), share=st.floats(0, 1))
@settings(max_examples=200)
def test_that_a_cell_goes_to_its_count_at_the_least_cost(drawn, cell, share):
    scores, truth, higher = drawn
    assume(truth.any() and not truth.all())
    ranking = ranking_of(scores, truth, higher=higher)
    every = points(ranking)
    last = every[-1]
    n = int(last.actual_positives if cell in {"TP", "FN"} else last.actual_negatives)
    wanted = round(share * n)
    found = answer(Goal(Wanted(cell), wanted), ranking).choice
    is_most = cell in {"FN", "FP"}
    name = cell.lower()
    meets = [
        counts
        for counts in every
        if (getattr(counts, name) <= wanted if is_most else getattr(counts, name) >= wanted)
    ]
    # At the least cost to the other class: the strictest for positives, else the most lenient.
    best = meets[0] if cell in {"TP", "FN"} else meets[-1]
    assert found.counts == best


@given(drawn=labelled_scores(), total=st.sampled_from(["PP", "PN"]), share=st.floats(0, 1))
@settings(max_examples=200)
def test_that_a_total_of_the_calls_is_a_queue_that_is_as_long_as_it_may_be(drawn, total, share):
    scores, truth, higher = drawn
    assume(len(truth))
    ranking = ranking_of(scores, truth, higher=higher)
    every = points(ranking)
    n = int(every[-1].n)
    wanted = round(share * n)
    goal = Goal(Wanted(total), wanted)
    found = answer(goal, ranking).choice
    called = wanted if total == "PP" else n - wanted
    assert found.rule.id == "queue"
    assert is_quick(goal)
    assert found.counts == [one for one in every if int(one.predicted_positives) <= called][-1]
    if total == "PP":
        assert goal.wanted.count_in(found.counts) <= wanted
    else:
        assert goal.wanted.count_in(found.counts) >= wanted


@pytest.mark.parametrize("rate", RATES)
def test_that_a_limit_is_met_by_the_exact_one_and_not_by_the_next_threshold(rate):
    rng = np.random.default_rng(5)
    truth = np.arange(400) % 2 == 0
    ranking = ranking_of(np.round(rng.normal(truth, 0.7), 2), truth)
    target = 0.9 if rate in {"TPR", "TNR"} else 0.1
    found = answer(Goal(Wanted(rate), target, level=0.95), ranking).choice
    steps = ranking.table.steps

    def is_met(row):
        x, n = metric_by_id(rate).fraction(steps.counts_of(row))
        of = lower_limit_confidence if rate in {"TPR", "TNR"} else upper_limit_confidence
        return of(x, n, target) >= 0.95

    assert found.rule.id.endswith("-limit")
    assert is_met(found.row)
    stricter = rate in {"TPR", "FNR"}
    assert not is_met(found.row - 1 if stricter else found.row + 1)


@given(
    drawn=labelled_scores(),
    metric=st.sampled_from(OTHERS),
    target=st.sampled_from([0.0, 0.1, 0.5, 0.8, 1.0]),
)
@settings(max_examples=300)
def test_that_any_measure_comes_as_near_as_can_be_on_its_good_side(drawn, metric, target):
    scores, truth, higher = drawn
    assume(truth.any() and not truth.all())
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    steps = table.steps
    with small_blocks():
        choice = chosen("reach", table, measure=metric.id, value=target)
    values = [float(metric.value(steps.counts_of(row))) for row in range(len(steps))]
    meets = [
        value
        for value in values
        if math.isfinite(value)
        and (metric.better is not Better.HIGHER or value >= target - 1e-12)
        and (metric.better is not Better.LOWER or value <= target + 1e-12)
    ]
    if not meets:
        assert choice.threshold is None
        return
    nearest = min(abs(value - target) for value in meets)
    assert abs(choice.value - target) == pytest.approx(nearest, abs=1e-12)
    tied = [
        row
        for row, value in enumerate(values)
        if value in meets and abs(abs(value - target) - nearest) < 1e-13
    ]
    youden = [float(metric_by_id("YI").value(steps.counts_of(row))) for row in tied]
    assert float(metric_by_id("YI").value(choice.counts)) == pytest.approx(max(youden), abs=1e-9)


def test_that_what_no_threshold_reaches_is_told_with_what_comes_near():
    ranking = ranking_of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 1, 0, 1])
    found = answer(Goal(Wanted("ACC"), 0.99), ranking)
    assert found.choice.threshold is None
    values = sorted(
        {float(metric_by_id("ACC").value(counts)) for counts in points(ranking)}, reverse=True
    )
    offered = [float(metric_by_id("ACC").value(choice.counts)) for choice in found.offers]
    assert offered == values[:2]
    at_prevalence = answer(Goal(Wanted("PPV", prevalence=0.001), 0.99), ranking)
    assert at_prevalence.choice.threshold is not None  # the strictest calls no negative
    few = answer(Goal(Wanted("TPR"), 0.7, level=0.95), ranking)
    assert few.choice.threshold is None
    assert "too few" in few.choice.undefined
    assert [choice.rule.id for choice in few.offers] == ["sensitivity", "sensitivity-limit"]
    assert few.offers[1].counts.fn == 0  # four of four support the most


@pytest.mark.parametrize(
    ("wanted", "target", "words"),
    [
        (Wanted("TPR"), 95, "share from 0 to 1"),
        (Wanted("FPR"), -0.1, "share from 0 to 1"),
        (Wanted("LRP"), -1, "a number from 0"),
        (Wanted("MCC"), 2, "from -1 to 1"),
        (Wanted("TP"), 2.5, "whole number"),
        (Wanted("FP"), 5, "There are 4"),
        (Wanted("PP"), 9, "There are 8 rows: type a whole number up to that"),
        (Wanted("PN"), 0.5, "There are 8 rows: type a whole number up to that"),
        *(
            (Wanted(total), 3, "That stands in the data: no threshold changes it")
            for total in ("P", "N", "ROWS", "PREV")
        ),
    ],
)
def test_that_what_no_number_can_be_is_refused_in_words(wanted, target, words):
    ranking = ranking_of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 1, 0, 1])
    with pytest.raises(GoalError, match=words):
        rule_of(Goal(wanted, target), ranking.table.steps)


def test_that_only_the_usual_formula_is_asked_for():
    assert can_be_asked(Wanted("FBETA"))
    assert not can_be_asked(Wanted("FBETA"), Parameters(beta=3.0))
    assert can_be_asked(Wanted("TPR"), Parameters(beta=3.0))


def test_that_the_prevalence_is_part_of_the_rule():
    ranking = ranking_of([1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 1, 0, 1])
    rule, values = rule_of(Goal(Wanted("NPV", 0.05), 0.98), ranking.table.steps)
    assert (rule, values) == ("npv", {"npv": 0.98, "prevalence": 0.05})
    assert rule_by_id(rule).values(values) == values
    assert Inputs().is_followed is False

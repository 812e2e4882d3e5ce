"""The rules with a target, and those about shares, against brute force over all thresholds."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom

from evalgui.core.counts import Counts
from evalgui.core.intervals.many import mover_ratio_of_many, predictive_values_of_many
from evalgui.core.intervals.ratios import mover_ratio
from evalgui.core.rules import RULES, ParameterError, rule_by_id
from evalgui.core.rules.limits import (
    fewest_for_lower_limit,
    most_for_upper_limit,
    rows_needed,
)
from evalgui.core.score_table import ScoreTable
from tests.core.choosing import chosen
from tests.core.rules.oracle import Cells, operating_points, over
from tests.core.rules.test_optima import small_blocks
from tests.core.strategies import labelled_scores

TARGETS = st.one_of(
    st.integers(0, 20).map(lambda part: part / 20), st.sampled_from([1e-6, 1e-4, 1 / 3, 0.99])
)
LEVELS = st.sampled_from([0.8, 0.9, 0.95])
TP, FP, FN, TN = range(4)
RATES = {  # what is counted, and the other part of its whole
    "sensitivity": (TP, FN),
    "specificity": (TN, FP),
    "fmr": (FP, TN),
    "fnmr": (FN, TP),
    "ppv": (TP, FP),
    "npv": (TN, FN),
}
LENIENT = {"specificity", "fmr", "ppv", "lr-positive"}


def lower(x: int, n: int, level: float) -> float:
    """Return the one-sided lower limit of Clopper and Pearson."""
    return 0.0 if x == 0 else float(beta.ppf(1 - level, x, n - x + 1))


def upper(x: int, n: int, level: float) -> float:
    """Return the one-sided upper limit of Clopper and Pearson."""
    return 1.0 if x == n else float(beta.ppf(level, x + 1, n - x))


def is_met(name: str, cells: Cells, target: float, level: float | None) -> bool:
    x, rest = (cells[place] for place in RATES[name])
    n = x + rest
    if not n:
        return False
    is_error = name in {"fmr", "fnmr"}
    if level is None:
        share, goal = Fraction(x, n), Fraction(repr(target))
        return share <= goal if is_error else share >= goal
    if is_error:
        return upper(x, n, level) <= target * (1 + 1e-9)
    return lower(x, n, level) >= target * (1 - 1e-9)


def kept(name: str, cells: Cells) -> int:
    """Return how many rows of the other class are called right."""
    return cells[0] if name in LENIENT else cells[3]


def expected_row(name: str, points: Any, meets: list[bool]) -> int | None:
    rows = [row for row, met in enumerate(meets) if met]
    if not rows:
        return None
    best = max(kept(name, points[row][1]) for row in rows)
    rows = [row for row in rows if kept(name, points[row][1]) == best]
    return rows[-1] if name in LENIENT else rows[0]


@pytest.mark.parametrize("name", RATES)
@given(drawn=labelled_scores(), target=TARGETS, level=st.one_of(st.none(), LEVELS))
def test_that_a_target_is_met_at_the_least_cost_to_the_other_class(name, drawn, target, level):
    scores, truth, higher = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    limit = {} if level is None else {"level": level}
    with small_blocks():
        choice = chosen(
            name if level is None else f"{name}-limit", table, **{name: target}, **limit
        )
    meets = [is_met(name, cells, target, level) for _threshold, cells in points]
    row = expected_row(name, points, meets)
    if row is None:
        assert choice.threshold is None
        assert choice.undefined
        return
    assert choice.row == row
    tied = [
        place
        for place, met in enumerate(meets)
        if met and kept(name, points[place][1]) == kept(name, points[row][1])
    ]
    assert len(choice.ties) == (len(tied) if len(tied) > 1 else 0)
    if name in {"ppv", "npv"}:
        assert ("not guaranteed" in " ".join(choice.notes)) == (level is not None)


@pytest.mark.parametrize("name", ["lr-positive", "lr-negative"])
@given(drawn=labelled_scores(), target=st.sampled_from([0.1, 0.5, 1.0, 2.0, 10.0, 1 / 3]))
def test_that_ratios_with_an_empty_denominator_are_left_out(name, drawn, target):
    scores, truth, higher = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    goal = Fraction(repr(target))
    meets = []
    for _threshold, (tp, fp, fn, tn) in points:
        if name == "lr-positive":
            ratio = over(tp * (fp + tn), fp * (tp + fn))
            meets.append(ratio is not None and ratio >= goal)
        else:
            ratio = over(fn * (fp + tn), tn * (tp + fn))
            meets.append(ratio is not None and ratio <= goal)
    choice = chosen(name, table, **{name: target})
    row = expected_row(name, points, meets)
    assert choice.row == (-1 if row is None else row)
    if name == "lr-positive":
        has_infinite = any(fp == 0 and tp > 0 for _t, (tp, fp, _fn, _tn) in points)
        assert bool(choice.notes) == has_infinite


@given(drawn=labelled_scores(), first=TARGETS, second=TARGETS)
def test_that_both_rates_are_met_where_they_can_be(drawn, first, second):
    scores, truth, higher = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    rows = [
        row
        for row, (_threshold, cells) in enumerate(points)
        if is_met("sensitivity", cells, first, None) and is_met("specificity", cells, second, None)
    ]
    choice = chosen("both", table, sensitivity=first, specificity=second)
    if not rows:
        assert choice.undefined == "no threshold meets both"
        return
    gain = [
        points[row][1][0] * table.n_negative - points[row][1][1] * table.n_positive for row in rows
    ]
    assert choice.row == rows[gain.index(max(gain))]


@given(
    n=st.integers(1, 3000), target=st.sampled_from([1e-3, 0.01, 0.1, 0.5, 0.9, 0.95]), level=LEVELS
)
def test_that_counts_for_a_limit_are_the_last_that_scipy_agrees_with(n, target, level):
    fewest = fewest_for_lower_limit(n, target, level)
    if fewest is None:
        assert lower(n, n, level) < target
    else:
        assert lower(fewest, n, level) >= target * (1 - 1e-9)
        assert fewest == 0 or lower(fewest - 1, n, level) < target
    most = most_for_upper_limit(n, target, level)
    if most is None:
        assert upper(0, n, level) > target
    else:
        assert upper(most, n, level) <= target * (1 + 1e-9)
        assert upper(most + 1, n, level) > target if most < n else target == 1.0
    needed = rows_needed(target, level)
    assert (most is None) == (n < needed)


def test_that_the_attained_confidence_is_that_of_the_binomial_distribution():
    rng = np.random.default_rng(3)
    truth = rng.random(2_000) < 0.5
    table = ScoreTable(rng.normal(size=2_000) + 2 * truth, truth)
    found = chosen("sensitivity-limit", table, sensitivity=0.9, level=0.95)
    x, n = found.counts.tp, table.n_positive
    assert found.confidence == pytest.approx(binom.cdf(x - 1, n, 0.9), rel=1e-9)
    assert found.confidence >= 0.95 > binom.cdf(x - 2, n, 0.9)
    found = chosen("fmr-limit", table, fmr=0.01, level=0.9)
    x, n = found.counts.fp, table.n_negative
    assert found.confidence == pytest.approx(binom.sf(x, n, 0.01), rel=1e-9)
    assert found.confidence >= 0.9
    assert chosen("sensitivity", table, sensitivity=0.9).confidence < 0.6


def test_that_what_the_data_cannot_support_is_said_with_what_it_takes():
    table = ScoreTable(np.arange(100.0), np.arange(100) >= 50)
    assert "it takes 59" in chosen("sensitivity-limit", table, sensitivity=0.95).undefined
    assert "29\N{NARROW NO-BREAK SPACE}956" in chosen("fmr-limit", table, fmr=1e-4).undefined
    assert "not supported" in chosen("fmr", table, fmr=1e-4).notes[0]
    assert chosen("zero-fmr", table).threshold == 50.0
    assert math.isnan(chosen("zero-fmr", table).confidence)


@given(drawn=labelled_scores(), share=st.integers(0, 20).map(lambda part: part / 20))
def test_that_as_many_are_called_as_is_asked_for(drawn, share):
    scores, truth, higher = drawn
    if not len(truth):
        assert chosen("queue", ScoreTable([], [])).undefined == "no rows"
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    called = [tp + fp for _threshold, (tp, fp, _fn, _tn) in points]
    wanted = Fraction(repr(share)) * len(truth)
    assert chosen("queue", table, share=share).row == max(
        row for row, n in enumerate(called) if n <= wanted
    )
    gaps = [abs(n - wanted) for n in called]
    found = chosen("prevalence", table, prevalence=share)
    assert found.row == gaps.index(min(gaps))
    assert len(found.ties) == (2 if gaps.count(min(gaps)) > 1 else 0)
    if truth.any() and not truth.all():
        gaps = [abs(n - int(truth.sum())) for n in called]
        assert chosen("observed-prevalence", table).row == gaps.index(min(gaps))


def test_that_predictive_values_are_taken_at_a_given_prevalence():
    truth = np.array([True] * 10 + [False] * 100)
    scores = np.array([2.0] * 9 + [1.0] + [2.0] * 20 + [1.0] * 80)
    table = ScoreTable(scores, truth)
    assert chosen("ppv", table, ppv=0.33, prevalence=0.1).threshold == 2.0
    assert chosen("ppv", table, ppv=0.34, prevalence=0.1).undefined
    # NPV of 0.9 0.8 / (0.9 0.8 + 0.1 0.1)
    assert chosen("npv", table, npv=0.986, prevalence=0.1).threshold == 2.0
    assert chosen("npv", table, npv=0.987, prevalence=0.1).undefined


@given(drawn=labelled_scores(finite=True))
def test_that_the_mean_of_the_class_means_is_between_them(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    choice = chosen("class-means", table)
    if truth.all() or not truth.any():
        assert choice.undefined
        return
    means = [
        sum(map(Fraction, scores[side].tolist())) / int(side.sum()) for side in (truth, ~truth)
    ]
    exact = sum(means) / 2
    room = max(abs(Fraction(one)) for one in scores.tolist()) / 10**14 + Fraction(5e-324)
    assert abs(Fraction(choice.threshold) - exact) <= room


def test_that_the_means_of_the_largest_scores_do_not_overflow():
    table = ScoreTable([1.7976931348623157e308, 1e308, 5e-324], [True, True, False])
    assert chosen("class-means", table).threshold == pytest.approx(6.9942e307, rel=1e-4)


def test_that_infinite_scores_have_no_mean():
    table = ScoreTable([np.inf, 1.0, -np.inf], [True, True, False])
    assert chosen("class-means", table).undefined == "a score is infinite"


def test_that_a_rule_refuses_what_it_cannot_work_with():
    table = ScoreTable([1.0, 2.0], [False, True])
    for given_values in ({"sensitivity": 1.5}, {"sensitivity": math.nan}, {"other": 1.0}):
        with pytest.raises(ParameterError):
            chosen("sensitivity", table, **given_values)
    with pytest.raises(ParameterError, match="no measure"):
        chosen("maximise", table, maximise="X")
    with pytest.raises(ParameterError, match="neither"):
        chosen("maximise", table, maximise="PREV")


def test_that_every_rule_has_a_declaration_that_can_be_read():
    for rule in RULES:
        assert not str(rule.explanation).endswith(".")
        assert rule.values() == {p.id: p.checked(p.default) for p in rule.parameters}
        for parameter in rule.parameters:
            assert parameter.range_in_words()
    assert rule_by_id("fmr").parameters[0].default == 0.001


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("name", ["lr-positive", "lr-negative", "ppv", "npv"])
@given(drawn=labelled_scores(), target=st.sampled_from([0.05, 0.5, 0.8, 2.0, 5.0]))
def test_that_a_limit_that_no_count_alone_decides_is_met_where_it_can_be(
    name, level, drawn, target
):
    scores, truth, higher = drawn
    if truth.all() or not truth.any() or (target > 1 and name in {"ppv", "npv"}):
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    sided = 2 * level - 1
    meets = []
    for _threshold, (tp, fp, fn, tn) in points:
        counts = Counts(*(np.array([cell]) for cell in (tp, fp, fn, tn)))
        if name == "lr-positive":
            low, _ = mover_ratio(tp, tp + fn, fp, fp + tn, sided)
            meets.append(fp > 0 and low >= target)
        elif name == "lr-negative":
            _, high = mover_ratio(fn, tp + fn, tn, fp + tn, sided)
            meets.append(math.isfinite(high) and high <= target)
        else:
            is_ppv = name == "ppv"
            low, _ = predictive_values_of_many(counts, sided, 0.3, positive=is_ppv)
            meets.append(bool(low[0] >= target))
    at = {"prevalence": 0.3} if name in {"ppv", "npv"} else {}
    with small_blocks():
        choice = chosen(f"{name}-limit", table, **{name: target}, **at, level=level)
    row = expected_row(name, points, meets)
    assert choice.row == (-1 if row is None else row)
    assert row is None or "not guaranteed" in choice.notes[-1]


@pytest.mark.parametrize("level", [0.2, 0.6, 0.9, 0.98])
def test_that_limits_of_ratios_only_gain_by_a_better_call(level):
    # What the search takes for granted, for all counts of small classes and some of large ones.
    for n_positive, n_negative in itertools.product((1, 2, 3, 8, 40), (1, 2, 5, 9, 60)):
        tp, fp = np.mgrid[0 : n_positive + 1, 0 : n_negative + 1]
        fn, tn = n_positive - tp, n_negative - fp
        low, _ = mover_ratio_of_many(tp, n_positive, fp, n_negative, level)
        _, high = mover_ratio_of_many(fn, n_positive, tn, n_negative, level)
        for good in (low, -high):
            with np.errstate(invalid="ignore"):
                gains = good[1:] - good[:-1], good[:, :-1] - good[:, 1:]
            assert all(np.all(gain[np.isfinite(gain)] >= -1e-12) for gain in gains)


@given(drawn=labelled_scores())
def test_that_no_error_of_a_kind_costs_the_fewest_of_the_other(drawn):
    scores, truth, higher = drawn
    if truth.all() or not truth.any():
        return
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    points = operating_points(scores, truth, higher=higher)
    for rule_id, own, other in (("zero-fmr", 1, 2), ("zero-fnmr", 2, 1)):
        counts = chosen(rule_id, table).counts
        cells = (counts.tp, counts.fp, counts.fn, counts.tn)
        without = [found for _threshold, found in points if found[own] == 0]
        assert cells[own] == 0
        assert cells[other] == min(found[other] for found in without)


@given(drawn=labelled_scores(), named=st.floats(-3, 3))
def test_that_a_named_number_is_the_threshold_whatever_the_rows(drawn, named):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    finite = [float(score) for score in scores if math.isfinite(score)]
    middle = (min(finite) + max(finite)) / 2 if finite else None
    expected = {"half": 0.5, "number": named, "middle": middle}
    for rule_id, threshold in expected.items():
        given_numbers = {"threshold": named} if rule_id == "number" else {}
        choice = chosen(rule_id, table, **given_numbers)
        assert choice.threshold == threshold
        if threshold is None:
            assert choice.undefined
            continue
        called = [(s >= threshold) if higher else (s <= threshold) for s in scores]
        assert choice.counts.tp == sum(c and bool(t) for c, t in zip(called, truth, strict=True))
        assert choice.counts.fp == sum(c and not t for c, t in zip(called, truth, strict=True))

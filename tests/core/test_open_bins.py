"""What bins leave open: of every order within them, and never more than that."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evalgui.core.consequences.gain import area_of_cost, area_of_gains, greatest_distance
from evalgui.core.consequences.gain import predictiveness as curve_of
from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.histogram import histogram
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.measured import NOT_KNOWN
from evalgui.core.metrics import METRICS, Parameters
from evalgui.core.open_bins import OpenBins
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.rules import AT_EDGE, MAY_BE_FOUND, RULES, choose
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, operate, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalgui.core.measured import Bracket
    from evalgui.core.rules.rule import Rule, Values
    from evalgui.core.score_table import Steps

_TINY = 1e-12
_EVERY: Mapping[str, tuple[Values, ...]] = {
    "maximise": (
        {"maximise": "MCC"},
        {"maximise": "TPR", "subject-to": "PPV", "target": 0.6},
        {"maximise": "PPV", "subject-to": "TPR", "target": 0.6},
    ),
    "sensitivity": ({"sensitivity": 0.6}, {"sensitivity": 1.0}),
    "specificity": ({"specificity": 0.6},),
    "both": ({"sensitivity": 0.5, "specificity": 0.5},),
    "fmr": ({"fmr": 0.4},),
    "fnmr": ({"fnmr": 0.4},),
    "sensitivity-limit": ({"sensitivity": 0.2},),
    "ppv": ({"ppv": 0.5}, {"ppv": 0.5, "prevalence": 0.3}),
    "npv": ({"npv": 0.5},),
    "lr-negative": ({"lr-negative": 0.9},),
}

_MORE: Mapping[str, Callable[[Steps], float]] = {
    "ks": greatest_distance,
    "cost": area_of_cost,
    "gains": area_of_gains,
    "total_gain": lambda steps: curve_of(steps).total_gain,
    "explained": lambda steps: curve_of(steps).explained,
}


def binned(
    bins: Sequence[tuple[float, float, int, int]], *, higher: bool = True, unit: float = 1.0
) -> Dataset:
    """Return a count table of bins: both edges, positives and negatives."""
    low, high, positives, negatives = (np.array(column) for column in zip(*bins, strict=True))
    lows = Score("low", low.astype(np.float64))
    highs = Score("high", high.astype(np.float64), higher_is_positive=False)
    score = replace(lows, other_edge=highs) if higher else replace(highs, other_edge=lows)
    counts = np.stack([negatives, positives], axis=1).astype(np.int64)
    truth = np.empty(0, np.int8)
    return Dataset("bins", ("n", "p"), truth, 1, (score,), row_counts=counts, unit=unit)


def of_rows(rows: Sequence[tuple[float, bool]], *, higher: bool = True) -> Dataset:
    """Return single rows: scores and truth."""
    scores, truth = zip(*rows, strict=True)
    score = Score("score", np.array(scores, np.float64), higher_is_positive=higher)
    return Dataset("rows", ("n", "p"), np.array(truth, np.int8), 1, (score,))


def numbers_of(dataset: Dataset) -> dict[str, float]:
    """Return all that is looked at: measures of the ranking, and what rules find."""
    ranking = rank(dataset, 0)
    found = {one.id: ranking.measured[one.id].value for one in RANKING_METRICS}
    for rule, given_values in _asked():
        choice = choose(rule, ranking.table.steps, ranking.score, given_values)
        found[f"{rule.id} {given_values}"] = choice.value
    steps = ranking.table.steps
    more = _MORE if steps.n_positive and steps.n_negative else {}
    return found | {name: compute(steps) for name, compute in more.items()}


def brackets_of(dataset: Dataset) -> dict[str, Bracket | None]:
    """Return what bins leave open of `numbers_of`."""
    ranking = rank(dataset, 0)
    found = {one.id: ranking.measured[one.id].bracket for one in RANKING_METRICS}
    for rule, given_values in _asked():
        choice = choose(rule, ranking.table.steps, ranking.score, given_values)
        found[f"{rule.id} {given_values}"] = choice.bracket
    steps = ranking.table.steps
    more = _MORE if steps.n_positive and steps.n_negative else {}
    return found | {name: steps.left_open(compute) for name, compute in more.items()}


def _asked() -> Iterator[tuple[Rule, Values]]:
    for rule in RULES:
        if not rule.of_attacks:
            yield from ((rule, one) for one in ({}, *_EVERY.get(rule.id, ())))


def orders(bins: Sequence[tuple[float, float, int, int]]) -> Iterator[list[tuple[float, bool]]]:
    """Yield rows of every order within bins that do not overlap, ties among them."""
    every = []
    for low, high, n_positive, n_negative in bins:
        n = n_positive + n_negative
        truth = [True] * n_positive + [False] * n_negative
        found = set()
        for levels in itertools.product(range(n), repeat=n) if low < high else [(0,) * n]:
            found.add(tuple(sorted(zip(levels, truth, strict=True))))
        every.append([[(low, level, is_positive) for level, is_positive in one] for one in found])
    for chosen in itertools.product(*every):
        rows = [row for part in chosen for row in part]
        places = {place: float(rank_) for rank_, place in enumerate(sorted({r[:2] for r in rows}))}
        yield [(places[row[:2]], row[2]) for row in rows]


@st.composite
def _few_bins(draw: st.DrawFn) -> list[tuple[float, float, int, int]]:
    n_left, bins, low = 5, [], 0
    for _ in range(draw(st.integers(1, 3))):
        positives = draw(st.integers(0, min(n_left, 3)))
        negatives = draw(st.integers(0, min(n_left - positives, 3)))
        n_left -= positives + negatives
        high = low + draw(st.integers(0, 1))
        bins.append((float(low), float(high), positives, negatives))
        low = high + draw(st.integers(0 if high > low else 1, 1))
    return bins


@given(_few_bins(), st.booleans())
def test_that_brackets_are_the_extremes_of_all_orders(
    bins: list[tuple[float, float, int, int]], higher: bool
) -> None:
    assume(any(one[2] + one[3] for one in bins))
    found = brackets_of(binned(bins, higher=higher))
    every = [numbers_of(of_rows(rows, higher=higher)) for rows in orders(bins)]
    for name, bracket in found.items():
        if bracket is None or math.isnan(bracket.low):
            continue
        values = [one[name] for one in every]
        assert bracket.low == pytest.approx(min(values), abs=_TINY), name
        assert bracket.high == pytest.approx(max(values), abs=_TINY), name


@st.composite
def _rows(draw: st.DrawFn) -> list[tuple[float, bool]]:
    places = st.sampled_from([-math.inf, -2.0, -0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, math.inf])
    return draw(st.lists(st.tuples(places, st.booleans()), min_size=1, max_size=12))


@given(_rows(), st.lists(st.sampled_from([-2.0, 0.0, 1.0, 2.0]), unique=True), st.booleans())
def test_that_what_rows_have_lies_within_what_their_bins_leave(
    rows: list[tuple[float, bool]], edges: list[float], higher: bool
) -> None:
    # Half-open bins from edge to edge, an empty one and those without an end among them.
    ends = [-math.inf, *sorted(edges), math.inf]
    bins = [
        (math.inf, math.inf, 0, 0),
        *((low, high, 0, 0) for low, high in itertools.pairwise(ends)),
    ]
    counts = {one[:2]: [0, 0] for one in bins}
    for score, is_positive in rows:
        inside = [one for one in counts if one[0] <= score < one[1] or one[0] == one[1] == score]
        counts[inside[0]][is_positive] += 1
    table = [(*one, n[1], n[0]) for one, n in counts.items()]
    exact = numbers_of(of_rows(rows, higher=higher))
    for name, bracket in brackets_of(binned(table, higher=higher)).items():
        if bracket is not None and not math.isnan(bracket.low):
            assert bracket.low - _TINY <= exact[name] <= bracket.high + _TINY, name


@given(_rows(), st.data(), st.booleans())
def test_that_it_lies_there_where_bins_overlap(
    rows: list[tuple[float, bool]], data: st.DataObject, higher: bool
) -> None:
    width = st.sampled_from([0.0, 0.25, 1.0, 2.0])
    table = [
        (score - data.draw(width), score + data.draw(width), int(is_positive), int(not is_positive))
        for score, is_positive in rows
    ]
    exact, dataset = numbers_of(of_rows(rows, higher=higher)), binned(table, higher=higher)
    touching = {one[1] for one in table} & {one[0] for one in table if one[0] < one[1]}
    assume(not touching)  # of a common edge a score is in one bin alone, which here it may not be
    for name, bracket in brackets_of(dataset).items():
        if bracket is not None and not math.isnan(bracket.low):
            assert bracket.low - _TINY <= exact[name] <= bracket.high + _TINY, name
    bins = rank(dataset, 0).table.steps.bins
    if isinstance(bins, OpenBins) and bins.overlap:
        area = rank(dataset, 0).measured["average_precision"].bracket
        assert area is None or area.reason == NOT_KNOWN


@given(_few_bins(), st.booleans(), st.sampled_from([0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5]))
def test_that_counts_at_any_threshold_lie_where_bins_leave_them(
    bins: list[tuple[float, float, int, int]], higher: bool, threshold: float
) -> None:
    assume(any(one[2] + one[3] for one in bins))
    steps = rank(binned(bins, higher=higher), 0).table.steps
    bins = [one for one in bins if one[2] + one[3]]  # an empty one leaves nothing open
    sign = 1 if higher else -1
    called = [
        (sign * low, sign * high) if higher else (sign * high, sign * low) for low, high, *_ in bins
    ]
    at = sign * threshold
    is_edge = any(one[0] == at for one in called)
    inside = [
        row
        for row, (first, last) in zip(bins, called, strict=True)
        if first < at and (at < last or (at == last and not is_edge))
    ]
    around = None if steps.bins is None else steps.bins.around(threshold)
    if not inside:
        assert around is None
        low, high = sorted(steps.interval(steps.row_at(threshold)))
        assert low <= threshold <= high
    else:
        assert around is not None
        assert around[:2] == (min(one[0] for one in inside), max(one[1] for one in inside))
        assert around[2:] == (sum(one[2] for one in inside), sum(one[3] for one in inside))


@given(_few_bins(), st.booleans(), st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.0, 2.5]))
def test_that_measures_at_any_threshold_lie_where_bins_leave_them(
    bins: list[tuple[float, float, int, int]], higher: bool, threshold: float
) -> None:
    assume(any(one[2] + one[3] for one in bins))
    ranking = rank(binned(bins, higher=higher), 0)
    costs = Parameters(cost_tp=2.0, cost_fn=1.0, cost_fp=3.0)
    point = operate(ranking, threshold, Inputs(threshold=threshold, parameters=costs))
    around = (
        None if ranking.table.steps.bins is None else ranking.table.steps.bins.around(threshold)
    )
    known = point.counts
    every = [
        Counts(known.tp + tp, known.fp + fp, known.fn - tp, known.tn - fp)
        for tp in range(1 if around is None else around.n_positive + 1)
        for fp in range(1 if around is None else around.n_negative + 1)
    ]
    for metric in METRICS:
        bracket = point.measured[metric.id].bracket
        values = [float(metric.value(counts, costs)) for counts in every]
        values = [one for one in values if not math.isnan(one)]
        if bracket is None:
            assert len(set(values)) <= 1, metric.id
        elif not bracket.reason and values:
            assert bracket.low == pytest.approx(min(values)), metric.id
            assert bracket.high == pytest.approx(max(values)), metric.id
    bracket = point.measured["TPR"].bracket
    assert bracket is None or not bracket.reason or not known.actual_positives


def test_that_rules_snap_only_to_edges_where_counts_are_exact() -> None:
    notes = rank(binned([(0, 2, 5, 60), (1, 3, 85, 5)]), 0).choice("fmr", {"fmr": 0.2}).notes
    assert AT_EDGE not in notes
    assert any("inside of the bin 0 to 2" in note for note in notes)


def test_that_bins_of_one_score_leave_nothing_open() -> None:
    ranking = rank(binned([(1, 1, 2, 1), (2, 2, 0, 3), (4, 4, 5, 1)]), 0)
    assert ranking.table.steps.bins is None
    assert all(one.bracket is None for one in ranking.measured.values())
    assert ranking.choice("youden").notes == ()
    mixed = rank(binned([(1, 1, 2, 1), (2, 3, 0, 3), (4, 4, 5, 1)]), 0)
    area = mixed.measured["roc_auc"]
    assert area.bracket is not None
    assert area.bracket[:2] == (area.value, area.value)  # only one class in what is open


def test_that_weights_leave_no_more_than_their_rows_may() -> None:
    bins = [(0, 1, 6, 10), (1, 2, 10, 4)]
    whole = rank(binned(bins), 0)
    halves = rank(binned(bins, unit=2.0), 0)
    for name in ("roc_auc", "pr_auc_davis_goadrich", "eer"):
        assert whole.measured[name].bracket == halves.measured[name].bracket, name
    of_rows_alone, of_any = (one.measured["average_precision"].bracket for one in (whole, halves))
    assert of_rows_alone is not None
    assert of_any is not None
    # Rows may weigh as little as they like: then precision rises from where it begins.
    steps = 200_000
    of_first = sum(part / (part + 4) for part in np.arange(1, steps + 1) / steps * 10) * 10 / steps
    of_second = sum((10 + p) / (24 + p) for p in np.arange(1, steps + 1) / steps * 6) * 6 / steps
    assert of_any.low == pytest.approx((of_first + of_second) / 16, abs=1e-4)
    assert of_any.low < of_rows_alone.low
    assert of_any.high == of_rows_alone.high


def test_that_large_counts_lose_no_digits() -> None:
    bins = [(0, 1, 10**9, 3 * 10**12), (1, 2, 1, 10**12), (2, 3, 7 * 10**9, 5)]
    found = rank(binned(bins), 0).measured["average_precision"].bracket
    assert found is not None
    harmonic = _harmonic(5, 7 * 10**9)
    rest = Fraction(7 * 10**9 + 1, 7 * 10**9 + 1 + 10**12 + 5)
    tp, fp, m = 7 * 10**9 + 1, 4 * 10**12 + 5, 10**9
    last = m - fp * math.log1p(m / (tp + fp))
    expected = (7 * 10**9 - 5 * harmonic + float(rest) + last) / (8 * 10**9 + 1)
    assert found.low == pytest.approx(expected, rel=1e-9)


def _harmonic(alarms: int, n: int) -> float:
    """Return the sum of 1 / (alarms + j) over j from 1 to n."""
    euler = 0.57721566490153286
    return math.log(n + alarms) + euler - sum(1 / j for j in range(1, alarms + 1))


def test_that_rules_say_that_they_snap_and_what_they_may_have_missed() -> None:
    ranking = rank(binned([(0, 1, 5, 60), (1, 2, 10, 35), (2, 3, 85, 5)]), 0)
    at_edge = ranking.choice("fmr", {"fmr": 0.2})
    assert at_edge.threshold == 2
    assert AT_EDGE in at_edge.notes
    assert at_edge.bracket is not None
    assert at_edge.bracket[:2] == (0.05, 0.15)
    assert ranking.choice("queue").bracket is None  # its share is exact
    nearest = ranking.choice("eer-nearest").bracket
    assert nearest is not None
    assert nearest.reason == NOT_KNOWN
    inside = ranking.choice("number", {"threshold": 1.5})
    assert inside.notes == ("inside of the bin 1 to 2, of which nothing is called",)
    assert ranking.choice("number", {"threshold": 2.0}).notes == ()
    both = ranking.choice("both", {"sensitivity": 0.95, "specificity": 0.9})
    assert both.threshold is None
    assert both.notes == (MAY_BE_FOUND,)
    assert "bin" in ranking.choice("class-means").undefined


def test_that_limits_are_those_of_both_extreme_orders() -> None:
    bins = [(0, 1, 5, 60), (1, 2, 10, 35), (2, 3, 85, 5)]
    ranking = rank(binned(bins), 0)
    settings = IntervalSettings()
    for name in ("roc_auc", "average_precision", "eer"):
        known = ranking.interval(name, settings, Sampling.COHORT)
        assert known is not None
        assert known.bracket is not None
        assert known.bracket.low < known.lower < known.upper < known.bracket.high
    orders_of_area = []
    for sign in (1, -1):
        rows = [
            (low + (0.3 if is_positive else 0.6) * sign, is_positive)
            for low, _high, positives, negatives in bins
            for is_positive, n in ((True, positives), (False, negatives))
            for _ in range(n)
        ]
        orders_of_area.append(rank(of_rows(rows), 0).interval("roc_auc", settings, Sampling.COHORT))
    area = ranking.interval("roc_auc", settings, Sampling.COHORT)
    assert area is not None
    assert area.bracket is not None
    assert area.bracket.low == min(one.lower for one in orders_of_area if one is not None)
    assert area.bracket.high == max(one.upper for one in orders_of_area if one is not None)


@given(_few_bins(), st.booleans())
def test_that_distinct_bins_hold_what_bins_hold(
    bins: list[tuple[float, float, int, int]], higher: bool
) -> None:
    known = rank(binned([*bins, *bins], higher=higher), 0).table.steps.bins
    assume(known is not None)
    assert known is not None
    edges, counts = known.distinct
    found = list(zip(*edges.tolist(), *counts.tolist(), strict=True))
    expected = [(low, high, 2 * p, 2 * n) for low, high, p, n in bins]
    assert found == (expected[::-1] if higher else expected)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("n", [2, 59, 61, 64, 400])
def test_that_a_histogram_has_whole_bins_and_as_many_in_each(n: int, higher: bool) -> None:
    bins = [(place, place + 0.9, 3, 5) for place in map(float, range(n))]
    found = histogram(rank(binned(bins, higher=higher), 0).table)
    assert found.positives.sum() == 3 * n
    assert found.negatives.sum() == 5 * n
    assert len(found.positives) <= 60
    assert len({*found.positives[:-1].tolist()}) <= 1  # no peak where there is none
    assert found.positives[-1] <= found.positives[0]

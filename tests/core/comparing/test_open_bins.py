"""What bins leave open of differences: the rows that were binned have them within."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evalgui.core.comparing import Candidate, compare_paired, compare_unpaired, draw_again
from evalgui.core.comparing.net_benefit import acts_on_risk
from evalgui.core.consequences.settings import AtRisks
from evalgui.core.dataset import Score
from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.results.topics.comparison import DIFFERENCE, FIRST, SECOND, P, comparison

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.comparing import Pair
    from evalgui.core.measured import Measured

_TINY = 1e-12
_PLACES = [-math.inf, -2.0, -0.0, 0.5, 1.0, 1.5, 2.0, 3.0, math.inf]
_EDGES = [-2.0, 0.0, 1.0, 2.0]


def ends(score: float, *, higher: bool) -> tuple[float, float]:
    """Return the bin of a score; a common edge is in the one that is called there."""
    if math.isinf(score):
        return score, score
    sign = 1 if higher else -1
    edges = sorted([-math.inf, *(sign * edge for edge in _EDGES), math.inf])
    low, high = (
        max(edge for edge in edges if edge <= sign * score),
        min(edge for edge in edges if edge > sign * score),
    )
    return (low, high) if higher else (-high, -low)


def candidate(
    values: np.ndarray, truth: np.ndarray, threshold: float, *, higher: bool, is_binned: bool
) -> Candidate:
    """Return single rows: their scores, or the half-open bins that these lie in."""
    score = Score("score", values, higher_is_positive=higher)
    if is_binned:
        low, high = np.array([ends(value, higher=higher) for value in values.tolist()]).T
        own, other = (low, high) if higher else (high, low)
        other_edge = Score("other", other, higher_is_positive=not higher)
        score = Score("score", own, higher_is_positive=higher, other_edge=other_edge)
    return Candidate("c", score, threshold, truth.astype(np.int64), (~truth).astype(np.int64))


def cells(pair: Pair) -> dict[tuple[str, str], Mapping[str, Measured]]:
    """Return all differences, by tables and rows."""
    told = comparison([pair])
    return {
        (table.id, row.id): row.cells  # type: ignore[attr-defined]  # rows of a pair
        for table in told.tables
        if table.id in {"differences", "areas", "equal", "drawn"}
        for row in table.rows
    }


@st.composite
def _two(draw: st.DrawFn) -> tuple[list[tuple[float, float, bool]], bool]:
    places = st.sampled_from(_PLACES)
    rows = draw(st.lists(st.tuples(places, places, st.booleans()), min_size=2, max_size=14))
    return rows, draw(st.booleans())


@pytest.mark.parametrize("is_paired", [True, False])
@settings(max_examples=40)
@given(two=_two(), thresholds=st.tuples(*[st.sampled_from([-2.0, 0.0, 0.75, 1.0, 1.5, 2.0])] * 2))
def test_that_differences_of_rows_lie_within_those_of_their_bins(
    is_paired: bool,
    two: tuple[list[tuple[float, float, bool]], bool],
    thresholds: tuple[float, float],
) -> None:
    rows, higher = two
    first, second, truth = (np.array(column) for column in zip(*rows, strict=True))
    assume(truth.any() and not truth.all())
    at = AtEqual(Equal.SENSITIVITY, 0.6)

    def compared(*, is_binned: bool) -> Pair:
        both = [
            candidate(values, truth, where, higher=higher, is_binned=is_binned)
            for values, where in zip((first, second), thresholds, strict=True)
        ]
        compare = compare_paired if is_paired else compare_unpaired
        return compare(both[0], both[1], 0.95, at)

    exact, binned = cells(compared(is_binned=False)), cells(compared(is_binned=True))
    assert exact.keys() == binned.keys()
    for key, columns in binned.items():
        for name in {FIRST.id, SECOND.id, DIFFERENCE.id} & columns.keys():
            cell, true = columns[name], exact[key][name].value
            if not (cell.is_defined and math.isfinite(true)):
                continue
            if cell.bracket is None:
                assert cell.value == pytest.approx(true, abs=_TINY), (key, name)
            elif not cell.bracket.reason:
                low, high = cell.bracket[:2]
                assert low - _TINY <= true <= high + _TINY, (key, name)


def test_that_a_difference_says_what_bins_leave_of_its_interval_and_test() -> None:
    rng = np.random.default_rng(1)
    values = rng.choice(_PLACES[1:-1], 200)
    truth = values + rng.normal(size=200) > 0.8
    others = np.roll(values, 3)
    both = [
        candidate(one, truth, 1.0, higher=True, is_binned=is_binned)
        for one, is_binned in ((values, True), (others, False))
    ]
    pair = compare_unpaired(both[0], both[1], 0.95)
    area = cells(pair)["differences", "roc_auc"]
    known = area[DIFFERENCE.id]
    assert known.bracket is not None
    assert known.bracket.low < known.value < known.bracket.high
    assert known.interval is not None
    assert known.interval.bracket is not None
    assert known.interval.bracket.low < known.interval.lower
    assert area[P.id].bracket is not None
    assert area[SECOND.id].bracket is None  # of rows
    assert pair.orders is not None
    low, high = (one.area.difference for one in pair.orders)
    assert (low, high) == known.bracket[:2]
    assert cells(pair)["differences", "TPR"][DIFFERENCE.id].bracket is None  # at an edge
    inside = compare_unpaired(
        candidate(values, truth, 1.25, higher=True, is_binned=True), both[1], 0.95
    )
    rate = cells(inside)["differences", "TPR"][DIFFERENCE.id].bracket
    assert rate is not None
    assert rate.low < rate.high
    share = cells(inside)["differences", "PPR"][DIFFERENCE.id].bracket
    assert share is not None
    assert share.reason


def test_that_an_area_that_may_be_the_same_has_p_up_to_1() -> None:
    values = np.array(list(itertools.islice(itertools.cycle(_PLACES[1:-1]), 70)))
    truth = np.arange(70) % 3 == 0
    both = [candidate(values, truth, 1.0, higher=True, is_binned=True)] * 2
    p = cells(compare_unpaired(both[0], both[1], 0.95))["differences", "roc_auc"][P.id].bracket
    assert p is not None
    assert p.high == 1.0


def test_that_the_edge_of_a_bin_is_no_probability() -> None:
    values, truth = np.array([0.5, 1.0, 0.5]), np.array([True, False, False])
    risks = AtRisks((0.1,), one=1.0)
    both = [
        replace(candidate(values, truth, 0.5, higher=True, is_binned=is_binned), at_risks=risks)
        for is_binned in (False, True)
    ]
    assert [*map(acts_on_risk, both)] == [True, False]


def test_that_what_is_drawn_again_says_it() -> None:
    values = np.array(_PLACES[1:-1] * 6)
    truth = (np.arange(len(values)) * 5) % 7 > 3
    known = {
        is_binned: [
            candidate(one, truth, 1.0, higher=True, is_binned=is_binned)
            for one in (values, np.roll(values, 2))
        ]
        for is_binned in (False, True)
    }
    exact, binned = (
        cells(draw_again(compare_paired(one, two, 0.95), one, two, n_replicates=20, seed=0))
        for one, two in known.values()
    )
    seen = set()
    for key, columns in binned.items():
        for name in {FIRST.id, SECOND.id, DIFFERENCE.id} & columns.keys():
            bracket, true = columns[name].bracket, exact[key][name].value
            if bracket is not None and math.isfinite(true):
                seen.add(key)
                assert bracket.low - _TINY <= true <= bracket.high + _TINY, (key, name)
    assert {("drawn", "average_precision"), ("drawn", "eer")} <= seen
    assert binned["drawn", "MCC"][DIFFERENCE.id].bracket is None  # at edges
    interval = binned["drawn", "eer"][DIFFERENCE.id].interval
    assert interval is not None
    assert interval.bracket is not None
    assert interval.bracket.reason

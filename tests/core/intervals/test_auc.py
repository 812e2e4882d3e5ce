"""Areas under the ROC curve with their variance and intervals, beside the sums over all pairs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import brunnermunzel
from scipy.stats import t as student

from evalgui.core.intervals import auc
from evalgui.core.intervals.delong import RankedArea, ranked_area
from evalgui.core.score_table import ScoreTable
from tests.core.strategies import labelled_scores

GIVEN = json.loads(
    (Path(__file__).parents[2] / "data" / "core" / "intervals_of_rankings.json").read_text("utf-8")
)
FUNCTIONS = {
    "DeLong plain": auc.delong,
    "DeLong logit": auc.delong_logit,
    "Newcombe 5": auc.newcombe,
    "AUC by Wilson n_eff (proposed)": auc.wilson_effective,
}
AT_ZERO = "auc-newcombe5-A0.0-8-10"
"""Printed as [0, 0], which is not what the same method gives with the classes swapped."""


def table_of(inputs: dict[str, Any]) -> ScoreTable:
    """Return the scores of a case."""
    found = GIVEN["samples"][inputs["sample"]] if "sample" in inputs else inputs
    positives = found["pos" if "pos" in found else "genuine"]
    negatives = found["neg" if "neg" in found else "impostor"]
    truth = np.arange(len(positives) + len(negatives)) < len(positives)
    return ScoreTable(np.array(positives + negatives, dtype=np.float64), truth)


def area_of(inputs: dict[str, Any]) -> RankedArea:
    """Return the area of a case, of its scores or as it is stated."""
    if "auc" not in inputs:
        return ranked_area(table_of(inputs))
    m, n = inputs["n_pos"], inputs["n_neg"]
    found = round(inputs["auc"] * 2 * m * n)
    return RankedArea(m, n, found, 2 * m * n - found, 0.0, 0.0)


def variance_by_pairs(table: ScoreTable, scores: Any, truth: Any) -> float:
    """Return DeLong's variance from the structural components of all pairs."""
    kernel = np.sign(scores[truth][:, None] - scores[~truth][None, :]) / 2 + 0.5
    if not table.higher_is_positive:
        kernel = 1 - kernel
    parts = kernel.mean(axis=1), kernel.mean(axis=0)
    return float(sum(np.var(part, ddof=1) / len(part) for part in parts))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"])
        for case in GIVEN["cases"]
        if case["kind"] in FUNCTIONS and case["id"] != AT_ZERO
    ],
)
def test_limits_are_those_of_independent_computations(case: dict[str, Any]) -> None:
    limits = FUNCTIONS[case["kind"]](area_of(case["inputs"]), case["level"])
    assert limits == pytest.approx((case["low"], case["high"]), abs=case["abs_tol"])


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case["id"]) for case in GIVEN["cases"] if case["kind"] == "AUC value"],
)
def test_area_is_that_of_independent_computations(case: dict[str, Any]) -> None:
    assert ranked_area(table_of(case["inputs"])).auc == pytest.approx(case["value"], abs=1e-12)


def test_an_area_of_0_is_one_of_1_with_the_classes_swapped() -> None:
    low, high = auc.newcombe(RankedArea(8, 10, 0, 160, 0.0, 0.0), 0.95)
    mirrored = auc.newcombe(RankedArea(10, 8, 160, 0, 0.0, 0.0), 0.95)
    assert low == 0.0
    assert high == pytest.approx(1 - mirrored[0], abs=1e-12)
    # The largest area t whose own normal test does not refute 0: t = z^2 V(t) / t.
    assert high**2 == pytest.approx(1.959964**2 * auc.newcombe_variance(high, 8, 10), rel=1e-6)


@pytest.mark.parametrize(
    ("scores", "truth", "variance", "plain"),
    [
        # pROC 1.19.0.1
        (
            [1, 2, 2, 3, 4, 6, 3, 5, 6, 6, 7, 8],
            [0] * 6 + [1] * 6,
            0.0104166666666667,
            (0.674962013485195, 1.075037986514805),
        ),
        ([1, 2, 3, 4], [0, 0, 1, 1], 0.0, (1.0, 1.0)),
        ([3] * 6, [0, 0, 0, 1, 1, 1], 0.0, (0.5, 0.5)),
        (
            [-1, -2, -2, -3, -4, -6, -3, -5, -6, -6, -7, -8],
            [0] * 6 + [1] * 6,
            0.0104166666666667,
            (-0.075037986514805, 0.325037986514805),
        ),
    ],
)
def test_delong_of_small_samples(
    scores: list[int], truth: list[int], variance: float, plain: tuple[float, float]
) -> None:
    area = ranked_area(ScoreTable(np.array(scores), np.array(truth) == 1))
    assert area.variance == pytest.approx(variance, abs=1e-12)
    assert auc.delong(area, 0.95) == pytest.approx(plain, abs=1e-10)
    clipped = auc.delong_clipped(area, 0.95)
    assert clipped == pytest.approx(tuple(min(max(limit, 0), 1) for limit in plain), abs=1e-10)


@given(labelled_scores())
def test_degrees_of_freedom_are_those_of_brunner_and_munzel(data: tuple[Any, Any, bool]) -> None:
    area = ranked_area(ScoreTable(data[0], data[1]))
    assume(min(area.n_positive, area.n_negative) > 1)
    assume(area.variance > 1e-9)
    scores, truth = np.asarray(data[0], dtype=float), np.asarray(data[1], dtype=bool)
    expected = brunnermunzel(scores[truth], scores[~truth]).pvalue
    away = abs(area.auc - 0.5) / math.sqrt(area.variance)
    found = 2 * student.sf(away, area.degrees)
    assert found == pytest.approx(expected, abs=1e-9)


@given(labelled_scores())
def test_limits_by_t_are_wider_and_hold_the_area(data: tuple[Any, Any, bool]) -> None:
    area = ranked_area(ScoreTable(data[0], data[1]))
    assume(not auc.why_none(area))
    for method, usual in (
        (auc.delong_logit_t, auc.delong_logit),
        (auc.wilson_effective_t, auc.wilson_effective),
    ):
        low, high = method(area, 0.95)
        if math.isnan(low):
            continue
        other = usual(area, 0.95)
        assert 0 <= low <= other[0] + 1e-12 <= area.auc + 2e-12
        assert area.auc - 2e-12 <= other[1] - 1e-12 <= high <= 1


def test_the_spread_of_few_rows_has_quantiles_of_t() -> None:
    few = RankedArea(8, 392, 5000, 1272, 0.12, 0.02)  # eight positives that spread much
    assert auc.rests_on_few(few)
    assert auc.that_runs(auc.LOGIT_OR_WILSON, few, few).name == "Wilson, effective n, t"
    low, high = auc.wilson_effective_t(few, 0.95)
    usual = auc.wilson_effective(few, 0.95)
    assert low < usual[0] < usual[1] < high
    # With a spread as expected, or with many rows, or by another method that was chosen: no.
    calm = RankedArea(8, 392, 5000, 1272, 0.02, 0.02)
    many = RankedArea(80, 320, 40000, 11200, 0.12, 0.02)
    for area in (calm, many):
        assert not auc.rests_on_few(area)
    assert auc.that_runs(auc.LOGIT_OR_WILSON, calm, calm) is auc.WILSON_EFFECTIVE
    assert auc.that_runs(auc.LOGIT_OR_WILSON, many, many) is auc.LOGIT_OR_WILSON
    assert auc.that_runs(auc.DELONG, few, few) is auc.DELONG


def test_many_rows_make_t_and_the_normal_one_the_same() -> None:
    scores = np.random.default_rng(1).normal(size=4000)
    area = ranked_area(ScoreTable(scores, np.arange(4000) % 2 == 0))
    both = auc.delong_logit_t(area, 0.95), auc.delong_logit(area, 0.95)
    assert both[0] == pytest.approx(both[1], rel=1e-4)


def test_ratings_of_hanley_and_mcneil_1982() -> None:
    # Table I: 58 normal and 51 abnormal images, rated 1 to 5; limits as Stata prints them.
    table = ScoreTable.from_counts([1, 2, 3, 4, 5], [3, 2, 2, 11, 33], [33, 6, 6, 11, 2])
    area = ranked_area(table)
    assert area.auc == pytest.approx(0.8932, abs=5e-5)
    assert math.sqrt(area.variance) == pytest.approx(0.0307, abs=5e-5)
    assert auc.delong(area, 0.95) == pytest.approx((0.83295, 0.95339), abs=5e-6)


@given(labelled_scores())
def test_variance_is_that_of_all_pairs(data: tuple[Any, Any, bool]) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    area = ranked_area(table)
    if min(area.n_positive, area.n_negative) < 2:
        assert math.isnan(area.variance)
        assert auc.why_none(area)
        return
    ranks = np.unique(scores, return_inverse=True)[1].astype(np.float64)
    assert area.variance == pytest.approx(variance_by_pairs(table, ranks, truth), abs=1e-12)
    assert area.auc == table.auc
    assert area.beyond == pytest.approx(1 - table.auc, abs=1e-15)


def test_variance_of_many_blocks_is_that_of_ranks() -> None:
    rng = np.random.default_rng(5)
    truth = rng.random(300_000) < 0.2
    scores = rng.normal(size=len(truth)) + truth
    area = ranked_area(ScoreTable(scores, truth))
    order = np.argsort(scores, kind="stable")
    placed = np.empty(len(scores))
    placed[order] = np.cumsum(~truth[order])
    of_positives = placed[truth] / np.count_nonzero(~truth)
    placed[order] = np.cumsum(truth[order])
    of_negatives = placed[~truth] / np.count_nonzero(truth)
    assert area.of_positives == pytest.approx(np.var(of_positives, ddof=1), rel=1e-11)
    assert area.of_negatives == pytest.approx(np.var(of_negatives, ddof=1), rel=1e-11)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(0, 4)), max_size=12),
    st.booleans(),
)
def test_counts_are_as_good_as_their_rows(rows: list[tuple[int, int, int]], higher: bool) -> None:
    scores = [float(row[0]) for row in rows]
    columns = [[row[place] for row in rows] for place in (1, 2)]
    counted = ScoreTable.from_counts(scores, *columns, higher_is_positive=higher)
    each = np.repeat(scores * 2, [*columns[0], *columns[1]])
    truth = np.arange(len(each)) < sum(columns[0])
    by_rows = ranked_area(ScoreTable(each, truth, higher_is_positive=higher))
    by_counts = ranked_area(counted)
    assert (by_counts.found, by_counts.missed) == (by_rows.found, by_rows.missed)
    assert by_counts.variance == pytest.approx(by_rows.variance, abs=1e-15, nan_ok=True)


def test_newcombe_is_mirrored_where_an_area_is_0_or_1() -> None:
    def width(area: float, m: int, n: int) -> float:
        inner = (m + n) / 2 - 1
        growth = 1 + inner * ((1 - area) / (2 - area) + area / (1 + area))
        return 1.959963984540054 * math.sqrt(area * (1 - area) * growth / (m * n))

    for area in (0.01, 0.2, 0.37):
        assert width(area, 8, 10) == pytest.approx(width(1 - area, 8, 10), rel=1e-12)
    # Of an area of 0 both 0 and a second root solve t = z sqrt(V(t)).
    root = brentq(lambda t: t - width(t, 8, 10), 0.01, 0.9, xtol=1e-14)
    assert root == pytest.approx(0.2223622, abs=1e-7)
    assert auc.newcombe(RankedArea(8, 10, 0, 160, 0, 0), 0.95) == pytest.approx((0, root))
    assert auc.newcombe(RankedArea(8, 10, 160, 0, 0, 0), 0.95) == pytest.approx((1 - root, 1))
    low, high = auc.newcombe(RankedArea(30, 300, 18_000, 0, 0, 0), 0.95)
    assert (low, high) == pytest.approx((0.9641231736204379, 1.0), abs=1e-8)
    mirrored = auc.newcombe(RankedArea(30, 300, 0, 18_000, 0, 0), 0.95)
    assert mirrored == pytest.approx((1 - high, 1 - low))


def test_many_rows_are_counted_exactly() -> None:
    # 2^51 rows of each class: the ranks no longer fit into 53 bits, their variance does.
    large = 2**51
    area = ranked_area(ScoreTable.from_counts([0, 1], [large, large], [large, large]))
    assert area.auc == 0.5
    assert area.of_positives == pytest.approx(0.25 / 4, rel=1e-12)


@given(labelled_scores(), st.sampled_from([0.8, 0.95, 0.999]))
@settings(max_examples=300)
def test_limits_hold_the_area_and_stay_in_their_range(
    data: tuple[Any, Any, bool], level: float
) -> None:
    scores, truth, higher = data
    area = ranked_area(ScoreTable(scores, truth, higher_is_positive=higher))
    mirrored = ranked_area(ScoreTable(scores, ~truth, higher_is_positive=higher))
    complement = ranked_area(ScoreTable(scores, truth, higher_is_positive=not higher))
    if auc.why_none(area):
        assert auc.why_none(mirrored)
        return
    for method in auc.METHODS:
        low, high = method.compute(area, level)
        if math.isnan(low):
            assert method.compute in {auc.delong_logit, auc.delong_logit_t}
            assert area.auc in {0.0, 1.0}
            continue
        assert low <= area.auc + 1e-15
        assert high >= area.auc - 1e-15
        assert method is auc.DELONG or 0 <= low <= high <= 1
        for other in (mirrored, complement):
            assert method.compute(other, level) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("method", auc.METHODS, ids=lambda method: method.id)
def test_intervals_shrink_with_n(method: Any) -> None:
    widths = []
    for times in (10, 40, 160):
        table = ScoreTable.from_counts(
            [1, 2, 3, 4], [times, 2 * times, 3 * times, 4 * times], [4 * times, times, times, times]
        )
        low, high = method.compute(ranked_area(table), 0.95)
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]
    assert widths[0] / widths[2] == pytest.approx(4, rel=0.1)


def test_limits_of_an_area_of_1_do_not_collapse() -> None:
    area = ranked_area(ScoreTable([4.0, 3.0, 2.0, 1.0], [True, True, False, False]))
    low, high = auc.wilson_effective(area, 0.95)
    assert high == 1.0
    assert 0.2 < low < 0.7
    assert auc.is_extreme(area)
    assert not auc.is_extreme(RankedArea(30, 40, 2000, 400, 0.1, 0.1))


@pytest.mark.parametrize("found", range(241))
def test_newcombe_solves_its_equation(found: int) -> None:
    area = RankedArea(10, 12, found, 240 - found, 0.0, 0.0)
    for limit in auc.newcombe(area, 0.9):
        if 0 < limit < 1:
            half = 1.6448536269514722 * math.sqrt(auc.newcombe_variance(limit, 10, 12))
            assert abs(limit - area.auc) == pytest.approx(half, rel=1e-7)
        else:
            assert limit == area.auc

"""Differences of areas, beside the covariances of all pairs and numbers of other programs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.comparing import areas
from evalgui.core.dataset import Score
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.ranked import Ranked
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.summary_intervals import of_area

GIVEN = json.loads(
    (Path(__file__).parents[2] / "data" / "core" / "intervals_of_rankings.json").read_text("utf-8")
)


def paired(first: Any, second: Any, truth: Any, *, higher: bool = True) -> areas.AreaDifference:
    truth = np.asarray(truth, dtype=bool)
    one, other = (
        Score("s", np.asarray(part, dtype=np.float64), higher) for part in (first, second)
    )
    return areas.paired(one, other, truth.astype(np.int64), (~truth).astype(np.int64))


def covariance_by_pairs(first: Any, second: Any, truth: Any) -> tuple[float, float]:
    """Return the difference of the areas, and its variance from DeLong's covariance matrix."""
    parts = []
    for values in (first, second):
        kernel = np.sign(values[truth][:, None] - values[~truth][None, :]) / 2 + 0.5
        parts.append((kernel.mean(axis=1), kernel.mean(axis=0)))
    matrix = sum(np.cov(np.array([parts[0][k], parts[1][k]])) / len(parts[0][k]) for k in (0, 1))
    contrast = np.array([1.0, -1.0])
    difference = float(parts[0][0].mean() - parts[1][0].mean())
    return difference, float(contrast @ matrix @ contrast)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"])
        for case in GIVEN["cases"]
        if case["kind"] in {"paired DeLong", "unpaired DeLong"} and not case["id"].endswith("-t")
    ],
)
def test_cases_of_independent_computations(case: dict[str, Any]) -> None:
    sample = GIVEN["samples"][case["inputs"]["sample"]]
    truth = np.array(sample["truth"]) == 1
    if case["kind"] == "paired DeLong":
        found = paired(sample["score_a"], sample["score_b"], truth)
    else:
        tables = [ScoreTable(sample[name], truth) for name in ("score_a", "score_b")]
        found = areas.unpaired(*(ranked_area(table) for table in tables))
    if "value" in case:
        value = found.z if case["id"].endswith("-z") else found.p
        assert value == pytest.approx(case["value"], abs=case["abs_tol"])
    else:
        limits = found.limits(case["level"])
        assert limits == pytest.approx((case["low"], case["high"]), abs=case["abs_tol"])
    assert found.method.endswith("unpaired" if "unpaired" in case["kind"] else "paired")
    assert found.note == "fewer than 50 rows in a class: the normal p value is rough"


drawn = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), min_size=1, max_size=40
)


@given(drawn)
def test_variance_is_that_of_all_pairs(rows: list[tuple[int, int, bool]]) -> None:
    first, second = (np.array([float(row[k]) for row in rows]) for k in (0, 1))
    truth = np.array([row[2] for row in rows])
    found = paired(first, second, truth)
    if (smallest := min(truth.sum(), (~truth).sum())) < 2:
        assert found.reason == (areas.ONE_ROW if smallest else areas.NO_ROWS)
        assert math.isnan(found.p)
        return
    difference, variance = covariance_by_pairs(first, second, truth)
    assert found.variance == pytest.approx(variance, abs=1e-12)
    assert found.difference == pytest.approx(difference, abs=1e-12)
    swapped = paired(second, first, truth)
    assert swapped.variance == pytest.approx(found.variance, abs=1e-15)
    assert swapped.difference == pytest.approx(-found.difference, abs=1e-12)
    lower = paired(-first, -second, truth, higher=False)
    assert lower.variance == pytest.approx(found.variance, abs=1e-15)
    assert lower.difference == pytest.approx(found.difference, abs=1e-12)
    if found.reason:
        assert math.isnan(found.limits(0.95)[0])
        return
    low, high = found.limits(0.95)
    assert -1 <= low <= found.difference <= high <= 1


@given(drawn, st.data())
def test_counted_rows_are_as_good_as_single_ones(
    rows: list[tuple[int, int, bool]], data: st.DataObject
) -> None:
    times = np.array(data.draw(st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows))))
    first, second = (np.array([float(row[k]) for row in rows]) for k in (0, 1))
    truth = np.array([row[2] for row in rows])
    each = [np.repeat(part, times) for part in (first, second, truth)]
    single = paired(each[0], each[1], each[2])
    scores = Score("a", first), Score("b", second)
    counted = areas.paired(scores[0], scores[1], times * truth, times * ~truth)
    assert counted.variance == pytest.approx(single.variance, abs=1e-14, nan_ok=True)
    assert counted.difference == pytest.approx(single.difference, abs=1e-14, nan_ok=True)


def test_the_same_score_twice_has_nothing_to_test() -> None:
    found = paired([1, 2, 3, 4, 5], [2, 4, 6, 8, 10], [0, 0, 1, 0, 1])
    assert (found.difference, found.variance, found.reason) == (0.0, 0.0, areas.NO_SPREAD)
    assert math.isnan(found.z)
    assert math.isnan(found.p)


def test_ratings_apart_from_each_other() -> None:
    rng = np.random.default_rng(4)
    truth = np.arange(400) < 150
    tables = [ScoreTable(rng.normal(size=400) + shift * truth, truth) for shift in (1.0, 1.4)]
    found = areas.unpaired(*(ranked_area(table) for table in tables))
    assert found.variance == sum(ranked_area(table).variance for table in tables)
    assert found.note == ""
    assert found.method == "DeLong, unpaired"


SEPARATED = ScoreTable(range(18), [False] * 10 + [True] * 8)
"""A small sample that a score separates."""


def larger() -> ScoreTable:
    """Return a larger sample of which an eighth of the pairs is out of order."""
    rng = np.random.default_rng(6)
    truth = np.arange(300) < 100
    return ScoreTable(rng.normal(size=300) + 1.6 * truth, truth)


def own_limits(table: ScoreTable, level: float) -> tuple[float, float]:
    settings = IntervalSettings(level)
    found = of_area(Ranked(table, table.steps), settings, Sampling.CASE_CONTROL)
    return found.lower, found.upper


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_a_small_sample_that_is_separated_is_no_proof(level: float) -> None:
    tables = SEPARATED, larger()
    plain = areas.unpaired(*map(ranked_area, tables))
    assert plain.p < 0.001  # as other programs say
    found = plain.recommended()
    assert found.method == "MOVER of the limits of each area, unpaired"
    (low_1, high_1), (low_2, high_2) = (own_limits(table, level) for table in tables)
    first, second = (table.auc for table in tables)
    ends = (low_1 - second, high_1 - second), (first - high_2, first - low_2)
    assert found.limits(level) == pytest.approx(square_and_add(first - second, ends))
    assert found.p > 0.1
    assert math.isnan(found.z)
    assert found.delong == plain


def test_two_that_separate_their_own_rows_may_yet_differ() -> None:
    both = [ranked_area(SEPARATED)] * 2
    assert areas.unpaired(*both).reason == areas.NO_SPREAD
    found = areas.unpaired(*both).recommended()
    low, high = found.limits(0.95)
    assert (found.difference, found.reason) == (0.0, "")
    assert found.p == pytest.approx(1)
    assert high == -low == pytest.approx(1 - own_limits(SEPARATED, 0.95)[0])


def test_a_plain_difference_stays_delongs() -> None:
    both = [ranked_area(larger())] * 2
    assert areas.unpaired(*both).recommended() == areas.unpaired(*both)


@given(drawn, st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_p_value_agrees_with_the_interval(rows: list[tuple[int, int, bool]], level: float) -> None:
    first, second = (np.array([float(row[k]) for row in rows]) for k in (0, 1))
    truth = np.array([row[2] for row in rows])
    apart = areas.unpaired(*(ranked_area(ScoreTable(values, truth)) for values in (first, second)))
    for found in (paired(first, second, truth), apart):
        best = found.recommended()
        if best.reason:
            assert best.reason == found.reason
            assert math.isnan(best.p)
            continue
        low, high = best.limits(level)
        slack = 1e-9
        assert -1 <= low <= best.difference + slack
        assert best.difference - slack <= high <= 1
        assert (low > slack or high < -slack) <= (best.p <= 1 - level + slack)
        assert (low <= -slack and high >= slack) <= (best.p >= 1 - level - slack)
        plain = found.limits(level)
        if isinstance(best, areas.DifferenceOfLimits) and best.correlation and not found.reason:
            assert low <= plain[0] + slack
            assert high >= plain[1] - slack


def test_areas_of_the_same_rows_are_those_of_each_alone() -> None:
    rng = np.random.default_rng(5)
    truth = np.arange(60) < 20
    scores = [np.round(rng.normal(size=60) + 2 * truth, 1) for _ in range(2)]
    found = paired(scores[0], scores[1], truth)
    for area, values in zip(found.areas, scores, strict=True):
        assert area == ranked_area(ScoreTable(values, truth))
    one, other = (area.variance for area in found.areas)
    matrix_covariance = (one + other - covariance_by_pairs(scores[0], scores[1], truth)[1]) / 2
    best = found.recommended()
    assert isinstance(best, areas.DifferenceOfLimits)
    assert best.correlation == pytest.approx(matrix_covariance / math.sqrt(one * other))

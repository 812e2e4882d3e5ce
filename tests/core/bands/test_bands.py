"""Bands of curves: quantiles by scipy, rectangles by a loop, percentiles by numpy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalgui.core.bands import bands_of, joint_roc_band, pointwise_bands
from evalgui.core.bands.joint import OF_EACH_CLASS, level_of_each_class
from evalgui.core.bands.kolmogorov import probability, quantile
from evalgui.core.bootstrap.planning import grid_of
from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler
from evalgui.core.bootstrap.run import Plan, bootstrap
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.score_table import ScoreTable
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores

_CASES = json.loads(
    (Path(__file__).parents[2] / "data/core/intervals_by_subject.json").read_text(encoding="utf-8")
)
Drawn = tuple[Any, Any, bool]


@pytest.mark.parametrize("case", _CASES["ks"], ids=lambda case: str(case["n"]))
def test_quantiles_are_those_of_the_cases(case: dict[str, Any]) -> None:
    assert quantile(case["n"], case["level"]) == pytest.approx(case["value"], abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40, 139, 140, 141, 1000, 100_000, 10**9])
@pytest.mark.parametrize("level", [0.05, 0.5, 0.7, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(n: int, level: float) -> None:
    found = quantile(n, level)
    assert found == pytest.approx(float(stats.kstwo.ppf(level, n)), rel=1e-5)
    assert probability(n, found) == pytest.approx(level, abs=1e-9)


def test_distances_beyond_all_are_certain() -> None:
    assert (probability(10, 0.05), probability(10, 1.0), probability(10**6, 0.5)) == (0, 1, 1)


@given(
    labelled_scores(),
    st.lists(st.floats(0, 1), min_size=1, max_size=5),
    st.sampled_from([0.8, 0.93, 0.95, 0.999]),
)
def test_the_joint_band_is_that_of_the_rectangles(
    drawn: Drawn, places: list[float], level: float
) -> None:
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    x = np.sort(np.array(places))
    band = joint_roc_band(steps, x, level)
    m, n = steps.n_positive, steps.n_negative
    if not (m and n):
        assert band is None
        return
    assert band is not None
    assert band.is_joint
    assert band.level == level
    of_each = level_of_each_class(level)
    beside, above = quantile(n, of_each), quantile(m, of_each)
    # Every point of the curve, closely enough: its corners, and many between them.
    fpr = np.interp(np.linspace(0, 1, 801), np.linspace(0, 1, len(steps)), steps.fp_column / n)
    tpr = np.interp(np.linspace(0, 1, 801), np.linspace(0, 1, len(steps)), steps.tp_column / m)
    for place, low, high in zip(x, band.lower, band.upper, strict=True):
        near = np.abs(fpr - place) <= beside
        assert low <= high
        if near.any():
            assert high >= min(1.0, float(tpr[near].max()) + above) - 1e-9
            assert low <= max(0.0, float(tpr[near].min()) - above) + 1e-9
    assert np.all((band.lower >= 0) & (band.upper <= 1))
    assert np.all(np.diff(band.lower) >= -1e-12)
    assert np.all(np.diff(band.upper) >= -1e-12)


def test_the_joint_band_of_a_known_curve() -> None:
    steps = ScoreTable(np.r_[np.arange(50.0) + 25.5, np.arange(50.0)], np.arange(100) < 50).steps
    band = joint_roc_band(steps, np.array([0.0, 0.5, 1.0]))
    assert band is not None
    d = quantile(50, 0.7)
    # At a false positive rate f the curve is at min(1, f + 0.52) - 0.02 or less, below 0.5.
    assert band.upper[0] == pytest.approx(min(1.0, 0.5 + 0.14 + d), abs=0.03)
    assert band.lower[0] == 0
    assert band.lower[2] == pytest.approx(1 - d)
    assert joint_roc_band(steps) is not None


def test_half_widths_rise_with_the_level() -> None:
    assert level_of_each_class(0.95) == 0.70
    levels = np.linspace(0.80, 0.999, 200)
    found = [level_of_each_class(level) for level in levels]
    assert np.all(np.diff(found) > 0)
    assert all(of_each < level for level, of_each in zip(levels, found, strict=True))
    for level, of_each in OF_EACH_CLASS.items():
        assert level_of_each_class(level) == of_each
        assert level_of_each_class(level - 1e-9) == pytest.approx(of_each, abs=1e-6)


def test_the_joint_band_of_a_level_holds_that_share_of_curves() -> None:
    rng, n = np.random.default_rng(7), 60
    fpr = np.linspace(0, 1, 101)
    tpr = stats.norm.sf(stats.norm.isf(fpr) - 1.5)
    truth = np.arange(2 * n) < n
    levels, held = (0.80, 0.95), np.zeros(2)
    for _ in range(300):
        steps = ScoreTable(rng.normal(size=2 * n) + 1.5 * truth, truth).steps
        bands = [joint_roc_band(steps, fpr, level) for level in levels]
        held += [bool(((b.lower <= tpr) & (tpr <= b.upper)).all()) for b in bands if b is not None]
    assert levels[0] <= held[0] / 300 < held[1] / 300
    assert held[1] / 300 >= levels[1]


def test_pointwise_bands_are_percentiles_of_the_replicates() -> None:
    rng = np.random.default_rng(4)
    truth = rng.random(150) < 0.4
    steps = ScoreTable(np.round(rng.normal(size=150) + truth, 1), truth).steps
    found = bootstrap(Plan(RowResampler(steps, True), 5, 80, 2, grid_of(steps)))
    bands = pointwise_bands(found, 0.9)
    assert [(band.curve, band.line) for band in bands] == [
        ("roc", "TPR"),
        ("pr", "PPV"),
        ("det", "FNR"),
        ("far-frr", "FPR"),
        ("far-frr", "FNR"),
    ]
    roc, pr, det, fpr, fnr = bands
    values = np.array([one.tpr for one in found.lines])
    np.testing.assert_allclose(roc.lower, np.quantile(values, 0.05, axis=0), atol=1e-12)
    np.testing.assert_allclose(roc.upper, np.quantile(values, 0.95, axis=0), atol=1e-12)
    np.testing.assert_allclose(det.lower, 1 - roc.upper, atol=1e-12)
    values = np.array([one.precision for one in found.lines])
    np.testing.assert_allclose(pr.upper, np.quantile(values, 0.95, axis=0), atol=1e-12)
    assert np.all(np.diff(fpr.x) > 0)
    values = np.array([one.fp for one in found.lines]) / steps.n_negative
    np.testing.assert_allclose(fpr.upper[::-1], np.quantile(values, 0.95, axis=0), atol=1e-12)
    assert np.all(np.diff(fnr.lower) >= 0)
    # The curve itself lies within nearly everywhere.
    whole = found.original.lines
    assert whole is not None
    inside = (roc.lower <= whole.tpr) & (whole.tpr <= roc.upper)
    assert inside.mean() > 0.95


def test_there_is_no_band_where_no_lines_were_looked_at() -> None:
    steps = ScoreTable([2.0, 1.0], [True, False]).steps
    assert pointwise_bands(bootstrap(Plan(RowResampler(steps, False), 0, 40)), 0.95) == ()


def test_points_without_a_value_have_no_limits() -> None:
    # Of three rows one positive: in three of ten replicates there is none.
    steps = ScoreTable([3.0, 2.0, 1.0], [True, False, False]).steps
    found = bootstrap(Plan(RowResampler(steps, False), 0, 100, 0, grid_of(steps)))
    roc = pointwise_bands(found, 0.95)
    assert np.isnan(roc[0].lower).all()


def test_where_subjects_are_drawn_no_band_takes_rows_for_independent() -> None:
    rng = np.random.default_rng(4)
    truth = rng.random(60) < 0.4
    scores = rng.normal(size=60) + truth
    steps = ScoreTable(scores, truth).steps
    whose = Subjects((np.arange(60, dtype=np.int32) // 3,), ("who",))
    ranked = RankedSubjects.of_rows(scores, whose, truth, higher_is_positive=True)
    for drawn, is_joint in (
        (RowResampler(steps, False), True),
        (SubjectResampler(steps, ranked), False),
    ):
        found = bands_of(bootstrap(Plan(drawn, 5, 40, 2, grid_of(steps))), steps, 0.9)
        assert any(band.is_joint for band in found) is is_joint
        assert {band.level for band in found if not band.is_joint} == {0.9}


def test_a_joint_band_of_many_scores_is_told_at_the_grid() -> None:
    rng = np.random.default_rng(5)
    truth = rng.random(6000) < 0.4
    steps = ScoreTable(rng.normal(size=6000) + truth, truth).steps
    plan = Plan(RowResampler(steps, False), 5, 40, 2, grid_of(steps))
    joint = bands_of(bootstrap(plan), steps, 0.95)[-1]
    assert plan.grid is not None
    assert joint.is_joint
    np.testing.assert_array_equal(joint.x, plan.grid.fpr)
    expected = joint_roc_band(steps, plan.grid.fpr)
    assert expected is not None
    np.testing.assert_array_equal(joint.upper, expected.upper)
    np.testing.assert_array_equal(joint.lower, expected.lower)

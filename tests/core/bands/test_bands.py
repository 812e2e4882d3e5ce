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

from evalgui.core.bands import joint_roc_band, pointwise_bands
from evalgui.core.bands.joint import OF_EACH_CLASS
from evalgui.core.bands.kolmogorov import probability, quantile
from evalgui.core.bootstrap.planning import grid_of
from evalgui.core.bootstrap.resampling import RowResampler
from evalgui.core.bootstrap.run import Plan, bootstrap
from evalgui.core.score_table import ScoreTable
from tests.core.strategies import labelled_scores

_CASES = json.loads(
    (Path(__file__).parents[2] / "data/core/intervals_by_subject.json").read_text(encoding="utf-8")
)
Drawn = tuple[Any, Any, bool]


@pytest.mark.parametrize("case", _CASES["ks"], ids=lambda case: str(case["n"]))
def test_quantiles_are_those_of_the_cases(case: dict[str, Any]) -> None:
    assert quantile(case["n"], case["level"]) == pytest.approx(case["value"], abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40, 139, 140, 141, 1000, 100_000, 10**9])
@pytest.mark.parametrize("level", [0.05, 0.5, OF_EACH_CLASS, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(n: int, level: float) -> None:
    found = quantile(n, level)
    assert found == pytest.approx(float(stats.kstwo.ppf(level, n)), rel=1e-5)
    assert probability(n, found) == pytest.approx(level, abs=1e-9)


def test_distances_beyond_all_are_certain() -> None:
    assert (probability(10, 0.05), probability(10, 1.0), probability(10**6, 0.5)) == (0, 1, 1)


@given(labelled_scores(), st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_the_joint_band_is_that_of_the_rectangles(drawn: Drawn, places: list[float]) -> None:
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    x = np.sort(np.array(places))
    band = joint_roc_band(steps, x)
    m, n = steps.n_positive, steps.n_negative
    if not (m and n):
        assert band is None
        return
    assert band is not None
    assert band.is_joint
    beside, above = quantile(n, OF_EACH_CLASS), quantile(m, OF_EACH_CLASS)
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
    d = quantile(50, OF_EACH_CLASS)
    # At a false positive rate f the curve is at min(1, f + 0.52) - 0.02 or less, below 0.5.
    assert band.upper[0] == pytest.approx(min(1.0, 0.5 + 0.14 + d), abs=0.03)
    assert band.lower[0] == 0
    assert band.lower[2] == pytest.approx(1 - d)
    assert joint_roc_band(steps) is not None


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

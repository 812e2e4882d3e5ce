"""Rows by weight and by subject count as many independent rows as they are worth, everywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import norm, t

from evalgui.__main__ import main
from evalgui.core.consequences.logistic import (
    BySubject,
    brier_interval,
    log_score_interval,
    scaled_brier,
)
from evalgui.core.consequences.places import Places
from evalgui.core.intervals.subjects import ONE_SUBJECT
from evalgui.core.probabilities import Probabilities

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

RNG = np.random.default_rng(8)
N = 90
P = np.round(RNG.uniform(0.05, 0.95, N), 2)
Y = RNG.random(N) < P
OF = RNG.integers(0, 25, N)
METHODS = (brier_interval, scaled_brier, log_score_interval)


def places(p: NDArray[np.float64], y: NDArray[np.bool_]) -> Places:
    return Places.of(Probabilities(p, y))


def by_subject(p: NDArray[np.float64], y: NDArray[np.bool_], of: NDArray[np.int64]) -> BySubject:
    _names, codes = np.unique(of, return_inverse=True)
    n = int(codes.max()) + 1
    return BySubject(p, y.astype(float), lambda x: np.bincount(codes, x, n).astype(float), n)


def limits(found: Any) -> tuple[float, float]:
    return found.interval.lower, found.interval.upper


@pytest.mark.parametrize("method", METHODS)
def test_that_subjects_of_one_row_are_rows(method: Any) -> None:
    alone = method(places(P, Y), 0.95)
    found = method(places(P, Y), 0.95, by_subject(P, Y, np.arange(N)))
    assert found.value == alone.value
    assert limits(found) == pytest.approx(limits(alone), rel=1e-10)
    assert found.interval.method.endswith("by subject")


@pytest.mark.parametrize("method", METHODS)
def test_that_a_row_told_twice_says_nothing_more(method: Any) -> None:
    twice, truth = np.repeat(P, 2), np.repeat(Y, 2)
    found = method(places(twice, truth), 0.95, by_subject(twice, truth, np.repeat(range(N), 2)))
    assert limits(found) == pytest.approx(limits(method(places(P, Y), 0.95)), rel=1e-10)
    naive = method(places(twice, truth), 0.95)
    assert naive.interval.lower > found.interval.lower


@pytest.mark.parametrize("method", METHODS)
def test_that_one_subject_has_no_interval(method: Any) -> None:
    found = method(places(P, Y), 0.95, by_subject(P, Y, np.zeros(N, dtype=int)))
    assert found.interval.reason == ONE_SUBJECT
    assert not found.interval.is_defined


def clustered(values: NDArray[np.float64]) -> float:
    """Return the error of a mean by the cluster-robust covariance of statsmodels."""
    fit = sm.OLS(values, np.ones(N)).fit(cov_type="cluster", cov_kwds={"groups": OF})
    return float(fit.bse[0])


def test_that_the_errors_are_those_of_clusters() -> None:
    subjects, n = by_subject(P, Y, OF), len(np.unique(OF))
    squares = (P - Y) ** 2
    brier, share = squares.mean(), Y.mean()
    half = norm.ppf(0.975) * clustered(squares) / (brier * (1 - brier))
    logit = np.log(brier / (1 - brier))
    expected = 1 / (1 + np.exp(-(logit - half))), 1 / (1 + np.exp(-(logit + half)))
    assert limits(brier_interval(places(P, Y), 0.95, subjects)) == pytest.approx(expected, rel=1e-9)
    unc = share * (1 - share)
    moved = -squares / unc + brier * (1 - 2 * share) / unc**2 * Y
    half = norm.ppf(0.975) * clustered(moved)
    scaled = 1 - brier / unc
    expected = scaled - half, scaled + half
    assert limits(scaled_brier(places(P, Y), 0.95, subjects)) == pytest.approx(expected, rel=1e-9)
    logs = -np.log(np.where(Y, P, 1 - P))
    factor = np.exp(t.ppf(0.975, n - 1) * clustered(logs) / logs.mean())
    found = limits(log_score_interval(places(P, Y), 0.95, subjects))
    assert found == pytest.approx((logs.mean() / factor, logs.mean() * factor), rel=1e-9)


def told(path: Path, capsys: Any, rows: list[tuple[Any, ...]], *options: str) -> Any:
    head = "truth,p,w" if options else "truth,p"
    lines = [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    asked = ("--truth", "truth", "--positive", "1", "--score", "p", "--score-kind", "probability")
    risk = ("--risk-threshold", "0.2", "--threshold", "0.5", "--format", "json")
    assert main(["evaluate", str(path), *asked, *risk, *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_that_weights_of_a_half_count_as_the_rows_do(tmp_path: Path, capsys: Any) -> None:
    plain = [(int(y), p) for y, p in zip(Y, P, strict=True)]
    rows = told(tmp_path / "rows.csv", capsys, plain)
    halves = told(tmp_path / "half.csv", capsys, [(*row, 0.5) for row in plain], "--weight", "w")
    for topic in ("people", "decision_curve"):
        for key, cell in rows[topic].items():
            if isinstance(cell, dict) and cell.get("low") is not None:
                other = halves[topic][key]
                ends = [other[name] for name in ("value", "low", "high")]
                assert ends == pytest.approx([cell[name] for name in ("value", "low", "high")])
                assert "effective n by weight" in other["method"], (topic, key)


def test_that_the_prevalence_of_subjects_is_that_of_the_measures(
    tmp_path: Path, capsys: Any
) -> None:
    rows = [(int(y), p, f"s{of}") for y, p, of in zip(Y, P, OF, strict=True)]
    found = told(tmp_path / "subjects.csv", capsys, rows, "--subject", "w")
    own = found["intervals"]["PREV"]
    cell = found["people"]["prevalence"]
    assert (cell["low"], cell["high"]) == pytest.approx((own["low"], own["high"]), rel=1e-12)
    assert cell["method"] == "Wilson, effective n by subject"

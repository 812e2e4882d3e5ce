"""Intervals of average precision, beside leaving out each row for real."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import average_precision_score
from statsmodels.stats.proportion import proportion_confint

from evalgui.core import areas
from evalgui.core.intervals import average_precision
from evalgui.core.score_table import ScoreTable
from tests.core.strategies import labelled_scores

GIVEN = json.loads(
    (Path(__file__).parents[2] / "data" / "core" / "intervals_of_rankings.json").read_text("utf-8")
)


def no_variance() -> float:
    raise AssertionError


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case["id"]) for case in GIVEN["cases"] if case["kind"] == "AP"],
)
def test_average_precision_and_wilson_limits(case: dict[str, Any]) -> None:
    found = GIVEN["samples"].get(case["inputs"].get("sample"), case["inputs"])
    scores = np.array(found["pos"] + found["neg"], dtype=np.float64)
    table = ScoreTable(scores, np.arange(len(scores)) < len(found["pos"]))
    value = areas.average_precision(table.steps)
    if "value" in case:
        assert value == pytest.approx(case["value"], abs=case["abs_tol"])
        return
    limits = average_precision.wilson_of_positives(
        value, table.n_positive, no_variance, case["level"]
    )
    assert limits == pytest.approx((case["low"], case["high"]), abs=case["abs_tol"])


@given(labelled_scores())
def test_variances_are_those_of_leaving_out_each_row(data: tuple[Any, Any, bool]) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    found = average_precision.jackknife_variances(table.steps)
    if table.n_positive < 2 or not table.n_negative:
        assert math.isnan(found.of_rows)
        assert math.isnan(found.of_classes)
        return
    ranks = np.unique(scores, return_inverse=True)[1] * (1 if higher else -1)
    left = np.array(
        [
            average_precision_score(np.delete(truth, row), np.delete(ranks, row))
            for row in range(len(truth))
        ]
    )

    def of(values: Any) -> float:
        return float((len(values) - 1) / len(values) * np.sum((values - values.mean()) ** 2))

    assert found.of_rows == pytest.approx(of(left), abs=1e-13)
    assert found.of_classes == pytest.approx(of(left[truth]) + of(left[~truth]), abs=1e-13)


def test_variances_of_many_blocks_are_those_of_the_definition() -> None:
    rng = np.random.default_rng(3)
    truth = rng.random(150_000) < 0.3
    scores = rng.normal(size=len(truth)) + truth
    table = ScoreTable(scores, truth)
    found = average_precision.jackknife_variances(table.steps)
    order = np.argsort(-scores)
    ordered = truth[order]
    tp, n = np.cumsum(ordered), np.arange(1, len(truth) + 1)
    m = int(tp[-1])
    after_negative = np.where(ordered, tp / (n - 1 + (n == 1)) - tp / n, 0)
    left = np.cumsum(after_negative[::-1])[::-1] / m
    after_positive = np.where(ordered, (tp - 1) / (n - 1 + (n == 1)), 0)
    before = np.cumsum(np.where(ordered, tp / n, 0)) - np.where(ordered, tp / n, 0)
    later = np.cumsum(after_positive[::-1])[::-1] - after_positive
    value = areas.average_precision(table.steps)
    left = np.where(ordered, (before + later) / (m - 1) - value, left)
    expected = (len(left) - 1) / len(left) * np.sum((left - left.mean()) ** 2)
    assert found.of_rows == pytest.approx(expected, rel=1e-9)


def test_variance_is_near_that_of_repeated_samples() -> None:
    rng = np.random.default_rng(11)
    values, variances = [], []
    for _ in range(600):
        truth = rng.random(400) < 0.4
        table = ScoreTable(rng.normal(size=400) + 1.2 * truth, truth)
        values.append(areas.average_precision(table.steps))
        variances.append(average_precision.jackknife_variances(table.steps).of_rows)
    assert np.mean(variances) == pytest.approx(np.var(values), rel=0.15)


def test_logit_limits() -> None:
    low, high = average_precision.logit_jackknife(0.8, 200, lambda: 0.0004, 0.95)
    half = 1.959963984540054 * 0.02 / 0.16
    assert [math.log(limit / (1 - limit)) for limit in (low, high)] == pytest.approx(
        [math.log(4) - half, math.log(4) + half]
    )
    assert all(
        math.isnan(limit)
        for value in (0.0, 1.0)
        for limit in average_precision.logit_jackknife(value, 200, no_variance, 0.95)
    )


def test_few_positives_are_taken_for_a_proportion() -> None:
    assert average_precision.is_small(0.8, 99)
    assert not average_precision.is_small(0.8, 100)
    assert average_precision.is_small(1.0, 1000)
    # Near 1 few rows decide, and the logit is far from normal.
    assert average_precision.is_small(0.97, 150)
    assert not average_precision.is_small(0.96, 150)
    limits = average_precision.wilson_of_positives(0.77, 50, no_variance, 0.9)
    assert limits == pytest.approx(proportion_confint(0.77 * 50, 50, 0.1, method="wilson"))

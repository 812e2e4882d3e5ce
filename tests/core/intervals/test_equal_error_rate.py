"""Intervals of the equal error rate, beside a loop over all thresholds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.intervals.equal_error_rate import (
    between_bands,
    between_exact_bands,
    is_small,
)
from evalgui.core.leave_one_out import equal_error_rates_left_out, jackknife
from evalgui.core.score_table import ScoreTable
from tests.core.intervals.test_auc import GIVEN, table_of
from tests.core.strategies import labelled_scores

BANDS = {"wilson": between_bands, "beta": between_exact_bands}  # as statsmodels names them
CASES = {case["id"]: case for case in GIVEN["cases"] if case["id"].startswith("eer-")}


def test_case_of_independent_computations() -> None:
    steps = table_of(CASES["eer-cont-value"]["inputs"]).steps
    assert equal_error_rate(steps).value == pytest.approx(
        CASES["eer-cont-value"]["value"], abs=1e-10
    )
    assert jackknife_variance(steps) == pytest.approx(CASES["eer-cont-V"]["value"], abs=1e-12)
    bands = CASES["eer-cont-bands"]
    assert between_bands(steps, bands["level"]) == pytest.approx(
        (bands["low"], bands["high"]), abs=bands["abs_tol"]
    )


def jackknife_variance(steps: Any) -> float:
    return jackknife(equal_error_rates_left_out(steps))


def crossing_of(table: ScoreTable, side: int, method: str) -> float:
    """Return where the bands cross, threshold by threshold."""
    m, n = table.n_positive, table.n_negative
    counts = table.steps.counts()
    fpr = proportion_confint(np.asarray(counts.fp), n, 0.1, method=method)[side]
    fnr = proportion_confint(np.asarray(counts.fn), m, 0.1, method=method)[side]
    difference = fpr - fnr
    after = int(np.argmax(difference >= 0))
    share = -difference[after - 1] / (difference[after] - difference[after - 1])
    return float(fpr[after - 1] + share * (fpr[after] - fpr[after - 1]))


@given(labelled_scores(), st.sampled_from([*BANDS]))
def test_bands_cross_where_a_loop_finds_it(data: tuple[Any, Any, bool], method: str) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    low, high = BANDS[method](table.steps, 0.9)
    if not (table.n_positive and table.n_negative):
        assert math.isnan(low)
        assert math.isnan(high)
        return
    assert low == pytest.approx(crossing_of(table, 0, method), abs=1e-9)
    assert high == pytest.approx(crossing_of(table, 1, method), abs=1e-9)
    value = equal_error_rate(table.steps).value
    assert 0 <= low <= value + 1e-12
    assert value - 1e-12 <= high <= 1


@given(labelled_scores(), st.sampled_from([0.8, 0.95]))
def test_bands_are_the_same_with_the_classes_swapped(
    data: tuple[Any, Any, bool], level: float
) -> None:
    scores, truth, higher = data
    one = between_bands(ScoreTable(scores, truth, higher_is_positive=higher).steps, level)
    other = between_bands(ScoreTable(scores, ~truth, higher_is_positive=not higher).steps, level)
    assert one == pytest.approx(other, abs=1e-9, nan_ok=True)


def test_no_error_has_an_upper_limit_above_0() -> None:
    table = ScoreTable.from_counts([1.0, 2.0], [0, 50], [80, 0])
    low, high = between_bands(table.steps, 0.95)
    assert low == 0.0
    assert 0.04 < high < 0.08


def test_a_class_of_few_rows_has_the_wider_bands() -> None:
    few = ScoreTable.from_counts([1.0, 2.0, 3.0], [1, 3, 5], [50, 20, 9])
    assert is_small(few.steps)
    assert not is_small(ScoreTable.from_counts([1.0, 2.0, 3.0], [1, 4, 5], [50, 20, 9]).steps)
    exact, wilson = between_exact_bands(few.steps, 0.95), between_bands(few.steps, 0.95)
    assert exact[0] < wilson[0] < wilson[1] < exact[1]


@given(labelled_scores())
def test_variance_is_that_of_leaving_out_each_row(data: tuple[Any, Any, bool]) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    found = jackknife_variance(table.steps)
    if min(table.n_positive, table.n_negative) < 2:
        assert math.isnan(found)
        return
    left = np.array(
        [
            equal_error_rate(
                ScoreTable(
                    np.delete(scores, row), np.delete(truth, row), higher_is_positive=higher
                ).steps
            ).value
            for row in range(len(truth))
        ]
    )
    expected = sum(
        (len(part) - 1) / len(part) * np.sum((part - part.mean()) ** 2)
        for part in (left[truth], left[~truth])
    )
    assert found == pytest.approx(expected, abs=1e-13)

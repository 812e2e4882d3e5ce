"""All measures at all operating points at once, beside those of each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from evalgui.core.metrics import METRICS, Parameters, everywhere, metric_by_id
from evalgui.core.score_table import ScoreTable, Steps
from tests.core.strategies import labelled_scores


@given(drawn=labelled_scores())
def test_that_every_row_has_the_values_of_its_counts(drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    parameters = Parameters(beta=0.5, cost_fn=3.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(everywhere, "BLOCK", 4)
        found = everywhere.values_everywhere(steps, METRICS, parameters)
        some = everywhere.values_everywhere(steps, METRICS, parameters, np.array([len(steps) - 1]))
    for metric in METRICS:
        expected = [metric.value(steps.counts_of(row), parameters) for row in range(len(steps))]
        assert found[metric.id] == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)
        assert some[metric.id] == pytest.approx(expected[-1:], rel=1e-12, abs=1e-12, nan_ok=True)


def test_that_no_digit_is_lost_where_products_of_counts_exceed_a_double():
    n = 3 * 10**9 + 1
    tp = np.array([0, 1, n // 3, n // 3 + 1, n - 1, n], dtype=np.uint32)
    fp = np.array([0, 1, n // 3, n // 3, n, n], dtype=np.uint32)
    steps = Steps(np.arange(6.0), tp, fp, n, n, higher_is_positive=True)
    found = everywhere.values_everywhere(steps, METRICS)
    for metric in METRICS:
        expected = [metric.value(steps.counts_of(row)) for row in range(len(steps))]
        assert found[metric.id] == pytest.approx(expected, rel=1e-12, nan_ok=True), metric.id


def test_that_measures_of_others_are_not_computed_again():
    steps = ScoreTable([3.0, 2.0, 1.0], [True, False, True]).steps
    asked = []

    def counted(counts):
        asked.append(counts)
        return counts.tp / 1.0

    first = replace(metric_by_id("DOR"), id="FIRST", compute=counted)
    second = replace(metric_by_id("DP"), id="SECOND", compute=first.value)
    found = everywhere.values_everywhere(steps, [first, second])
    assert len(asked) == 1
    assert found["SECOND"].tolist() == found["FIRST"].tolist() == [0.0, 1.0, 1.0, 2.0]

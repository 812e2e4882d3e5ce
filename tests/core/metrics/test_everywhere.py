"""All measures at all operating points at once, beside those of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from evalgui.core.metrics import METRICS, Parameters, everywhere, metric_by_id
from evalgui.core.metrics.everywhere import MeasuresInBlocks
from evalgui.core.metrics.metric import DEFAULT_PARAMETERS
from evalgui.core.parallel import blocks, spread
from evalgui.core.recording import Replay
from evalgui.core.score_table import ScoreTable, Steps
from tests.core.strategies import labelled_scores


def values_everywhere(steps, metrics, parameters=DEFAULT_PARAMETERS, block=4):
    """Return measures at every operating point, computed in blocks by several threads."""
    found = {metric.id: np.full(len(steps), 99.0) for metric in metrics}
    measures = MeasuresInBlocks(steps, metrics, parameters)

    def fill(part):
        measures.fill(part, {name: values[part] for name, values in found.items()})

    spread(fill, blocks(len(steps), block))
    return found


@given(drawn=labelled_scores())
def test_that_every_row_has_the_values_of_its_counts(drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    parameters = Parameters(beta=0.5, cost_fn=3.0, cost_tn=-0.5, tversky_alpha=0.2)
    found = values_everywhere(steps, METRICS, parameters)
    for metric in METRICS:
        expected = [metric.value(steps.counts_of(row), parameters) for row in range(len(steps))]
        assert found[metric.id] == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)


@given(drawn=labelled_scores())
def test_that_default_parameters_have_the_values_of_whole_columns(drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    found = values_everywhere(steps, METRICS)
    for metric in METRICS:
        expected = metric.value(steps.counts(slice(None)))
        np.testing.assert_array_equal(found[metric.id], expected, err_msg=metric.id)


def test_that_no_digit_is_lost_where_products_of_counts_exceed_a_double():
    n = 3 * 10**9 + 1
    tp = np.array([0, 1, n // 3, n // 3 + 1, n - 1, n], dtype=np.uint32)
    fp = np.array([0, 1, n // 3, n // 3, n, n], dtype=np.uint32)
    steps = Steps(np.arange(6.0), tp, fp, n, n, higher_is_positive=True)
    found = values_everywhere(steps, METRICS)
    for metric in METRICS:
        expected = [metric.value(steps.counts_of(row)) for row in range(len(steps))]
        assert found[metric.id] == pytest.approx(expected, rel=1e-12, nan_ok=True), metric.id


def test_that_rows_are_those_that_are_asked_for():
    steps = ScoreTable([4.0, 3.0, 2.0, 1.0], [True, False, True, False]).steps
    into = {"TPR": np.empty(3), "PREV": np.empty(3)}
    measures = MeasuresInBlocks(steps, [metric_by_id("TPR"), metric_by_id("PREV")])
    measures.fill(np.array([4, 0, 1]), into)
    assert into["TPR"].tolist() == [1.0, 0.0, 0.5]
    assert into["PREV"].tolist() == [0.5, 0.5, 0.5]


def test_that_the_same_by_another_name_is_computed_once(monkeypatch):
    asked = []

    def replay(recording, results):
        asked.extend(results)
        return Replay(recording, results)

    monkeypatch.setattr(everywhere, "Replay", replay)
    steps = ScoreTable([3.0, 2.0, 1.0], [True, False, True]).steps
    one, other = metric_by_id("YI"), metric_by_id("SOMERS_CR")
    found = values_everywhere(steps, [one, other])
    assert asked[0] is asked[1]
    assert found["YI"].tolist() == found["SOMERS_CR"].tolist() == [0.0, 0.5, -0.5, 0.0]

"""All measures at all operating points at once, beside those of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from evalgui.core.metrics import METRICS, Parameters, everywhere
from evalgui.core.score_table import ScoreTable
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

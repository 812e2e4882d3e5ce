"""The table of all classes: every two-class measure against the rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.metrics import METRICS, Parameters, metric_by_id
from evalgui.core.multiclass import MATRIX_METRICS, per_class
from evalgui.core.registry import UnknownIdError
from tests.core.multiclass.drawn import matrices


@given(matrices().filter(lambda m: m.n > 0))
def test_that_all_classes_at_once_give_what_each_gives_alone(matrix):
    table = per_class(matrix)
    assert table.values.shape == (len(METRICS), len(matrix))
    for row, metric in enumerate(METRICS):
        alone = [float(metric.value(matrix.one_versus_rest(k))) for k in range(len(matrix))]
        np.testing.assert_allclose(table.values[row], alone, rtol=1e-12, atol=1e-15)
        for place in range(len(matrix)):
            undefined = np.isnan(table.values[row, place])
            assert bool(table.measured(row, place).reason) == undefined


def test_that_support_and_class_names_of_the_measures_are_there():
    matrix = ConfusionMatrix(("a", "b"), [[3, 1], [0, 0]])
    table = per_class(matrix)
    assert table.support.tolist() == [4, 0]
    assert table.of("PREC_I").tolist() == table.of("PPV").tolist() == [1.0, 0.0]
    np.testing.assert_array_equal(table.of("REC_I"), [0.75, np.nan])
    assert table.of("F_I").tolist() == table.of("F1").tolist() == [6 / 7, 0.0]
    recall = METRICS.index(metric_by_id("TPR"))
    assert table.measured(recall, 1).reason == "no actual positives"
    with pytest.raises(UnknownIdError):
        table.of("SMC_K")


def test_that_parameters_and_a_choice_of_measures_are_used():
    matrix = ConfusionMatrix(("a", "b"), [[3, 1], [2, 4]])
    chosen = (metric_by_id("FBETA"),)
    table = per_class(matrix, Parameters(beta=0.5), chosen)
    expected = metric_by_id("FBETA").value(matrix.one_versus_rest(0), Parameters(beta=0.5))
    assert table.values[0, 0] == pytest.approx(float(expected))
    assert table.metrics == chosen


def test_that_a_thousand_classes_and_a_million_rows_are_counted():
    random = np.random.default_rng(7)
    truth = random.integers(0, 1000, 1_000_000)
    called = np.where(random.random(len(truth)) < 0.7, truth, random.integers(0, 1000, len(truth)))
    names = [str(index) for index in range(1000)]
    matrix = ConfusionMatrix.from_codes(truth, called, names)
    table = per_class(matrix)
    values = [metric.value(matrix) for metric in MATRIX_METRICS]
    cells = np.bincount(truth * 1000 + called, minlength=1_000_000)
    assert np.array_equal(matrix.counts.ravel(), cells)
    assert np.isfinite(table.of("MCC")).all()
    assert np.isfinite(values).all()

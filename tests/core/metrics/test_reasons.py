"""Whatever has no value says why, whatever the numbers in its formula are."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Parameters, metric_by_id
from evalgui.core.multiclass import per_class

WEIGHTS = (0.0, 1e-200, 0.5, 1.0, 1e200, 1.7e308)
COSTS = (-1.7e308, 0.0, 1.7e308)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_a_reason_stands_where_there_is_no_value_and_nowhere_else(metric):
    numbers = COSTS if metric.id == "COST" else WEIGHTS
    settings = [
        Parameters(**dict(zip(metric.parameters, chosen, strict=True)))
        for chosen in itertools.product(numbers, repeat=len(metric.parameters))
    ]
    for cells in itertools.product(range(3), repeat=4):
        counts = Counts(*cells)
        for parameters in settings:
            value = float(metric.value(counts, parameters))
            reason = metric.measured(counts, parameters).reason
            assert math.isnan(value) == bool(reason), (cells, parameters)


@pytest.mark.parametrize(
    ("metric_id", "parameters", "counts", "reason"),
    [
        ("FBETA", Parameters(beta=0.0), Counts(0, 0, 3, 5), "no positive calls"),
        ("FALPHA", Parameters(alpha=0.0), Counts(0, 0, 3, 5), "no positive calls"),
        ("TVERSKY", Parameters(tversky_alpha=0.0), Counts(0, 0, 3, 5), "no positive calls"),
        ("TVERSKY", Parameters(tversky_beta=0.0), Counts(0, 3, 0, 5), "no actual positives"),
        (
            "TVERSKY",
            Parameters(tversky_alpha=0.0, tversky_beta=0.0),
            Counts(0, 3, 2, 5),
            "no true positives",
        ),
        (
            "TVERSKY_SYM",
            Parameters(tversky_alpha=0.0),
            Counts(0, 0, 4, 0),
            "every row is a false negative",
        ),
        (
            "TVERSKY_SYM",
            Parameters(tversky_beta=0.0),
            Counts(0, 4, 0, 0),
            "every row is a false positive",
        ),
        (
            "TVERSKY_SYM",
            Parameters(tversky_alpha=0.0, tversky_beta=0.0),
            Counts(0, 4, 4, 0),
            "no row is called right",
        ),
    ],
)
def test_that_a_weight_of_zero_is_part_of_the_reason(metric_id, parameters, counts, reason):
    metric = metric_by_id(metric_id)
    assert math.isnan(float(metric.value(counts, parameters)))
    assert metric.measured(counts, parameters).reason == reason


@pytest.mark.parametrize("metric_id", ["F1", "FBETA", "FALPHA", "JACC", "SS2", "TVERSKY"])
def test_that_one_row_is_enough_to_have_positives_or_positive_calls(metric_id):
    metric = metric_by_id(metric_id)
    neither = "no actual positives and no positive calls"
    assert metric.measured(Counts(tp=0, fp=0, fn=0, tn=1)).reason == neither
    for one in (Counts(1, 0, 0, 0), Counts(0, 1, 0, 0), Counts(0, 0, 1, 0)):
        assert metric.measured(one).reason == ""
        assert float(metric.value(one)) == one.tp


def test_that_one_row_is_enough_to_have_negatives_or_negative_calls():
    metric = metric_by_id("AGF")
    neither = "no actual negatives and no negative calls"
    assert metric.measured(Counts(tp=1, fp=0, fn=0, tn=0)).reason == neither
    for one in (Counts(0, 1, 0, 0), Counts(0, 0, 1, 0)):
        assert metric.measured(one).reason == ""


def test_that_a_great_beta_is_recall():
    f_beta = metric_by_id("FBETA")
    assert float(f_beta.value(Counts(3, 9, 1, 0), Parameters(beta=1e200))) == 0.75
    assert float(f_beta.value(Counts(0, 9, 0, 0), Parameters(beta=1e200))) == 0.0


def test_that_the_table_of_classes_gives_the_reason_for_its_own_parameters():
    matrix = ConfusionMatrix(("a", "b", "c"), np.array([[4, 0, 0], [2, 0, 3], [0, 0, 5]]))
    found = per_class(matrix, Parameters(beta=0.0))
    place = [metric.id for metric in found.metrics].index("FBETA")
    assert math.isnan(found.values[place, 1])
    assert found.measured(place, 1).reason == "no positive calls"

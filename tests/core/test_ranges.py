"""The range that a measure declares is the one it takes: all of it, and nothing beyond."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Parameters
from evalgui.core.multiclass import (
    DEFAULT_SETTINGS,
    MATRIX_METRICS,
    SCORE_METRICS,
    ClassScores,
    MulticlassSettings,
)
from evalgui.core.probabilities import PROBABILITY_METRICS, Probabilities

NEAR = 1e-5
FAR = 5.0  # beyond every finite bound that a measure declares
GAINS = Parameters(cost_tp=-100.0, cost_fp=100.0)


def assert_tight(values, bounds):
    """Assert that values stay in a range and come near both its ends."""
    known = np.asarray(values, dtype=np.float64)
    known = known[~np.isnan(known)]
    low, high = bounds
    lowest, highest = float(known.min()), float(known.max())
    assert low - 1e-12 <= lowest
    assert highest <= high + 1e-12
    assert lowest <= (low + NEAR if math.isfinite(low) else -FAR)
    assert highest >= (high - NEAR if math.isfinite(high) else FAR)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_the_range_of_a_two_class_measure_is_tight(metric):
    cells = np.array(list(itertools.product((0, 1, 2, 10**6), repeat=4)))
    counts = Counts(tp=cells[:, 0], fp=cells[:, 1], fn=cells[:, 2], tn=cells[:, 3])
    parameters = [Parameters(), GAINS] if metric.id == "COST" else [Parameters()]
    values = [np.asarray(metric.value(counts, each)) for each in parameters]
    assert_tight(np.concatenate(values), metric.range)


def matrices():
    """Return all small matrices of two classes and of three, and two of many classes."""
    for size, cells in ((2, (0, 1, 2, 1000)), (3, (0, 1))):
        names = tuple(map(str, range(size)))  # numbers have an order, as weighted kappa needs
        for drawn in itertools.product(cells, repeat=size * size):
            yield ConfusionMatrix(names, np.array(drawn).reshape(size, size))
    for size in (10, 200):
        names = tuple(map(str, range(size)))
        yield ConfusionMatrix(names, np.identity(size, dtype=np.int64))


MATRICES = tuple(matrices())


@pytest.mark.parametrize("metric", MATRIX_METRICS, ids=lambda metric: metric.id)
def test_that_the_range_of_a_measure_of_matrices_is_tight(metric):
    values = [metric.value(matrix) for matrix in MATRICES]
    if metric.id == "NIR":  # with K classes it is 1 / K or more
        assert min(value for value in values if not math.isnan(value)) == 1 / 200
        values.append(0.0)
    assert_tight(values, metric.range)


def class_scores():
    """Return scores of three classes: all right, all wrong, all equal, and between."""
    sure = np.identity(3)
    for columns in (sure, np.roll(sure, 1, axis=0), (1 - sure) / 2, np.full((3, 3), 1 / 3)):
        for truth in itertools.product(range(3), repeat=3):
            yield ClassScores("abc", truth, columns)


@pytest.mark.parametrize("metric", SCORE_METRICS, ids=lambda metric: metric.id)
def test_that_the_range_of_a_measure_of_class_scores_is_tight(metric):
    settings = (DEFAULT_SETTINGS, MulticlassSettings(top_k=1))
    values = [metric.value(data, each) for data in class_scores() for each in settings]
    assert_tight(values, metric.range)


@pytest.mark.parametrize("metric", PROBABILITY_METRICS, ids=lambda metric: metric.id)
def test_that_the_range_of_a_measure_of_probabilities_is_tight(metric):
    scores = [(0.0, 1.0), (1.0, 0.0), (0.5, 0.5), (0.0,), (1.0,), (1.0,) * 99 + (0.0,)]
    data = (
        Probabilities.from_scores(given, [False] * (len(given) - 1) + [True]) for given in scores
    )
    found = map(metric.measured, data)
    assert_tight([one.value for one in found if one.is_defined], metric.range)

"""A snapshot is resolved from its inputs, and shares what did not change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS
from evalgui.core.snapshot import EMPTY, Inputs, resolve


@pytest.fixture
def dataset():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 200)
    scores = np.round(rng.normal(size=200) + truth, 1)
    return Dataset("a.csv", ("no", "yes"), truth, 1, (Score("s", scores), Score("t", -scores)))


def test_that_a_threshold_change_makes_a_new_operating_point_alone(dataset):
    first = resolve(Inputs(dataset))
    second = resolve(replace(first.inputs, threshold=0.3), first)
    assert second.ranking is first.ranking
    assert second.point is not first.point
    assert second.point.counts == first.ranking.table.counts_at(0.3)
    assert len(second.point.values) == len(METRICS)


def test_that_the_same_threshold_keeps_the_operating_point(dataset):
    first = resolve(Inputs(dataset, threshold=0.3))
    second = resolve(replace(first.inputs), first)
    assert second.point is first.point


def test_that_another_score_is_ranked_anew(dataset):
    first = resolve(Inputs(dataset))
    second = resolve(replace(first.inputs, score=1, threshold=None), first)
    assert second.ranking is not first.ranking
    assert second.ranking.areas.roc_auc == pytest.approx(1 - first.ranking.areas.roc_auc, abs=1e-15)


def test_that_nothing_open_shows_nothing():
    assert EMPTY.ranking is None
    assert EMPTY.point is None
    assert resolve(Inputs()).dataset is None


def test_that_rows_must_be_conserved_and_lengths_must_fit():
    with pytest.raises(ValueError, match="rows in the file"):
        Dataset("a", ("no", "yes"), np.array([0, 1]), 1, n_rows_in_file=3)
    with pytest.raises(ValueError, match="must have 2 rows"):
        Dataset("a", ("no", "yes"), np.array([0, 1]), 1, (Score("s", np.zeros(3)),))
    with pytest.raises(ValueError, match="out of range"):
        Dataset("a", ("no", "yes"), np.array([0, 2]), 1)
    with pytest.raises(ValueError, match="no class"):
        Dataset("a", ("no", "yes"), np.array([0, 1]), 2)

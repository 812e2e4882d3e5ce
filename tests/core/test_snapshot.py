"""A snapshot is resolved from its inputs, and shares what did not change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import METRICS
from evalgui.core.sampling import Sampling
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
    assert list(second.point.measured) == [metric.id for metric in METRICS]


def test_that_the_same_threshold_keeps_the_operating_point(dataset):
    first = resolve(Inputs(dataset, threshold=0.3))
    second = resolve(replace(first.inputs), first)
    assert second.point is first.point


def test_that_another_score_is_ranked_anew(dataset):
    first = resolve(Inputs(dataset))
    second = resolve(replace(first.inputs, score=1, threshold=None), first)
    assert second.ranking is not first.ranking
    assert second.ranking.value("roc_auc") == pytest.approx(
        1 - first.ranking.value("roc_auc"), abs=1e-15
    )


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


# ----------------------------------------------- several classes and one score, and calls


@pytest.fixture
def three():
    rng = np.random.default_rng(5)
    truth = np.repeat([0, 1, 2], 40)
    scores = np.round(rng.normal(size=120) + truth, 1)
    return Dataset("a.csv", ("imp", "spoof", "target"), truth, 2, (Score("s", scores),))


@pytest.mark.parametrize("positive", [None, 0, 1, 2])
def test_that_one_score_of_three_classes_ranks_one_against_the_rest(three, positive):
    found = resolve(Inputs(three, positive=positive))
    chosen = 2 if positive is None else positive
    truth = three.truth == chosen
    assert found.positive == chosen
    expected = roc_auc_score(truth, three.scores[0].values)
    assert found.ranking.value("roc_auc") == pytest.approx(expected, abs=1e-15)
    called = three.scores[0].values >= found.point.threshold
    assert found.point.counts.tp == np.count_nonzero(truth & called)
    assert found.point.counts.fp == np.count_nonzero(~truth & called)


def test_that_calls_of_the_file_stand_beside_its_score(dataset):
    calls = (dataset.scores[0].values > 1).astype(np.int8)
    both = replace(dataset, predicted=calls, called_by="prediction")
    first = resolve(Inputs(both))
    assert first.overall is None
    called = resolve(replace(first.inputs, score=None), first)
    assert called.ranking is None
    assert called.point.counts.tp == np.count_nonzero((both.truth == 1) & (calls == 1))
    assert called.point.counts.fp == np.count_nonzero((both.truth == 0) & (calls == 1))
    alone = resolve(Inputs(replace(both, scores=())))
    np.testing.assert_equal(dict(called.point.measured), dict(alone.point.measured))
    again = resolve(replace(called.inputs, score=0), called)
    assert again.overall is None
    assert again.point.counts == first.point.counts


def test_that_a_score_of_one_class_and_calls_of_all_are_both_there(three):
    calls = np.digitize(three.scores[0].values, [0.5, 1.5])
    both = replace(three, predicted=calls, called_by="prediction")
    together = resolve(Inputs(both))
    assert (together.positive, together.overall.matrix.n) == (None, 120)
    scored = resolve(replace(together.inputs, positive=2), together)
    assert scored.ranking.score is both.scores[0]
    called = resolve(replace(scored.inputs, score=None), scored)
    assert called.overall is together.overall
    assert called.point.counts.tp == np.count_nonzero((both.truth == 2) & (calls == 2))


def test_that_other_intervals_are_made_of_the_same_threshold(dataset):
    first = resolve(Inputs(dataset))
    second = resolve(replace(first.inputs, intervals=IntervalSettings(level=0.99)), first)
    assert second.ranking is first.ranking
    assert second.point.counts == first.point.counts
    assert second.point.intervals["TPR"].level == 0.99
    assert second.point.intervals["TPR"].lower < first.point.intervals["TPR"].lower


def test_that_the_sampling_of_the_data_decides_about_intervals(dataset):
    point = resolve(Inputs(replace(dataset, sampling=Sampling.CASE_CONTROL))).point
    assert "share of positives of this file" in point.intervals["PPV"].assumes

"""Brier score and log loss of two classes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from evalgui.core.probabilities import PROBABILITY_METRICS, Probabilities, ProbabilityMetric

BY_ID: dict[str, ProbabilityMetric] = {metric.id: metric for metric in PROBABILITY_METRICS}
ROWS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40)


def of(metric_id, data):
    return BY_ID[metric_id].measured(data).value


def data_of(rows):
    return Probabilities.from_scores([row[0] for row in rows], [row[1] for row in rows])


@given(ROWS)
def test_that_the_values_are_those_of_the_formulas_or_have_a_reason(rows):
    data = data_of(rows)
    brier = math.fsum((p - y) ** 2 for p, y in rows) / len(rows)
    assert of("brier", data) == pytest.approx(brier, rel=1e-12, abs=1e-15)
    own = [p if y else 1 - p for p, y in rows]
    if min(own) > 0:
        terms = [math.log(p) if y else math.log1p(-p) for p, y in rows]
        loss = -math.fsum(terms) / len(rows)
        assert of("log_loss", data) == pytest.approx(loss, rel=1e-12, abs=1e-15)
    else:
        assert of("log_loss", data) == math.inf
    for metric in PROBABILITY_METRICS:
        value = metric.measured(data).value
        assert math.isnan(value) == bool(metric.measured(data).reason)
        assert math.isnan(value) or metric.range[0] <= value <= metric.range[1]


def test_that_scikit_learn_agrees():
    random = np.random.default_rng(5)
    truth, scores = random.random(200) < 0.3, random.random(200)
    data = Probabilities.from_scores(scores, truth)
    assert of("brier", data) == pytest.approx(reference.brier_score_loss(truth, scores), rel=1e-12)
    assert of("log_loss", data) == pytest.approx(reference.log_loss(truth, scores), rel=1e-12)
    skill = reference.d2_brier_score(truth, scores)
    assert of("brier_skill", data) == pytest.approx(skill, rel=1e-12)


def test_that_always_saying_the_prevalence_has_no_skill():
    data = Probabilities.from_scores([0.25] * 4, [True, False, False, False])
    assert of("brier_skill", data) == 0.0
    assert of("brier", data) == 0.1875


def test_that_a_tiny_probability_of_a_negative_row_keeps_its_digits():
    data = Probabilities.from_scores([1e-20], [False])
    assert of("log_loss", data) == 1e-20


def test_that_a_lower_score_that_means_positive_is_turned_round():
    data = Probabilities.from_scores([0.1, 0.8], [True, False], higher_is_positive=False)
    assert data.values.tolist() == [0.9, pytest.approx(0.2)]


def test_that_rows_without_a_score_take_no_part():
    data = Probabilities.from_scores([0.5, math.nan, 1.0], [True, False, True])
    assert data.n == 2
    assert of("brier", data) == 0.125


@pytest.mark.parametrize(
    ("scores", "truth", "metric_id", "reason"),
    [
        ([], [], "brier", "no rows"),
        ([1.5, 0.5], [True, False], "log_loss", "a score is not in [0, 1]: no probabilities"),
        ([-math.inf], [False], "brier", "a score is not in [0, 1]: no probabilities"),
        ([0.5], [True], "brier_skill", "no actual negatives"),
        ([0.5], [False], "brier_skill", "no actual positives"),
    ],
)
def test_that_what_is_missing_is_said(scores, truth, metric_id, reason):
    data = Probabilities.from_scores(scores, truth)
    assert BY_ID[metric_id].measured(data).reason == reason
    assert math.isnan(of(metric_id, data))


def test_that_lengths_must_fit():
    with pytest.raises(ValueError, match="truth of"):
        Probabilities.from_scores([0.5, 0.5], [True])


def test_that_every_entry_is_complete():
    assert len(BY_ID) == len(PROBABILITY_METRICS)
    assert all(metric.formula and metric.sources and metric.aliases for metric in BY_ID.values())

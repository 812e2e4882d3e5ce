"""What is said of each measure holds of probabilities that are true: where it is best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, roc_auc_score

from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Metric, Parameters, metric_by_id
from evalgui.core.metrics.any_metric import Better
from evalgui.core.metrics.properness import Proper
from evalgui.core.multiclass import (
    MATRIX_METRICS,
    SCORE_METRICS,
    ClassScores,
    score_metric_by_id,
)
from evalgui.core.probabilities import PROBABILITY_METRICS, Probabilities, ProbabilityMetric
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY = (*METRICS, *RANKING_METRICS, *PROBABILITY_METRICS, *MATRIX_METRICS, *SCORE_METRICS)
N = 10**6
Floats = NDArray[np.float64]


def population(a: float, b: float) -> tuple[Floats, Floats]:
    """Return rising risks, none of them the same, and how many rows have each."""
    risks = (np.arange(997) + 0.5) / 997
    shares = risks ** (a - 1) * (1 - risks) ** (b - 1)
    return risks, N * shares / shares.sum()


POPULATIONS = [population(1.2, 3.1), population(0.6, 0.5), population(4.0, 1.7)]
PARAMETERS = Parameters(
    beta=2, alpha=0.7, tversky_alpha=0.3, tversky_beta=1.2, cost_fp=2, cost_fn=9, cost_tp=1
)


def best(metric: Metric, risks: Floats, rows: Floats) -> tuple[int, float, Floats]:
    """Return from which risk on it is best to call, what it then is, and what it is at each."""
    hits = np.append(np.cumsum((risks * rows)[::-1])[::-1], 0.0)
    called = np.append(np.cumsum(rows[::-1])[::-1], 0.0)
    tp, fp = hits, called - hits
    counts = Counts(tp=tp, fp=fp, fn=hits[0] - tp, tn=(called[0] - hits[0]) - fp)
    values = np.asarray(metric.value(counts, PARAMETERS), dtype=np.float64)
    if metric.id in {"LRN", "LRP", "SS3", "DOR", "DP", "DP10"}:
        values[~np.isfinite(values)] = np.nan  # of none at all, or of all
    turned = -values if metric.better is Better.LOWER or metric.id == "NND" else values
    turned = np.where(values > 0, turned, np.nan) if metric.id == "NND" else turned
    place = int(np.nanargmax(turned))
    return place, float(values[place]), values


def ratio(t: float, a: float, b: float) -> float:
    return t * b / (1 - t + t * (a + b))


def both_ratio(t: float, a: float, b: float) -> float:
    return (1 - t + t * b) / (2 * (1 - t) + t * (a + b))


def at_costs(_t: float, _p: float) -> float:
    harm, benefit = PARAMETERS.cost_fp - PARAMETERS.cost_tn, PARAMETERS.cost_fn - PARAMETERS.cost_tp
    return harm / (harm + benefit)


WEIGHTS: dict[str, tuple[float, float]] = {
    "F1": (0.5, 0.5),
    "FBETA": (4 / 5, 1 / 5),
    "FALPHA": (0.7 / 1.7, 1 / 1.7),
    "JACC": (1, 1),
    "SS2": (2, 2),
    "TVERSKY": (0.3, 1.2),
}
PLACES: dict[Proper, Callable[[float, float], float]] = {
    Proper.HALF: lambda _t, _p: 0.5,
    Proper.PREVALENCE: lambda _t, p: p,
    Proper.HALF_OF_BEST: lambda t, _p: t / 2,
    Proper.KAPPA: lambda t, p: p + t * (1 - 2 * p) / 2,
    Proper.AT_COSTS: at_costs,
}


def test_that_every_measure_says_what_it_is_in_any_words() -> None:
    assert len(EVERY) > 120
    for metric in EVERY:
        assert metric.proper is not Proper.UNSAID
        for vocabulary in Vocabulary:
            told = metric.proper.said.told(Style(words_in(vocabulary)))
            assert told.endswith(".")
            assert "{" not in told
    said = {metric.proper for metric in EVERY}
    assert said == set(Proper) - {Proper.UNSAID}
    assert len({str(one.said) for one in said}) == len(said)


@pytest.mark.parametrize("people", POPULATIONS, ids=["rare", "apart", "usual"])
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_calls_are_best_where_it_is_said(
    metric: Metric, people: tuple[Floats, Floats]
) -> None:
    risks, rows = people
    share = float(risks @ rows) / float(rows.sum())
    place, value, values = best(metric, risks, rows)
    proper = metric.proper
    if proper in PLACES or proper is Proper.BEST:
        if proper is Proper.BEST:
            t = (
                both_ratio(value, 0.3, 1.2)
                if metric.id == "TVERSKY_SYM"
                else ratio(value, *WEIGHTS[metric.id])
            )
        else:
            t = PLACES[proper](value, share)
        assert risks[place] >= t - 1e-9
        assert risks[place - 1] < t + 1e-9
    elif proper is Proper.ALL_CALLED:
        assert place == 0
    elif proper is Proper.NONE_CALLED:
        assert place == len(risks)
    elif proper is Proper.FEW_CALLED:
        assert place == (1 if metric.id in {"NPV", "FOR", "LRN"} else len(risks) - 1)
    elif proper is Proper.DESCRIBES:
        assert metric.better is Better.NEITHER
    else:
        assert proper in {Proper.SPREAD, Proper.AT_ENDS}
        known = values[np.isfinite(values)]
        assert known.max() > known.min()


@pytest.mark.parametrize(
    "metric",
    [one for one in METRICS if one.proper in {Proper.SPREAD, Proper.AT_ENDS}],
    ids=lambda metric: metric.id,
)
def test_that_no_threshold_of_any_other_is_the_best_of_all_people(metric: Metric) -> None:
    found = []
    for risks, rows in POPULATIONS:
        place, _value, _values = best(metric, risks, rows)
        share = float(risks @ rows) / float(rows.sum())
        risk = float(risks[min(place, len(risks) - 1)])
        found.append((abs(risk - 0.5), abs(risk - share)))
    assert max(half for half, _share in found) > 0.02
    assert max(share for _half, share in found) > 0.005


MISTAKEN: tuple[Callable[[Floats], Floats], ...] = (
    lambda p: p**2,
    np.sqrt,
    lambda p: 0.5 + (p - 0.5) * 0.6,
)


def measured(metric: ProbabilityMetric, values: Floats, risks: Floats, rows: Floats) -> float:
    weights = np.concatenate([rows * risks, rows * (1 - risks)])
    truth = np.repeat([True, False], len(risks))
    data = Probabilities(np.tile(values, 2), truth, np.maximum(1, weights).astype(np.int64))
    return metric.measured(data).value


@pytest.mark.parametrize("metric", PROBABILITY_METRICS, ids=lambda metric: metric.id)
def test_that_only_true_probabilities_are_best_of_what_is_strictly_proper(
    metric: ProbabilityMetric,
) -> None:
    assert metric.proper is Proper.STRICTLY
    sign = 1 if metric.better is Better.HIGHER else -1
    for risks, rows in POPULATIONS:
        true = measured(metric, risks, risks, rows)
        for mistaken in MISTAKEN:
            assert sign * true > sign * measured(metric, mistaken(risks), risks, rows)


def test_that_what_is_semi_proper_knows_the_order_alone() -> None:
    rng = np.random.default_rng(5)
    for risks, rows in POPULATIONS:
        weights = np.concatenate([rows * risks, rows * (1 - risks)])
        truth = np.repeat([1, 0], len(risks))
        for score in (roc_auc_score, average_precision_score):
            true = score(truth, np.tile(risks, 2), sample_weight=weights)
            for mistaken in MISTAKEN:
                same = score(truth, np.tile(mistaken(risks), 2), sample_weight=weights)
                assert same == pytest.approx(true, abs=1e-12)
            noisy = risks + rng.normal(0, 0.1, len(risks))
            assert score(truth, np.tile(noisy, 2), sample_weight=weights) < true
    said = {one.id: one.proper for one in RANKING_METRICS}
    assert said["roc_auc"] is Proper.ORDER
    assert said["average_precision"] is Proper.MIXED


def test_that_false_probabilities_can_be_better_for_hand_and_till() -> None:
    # Two kinds of rows, of risks (.5, .5, 0) and (.4, 0, .6): 10 and 30 of them.
    truth = np.repeat([0, 1, 0, 2], [5, 5, 12, 18])
    of_each = np.repeat([0, 1], [10, 30])
    true = np.array([[0.5, 0.5, 0.0], [0.4, 0.0, 0.6]])
    false = np.array([[0.3, 0.7, 0.0], [0.4, 0.0, 0.6]])
    metric = score_metric_by_id("HAND_TILL")
    assert metric.proper is Proper.PAIRWISE
    found = [metric.value(ClassScores("abc", truth, table[of_each].T)) for table in (true, false)]
    assert found[1] > found[0] + 0.05
    assert not math.isnan(found[0])


def test_that_the_paper_is_followed_where_it_names_a_measure() -> None:
    # Van Calster and others 2025: every measure of calls is improper but at 0.5 or the prevalence.
    for metric_id in ["ACC", "BCR", "YI", "DOR", "KAPPA", "F1", "MCC", "TPR", "TNR", "PPV", "NPV"]:
        assert str(metric_by_id(metric_id).proper.said).startswith("Improper")
    assert str(metric_by_id("COST").proper.said).startswith("Proper at")
    assert {one.proper for one in PROBABILITY_METRICS} == {Proper.STRICTLY}

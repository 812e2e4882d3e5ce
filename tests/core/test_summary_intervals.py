"""Which method makes the interval of a summary, and why none does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals import auc, average_precision, equal_error_rate
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr, squared_and_added
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import rank
from evalgui.core.subjects import Subjects
from evalgui.core.thresholds import is_same_threshold
from tests.core.strategies import labelled_scores

if TYPE_CHECKING:
    from evalgui.core.measured import Interval
    from evalgui.core.ranking import Ranking


def ranking_of(scores: Any, truth: Any, higher: bool = True) -> Ranking:
    dataset = Dataset(
        name="x",
        classes=("n", "p"),
        truth=np.asarray(truth, dtype=np.int8),
        positive=1,
        scores=(Score("s", np.asarray(scores, dtype=np.float64), higher_is_positive=higher),),
    )
    return rank(dataset, 0)


def drawn(n: int, shift: float, share: float = 0.4) -> Ranking:
    rng = np.random.default_rng(n)
    truth = np.arange(n) < share * n
    return ranking_of(rng.normal(size=n) + shift * truth, truth)


def interval(
    ranking: Ranking, metric_id: str, sampling: Sampling = Sampling.COHORT, **methods: str
) -> Interval:
    chosen = IntervalSettings(methods={Kind(kind): name for kind, name in methods.items()})
    found = ranking.interval(metric_id, chosen, sampling)
    assert found is not None
    return found


def test_area_has_the_logit_where_enough_rows_are_out_of_order() -> None:
    ranking = drawn(200, 1.0)
    found = interval(ranking, "roc_auc")
    assert found.method == "logit DeLong"
    assert found[2:5] == (*auc.delong_logit(ranked_area(ranking.table), 0.95), (80, 120))
    assert found.lower < ranking.value("roc_auc") < found.upper


def test_area_near_1_has_an_effective_n() -> None:
    ranking = drawn(60, 4.0)
    assert ranking.value("roc_auc") > 0.95
    found = interval(ranking, "roc_auc")
    assert found.method == "Wilson, effective n"
    assert found[2:4] == auc.wilson_effective(ranked_area(ranking.table), 0.95)


@pytest.mark.parametrize("method", auc.METHODS, ids=lambda method: method.id)
def test_label_is_that_of_what_ran(method: Any) -> None:
    ranking = drawn(200, 1.0)
    found = interval(ranking, "roc_auc", auc=method.id)
    assert found.method == method.name
    assert found[2:4] == method.compute(ranked_area(ranking.table), 0.95)


def test_area_without_an_interval_says_why() -> None:
    alone = interval(ranking_of([1, 2, 3], [1, 0, 0]), "roc_auc")
    assert (math.isnan(alone.lower), alone.method) == (True, "")
    assert alone.reason == "a class with one row says nothing about its spread"
    equal = interval(ranking_of([2, 2, 2, 2], [1, 1, 0, 0]), "roc_auc")
    assert equal.reason == "all scores are equal"
    perfect = interval(ranking_of([4, 3, 2, 1], [1, 1, 0, 0]), "roc_auc", auc="logit")
    assert perfect.reason == "a value of 0 or 1 has no logit: choose another method"
    single = ranking_of([2, 1], [1, 1])
    assert interval(single, "roc_auc").reason == single.measured["roc_auc"].reason != ""


def test_average_precision_is_a_proportion_below_a_hundred_positives() -> None:
    ranking = drawn(240, 1.0)
    value = ranking.value("average_precision")
    found = interval(ranking, "average_precision")
    assert found.method == "Wilson, n of the positives"
    few = average_precision.wilson_of_positives(value, 96, lambda: math.nan, 0.95)
    assert found[2:5] == (*few, (96, 144))


def test_average_precision_follows_the_sampling() -> None:
    ranking = drawn(300, 1.0)
    value = ranking.value("average_precision")
    variances = average_precision.jackknife_variances(ranking.table.steps)
    for sampling, variance in zip((Sampling.COHORT, Sampling.CASE_CONTROL), variances, strict=True):
        found = interval(ranking, "average_precision", sampling)
        assert found.method == "logit, jackknife"
        assert found[2:4] == average_precision.logit_jackknife(value, 120, lambda: variance, 0.95)  # noqa: B023
        assert ("the share of positives is that of this file" in found.assumes) == (
            sampling is Sampling.CASE_CONTROL
        )
    assert variances.of_classes < variances.of_rows


def test_average_precision_without_an_interval_says_why() -> None:
    no_negative = interval(ranking_of([2, 1], [1, 1]), "average_precision")
    assert no_negative.reason == "without negatives every precision is 1"
    equal = interval(ranking_of([2, 2, 2], [1, 1, 0]), "average_precision")
    assert equal.reason == "all scores are equal"
    no_positive = interval(ranking_of([2, 1], [0, 0]), "average_precision")
    assert no_positive.reason != ""


def test_equal_error_rate() -> None:
    ranking = drawn(200, 1.0)
    found = interval(ranking, "eer")
    assert found.method == "crossing Wilson bands"
    assert found[2:4] == equal_error_rate.between_bands(ranking.table.steps, 0.95)


def test_rate_at_a_bound() -> None:
    ranking = drawn(4000, 1.0)
    steps = ranking.table.steps
    for name, bound in (("fmr100", 0.01), ("fmr1000", 0.001)):
        found = interval(ranking, name)
        assert found.method == "square-and-add of Wilson limits"
        assert found[2:4] == squared_and_added(steps, bound, 0.95)
        assert ranking.value(name) == fnmr_at_fmr(steps, bound)
        counts = ranking.table.counts_at(ranking.taken_at[name])
        assert counts.fp <= bound * ranking.table.n_negative
        assert counts.fn / ranking.table.n_positive == ranking.value(name)


@given(labelled_scores())
def test_that_what_is_taken_at_a_threshold_names_the_rule_that_goes_there(case: Any) -> None:
    ranking = ranking_of(*case)
    for metric in RANKING_METRICS:
        assert (metric.taken_by is None) == (metric.taken_at is None)
        if metric.taken_by is not None and metric.id in ranking.taken_at:
            threshold = ranking.choice(*metric.taken_by).threshold
            assert threshold is not None
            assert is_same_threshold(threshold, ranking.taken_at[metric.id])


def test_level_is_followed_and_a_made_interval_kept() -> None:
    ranking = drawn(200, 1.0)
    wide = ranking.interval("roc_auc", IntervalSettings(level=0.99), Sampling.COHORT)
    narrow = ranking.interval("roc_auc", IntervalSettings(level=0.8), Sampling.COHORT)
    assert wide is not None
    assert narrow is not None
    assert wide.lower < narrow.lower < narrow.upper < wide.upper
    again = ranking.interval("roc_auc", IntervalSettings(level=0.8), Sampling.COHORT)
    assert again is narrow


def test_opening_makes_no_interval() -> None:
    ranking = drawn(200, 1.0)
    assert "area" not in vars(ranking.ranked)
    assert "average_precision_variances" not in vars(ranking.ranked)
    assert ranking.interval("pr_auc_trapezoid", DEFAULT_INTERVALS, Sampling.COHORT) is None
    assert ranking.interval("brier", DEFAULT_INTERVALS, Sampling.COHORT) is None


@pytest.mark.parametrize("kind", [Kind.AUC, Kind.AP, Kind.EER, Kind.FNMR_AT_FMR])
def test_every_kind_begins_with_one_method(kind: Kind) -> None:
    assert sum(method.is_recommended for method in OFFERED[kind]) == 1
    assert len({method.name for method in OFFERED[kind]}) == len(OFFERED[kind])


def test_that_an_interval_of_rows_says_so_where_subjects_were_drawn() -> None:
    scores, truth = np.arange(400.0), np.tile([0, 1], 200)
    dataset = Dataset("x", ("a", "b"), truth.astype(np.int8), 1, (Score("s", scores),))
    ranking = rank(dataset, 0)
    for name in ("fmr100", "eer", "roc_auc"):
        of_rows = ranking.interval(name, DEFAULT_INTERVALS, Sampling.COHORT)
        of_unknown = ranking.interval(name, DEFAULT_INTERVALS, Sampling.BY_SUBJECT)
        assert of_rows is not None
        assert of_unknown is not None
        assert of_unknown.method == f"{of_rows.method}, of rows, not subjects"
        assert (of_unknown.lower, of_unknown.upper) == (of_rows.lower, of_rows.upper)


OF_RANKINGS = (Kind.AUC, Kind.AP, Kind.EER, Kind.FNMR_AT_FMR)


@given(labelled_scores(), st.sampled_from(Sampling), st.sampled_from([0.8, 0.95, 0.999]), st.data())
@settings(max_examples=60)
def test_no_method_leaves_the_range_or_the_value(
    data: tuple[Any, Any, bool], sampling: Sampling, level: float, more: st.DataObject
) -> None:
    scores, truth, higher = data
    n = len(scores)
    ids = st.lists(st.integers(0, 4), min_size=n, max_size=n)
    codes = tuple(np.array(more.draw(ids), dtype=np.int32) for _ in range(2))
    score = Score("s", np.asarray(scores, dtype=np.float64), higher_is_positive=higher)
    given_rows = np.asarray(truth, dtype=np.int8), 1, (score,)
    whose = Subjects(codes, ("probe", "reference"))
    ranking = rank(Dataset("x", ("n", "p"), *given_rows, subjects=whose, sampling=sampling), 0)
    for kind in OF_RANKINGS:
        for method in OFFERED[kind]:
            chosen = IntervalSettings(level, {kind: method.id})
            for metric in RANKING_METRICS:
                found, value = (
                    ranking.interval(metric.id, chosen, sampling),
                    ranking.value(metric.id),
                )
                if found is None or not found.is_defined:
                    assert found is None or found.reason
                    continue
                low, high = metric.range
                if not found.method.startswith("DeLong") or "clipped" in found.method:
                    assert low <= found.lower <= found.upper <= high, (metric.id, found)
                assert found.lower - 1e-9 <= value <= found.upper + 1e-9, (metric.id, found)

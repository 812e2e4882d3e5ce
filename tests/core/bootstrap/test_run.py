"""The bootstrap as a whole: reproducible, ended at will, and right."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evalgui.core import parallel
from evalgui.core.bootstrap import limits
from evalgui.core.bootstrap.jackknife import (
    acceleration,
    areas_left_out,
    measure_left_out,
    together,
)
from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler
from evalgui.core.bootstrap.run import Plan, Replicates, bootstrap
from evalgui.core.bootstrap.statistics import AREAS
from evalgui.core.counts import Counts
from evalgui.core.leave_one_out import LeftOut
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, metric_by_id
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.score_table import ScoreTable
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores

Drawn = tuple[Any, Any, bool]

_ASAH = Path(__file__).parents[4] / "shared/cases/reference/data/aSAH.csv"


def _table(n: int = 120, *, decimals: int = 1) -> ScoreTable:
    rng = np.random.default_rng(2)
    truth = rng.random(n) < 0.4
    return ScoreTable(np.round(rng.normal(size=n) + truth, decimals), truth)


def _drawn(**changed: object) -> Replicates:
    steps = _table().steps
    given_plan = {"resampler": RowResampler(steps, False), "row": 20, "n_replicates": 60, "seed": 7}
    return bootstrap(Plan(**{**given_plan, **changed}))  # type: ignore[arg-type]


@pytest.mark.parametrize("decimals", [1, 9])
def test_any_number_of_threads_gives_the_same(
    monkeypatch: pytest.MonkeyPatch, decimals: int
) -> None:
    resampler = RowResampler(_table(decimals=decimals).steps, False)
    found = []
    for n in (1, 2, 5):
        monkeypatch.setattr(parallel, "n_threads", lambda n=n: n)
        found.append(_drawn(resampler=resampler))
    for other in found[1:]:
        np.testing.assert_array_equal(other.areas, found[0].areas)
        np.testing.assert_array_equal(other.counts, found[0].counts)


def test_fewer_replicates_are_the_first_ones_of_more() -> None:
    np.testing.assert_array_equal(_drawn(n_replicates=40).areas, _drawn().areas[:40])


def test_another_seed_gives_other_replicates() -> None:
    assert not np.array_equal(_drawn().areas, _drawn(seed=8).areas)


def test_whoever_waits_is_told_and_can_end_it() -> None:
    told: list[tuple[float, str]] = []

    class Ended(Exception):  # noqa: N818 - no error
        pass

    def step(share: float, words: str) -> None:
        told.append((share, words))
        if len(told) == 5:
            raise Ended

    steps = _table().steps
    with pytest.raises(Ended):
        bootstrap(Plan(RowResampler(steps, False), 3, 5000), step)
    assert len(told) == 5
    assert (
        told[0] == (0.0, "0 of 5\N{NARROW NO-BREAK SPACE}000 replicates")
        or "replicates" in (told[0][1])
    )


def _deleted(scores: np.ndarray, truth: np.ndarray, higher: bool) -> list[list[float]]:
    """Return the areas without each row, by sorting the others."""
    found = []
    for row in range(len(scores)):
        left = np.arange(len(scores)) != row
        less = ScoreTable(scores[left], truth[left], higher_is_positive=higher)
        found.append([area.compute(less.steps) for area in AREAS])
    return found


@settings(max_examples=60)
@given(labelled_scores())
def test_closed_forms_of_the_jackknife_are_those_of_deleting_rows(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    steps = table.steps
    left_out = areas_left_out(steps)
    expected = _deleted(scores, truth, higher)
    for row, values in enumerate(expected):
        place = steps.row_at(float(scores[row])) - 1
        for area, value in zip(AREAS, values, strict=True):
            part = left_out[area.id][0 if truth[row] else 1]
            assert part.values[place] == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True)
    for parts in left_out.values():
        assert sum(int(part.n_units.sum()) for part in parts) == len(scores)


@given(st.tuples(*[st.integers(0, 5)] * 4))
def test_a_measure_without_a_row_is_that_of_the_other_rows(
    cells: tuple[int, int, int, int],
) -> None:
    tp, fn, fp, tn = cells
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    for metric in METRICS:
        of_positives, of_negatives = measure_left_out(metric, counts, DEFAULT_PARAMETERS)
        values = [*of_positives.values, *of_negatives.values]
        for place, cell in enumerate(cells):
            if cell:
                less = [n - (place == i) for i, n in enumerate(cells)]
                other = Counts(tp=less[0], fn=less[1], fp=less[2], tn=less[3])
                expected = metric.value(other, DEFAULT_PARAMETERS)
                assert values[place] == pytest.approx(expected, rel=1e-12, nan_ok=True), metric.id


def test_limits_are_those_of_scipy() -> None:
    # scipy resamples itself: it is given the same rows in the same order.
    rng = np.random.default_rng(4)
    sample = rng.gamma(1.5, size=40)
    found = stats.bootstrap(
        (sample,), np.mean, n_resamples=999, method="BCa", rng=np.random.default_rng(1)
    )
    values = np.asarray(found.bootstrap_distribution)
    left = np.array([np.delete(sample, row).mean() for row in range(len(sample))])
    skewed = acceleration([LeftOut(left, np.ones(len(left), np.int64))])
    ours = limits.bca(values, float(sample.mean()), skewed, 0.95)
    assert ours[:2] == pytest.approx(tuple(found.confidence_interval), rel=1e-9)
    plain = limits.percentile(values, 0.9)
    assert plain[:2] == pytest.approx(tuple(np.quantile(values, [0.05, 0.95])), rel=1e-12)


def test_the_acceleration_of_two_samples_is_that_of_scipy() -> None:
    rng = np.random.default_rng(9)
    first, second = rng.gamma(1.0, size=15), rng.gamma(3.0, size=25)

    def statistic(x: np.ndarray, y: np.ndarray, axis: int = -1) -> np.ndarray:
        return np.asarray(np.mean(x, axis=axis) / np.mean(y, axis=axis))

    found = stats.bootstrap(
        (first, second), statistic, n_resamples=999, method="BCa", rng=np.random.default_rng(1)
    )
    parts = [
        LeftOut(
            np.array([np.delete(first, row).mean() / second.mean() for row in range(15)]),
            np.ones(15, np.int64),
        ),
        LeftOut(
            np.array([first.mean() / np.delete(second, row).mean() for row in range(25)]),
            np.ones(25, np.int64),
        ),
    ]
    values = np.asarray(found.bootstrap_distribution)
    ours = limits.bca(values, float(statistic(first, second)), acceleration(parts), 0.95)
    assert ours[:2] == pytest.approx(tuple(found.confidence_interval), rel=1e-9)


def test_equal_units_are_counted_and_not_repeated() -> None:
    values, n_units = np.array([0.5, 0.7, 0.9]), np.array([3, 0, 2])
    one_by_one = LeftOut(np.array([0.5, 0.5, 0.5, 0.9, 0.9]), np.ones(5, np.int64))
    assert acceleration([LeftOut(values, n_units)]) == pytest.approx(acceleration([one_by_one]))
    both = together((LeftOut(values, n_units), LeftOut(values, n_units)))
    assert len(both) == 1


# R 4.2.2 stats::quantile(type = 7), x = 0.61 0.72 0.55 0.80 0.77 0.69 0.50 0.91 0.66 0.70
@pytest.mark.parametrize(
    ("proportion", "expected"),
    [(0.025, 0.51125), (0.05, 0.5225), (0.5, 0.695), (0.975, 0.88525)],
)
def test_quantiles_are_of_type_seven(proportion: float, expected: float) -> None:
    x = np.sort([0.61, 0.72, 0.55, 0.80, 0.77, 0.69, 0.50, 0.91, 0.66, 0.70])
    assert limits.quantile(x, proportion) == pytest.approx(expected, abs=1e-12)


def test_infinite_replicates_give_infinite_limits() -> None:
    values = np.array([1.0] * 30 + [2.0] * 30 + [np.inf] * 40)
    assert limits.percentile(values, 0.9)[:2] == (1.0, np.inf)
    assert limits.quantile(np.array([-np.inf, 1.0]), 0.5) == -np.inf


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([1.0] * 50, "it is the same in all replicates"),
        ([np.nan] * 6 + [0.1 * n for n in range(44)], "it is undefined in 6 of 50 replicates"),
        ([np.nan] * 50, "it is undefined in 50 of 50 replicates"),
    ],
)
def test_what_says_nothing_says_why(values: list[float], reason: str) -> None:
    found = limits.percentile(np.array(values), 0.95)
    assert np.isnan(found.lower)
    assert np.isnan(found.upper)
    assert found.reason == reason
    assert limits.bca(np.array(values), 1.0, 0.0, 0.95).reason == reason


def test_a_value_beyond_all_replicates_has_no_corrected_interval() -> None:
    found = limits.bca(np.linspace(0.2, 0.4, 50), 0.5, 0.0, 0.95)
    assert found.reason == "the value lies beyond all replicates"


def test_without_bias_and_skewness_both_are_the_same() -> None:
    values = np.linspace(0.2, 0.4, 101)
    assert limits.bca(values, float(values[50]), 0.0, 0.95)[:2] == pytest.approx(
        limits.percentile(values, 0.95)[:2], abs=1e-12
    )


def test_subjects_of_one_row_each_are_left_out_as_rows_are() -> None:
    rng = np.random.default_rng(6)
    truth = np.arange(60) % 3 == 0
    scores = np.round(rng.normal(size=60) + truth, 1)
    steps = ScoreTable(scores, truth).steps
    order = np.argsort(-scores, kind="stable")
    parts = [order[truth[order] == cls].astype(np.int32) for cls in (True, False)]
    of_class = [Subjects((part,), ("id",)) for part in parts]
    ranked = RankedSubjects(of_class[0], of_class[1], 60)
    by_subject = bootstrap(Plan(SubjectResampler(steps, ranked), 9, 50))
    rows = together(areas_left_out(steps)["roc_auc"])
    values = [one.areas[0] for one in by_subject.left_out]
    ones = LeftOut(np.array(values), np.ones(60, np.int64))
    assert acceleration([ones]) == pytest.approx(acceleration(rows), rel=1e-9)
    cells = Counts(*(np.array([n]) for n in (1, 2, 3, 4)))
    assert float(np.asarray(metric_by_id("TPR").value(cells))[0]) == pytest.approx(1 / 4)
    assert set(by_subject.area_limits("roc_auc", 0.95)) == {"percentile", "bca"}
    assert by_subject.measure_limits(metric_by_id("TPR"), 0.95)["bca"].reason == ""


def test_a_measure_that_jumps_has_the_limits_of_what_it_follows_or_none() -> None:
    index, needed = metric_by_id("YI"), metric_by_id("NND")
    useful = _drawn(n_replicates=200)
    base, found = (useful.measure_limits(one, 0.95) for one in (index, needed))
    for name in ("percentile", "bca"):
        assert base[name].lower > 0
        assert found[name][:2] == pytest.approx((1 / base[name].upper, 1 / base[name].lower))
    scores = np.tile([1.0, 2.0, 3.0, 4.0], 10)
    useless = _drawn(
        resampler=RowResampler(ScoreTable(scores, np.arange(40) < 20).steps, False), row=2
    )
    base, found = (useless.measure_limits(one, 0.95) for one in (index, needed))
    for name in ("percentile", "bca"):
        assert base[name].lower < 0 < base[name].upper
        assert np.isnan(found[name][:2]).all()
        assert found[name].reason == (
            "Youden's index may be 0: the limits would go through infinity"
        )


# pROC 1.19.0.1, ci.auc(method = "bootstrap"), set.seed(42), 20 000 replicates, of the scores s100b
# of its own data, which are not copied here; stratified and not.
@pytest.mark.parametrize(
    ("is_stratified", "expected"),
    [(True, (0.6282139228, 0.8265582656)), (False, (0.623841562, 0.8285909135))],
)
def test_the_area_has_the_interval_of_another_program(
    is_stratified: bool, expected: tuple[float, float]
) -> None:
    if not _ASAH.exists():
        pytest.skip("the data of pROC are not here")
    with _ASAH.open(newline="") as file:
        rows = list(csv.DictReader(file))
    truth = np.array([row["outcome"] == "Poor" for row in rows])
    steps = ScoreTable([float(row["s100b"]) for row in rows], truth).steps
    found = bootstrap(Plan(RowResampler(steps, is_stratified), 0, 4000, 1))
    limits_of = found.area_limits("roc_auc", 0.95)
    assert limits_of["percentile"][:2] == pytest.approx(expected, abs=0.008)


# cutpointr 1.1.2 on its data "suicide": the counts at each score from 11 down to 0.
def test_the_original_is_the_area_of_another_program() -> None:
    tp = np.array([0, 1, 2, 3, 4, 7, 16, 20, 28, 29, 32, 34, 36])
    fp = np.array([0, 0, 1, 1, 1, 1, 6, 16, 44, 56, 68, 120, 496])
    steps = ScoreTable.from_counts(np.arange(11, -1, -1.0), np.diff(tp), np.diff(fp)).steps
    found = bootstrap(Plan(RowResampler(steps, False), 10, 2000, 0))
    assert found.original.areas[0] == pytest.approx(0.923779121863799, abs=1e-12)
    assert found.original.counts == (32, 68, 36, 496)
    # Wilson's interval of the sensitivity 32/36 and of the specificity 428/496 lie near.
    for metric_id, expected in (("TPR", (0.747, 0.956)), ("TNR", (0.830, 0.890))):
        plain = found.measure_limits(metric_by_id(metric_id), 0.95)["percentile"]
        assert plain[:2] == pytest.approx(expected, abs=0.06)

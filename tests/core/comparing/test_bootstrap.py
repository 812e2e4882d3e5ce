"""Differences of areas in rows that are drawn anew, beside rows that are written out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from evalgui.core import parallel
from evalgui.core.bootstrap.jackknife import acceleration
from evalgui.core.bootstrap.resampling import row_weights
from evalgui.core.comparing import areas, compare_paired, compare_unpaired
from evalgui.core.comparing.bootstrap import draw_paired, draw_unpaired
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.dataset import Score
from evalgui.core.errors import DataError
from evalgui.core.leave_one_out import jackknife
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

N = 60
ROWS = Sampling.COHORT, Sampling.CASE_CONTROL


def sample(n: int = N, seed: int = 1) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    truth = np.arange(n) < n // 3
    first = np.round(rng.normal(size=n) + 1.5 * truth, 1)
    return first, np.round(first / 2 + rng.normal(size=n), 1), truth


def candidate(
    values: Any,
    truth: Any,
    sampling: Sampling,
    *,
    sides: tuple[Any, ...] = (),
    times: Any = 1,
    higher: bool = True,
) -> Candidate:
    names = ("probe", "reference")[: len(sides)]
    codes = tuple(np.asarray(side, dtype=np.int32) for side in sides)
    subjects = Subjects(codes, names) if sides else None
    counts = (truth * times).astype(np.int64), (~truth * times).astype(np.int64)
    score = Score("s", np.asarray(values, dtype=np.float64), higher)
    return Candidate("s", score, 0.0, *counts, sampling, subjects)


def area(values: Any, truth: Any, weights: Any) -> float:
    """Return the area of rows that are there so often, by scikit-learn."""
    held = np.repeat(np.arange(len(truth)), weights)
    return float(roc_auc_score(truth[held], values[held]))


def weights_of(rng: Any, truth: Any, sampling: Sampling) -> Any:
    if sampling is Sampling.COHORT:
        return row_weights(rng, len(truth))
    weights = np.zeros(len(truth), dtype=np.int64)
    for of_class in (truth, ~truth):
        weights[of_class] = row_weights(rng, int(np.count_nonzero(of_class)))
    return weights


def accelerated(strata: list[Any]) -> float:
    """Return the acceleration from what a number is without each unit of each sample."""
    cubes = squares = 0.0
    for left in strata:
        influences = (len(left) - 1) * (np.mean(left) - np.asarray(left)) / len(left)
        cubes, squares = cubes + np.sum(influences**3), squares + np.sum(influences**2)
    return float(cubes / (6 * squares**1.5))


@pytest.mark.parametrize("sampling", ROWS)
def test_that_a_replicate_is_the_difference_of_the_rows_it_draws(sampling: Sampling) -> None:
    first, second, truth = sample()
    both = [candidate(values, truth, sampling) for values in (first, second)]
    found = draw_paired(both[0], both[1], n_replicates=25, seed=4)
    ones = np.ones(N, dtype=np.int64)
    assert found.difference == pytest.approx(area(first, truth, ones) - area(second, truth, ones))
    for value, seed in zip(found.values, np.random.SeedSequence(4).spawn(25), strict=True):
        weights = weights_of(np.random.default_rng(seed), truth, sampling)
        expected = area(first, truth, weights) - area(second, truth, weights)
        assert value == pytest.approx(expected, abs=1e-12)
    assert (found.n_replicates, found.seed, found.sampling) == (25, 4, (sampling,))
    assert found.n_units == (N,)


@pytest.mark.parametrize("sampling", ROWS)
def test_that_rows_of_their_own_are_drawn_apart(sampling: Sampling) -> None:
    parts = [sample(N, 1)[::2], sample(90, 2)[1:]]
    both = [candidate(*part, sampling) for part in parts]
    found = draw_unpaired(both[0], both[1], n_replicates=20, seed=9)
    for value, seed in zip(found.values, np.random.SeedSequence(9).spawn(20), strict=True):
        rng = np.random.default_rng(seed)
        expected = [area(*part, weights_of(rng, part[1], sampling)) for part in parts]
        assert value == pytest.approx(expected[0] - expected[1], abs=1e-12)
    assert found.n_units == (N, 90)


@pytest.mark.parametrize("sampling", ROWS)
@pytest.mark.parametrize("is_paired", [True, False])
def test_that_bca_rests_on_leaving_out_each_row(sampling: Sampling, is_paired: bool) -> None:
    first, second, truth = sample()
    both = [candidate(values, truth, sampling) for values in (first, second)]
    draw = draw_paired if is_paired else draw_unpaired
    found = draw(both[0], both[1], n_replicates=40, seed=0)
    whole = [area(values, truth, np.ones(N, np.int64)) for values in (first, second)]

    def left(row: int) -> list[float]:
        weights = (np.arange(N) != row).astype(np.int64)
        return [area(values, truth, weights) for values in (first, second)]

    without = np.array([left(row) for row in range(N)])
    if is_paired:
        samples = [without[:, 0] - without[:, 1]]
    else:
        samples = [without[:, 0] - whole[1], whole[0] - without[:, 1]]
    if sampling is Sampling.CASE_CONTROL:
        samples = [part[of_class] for part in samples for of_class in (truth, ~truth)]
    assert acceleration(found.strata) == pytest.approx(accelerated(samples), rel=1e-9)
    limits = found.limits(0.9)
    assert limits["percentile"].lower == pytest.approx(np.quantile(found.values, 0.05))
    assert limits["percentile"].upper == pytest.approx(np.quantile(found.values, 0.95))
    assert limits["bca"].lower < found.difference < limits["bca"].upper


@pytest.mark.parametrize("n_sides", [1, 2])
@pytest.mark.parametrize("is_paired", [True, False])
def test_that_subjects_are_drawn_with_all_of_their_rows(n_sides: int, is_paired: bool) -> None:
    first, second, truth = sample()
    rng = np.random.default_rng(3)
    sides = tuple(np.r_[np.arange(12), rng.integers(0, 12, N - 12)] for _ in range(n_sides))
    both = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=sides) for values in (first, second)
    ]
    draw = draw_paired if is_paired else draw_unpaired
    found = draw(both[0], both[1], n_replicates=15, seed=2)

    def under(drawn: Any) -> Any:
        if n_sides == 1:
            return drawn[sides[0]]
        same = sides[0] == sides[1]
        return drawn[sides[0]] * np.where(same, 1, drawn[sides[1]])

    def differ(one: Any, other: Any) -> float:
        return area(first, truth, under(one)) - area(second, truth, under(other))

    for value, seed in zip(found.values, np.random.SeedSequence(2).spawn(15), strict=True):
        rng = np.random.default_rng(seed)
        times = [np.bincount(rng.integers(0, 12, 12), minlength=12) for _ in range(2 - is_paired)]
        assert value == pytest.approx(differ(times[0], times[-1]), abs=1e-12)
    ones = np.ones(12, dtype=np.int64)
    without = [ones - np.eye(12, dtype=np.int64)[one] for one in range(12)]
    if is_paired:
        expected = [[differ(left, left) for left in without]]
    else:
        expected = [
            [differ(left, ones) for left in without],
            [differ(ones, left) for left in without],
        ]
    for part, values in zip(found.strata, expected, strict=True):
        apart = part.values - np.asarray(values)
        np.testing.assert_allclose(apart, apart.mean(), atol=1e-12)
    assert found.n_units == (12,) * (2 - is_paired)


def test_that_counted_rows_are_drawn_as_often_as_they_count() -> None:
    first, second, truth = sample(30)
    times = np.arange(30) % 4
    for sampling in ROWS:
        both = [candidate(values, truth, sampling, times=times) for values in (first, second)]
        found = draw_paired(both[0], both[1], n_replicates=400, seed=5)
        rows = np.repeat(np.arange(30), times)
        spread = [candidate(values[rows], truth[rows], sampling) for values in (first, second)]
        expected = draw_paired(spread[0], spread[1], n_replicates=400, seed=6)
        assert found.difference == pytest.approx(expected.difference)
        assert found.se == pytest.approx(expected.se, rel=0.15)
        assert found.n_units == (len(rows),)
        assert jackknife(found.strata) == pytest.approx(jackknife(expected.strata), rel=1e-9)


def test_that_the_spread_is_near_delong_and_threads_change_nothing(monkeypatch: Any) -> None:
    rng = np.random.default_rng(8)
    truth = np.arange(300) < 120
    first = rng.normal(size=300) + truth
    second = -(first / 2 + rng.normal(size=300) + truth / 2)
    one = candidate(first, truth, Sampling.CASE_CONTROL)
    other = candidate(second, truth, Sampling.CASE_CONTROL, higher=False)
    found = draw_paired(one, other, n_replicates=1000, seed=1)
    expected = compare_paired(one, other, 0.95).area
    assert found.difference == pytest.approx(expected.difference)
    assert found.se == pytest.approx(expected.se, rel=0.08)
    assert found.z == pytest.approx(found.difference / found.se)
    assert found.p == pytest.approx(math.erfc(abs(found.z) / math.sqrt(2)))
    apart = draw_unpaired(one, other, n_replicates=1000, seed=1)
    assert apart.se == pytest.approx(compare_unpaired(one, other, 0.95).area.se, rel=0.08)
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    alone = draw_paired(one, other, n_replicates=1000, seed=1)
    np.testing.assert_array_equal(alone.values, found.values)


def test_that_the_work_can_be_ended(monkeypatch: Any) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)  # else others may be quicker

    class EndedError(Exception):
        pass

    def step(share: float, words: str) -> None:
        assert words.endswith(" of 50 replicates")
        assert 0 <= share < 1
        raise EndedError

    first, second, truth = sample()
    both = [candidate(values, truth, Sampling.COHORT) for values in (first, second)]
    with pytest.raises(EndedError):
        draw_paired(both[0], both[1], n_replicates=50, seed=1, step=step)


def test_that_unknown_subjects_are_not_drawn() -> None:
    first, _, truth = sample()
    one = candidate(first, truth, Sampling.BY_SUBJECT)
    with pytest.raises(DataError, match="whose the rows are"):
        draw_paired(one, one, n_replicates=40, seed=0)


def structural(values: Any, truth: Any, codes: Any) -> Any:
    """Return Obuchowski's sums of placements of each patient: (patients, 2)."""
    pos, neg = values[truth], values[~truth]
    sums = np.zeros((codes.max() + 1, 2))
    kernel = np.sign(pos[:, None] - neg[None, :]) / 2 + 0.5
    placed = np.empty(len(values))
    placed[truth], placed[~truth] = kernel.mean(axis=1), kernel.mean(axis=0)
    np.add.at(sums, (codes, (~truth).astype(int)), placed - kernel.mean())
    return sums


def test_that_obuchowski_is_that_of_the_covariance_of_both_areas() -> None:
    first, second, truth = sample(80)
    codes = np.random.default_rng(2).integers(0, 20, 80)
    both = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=(codes,)) for values in (first, second)
    ]
    m, n = int(truth.sum()), int((~truth).sum())
    has = np.zeros((20, 2), dtype=bool)
    has[codes, (~truth).astype(int)] = True
    counts, all_of_them = has.sum(axis=0), int(has.any(axis=1).sum())
    sums = [structural(values, truth, codes) for values in (first, second)]

    def covariance(one: Any, other: Any) -> float:
        within = [
            counts[k] / (counts[k] - 1) * float(one[:, k] @ other[:, k]) / (m, n)[k] ** 2
            for k in (0, 1)
        ]
        across = float(one[:, 0] @ other[:, 1] + one[:, 1] @ other[:, 0]) / (m * n)
        return float(sum(within) + all_of_them / (all_of_them - 1) * across)

    expected = covariance(sums[0], sums[0]) + covariance(sums[1], sums[1])
    pair = compare_paired(both[0], both[1], 0.95)
    joint = expected - 2 * covariance(sums[0], sums[1])
    assert pair.area.variance == pytest.approx(joint, rel=1e-10)
    found = pair.area.delong
    assert (found.method, found.smallest) == ("DeLong, paired, by subject", counts.min())
    assert found.note == "fewer than 50 subjects in a class: the normal p value is rough"
    assert pair.area.method == "MOVER of the limits of each area, paired, by subject"
    assert pair.area_interval.assumes == "the subjects are independent"
    by_subject = "MOVER of correlated Wilson limits, effective n by subject"
    assert all(one.interval.method == one.test == by_subject for one in pair.at.values())
    assert "takes rows of one subject for independent" in pair.why_no_mcnemar
    assert pair.assumes == "the subjects are independent"
    apart = compare_unpaired(both[0], both[1], 0.95)
    assert apart.area.variance == pytest.approx(expected, rel=1e-10)
    assert apart.area.method == "MOVER of the limits of each area, unpaired, by subject"


def test_that_one_row_a_subject_gives_delong() -> None:
    first, second, truth = sample(80)
    counts = truth.astype(np.int64), (~truth).astype(np.int64)
    both = [Score("s", values) for values in (first, second)]
    of_each = Subjects((np.arange(80, dtype=np.int32),), ("patient",))
    by_rows = areas.paired(both[0], both[1], *counts)
    by_subject = areas.paired(both[0], both[1], *counts, of_each)
    assert by_subject.variance == pytest.approx(by_rows.variance, rel=1e-10)
    single = Subjects((np.zeros(80, dtype=np.int32),), ("patient",))
    alone = areas.paired(both[0], both[1], *counts, single)
    assert alone.reason == "rows of one subject say nothing about others"

"""Differences of areas in rows that are drawn anew, beside rows that are written out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import (
    average_precision_score,
    f1_score,
    matthews_corrcoef,
    roc_auc_score,
)

from evalgui.core import parallel
from evalgui.core.bootstrap.jackknife import acceleration
from evalgui.core.bootstrap.resampling import row_weights
from evalgui.core.comparing import areas, compare_paired, compare_unpaired, draw_again
from evalgui.core.comparing.bootstrap import (
    AT_EQUAL,
    THROUGH_INFINITY,
    DrawnDifference,
    draw_paired,
    draw_unpaired,
)
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.comparing.pair import SHARED_SUBJECTS
from evalgui.core.dataset import Score
from evalgui.core.equal_rate import AtEqual, Equal
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
    drawn = draw_paired(both[0], both[1], n_replicates=25, seed=4)
    found = drawn.area
    ones = np.ones(N, dtype=np.int64)
    assert found.difference == pytest.approx(area(first, truth, ones) - area(second, truth, ones))
    for value, seed in zip(found.values, np.random.SeedSequence(4).spawn(25), strict=True):
        weights = weights_of(np.random.default_rng(seed), truth, sampling)
        expected = area(first, truth, weights) - area(second, truth, weights)
        assert value == pytest.approx(expected, abs=1e-12)
    assert (drawn.n_replicates, drawn.seed, drawn.sampling) == (25, 4, (sampling,))
    assert drawn.n_units == (N,)


@pytest.mark.parametrize("sampling", ROWS)
def test_that_rows_of_their_own_are_drawn_apart(sampling: Sampling) -> None:
    parts = [sample(N, 1)[::2], sample(90, 2)[1:]]
    both = [candidate(*part, sampling) for part in parts]
    drawn = draw_unpaired(both[0], both[1], n_replicates=20, seed=9)
    found = drawn.area
    for value, seed in zip(found.values, np.random.SeedSequence(9).spawn(20), strict=True):
        rng = np.random.default_rng(seed)
        expected = [area(*part, weights_of(rng, part[1], sampling)) for part in parts]
        assert value == pytest.approx(expected[0] - expected[1], abs=1e-12)
    assert drawn.n_units == (N, 90)


@pytest.mark.parametrize("sampling", ROWS)
@pytest.mark.parametrize("is_paired", [True, False])
def test_that_bca_rests_on_leaving_out_each_row(sampling: Sampling, is_paired: bool) -> None:
    first, second, truth = sample()
    both = [candidate(values, truth, sampling) for values in (first, second)]
    draw = draw_paired if is_paired else draw_unpaired
    found = draw(both[0], both[1], n_replicates=40, seed=0).area
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
    drawn = draw(both[0], both[1], n_replicates=15, seed=2)
    found = drawn.area

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
    assert drawn.n_units == (12,) * (2 - is_paired)


def test_that_counted_rows_are_drawn_as_often_as_they_count() -> None:
    first, second, truth = sample(30)
    times = np.arange(30) % 4
    for sampling in ROWS:
        both = [candidate(values, truth, sampling, times=times) for values in (first, second)]
        drawn = draw_paired(both[0], both[1], n_replicates=400, seed=5)
        found = drawn.area
        rows = np.repeat(np.arange(30), times)
        spread = [candidate(values[rows], truth[rows], sampling) for values in (first, second)]
        expected = draw_paired(spread[0], spread[1], n_replicates=400, seed=6).area
        assert found.difference == pytest.approx(expected.difference)
        assert found.se == pytest.approx(expected.se, rel=0.15)
        assert drawn.n_units == (len(rows),)
        assert jackknife(found.strata) == pytest.approx(jackknife(expected.strata), rel=1e-9)


def test_that_the_spread_is_near_delong_and_threads_change_nothing(monkeypatch: Any) -> None:
    rng = np.random.default_rng(8)
    truth = np.arange(300) < 120
    first = rng.normal(size=300) + truth
    second = -(first / 2 + rng.normal(size=300) + truth / 2)
    one = candidate(first, truth, Sampling.CASE_CONTROL)
    other = candidate(second, truth, Sampling.CASE_CONTROL, higher=False)
    found = draw_paired(one, other, n_replicates=1000, seed=1).area
    expected = compare_paired(one, other, 0.95).area
    assert found.difference == pytest.approx(expected.difference)
    assert found.se == pytest.approx(expected.se, rel=0.08)
    assert found.z == pytest.approx(found.difference / found.se)
    assert found.p == pytest.approx(math.erfc(abs(found.z) / math.sqrt(2)))
    apart = draw_unpaired(one, other, n_replicates=1000, seed=1).area
    assert apart.se == pytest.approx(compare_unpaired(one, other, 0.95).area.se, rel=0.08)
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    alone = draw_paired(one, other, n_replicates=1000, seed=1).area
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


def measures_by_hand(values: Any, truth: Any, weights: Any, bound: float) -> dict[str, float]:
    """Return what rows that are there so often say, by scikit-learn and by trying thresholds."""
    held = np.repeat(np.arange(len(truth)), weights)
    scores, classes = values[held], truth[held]
    rates = []
    for threshold in (math.inf, *np.unique(scores)[::-1]):
        called = scores >= threshold
        rates.append((np.mean(called[~classes]), np.mean(~called[classes])))
    fpr, fnr = np.array(rates).T
    after = int(np.argmax(fpr >= fnr))
    low, high = fpr[after - 1] - fnr[after - 1], fpr[after] - fnr[after]
    crossing = fpr[after - 1] - low / (high - low) * (fpr[after] - fpr[after - 1])
    left = float(fnr[fpr <= bound + 1e-12].min())
    called = scores >= 0.0
    return {
        "average_precision": float(average_precision_score(classes, scores)),
        "eer": float(crossing),
        "fmr10": left,
        "F1": float(f1_score(classes, called)),
        "MCC": float(matthews_corrcoef(classes, called)),
        AT_EQUAL: 1 - left,
    }


@pytest.mark.parametrize("n_sides", [0, 1, 2])
def test_that_each_number_is_that_of_the_rows_that_were_drawn(n_sides: int) -> None:
    first, second, truth = sample(180, 4)
    rng = np.random.default_rng(1)
    sides = tuple(np.r_[np.arange(30), rng.integers(0, 30, 150)] for _ in range(n_sides))
    sampling = Sampling.BY_SUBJECT if n_sides else Sampling.COHORT
    both = [candidate(values, truth, sampling, sides=sides) for values in (first, second)]
    at = AtEqual(Equal.FMR, 0.1)
    drawn = draw_paired(both[0], both[1], n_replicates=12, seed=3, at=at)
    ones = np.ones(180, dtype=np.int64)
    known = [measures_by_hand(values, truth, ones, 0.1) for values in (first, second)]
    for name, value in known[0].items():
        found = drawn.numbers[name]
        assert (found.first, found.second) == pytest.approx((value, known[1][name]))
    for place, seed in enumerate(np.random.SeedSequence(3).spawn(12)):
        rng = np.random.default_rng(seed)
        if n_sides:
            times = np.bincount(rng.integers(0, 30, 30), minlength=30)
            weights = times[sides[0]]
            if n_sides == 2:
                weights = weights * np.where(sides[0] == sides[1], 1, times[sides[1]])
        else:
            weights = row_weights(rng, 180)
        known = [measures_by_hand(values, truth, weights, 0.1) for values in (first, second)]
        for name, value in known[0].items():
            assert drawn.numbers[name].values[place] == pytest.approx(
                value - known[1][name], abs=1e-12
            ), name


@pytest.mark.parametrize("equal", Equal)
def test_that_the_rate_that_is_left_free_is_that_of_equal_rates(equal: Equal) -> None:
    first, second, truth = sample(240, 6)
    codes = np.arange(240) // 4
    both = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=(codes,)) for values in (first, second)
    ]
    at = AtEqual(equal, 0.1 if equal.rate.is_error else 0.9)
    pair = draw_again(compare_paired(both[0], both[1], 0.95, at), *both, n_replicates=80, seed=2)
    assert pair.drawn is not None
    assert pair.equal is not None
    found = pair.drawn.numbers[AT_EQUAL]
    hit, error = at.free
    rate = pair.equal.rates[hit]
    assert (found.first, found.second) == pytest.approx((rate.first, rate.second))
    limits = np.quantile(found.values, [0.025, 0.975])
    assert rate.interval[2:4] == pytest.approx(limits)
    assert rate.interval.method == rate.test == "paired bootstrap by subject, 80 draws"
    assert rate.p == found.p_of_percentile
    if error in pair.equal.rates:
        assert pair.equal.rates[error].interval[2:4] == pytest.approx(-limits[::-1])
    fixed = pair.equal.rates[at.fixed[1 if equal.rate.is_error else 0]]
    assert fixed.interval.reason == "both thresholds were chosen for it"


def test_that_p_counts_the_replicates_on_the_other_side_of_no_difference() -> None:
    values = np.array([-0.1, 0.0, *np.linspace(0.1, 1, 97), math.nan])
    found = DrawnDifference(0.5, 0.1, values)
    assert found.p_of_percentile == pytest.approx(2 * 3 / 100)
    assert DrawnDifference(0.5, 0.1, np.abs(values) + 1).p_of_percentile == pytest.approx(0.02)
    assert math.isnan(DrawnDifference(0.5, 0.1, values, reason="why").p_of_percentile)
    assert math.isnan(DrawnDifference(0.5, 0.5, np.zeros(9)).p_of_percentile)


def test_that_groups_of_scores_leave_open_no_more_than_is_said() -> None:
    rng = np.random.default_rng(2)
    truth = np.arange(4000) < 1500
    first = rng.normal(size=4000) + 1.5 * truth
    second = first / 2 + rng.normal(size=4000)
    codes = rng.integers(0, 200, 4000)
    both = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=(codes,)) for values in (first, second)
    ]
    at = AtEqual(Equal.FMR, 0.05)
    exact = draw_paired(both[0], both[1], n_replicates=60, seed=1, at=at)
    rough = draw_paired(both[0], both[1], n_replicates=60, seed=1, at=at, n_bins=100)
    assert exact.n_bins is None
    assert rough.n_bins == pytest.approx(101, abs=2)
    for name, found in rough.numbers.items():
        assert found.difference == exact.numbers[name].difference  # of the rows as they are
        assert exact.numbers[name].bracket is None
        if name in {"F1", "MCC"}:  # the line stays between groups
            np.testing.assert_array_equal(found.values, exact.numbers[name].values)
            assert found.bracket is None
            continue
        assert found.bracket is not None
        low, high = found.bracket
        assert low - 1e-12 <= found.difference <= high + 1e-12
        if not found.reason:
            apart = np.abs(found.values - exact.numbers[name].values).max()
            assert apart <= 2 * (high - low) + 1e-12


def test_that_measures_are_drawn_that_were_named() -> None:
    first, second, truth = sample()
    both = [candidate(values, truth, Sampling.COHORT) for values in (first, second)]
    names = ("TPR", "KAPPA", "NND")
    drawn = draw_paired(both[0], both[1], n_replicates=40, seed=0, measures=names)
    assert {"F1", "MCC"}.isdisjoint(drawn.numbers)
    assert drawn.interval("TPR", 0.95).is_defined
    assert drawn.interval("KAPPA", 0.95).is_defined
    assert drawn.interval("NND", 0.95).reason == THROUGH_INFINITY


def test_that_draws_say_nothing_where_nobody_can_know_how_far_chance_goes() -> None:
    first, second, truth = sample()
    one_subject = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=(np.zeros(N),))
        for values in (first, second)
    ]
    pair = compare_paired(one_subject[0], one_subject[1], 0.95)
    pair = draw_again(pair, *one_subject, n_replicates=40, seed=0)
    assert pair.drawn is not None
    for name, found in pair.drawn.numbers.items():
        assert pair.drawn.interval(name, 0.95).reason
        assert math.isnan(found.p_of_percentile)
    assert pair.drawn.area.reason == "rows of one subject say nothing about others"
    shared = [
        candidate(first, truth, Sampling.BY_SUBJECT, sides=(np.arange(N) // 2,)) for _ in range(2)
    ]
    pair = compare_unpaired(shared[0], shared[1], 0.95, lacking=SHARED_SUBJECTS)
    pair = draw_again(pair, *shared, n_replicates=40, seed=0)
    assert pair.drawn is not None
    assert all(one.reason == SHARED_SUBJECTS for one in pair.drawn.numbers.values())
    assert math.isnan(pair.drawn.area.p)


def test_that_subjects_that_have_one_class_alone_are_drawn_with_it() -> None:
    first, second, truth = sample(90, 3)
    codes = np.where(truth, np.arange(90) // 3, 30 + np.arange(90) // 3)
    both = [
        candidate(values, truth, Sampling.BY_SUBJECT, sides=(codes,)) for values in (first, second)
    ]
    drawn = draw_paired(both[0], both[1], n_replicates=60, seed=0)
    assert drawn.interval("average_precision", 0.95).is_defined
    few = [
        candidate(values, np.arange(90) < 2, Sampling.BY_SUBJECT, sides=(np.arange(90) // 3,))
        for values in (first, second)
    ]
    drawn = draw_paired(few[0], few[1], n_replicates=60, seed=0)
    assert "undefined in" in drawn.interval("average_precision", 0.95).reason

"""What must hold of groups, biometrics and imperfect references, whatever the numbers."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from evalgui.core.between_groups.apart import Rate, apart, beside_all, variance_beyond_chance
from evalgui.core.between_groups.chance import (
    DRAWS,
    ONE_GROUP,
    largest_gap,
    shuffled,
    shuffled_subjects,
)
from evalgui.core.between_groups.differentials import differentials, gini, ratio_at_least
from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.biometrics.identification import TWO_MATES, searches
from evalgui.core.biometrics.menagerie import corners, dispersion, goats
from evalgui.core.consequences.likelihood_ratios import CARRIED, LikelihoodRatios, bayes_errors
from evalgui.core.ordered_classes import volume
from evalgui.core.references import (
    IMPOSSIBLE,
    NO_BETTER_THAN_CHANCE,
    NO_VERIFIED_NEGATIVE,
    Crossed,
    Verified,
    begg_greenes,
    imperfect,
    prevalence,
)
from evalgui.core.rules.attacks import met_by_all
from evalgui.core.score_table import ScoreTable, Steps, is_called_positive

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVEL = 0.95
RATES = st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda one: Rate(one[0], sum(one)))


# ------------------------------------------------------------------------------- groups


@given(st.lists(RATES, min_size=2, max_size=5))
def test_that_a_pair_turned_round_says_the_same(rates: list[Rate]) -> None:
    there, back = (apart(rates, [pair], LEVEL)[0] for pair in ((0, 1), (1, 0)))
    assert there.difference.interval is not None
    assert back.difference.interval is not None
    if not there.difference.reason:
        assert there.difference.value == pytest.approx(-back.difference.value, abs=1e-12)
        lower, upper = back.difference.interval.lower, back.difference.interval.upper
        assert there.difference.interval.lower == pytest.approx(-upper, abs=1e-12)
        assert there.difference.interval.upper == pytest.approx(-lower, abs=1e-12)
    else:
        assert math.isnan(there.difference.value)
        assert there.difference.reason == back.difference.reason


def test_that_more_pairs_have_wider_intervals() -> None:
    rates = [Rate(30, 40), Rate(38, 40), Rate(20, 40)]
    alone = apart(rates, [(0, 1)], LEVEL)[0].difference.interval
    beside = apart(rates, [(0, 1), (0, 2)], LEVEL)[0].difference.interval
    assert alone is not None
    assert beside is not None
    assert beside.lower < alone.lower < alone.upper < beside.upper
    assert "Bonferroni over 2" in beside.method


@given(st.lists(RATES.filter(lambda one: one.n > 0), min_size=2, max_size=6))
def test_that_a_group_beside_all_rows_is_a_part_of_them(rates: list[Rate]) -> None:
    whole = Rate(sum(one.k for one in rates), sum(one.n for one in rates))
    found = beside_all(rates, whole, 0.95)
    assert [one.first for one in found] == [*range(len(rates))]
    for one, beside in zip(rates, found, strict=True):
        assert beside.difference.value == pytest.approx(one.value - whole.value, abs=1e-12)
        limits = beside.difference.interval
        assert limits is not None
        assert limits.lower - 1e-12 <= beside.difference.value <= limits.upper + 1e-12
        if whole.k:
            assert beside.ratio.value == pytest.approx(one.value / whole.value)
            limits = beside.ratio.interval
            assert limits is not None
            assert limits.lower <= beside.ratio.value * (1 + 1e-12)
            assert beside.ratio.value <= limits.upper * (1 + 1e-12)
        else:
            assert math.isnan(beside.ratio.value)


def test_that_all_differences_to_all_rows_hold_at_once() -> None:
    rng, n, truth = np.random.default_rng(8), np.array([30, 60, 200, 45]), [0.9, 0.8, 0.85, 0.7]
    pooled, held, n_tries = float(np.average(truth, weights=n)), 0, 400
    for k in rng.binomial(n, truth, (n_tries, 4)):
        rates = [Rate(*map(float, one)) for one in zip(k, n, strict=True)]
        found = beside_all(rates, Rate(float(k.sum()), float(n.sum())), 0.95)
        limits = [one.difference.interval for one in found]
        held += all(
            one is not None and one.lower <= rate - pooled <= one.upper
            for one, rate in zip(limits, truth, strict=True)
        )
    assert held / n_tries > 0.93


def test_that_a_ratio_to_a_rate_of_zero_has_a_finite_lower_limit() -> None:
    found = apart([Rate(5, 40), Rate(0, 40), Rate(0, 10)], [(0, 1), (1, 2)], LEVEL)
    first, second = (one.ratio for one in found)
    assert first.interval is not None
    assert (first.value, first.interval.upper) == (math.inf, math.inf)
    assert 0 < first.interval.lower < math.inf
    assert (math.isnan(second.value), second.reason) == (True, "0/0")


def test_that_a_gap_counted_out_is_what_draws_find() -> None:
    rates = [Rate(9, 10), Rate(12, 20), Rate(15, 18)]
    exact = largest_gap(rates)
    k, n = (np.array([one[part] for one in rates]) for part in (0, 1))
    drawn = np.random.default_rng(3).multivariate_hypergeometric(n, k.sum(), 100_000)
    gaps = np.ptp(drawn / n, axis=1)
    assert exact.draws == 0
    assert exact.p == pytest.approx(np.mean(gaps >= exact.gap - 1e-12), abs=0.005)
    assert exact.mean == pytest.approx(gaps.mean(), abs=0.002)
    assert np.mean(gaps <= exact.most + 1e-12) >= 0.945


def test_that_many_groups_are_drawn_and_seeded() -> None:
    rates = [Rate(10 + one, 40) for one in range(12)]
    first, second = largest_gap(rates), largest_gap(rates)
    assert first == second
    assert first.draws == DRAWS
    assert 0 < first.p < 1
    assert first.mean < first.most


@pytest.mark.parametrize(
    "rates",
    [
        [Rate(9, 10), Rate(20, 40)],
        [Rate(3, 5), Rate(9, 12), Rate(30, 60)],
        [Rate(20 + one, 30 + 5 * one) for one in range(9)],
        [Rate(48, 50), Rate(85, 94), Rate(900, 1_000)],
    ],
)
def test_that_groups_that_are_alike_all_fall_within(rates: list[Rate]) -> None:
    found = shuffled(rates)
    assert found.weights.sum() == pytest.approx(1)
    low, high = found.within()
    inside = ((found.shares >= low) & (found.shares <= high)).all(axis=1)
    assert found.weights[inside].sum() >= 0.95 - 1e-9
    pooled = sum(one.k for one in rates) / sum(one.n for one in rates)
    assert (low <= pooled).all()
    assert (high >= pooled).all()
    widths = [wide for _n, wide in sorted(zip([one.n for one in rates], high - low, strict=True))]
    assert widths[0] >= widths[-1]
    wide = found.within(0.999)
    assert (wide[0] <= low).all()
    assert (wide[1] >= high).all()
    # What is cut off next would leave too few of the deals.
    counts = np.array([one.n for one in rates])
    narrow = (found.shares > low + 0.5 / counts) & (found.shares < high - 0.5 / counts)
    assert found.weights[narrow.all(axis=1)].sum() < 0.95
    assert found.chance == largest_gap(rates)
    assert found.gaps.max() <= 1


def test_that_margins_of_shuffled_groups_are_hypergeometric() -> None:
    rates = [Rate(10 + one, 40) for one in range(12)]
    found = shuffled(rates)
    k, n = sum(one.k for one in rates), sum(one.n for one in rates)
    law = stats.hypergeom(int(n), int(k), 40)
    for column in found.shares.T:
        assert column.mean() == pytest.approx(k / n, abs=0.005)
        assert column.std() * 40 == pytest.approx(law.std(), rel=0.05)


def test_that_subjects_of_one_row_are_rows() -> None:
    k = np.array([1.0] * 9 + [0.0] + [1.0] * 12 + [0.0] * 8)
    group = np.array([0] * 10 + [1] * 20)
    by_subject = shuffled_subjects(k, np.ones(30), group, 2)
    by_row = largest_gap([Rate(9, 10), Rate(12, 20)])
    assert by_subject is not None
    assert by_subject.chance.gap == pytest.approx(by_row.gap)
    assert by_subject.chance.p == pytest.approx(by_row.p, abs=0.02)
    assert by_subject.chance.mean == pytest.approx(by_row.mean, abs=0.01)


def test_that_one_group_has_nothing_to_compare_with() -> None:
    assert largest_gap([Rate(3, 5)]).reason == ONE_GROUP
    found = shuffled_subjects(np.ones(3), np.ones(3), np.zeros(3, dtype=np.intp), 1)
    assert found is not None
    assert found.chance.reason == ONE_GROUP
    assert math.isnan(variance_beyond_chance([Rate(3, 5)]))


def test_that_permuting_subjects_can_be_given_up() -> None:
    k, group = np.array([1.0, 0.0, 1.0]), np.array([0, 1, 1])
    assert shuffled_subjects(k, np.ones(3), group, 2, is_cancelled=lambda: True) is None


def test_that_equal_groups_have_no_variance_beyond_chance_on_average() -> None:
    rng = np.random.default_rng(5)
    found = [
        variance_beyond_chance([Rate(int(k), 25) for k in rng.binomial(25, 0.7, 6)])
        for _ in range(4_000)
    ]
    assert np.mean(found) == pytest.approx(0, abs=float(4 * np.std(found) / math.sqrt(len(found))))


@given(st.lists(st.floats(0.001, 1), min_size=2, max_size=8))
def test_that_gini_is_half_the_mean_difference_over_the_mean(values: list[float]) -> None:
    n, mean = len(values), sum(values) / len(values)
    apart_ = sum(abs(one - other) for one, other in product(values, values))
    assert gini(values) == pytest.approx(n / (n - 1) * apart_ / (2 * n**2 * mean), abs=1e-9)
    assert 0 <= gini(values) <= 1 + 1e-9


def test_that_groups_that_are_alike_have_no_differential() -> None:
    found = differentials([1e-4, 1e-4, 1e-4], [0.02, 0.02, 0.02])
    assert list(found) == pytest.approx([0, 1, 1, 1, 1])
    at_least = ratio_at_least([Rate(0, 10_000), Rate(30, 10_000)], LEVEL)
    assert 1 < at_least < 30


# --------------------------------------------------------------------------- biometrics


def test_that_dispersion_and_goats_are_those_of_scipy() -> None:
    rng = np.random.default_rng(2)
    k, n = rng.integers(0, 6, 30), rng.integers(50, 90, 30)
    found = dispersion(k, n)
    known = stats.chi2_contingency(np.array([k, n - k]), correction=False)
    assert [found.statistic, found.p] == pytest.approx([known.statistic, known.pvalue])
    assert found.by_chance < found.share + 0.2
    scores, subject = np.round(rng.normal(size=80), 1), rng.integers(0, 6, 80)
    wanted = stats.kruskal(*(scores[subject == one] for one in range(6)))
    assert goats(scores, subject) == pytest.approx(tuple(wanted))


def test_that_a_subject_without_comparisons_and_no_error_are_said() -> None:
    assert dispersion([0, 0], [5, 5]).reason == "no errors, or all"
    assert dispersion([1, 0], [5, 0]).reason == "one subject"
    assert all(math.isnan(one) for one in goats([1.0, 1.0], [0, 1]))


@given(st.integers(4, 40), st.integers(0, 10_000))
def test_that_corners_are_chance_alone_for_unlike_means(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    found = corners(rng.normal(size=n), rng.normal(size=n))
    quarter = n // 4
    for one in found.values():
        wanted = stats.hypergeom.sf(one.n - 1, n, quarter, quarter)
        assert one.p == pytest.approx(wanted, abs=1e-9)


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=30),
    st.lists(st.lists(st.integers(0, 20), min_size=1, max_size=30), min_size=1, max_size=3),
    st.booleans(),
    st.booleans(),
)
def test_that_bpcer_is_the_lowest_of_all_thresholds(
    bona_fide: list[int], attacks: list[list[int]], is_higher: bool, are_positive: bool
) -> None:
    """Whichever class is positive, and whichever way scores run."""
    genuine, species = np.array(bona_fide, float), [np.array(one, float) for one in attacks]
    allowed = [
        float(np.mean(genuine < threshold))
        for threshold in [*range(22), math.inf]
        if all(np.count_nonzero(one >= threshold) * 10 <= len(one) for one in species)
    ]
    sign, n = 1 if is_higher else -1, sum(map(len, species))
    higher = is_higher is not are_positive

    def steps_of(scores: NDArray[np.float64], truth: list[bool]) -> Steps:
        return ScoreTable(sign * scores, truth, higher_is_positive=higher).steps

    every = np.concatenate([genuine, *species])
    truth = [not are_positive] * len(genuine) + [are_positive] * n
    own = {str(at): steps_of(one, [are_positive] * len(one)) for at, one in enumerate(species)}
    steps = steps_of(every, truth)
    found = met_by_all(steps, own, 0.1, are_positive=are_positive)
    assert found.value == pytest.approx(min(allowed))
    for row in found.tied:
        called = steps.threshold(int(row))
        for one in species:
            taken = is_called_positive(sign * one, called, higher_is_positive=higher)
            accepted = np.count_nonzero(taken != are_positive)
            assert accepted * 10 <= len(one)


def test_that_limits_of_all_species_meet_a_target() -> None:
    few, many = list(range(40)), list(range(400))
    every = [*few, *many, *range(300, 500)]
    steps = ScoreTable(every, np.arange(len(every)) >= 440).steps
    own = {"few": few, "many": many}
    species = {name: ScoreTable(one, [False] * len(one)).steps for name, one in own.items()}
    found = met_by_all(steps, species, 0.1, 0.95)
    for name, scores in own.items():
        k = np.count_nonzero(np.array(scores) >= steps.threshold(found.row))
        assert stats.beta.ppf(0.95, k + 1, len(scores) - k) <= 0.1, name
    found = met_by_all(steps, species, 0.05, 0.95)
    assert "'few'" in found.undefined
    assert "59" in found.undefined


def test_that_a_tie_counts_against_the_mate_and_two_mates_are_refused() -> None:
    rows = [0, 0, 0], [5.0, 5.0, 3.0], [True, False, False]
    assert searches(*rows).ranks.tolist() == [2]
    assert searches(*rows, is_optimistic=True).ranks.tolist() == [1]
    with pytest.raises(ValueError, match=TWO_MATES[:20]):
        searches([0, 0], [1.0, 2.0], [True, True])
    found = searches([0, 2], [1.0, 2.0], [True, False])  # nobody was searched for as 1
    assert (found.matched(1), found.false_alarms(2.0)) == (Rate(1, 1), Rate(1, 1))


def ratios(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    truth = np.arange(120) < 50
    return np.round(np.where(truth, 1.5, -1.0) + 2 * rng.normal(size=120), 1), truth


@pytest.mark.parametrize("seed", range(5))
def test_that_ratios_agree_with_each_other(seed: int) -> None:
    scores, truth = ratios(np.random.default_rng(seed))
    steps = ScoreTable(scores, truth).steps
    found = LikelihoodRatios.of_steps(steps)
    assert found.entropy(0.5).actual == pytest.approx(found.cllr(LEVEL).value)
    assert found.entropy(0.5).least == pytest.approx(found.least_cllr)
    assert found.entropy(0.5).reference == pytest.approx(1)
    of_tens = LikelihoodRatios.of_steps(ScoreTable(scores / math.log(10), truth).steps, "10")
    assert of_tens.cllr(LEVEL).value == pytest.approx(found.cllr(LEVEL).value)
    # The normalised error of calibrated ratios at the threshold of the prior is the least one.
    calibrated = dict(zip(found.places.values.tolist(), found.pooled.tolist(), strict=True))
    values = np.array([calibrated[one] for one in np.unique(scores).tolist()])
    pooled = np.clip(values[np.searchsorted(np.unique(scores), scores)], -700, 700)
    for prior in (0.01, 0.3, 0.5):
        cost = DetectionCost(prior)
        least = bayes_errors(steps, cost)[1]
        assert bayes_errors(ScoreTable(pooled, truth).steps, cost)[0] == pytest.approx(least)


def test_that_an_infinite_ratio_of_the_wrong_class_costs_everything() -> None:
    steps = ScoreTable([math.inf, 2.0, 1.0], [False, True, False]).steps
    found = LikelihoodRatios.of_steps(steps).cllr(LEVEL)
    assert found.value == math.inf
    assert found.interval is not None
    assert "impossible" in found.interval.reason
    right = ScoreTable([math.inf, 2.0, 1.0], [True, True, False]).steps
    assert math.isfinite(LikelihoodRatios.of_steps(right).cllr(LEVEL).value)


def test_that_an_interval_needs_trials_that_carry_it() -> None:
    rng = np.random.default_rng(0)
    truth = np.arange(400) < 200
    scores = np.where(truth, 2.0, -2.0) + rng.normal(size=400) * 2
    many = LikelihoodRatios.of_steps(ScoreTable(scores, truth).steps)
    interval = many.cllr(LEVEL).interval
    assert min(many.carried_by) >= CARRIED
    assert interval is not None
    assert interval.lower < many.cllr(LEVEL).value < interval.upper
    few = LikelihoodRatios.of_steps(ScoreTable([5.0, 4, -9, -3], [True, True, True, False]).steps)
    interval = few.cllr(LEVEL).interval
    assert interval is not None
    assert "trials: no interval" in interval.reason


# --------------------------------------------------------------------------- references


@given(*([st.integers(1, 200)] * 4))
def test_that_verifying_all_is_the_plain_rate(tp: int, fp: int, fn: int, tn: int) -> None:
    counts = Verified(tp + fp + fn + tn, tp + fp, tp + fp, tp, fn + tn, fn)
    sensitivity, specificity = begg_greenes(counts, LEVEL)
    assert sensitivity.value == pytest.approx(tp / (tp + fn))
    assert specificity.value == pytest.approx(tn / (tn + fp))


def test_that_nobody_verified_is_said() -> None:
    found = begg_greenes(Verified(100, 20, 20, 12, 0, 0), LEVEL)
    assert [math.isnan(one.value) for one in found] == [True, True]
    assert {one.reason for one in found} == {NO_VERIFIED_NEGATIVE}


@given(*([st.integers(1, 200)] * 4))
def test_that_a_perfect_reference_is_the_plain_rate(
    both: int, test: int, reference: int, neither: int
) -> None:
    found = imperfect(Crossed(both, test, reference, neither), 1.0, 1.0)
    plain = both / (both + reference), neither / (neither + test)
    assert (found.sensitivity, found.specificity) == pytest.approx(plain)
    assert found.sensitivity_bounds == pytest.approx((plain[0], plain[0]))
    assert found.specificity_bounds == pytest.approx((plain[1], plain[1]))


@pytest.mark.parametrize("seed", range(20))
def test_that_bounds_are_those_of_all_ways_to_err(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts, (se, sp) = Crossed(*rng.integers(5, 100, 4).tolist()), rng.uniform(0.8, 1, 2)
    found = imperfect(counts, float(se), float(sp))
    if found.reason:
        assert not 0 < found.prevalence < 1
        return
    p, cells = found.prevalence, np.array(counts) / counts.n
    # Eight chances: test and reference of those who have it, and of those who do not.
    equations = np.zeros((7, 8))
    equations[:4] = np.hstack([np.eye(4), np.eye(4)])
    equations[4, [0, 2]] = 1
    equations[5, [4, 6]] = 1
    equations[6, :4] = 1
    wanted = [*cells, p * se, (1 - p) * (1 - sp), p]
    aim = np.zeros(8)
    aim[[0, 1]] = 1 / p
    for sign, limit in zip((1, -1), found.sensitivity_bounds, strict=True):
        best = optimize.linprog(sign * aim, A_eq=equations, b_eq=wanted, bounds=(0, 1))
        assert best.success
        assert best.fun == pytest.approx(sign * limit, abs=1e-8)


def test_that_a_reference_that_cannot_be_is_said() -> None:
    assert imperfect(Crossed(1, 1, 1, 97), 0.9, 0.9).reason == IMPOSSIBLE
    assert imperfect(Crossed(10, 10, 10, 10), 0.5, 0.5).reason == NO_BETTER_THAN_CHANCE
    found = prevalence(90, 300, 0.9, 0.95, LEVEL)
    assert found.value == pytest.approx((0.3 + 0.95 - 1) / 0.85)
    assert found.interval is not None
    assert found.interval.lower < found.value < found.interval.upper


CLASS = st.lists(st.integers(0, 5), min_size=1, max_size=6)


@given(CLASS, CLASS, CLASS)
def test_that_a_volume_is_what_all_triples_say(
    low: list[int], middle: list[int], high: list[int]
) -> None:
    def said(one: int, other: int, third: int) -> float:
        if one > other or other > third:
            return 0
        return (1, 1 / 2, 1 / 6)[(one == other) + (other == third)]

    triples = [said(*one) for one in product(low, middle, high)]
    assert volume(low, middle, high) == pytest.approx(sum(triples) / len(triples))
    assert math.isnan(volume([], middle, high))

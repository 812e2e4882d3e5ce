"""Two scores at an equal rate: thresholds, what is left free, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from evalgui.core.comparing import (
    Candidate,
    compare_paired,
    compare_unpaired,
)
from evalgui.core.comparing.at_equal import BY_CHOICE, CHOSEN_HERE, NO_CLASS, OF_SUBJECTS
from evalgui.core.comparing.rates import unpaired
from evalgui.core.dataset import Score
from evalgui.core.equal_rate import AtEqual, Equal, equal_of
from evalgui.core.intervals.fnmr_at_fmr import squared_and_added
from evalgui.core.provenance import Origin, Provenance
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable

RNG = np.random.default_rng(11)
TRUTH = np.repeat([1, 0], [60, 90])


def candidate(name, values, truth=TRUTH, *, higher=True):
    return Candidate(name, Score(name, values, higher), math.inf, truth, 1 - truth)


def two(n_levels=None):
    shared = RNG.normal(size=len(TRUTH))
    values = [shared * 0.7 + RNG.normal(size=len(TRUTH)) + TRUTH * shift for shift in (2.0, 1.0)]
    if n_levels:
        values = [np.round(one * n_levels) / n_levels for one in values]
    return [candidate(name, one) for name, one in zip("ab", values, strict=True)]


def rates_at(one, threshold):
    called = one.score.values >= threshold
    return called[one.positives > 0].mean(), (~called[one.negatives > 0]).mean()


@pytest.mark.parametrize("equal", Equal)
@pytest.mark.parametrize("target", [0.5, 0.8, 0.9, 0.95])
@pytest.mark.parametrize("n_levels", [None, 2])
def test_each_threshold_meets_the_rate_at_the_least_cost(equal, target, n_levels):
    if equal.rate.is_error:
        target = float(round(1 - target, 10))
    first, second = two(n_levels)
    found = compare_paired(first, second, 0.95, AtEqual(equal, target)).equal
    for place, one in enumerate((first, second)):
        tpr, tnr = rates_at(one, found.thresholds[place])
        kept = tpr if equal.rate.of_positives else tnr
        least = 1 - target if equal.rate.is_error else target
        assert kept >= least - 1e-12
        best = 0.0
        for threshold in np.append(np.unique(one.score.values), np.inf):
            both = rates_at(one, threshold)
            kept, free = both if equal.rate.of_positives else both[::-1]
            best = max(best, free if kept >= least - 1e-12 else 0.0)
        assert (tnr if equal.rate.of_positives else tpr) == pytest.approx(best)
        named = {"TPR": tpr, "TNR": tnr, "FPR": 1 - tnr, "FNR": 1 - tpr}
        for name, rate in found.rates.items():
            if name in named:
                assert (rate.first, rate.second)[place] == pytest.approx(named[name])


def test_what_is_fixed_has_no_test_and_what_follows_both_says_why():
    first, second = two()
    at = AtEqual(Equal.FMR, 0.1)
    found = compare_paired(first, second, 0.9, at).equal.rates
    assert list(found) == ["FPR", "TPR", "FNR", "PPV", "NPV"]
    assert found["FPR"].interval.reason == BY_CHOICE
    assert {found[name].interval.reason for name in ("PPV", "NPV")} == {CHOSEN_HERE}
    assert all(math.isnan(found[name].p) for name in ("FPR", "PPV", "NPV"))
    hit, miss = found["TPR"], found["FNR"]
    assert (miss.interval.lower, miss.interval.upper) == (-hit.interval.upper, -hit.interval.lower)
    assert miss.p == hit.p


def test_the_limits_of_rows_of_their_own_are_those_of_each_put_together():
    first, second = two()
    found = compare_unpaired(first, second, 0.95, AtEqual(Equal.SPECIFICITY, 0.8)).equal
    sides = []
    for one in (first, second):
        steps = ScoreTable(one.score.values, TRUTH == 1).steps
        low, high = squared_and_added(steps, 0.2, 0.95)
        sides.append((1 - high, 1 - low))
    rate = found.rates["TPR"]
    (low_1, high_1), (low_2, high_2) = sides
    lower = rate.difference - math.hypot(rate.first - low_1, high_2 - rate.second)
    upper = rate.difference + math.hypot(high_1 - rate.first, rate.second - low_2)
    assert (rate.interval.lower, rate.interval.upper) == pytest.approx((lower, upper))


def test_classes_and_signs_that_are_turned_say_the_same():
    first, second = two()
    found = compare_paired(first, second, 0.95, AtEqual(Equal.SENSITIVITY, 0.9)).equal.rates["TNR"]
    turned = [candidate(one.name, -one.score.values, 1 - TRUTH) for one in (first, second)]
    other = compare_paired(*turned, 0.95, AtEqual(Equal.SPECIFICITY, 0.9)).equal.rates["TPR"]
    assert (found.first, found.second, found.p) == pytest.approx(
        (other.first, other.second, other.p)
    )
    assert found.interval[2:4] == pytest.approx(other.interval[2:4])


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_p_value_is_where_the_interval_reaches_zero(level):
    first, second = two()
    at = AtEqual(Equal.SPECIFICITY, 0.8)
    rate = compare_paired(first, second, level, at).equal.rates["TPR"]
    assert (rate.p < 1 - level) == (rate.interval.lower > 0 or rate.interval.upper < 0)


def test_the_same_score_differs_by_nothing_and_its_interval_is_short():
    first, _second = two()
    rate = compare_paired(first, first, 0.95, AtEqual(Equal.SENSITIVITY, 0.8)).equal.rates["TNR"]
    apart = compare_unpaired(first, first, 0.95, AtEqual(Equal.SENSITIVITY, 0.8)).equal.rates["TNR"]
    assert (rate.difference, rate.p) == (0, 1)
    widths = [one.interval.upper - one.interval.lower for one in (rate, apart)]
    assert widths[0] < 0.4 * widths[1]


def test_intervals_hold_what_those_of_fixed_thresholds_do_not():
    """Binormal scores of which the truth is known, correlated, 400 times."""
    rng, bound, shifts, rho = np.random.default_rng(5), 0.1, (2.5, 1.5), 0.5
    truth = np.repeat([1, 0], 100)
    far = norm.isf(bound)
    true = norm.sf(far - shifts[0]) - norm.sf(far - shifts[1])
    at, held, naive = AtEqual(Equal.SPECIFICITY, 1 - bound), 0, 0
    for _ in range(400):
        shared, own = rng.normal(size=200), rng.normal(size=200)
        values = shared, rho * shared + math.sqrt(1 - rho**2) * own
        both = [
            candidate(name, one + truth * shift, truth)
            for name, one, shift in zip("ab", values, shifts, strict=True)
        ]
        rate = compare_paired(*both, 0.95, at).equal.rates["TPR"]
        held += rate.interval.lower <= true <= rate.interval.upper
        k = [round(value * 100) for value in (rate.first, rate.second)]
        low, high = unpaired((k[0], 100), (k[1], 100), 0.95)  # even without the pairs
        naive += low <= true <= high
    assert held >= 0.95 * 400
    assert naive < 0.9 * 400


def test_subjects_and_missing_classes_have_no_interval():
    first, second = two()
    at = AtEqual(Equal.SENSITIVITY, 0.9)
    drawn = [replace(one, sampling=Sampling.BY_SUBJECT) for one in (first, second)]
    found = compare_paired(*drawn, 0.95, at).equal.rates
    assert {name for name, one in found.items() if one.interval.reason == OF_SUBJECTS} == {"TNR"}
    assert all(one.interval.reason for one in found.values())
    alone = [candidate(one.name, one.score.values[:60], TRUTH[:60]) for one in (first, second)]
    found = compare_paired(*alone, 0.95, at).equal.rates
    assert {one.interval.reason for one in found.values()} == {NO_CLASS}
    assert math.isnan(found["TNR"].difference)


def test_one_rule_on_both_scores_is_what_they_have_in_common():
    def made(rule, **values):
        return Provenance(Origin.CHOSEN, rule, tuple(values.items()), "a.csv")

    one = made("sensitivity", sensitivity=0.9)
    assert equal_of([one, replace(one, source="b.csv")]) == AtEqual(Equal.SENSITIVITY, 0.9)
    assert equal_of([one, made("sensitivity", sensitivity=0.8)]) is None
    assert equal_of([made("youden"), made("youden")]) is None
    assert equal_of([one, None]) is None

"""Closed forms of sample size: published numbers, other programs, and the smallest n each time."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import beta, norm
from statsmodels.stats.proportion import proportion_confint, samplesize_confint_proportion

from evalgui.core import sample_size as size

rates = st.floats(0.01, 0.99).map(lambda p: round(p, 4))
widths = st.floats(0.005, 0.9)
levels = st.floats(0.8, 0.999).map(lambda level: round(level, 3))


def wilson(k, n, level=0.95):
    low, high = proportion_confint(k, n, 1 - level, method="wilson")
    return high - low


@pytest.mark.parametrize(("p", "width", "n"), [(0.9, 0.1, 141), (0.5, 0.2, 93)])
def test_that_the_wilson_width_needs_what_a_search_finds(p, width, n):
    assert size.for_wilson_width(p, width) == n
    assert wilson(p * n, n) <= width < wilson(p * (n - 1), n - 1)


@pytest.mark.parametrize(("p", "error", "n"), [(0.9, 0.025, 144), (0.75, 0.015, 834)])
def test_that_a_standard_error_needs_the_decimal_quotient(p, error, n):
    assert size.for_standard_error(p, error) == n
    # In doubles 0.9 x 0.1 / 0.025 x 0.025 lies above 144.
    assert math.ceil(p * (1 - p) / error**2) in {n, n + 1}


@pytest.mark.parametrize(("p", "width", "n"), [(0.9, 0.1, 139), (0.5, 0.2, 97)])
def test_that_wald_which_is_not_offered_would_need_another_number(p, width, n):
    assert math.ceil(samplesize_confint_proportion(p, width / 2)) == n
    assert size.for_wilson_width(p, width) != n


@given(rates, widths, levels)
def test_that_n_is_the_smallest_for_a_width(p, width, level):
    n = size.for_wilson_width(p, width, level)
    assert size.wilson_width(p, n, level) == pytest.approx(wilson(p * n, n, level), rel=1e-9)
    assert wilson(p * n, n, level) <= width * (1 + 1e-12)
    assert n == 1 or wilson(p * (n - 1), n - 1, level) > width * (1 - 1e-12)


@given(rates, st.floats(0.001, 0.5).map(lambda error: round(error, 4)))
def test_that_n_is_the_smallest_for_a_standard_error(p, error):
    n = size.for_standard_error(p, error)
    spread = Fraction(repr(p)) * (1 - Fraction(repr(p)))
    assert spread <= n * Fraction(repr(error)) ** 2
    assert n == 1 or spread > (n - 1) * Fraction(repr(error)) ** 2


@given(st.floats(0.05, 1.0), st.floats(0.02, 0.98), levels)
def test_that_n_is_the_smallest_for_a_lower_limit(p, share, level):
    limit = p * share
    n = size.for_lower_limit(p, limit, level)
    assert beta.ppf(1 - level, p * n, n - p * n + 1) >= limit * (1 - 1e-9)
    if n > 1:
        before = n - 1
        assert beta.ppf(1 - level, p * before, before - p * before + 1) < limit * (1 + 1e-9)


@given(st.floats(0.05, 1.0), st.floats(0.1, 0.95), levels)
def test_that_an_upper_limit_is_a_lower_limit_of_the_complement(p, share, level):
    limit = p * share
    assume(limit > 0.001)
    assert size.for_upper_limit(1 - p, 1 - limit, level) in {
        size.for_lower_limit(p, limit, level) + step for step in (-1, 0, 1)
    }
    assert size.upper_limit(0.0, 59) == pytest.approx(1 - 0.05 ** (1 / 59), rel=1e-12)


@pytest.mark.parametrize(
    ("auc", "positives", "negatives", "error"),
    [(0.85, 50, 100, 0.036720344038080194), (0.7, 200, 800, 0.022212587387819966)],
)
def test_that_the_standard_error_of_an_auc_is_that_of_hanley_and_mcneil(
    auc, positives, negatives, error
):
    assert size.auc_standard_error(auc, positives, negatives) == pytest.approx(error, abs=1e-12)


@given(st.floats(0.5, 0.98), st.floats(0.01, 0.1), st.fractions(Fraction(1, 20), 20))
def test_that_an_auc_takes_the_smallest_numbers(auc, error, ratio):
    positives, negatives = size.positives_for_auc(auc, lambda found: found <= error, ratio)
    assert negatives == max(2, math.ceil(ratio * positives))
    assert size.auc_standard_error(auc, positives, negatives) <= error
    if positives > 2:
        fewer = positives - 1
        less = size.auc_standard_error(auc, fewer, max(2, math.ceil(ratio * fewer)))
        assert less > error


def test_that_mcnemar_takes_as_many_pairs_as_connor_says():
    assert size.pairs_for_mcnemar(0.2, 0.1) == 234
    assert size.pairs_for_mcnemar(0.1, 0.2) == 234


@given(st.floats(0.02, 0.4), st.floats(0.02, 0.4), st.floats(0.5, 0.99), levels)
def test_that_mcnemar_reaches_its_power_and_not_with_one_pair_less(one, other, power, level):
    assume(abs(one - other) > 0.01)

    def attained(n):
        both, apart = one + other, abs(one - other)
        z = norm.ppf(0.5 + level / 2)
        return norm.cdf((apart * n**0.5 - z * both**0.5) / (both - apart * apart) ** 0.5)

    n = size.pairs_for_mcnemar(one, other, power, level)
    assert attained(n) >= power - 1e-9
    assert attained(n - 1) < power + 1e-9


@pytest.mark.parametrize(("level", "times"), [(0.95, 3.00), (0.9, 2.30), (0.8, 1.61)])
def test_that_claims_follow_the_rule_of_three(level, times):
    assert size.claim(10_000, level) * 10_000 == pytest.approx(times, abs=0.005)
    assert size.for_claim(0.001, level) == math.ceil(-math.log(1 - level) / 0.001)


def test_that_a_claim_is_a_little_above_the_exact_limit():
    exact = 0.00029952835977664627  # Clopper-Pearson, one-sided 95 %, 0 of 10,000
    assert size.upper_limit(0.0, 10_000) == pytest.approx(exact, abs=1e-12)
    assert exact < size.claim(10_000) < exact * 1.001
    assert size.claim(1) == 1.0


@given(st.floats(1e-6, 0.5), levels)
def test_that_a_claim_is_supported_by_what_it_needs(rate, level):
    n = size.for_claim(rate, level)
    assert size.claim(n, level) <= rate * (1 + 1e-12)
    assert n == 1 or size.claim(n - 1, level) > rate * (1 - 1e-12)


def test_that_no_study_of_more_than_a_million_million_is_planned():
    for ask in (
        lambda: size.for_wilson_width(0.5, 1e-9),
        lambda: size.for_standard_error(0.5, 1e-9),
        lambda: size.for_lower_limit(0.5, 0.5 - 1e-12),
        lambda: size.for_claim(1e-15),
        lambda: size.pairs_for_mcnemar(0.2, 0.2 + 1e-9),
        lambda: size.positives_for_auc(0.8, lambda error: error <= 1e-9),
    ):
        with pytest.raises(size.TooManyError):
            ask()

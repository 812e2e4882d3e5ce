"""The threshold that a drag rests on, compared with a search through all shorter decimals."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.score_table import ScoreTable
from evalgui.core.shortest_threshold import resting_threshold, shortest_decimal

finite = st.floats(allow_nan=False, allow_infinity=False)
scores_of_any_kind = st.one_of(
    st.lists(st.floats(allow_nan=False), min_size=2, max_size=30),
    st.lists(st.floats(allow_nan=False, width=32), min_size=2, max_size=30).map(
        lambda values: np.array(values, dtype=np.float32)
    ),
    st.lists(st.floats(0, 1), min_size=2, max_size=30),
    st.lists(st.integers(-(2**62), 2**62), min_size=2, max_size=30),
)


def n_digits(value: float) -> int:
    """Count the significant digits of the shortest text of a number; 0 has one."""
    return len(Decimal(repr(value)).normalize().as_tuple().digits)


def has_shorter(digits: int, low: float, high: float, *, low_is_in: bool) -> bool:
    """Return whether a number of fewer digits lies in an interval, without rounding to one.

    The multiples of each power of ten are looked through from the end of the interval that
    is nearer to zero.
    """
    inside = (lambda x: low <= x < high) if low_is_in else (lambda x: low < x <= high)
    if inside(0.0):
        return digits > 1
    sign, near = (1, max(low, -high)) if low >= 0 else (-1, -high)
    far = high if sign > 0 else -low
    for n in range(1, digits):
        start = Decimal(near)
        least = start.adjusted() if near else -324
        for exponent in range(least - n, (Decimal(min(far, 1.7e308)).adjusted()) + 1):
            first = int(start.scaleb(-exponent)) if abs(exponent) < 400 else 0
            for whole in range(max(first - 1, 10 ** (n - 1)), min(first + 3, 10**n)):
                if inside(sign * float(Decimal(whole).scaleb(exponent))):
                    return True
    return False


@given(scores_of_any_kind, finite, st.booleans(), st.data())
def test_that_counts_stay_and_no_decimal_in_the_interval_is_shorter(scores, value, higher, data):
    table = ScoreTable(scores, [i % 2 == 0 for i in range(len(scores))], higher_is_positive=higher)
    steps = table.steps
    known = [float(one) for one in steps.ascending if math.isfinite(one)]
    if known:  # a place among the scores as often as one far from them
        low, high = min(known), max(known)
        value = data.draw(st.one_of(st.just(value), st.floats(low, high), st.sampled_from(known)))
    rests = resting_threshold(steps, value)
    assert table.counts_at(rests) == table.counts_at(value)
    assert n_digits(rests) <= n_digits(value)
    excluded, included = steps.interval(steps.row_at(value))
    ends = (included, excluded) if not higher else (excluded, included)
    assert not has_shorter(n_digits(rests), *ends, low_is_in=not higher)
    assert resting_threshold(steps, rests) == rests


@pytest.mark.parametrize(
    ("low", "value", "high", "expected"),
    [
        (24.81, 25.3258850828729, 25.97, "25.0"),
        (0.3659, 0.37218, 0.3733, "0.37"),
        (0.02, 0.0312, 0.9, "0.1"),
        (3.2, 41.7, 47.1, "40.0"),  # as short as 5, and nearer
        (95.0, 103.4, 105.0, "100.0"),
        (-0.5, 0.3, 0.5, "0.0"),
        (-0.5, -1.3e-17, 0.5, "0.0"),
        (-25.97, -25.3258850828729, -24.81, "-25.0"),
        (1234.2, 1251.77, 1260.7, "1250.0"),
        (1e-320, 1.5e-320, 2.2e-320, "2e-320"),
        (1.5e308, 1.75e308, math.inf, "1.7e+308"),
        (0.1, math.nextafter(0.1, 1), 0.2, "0.2"),
        (1.0, math.nextafter(1.0, 2), math.nextafter(1.0, 2), "1.0000000000000002"),
        (2.0**62, 2.0**62 + 512, 2.0**62 + 2048, "4.61168601842739e+18"),
    ],
)
def test_that_it_is_what_a_person_would_write(low, value, high, expected):
    assert repr(shortest_decimal(value, lambda other: low < other <= high)) == expected


def test_that_float32_scores_are_not_rounded_to():
    scores = np.array([0.1, 0.2, 0.3], dtype=np.float32)
    steps = ScoreTable(scores, [False, True, True]).steps
    # Of float32 the score 0.1 is 0.10000000149..., so that 0.1 itself still calls it.
    assert resting_threshold(steps, 0.05) == 0.0
    assert resting_threshold(steps, float(scores[0]) + 1e-9) == 0.2
    assert resting_threshold(steps, 0.2000000017) == 0.2


def test_that_it_stays_in_view():
    steps = ScoreTable([0.2, 0.9], [False, True]).steps
    assert resting_threshold(steps, 0.47123) == 0.5
    assert resting_threshold(steps, 0.47123, 0.4712, 0.4713) == 0.4712
    assert resting_threshold(steps, 0.95, 0.0, 0.9) == 0.95


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_that_infinities_stay(value):
    steps = ScoreTable([0.2, math.inf, -math.inf], [False, True, True]).steps
    assert resting_threshold(steps, value) == value
    assert math.isnan(resting_threshold(steps, math.nan))

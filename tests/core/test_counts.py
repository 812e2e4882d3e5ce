"""Division that knows undefined, and products that neither overflow nor cancel."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import (
    Counts,
    difference_of_products,
    divide,
    logarithm,
    product,
    square_root,
)

WHOLE = st.integers(0, 2**52)


def test_that_nought_by_nought_is_undefined_and_the_rest_infinite():
    assert math.isnan(divide(0, 0))
    assert divide(3, 0) == math.inf
    assert divide(-3, 0) == -math.inf
    np.testing.assert_array_equal(
        divide(np.array([0, 3, -3, 1]), np.array([0, 0, 0, 2])), [np.nan, np.inf, -np.inf, 0.5]
    )


@given(st.integers(0, 10**30), st.integers(1, 10**30))
def test_that_integers_divide_exactly_and_round_once(numerator, denominator):
    assert divide(numerator, denominator) == float(Fraction(numerator, denominator))


@given(WHOLE, WHOLE, WHOLE, WHOLE)
def test_that_a_difference_of_products_keeps_its_sign_and_digits(a, b, c, d):
    exact = a * b - c * d
    arrays = [np.array([value]) for value in (a, b, c, d)]
    found = float(difference_of_products(*arrays)[0])
    assert difference_of_products(a, b, c, d) == exact
    assert found == pytest.approx(exact, rel=1e-12)
    assert np.sign(found) == np.sign(exact)


def test_that_products_of_large_margins_do_not_overflow():
    assert product(10**12, 10**12, 10**12, 10**12) == 10**48
    margins = np.array([10**12])
    assert float(product(margins, margins, margins, margins)[0]) == pytest.approx(1e48, rel=1e-15)


def test_that_roots_and_logarithms_take_scalars_and_arrays_alike():
    assert square_root(9) == 3.0
    assert square_root(np.array([9.0])).tolist() == [3.0]
    assert logarithm(0) == -math.inf
    assert logarithm(np.array([0.0, 1.0])).tolist() == [-math.inf, 0.0]


def test_that_margins_add_up():
    counts = Counts(tp=70, fp=20, fn=30, tn=80)
    assert counts.actual_positives + counts.actual_negatives == counts.n
    assert counts.predicted_positives + counts.predicted_negatives == counts.n
    assert counts.correct + counts.wrong == counts.n == 200

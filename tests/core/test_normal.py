"""The normal distribution without scipy, held against scipy's."""

from __future__ import annotations

import math
import statistics

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from evalgui.core.normal import deviate, deviates, proportions_below

ENDS = np.array([0.0, 5e-324, 1e-300, 0.075, 0.5, 0.925, math.nextafter(1.0, 0.0), 1.0])


def test_that_the_ends_the_middle_and_the_seams_are_right():
    found = deviates(ENDS)
    assert found[0] == -math.inf
    assert found[4] == 0.0
    assert found[-1] == math.inf
    np.testing.assert_allclose(found[1:-1], ndtri(ENDS[1:-1]), rtol=2e-15)
    np.testing.assert_allclose([deviate(float(end)) for end in ENDS], found, rtol=2e-15)


def test_that_what_is_no_proportion_has_no_deviate():
    assert np.isnan(deviates(np.array([-0.1, 1.1, math.nan]))).all()
    assert all(math.isnan(deviate(number)) for number in (-0.1, 1.1, math.nan))


@given(st.floats(0.0, 1.0, exclude_min=True, exclude_max=True))
def test_that_deviates_are_those_of_two_other_implementations(proportion):
    found = float(deviates(np.array([proportion]))[0])
    assert found == np.float64(ndtri(proportion)) or math.isclose(
        found, float(ndtri(proportion)), rel_tol=4e-15
    )
    assert math.isclose(found, statistics.NormalDist().inv_cdf(proportion), rel_tol=4e-15)
    assert math.isclose(found, deviate(proportion), rel_tol=4e-15)


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=50))
def test_that_deviates_rise_with_the_proportion(proportions):
    ordered = np.sort(np.array(proportions))
    found = deviates(ordered)
    assert (np.diff(found[np.isfinite(found)]) >= -1e-14).all()


@given(st.floats(-8.0, 8.0))
def test_that_proportions_are_scipys_and_lead_back(place):
    found = proportions_below(np.array([place]))
    np.testing.assert_allclose(found, ndtr(place), rtol=1e-13)
    # The closer to 1 a proportion is, the less its last bit can say about the place.
    density = math.exp(-place * place / 2) / math.sqrt(2 * math.pi)
    blur = 1e-13 + (2**-52 / density if place > 0 else 0.0)
    np.testing.assert_allclose(deviates(found), [place], rtol=1e-12, atol=blur)


def test_that_the_ends_of_the_axis_are_all_or_nothing():
    assert proportions_below(np.array([-math.inf, 0.0, math.inf])).tolist() == [0.0, 0.5, 1.0]

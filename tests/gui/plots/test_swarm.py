"""Dots beside each other: none hides another, and all stay where their scores are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.gui.plots.swarm import swarm


@given(st.lists(st.floats(0.0, 200.0) | st.integers(0, 20).map(float), max_size=40))
def test_that_no_two_dots_touch_where_there_is_room(heights):
    places = np.array(heights, dtype=np.float64)
    offsets = swarm(places, 6.0, 1e6)
    away = np.hypot(np.subtract.outer(places, places), np.subtract.outer(offsets, offsets))
    apart = away[~np.eye(len(places), dtype=bool)]
    assert (apart >= 6.0 - 1e-6).all()


def test_that_dots_far_apart_stay_in_the_middle():
    np.testing.assert_array_equal(swarm(np.array([30.0, 10.0, 20.0]), 6.0, 50.0), 0.0)


def test_that_ties_stand_side_by_side_on_both_sides():
    offsets = swarm(np.full(5, 3.0), 6.0, 50.0)
    np.testing.assert_allclose(sorted(offsets), [-12.0, -6.0, 0.0, 6.0, 12.0])


@pytest.mark.parametrize("n", [0, 1, 500])
def test_that_a_narrow_column_holds_all(n):
    places = np.linspace(0.0, 10.0, n)
    offsets = swarm(places, 6.0, 20.0)
    assert offsets.shape == (n,)
    assert np.abs(offsets).max(initial=0.0) <= 20.0
    np.testing.assert_array_equal(offsets, swarm(places, 6.0, 20.0))

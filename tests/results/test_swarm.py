"""Dots beside each other: none hides another, and all stay where their scores are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.results.swarm import swarm
from tests.support.steps import steps_of


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


@given(st.lists(st.integers(0, 40), max_size=40))
def test_that_each_goes_as_little_to_a_side_as_it_must(heights):
    places = 2.0 * np.sort(np.array(heights, dtype=np.float64))
    offsets = swarm(places, 6.0, 1e6)
    for number, (place, offset) in enumerate(zip(places, offsets, strict=True)):
        down, across = place - places[:number], offsets[:number]
        reach = np.sqrt(np.maximum(36.0 - down**2, 0.0))
        nearer = np.concatenate([[0.0], across + reach, across - reach])
        nearer = nearer[np.abs(nearer) < abs(offset) - 1e-6]
        assert (np.abs(nearer[:, None] - across) < reach - 1e-6).any(axis=1).all()


@pytest.mark.parametrize("share", [1.0, 0.9])
def test_that_the_places_of_equal_heights_are_found_in_n_log_n_steps(share):
    def steps(n):
        places = np.random.default_rng(0).uniform(0.0, 300.0, n)
        places[: int(share * n)] = 100.0
        return steps_of(lambda: swarm(places, 6.0, 80.0))

    assert steps(20_000) <= 2.5 * steps(10_000)

"""Axes on which decades are equally long."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.curves import Scale
from evalgui.core.curves.log_scale import LogScale, log_ticks
from evalgui.core.curves.thinning import from_screen, to_screen

POSITIVE = st.floats(1e-12, 1e12)


@given(POSITIVE, st.floats(1.5, 1e9), st.floats(0.0, 1.0))
def test_that_a_place_in_the_view_leads_back_to_its_value(low, factor, share):
    scale = LogScale(low, low * factor)
    value = low * factor**share
    place = scale.place(value)
    assert place == pytest.approx(math.log10(value))
    assert scale.to_view(np.array([value]))[0] == pytest.approx(place)
    assert scale.from_view(np.array([place]))[0] == pytest.approx(value)
    left, right = scale.home
    assert left <= place <= right
    assert not scale.is_beyond(value)


@pytest.mark.parametrize("value", [0.0, -1.0, -math.inf, math.inf])
def test_that_what_has_no_logarithm_lies_beyond_the_view_or_on_the_frame(value):
    scale, framed = LogScale(1.0, 1000.0), LogScale(1.0, 1000.0, has_frame=True)
    left, right = scale.limits
    assert not left <= scale.place(value) <= right
    assert scale.place(value) == scale.to_view(np.array([value]))[0]
    assert scale.is_beyond(value)
    if value < math.inf:
        assert framed.place(value) == framed.to_view(np.array([value]))[0] == 0.0
        assert framed.home[0] < 0.0


def test_that_no_number_stays_none():
    assert np.isnan(LogScale(1.0, 10.0).to_view(np.array([np.nan])))[0]
    assert np.isnan(to_screen(Scale.LOG, np.array([np.nan])))[0]
    np.testing.assert_allclose(from_screen(Scale.LOG, to_screen(Scale.LOG, np.array([0.02]))), 0.02)


def test_that_counts_begin_at_0_in_the_view():
    scale = LogScale(0.5, 2000.0, has_frame=True, origin=0.5)
    np.testing.assert_allclose(scale.to_view(np.array([0.0, 0.5, 5.0, 500.0])), [0, 0, 1, 3])


@given(st.floats(-12, 12), st.floats(0.01, 20), st.integers(2, 12))
def test_that_ticks_are_round_in_view_and_as_many_as_fit(low, span, most):
    scale = LogScale(1e-15, 1e35)
    step, places = log_ticks(scale, low, low + span, lambda some, _step: len(some) <= most)
    assert all(low - 1e-9 <= place <= low + span + 1e-9 for place in places)
    assert places == sorted(places)
    values = [10.0**place for place in places]
    if step:
        assert span < 1.5
        assert all(abs(value / step - round(value / step)) < 1e-6 for value in values)
    else:
        leading = {round(v / 10.0 ** math.floor(math.log10(v) + 1e-9), 6) for v in values}
        assert leading <= {1.0, 2.0, 3.0, 5.0}
    assert len(places) >= 2

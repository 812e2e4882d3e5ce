from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from evalgui.core.curves.scales import (
    LinearScale,
    NormalDeviateScale,
    ScoreScale,
    Viewport,
    nice_ticks,
)

any_score = st.floats(allow_nan=False, allow_infinity=False)


@given(any_score, any_score, st.lists(st.floats(0, 1), min_size=2, max_size=20))
def test_that_scores_of_any_range_are_drawn_in_order_within_the_home_view(low, high, shares):
    low, high = min(low, high), max(low, high)
    scale = ScoreScale.of(low, high)
    scores = np.sort([low * (1 - share) + high * share for share in shares])
    places = scale.to_view(scores)
    assert np.isfinite(places).all()
    assert (np.diff(places) >= 0).all()
    left, right = scale.home
    assert left < right
    assert (places >= left).all()
    assert (places <= right).all()
    assert 1e-150 < right - left < 1e151


@given(any_score, any_score, st.floats(0, 1))
def test_that_a_place_in_the_view_leads_back_to_its_score(low, high, share):
    low, high = min(low, high), max(low, high)
    scale = ScoreScale.of(low, high)
    score = scale.low * (1 - share) + scale.high * share
    back = float(scale.from_view(scale.to_view(np.array([score])))[0])
    assert math.isfinite(back)
    assert abs(back / 2 - score / 2) <= (scale.high / 2 - scale.low / 2) * 1e-6 + 5e-324


@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, 5e-324), (-1.7e308, 1.7e308), (1e9, 1e9 + 1e-6), (1e-320, 2e-320), (-1e200, 1e-200)],
)
def test_that_an_unsafe_range_is_mapped_to_one(low, high):
    scale = ScoreScale.of(low, high)
    assert not scale.is_plain
    assert scale.to_view(np.array([low, high])).tolist() == [0.0, 1.0]
    ends = scale.from_view(np.array([0.0, 1.0])).tolist()
    assert ends == pytest.approx([low, high], rel=0, abs=(high / 2 - low / 2) * 1e-12)


def test_that_a_harmless_range_is_left_alone():
    scale = ScoreScale.of(-3.5, 7.25)
    assert scale.is_plain
    assert scale.to_view(np.array([-3.5, 0.1, 7.25])).tolist() == [-3.5, 0.1, 7.25]


def test_that_one_score_has_room_on_both_sides():
    scale = ScoreScale.of(2.0, 2.0)
    assert scale.home[0] < 2.0 < scale.home[1]


def test_that_no_score_at_all_gives_an_axis_all_the_same():
    assert ScoreScale.of(math.inf, -math.inf) == ScoreScale(0.0, 1.0)


def test_that_infinite_scores_lie_beyond_the_limits():
    scale = ScoreScale.of(0.0, 1.0)
    low, high = scale.to_view(np.array([-np.inf, np.inf]))
    assert low < scale.limits[0]
    assert high > scale.limits[1]
    assert np.isfinite([low, high]).all()


def test_that_one_value_and_an_array_have_the_same_places():
    values = np.array([-np.inf, 0.0, 0.003, 0.5, 1.0, np.inf])
    scales = [LinearScale(), ScoreScale(0.0, 0.8), ScoreScale(0.0, 5e-324)]
    for scale in scales:
        assert [scale.place(float(v)) for v in values] == scale.to_view(values).tolist()
        assert math.isnan(scale.place(math.nan))
    shares = values[1:-1]
    deviates = NormalDeviateScale(100)
    assert [deviates.place(float(v)) for v in shares] == deviates.to_view(shares).tolist()


def test_that_normal_deviates_are_those_of_the_normal_distribution():
    shares = np.array([0.001, 0.02, 0.5, 0.93])
    places = NormalDeviateScale(10_000).to_view(shares)
    np.testing.assert_allclose(places, norm.ppf(shares), rtol=1e-12)


def test_that_0_and_1_are_shown_at_half_a_row():
    scale = NormalDeviateScale(200)
    places = scale.to_view(np.array([0.0, 1.0]))
    np.testing.assert_allclose(places, norm.ppf([0.0025, 0.9975]), rtol=1e-12)
    assert scale.is_beyond(0.0)
    assert scale.is_beyond(1.0)
    assert not scale.is_beyond(1 / 200)
    assert scale.limits[0] < places[0]
    assert scale.limits[1] > places[1]


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 12))
def test_that_ticks_are_multiples_of_1_2_or_5_between_the_ends(low, span, count):
    high = low + max(span, abs(low) * 1e-9)
    step, ticks = nice_ticks(low, high, count)
    assert 2 <= len(ticks) <= 2 * count + 3
    assert float(f"{step:.0e}") == pytest.approx(step)
    assert f"{step:.0e}"[0] in "125"
    for tick in ticks:
        assert low - step * 1e-3 <= tick <= high + step * 1e-3
        assert tick / step == pytest.approx(round(tick / step), abs=1e-3)


def test_that_pixels_and_places_are_inverse():
    viewport = Viewport(-1.0, 3.0, 10.0, 20.0, 400.0, 200.0)
    assert viewport.pixels(0.0, 15.0) == (100.0, 100.0)
    assert viewport.x_at(100.0) == 0.0
    assert viewport.x_pixels(np.array([-1.0, 3.0])).tolist() == [0.0, 400.0]
    assert viewport.y_pixels(np.array([10.0, 20.0])).tolist() == [200.0, 0.0]
    assert viewport.has(0.0, 200.0)
    assert not viewport.has(-0.5, 0.0)

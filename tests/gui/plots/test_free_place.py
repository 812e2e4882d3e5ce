"""A legend stands where no line is, compared with painting the lines and looking."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.gui.plots.free_place import free_place
from tests.gui.plots.pieces import meets

FRAME = (200.0, 150.0)
NUMBERS = st.floats(-300.0, 400.0) | st.just(math.nan)
LINES = st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6), max_size=3)


def arrays(points):
    return np.array([x for x, _y in points]), np.array([y for _x, y in points])


@given(LINES, st.floats(5.0, 190.0), st.floats(5.0, 140.0))
def test_that_what_is_called_free_is_free(lines, width, height):
    place = free_place(map(arrays, lines), (), (width, height), FRAME, 4.0)
    if width > 192 or height > 142:
        assert place is None
        return
    assert 4 <= place.x <= FRAME[0] - width - 4 + 1e-9
    assert 4 <= place.y <= FRAME[1] - height - 4 + 1e-9
    if place.n_hidden == 0:
        box = (place.x + 1, place.y + 1, width - 2, height - 2)
        assert not any(meets(points, box) for points in lines)


def test_that_a_corner_is_taken_where_it_is_free():
    rising = (np.array([0.0, 200.0]), np.array([150.0, 0.0]))
    place = free_place([rising], (), (60.0, 40.0), FRAME, 4.0)
    assert (place.x, place.y) in {(4.0, 4.0), (136.0, 106.0)}
    assert place.n_hidden == 0


def test_that_a_place_between_the_corners_is_found():
    # Lines along all edges leave the middle.
    x = np.array([10.0, 190.0, 190.0, 10.0, 10.0])
    y = np.array([10.0, 10.0, 140.0, 140.0, 10.0])
    place = free_place([(x, y)], (), (60.0, 40.0), FRAME, 4.0)
    assert place.n_hidden == 0
    assert 10 < place.x < 130
    assert 10 < place.y < 100


def test_that_helping_lines_are_left_free_where_there_is_a_choice():
    left = (np.full(2, 30.0), np.array([0.0, 150.0]))
    place = free_place([], [left], (60.0, 40.0), FRAME, 4.0)
    assert place.n_crossed == 0
    assert place.x > 30

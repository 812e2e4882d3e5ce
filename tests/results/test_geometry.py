from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.results.geometry import clipped, distance_to_line

coordinate = st.floats(-50, 50).map(lambda value: round(value, 3))
points = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=12)


def columns(places):
    x, y = zip(*places, strict=True)
    return np.array(x), np.array(y)


@given(points, coordinate, coordinate)
def test_that_the_distance_is_that_of_the_nearest_of_many_points_of_the_line(places, x, y):
    line_x, line_y = columns(places)
    shares = np.linspace(0, 1, 2_001)
    along_x = np.concatenate([line_x, *(a + (b - a) * shares for a, b in pairwise(line_x))])
    along_y = np.concatenate([line_y, *(a + (b - a) * shares for a, b in pairwise(line_y))])
    nearest = float(np.hypot(along_x - x, along_y - y).min())
    assert distance_to_line(line_x, line_y, x, y) <= nearest + 1e-9
    assert distance_to_line(line_x, line_y, x, y) >= nearest - 0.1


def test_that_a_line_without_vertices_is_infinitely_far():
    nothing = np.zeros(0)
    assert distance_to_line(nothing, nothing, 1.0, 1.0) == math.inf
    unknown = np.full(3, np.nan)
    assert distance_to_line(unknown, unknown, 1.0, 1.0) == math.inf


def test_that_a_line_is_cut_where_it_leaves_the_rectangle():
    x, y = clipped(np.array([-1.0, 1.0, 3.0]), np.array([0.5, 0.5, 0.5]), (0.0, 2.0), (0.0, 1.0))
    assert x.tolist() == [0.0, 1.0, 2.0]
    assert y.tolist() == [0.5, 0.5, 0.5]


def test_that_pieces_are_parted_where_the_line_was_outside():
    x, y = clipped(
        np.array([0.5, 0.5, 1.5, 1.5]), np.array([0.5, 5.0, 5.0, 0.5]), (0.0, 2.0), (0.0, 1.0)
    )
    np.testing.assert_array_equal(x, [0.5, 0.5, np.nan, 1.5, 1.5])
    np.testing.assert_array_equal(y, [0.5, 1.0, np.nan, 1.0, 0.5])


def test_that_a_line_inside_stays_as_it_is():
    x, y = np.linspace(0, 1, 20), np.linspace(0, 1, 20) ** 2
    cut_x, cut_y = clipped(x, y, (-1.0, 2.0), (-1.0, 2.0))
    np.testing.assert_array_equal(cut_x, x)
    np.testing.assert_array_equal(cut_y, y)


def test_that_nothing_is_left_of_a_line_outside():
    x, y = clipped(np.array([5.0, 6.0]), np.array([5.0, 5.0]), (0.0, 1.0), (0.0, 1.0))
    assert len(x) == len(y) == 0


def test_that_an_undefined_vertex_parts_the_line():
    x, y = clipped(
        np.array([0.0, 0.2, 0.4, 0.6, 0.8]),
        np.array([0.5, 0.5, np.nan, 0.5, 0.5]),
        (0.0, 1.0),
        (0.0, 1.0),
    )
    np.testing.assert_array_equal(x, [0.0, 0.2, np.nan, 0.6, 0.8])
    assert np.isnan(y[2])


@given(points)
def test_that_clipping_keeps_the_points_inside_and_no_others(places):
    x, y = columns(places)
    cut_x, cut_y = clipped(x, y, (-20.0, 20.0), (-10.0, 10.0))
    known = ~np.isnan(cut_x)
    assert (np.abs(cut_x[known]) <= 20 + 1e-9).all()
    assert (np.abs(cut_y[known]) <= 10 + 1e-9).all()
    shares = np.linspace(0.0, 1.0, 200)[:, None]
    for a, b in pairwise(places):
        along = np.array(a) + (np.array(b) - np.array(a)) * shares
        inside = (np.abs(along[:, 0]) <= 20) & (np.abs(along[:, 1]) <= 10)
        for place in along[inside][:3]:
            assert distance_to_pieces(cut_x, cut_y, *place) < 1e-6


def distance_to_pieces(x, y, at_x, at_y):
    ends = np.flatnonzero(np.isnan(x))
    pieces = zip(np.split(x, ends), np.split(y, ends), strict=True)
    return min(distance_to_line(piece_x, piece_y, at_x, at_y) for piece_x, piece_y in pieces)

"""The nearest of many lines, held against looking at each."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.gui.plots.many_lines import LineFinder
from evalgui.results.geometry import distance_to_line

PLACES = st.integers(0, 40).map(float)
LINES = st.lists(
    st.lists(st.tuples(st.one_of(PLACES, st.just(math.nan)), PLACES), max_size=6), max_size=5
)


@given(LINES, PLACES, PLACES, st.sampled_from([1.0, 5.0, 12.0]))
def test_that_the_nearest_line_is_the_one_that_a_look_at_each_finds(drawn, x, y, within):
    lines = {
        10 + number: (np.array([p[0] for p in line]), np.array([p[1] for p in line]))
        for number, line in enumerate(drawn)
    }
    found = LineFinder(lines).nearest(x, y, within)
    away = {number: _distance(line, x, y) for number, line in lines.items()}
    nearest = min(away.values(), default=math.inf)
    if nearest > within:
        assert found is None
    else:
        assert found is not None
        assert math.isclose(away[found], nearest, abs_tol=1e-9)


def _distance(line, x, y):
    """Return the distance from the pieces of a line between gaps that have a segment."""
    known = np.isfinite(line[0])
    pieces = np.split(np.arange(len(known)), np.flatnonzero(~known))
    kept = [piece[known[piece]] for piece in pieces]
    return min(
        (distance_to_line(line[0][rows], line[1][rows], x, y) for rows in kept if len(rows) > 1),
        default=math.inf,
    )


def test_that_without_lines_nothing_is_near():
    assert LineFinder({}).nearest(1.0, 1.0, 100.0) is None

"""Points with letters: what stands in one place is one, and no letter hides what it need not."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from evalgui.results.geometry import crosses, overlap
from evalgui.results.letters import gathered, on_axis, on_curve

ROOM = (300.0, 300.0)


def sizes(points):
    return [(7.0 * len(one.letter), 10.5) for one in points]


def test_that_points_in_one_place_share_a_square_and_letters_never_lie_on_each_other():
    spots = [(100.0, 100.0), (100.5, 100.2), (math.nan, 3.0), (310.0, 5.0)]
    spots += [(108.0 + 4 * place, 100.0) for place in range(5)]
    points = gathered("ABCDEFGHI", spots, ROOM)
    assert [one.letter for one in points] == ["A, B", "E", "F", "G", "H", "I"]
    assert points[0].places == (0, 1)
    found = on_curve(points, sizes(points), ROOM, [], [])
    boxes = [one.box for one in found]
    assert all(boxes)
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))
    assert not any(overlap(box, one.square) for box in boxes for one in found)


def test_that_a_letter_hides_no_line_where_there_is_room():
    level = np.array([0.0, 300.0])
    # Lines just below and right of the square, where a letter would stand first.
    lines = [(level, np.full(2, 108.0)), (np.full(2, 107.0), level)]
    (plain,) = on_curve(gathered("A", [(100.0, 100.0)], ROOM), [(7.0, 10.5)], ROOM, [], [])
    assert any(crosses(line, plain.box) for line in lines)
    (found,) = on_curve(gathered("A", [(100.0, 100.0)], ROOM), [(7.0, 10.5)], ROOM, lines, [])
    assert not any(crosses(line, found.box) for line in lines)


@pytest.mark.parametrize("is_lying", [False, True])
def test_that_letters_on_an_axis_keep_clear_of_the_lines_across(is_lying):
    spots = [(20.0 + 9 * place, 295.5) for place in range(4)]
    if is_lying:
        spots = [(4.5, x) for x, _y in spots]
    points = gathered("ABCD", spots, ROOM)
    found = on_axis(points, sizes(points), ROOM, is_lying=is_lying)
    boxes = [one.box for one in found if one.box is not None]
    assert len(boxes) == 4
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))

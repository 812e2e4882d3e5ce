"""A legend stands where no line is, compared with painting the lines and looking."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalgui.results import free_place as free_place_module
from evalgui.results.free_place import (
    REACH,
    Named,
    Searches,
    free_place,
    places_beside,
    points_along,
)
from evalgui.results.geometry import clipped
from tests.gui.plots.pieces import meets

FRAME = (200.0, 150.0)
NUMBERS = st.floats(-300.0, 400.0) | st.just(math.nan)
LINES = st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6), max_size=3)


def arrays(points):
    return np.array([x for x, _y in points]), np.array([y for _x, y in points])


@example([[(0.0, math.nan), (-5.6e-307, math.nan)]], 5.0, 5.0)  # a step as good as none
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


@given(LINES, st.lists(st.tuples(st.floats(8.0, 80.0), st.floats(8.0, 30.0)), max_size=3))
def test_that_names_beside_lines_hide_nothing_and_never_each_other(lines, sizes):
    drawn = [arrays(points) for points in lines]
    named = [Named(line, size) for line, size in zip(drawn, sizes, strict=False)]
    found = places_beside(named, drawn, (), FRAME)
    every = [box for boxes in found for box in boxes]
    for one, boxes in zip(named, found, strict=True):
        for left, top, right, bottom in boxes:
            assert (right - left, bottom - top) == pytest.approx(one.size)
            assert left >= 0
            assert top >= 0
            assert right <= FRAME[0]
            assert bottom <= FRAME[1]
            box = (left + 1, top + 1, right - left - 2, bottom - top - 2)
            assert not any(meets(points, box) for points in lines)
            own = next(
                points for points, line in zip(lines, drawn, strict=True) if line is one.points
            )
            near = (left - 8, top - 8, right - left + 16, bottom - top + 16)
            assert len(own) == 1 or meets(own, near)
        if len(boxes) == 2:
            first, second = boxes
            assert second[0] >= first[2] + REACH or second[2] <= first[0] - REACH
    for number, (left, top, right, bottom) in enumerate(every):
        for other in every[:number]:
            is_apart = left >= other[2] + 8 or right <= other[0] - 8
            is_apart |= top >= other[3] or bottom <= other[1]
            assert is_apart


def test_that_a_name_stands_at_an_end_that_is_its_own():
    high, low = ((np.array([0.0, 200.0]), np.full(2, y)) for y in (40.0, 110.0))
    found = places_beside(
        [Named(high, (40.0, 12.0)), Named(low, (40.0, 12.0))], [high, low], (), FRAME
    )
    assert [len(boxes) for boxes in found] == [2, 2]
    for boxes, y in zip(found, (40.0, 110.0), strict=True):
        assert {boxes[0][0] < 10, boxes[1][2] > 190} == {True}
        assert all(min(abs(top - y), abs(bottom - y)) < 8 for _, top, _, bottom in boxes)


def test_that_lines_that_run_together_are_not_named_beside_them():
    lines = [(np.array([0.0, 200.0]), np.full(2, y)) for y in (70.0, 70.5)]
    found = places_beside([Named(line, (40.0, 12.0)) for line in lines], lines, (), FRAME)
    assert found == [(), ()]


def test_that_names_of_bars_stand_above_them():
    bars = (
        np.array([20.0, 20.0, 60.0, 60.0, 180.0, 180.0]),
        np.array([150.0, 60, 60, 110, 110, 150]),
    )
    (boxes,) = places_beside([Named(bars, (30.0, 12.0))], [bars], (), FRAME, is_filled=True)
    assert 20 <= boxes[0][0] <= 60
    assert 40 < boxes[0][3] < 60


@pytest.mark.parametrize("x", [141.0, 144.0, 147.0])
def test_that_names_in_one_line_do_not_read_as_one(x: float) -> None:
    marks = [Named((np.array([at]), np.array([75.0])), (40.0, 12.0)) for at in (50.0, x)]
    (first, *_), (second, *_) = places_beside(marks, (), (), (150.0, 150.0))
    assert first == (55.0, 58.0, 95.0, 70.0)
    assert second[0] >= first[2] + 8 or second[1] != first[1]


@given(
    st.lists(st.tuples(st.integers(0, 90), st.integers(0, 60)), min_size=2, max_size=8),
    st.booleans(),
)
def test_that_what_lies_in_the_plot_need_not_be_cut(
    vertices: list[tuple[int, int]], has_gap: bool
) -> None:
    x, y = np.array(vertices, dtype=np.float64).T.copy()
    if has_gap:  # two pieces, each of them with a line
        x, y = (np.concatenate([part, [np.nan], part + 1.0]) for part in (x, y))
    frame = 100.0, 70.0
    cut = clipped(x, y, (0.0, frame[0]), (0.0, frame[1]))
    found, expected = (
        {(round(one, 6), round(other, 6)) for one, other in zip(*points, strict=True)}
        for points in (points_along(x, y, frame), points_along(*cut, frame))
    )
    assert found == expected


def test_that_a_name_as_large_as_the_plot_has_no_place() -> None:
    line = np.array([0.0, 30.0]), np.array([20.0, 0.0])
    for size, frame in (((40.0, 10.0), (30.0, 200.0)), ((10.0, 40.0), (200.0, 30.0))):
        assert places_beside([Named(line, size)], [line], [], frame) == [()]
    assert places_beside([Named(line, (40.0, 10.0))], [line], [], (200.0, 200.0)) != [()]


RISING = (np.array([0.0, 200.0]), np.array([150.0, 0.0]))
LEVEL = (np.array([0.0, 200.0]), np.array([75.0, 75.0]))


def test_that_an_answer_that_is_known_is_not_looked_for(monkeypatch):
    searches, n_looked = Searches(), []
    for name in ("free_place", "places_beside"):
        look = getattr(free_place_module, name)

        def count(*asked, _look=look, **options):
            n_looked.append(asked)
            return _look(*asked, **options)

        monkeypatch.setattr(free_place_module, name, count)

    def look(lines=(RISING, LEVEL), others=(), size=(40.0, 12.0), *, is_filled=False):
        named = [Named(line, size) for line in lines]
        copies = [tuple(part.copy() for part in line) for line in others]
        beside = searches.places_beside(named, lines, copies, FRAME, is_filled=is_filled)
        assert beside == places_beside(named, lines, others, FRAME, is_filled=is_filled)
        place = searches.free_place(list(lines), copies, size, FRAME, 4.0)
        assert place == free_place(lines, others, size, FRAME, 4.0)

    # Each other thing that is asked for is looked for, once.
    others = [{}, {"size": (30.0, 12.0)}, {"others": [LEVEL]}, {"lines": (RISING,)}]
    for number, asked in enumerate(others, 1):
        look(**asked)
        look(**asked)
        assert len(n_looked) == 2 * number
    look(is_filled=True)
    assert len(n_looked) == 2 * len(others) + 1  # a box is looked for on any ground
    look()
    assert len(n_looked) == 2 * len(others) + 1
    for width in range(50, 50 + free_place_module._KEPT):
        look(size=(float(width), 12.0))
    n_before = len(n_looked)
    look()  # forgotten since
    assert len(n_looked) == n_before + 2
    assert len(searches._beside) == len(searches._free) == free_place_module._KEPT


def test_that_a_line_that_is_foreign_is_another_than_one_s_own():
    searches, copy = Searches(), tuple(part.copy() for part in RISING)
    named = [Named(RISING, (40.0, 12.0))]
    for lines in ([RISING], [copy], [RISING, copy]):
        found = searches.places_beside(named, lines, (), FRAME)
        assert found == places_beside(named, lines, (), FRAME)
    assert searches.places_beside(named, [copy], (), FRAME) == [()]
    assert searches.places_beside(named, [RISING], (), FRAME) != [()]

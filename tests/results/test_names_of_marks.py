"""Names beside marks touch nothing and are seen whole, or are left out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.results.free_place import boxes_beside, names_on_a_line
from evalgui.results.geometry import clipped, crosses, overlap

places = st.floats(0, 500, allow_nan=False)


def holds(box, place):
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


@given(st.lists(st.tuples(places, st.floats(1, 120)), max_size=8), st.floats(10, 500))
def test_that_names_beside_ticks_touch_nothing_and_are_whole(ticks, room):
    xs, widths = [x for x, _ in ticks], [width for _, width in ticks]
    begins = names_on_a_line(xs, widths, room)
    spans = [(b, b + w) for b, w in zip(begins, widths, strict=True) if b is not None]
    assert all(begin >= 0 and end <= room for begin, end in spans)
    for (begin, end), (other, last) in combinations(spans, 2):
        assert end < other or last < begin
    for number, x in enumerate(xs):
        for name, begin in enumerate(begins):
            if begin is not None and name != number:
                assert not begin < x < begin + widths[name]


@given(
    st.lists(st.tuples(places | st.just(np.nan), places | st.just(np.nan)), max_size=7),
    st.tuples(places, places, st.floats(1, 200), st.floats(1, 200)),
)
def test_that_a_line_crosses_a_box_where_a_piece_of_all_of_it_lies_inside(corners, box):
    line = np.array([x for x, _y in corners]), np.array([y for _x, y in corners])
    left, top, width, height = box
    ends = (left, left + width), (top, top + height)
    is_inside = len(corners) > 1 and len(clipped(*line, *ends)[0]) > 0
    assert crosses(line, (left, top, left + width, top + height)) is is_inside


def test_that_the_first_tick_has_its_name_where_only_one_has_room():
    assert names_on_a_line([50.0, 52.0, 54.0], [40.0, 40.0, 40.0], 100.0)[0] == 6.0
    assert names_on_a_line([50.0], [40.0], 100.0) == [54.0]
    assert names_on_a_line([50.0], [90.0], 100.0) == [None]


@given(st.lists(st.tuples(places, places), max_size=8), st.lists(places, min_size=2, max_size=6))
def test_that_names_beside_dots_touch_nothing_and_are_whole(dots, corners):
    line = np.sort(np.array(corners)), np.array(corners)
    boxes = boxes_beside(dots, [(60.0, 14.0)] * len(dots), (400.0, 300.0), [line])
    shown = [box for box in boxes if box is not None]
    for box, other in combinations(shown, 2):
        assert not overlap(box, other)
    for box in shown:
        assert min(box) >= 0
        assert box[2] <= 400
        assert box[3] <= 300
        assert not any(holds(box, dot) for dot in dots)
        assert not any(holds(box, vertex) for vertex in zip(*line, strict=True))

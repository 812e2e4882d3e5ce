"""Pictures as SVG: names stand beside what they name, and ticks are those of every painter."""

from __future__ import annotations

import re

import numpy as np
import pytest

from evalgui.core.curves import CURVES, ERROR_RATES, ROC
from evalgui.core.score_table import ScoreTable
from evalgui.render.svg import painted
from evalgui.render.svg_shapes import SMALL, width_of
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.ticks import Numerals, Room, tick_text, ticks
from tests.results.points import point_of

SIZE = (340.0, 336.0)


def table_of(n, *, seed=1, apart=1.0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    return ScoreTable(rng.normal(apart * truth, 1.0), truth, higher_is_positive=True)


def texts_in(drawing):
    found = re.findall(r'<text x="(\S+)" y="(\S+)"[^>]*>([^<]*)</text>', drawing.svg)
    return {text: (float(x), float(y)) for x, y, text in found}


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_a_drawing_has_the_ticks_that_an_axis_of_its_length_has(curve):
    picture = curve_picture(curve, [Scored("", table_of(400))])
    x, y = picture.x_axis.ruler, picture.y_axis.ruler
    rooms = [
        (x, Room(SIZE[0] - 66, lambda text: width_of(text, SMALL))),
        (y, Room(SIZE[1] - 50, lambda _text: SMALL * 1.3, is_upright=True)),
    ]
    shown = texts_in(painted(picture, SIZE))
    for ruler, room in rooms:
        step, places = ticks(ruler, *ruler.scale.home, room)
        assert len(places) > 1
        assert {tick_text(ruler, place, step, Numerals()) for place in places} <= {*shown}


def test_that_few_lines_are_named_beside_them_and_many_above():
    shown = [Scored(f"score {k}", table_of(300, seed=k, apart=0.4 * k)) for k in range(6)]
    few = painted(curve_picture(ROC, shown[:2]), SIZE)
    assert few.height == SIZE[1]
    assert {"score 0", "score 1"} <= {*texts_in(few)}
    many = painted(curve_picture(ROC, shown), SIZE)
    assert many.height > SIZE[1]
    top = many.height - SIZE[1] + 10
    names = texts_in(many)
    assert all(names[one.name][1] < top for one in shown)


def test_that_lines_to_compare_with_are_named_where_there_is_room():
    assert "Chance" in texts_in(painted(curve_picture(ROC, [Scored("", table_of(300))]), SIZE))


def test_that_no_name_lies_on_an_operating_point_or_its_letter():
    table = table_of(300)
    points = [point_of(table, threshold) for threshold in (0.2, 0.9, 1.4)]
    others = [*zip("AB", points[1:], strict=True)]
    drawing = painted(curve_picture(ERROR_RATES, [Scored("", table)], points[0], others), SIZE)
    shown = texts_in(drawing)
    circles = re.findall(r'<circle cx="(\S+)" cy="(\S+)"', drawing.svg)
    assert len(circles) == 2
    for series in ERROR_RATES.series:
        x, y = shown[series.name]
        box = (x, y - SMALL, x + width_of(series.name, SMALL), y)
        for cx, cy in circles:
            assert not (box[0] < float(cx) < box[2] and box[1] < float(cy) < box[3])


def test_that_names_and_titles_are_text_and_never_markup():
    drawing = painted(curve_picture(ROC, [Scored("<b>&", table_of(60))]), SIZE)
    assert "&lt;b&gt;&amp;" in drawing.svg
    assert "<b>" not in drawing.svg

"""Pictures as SVG: names stand beside what they name, and ticks are those of every painter."""

from __future__ import annotations

import re

import numpy as np
import pytest

from evalgui.core.curves import CURVES, ERROR_RATES, ROC, Scale
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale, NormalDeviateScale
from evalgui.core.score_table import ScoreTable
from evalgui.render.svg import painted
from evalgui.render.svg_shapes import SMALL, Drawing, width_of
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.picture import Band, Picture, PictureAxis, Region, Strip
from evalgui.results.ticks import Numerals, Room, Ruler, tick_text, ticks
from tests.results.points import point_of

SIZE = (340.0, 336.0)
WIDE = Room(4000.0, lambda text: width_of(text, SMALL))


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


def test_that_the_main_line_is_wider_than_those_it_is_compared_with():
    shown = [Scored("one", table_of(300)), Scored("other", table_of(300, seed=2))]
    (first, second) = curve_picture(ROC, shown).lines
    assert (first.is_main, second.is_main) == (True, False)
    drawn = re.findall(
        r'<path [^>]*fill="none"[^>]*>', painted(curve_picture(ROC, shown), SIZE).svg
    )
    widths = [re.search(r'stroke-width="(\S+)"', one).group(1) for one in drawn]
    assert sorted(widths)[-2:] == ["1.3", "1.8"]


def test_that_a_path_is_joined_between_its_gaps():
    drawing = Drawing(10, 10)
    x = np.array([0.0, 1.0, 1.0, np.nan, 2.0, 3.0])
    drawing.path(x, np.array([0.0, 1.0, 1.0, 0.0, 2.0, 3.0]), "red")
    (places,) = re.findall(r' d="([^"]*)"', drawing.svg)
    assert re.findall(r"[A-Z][^A-Z]*", places.replace(" M", "M").replace(" L", "L")) == [
        "M0 0", "L1 1", "M2 2", "L3 3",
    ]  # fmt: skip


def test_that_narrow_letters_take_less_than_others():
    assert width_of("i", 10) < width_of("a", 10) < width_of("H", 10) < width_of("M", 10)
    assert width_of("\N{CJK UNIFIED IDEOGRAPH-4E00}", 10) == 10.5


def test_that_rates_of_0_and_1_have_ticks_on_the_frame_of_normal_deviates():
    scale = NormalDeviateScale(400)
    ruler, ends = Ruler(scale, Scale.NORMAL_DEVIATE), (scale.place(0.0), scale.place(1.0))
    step, places = ticks(ruler, *ends, WIDE)
    assert (step, places[0], places[-1]) == (0.0, *ends)
    told = [tick_text(ruler, one, step, Numerals()) for one in places]
    assert (told[0], told[-1]) == (Numerals().share(0.0, 1), Numerals().share(1.0, 1))
    assert Numerals().share(0.5, 0.1) in told


def test_that_a_logarithmic_axis_of_shares_tells_shares_and_one_of_scores_powers():
    scale = LogScale(1e-4, 1.0)
    (place,) = scale.to_view(np.array([0.01])).tolist()
    shares, scores = Ruler(scale, Scale.PROPORTION), Ruler(scale, Scale.SCORE)
    assert tick_text(shares, place, 0.0, Numerals()) == Numerals().share(0.01, 0.01)
    assert tick_text(scores, place, 0.0, Numerals()) == Numerals().decade(-2)
    assert tick_text(shares, place, 0.0, Numerals()) != Numerals().decade(-2)


def test_that_bands_strips_and_an_axis_above_are_drawn():
    x = np.linspace(0.0, 1.0, 5)
    axis = PictureAxis("risk", Ruler(LinearScale(), Scale.VALUE))
    band = Band("band", lambda _s: (x, x - 0.1, x + 0.1), lambda: iter([(x, x - 0.1, x + 0.1)]))
    strip = Strip("sure", lambda _s: (x, x), lambda: iter([(x, x)]))
    region = Region("useful", (0.2, 0.6), (-np.inf, np.inf))
    names = ((0.5, "x1", ""), (0.1, "x9", ""), (0.11, "x8", ""))
    top = PictureAxis("one missed = k false alarms", Ruler(), names)
    plain, whole = Picture(axis, axis, ()), Picture(axis, axis, (region, band, strip), top=top)
    before, drawing = painted(plain, SIZE), painted(whole, SIZE)
    assert drawing.height - before.height == 30 + 8 + 15  # and a row of names
    shown = texts_in(drawing)
    assert {"band", "sure", "x1", "x9", "one missed = k false alarms"} <= {*shown}
    assert "x8" not in shown  # it would lie on the more telling one beside it
    assert shown["x9"][0] < shown["x1"][0]
    assert 'fill-opacity="0.14"' in drawing.svg
    width = SIZE[0] - 66
    view = width / (LinearScale().home[1] - LinearScale().home[0])
    (region_width,) = re.findall(r'width="(\S+)"[^>]*fill-opacity="0.12"', drawing.svg)
    assert float(region_width) == pytest.approx(0.4 * view, abs=0.02)
    shades = re.findall(r'height="6"[^>]*opacity="(\S+)"', drawing.svg)
    assert [float(one) for one in shades] == [0.1, 0.4, 0.6, 0.9]
    rows = {(one.name, *one.y.tolist()) for one in whole.table()}
    assert ("sure", *x.tolist()) in rows
    assert ("band, lower", *(x - 0.1).tolist()) in rows

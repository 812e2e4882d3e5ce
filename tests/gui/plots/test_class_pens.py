"""Colours of many classes: told apart, readable, and stable."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QColor

from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.plots.class_pens import MOST_COLOURED, class_pen, crowd_pen, places
from evalgui.gui.theme import DARK, LIGHT

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@THEMES
def test_that_no_two_of_the_coloured_classes_look_alike(theme):
    pens = [class_pen(place, theme, 2.0) for place in range(MOST_COLOURED)]
    looks = {(pen.color().name(), tuple(pen.dashPattern())) for pen in pens}
    assert len(looks) == MOST_COLOURED == 32


@THEMES
def test_that_every_colour_is_seen_on_its_ground(theme):
    ground = QColor(theme.base)
    for place in range(MOST_COLOURED):
        assert contrast(class_pen(place, theme, 2.0).color(), ground) >= 4.5


@THEMES
def test_that_few_classes_differ_without_their_hue(theme):
    first = [class_pen(place, theme, 2.0) for place in range(8)]
    dashes = [tuple(pen.dashPattern()) for pen in first]
    assert len({*dashes[:4]}) == len({*dashes[4:]}) == 4
    assert theme.accent not in {pen.color().name() for pen in first}  # that is the threshold's
    solid = [pen.color() for pen in first[:4]]
    for one, other in itertools.combinations(solid, 2):
        parts = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
        assert sum(abs(a - b) for a, b in parts) > 90


def test_that_few_classes_have_colours_of_their_own_whatever_is_chosen():
    assert places(3, ()) == {0: 0, 1: 1, 2: 2}
    assert places(3, (2,)) == {0: 0, 1: 1, 2: 2}
    assert places(MOST_COLOURED, ()) == {place: place for place in range(MOST_COLOURED)}


def test_that_of_many_classes_the_chosen_have_colours_in_their_order():
    assert places(200, ()) == {}
    assert places(200, (170, 2)) == {170: 0, 2: 1}
    many = places(200, tuple(range(50)))
    assert many[0] == many[32] == 0
    assert len(many) == 50


@THEMES
def test_that_a_crowd_is_drawn_so_that_many_lines_are_darker_than_one(theme):
    assert 0.0 < crowd_pen(theme, 1.0).color().alphaF() < 1.0

"""Colours are told apart by everybody, and letters are read on every ground they stand on.

Colour blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009), "A
physiologically-based model for simulation of color vision deficiency", table 1 at severity 1,
which take linear sRGB. How different two colours look is told by CIE 1976's distance in L*a*b*
(about 2.3 is just noticed).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.plots.class_pens import beside_pen, class_pen
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme

THEMES = pytest.mark.parametrize(
    "theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "high contrast"]
)
MACHADO = {
    "usual": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
SIGHT = pytest.mark.parametrize("sight", list(MACHADO))
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
TOLD_APART = 10.0


def lab(colour: QColor, sight: str) -> np.ndarray:
    """Return L*, a* and b* of a colour as somebody sees it."""
    parts = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(MACHADO[sight] @ linear, 0, 1)
    x, y, z = (TO_XYZ @ seen) / (TO_XYZ @ np.ones(3))
    x, y, z = (
        t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (x, y, z)
    )
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: str | QColor, other: str | QColor, sight: str) -> float:
    return float(np.linalg.norm(lab(QColor(one), sight) - lab(QColor(other), sight)))


def test_that_the_distance_is_that_of_cie_1976() -> None:
    assert difference("#ffffff", "#000000", "usual") == pytest.approx(100)
    assert lab(QColor("#ff0000"), "usual") == pytest.approx([53.24, 80.09, 67.20], abs=0.02)
    # Red and green of equal weight, which these eyes mistake for each other.
    assert (
        difference("#c05000", "#7a8000", "protan") < difference("#c05000", "#7a8000", "usual") / 2
    )


@THEMES
@SIGHT
def test_that_colours_that_mean_something_are_told_apart(theme: Theme, sight: str) -> None:
    meant = [
        (theme.positive, theme.negative),
        (theme.correct_tint, theme.error_tint),
        (theme.correct_fill, theme.error_fill),
        (theme.correct_text, theme.error_text),
        *((theme.accent, other) for other in (theme.positive, theme.negative, theme.curve)),
        (theme.accent, theme.base),
    ]
    near = {pair: round(difference(*pair, sight), 1) for pair in meant}
    assert {pair: told for pair, told in near.items() if told < TOLD_APART} == {}


@THEMES
@SIGHT
def test_that_classes_are_told_apart_by_their_dash_and_by_colour(theme: Theme, sight: str) -> None:
    """In grey by the dash, as on paper; those with the same one, and neighbours, by the colour."""
    for make in (class_pen, beside_pen):
        pens = [make(place, theme, 2.0) for place in range(8)]
        dashes = [tuple(pen.dashPattern()) for pen in pens]
        colours = [pen.color() for pen in pens]
        for one, other in combinations(range(8), 2):
            is_alike = dashes[one] == dashes[other]
            assert not is_alike or abs(one - other) >= 4
            if is_alike or abs(one - other) == 1:
                assert difference(colours[one], colours[other], sight) >= TOLD_APART


@THEMES
def test_that_letters_are_read_on_every_ground(theme: Theme) -> None:
    grounds = [theme.window, theme.base, theme.alternate]
    inks = [
        theme.text,
        theme.faint_text,
        theme.accent,
        theme.positive,
        theme.negative,
        theme.warning,
    ]
    pairs = [(ink, ground) for ink in inks for ground in grounds]
    pairs += [
        (theme.text, theme.tab),
        (theme.highlighted_text, theme.highlight),
        (theme.focused_text, theme.focus),
        (theme.correct_text, theme.correct_tint),
        (theme.error_text, theme.error_tint),
        (theme.error_text, theme.window),
        (theme.error_text, theme.base),
    ]
    pairs += [(class_pen(place, theme, 1.0).color().name(), theme.base) for place in range(8)]
    found = {pair: round(contrast(*map(QColor, pair)), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}


@THEMES
def test_that_the_ring_of_the_focus_and_curves_are_seen(theme: Theme) -> None:
    for line in (theme.focus, theme.curve, theme.accent):
        for ground in (theme.window, theme.base):
            assert contrast(QColor(line), QColor(ground)) >= 3.0

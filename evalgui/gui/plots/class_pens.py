"""Which colour and dash each of many classes has: on the plots, in legends and in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.gui.look import Theme

# On light and on dark ground. The first four differ for the colour-blind, too; the others
# have dashes of their own to be told apart by.
_LIGHT = (
    *("#0072b2", "#c04a00", "#007a5a", "#1d2129"),
    *("#7b3fa0", "#a87f00", "#2b95c8", "#8c2d19"),
)
_DARK = (
    *("#56b4e9", "#ff8a4c", "#35c69b", "#e6e8ec"),
    *("#a98be8", "#e6c522", "#3f7fe0", "#c98f6a"),
)
_DASHES: tuple[list[float] | None, ...] = (
    None,
    [5.0, 2.5],
    [1.5, 2.0],
    [6.0, 2.0, 1.5, 2.0],
)
_BESIDE_DASHES = ([6.0, 2.0], [2.0, 1.5], [6.0, 2.0, 2.0, 2.0])
_HALF = len(_LIGHT) // 2
_BEFORE_SHIFT = _HALF * len(_DASHES)
MOST_COLOURED = len(_LIGHT) * len(_DASHES)


def places(n_classes: int, chosen: Sequence[int]) -> Mapping[int, int]:
    """Return the place in the colours of each class that has one.

    All have one where they are few enough; else those that were chosen, in that order.
    """
    coloured = range(n_classes) if n_classes <= MOST_COLOURED else chosen
    return {index: place % MOST_COLOURED for place, index in enumerate(coloured)}


def class_pen(place: int, theme: Theme, width: float) -> QPen:
    """Return the pen of a place in the colours: no two of them are alike."""
    colours = _DARK if theme.is_dark else _LIGHT
    shift = _HALF * (place // _BEFORE_SHIFT)
    pen = _round(QColor(colours[(place + shift) % len(colours)]), width)
    dash = _DASHES[place // _HALF % len(_DASHES)]
    if dash:
        pen.setDashPattern(dash)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def beside_pen(place: int, theme: Theme, width: float) -> QPen:
    """Return the pen of a curve that is compared: dashed, since the one that is shown is not.

    The colour of that one is left out. Twenty-one places follow each other without two alike.
    """
    colours = _DARK if theme.is_dark else _LIGHT
    others = (*colours[: _HALF - 1], *colours[_HALF:])
    pen = _round(QColor(others[place % len(others)]), width)
    pen.setDashPattern(_BESIDE_DASHES[place % len(_BESIDE_DASHES)])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def crowd_pen(theme: Theme, width: float) -> QPen:
    """Return the pen of classes that are too many for colours of their own."""
    colour = QColor(theme.negative)
    colour.setAlphaF(0.4)
    return _round(colour, width)


def _round(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen

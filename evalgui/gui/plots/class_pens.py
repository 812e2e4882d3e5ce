"""Which colour and dash each of many classes has: on the plots, in legends and in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.gui.look import Theme

# On light and on dark ground, for letters, too. Neighbours, and those with the same dash of the
# first eight, differ for the colour-blind as well; dashes tell classes apart in grey.
_LIGHT = (
    *("#0072b2", "#c04a00", "#007a5a", "#1d2129"),
    *("#6a1b6a", "#7a1f10", "#5f6f8a", "#8a6800"),
)
_DARK = (
    *("#56b4e9", "#ff8a4c", "#35c69b", "#e6e8ec"),
    *("#7f8ea8", "#b8786a", "#d8c4ff", "#e6c522"),
)
_DASHES: tuple[list[float] | None, ...] = (
    None,
    [5.0, 2.5],
    [1.5, 2.0],
    [6.0, 2.0, 1.5, 2.0],
)
_BESIDE_DASHES = ([6.0, 2.0], [2.0, 1.5], [6.0, 2.0, 2.0, 2.0], [10.0, 3.0])
_LEFT_OUT = 3  # the colour of the curve that others are compared with
_BARS_WIDTH, _BARS_OPACITY = 1.5, 0.22
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
    turn, index = divmod(place, len(colours))
    pen = _round(QColor(colours[index]), width)
    dash = _DASHES[(place + turn) % len(_DASHES)]
    if dash:
        pen.setDashPattern(dash)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def beside_pen(place: int, theme: Theme, width: float) -> QPen:
    """Return the pen of a curve that is compared: dashed, since the one that is shown is not.

    The colour of that one is left out. Twenty-eight places follow each other without two alike.
    """
    colours = _DARK if theme.is_dark else _LIGHT
    others = (*colours[:_LEFT_OUT], *colours[_LEFT_OUT + 1 :])
    pen = _round(QColor(others[place % len(others)]), width)
    pen.setDashPattern(_BESIDE_DASHES[place % len(_BESIDE_DASHES)])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def crowd_pen(theme: Theme, width: float) -> QPen:
    """Return the pen of classes that are too many for colours of their own."""
    colour = QColor(theme.negative)
    colour.setAlphaF(0.4)
    return _round(colour, width)


def bars_look(theme: Theme, of_class: int) -> tuple[QPen, QBrush]:
    """Return pen and brush of bars: those of the positives (0) filled, of the negatives dashed."""
    is_positive = of_class == 0
    colour = theme.positive if is_positive else theme.negative
    pen = QPen(QColor(colour), _BARS_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if not is_positive:
        pen.setDashPattern([4.0, 2.0])
    fill = QColor(colour)
    fill.setAlphaF(_BARS_OPACITY if is_positive else _BARS_OPACITY / 2)
    return pen, QBrush(fill)


def _round(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen

"""A displayed matrix drawn at any size for a figure: each cell a rectangle, each text a text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter

from evalgui.gui.confusion.cell_lines import fitting_lines
from evalgui.gui.confusion.matrix_geometry import Texts, lay_out
from evalgui.gui.confusion.matrix_picture import (
    DOT,
    MatrixPalette,
    draw_up,
    paint_names,
    paint_totals,
)
from evalgui.gui.confusion.shown_matrix import FEW
from evalgui.gui.look import text

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from evalgui.gui.confusion.cell_lines import MatrixFonts
    from evalgui.gui.confusion.shown_matrix import ShownMatrix
    from evalgui.gui.look import Theme

_MOST_RECTANGLES = 10_000  # cells; more are one picture


def measured(shown: ShownMatrix, fonts: MatrixFonts) -> Texts:
    """Return the room that names and totals need; the same for all matrices of the data."""
    title = [] if shown.has_outcomes else [shown.axes[0]]
    names = fonts.widest("label", [*shown.heads(0), *title])
    counted = fonts.width("small", shown.counted(shown.matrix.n))
    return Texts(
        fonts.heights["label"],
        max(names, counted) + (DOT if shown.k <= FEW else 0),
        fonts.widest("label", shown.heads(1)),
        fonts.width("label", text.count(shown.matrix.n)),
        fonts.heights["label"] if title else 0,
    )


class MatrixDrawing:
    """A matrix laid out for a size, in fonts and a theme."""

    def __init__(self, shown: ShownMatrix, size: QSize, fonts: MatrixFonts, theme: Theme) -> None:
        self._shown, self._fonts, self._theme = shown, fonts, theme
        texts = measured(shown, self._fonts)
        place = lay_out(size, shown.k, texts)
        if place.cell_width < texts.line:  # cells need the room more than totals do
            texts = replace(texts, widest_total=0)
            place = lay_out(size, shown.k, texts)
        self._place, lines = place, fitting_lines(shown, place, fonts)
        self.has_counts = any(field == "count" for field, _font in lines)
        self._colours = MatrixPalette(theme).of(shown)
        self._picture = draw_up(shown, self._place, self._fonts, lines, self._colours)

    def paint(self, painter: QPainter) -> None:
        """Paint names, totals and cells."""
        shown, place = self._shown, self._place
        paint_names(painter, shown, place, self._fonts, self._theme)
        paint_totals(painter, shown, place, self._fonts, self._theme)
        if shown.k * shown.k > _MOST_RECTANGLES:
            self._picture.paint(painter, place)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for row in range(shown.k):
            for column in range(shown.k):
                fill = self._colours.pairs[shown.shades[row, column]][0]
                painter.fillRect(place.cell(row, column), QColor(fill))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._picture.paint_texts(painter)

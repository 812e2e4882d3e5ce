"""The confusion matrix in a figure: as it is displayed, but without what the mouse and keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, QSizeF

from evalgui.gui.confusion.cell_lines import MatrixFonts
from evalgui.gui.confusion.matrix_figure import MatrixDrawing
from evalgui.gui.confusion.zone_drawing import ZoneDrawing
from evalgui.gui.figures.captioned import captioned

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.figures.captioned import Words
    from evalgui.gui.figures.sheet import Block, Column, Dress

TITLE = "Confusion matrix"


class MatrixBlock:
    """The cells with their names and totals."""

    def __init__(self, drawing: MatrixDrawing | ZoneDrawing) -> None:
        self._drawing = drawing

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint it."""
        painter.save()
        painter.translate(place)
        self._drawing.paint(painter)
        painter.restore()

    def end(self) -> None:
        """Give nothing back: it holds nothing."""


def matrix_column(panel: ConfusionPanel, caption: Words, dress: Dress, size: QSizeF) -> Column:
    """Lay the matrix of a panel out, with a title and what its counts rest on."""
    view = panel.matrix_view

    def draw(room: QSizeF, left_out: list[str], /) -> list[tuple[Block, QSizeF]]:
        own = QSize(int(room.width()), int(room.height()))
        shown, zone, fonts = view.shown, view.zone, MatrixFonts(dress.font)
        if zone is not None:
            return [(MatrixBlock(ZoneDrawing(zone, own, fonts, dress.theme)), QSizeF(own))]
        if shown is None:
            return []
        drawing = MatrixDrawing(shown, own, fonts, dress.theme)
        if not drawing.has_counts:
            left_out.append("the counts in the cells")
        return [(MatrixBlock(drawing), QSizeF(own))]

    return captioned(TITLE, (caption,) if caption else (), dress, size, draw)

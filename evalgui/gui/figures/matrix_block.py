"""The confusion matrix in a figure: as it is displayed, but without what the mouse and keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, QSizeF

from evalgui.gui.confusion.matrix_figure import MatrixDrawing
from evalgui.gui.figures.captioned import captioned

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.confusion.grey_matrix import GreyMatrix
    from evalgui.gui.figures.captioned import Words
    from evalgui.gui.figures.sheet import Block, Column, Dress

TITLE = "Confusion matrix"


class MatrixBlock:
    """The cells with their names and totals."""

    def __init__(self, drawing: MatrixDrawing) -> None:
        self._drawing = drawing

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint it."""
        painter.save()
        painter.translate(place)
        self._drawing.paint(painter)
        painter.restore()

    def end(self) -> None:
        """Give nothing back: it holds nothing."""


class GreyBlock:
    """The matrix of a grey zone."""

    def __init__(self, view: GreyMatrix) -> None:
        self._view = view

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint it."""
        painter.save()
        painter.translate(place)
        self._view.paint(painter)
        painter.restore()

    def end(self) -> None:
        """Let Qt end the view."""
        self._view.deleteLater()


def matrix_column(panel: ConfusionPanel, caption: Words, dress: Dress, size: QSizeF) -> Column:
    """Lay the matrix of a panel out, with a title and what its counts rest on."""

    def draw(room: QSizeF, left_out: list[str], /) -> list[tuple[Block, QSizeF]]:
        own = QSize(int(room.width()), int(room.height()))
        block: Block
        if panel.shows_grey:
            view = panel.grey.again()
            view.setFont(dress.font)
            view.set_theme(dress.theme)
            view.resize(own)
            block = GreyBlock(view)
        else:
            shown = panel.matrix_view.shown
            if shown is None:
                return []
            drawing = MatrixDrawing(shown, own, dress.font, dress.theme)
            if not drawing.has_counts:
                left_out.append("the counts in the cells")
            block = MatrixBlock(drawing)
        return [(block, QSizeF(own))]

    return captioned(TITLE, (caption,) if caption else (), dress, size, draw)

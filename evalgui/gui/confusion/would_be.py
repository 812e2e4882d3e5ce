"""What the counts of a matrix would change by at a threshold that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from evalgui.gui.look import GRID, LIGHT, NORMAL, Theme, scaled_font, text

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from evalgui.core.api import Counts, Ghost
    from evalgui.gui.confusion.matrix_view import MatrixView

_INSET = GRID // 2  # pixels from the edges of a cell


class WouldBe(QWidget):
    """Small grey differences in the corners of the cells, such as +3 and -41.

    It lies over the matrix, which it leaves to the mouse, and paints nothing of its own.
    """

    def __init__(self, view: MatrixView) -> None:
        super().__init__(view)
        self.setObjectName("would_be")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._view = view
        self._theme = LIGHT
        self._changes: dict[tuple[int, int], int] = {}
        view.installEventFilter(self)
        self.hide()

    @property
    def words(self) -> dict[tuple[int, int], str]:
        """What stands in each cell, (actual, predicted); nothing where nothing would change."""
        return {cell: text.change(change) for cell, change in self._changes.items()}

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def show_ghost(self, ghost: Ghost | None, now: Counts | None) -> None:
        """Show how the counts of now would change; nothing without a ghost."""
        changes = {} if ghost is None or now is None else _by_cell(ghost.changes(now))
        if changes != self._changes:
            self._changes = changes
            self.update()
        self.setVisible(bool(changes))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown = self._view.shown
        if shown is None or not shown.has_outcomes:
            return
        colour = QColor(self._theme.text)
        colour.setAlphaF(0.75)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        with QPainter(self) as painter:
            painter.setFont(scaled_font(self.font(), NORMAL))
            painter.setPen(colour)
            for (actual, predicted), words in self.words.items():
                cell = self._view.cell_rect(actual, predicted)
                inside: QRect = cell.adjusted(_INSET, _INSET, -_INSET, -_INSET)
                painter.drawText(inside, corner, words)


def _by_cell(changes: Counts) -> dict[tuple[int, int], int]:
    """Return the changes that are any, by actual and predicted class; 0 is the positive one."""
    cells = {
        (0, 0): changes.tp,
        (0, 1): changes.fn,
        (1, 0): changes.fp,
        (1, 1): changes.tn,
    }
    return {cell: int(change) for cell, change in cells.items() if change}

"""What the counts of a matrix would change by at a threshold that is looked at, or changed by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from evalgui.core.counts import whole_or_sum
from evalgui.core.snapshot import EMPTY
from evalgui.gui.look import GRID, LIGHT, NORMAL, Theme, scaled_font, text

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from evalgui.core.counts import Counts
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.gui.confusion.matrix_view import MatrixView

_INSET = GRID // 2  # pixels from the edges of a cell


class WouldBe(QWidget):
    """Small differences in the corners of the cells, such as +3 and -41.

    Grey ones would be; those of the last step of the line, in its colour, are.
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
        self._snapshot: Snapshot = EMPTY
        self._preview: ThresholdPreview | None = None
        self.is_past = False
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

    def show_snapshot(self, new: Snapshot) -> None:
        """Take the counts of now, and the step that the line came by."""
        self._snapshot = new
        self.show_preview(self._preview)

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Show how the counts of now would change; without a preview, how a step changed them."""
        self._preview, now, step = preview, self._snapshot.point, self._snapshot.step
        if preview is None and step is None and not self._changes:
            return  # as in most frames of a drag
        would_be = None if preview is None or now is None else preview.changes(now.counts)
        is_past = would_be is None and step is not None
        found = step.changes if step is not None and is_past else would_be
        changes = {} if found is None else _by_cell(found)
        if (changes, is_past) != (self._changes, self.is_past):
            self._changes, self.is_past = changes, is_past
            self.update()
        self.setVisible(bool(changes))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown = self._view.shown
        if shown is None or not shown.has_outcomes or self._view.zone is not None:
            return
        colour = QColor(self._theme.accent if self.is_past else self._theme.text)
        colour.setAlphaF(1.0 if self.is_past else 0.75)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        with QPainter(self) as painter:
            painter.setFont(scaled_font(self.font(), NORMAL, bold=self.is_past))
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
    return {cell: whole_or_sum(change) for cell, change in cells.items() if change}

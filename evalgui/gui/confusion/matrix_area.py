"""The matrix with the scroll bars that move it while it is zoomed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollBar, QWidget

from evalgui.core.languages import tr
from evalgui.gui.confusion.matrix_view import MatrixView
from evalgui.gui.focus import lead_focus


class MatrixArea(QWidget):
    """Names and totals stay in view: the bars move the cells alone."""

    def __init__(self) -> None:
        super().__init__()
        self.view = MatrixView()
        self.across = self._make_bar(Qt.Orientation.Horizontal, "matrix_across", tr("Columns"))
        self.down = self._make_bar(Qt.Orientation.Vertical, "matrix_down", tr("Rows"))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 0, 0)
        layout.addWidget(self.down, 0, 1)
        layout.addWidget(self.across, 1, 0)
        self.view.geometry_changed.connect(self._follow)
        lead_focus(self, self.view)

    def _make_bar(self, orientation: Qt.Orientation, name: str, said: str) -> QScrollBar:
        bar = QScrollBar(orientation)
        bar.setObjectName(name)
        bar.setAccessibleName(tr("{said} of the matrix in view", said=said))
        bar.hide()
        bar.valueChanged.connect(self._scroll)
        return bar

    def _follow(self) -> None:
        """Set the bars to what is in view."""
        place = self.view.geometry_of_cells
        for bar, value, most, page, cell in (
            (self.across, place.x, place.most_x, place.width, place.cell_width),
            (self.down, place.y, place.most_y, place.height, place.cell_height),
        ):
            bar.blockSignals(True)
            bar.setRange(0, most)
            bar.setPageStep(page)
            bar.setSingleStep(max(1, round(cell)))
            bar.setValue(value)
            bar.blockSignals(False)
            bar.setVisible(self.view.shown is not None and self.view.zone is None and most > 0)

    def _scroll(self) -> None:
        self.view.scroll_cells(self.across.value(), self.down.value())

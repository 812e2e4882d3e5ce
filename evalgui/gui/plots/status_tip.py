"""The status tip of the plots: a faint line that says what the pointer can do where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from evalgui.gui.look import GRID, SMALL, scaled_font

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from evalgui.gui.look import Theme

BETWEEN = " \N{MIDDLE DOT} "
"""What parts the hints of one place, the most important first."""


class StatusTip(QLabel):
    """A line of words that is always there, so that nothing moves when they change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_tip")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(scaled_font(self.font(), SMALL))
        self.setFixedHeight(self.fontMetrics().height() + GRID // 4)
        self.setContentsMargins(GRID, 0, GRID, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._hints = ""

    def say(self, hints: str) -> None:
        """Show some hints: of those that have no room together, the first ones in whole words."""
        self._hints = hints
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        parts = self._hints.split(BETWEEN)
        shown = [BETWEEN.join(parts[:n]) for n in range(len(parts), 0, -1)]
        fitting = (one for one in shown if metrics.horizontalAdvance(one) <= room)
        elided = metrics.elidedText(parts[0], Qt.TextElideMode.ElideRight, room)
        self.setText(next(fitting, elided))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Recolour the words."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.faint_text)
        self.setPalette(palette)

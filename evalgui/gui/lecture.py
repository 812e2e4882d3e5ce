"""The window before an audience: the whole screen, large letters, the decision and two plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QToolBar

from evalgui.gui.look import scaled_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from evalgui.gui.layouts import Layout
    from evalgui.gui.main_window import MainWindow

_LETTERS = 1.5  # times as large as usual


class Lecture(QObject):
    """Takes away from a window what an audience need not see, and brings it back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: tuple[bytes, list[list[str]]] | None = None
        self._states = window.windowState()
        self._font: QFont = QApplication.font()

    @property
    def is_on(self) -> bool:
        """Whether the window is before an audience."""
        return self._before is not None

    @property
    def arranged(self) -> tuple[bytes, list[list[str]]]:
        """The docks, and the plots row by row: those that come back, in a lecture."""
        rows = [list(row) for row in self._window.plots.chosen]
        return self._before or (self._window.saved()[1], rows)

    def begin(self, layout: Layout) -> None:
        """Show the decision and the two plots that a layout has where there is little room."""
        window = self._window
        self._before, self._states = self.arranged, window.windowState()
        self._font = QApplication.font()
        window.panes.is_arranging = True
        for dock in window.docks.values():
            dock.hide()
        for bar in window.findChildren(QToolBar):
            bar.setVisible(bar.isVisible() and bar.objectName() == "decision_bar")
        window.menuBar().hide()
        window.addActions(list(window.actions_by_id.values()))  # keys of hidden menus do nothing
        plots = [name for row in layout.within(0, 1).plots for name in row]
        window.choose_plots([plots or window.plots.shown_at_first[:2]])
        QApplication.setFont(scaled_font(self._font, _LETTERS))
        window.setWindowState(self._states | Qt.WindowState.WindowFullScreen)

    def end(self) -> None:
        """Bring back what was there before."""
        if self._before is None:
            return
        window, (docks, rows) = self._window, self._before
        self._before = None
        QApplication.setFont(self._font)
        window.menuBar().show()
        for action in window.actions_by_id.values():
            window.removeAction(action)
        window.setWindowState(self._states)
        window.restore(b"", docks)
        window.panes.set_theme(window.plots.theme)  # else buttons of docks are drawn by Qt
        window.choose_plots(rows)

"""Plots in a window of their own, such as on another screen, which show what the other one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.gui.focus import whole
from evalgui.gui.look import GRID
from evalgui.gui.plots.plot_grid import PlotGrid
from evalgui.gui.plots.view_menus import Gallery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QCloseEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.focus import Region
    from evalgui.gui.look import Theme
    from evalgui.gui.main_window import MainWindow


class PlotsWindow(QWidget):
    """A view: plots that are chosen here, at the threshold of the window that it belongs to."""

    closed = Signal()

    def __init__(self, window: MainWindow, rows: Sequence[Sequence[str]]) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("plots_window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(window.windowTitle().replace("[*]", ""))
        window.windowTitleChanged.connect(self.setWindowTitle)
        self.plots = PlotGrid()
        self.plots.choose(rows)
        gallery = Gallery(self.plots, self)
        gallery.chosen.connect(self.plots.choose)
        button = self._button = QPushButton(tr("Plots"))
        button.setObjectName("plots_of_window")
        button.setToolTip(tr("Which plots are seen in this window (F11 fills the screen)"))
        button.setMenu(gallery)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self.plots, 1)
        own = [one for one in window.actions_by_id.values() if one.objectName() != "lecture"]
        self.addActions(own)  # keys of the menus are those of one window
        QShortcut(QKeySequence(Qt.Key.Key_F11), self, self._toggle_screen)
        others = [one for one in QGuiApplication.screens() if one is not window.screen()]
        if others:
            self.setGeometry(others[0].availableGeometry())
        else:
            self.resize(window.size() * 0.6)

    def _toggle_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    @property
    def regions(self) -> list[Region]:
        """The parts of the window that keys go round."""
        return [*whole([self._button]), *self.plots.regions]

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        self.plots.show_snapshot(old, new)

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.plots.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        self.plots.set_vocabulary(vocabulary)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.plots.shut_down()
        self.closed.emit()
        super().closeEvent(event)

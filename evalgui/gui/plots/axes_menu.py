"""The menu of what can be chosen of the axes of the plots that are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from evalgui.gui.plots.plot_grid import PlotGrid

_NONE = "The plots that are shown have no other axes"


class AxesMenu(QMenu):
    """One entry for each switch of a plot that is seen, however many plots have it."""

    def __init__(self, grid: PlotGrid, parent: QWidget | None = None) -> None:
        super().__init__("A&xes", parent)
        self.setObjectName("axes_menu")
        self._grid = grid
        self.aboutToShow.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Offer what can be switched now, as it is."""
        self.clear()
        for plot in self._grid.plots().values():
            for one in plot.switches() if plot.isVisibleTo(self._grid) else ():
                if any(action.objectName() == one.id for action in self.actions()):
                    continue
                action = self.addAction(one.tip)
                action.setObjectName(one.id)
                action.setCheckable(True)
                action.setChecked(one.is_on)
                action.triggered.connect(
                    lambda is_on, plot=plot, name=one.id: plot.ask_for_axes(name, is_on)
                )
        if self.isEmpty():
            self.addAction(_NONE).setEnabled(False)

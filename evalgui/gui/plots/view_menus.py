"""Menus of View: every plot that there is, to be chosen, and what can be chosen of their axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent

    from evalgui.gui.plots.plot_grid import PlotGrid


Rows = tuple[tuple[str, ...], ...]

_MOST_IN_A_ROW = 3


class Gallery(QMenu):
    """A menu of plots that stays open while they are chosen."""

    chosen = Signal(object)  # the plots that are to be seen, row by row

    def __init__(self, grid: PlotGrid, parent: QWidget | None = None) -> None:
        super().__init__(tr("&Plots"), parent)
        self.setObjectName("plots_menu")
        self._grid = grid
        self.entries: dict[str, QAction] = {}
        for plot_id, kind in grid.kinds.items():
            action = self.addAction("")
            action.setObjectName(f"see_{plot_id}")
            if kind.also:
                action.setToolTip(
                    text.plain(
                        tr("Also called {list}", list=", ".join(map(text.AT_FIRST.said, kind.also)))
                    )
                )
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, one=plot_id: self._on_toggled(one))
            self.entries[plot_id] = action
        self.addSeparator()
        self.all_action = self.addAction(tr("&All Plots"))
        self.all_action.setObjectName("see_all_plots")
        self.all_action.triggered.connect(self._on_all)
        self.aboutToShow.connect(self.follow)
        grid.chosen_changed.connect(self.follow)
        self.follow()

    def follow(self, *_changed: object) -> None:
        """Check what is seen; the last plot stays."""
        seen = {one for row in self._rows() for one in row}
        for plot_id in self._grid.kinds:
            action = self.entries[plot_id]
            action.setText(self._grid.title_of(plot_id).replace("&", "&&"))
            action.setChecked(plot_id in seen)
            action.setEnabled(seen != {plot_id})
        self.all_action.setEnabled(bool(self._grid.chosen))

    def _rows(self) -> Rows:
        return self._grid.chosen or usual_rows(self._curves(), self._strips())

    def _curves(self) -> list[str]:
        kinds = self._grid.kinds
        return [one for one in self._grid.shown_at_first if not kinds[one].is_strip]

    def _strips(self) -> list[str]:
        kinds = self._grid.kinds
        return [one for one in self._grid.shown_at_first if kinds[one].is_strip]

    def _on_toggled(self, plot_id: str) -> None:
        rows = self._rows()
        if any(plot_id in row for row in rows):
            self._choose(without(rows, plot_id))
        else:
            self._choose(with_one(rows, plot_id, is_strip=self._grid.kinds[plot_id].is_strip))

    def _on_all(self) -> None:
        self._choose(())

    def _choose(self, rows: Rows) -> None:
        is_usual = rows == usual_rows(self._curves(), self._strips())
        self.chosen.emit(() if is_usual else rows)
        self.follow()

    # A menu closes with a choice; this one lets several be made.

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action in self.entries.values():
            if action.isEnabled():
                action.trigger()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action in self.entries.values():
            if action.isEnabled():
                action.trigger()
            return
        super().keyPressEvent(event)


def usual_rows(curves: Sequence[str], strips: Sequence[str]) -> Rows:
    """Return all plots as they stand where none was chosen: curves in a square, strips below.

    Examples
    --------
    >>> usual_rows(["roc", "pr", "det"], ["histogram"])
    (('roc', 'pr'), ('det',), ('histogram',))
    """
    n = max(1, math.ceil(math.sqrt(len(curves))))
    rows = [tuple(curves[first : first + n]) for first in range(0, len(curves), n)]
    return (*rows, *((strip,) for strip in strips))


def without(rows: Rows, plot_id: str) -> Rows:
    """Return rows of plots without one of them."""
    left = (tuple(one for one in row if one != plot_id) for row in rows)
    return tuple(row for row in left if row)


def with_one(rows: Rows, plot_id: str, *, is_strip: bool) -> Rows:
    """Return rows with one more plot: at the bottom, or beside others where there is room.

    Examples
    --------
    >>> with_one((("roc",), ("histogram",)), "pr", is_strip=False)
    (('roc', 'pr'), ('histogram',))
    """
    if is_strip or not rows or len(rows[0]) >= _MOST_IN_A_ROW:
        return (*rows, (plot_id,))
    return ((*rows[0], plot_id), *rows[1:])


_NONE = tr("The plots that are shown have no other axes")


class AxesMenu(QMenu):
    """One entry for each switch of a plot that is seen, however many plots have it."""

    def __init__(self, grid: PlotGrid, parent: QWidget | None = None) -> None:
        super().__init__(tr("A&xes"), parent)
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

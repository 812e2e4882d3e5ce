"""The panes in their docks and in the middle of a window, arranged as `PANES` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QWidget

from evalgui.gui import panes
from evalgui.gui.deferred import Deferred
from evalgui.gui.panes import AnyT, Area, Pane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.api import Snapshot
    from evalgui.gui.view import View

_SIDES = (Area.LEFT, Area.RIGHT)


class Docks:
    """Makes a dock for each pane of the sides, and a place in the middle for each other one.

    Raises
    ------
    ValueError
        If an entry of `PANES` lacks something: what, and what to write.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._panes = panes.PANES
        _check(self._panes)
        self._has_default_sizes = True
        self.docks: dict[str, QDockWidget] = {}
        self.centre = QStackedWidget()
        window.setCentralWidget(self.centre)
        self._places = {pane.id: Deferred(pane.id, _checked(pane)) for pane in self._panes}
        for pane, place in self._pairs():
            if pane.area is Area.CENTRE:
                self.centre.addWidget(place)
            else:
                self.docks[pane.id] = self._make_dock(pane, place)
            if not pane.deferred:
                place.pane  # noqa: B018 - makes it
        self._show_centre(None)

    def place(self, pane: Pane[AnyT]) -> Deferred[AnyT]:
        """Return where a pane is, or will be made."""
        return cast("Deferred[AnyT]", self._places[pane.id])

    @property
    def views(self) -> tuple[View, ...]:
        """The places of all panes."""
        return tuple(self._places.values())

    @property
    def in_focus_order(self) -> tuple[list[QWidget], list[QWidget]]:
        """What the keys go through: at the left and in the middle, then at the right."""
        at_left = [place for pane, place in self._pairs() if pane.area is Area.LEFT]
        at_right = [place for pane, place in self._pairs() if pane.area is Area.RIGHT]
        return [*at_left, self.centre], [*at_right]

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Hide the docks that have nothing to show, and bring back those that have again."""
        for pane, _place in self._pairs():
            if pane.follows is None or pane.area is Area.CENTRE:
                continue
            before, now = pane.belongs_to(old), pane.belongs_to(new)
            if now != before or (not now and new.dataset is not old.dataset):
                self.docks[pane.id].setVisible(now)
        self._show_centre(new)

    def raise_dock(self, pane: Pane[AnyT]) -> None:
        """Show the dock of a pane, in front of those it lies behind."""
        self.docks[pane.id].show()
        self.docks[pane.id].raise_()

    def arrange(self) -> None:
        """Put every dock where it is at first."""
        for pane, _place in self._pairs():
            if pane.area is not Area.CENTRE:
                dock = self.docks[pane.id]
                dock.setFloating(False)
                dock.show()
                self._window.addDockWidget(pane.area.value, dock)
        behind = [pane for pane in self._panes if pane.tabbed_with]
        for pane in behind:
            self._window.tabifyDockWidget(self.docks[pane.tabbed_with], self.docks[pane.id])
        for pane in behind:
            self.docks[pane.tabbed_with].raise_()
        for name, dock in self.docks.items():
            dock.setVisible(self._pane_of(name).shown)
        self._has_default_sizes = True
        if self._window.isVisible():
            self.share_room()

    def keep_sizes(self) -> None:
        """Leave the docks as large as they are: they were restored."""
        self._has_default_sizes = False

    def share_room(self) -> None:
        """Give the docks their shares of the window, once; it must be visible for that."""
        if not self._has_default_sizes:
            return
        self._has_default_sizes = False
        width, height = self._window.width(), self._window.height()
        left, right = (self._in_front(side) for side in _SIDES)
        self._window.resizeDocks(
            [left[0], right[0]],
            [max(272, width * 9 // 40), max(344, min(width // 3, 528), width // 5)],
            Qt.Orientation.Horizontal,
        )
        shares = (height * 9 // 20, height * 3 // 10, height // 4)
        self._window.resizeDocks(right[:3], shares[: len(right)], Qt.Orientation.Vertical)

    # ------------------------------------------------------------------------- inside

    def _pairs(self) -> list[tuple[Pane[View], Deferred[View]]]:
        return [(pane, self._places[pane.id]) for pane in self._panes]

    def _pane_of(self, name: str) -> Pane[View]:
        return next(pane for pane in self._panes if pane.id == name)

    def _in_front(self, side: Area) -> list[QDockWidget]:
        """Return the docks of a side that are seen at first, from top to bottom."""
        return [
            self.docks[pane.id]
            for pane in self._panes
            if pane.area is side and pane.shown and not pane.tabbed_with
        ]

    def _make_dock(self, pane: Pane[View], place: Deferred[View]) -> QDockWidget:
        dock = QDockWidget(pane.title, self._window)
        dock.setObjectName(f"{pane.id}_dock")
        dock.setAccessibleName(pane.title)
        dock.setWidget(place)
        dock.visibilityChanged.connect(place.make_if_seen)
        # Whoever asks for a dock in the menu wants to see it, and not only its tab.
        dock.toggleViewAction().triggered.connect(lambda shown: _raise_shown(dock, shown=shown))
        return dock

    def _show_centre(self, snapshot: Snapshot | None) -> None:
        for pane, place in self._pairs():
            fits = pane.follows is None if snapshot is None else pane.belongs_to(snapshot)
            if pane.area is Area.CENTRE and fits:
                self.centre.setCurrentWidget(place)
                return


def _raise_shown(dock: QDockWidget, *, shown: bool) -> None:
    if shown:
        dock.raise_()


def _checked(pane: Pane[AnyT]) -> Callable[[], AnyT]:
    """Return what makes the view of a pane, and refuses what is none."""

    def make() -> AnyT:
        made = pane.make()
        for name in ("show_snapshot", "set_theme", "set_vocabulary"):
            if not callable(getattr(made, name, None)):
                message = (
                    f"the pane '{pane.id}' makes a {type(made).__name__} without `{name}`: "
                    "write the methods of `evalgui.gui.view.View`"
                )
                raise TypeError(message)
        return made

    return make


def _check(every: Sequence[Pane[View]]) -> None:
    """Refuse panes that cannot be arranged, in words that say what to write."""
    names = [pane.id for pane in every]
    for pane in every:
        if not pane.id.isidentifier() or names.count(pane.id) > 1:
            message = f"the pane '{pane.id}' needs an `id` of its own: letters, digits and _"
            raise ValueError(message)
        if not pane.title.strip():
            message = f"the pane '{pane.id}' needs a `title`: its dock and the menu show it"
            raise ValueError(message)
        at_side = [other.id for other in every if other.area is pane.area is not Area.CENTRE]
        if pane.tabbed_with and pane.tabbed_with not in at_side:
            message = (
                f"the pane '{pane.id}' is `tabbed_with` '{pane.tabbed_with}', which is no pane "
                f"of the same side: write one of {', '.join(at_side)}"
            )
            raise ValueError(message)

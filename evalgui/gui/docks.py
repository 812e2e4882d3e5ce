"""The panes in their docks and in the middle of a window, arranged as `PANES` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QDockWidget,
    QMainWindow,
    QStackedWidget,
    QWidget,
)

from evalgui.core.snapshot import EMPTY
from evalgui.gui import panes
from evalgui.gui.deferred import Deferred
from evalgui.gui.front_mark import mark_tabs
from evalgui.gui.layouts import OVERVIEW, named_panes
from evalgui.gui.look import GRID, icon
from evalgui.gui.panes import AnyT, Area, Pane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QStyleOptionDockWidget

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.layouts import Layout
    from evalgui.gui.look import Theme
    from evalgui.gui.view import View

_LOW, _READABLE = 5, 3  # parts of the height of the window: less is too low, and enough
_TITLE_INDENT = GRID // 2  # that Fusion leaves is half of what panes have
_SIDES = (Area.LEFT, Area.RIGHT)
_BUTTONS = {"qt_dockwidget_closebutton": "close", "qt_dockwidget_floatbutton": "restore"}


class _Dock(QDockWidget):
    """A dock whose title is bold and begins where what it holds does."""

    def hold(self, place: QWidget) -> None:
        """Show what has a place in it, in letters of the usual weight."""
        for widget, is_bold in ((self, True), (place, False)):
            font = QFont()
            font.setBold(is_bold)
            widget.setFont(font)
        place.setAutoFillBackground(True)  # else Qt paints the title whenever it paints the place
        self.setWidget(place)

    def initStyleOption(self, option: QStyleOptionDockWidget) -> None:
        super().initStyleOption(option)
        option.rect.setLeft(option.rect.left() + _TITLE_INDENT)


class Docks:
    """Makes a dock for each pane of the sides, and a place in the middle for each other one.

    Parameters
    ----------
    window
        What has the docks.
    repeat
        Does something in turns of the event loop, see `InTurns.repeat`.

    Raises
    ------
    ValueError
        If an entry of `PANES` lacks something: what, and what to write.
    """

    def __init__(self, window: QMainWindow, repeat: Callable[[Callable[[], bool]], None]) -> None:
        self._window = window
        self._panes = panes.PANES
        _check(self._panes)
        self._has_default_sizes = True
        self._layout, self._snapshot = OVERVIEW, EMPTY
        self._shares: dict[Area, float] = {}  # of the width, where they were given by hand
        self.is_arranging = False
        self._theme: Theme | None = None
        self.moved: Callable[[], None] = lambda: None
        self._repeat = repeat
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
        self._show_centre(EMPTY)

    def place(self, pane: Pane[AnyT]) -> Deferred[AnyT]:
        """Return where a pane is, or will be made."""
        return cast("Deferred[AnyT]", self._places[pane.id])

    @property
    def views(self) -> tuple[Deferred[View], ...]:
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
        self._snapshot, has_come = new, False
        for pane, _place in self._pairs():
            if pane.follows is None or pane.area is Area.CENTRE:
                continue
            before, now = pane.belongs_to(old), pane.belongs_to(new)
            if now != before or (not now and new.dataset is not old.dataset):
                self.docks[pane.id].setVisible(now)
                has_come = has_come or now
        if has_come and self._window.isVisible():  # once it is where it comes to stand
            QTimer.singleShot(0, self._window, self._share_heights)
        self._show_centre(new)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the buttons of the docks: those of the style are faint on dark ground."""
        self._theme = theme
        for dock in self.docks.values():
            self._dress(dock)

    def _dress(self, dock: QDockWidget) -> None:
        for name, drawn in _BUTTONS.items():
            button = dock.findChild(QAbstractButton, name)
            if button is not None and self._theme is not None:
                button.setIcon(icon(drawn, self._theme))

    def raise_dock(self, pane: Pane[AnyT]) -> None:
        """Show the dock of a pane, in front of those it lies behind."""
        self.docks[pane.id].show()
        self.docks[pane.id].raise_()

    def reveal(self, name: str) -> None:
        """Show the dock with a name, with enough room to be read where it lay hidden."""
        dock = self.docks[name]
        if dock.isHidden():
            dock.show()
            self._make_room(dock)

    def _make_room(self, dock: QDockWidget) -> None:
        """Give a dock that was hidden a share of the height, once Qt has placed it."""

        def make() -> None:
            height = self._window.height()
            is_alone = not self._window.tabifiedDockWidgets(dock) and not dock.isFloating()
            if is_alone and dock.isVisible() and dock.height() < height // _LOW:
                self._window.resizeDocks([dock], [height // _READABLE], Qt.Orientation.Vertical)

        QTimer.singleShot(0, self._window, make)

    def arrange(self, layout: Layout = OVERVIEW) -> None:
        """Put every dock where a layout has it, and those that none has where `PANES` has them."""
        self.is_arranging = True
        self._layout, self._shares = layout, {}
        places = {pane.id: pane.area for pane in self._panes if pane.id in self.docks}
        for side, stacks in zip(_SIDES, (layout.left, layout.right), strict=True):
            places.update({n: side for stack in stacks for n in stack if n in places})
        seen = {name for name in places if self._is_wanted(name)}
        size = self._window.size()
        for place in self._places.values():
            place.waits = True
        for name, dock in self.docks.items():
            dock.setFloating(False)
            dock.setVisible(name in seen)  # what is not seen is not made
        for first, *others in self._stacks(layout, places):
            self._window.addDockWidget(places[first].value, self.docks[first])
            for name in others:
                self._window.tabifyDockWidget(self.docks[first], self.docks[name])
            self.docks[first].raise_()
            self._dress(self.docks[first])
            for name in others:
                self._dress(self.docks[name])
        if self._window.isVisible():  # on their way docks may ask for more room
            QTimer.singleShot(0, self._window, lambda: self._back_to(size))
        self.is_arranging, self._has_default_sizes = False, True
        if self._window.isVisible():
            self.share_room()
        for place in self._places.values():
            self._repeat(place.take_turn)

    def _back_to(self, size: QSize) -> None:
        """Let the window be as large as it was before docks were on their way."""
        is_free = not self._window.isMaximized() and not self._window.isFullScreen()
        if is_free and self._window.isVisible() and self._window.size() != size:
            self._window.resize(size)

    def keep_sizes(self) -> None:
        """Leave the docks as large as they are: they were restored.

        Those that follow what is shown are seen by what is shown now: they may have been hidden
        only for the data of then.
        """
        self._has_default_sizes = False
        for pane, _place in self._pairs():
            if pane.follows is not None and pane.id in self.docks:
                self.docks[pane.id].setVisible(self._is_wanted(pane.id))

    def share_room(self) -> None:
        """Give the docks their shares of the window, once; it must be visible for that."""
        if not self._has_default_sizes:
            return
        self._has_default_sizes = False
        self._share_width()
        self._share_heights()

    def _share_heights(self) -> None:
        self._share_height(self._layout.left, self._layout.heights_at_left)
        self._share_height(self._layout.right, self._layout.heights)

    def _share_height(self, stacks: Sequence[Sequence[str]], heights: Sequence[int]) -> None:
        """Give the panes of a side that are in front their shares of its height."""
        pairs = zip(stacks, heights, strict=False)
        known = {n: share for stack, share in pairs for n in stack[:1] if n in self.docks}
        shares = {name: share for name, share in known.items() if self._is_wanted(name)}
        docks = [self.docks[name] for name in shares]
        room, whole = self._window.height(), sum(shares.values())
        wanted = [room * share // whole for share in shares.values()]
        self._window.resizeDocks(docks, wanted, Qt.Orientation.Vertical)

    def note_shares(self) -> None:
        """Take the widths that the docks were given by hand as what they are to have."""
        width = self._window.width()
        self._shares = {
            side: dock.width() / width for side in _SIDES if (dock := self._first(side)) is not None
        }

    def follow_width(self) -> None:
        """Let the docks keep their shares of a window that grows or shrinks."""
        if not self._has_default_sizes:
            self._share_width()

    # ------------------------------------------------------------------------- sharing

    def _share_width(self) -> None:
        width = self._window.width()
        usual = {
            Area.LEFT: max(272, width * 9 // 40),
            Area.RIGHT: max(360, min(width * 9 // 25, 528), width // 5),
        }
        docks = {side: dock for side in _SIDES if (dock := self._first(side)) is not None}
        wanted = [
            round(self._shares[side] * width) if side in self._shares else usual[side]
            for side in docks
        ]
        self._window.resizeDocks(list(docks.values()), wanted, Qt.Orientation.Horizontal)

    def _first(self, side: Area) -> QDockWidget | None:
        """Return a dock of a side that is seen, wherever it was put."""
        for dock in self.docks.values():
            is_there = self._window.dockWidgetArea(dock) == side.value
            if is_there and not dock.isFloating() and not dock.isHidden():
                return dock
        return None

    def _is_wanted(self, name: str) -> bool:
        """Return whether the layout shows a pane now; of one that none has, `PANES` says it."""
        pane = self._pane_of(name)
        is_wanted = name in self._layout.panes if name in named_panes() else pane.shown
        return is_wanted and pane.belongs_to(self._snapshot)

    def _stacks(self, layout: Layout, places: dict[str, Area]) -> list[list[str]]:
        """Return the panes that lie behind each other, the one in front first; all of them.

        One that the layout does not have goes where its neighbour is, whose side is its own then.
        """
        stacks = [[n for n in stack if n in places] for stack in (*layout.left, *layout.right)]
        stacks = [stack for stack in stacks if stack]
        for pane in self._panes:
            if pane.id in places and pane.id not in layout.panes:
                anchor = pane.tabbed_with
                own = next((stack for stack in stacks if anchor and anchor in stack), None)
                own = own or (None if layout.left else stacks[0])
                if own is not None:
                    own.append(pane.id)
                    places[pane.id] = places[own[0]]
                else:
                    stacks.append([pane.id])
        return stacks

    # ------------------------------------------------------------------------- inside

    def _pairs(self) -> list[tuple[Pane[View], Deferred[View]]]:
        return [(pane, self._places[pane.id]) for pane in self._panes]

    def _pane_of(self, name: str) -> Pane[View]:
        return next(pane for pane in self._panes if pane.id == name)

    def _make_dock(self, pane: Pane[View], place: Deferred[View]) -> QDockWidget:
        dock = _Dock(pane.title, self._window)
        dock.setObjectName(f"{pane.id}_dock")
        dock.setAccessibleName(pane.title)
        dock.hold(place)
        self._window.addDockWidget(pane.area.value, dock)  # else Qt leaves it where it restores it
        dock.visibilityChanged.connect(place.make_if_seen)
        dock.visibilityChanged.connect(self._mark_tabs)
        # Whoever asks for a dock in the menu wants to see it, and not only its tab.
        dock.toggleViewAction().triggered.connect(lambda shown: self._on_asked_for(dock, shown))
        for by_hand in (dock.toggleViewAction().triggered, dock.topLevelChanged):
            by_hand.connect(self._on_moved)
        dock.dockLocationChanged.connect(self._on_moved)
        dock.topLevelChanged.connect(lambda _floats: self._dress(dock))  # Qt draws them anew
        return dock

    def _mark_tabs(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Mark tabs in front, once Qt has made bars of those that lie behind each other."""
        if shown:
            QTimer.singleShot(0, self._window, lambda: mark_tabs(self._window))

    def _on_asked_for(self, dock: QDockWidget, shown: bool) -> None:  # noqa: FBT001 - a slot
        if shown:
            dock.raise_()
            self._make_room(dock)

    def _on_moved(self, _where: object) -> None:
        """Tell that a dock was moved, opened or closed by anything but a layout."""
        if not self.is_arranging:
            self.moved()

    def _show_centre(self, snapshot: Snapshot) -> None:
        for pane, place in self._pairs():
            if pane.area is Area.CENTRE and pane.belongs_to(snapshot):
                self.centre.setCurrentWidget(place)
                return


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

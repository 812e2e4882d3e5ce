"""The panes in their docks and in the middle of a window, arranged as `PANES` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QFont, QPainter, QPalette
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
from evalgui.gui.look import GRID, SMALL, icon, margins, scaled_font
from evalgui.gui.panes import AnyT, Area, Pane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QSize
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QStyleOptionDockWidget

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.layouts import Layout
    from evalgui.gui.look import Theme
    from evalgui.gui.view import View

_LOW, _READABLE = 5, 3  # parts of the height of the window: less is too low, and enough
_TITLE_INDENT = GRID // 2  # that Fusion leaves is half of what panes have
_SIDES = (Area.LEFT, Area.RIGHT)
_FLOAT = "qt_dockwidget_floatbutton"
_BUTTONS = {"qt_dockwidget_closebutton": "close", _FLOAT: "restore"}


LAYOUT_VERSION = 4
_WITHOUT_WANTED = 3  # states in which panes without content were not wanted either
_HIDDEN = Qt.WidgetAttribute.WA_WState_Hidden
_HIDDEN_THEN = {"classes", "decision", "confusion"}


_NOT_KEPT: tuple[QByteArray, frozenset[str]] = QByteArray(), frozenset()


class _Dock(QDockWidget):
    """A dock whose title is bold and begins where what it holds does.

    It is seen where it is wanted, as Qt's `setVisible` says, and there is something to show in it.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        self.is_wanted, self.lacks, self._aside = True, "", ""
        super().__init__(title, parent)

    def setVisible(self, visible: bool) -> None:  # noqa: FBT001 - Qt's signature
        self.is_wanted = visible
        super().setVisible(visible and not self.lacks)

    def lack(self, why: str) -> bool:
        """Hide for lack of content, "" for none; return whether it is seen now and was not."""
        if why == self.lacks:
            return False
        self.lacks = why
        is_wanted, was_hidden = self.is_wanted, self.isHidden()
        self.setVisible(is_wanted)
        action = self.toggleViewAction()
        action.setEnabled(not why)
        action.setToolTip(why)
        action.setStatusTip(why)
        return was_hidden and not self.isHidden()

    def hold(self, place: QWidget) -> None:
        """Show what has a place in it, in letters of the usual weight."""
        for widget, is_bold in ((self, True), (place, False)):
            font = QFont()
            font.setBold(is_bold)
            widget.setFont(font)
        place.setAutoFillBackground(True)  # else Qt paints the title whenever it paints the place
        self.setWidget(place)

    def say_aside(self, words: str) -> None:
        """Say what all of it is of at the right of the title."""
        if words != self._aside:
            self._aside = words
            self.setAccessibleDescription(words)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        button = self.findChild(QAbstractButton, _FLOAT)
        if self._aside and button is not None and button.isVisible():
            with QPainter(self) as painter:
                painter.setFont(scaled_font(QFont(), SMALL))
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                end = button.geometry()
                if self.isRightToLeft():
                    end.moveLeft(end.right() + GRID // 2)
                    end.setRight(self.width())
                else:
                    end.setLeft(0)
                    end.setRight(button.x() - GRID // 2)
                flags = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(end, flags, self._aside)

    def initStyleOption(self, option: QStyleOptionDockWidget) -> None:
        super().initStyleOption(option)
        option.rect -= margins(_TITLE_INDENT, 0, 0, 0)


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
        self._has_own_heights = False  # given by hand, or restored
        self._front: set[str] = set()  # of those that lie behind each other
        self._width = 0  # of the window when docks were last seen
        self._heights: dict[str, int] = {}  # of docks then: Qt counts hidden ones in
        self._kept = _NOT_KEPT  # how they lay then, and which were wanted
        self.is_arranging = False
        self._theme: Theme | None = None
        self.moved: Callable[[], None] = lambda: None
        self._repeat = repeat
        self.docks: dict[str, _Dock] = {}
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
        """What the keys go through at the left, and at the right."""
        at_left = [place for pane, place in self._pairs() if pane.area is Area.LEFT]
        at_right = [place for pane, place in self._pairs() if pane.area is Area.RIGHT]
        return [*at_left], [*at_right]

    def follow(self, new: Snapshot) -> bool:
        """Hide the docks that have nothing to show, and bring back those that have again.

        Returns
        -------
        bool
            Whether bars were brought back with them, as they were then.
        """
        self._snapshot, is_as_before = new, False
        lacks = {pane.id: pane.lacks(new) for pane in self._panes if pane.id in self.docks}
        if any(lacks[name] != dock.lacks for name, dock in self.docks.items()):
            was_seen = self._note_how_they_lie()
            come = [name for name, dock in self.docks.items() if dock.lack(lacks[name])]
            for name in come:
                if name in self._front:
                    self.docks[name].raise_()
            if come and not was_seen:
                is_as_before = self._lie_as_before()
            for name in come:
                self._dress(self.docks[name])
            if come and self._window.isVisible():
                if self._window.width() != self._width:
                    self._share_width()
                self.share_room()
                QTimer.singleShot(0, self._window, self._share_heights)  # where it comes to stand
        self._show_centre(new)
        return is_as_before

    def _note_how_they_lie(self) -> bool:
        """Remember what Qt forgets of docks that are hidden; return whether any is seen."""
        seen = [name for name, dock in self.docks.items() if dock.isVisible()]
        for name in seen:
            (self._front.add if self._places[name].is_seen else self._front.discard)(name)
        if seen:
            self._width = self._window.width()
            self._kept = self.state, self._wanted
            self._heights = {name: self.docks[name].height() for name in seen}
        return bool(seen)

    def _lie_as_before(self) -> bool:
        kept, wanted = self._kept
        if kept.isEmpty() or wanted != self._wanted:
            return False
        self.is_arranging = True
        self._window.restoreState(kept, LAYOUT_VERSION)
        self.is_arranging = False
        return True

    @property
    def _wanted(self) -> frozenset[str]:
        return frozenset(name for name, dock in self.docks.items() if dock.is_wanted)

    @property
    def state(self) -> QByteArray:
        """How docks and bars lie, those that lack something as when they do not."""
        kept, wanted = self._kept
        absent = [dock for dock in self.docks.values() if dock.lacks and dock.is_wanted]
        if len(absent) == len(wanted) and wanted == self._wanted and not kept.isEmpty():
            return kept
        for dock in absent:  # Qt keeps the place of what is hidden
            dock.setAttribute(_HIDDEN, False)
        state = self._window.saveState(LAYOUT_VERSION)
        for dock in absent:
            dock.setAttribute(_HIDDEN, True)
        return state

    def restore(self, state: QByteArray) -> bool:
        """Let docks and bars lie as in a state; return whether that was possible."""
        self.is_arranging, self._kept = True, _NOT_KEPT
        is_restored = self._window.restoreState(state, LAYOUT_VERSION)
        if not is_restored and self._window.restoreState(state, _WITHOUT_WANTED):
            for name in _HIDDEN_THEN & {*self.docks}:
                self.docks[name].setVisible(self._is_wanted(name))
            is_restored, state = True, self.state
        if is_restored:
            self._has_default_sizes, self._has_own_heights = False, True
            self._width = self._window.width()
            self._kept = state, self._wanted
        self.is_arranging = False
        return is_restored

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

    def reveal_beside(self, name: str) -> None:
        """Show a dock that lay hidden over a corner of the window: wide tables need the room."""
        dock, area = self.docks[name], self._window.geometry()
        if dock.isHidden():
            dock.setFloating(True)
            dock.resize(area.width() * 3 // 5, area.height() * 4 // 5)
            dock.move(area.bottomRight() - dock.rect().bottomRight())
            dock.show()
        dock.raise_()

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
        self._layout, self._shares, self._front = layout, {}, set()
        self._has_own_heights, self._kept = False, _NOT_KEPT
        places = {pane.id: pane.area for pane in self._panes if pane.id in self.docks}
        for side, stacks in zip(_SIDES, (layout.left, layout.right), strict=True):
            places.update({n: side for stack in stacks for n in stack if n in places})
        size = self._window.size()
        for place in self._places.values():
            place.waits = True
        for name, dock in self.docks.items():
            dock.setFloating(False)
            dock.setVisible(self._is_wanted(name))  # what is not seen is not made
        for first, *others in self._stacks(layout, places):
            self._window.addDockWidget(self._at(places[first]), self.docks[first])
            for name in others:
                self._window.tabifyDockWidget(self.docks[first], self.docks[name])
            self.docks[first].raise_()
            self._front.add(first)
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

    def share_room(self) -> None:
        """Give the docks their shares of the window, once; it must be visible for that."""
        if self._has_default_sizes and any(dock.isVisible() for dock in self.docks.values()):
            self._has_default_sizes = False
            self._share_width()
            self._share_heights()

    def _share_heights(self) -> None:
        if self._has_own_heights:
            known = {self.docks[name]: height for name, height in self._heights.items()}
            docks = [dock for dock in known if dock.isVisible() and not dock.isFloating()]
            sizes = [known[dock] for dock in docks]
            self._window.resizeDocks(docks, sizes, Qt.Orientation.Vertical)
            return
        self._share_height(self._layout.left, self._layout.heights_at_left)
        self._share_height(self._layout.right, self._layout.heights)

    def _share_height(self, stacks: Sequence[Sequence[str]], heights: Sequence[int]) -> None:
        """Give the panes of a side that are in front their shares of its height."""
        pairs = zip(stacks, heights, strict=False)
        known = {n: share for stack, share in pairs for n in stack[:1] if n in self.docks}
        shares = {n: share for n, share in known.items() if not self.docks[n].isHidden()}
        docks = [self.docks[name] for name in shares]
        room, whole = self._window.height(), sum(shares.values())
        wanted = [room * share // whole for share in shares.values()]
        self._window.resizeDocks(docks, wanted, Qt.Orientation.Vertical)

    def note_shares(self) -> None:
        """Take the sizes that the docks were given by hand as what they are to have."""
        self._has_own_heights, self._kept = True, _NOT_KEPT
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
        width, share = self._window.width(), self._layout.share_at_right
        usual = {
            Area.LEFT: max(272, width * 9 // 40),
            Area.RIGHT: max(360, min(width * share // 100, 528), width // 5),
        }
        docks = {side: dock for side in _SIDES if (dock := self._first(side)) is not None}
        wanted = [
            round(self._shares[side] * width) if side in self._shares else usual[side]
            for side in docks
        ]
        self._window.resizeDocks(list(docks.values()), wanted, Qt.Orientation.Horizontal)

    def _at(self, side: Area) -> Qt.DockWidgetArea:
        """Return at which side of the window one is: the other one where it is read that way."""
        sides = _SIDES if side is Area.LEFT else _SIDES[::-1]
        at: Qt.DockWidgetArea = sides[self._window.isRightToLeft()].value
        return at

    def _first(self, side: Area) -> QDockWidget | None:
        """Return a dock of a side that is seen, wherever it was put."""
        for dock in self.docks.values():
            is_there = self._window.dockWidgetArea(dock) == self._at(side)
            if is_there and not dock.isFloating() and not dock.isHidden():
                return dock
        return None

    def _is_wanted(self, name: str) -> bool:
        """Return whether the layout shows a pane; of one that none has, `PANES` says it."""
        return name in self._layout.panes if name in named_panes() else self._pane_of(name).shown

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

    def _make_dock(self, pane: Pane[View], place: Deferred[View]) -> _Dock:
        dock = _Dock(pane.title, self._window)
        dock.lack(pane.lacks(EMPTY))
        dock.setObjectName(f"{pane.id}_dock")
        dock.setAccessibleName(pane.title)
        dock.hold(place)
        # Else Qt leaves it where it restores it.
        self._window.addDockWidget(self._at(pane.area), dock)
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
            self._kept = _NOT_KEPT
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

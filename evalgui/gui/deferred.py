"""A pane that is made when it is first needed, so that a start-up pays for what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, cast

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from evalgui.core.snapshot import EMPTY
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID
from evalgui.gui.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme


_ROOM = QSize(GRID * 32, GRID * 9)  # about what the panes ask for, so that docks share alike
_LEAST = QSize(GRID * 34, GRID * 16)  # that a pane may ask for: no dock moves plots for it

_SNAPSHOT = "snapshot"  # one of the kinds of what a pane has to know

PaneT = TypeVar("PaneT", bound=View)


class Deferred(QWidget, Generic[PaneT]):
    """The place of a pane, which is made when the place is first shown or it is asked for.

    Until then the place remembers the latest of all that the pane has to know.
    """

    def __init__(self, name: str, make: Callable[[], PaneT]) -> None:
        super().__init__()
        self.setObjectName(f"{name}_place")
        self._make = make
        self.waits = False  # while docks are on their way to their places
        self.is_held = False  # while what the pane has to know waits for its turn
        self._since = EMPTY  # the last snapshot that the pane was shown when another began to wait
        self._newest = EMPTY  # that waits
        self._made: PaneT | None = None
        self._connections: list[Callable[[PaneT], object]] = []
        self._latest: dict[str, Callable[[PaneT], object]] = {}
        self._told_last = ""  # of these the newest, as long as one of them waits
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @property
    def made(self) -> PaneT | None:
        """The pane, which knows what it has to know; None while nobody needed it."""
        return None if self._made is None else self.pane

    @property
    def pane(self) -> PaneT:
        """The pane, made now if it is not there yet, which knows what it has to know."""
        if self._made is None:
            self._made = self._begin()
        while self._latest:
            self._learn(self._made)
        self._place(self._made)
        return self._made

    def _begin(self) -> PaneT:
        pane = self._make()
        for connect in self._connections:
            connect(pane)
        return pane

    def _learn(self, pane: PaneT) -> None:
        """Let the pane know the first thing that waits."""
        self._latest.pop(next(iter(self._latest)))(pane)

    def _place(self, pane: PaneT) -> None:
        """Show the pane, unless it stands in its place, and let nothing more wait."""
        self.is_held = False
        if not self._column.count():
            widget = cast("QWidget", pane)
            lead_focus(self, widget)
            self._column.addWidget(widget)
            widget.setGeometry(self.rect())  # as the layout will: it is drawn once, not twice
            widget.show()  # the layout would wait with it until after the first picture

    def take_turn(self) -> bool:
        """Make the pane if its place can be seen, or let it know one thing, or show it.

        Returns
        -------
        bool
            Whether there is more to do, in another turn.
        """
        self.waits = False
        if self._made is None:
            self.is_held = self.is_seen
            if self.is_held:
                self._made = self._begin()
        elif self._latest:
            self._learn(self._made)
        else:
            self._place(self._made)
        return self.is_held

    def when_made(self, connect: Callable[[PaneT], object]) -> None:
        """Do something with the pane once it is there, such as connecting its signals."""
        if self._made is None:
            self._connections.append(connect)
        else:
            connect(self._made)

    def tell(self, what: str, act: Callable[[PaneT], object]) -> None:
        """Let the pane know something; of one kind the latest counts."""
        if self._made is None or self.is_held:
            self._latest.pop(what, None)
            self._latest[what] = act
            self._told_last = what
        else:
            act(self._made)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        if self._made is not None and not (self._latest or self.is_held):
            self._made.show_snapshot(old, new)  # as in each frame of a drag
            return
        self._newest = new
        is_last = self._told_last == _SNAPSHOT and bool(self._latest)
        if is_last and (self.is_held or self._made is None):
            return  # one waits already: it will be this one, as in each frame of a drag
        since = self._since if _SNAPSHOT in self._latest else old
        self._since = EMPTY if self._made is None else since
        self.tell(_SNAPSHOT, self._show_newest)

    def _show_newest(self, pane: PaneT) -> None:
        since, newest = self._since, self._newest
        self._since = self._newest = EMPTY  # or an earlier file stayed in memory
        pane.show_snapshot(since, newest)

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything that does not follow the palette by itself."""
        self.tell("theme", lambda pane: pane.set_theme(theme))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does, also when the pane is made later."""
        self.tell("vocabulary", lambda pane: pane.set_vocabulary(vocabulary))

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self._made is not None else _ROOM

    def minimumSizeHint(self) -> QSize:
        # A pane behind a tab would keep the window high: what has no room is scrolled to.
        least = super().minimumSizeHint()
        return least.boundedTo(_LEAST) if self._made is not None else _ROOM / 2

    def make_if_seen(self) -> None:
        """Make the pane if its place can be seen, unless that has a turn of its own."""
        if self._made is None and not (self.waits or self.is_held) and self.is_seen:
            self.pane  # noqa: B018 - makes it

    @property
    def is_seen(self) -> bool:
        """Whether the place can be seen: docks behind a tab are shown far outside."""
        corner = self.mapTo(self.window(), self.rect().bottomRight())
        return self.isVisible() and min(corner.x(), corner.y()) >= 0

    def showEvent(self, event: QShowEvent) -> None:
        self.make_if_seen()
        super().showEvent(event)

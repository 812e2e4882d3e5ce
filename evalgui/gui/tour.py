"""A tour of the window in seven steps, on data that are open: what to look at, and what to try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.core.requests import SetLocked
from evalgui.core.rules import RULES
from evalgui.core.selection import NO_SELECTION
from evalgui.gui.look import GRID, scaled_font
from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QPaintEvent

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.workspace import Workspace

_WIDTH = GRID * 46
_EDGE = 3  # pixels of the frame around what a step is about
_OFTEN = 100  # milliseconds from look to look at where that is: panes move, close and come back
_CHECK = "\N{CHECK MARK} "


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the tour.

    Parameters
    ----------
    title, told
        What it is about, and what there is to see and to do.
    at
        The widget that it is about.
    dock
        The dock that is shown for it; "" where the widget is in none.
    is_done
        Whether what it asks for was done, by what was shown at its begin and what is now; None
        where it asks for nothing.
    """

    title: str
    told: str
    at: Callable[[MainWindow], QWidget | None]
    dock: str = ""
    is_done: Callable[[Snapshot, Snapshot], bool] | None = None


def _is_moved(before: Snapshot, now: Snapshot) -> bool:
    return now.point is not None and now.point is not before.point


def _is_chosen(before: Snapshot, now: Snapshot) -> bool:
    made = now.provenance
    return made is not None and made is not before.provenance and made.rule in RULES.ids


def _is_selected(before: Snapshot, now: Snapshot) -> bool:
    return now.choices.selection not in {NO_SELECTION, before.choices.selection}


def _plot_with_line(window: MainWindow) -> QWidget | None:
    """Return the plot with the axis of the scores, else any that is seen."""
    seen = [plot for plot in window.plots.findChildren(Plot) if plot.isVisible()]
    seen.sort(key=lambda plot: plot.plot_id not in {"histogram", "far-frr", "tails"})
    return seen[0] if seen else None


STEPS = (
    Step(
        title=tr("The decision is a sentence"),
        told=tr(
            "Who is called positive, from which threshold on, and why. Each part of it can be "
            "pressed and changed."
        ),
        at=lambda window: window.decision.head,
    ),
    Step(
        title=tr("Drag the line"),
        told=tr(
            "Try it here; or press the arrow keys on the large number. Counts, curves and "
            "measures follow at once, exactly."
        ),
        at=_plot_with_line,
        is_done=_is_moved,
    ),
    Step(
        title=tr("Choose by a rule"),
        told=tr(
            "The rules that your field asks for most, as sentences with numbers to type over. "
            "Take one: the line goes where it says."
        ),
        at=lambda window: window.decision.head.choose,
        is_done=_is_chosen,
    ),
    Step(
        title=tr("Look at those who are missed"),
        told=tr(
            "Press the cell of the matrix with those who are missed: they stand out in the "
            "table of rows and on every plot."
        ),
        at=lambda window: window.confusion,
        dock="confusion",
        is_done=_is_selected,
    ),
    Step(
        title=tr("How sure is it?"),
        told=tr(
            "Each rate has its counts and its interval: where it may lie, seen so few rows. A "
            "double click, or F2, asks for a value."
        ),
        at=lambda window: window.decision,
        dock="decision",
    ),
    Step(
        title=tr("Lock it for other data"),
        told=tr(
            "Press Lock: nothing moves the line, and the next file is assessed at it. The end of "
            "the tour unlocks it again."
        ),
        at=lambda window: window.decision.head.lock,
        is_done=lambda _before, now: now.inputs.is_locked,
    ),
    Step(
        title=tr("Write it down"),
        told=tr(
            "File > Export > Report, with intervals and a checklist. Ctrl+K finds anything by "
            "the words you use, and F1 explains what has the focus."
        ),
        at=lambda window: window.menuBar(),
    ),
)
"""Every step, in order."""


class _Ring(QWidget):
    """A frame around a widget, of which it hides nothing."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def surround(self, place: QRect) -> None:
        """Lie around a place of the window."""
        around = place.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE)
        around = around.intersected(self.window().rect())
        if around != self.geometry() or self.isHidden():
            self.setGeometry(around)
            inner = self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            self.setMask(QRegion(self.rect()) - QRegion(inner))
            self.show()
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 2 * _EDGE))
        painter.drawRect(self.rect())


class Tour(QFrame):
    """A card with a step, beside what it is about; all that can be done can be done meanwhile.

    Parameters
    ----------
    window, workspace
        What is shown, and of what.
    """

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setLineWidth(2)
        self.setAutoFillBackground(True)
        self._window, self._workspace = window, workspace
        self._place, self._before = 0, workspace.snapshot
        self._has_locked = False
        self._ring = _Ring(window)
        self.title, self.told = QLabel(), QLabel()
        for label in (self.title, self.told):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.title.setFont(scaled_font(self.font(), 1.0, bold=True))
        self.skip = self._button("tour_skip", tr("Skip (Esc)"), self.close)
        self.back = self._button("tour_back", tr("Bac&k"), lambda: self._go(-1))
        self.next = self._button("tour_next", tr("&Next"), lambda: self._go(1))
        buttons = QHBoxLayout()
        buttons.addWidget(self.skip)
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID * 2, GRID, GRID * 2, GRID)
        column.setSpacing(GRID)
        for part in (self.title, self.told):
            column.addWidget(part)
        column.addLayout(buttons)
        self._looking = QTimer(self)
        self._looking.setInterval(_OFTEN)
        self._looking.timeout.connect(self._follow)
        window.installEventFilter(self)
        workspace.changed.connect(self._on_changed)

    def _button(self, name: str, words: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(True)  # so that Enter presses it
        button.clicked.connect(lambda _on=False: act())
        return button

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return STEPS[self._place]

    def begin(self) -> None:
        """Show the first step."""
        self._show_step()
        self.show()
        self._looking.start()
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go(self, by: int) -> None:
        there = self._place + by
        if there >= len(STEPS):
            self.close()
        elif there >= 0:
            self._place = there
            self._show_step()
            self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_step(self) -> None:
        step, self._before = self.step, self._workspace.snapshot
        if step.dock:
            self._window.panes.reveal(step.dock)
            self._window.docks[step.dock].raise_()
        self.told.setText(step.told)
        self.back.setEnabled(self._place > 0)
        self.next.setText(tr("&Next") if self._place < len(STEPS) - 1 else tr("Do&ne"))
        self._say_title(is_done=False)
        self._follow()

    def _say_title(self, *, is_done: bool) -> None:
        """Say which step it is, aloud, too, and whether what it asks for was done."""
        words = tr(
            "{n} of {all}: {title}", n=self._place + 1, all=len(STEPS), title=self.step.title
        )
        words = f"{_CHECK}{words}" if is_done else words
        if words != self.title.text():
            self.title.setText(words)
            self.setAccessibleName(tr("Tour, {words}", words=words))
            self.setAccessibleDescription(self.step.told)
            self.next.setAccessibleDescription(self.step.told)  # read where the focus is
            said = tr("{words}. Done", words=words) if is_done else f"{words}. {self.step.told}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        if new.dataset is None:
            self.close()
            return
        self._has_locked = self._has_locked or (new.inputs.is_locked and not old.inputs.is_locked)
        is_done = self.step.is_done
        if is_done is not None and is_done(self._before, new):
            self._say_title(is_done=True)

    # ------------------------------------------------------------------------- places

    def _follow(self) -> None:
        """Stand beside what the step is about, wherever that is by now."""
        at = self.step.at(self._window)
        is_seen = at is not None and at.isVisible() and at.window() is self._window
        size = QSize(_WIDTH, self.heightForWidth(_WIDTH))
        size = size.boundedTo(self._window.size())
        about = QRect()
        if is_seen and at is not None:
            about = QRect(at.mapTo(self._window, QPoint()), at.size())
            self._ring.surround(about)
        else:
            self._ring.hide()
        here = QRect(self._beside(about, size), size)
        if here != self.geometry():
            self.setGeometry(here)
        self.raise_()

    def _beside(self, about: QRect, size: QSize) -> QPoint:
        """Return the corner of a card below, above, right or left of something, or at the foot."""
        room = self._window.rect().adjusted(GRID, GRID, -GRID, -GRID)
        left = max(room.left(), min(about.left(), room.right() - size.width()))
        top = max(room.top(), min(about.top(), room.bottom() - size.height()))
        corners = (
            QPoint(left, about.bottom() + GRID),
            QPoint(left, about.top() - size.height() - GRID),
            QPoint(about.right() + GRID, top),
            QPoint(about.left() - size.width() - GRID, top),
        )
        fitting = (one for one in corners if room.contains(QRect(one, size)))
        at_foot = QPoint(room.right() - size.width(), room.bottom() - size.height())
        return next(fitting, at_foot) if about.isValid() else at_foot

    # ------------------------------------------------------------------------- events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        is_left = watched is self._window and event.key() == Qt.Key.Key_Escape
        if is_left:  # nothing else had a use for it
            self.close()
        return is_left

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._looking.isActive():
            self._end()
        super().closeEvent(event)

    def _end(self) -> None:
        self._looking.stop()
        self._window.removeEventFilter(self)
        self._workspace.changed.disconnect(self._on_changed)
        self._ring.hide()
        self._ring.deleteLater()
        if self._has_locked and self._workspace.snapshot.inputs.is_locked:
            self._workspace.ask(SetLocked(is_locked=False))

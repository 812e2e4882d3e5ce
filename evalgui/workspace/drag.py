"""A line, or a number, that is dragged: gathered for a frame, one step of the history a drag."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.decide import Decisions, Facts, decide
from evalgui.core.requests import DragNumber, DragThreshold, SetSecond, SetThreshold
from evalgui.workspace.latest_in_frame import LatestInFrame

if TYPE_CHECKING:
    from evalgui.core.requests import DragSecond, Request
    from evalgui.workspace.shown import Shown
    from evalgui.workspace.undo_stack import UndoStack


class Drag(QObject):
    """Shows where a line, or a number, is dragged to, from where it was taken hold of.

    Each frame is decided from what was shown then, and so is where the line is put in the end:
    one that is brought back is as it was, with the rule that it follows.
    """

    put = Signal(object, object)  # the snapshots before and after, of a line that has moved
    asked = Signal(object)  # in the end, for a number

    def __init__(self, shown: Shown, history: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown, self._history = shown, history
        self._before: Facts | None = None  # when it was taken hold of
        self._last: DragThreshold | DragSecond | DragNumber | None = None
        self.frame = LatestInFrame(self)
        self.frame.arrived.connect(self._on_frame)
        shown.replacing.connect(self.forget)

    def pull(self, request: DragThreshold | DragSecond | DragNumber) -> None:
        """Ask for it elsewhere; within one frame the latest wins, and the last is shown.

        Raises
        ------
        LockedError
            If it is locked.
        """
        snapshot = self._shown.snapshot
        if self._before is None:
            decisions, facts = Decisions.of(snapshot), Facts(snapshot)
            if decide(decisions, request, facts) is decisions:
                return
            self._before = facts
        self.frame.ask(request)

    def commit(self) -> None:
        """Put it where it now is, as one step of the history.

        A number is asked for as a typed one is, which waits where a rule that follows it is slow.
        """
        if self._before is None:
            return
        self.frame.hand_on()
        before, last = self._before, self._last
        self._before = self._last = None
        if last is None:
            return
        start = self._start(before)
        if isinstance(last, DragNumber):
            self._take(start)
            self.asked.emit(last.request)
            return
        if isinstance(last, DragThreshold):
            put: Request = SetThreshold(last.threshold, when=last.when)
        else:
            put = SetSecond(last.threshold)
        found = decide(start, put, before)
        self._take(found)
        if found is not start:
            self._history.remember(before.snapshot)
            self._shown.history_changed.emit()
            self.put.emit(before.snapshot, self._shown.snapshot)

    def drop(self) -> None:
        """Take it back: the line, and where it comes from, are as before; no step."""
        before = self._before
        self.forget()
        if before is not None:
            self._take(self._start(before))

    def forget(self) -> None:
        """Leave the line where it is, before others are shown."""
        self.frame.forget()
        self._before = self._last = None

    def _on_frame(self, request: DragThreshold | DragSecond | DragNumber) -> None:
        before, self._last = self._before, request
        if before is None:
            return
        if isinstance(request, DragThreshold):  # where it came from is singled out already
            given = Decisions(before.snapshot.inputs, self._shown.snapshot.choices)
            found = decide(given, request, before)
            if found is given:
                self._take(self._start(before))
            else:
                self._shown.take(found)
        else:
            found = decide(self._start(before), request, before)
            if not self._shown.rankings.waits(found.inputs):
                self._take(found)

    def _start(self, before: Facts) -> Decisions:
        """Return what was decided when the line was taken hold of, with what is chosen by now."""
        was, choices = before.snapshot.choices, self._shown.snapshot.choices
        if choices.last is not was.last or choices.second is not was.second:
            choices = replace(choices, last=was.last, second=was.second)
        return Decisions(before.snapshot.inputs, choices)

    def _take(self, decisions: Decisions) -> None:
        """Show decisions; what is chosen alike stays the same object."""
        choices = self._shown.snapshot.choices
        if decisions.choices is not choices and decisions.choices == choices:
            decisions = Decisions(decisions.inputs, choices)
        self._shown.take(decisions)

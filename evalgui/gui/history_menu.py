"""What was done, named with what it was before and after, and a list to go back in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from evalgui.core.languages import tr
from evalgui.core.requests import Redo, Undo
from evalgui.gui.action import Menu
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.history import Change, Step
    from evalgui.workspace.workspace import Workspace

_LONGEST = 32  # letters of a name
_MOST = 30  # steps in the list, those nearest to what is shown
_ARROW = "\N{RIGHTWARDS ARROW}"


class HistoryMenu(QMenu):
    """The steps from the first to the last, the one that is shown checked."""

    requested = Signal(object)

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self.setObjectName("history_menu")
        self._window, self._workspace = window, workspace
        self.requested.connect(workspace.ask)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the steps that can be gone to."""
        self.clear()
        snapshot, changes = self._workspace.snapshot, self._workspace.history.changes
        group = QActionGroup(self)
        listed = [(place, in_words(change, snapshot)) for place, change in changes]
        if changes:
            listed.insert(0, (changes[0][0] - 1, tr("As it was opened")))
        for place, words in listed:
            if abs(place) > _MOST:
                continue
            action = self.addAction(words[:1].upper() + words[1:].replace("&", "&&"))
            action.setObjectName(f"history_{place}")
            action.setCheckable(True)
            action.setChecked(place == 0)
            group.addAction(action)
            action.triggered.connect(lambda _checked=False, place=place: self._go(place))
        if not listed:
            self.addAction(tr("Nothing has been done yet")).setEnabled(False)

    def _go(self, place: int) -> None:
        if place:
            self.requested.emit(Undo(-place) if place < 0 else Redo(place))

    def open(self) -> None:
        """Show the list where the menus are."""
        bar = self._window.menuBar()
        edit = next(one for one in bar.actions() if one.text() == Menu.EDIT.title)
        place = bar.actionGeometry(edit).bottomLeft() + QPoint(0, 1)
        self.popup(bar.mapToGlobal(place))


def in_words(change: Change | None, snapshot: Snapshot) -> str:
    """Return what a step changed, with what was before and after where that is short.

    As within a sentence: "threshold 134 -> 150"; "" where it is not known.
    """
    if change is None:
        return ""
    name = tr(change.name)
    before, after = (_value(change.name, step, snapshot) for step in change)
    if not before or not after or before == after:
        return name
    return f"{name} {before} {_ARROW} {after}"


def _value(name: str, step: Step, snapshot: Snapshot) -> str:
    """Return what was chosen at a step; "" where that takes more than a few letters."""
    dataset, inputs = snapshot.dataset, step.inputs
    is_same = dataset is not None and inputs.score in range(len(dataset.scores))
    score = dataset.scores[inputs.score] if dataset is not None and is_same else None  # type: ignore[index]
    found = ""
    if name == "threshold":
        threshold = inputs.threshold
        found = tr("start") if threshold is None else text.short_threshold(threshold, score)
    elif name == "score" and score is not None:
        found = score.name
    elif name == "class" and dataset is not None and inputs.positive in range(dataset.n_classes):
        found = dataset.classes[inputs.positive]  # type: ignore[index]
    elif name == "rows to assess" and step.decisions is not None:
        found = step.decisions.roles.subset or tr("all")
    elif name == "intervals":
        found = text.level(inputs.intervals.level)
    return text.elided(found, _LONGEST)

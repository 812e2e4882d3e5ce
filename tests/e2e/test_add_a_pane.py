"""A pane is added by one entry of `PANES`: dock, menu, keys and layout come from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QVBoxLayout, QWidget

from evalgui.core.dataset import Dataset
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot
from evalgui.gui import panes
from evalgui.gui.app import Application
from evalgui.gui.docks import Docks
from evalgui.gui.incremental import InTurns
from evalgui.gui.panes import Area, Pane
from evalgui.gui.start_options import Start


class Jottings(QWidget):
    """A pane from outside: it writes down what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        QVBoxLayout(self).addWidget(self.field)
        self.told: list[str] = []

    def show_snapshot(self, _old, new) -> None:
        self.told.append("" if new.dataset is None else new.dataset.name)

    def set_theme(self, _theme) -> None:
        self.told.append("theme")

    def set_vocabulary(self, vocabulary) -> None:
        self.told.append(vocabulary.value)


JOTTINGS = Pane("jottings", "Jottings", Area.RIGHT, Jottings, tabbed_with="metrics")


@pytest.fixture
def added(monkeypatch):
    """One more entry, behind all others."""
    monkeypatch.setattr(panes, "PANES", (*panes.PANES, JOTTINGS))


@pytest.mark.usefixtures("added")
def test_that_one_entry_adds_a_pane(request):
    program = request.getfixturevalue("program")
    window = program.window
    dock = window.docks["jottings"]
    assert window.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    place = window.place(JOTTINGS)
    assert place.made is None  # nobody has seen it
    action = window.findChild(object, "show_jottings_dock")
    assert action in window.menus.menus[action_menu(window)].actions()
    assert action.text() == "Jottings"
    program.open_sample("clinical")
    window.docks["metrics"].show()
    assert dock in window.tabifiedDockWidgets(window.docks["metrics"])
    dock.raise_()
    program.qtbot.waitUntil(lambda: place.made is not None)
    assert place.pane.told[-1] == program.snapshot.dataset.name
    assert "theme" in place.pane.told
    program.open_sample("biometric")
    assert place.pane.told[-1] == program.snapshot.dataset.name
    window.findChild(object, "vocabulary_clinical").trigger()
    assert "clinical" in place.pane.told
    window.activateWindow()
    seen = set()
    for _step in range(len(panes.PANES) + 2):
        QTest.keyClick(window, Qt.Key.Key_F6)
        seen.add(window.focusWidget())
    assert place.pane.field in seen
    action.trigger()
    assert dock.isHidden()


def action_menu(window):
    """Return the menu in which docks are shown and hidden."""
    shown = window.docks["data"].toggleViewAction()
    return next(key for key, menu in window.menus.menus.items() if shown in menu.actions())


@pytest.mark.usefixtures("added")
def test_that_its_place_is_kept_and_restored(request, qapp):
    program = request.getfixturevalue("program")
    window = program.window
    left = Qt.DockWidgetArea.LeftDockWidgetArea
    window.addDockWidget(left, window.docks["jottings"])
    assert window.dockWidgetArea(window.docks["jottings"]) == left
    window.close()
    again = Application(qapp, Start())
    program.qtbot.addWidget(again.window)
    again.window.show()
    try:
        assert again.window.dockWidgetArea(again.window.docks["jottings"]) == left
        again.window.reset_layout()
        right = Qt.DockWidgetArea.RightDockWidgetArea
        assert again.window.dockWidgetArea(again.window.docks["jottings"]) == right
    finally:
        again.window.close()
        again.deleteLater()


def _without_end(snapshot):
    return "" if snapshot.dataset is None else "Something is open"


def test_that_panes_of_the_middle_take_turns(qtbot, monkeypatch):
    first = replace(JOTTINGS, area=Area.CENTRE, tabbed_with="", lacks=_without_end)
    last = replace(first, id="others", lacks=lambda _snapshot: "")
    monkeypatch.setattr(panes, "PANES", (first, last))
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = Docks(window, InTurns(window).repeat)
    assert docks.docks == {}
    some = Snapshot(Inputs(Dataset("made", ("a", "b"), np.array([0, 1]), 1)))
    for now, shown in ((EMPTY, first), (some, last), (EMPTY, first)):
        docks.follow(now)
        assert docks.centre.currentWidget() is docks.place(shown)


class Silent(QWidget):
    """No view."""


def _silent() -> Any:
    return Silent()


SILENT: Pane[Any] = Pane("silent", "Silent", Area.RIGHT, _silent, deferred=False)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (replace(JOTTINGS, id="metrics", tabbed_with=""), "the pane 'metrics' needs an `id`"),
        (replace(JOTTINGS, id="my notes"), "the pane 'my notes' needs an `id` of its own"),
        (replace(JOTTINGS, title=" "), "the pane 'jottings' needs a `title`"),
        (replace(JOTTINGS, tabbed_with="data"), "write one of decision, confusion, metrics"),
        (SILENT, "makes a Silent without `show_snapshot`"),
    ],
)
def test_that_what_is_missing_is_said(qtbot, monkeypatch, entry, words):
    monkeypatch.setattr(panes, "PANES", (*panes.PANES, entry))
    window = QMainWindow()
    qtbot.addWidget(window)
    with pytest.raises((ValueError, TypeError), match=words):
        Docks(window, InTurns(window).repeat)


def test_that_a_window_of_a_size_shares_its_room(program):
    window = program.window
    window.resize(QSize(1600, 1000))
    program.open_sample("clinical")
    window.reset_layout()
    assert window.docks["predictions"].width() == pytest.approx(360, abs=2)
    assert window.docks["confusion"].width() == pytest.approx(528, abs=2)

"""Before an audience: the whole screen in large letters, and plots in a window of their own."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from evalgui.core.requests import SetThreshold
from evalgui.gui.plots_window import PlotsWindow


def seen(grid):
    return {name for name, plot in grid.plots().items() if plot.isVisible()}


def test_that_a_lecture_shows_the_decision_and_two_plots_in_large_letters(program):
    program.open_sample("clinical")
    window, size = program.window, QApplication.font().pointSizeF()
    docks = {name for name, dock in window.docks.items() if dock.isVisible()}
    saved, before = json.loads(program.application.arrangement.saved()), seen(window.plots)
    axis = window.plots.plots()["roc"].x_axis
    letters = axis.label.font().pointSizeF()
    window.actions_by_id["lecture"].trigger()
    program.settle()
    assert window.isFullScreen()
    assert QApplication.font().pointSizeF() == pytest.approx(1.5 * size)
    assert axis.label.font().pointSizeF() == pytest.approx(1.5 * letters)
    assert not any(dock.isVisible() for dock in window.docks.values())
    assert len(seen(window.plots)) == 2
    assert window.decision.head.isVisible()
    assert not window.menuBar().isVisible()
    assert json.loads(program.application.arrangement.saved())["plots"] == saved["plots"]
    QTest.keyClick(window, Qt.Key.Key_F11)
    program.settle()
    assert not window.isFullScreen()
    assert QApplication.font().pointSizeF() == size
    assert axis.label.font().pointSizeF() == letters
    assert window.menuBar().isVisible()
    assert {name for name, dock in window.docks.items() if dock.isVisible()} == docks
    assert seen(window.plots) == before
    assert not window.actions()


def test_that_plots_in_a_window_of_their_own_follow_and_lead(program):
    program.open_sample("clinical")
    window = program.window
    window.actions_by_id["plots_window"].trigger()
    program.settle()
    (other,) = window.findChildren(PlotsWindow)
    assert other.isVisible()
    assert other.isWindow()
    (name,) = seen(other.plots)
    plot = other.plots.plots()[name]
    program.workspace.ask(SetThreshold(0.25))
    program.settle()
    assert plot.snapshot is program.workspace.snapshot
    other.plots.threshold_requested.emit(0.75)
    other.plots.drag_committed.emit()
    program.settle()
    assert program.workspace.snapshot.point.threshold == 0.75
    assert other.windowTitle() == window.windowTitle().replace("[*]", "")
    other.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not window.findChildren(PlotsWindow)
    program.workspace.ask(SetThreshold(0.5))
    program.settle()
    assert program.workspace.snapshot.point.threshold == 0.5
    assert other not in window.views

"""A window in a language that is read from right to left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDockWidget

from evalgui.core.languages import speak, spoken
from evalgui.gui import text
from evalgui.gui.app import follow_language
from evalgui.gui.plots.canvas import PlotCanvas
from evalgui.io.languages import language
from tests.support.right_to_left import made


@pytest.fixture
def _mirrored(qapp, tmp_path):
    before = spoken()
    speak(language(str(made(tmp_path / "he"))))
    follow_language(qapp)
    yield
    speak(before)
    follow_language(qapp)


@pytest.fixture
def program(_mirrored, program):
    return program


def test_that_the_window_is_mirrored_and_plots_are_not(program):
    program.open_sample("clinical")
    window = program.window
    assert spoken().is_right_to_left
    assert window.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert window.threshold_bar.isRightToLeft()
    for canvas in window.findChildren(PlotCanvas):
        assert canvas.layoutDirection() is Qt.LayoutDirection.LeftToRight
        item = canvas.getPlotItem()
        box = item.getViewBox().geometry()
        assert item.getAxis("left").geometry().right() <= box.left() + 1
        x, y = item.getViewBox().viewRange()
        assert x[0] < x[1]
        assert y[0] < y[1]


def test_that_docks_are_mirrored(program):
    program.open_sample("clinical")
    window = program.window
    area = Qt.DockWidgetArea.LeftDockWidgetArea
    for name in ("decision", "confusion"):  # at the right of a window that is read from the left
        dock = window.findChild(QDockWidget, f"{name}_dock")
        assert window.dockWidgetArea(dock) == area
        left = window.plots.mapTo(window, QPoint()).x()
        assert dock.geometry().right() < left


def test_that_limits_read_from_the_lower_one(program):
    program.open_sample("clinical")
    told = text.interval(0.25, 0.5)
    assert told == "\N{LEFT-TO-RIGHT ISOLATE}0,250\N{EN DASH}0,500\N{POP DIRECTIONAL ISOLATE}"
    assert text.exact_percent(0.375) == "37,5%"

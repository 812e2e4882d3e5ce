"""Keys reach everything in the window, and what has the focus looks otherwise."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QToolBar,
)

from evalgui.gui.panels.decision_head import Part

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
)


def is_reached_otherwise(widget):
    """Return whether it is a part of another control, or does what a menu with keys does."""
    parts = (QScrollBar, QHeaderView)
    around = widget.parent()
    around_parts = (QAbstractSpinBox, QComboBox, QAbstractItemView)
    is_part = isinstance(widget, parts) or isinstance(around, around_parts)
    in_menu = (
        isinstance(around, (QDockWidget, QToolBar)) or widget.objectName() == "find_anything_button"
    )
    return is_part or in_menu or widget.objectName().startswith("qt_")


def controls(window):
    every = [one for kind in CONTROLS for one in window.findChildren(kind)]
    seen = [
        one
        for one in every
        if one.isVisible() and one.isEnabled() and not one.visibleRegion().isEmpty()
    ]
    return {one for one in seen if one.window() is window and not is_reached_otherwise(one)}


def picture_around(window, widget):
    area = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return window.grab(area.adjusted(-4, -4, 4, 4)).toImage()


def walked(window):
    """Return what Tab goes through until it comes back."""
    found = [window.focusWidget()]
    for _ in range(100):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        if window.focusWidget() is found[0]:
            break
        found.append(window.focusWidget())
    return found


def begin(program, layout):
    window = program.window
    window.findChild(object, f"layout_{layout}").trigger()
    program.open_sample("clinical")
    window.activateWindow()
    program.qtbot.waitUntil(window.isActiveWindow)
    program.settle()
    window.confusion.matrix_view.setFocus(Qt.FocusReason.TabFocusReason)
    return window


@pytest.mark.parametrize("layout", ["clinical", "biometrics", "teaching"])
def test_that_tab_reaches_every_control_and_comes_back(program, layout):
    window = begin(program, layout)
    found = walked(window)
    assert len({*found}) == len(found) < 100
    assert {one.objectName() for one in controls(window) - {*found}} == set()
    canvases = {plot.canvas for plot in window.plots.plots().values() if plot.isVisible()}
    parts = {one for one in window.decision.head.findChildren(Part) if one.isVisible()}
    assert {*canvases, *parts, window.confusion.matrix_view} <= {*found}


def test_that_what_has_the_focus_looks_otherwise(program):
    window = begin(program, "clinical")
    unseen = set()
    for _one in walked(window):
        before = window.focusWidget()
        with_focus = picture_around(window, before)
        QTest.keyClick(before, Qt.Key.Key_Tab)
        program.settle()
        if picture_around(window, before) == with_focus:
            unseen.add(before.objectName() or type(before).__name__)
    # The rows are scrolled to the line; bars of tabs may be some that Qt keeps out of sight.
    assert unseen <= {"predictions_table", "QTabBar"}

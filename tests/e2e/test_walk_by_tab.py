"""Keys reach everything in the window, and what has the focus looks otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
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
    QWidget,
)

from evalgui.gui.panels.decision_head import Part
from evalgui.gui.theme import Mode

FEWEST_PIXELS = 30

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


def luminances(picture):
    """Return the relative luminance of each pixel, as WCAG 2.1 defines it."""
    image = picture.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.array(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    shares = rows[:, : image.width(), [2, 1, 0]] / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def n_told_apart(before, after):
    """Return how many pixels stand out against what they were by 3 to 1 and more."""
    one, other = luminances(before), luminances(after)
    ratio = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return int((ratio >= 3).sum())


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK, Mode.HIGH_CONTRAST])
def test_that_what_has_the_focus_is_seen_in_every_theme(program, mode):
    program.window.menus.theme_actions[mode].trigger()
    window = begin(program, "clinical")
    unseen = {}
    for _one in walked(window):
        before = window.focusWidget()
        with_focus = picture_around(window, before)
        assert not with_focus.isNull(), before
        QTest.keyClick(before, Qt.Key.Key_Tab)
        program.settle()
        n_pixels = n_told_apart(picture_around(window, before), with_focus)
        if n_pixels < FEWEST_PIXELS:
            unseen[before.objectName() or type(before).__name__] = n_pixels
    assert unseen == {}


def test_that_a_ring_goes_with_what_it_is_around(program):
    window = begin(program, "clinical")
    button = window.menus.toolbar.widgetForAction(window.actions_by_id["open"])
    button.setFocus(Qt.FocusReason.ShortcutFocusReason)
    (ring,) = [one for one in window.findChildren(QWidget, "focus_ring") if one.isVisible()]
    assert ring.geometry().contains(QRect(button.mapTo(window, QPoint()), button.size()))
    button.move(button.pos() + QPoint(3, 0))
    assert ring.geometry().contains(QRect(button.mapTo(window, QPoint()), button.size()))
    window.plots.plots()["roc"].canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert not any(one.isVisible() for one in window.findChildren(QWidget, "focus_ring"))

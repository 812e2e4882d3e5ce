"""The line over the tab in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabBar, QWidget

from evalgui.gui import theme as themes
from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.front_mark import FrontMark, MarkedTabs, mark_tabs
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_the_line_follows_the_tab_in_front(qapp: QApplication, theme: Theme) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        tabs = MarkedTabs()
        for name in ("Rules", "Figures"):
            tabs.addTab(QWidget(), name)
        tabs.resize(300, 200)
        tabs.show()
        bar = tabs.tabBar()
        for front in (0, 1):
            place = bar.tabRect(front).center()
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)  # it lets the mouse through
            assert bar.currentIndex() == front
            picture = bar.grab().toImage()
            line = [picture.pixelColor(bar.tabRect(one).center().x(), 1) for one in (0, 1)]
            colour = bar.palette().color(QPalette.ColorRole.Highlight)
            assert line[front] == colour
            assert line[1 - front] != colour
            assert contrast(colour, QColor(theme.window)) >= 3
        tabs.close()
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)


def test_that_each_bar_of_docks_is_marked_once(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    docks = [QDockWidget(name, window) for name in ("Predictions", "Data")]
    for dock in docks:
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.tabifyDockWidget(*docks)
    window.resize(500, 400)
    window.show()
    qtbot.waitExposed(window)
    (bar,) = window.findChildren(QTabBar)
    mark_tabs(window)
    mark_tabs(window)
    (mark,) = bar.findChildren(FrontMark)
    assert mark.geometry() == bar.rect()
    front = bar.tabRect(bar.currentIndex())
    assert mark.place().bottom() == front.bottom()  # away from the docks, which lie above
    assert front.contains(mark.place())
    bar.resize(bar.width() + 40, bar.height())
    assert mark.geometry() == bar.rect()

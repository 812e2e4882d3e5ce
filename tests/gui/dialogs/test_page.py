"""Pages of text and of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_a_page_is_wide_enough_for_its_table_and_no_wider_than_the_screen(
    qtbot: QtBot,
) -> None:
    table = QTreeWidget()
    table.setHeaderLabels(["Measure", "Value", "p"])
    table.header().setStretchLastSection(False)
    page = Page("page", "Page", table, None)
    qtbot.addWidget(page)
    page.setMinimumWidth(0)
    page.resize(160, 200)
    for row in range(40):  # so many that there is a scroll bar
        table.addTopLevelItem(QTreeWidgetItem([f"measure {row}", "x" * 40, "0.5"]))
    page.widen_for(table)
    page.show()
    qtbot.waitExposed(page)
    assert table.viewport().width() >= table.header().length()
    width = page.width()
    page.resize(width + 50, 200)
    page.widen_for(table)
    assert page.width() == width + 50  # it is never made narrower
    table.addTopLevelItem(QTreeWidgetItem(["a", "x" * 2000, "1"]))
    page.widen_for(table)
    assert page.width() <= page.screen().availableGeometry().width()


def test_that_rows_of_a_table_have_air_between_them_and_stand_on_one_line(qtbot: QtBot) -> None:
    table = QTreeWidget()
    row = QTreeWidgetItem(["H", "H"])
    row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
    table.setColumnCount(2)
    table.addTopLevelItem(row)
    page = Page("page", "Page", table, None)
    qtbot.addWidget(page)
    page.widen_for(table)
    page.show()
    qtbot.waitExposed(page)
    places = [table.visualRect(table.model().index(0, column)) for column in (0, 1)]
    assert places[0].height() >= table.fontMetrics().height() + GRID
    picture = table.viewport().grab().toImage()
    ground = picture.pixelColor(picture.width() - 1, picture.height() - 1)
    inked = [
        {
            y
            for y in range(place.top(), place.bottom())
            for x in range(place.left(), place.right())
            if picture.pixelColor(x, y) != ground
        }
        for place in places
    ]
    assert inked[0] == inked[1] != set()

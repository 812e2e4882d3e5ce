"""Pages of text and of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from evalgui.gui.dialogs.page import Page

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

"""What is scrolled by a drag stands still once the button is let go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QTableView, QTreeView

from evalgui.gui.panels.classes_table import ClassesTable
from evalgui.gui.panels.decision_list import DecisionList
from evalgui.gui.panels.metrics_tree import MetricsTree
from evalgui.gui.panels.predictions_table import PredictionsTable
from evalgui.gui.panels.rules_tree import RulesTree
from evalgui.gui.scrolled_views import ScrollsWithDrag

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("kind", [QListView, QTableView, QTreeView])
def test_that_a_low_view_stands_still_after_a_drag(qtbot, kind) -> None:
    class View(ScrollsWithDrag, kind):
        """Rows in a view that has room for one."""

    view = View()
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    for number in range(9):
        model.appendRow(QStandardItem(str(number)))
    view.setModel(model)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.show()
    row = view.visualRect(model.index(0, 0)).height()
    view.resize(200, view.height() - view.viewport().height() + row + 4)
    viewport = view.viewport()
    QTest.mousePress(viewport, LEFT, NONE, QPoint(20, row // 2))
    with qtbot.waitSignal(view.verticalScrollBar().valueChanged):
        for y in (row - 2, viewport.height() - 1):
            place = QPoint(30, y)
            event = QMouseEvent(
                QEvent.Type.MouseMove, place, viewport.mapToGlobal(place), LEFT, LEFT, NONE
            )
            QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, LEFT, NONE, QPoint(30, viewport.height() - 1))
    with qtbot.assertNotEmitted(view.verticalScrollBar().valueChanged, wait=300):
        pass


def test_that_the_views_of_the_panes_do() -> None:
    views = (ClassesTable, DecisionList, MetricsTree, PredictionsTable, RulesTree)
    assert all(issubclass(one, ScrollsWithDrag) for one in views)
    assert all(one.mouseReleaseEvent is ScrollsWithDrag.mouseReleaseEvent for one in views)

"""What is scrolled by a drag stands still once the button is let go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QFont, QMouseEvent, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QListView,
    QMainWindow,
    QStyledItemDelegate,
    QTableView,
    QTreeView,
)

from evalgui.gui.panels.decision_list import DecisionList
from evalgui.gui.panels.metrics_tree import MetricsTree
from evalgui.gui.panels.predictions_table import PredictionsTable
from evalgui.gui.panels.rules_tree import RulesTree
from evalgui.gui.results.table_view import TableView
from evalgui.gui.scrolled_views import ScrollsWithDrag, paint_whole
from evalgui.gui.theme import LIGHT, apply
from tests.monkey.pictures import differing, forget_everything, on_screen

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

WORDS = ("right", "wrong", "miss", "hit", "false alarm", "setosa", "W")


def drag(viewport, place: QPoint) -> None:
    """Move the mouse with its button down."""
    where = viewport.mapToGlobal(place)
    event = QMouseEvent(QEvent.Type.MouseMove, place, where, LEFT, LEFT, NONE)
    QApplication.sendEvent(viewport, event)


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
            drag(viewport, QPoint(30, y))
    QTest.mouseRelease(viewport, LEFT, NONE, QPoint(30, viewport.height() - 1))
    # Timers end in their order: that of 50 ms, by which views scroll, would do so before this one.
    later = QTimer(view, interval=200, singleShot=True)
    stands_still = qtbot.assertNotEmitted(view.verticalScrollBar().valueChanged)
    with stands_still, qtbot.waitSignal(later.timeout):
        later.start()


def test_that_the_views_of_the_panes_do() -> None:
    views = (TableView, DecisionList, MetricsTree, PredictionsTable, RulesTree)
    assert all(issubclass(one, ScrollsWithDrag) for one in views)
    assert all(one.mouseReleaseEvent is ScrollsWithDrag.mouseReleaseEvent for one in views)


class Centred(QStyledItemDelegate):
    """Words in the middle of their cell, whose letters begin between two pixels."""

    def paint(self, painter, option, index) -> None:
        painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, index.data())


def filled(qtbot, kind):
    """Return a dressed window, and in it a view on more columns than it has room for.

    The frame of a dressed view fills nothing: what is behind it is the window's to paint.
    """
    apply(QApplication.instance(), LIGHT)
    window = QMainWindow()
    qtbot.addWidget(window)
    view = kind(window)
    window.setCentralWidget(view)
    model = QStandardItemModel(9, 9, view)
    for row in range(9):
        for column in range(9):
            model.setItem(row, column, QStandardItem(WORDS[(row + column) % len(WORDS)]))
    view.setModel(model)
    view.setItemDelegate(Centred(view))
    view.setFont(QFont("DejaVu Sans", 12))
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    heads = heads_of(view)
    heads.setSectionsMovable(True)
    heads.setFirstSectionMovable(True)
    heads.setDefaultSectionSize(77)
    paint_whole(view)
    window.resize(300, 200)
    with qtbot.waitExposed(window):
        window.show()
    return window, view


def heads_of(view) -> QHeaderView:
    return view.header() if isinstance(view, QTreeView) else view.horizontalHeader()


def is_as_painted_anew(window) -> bool:
    """Return whether the screen shows what a painting from scratch does."""
    QApplication.processEvents()
    shown = on_screen(window)
    forget_everything(window)
    QApplication.processEvents()
    return differing(shown, on_screen(window)) is None


@pytest.mark.parametrize("kind", [QTableView, QTreeView])
def test_that_cells_scrolled_to_the_side_are_painted_as_anew(qtbot, kind) -> None:
    window, view = filled(qtbot, kind)
    for place in (*range(3, 200, 3), *range(200, 0, -7)):
        view.horizontalScrollBar().setValue(place)
        assert is_as_painted_anew(window), place


@pytest.mark.parametrize("kind", [QTableView, QTreeView])
@pytest.mark.parametrize("way", [(197, 20, 261, 155, 183), (22, 61, 201, 270, 75, 55)])
def test_that_a_head_that_is_dragged_to_and_fro_leaves_no_mark(qtbot, kind, way) -> None:
    window, view = filled(qtbot, kind)
    heads = heads_of(view).viewport()
    start, *through = (QPoint(x, heads.height() // 2) for x in way)
    QTest.mousePress(heads, LEFT, NONE, start)
    for place in through:
        drag(heads, place)
        QApplication.processEvents()
    assert any(one.isVisible() for one in heads.findChildren(QLabel)), "nothing was dragged"
    assert is_as_painted_anew(window), "while it is dragged"
    QTest.mouseRelease(heads, LEFT, NONE, through[-1])
    assert is_as_painted_anew(window), "after it was dropped"

"""The table beside a confusion matrix: every cell with the heads of its row and column."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from evalgui.core.confusion import ConfusionMatrix
from evalgui.gui.confusion.matrix_view import MatrixView
from evalgui.gui.table_beside import TableBeside

ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


def view_of(qtbot, counts, classes, *, has_outcomes):
    window = QWidget()
    view = MatrixView(window)
    qtbot.addWidget(window)
    view.resize(400, 300)
    view.set_matrix(ConfusionMatrix(classes, np.array(counts)), has_outcomes=has_outcomes)
    window.show()
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return window, view


def names_of(table):
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(row, column).data(ACCESSIBLE) for column in columns] for row in rows]


def test_that_a_key_leads_to_cells_with_their_heads_and_totals(qtbot):
    window, view = view_of(qtbot, [[9, 1], [2, 8]], ("ill", "well"), has_outcomes=True)
    assert window.findChild(TableBeside) is None
    QTest.keyClick(view, Qt.Key.Key_T)
    table = window.findChild(TableBeside)
    assert table.hasFocus()
    names = names_of(table)
    assert names[0][0].startswith("ill, predicted +: true positive: 9 rows, 90")
    assert names[1][0].startswith("well, predicted +: false positive: 2 rows, 20")
    assert [row[2] for row in names] == [
        "ill, Total: actual positives: 10 rows",
        "well, Total: actual negatives: 10 rows",
        "Total, Total: all: 20 rows",
    ]
    view.set_matrix(ConfusionMatrix(("ill", "well"), np.array([[8, 2], [2, 8]])), has_outcomes=True)
    qtbot.waitUntil(lambda: names_of(table)[0][0].startswith("ill, predicted +: true positive: 8"))
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert view.hasFocus()


def test_that_cells_of_several_classes_say_both(qtbot):
    counts = [[2, 1, 1], [2, 7, 1], [0, 0, 0]]
    window, view = view_of(qtbot, counts, ("b", "a", "c"), has_outcomes=False)
    QTest.keyClick(view, Qt.Key.Key_T)
    names = names_of(window.findChild(TableBeside))
    assert len(names) == 4
    assert names[0][1].startswith("b, a: actual b, predicted a: 1 row")
    assert names[3][3] == "Total, Total: all: 14 rows"


def test_that_a_matrix_says_how_to_come_to_its_table(qtbot):
    _window, view = view_of(qtbot, [[9, 1], [2, 8]], ("ill", "well"), has_outcomes=True)
    spoken = QAccessible.queryAccessibleInterface(view)
    told = spoken.text(QAccessible.Text.Description)
    assert told.startswith("true positive: 9 rows")
    assert told.endswith("T shows it as a table")

"""A tree with lines below its rows: rows are as high as they need, and are measured seldom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from evalgui.gui.panels.lines_below import HasLinesBelow, LinesBelow

N_ROWS, N_COLUMNS = 12, 5


class Tree(HasLinesBelow, QTreeView):
    """Some rows, each with a line below it."""

    def __init__(self):
        super().__init__()
        self.n_measured = 0
        model = QStandardItemModel(self)
        for row in range(N_ROWS):
            model.appendRow([QStandardItem(f"{row * 37}." * column) for column in range(N_COLUMNS)])
        self.setModel(model)
        self.names = LinesBelow(self, self._lines, 4)
        self.names.is_on = True

    def _lines(self, _index):
        self.n_measured += 1
        return [("below",)]


@pytest.fixture
def tree(qtbot):
    made = Tree()
    qtbot.addWidget(made)
    made.resize(500, 900)
    with qtbot.waitExposed(made):
        made.show()
    QCoreApplication.processEvents()
    return made


def test_that_a_cell_is_as_large_as_its_words_in_any_font(tree):
    index = [tree.model().index(row, column) for row in range(3) for column in range(1, N_COLUMNS)]
    delegate, plain = tree.itemDelegate(), QStyledItemDelegate()
    sizes = set()
    for points in (9, 14, 9):
        font = QFont(tree.font())
        font.setPointSize(points)
        option = QStyleOptionViewItem()
        option.font = font
        for one in (*index, *index):
            fresh = plain.sizeHint(option, one)
            assert delegate.sizeHint(option, one) == fresh
            sizes.add((fresh.width(), fresh.height()))
    assert len(sizes) > len(index)  # they do differ
    tree.model().setData(index[0], "something longer than before")
    assert delegate.sizeHint(option, index[0]) == plain.sizeHint(option, index[0])


def test_that_rows_are_measured_once_however_many_are_told_of(tree):
    # Twice in each round: when the tree is laid out, and when it is painted.
    model, asked = tree.model(), []
    for n_times in (1, 1, 5):
        tree.n_measured = 0
        for _time in range(n_times):
            model.dataChanged.emit(model.index(0, 0), model.index(N_ROWS - 1, N_COLUMNS - 1))
        QCoreApplication.processEvents()
        asked.append(tree.n_measured)
    assert asked[1] == asked[2] == 2 * N_ROWS, asked

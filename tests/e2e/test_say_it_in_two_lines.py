"""Whatever a tip says takes two lines; what is longer stands where it is explained."""

from __future__ import annotations

import html
import re

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGraphicsView,
    QWidget,
)

from evalgui.gui import panes, text

MOST_LINES, MOST_LETTERS, MOST_ROWS = 2, 100, 60
TIP, ACROSS = Qt.ItemDataRole.ToolTipRole, Qt.Orientation.Horizontal


def lines_of(tip):
    """Return what a tip says, line by line, as it is read."""
    words = re.sub("<br ?/?>|</p>|</tr>", "\n", tip)
    return html.unescape(re.sub("<[^<>]*>", "", words)).strip().splitlines()


def tips_of_model(model):
    """Yield the tips of the first rows of a model, of what is below them, and of its heads."""
    waiting = [QModelIndex()]
    while waiting:
        parent = waiting.pop()
        n_columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for row in range(min(model.rowCount(parent), MOST_ROWS)):
            cells = [model.index(row, column, parent) for column in range(n_columns)]
            yield from (model.data(cell, TIP) for cell in cells)
            waiting += [] if n_columns == 1 else cells[:1]
        if not parent.isValid():
            yield from (model.headerData(one, ACROSS, TIP) for one in range(n_columns))


def tips_of(window):
    """Yield every tip of a window, with what has it."""
    widgets = [one for one in window.findChildren(QWidget) if one.window() is window]
    for widget in (window, *widgets):
        yield widget, widget.toolTip()
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            yield from ((widget, tip) for tip in tips_of_model(widget.model()))
        if isinstance(widget, QGraphicsView) and widget.scene() is not None:
            yield from ((widget, item.toolTip()) for item in widget.scene().items())
    for action in window.findChildren(QAction):
        yield action, action.toolTip()


def too_long(window):
    found = {}
    for owner, tip in tips_of(window):
        lines = lines_of(tip or "")
        if len(lines) > MOST_LINES or any(len(line) > MOST_LETTERS for line in lines):
            found.setdefault((owner.metaObject().className(), owner.objectName(), tip), None)
    return list(found)


@pytest.mark.parametrize("sample", ["clinical", "biometric", "iris", "tharwat-2018"])
def test_that_no_tip_is_longer_than_two_lines(program, sample):
    program.open_sample(sample)
    window = program.window
    for dock in window.docks.values():
        dock.show()
        dock.raise_()
    for pane in panes.PANES:
        assert window.place(pane).pane is not None
    program.settle()
    assert not too_long(window)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("", []),
        ("one\n\ntwo\nthree", ["one", "two"]),
        ("<b> & " + "x" * 200, ["<b> & " + "x" * 94, "x" * 99 + "\N{HORIZONTAL ELLIPSIS}"]),
        ("word " * 30, [("word " * 20).strip(), ("word " * 10).strip()]),
        ("short\n" + "y" * 120, ["short", "y" * 99 + "\N{HORIZONTAL ELLIPSIS}"]),
    ],
)
def test_that_a_tip_is_cut_to_two_lines_and_shows_text_as_it_stands(words, lines):
    told = text.tip(words)
    assert lines_of(told) == lines
    assert "<b>" not in told

"""Everything that a window says: texts, tool-tips and what a screen reader is told."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

from evalgui.gui.confusion.matrix_view import MatrixView
from evalgui.gui.plots.plot import Plot
from evalgui.gui.typesetting.formula_text import as_text
from evalgui.gui.typesetting.formula_view import FormulaView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QAbstractItemModel

Said = tuple[str, str]  # where, and what

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
)
_MOST_ROWS = 40  # of a model: what is beyond says the same


def texts_of(top: QWidget) -> list[Said]:
    """Return what a window or a dialog says, shown or hidden, and where."""
    found: list[Said] = []
    for widget in [top, *top.findChildren(QWidget)]:
        where = widget.objectName() or type(widget).__name__
        found += [(where, words) for words in _of_widget(widget)]
    for action in top.findChildren(QAction):
        where = f"action {action.objectName()}"
        texts = (action.text().replace("&", ""), action.toolTip(), action.statusTip())
        found += [(where, words) for words in texts]
    return [(where, _plain(words)) for where, words in found if words]


def _plain(words: str) -> str:
    """Return the text of a tool-tip that was guarded against being read as rich text."""
    return html.unescape(re.sub(r"</?span[^>]*>", "", words.replace("<br>", "\n")))


def _of_widget(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    yield widget.statusTip()
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    yield widget.windowTitle()
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text().replace("&", "")
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
        yield widget.text()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(number) for number in range(widget.count()))
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(number) for number in range(widget.count()))
    elif isinstance(widget, QAbstractItemView):
        if widget.model() is not None:
            yield from _of_model(widget.model(), QModelIndex())
    elif isinstance(widget, Plot):
        yield from _of_plot(widget)
    elif isinstance(widget, MatrixView):
        yield from _of_matrix(widget)
    elif isinstance(widget, FormulaView):
        yield as_text(widget.formula)


def _of_model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    is_list = isinstance(model, QAbstractListModel)  # which keeps its number of columns private
    columns = range(1 if is_list else model.columnCount(parent))
    for role in _ROLES:
        if not parent.isValid():
            heads = (model.headerData(n, Qt.Orientation.Horizontal, role) for n in columns)
            yield from (str(head) for head in heads if head is not None)
        for row in range(min(model.rowCount(parent), _MOST_ROWS)):
            cells = (model.index(row, column, parent).data(role) for column in columns)
            yield from (str(cell) for cell in cells if cell is not None)
    for row in range(0 if is_list else min(model.rowCount(parent), _MOST_ROWS)):
        yield from _of_model(model, model.index(row, 0, parent))


def _of_plot(plot: Plot) -> Iterator[str]:
    yield from (plot.title, plot.header.title, plot.header.summary, plot.header.read_out)
    for axis in (plot.x_axis, plot.y_axis):
        yield from (axis.title, axis.short_title, axis.toolTip(), axis.label.toPlainText())
    yield from (entry.name for entry in plot.legend.entries)


def _of_matrix(view: MatrixView) -> Iterator[str]:
    shown = view.shown
    if shown is None:
        return
    yield from shown.axes
    yield from shown.names_of_choices
    yield from (shown.as_table(), shown.as_table(of_shares=True))
    for row in range(shown.k):
        yield from (shown.about_head(row, axis) for axis in range(2))
        yield from (shown.heads(axis)[row] for axis in range(2))
        for column in range(shown.k):
            cell = shown.cell(row, column)
            yield from (cell.name, cell.plain, cell.of_what)
            yield from (shown.described(row, column), shown.brief(row, column))

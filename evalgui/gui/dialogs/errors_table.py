"""A table of scores against errors: the equal error rate, and FNMR at each FMR, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from evalgui.core.comparing import ERROR_METRICS
from evalgui.gui.look import copy_cells, paint_whole, text
from evalgui.gui.results.intervals import rested_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.measured import Measured
    from evalgui.core.vocabulary import Words

    Errors = tuple[str, Mapping[str, Measured]]


class ErrorsTable(QTreeWidget):
    """A row for each score; where there is no number the tool-tip says why."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._found: tuple[Errors, ...] = ()
        self.setObjectName("errors_table")
        paint_whole(self)
        self.setAccessibleName("Error rates of the scores")
        heads = [metric.name_in(words.vocabulary) for metric in ERROR_METRICS]
        self.setHeaderLabels(["Score", *heads])
        for column, metric in enumerate(ERROR_METRICS, start=1):
            self.headerItem().setToolTip(column, text.plain(words.formula(metric.formula)))
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.copy_action = QAction("&Copy", self)
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(lambda _checked=False: self.copy_errors())
        self.addAction(self.copy_action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_errors(self, found: Sequence[Errors]) -> None:
        """Show what each score gets wrong."""
        self._found = tuple(found)
        self.clear()
        for name, errors in found:
            row = QTreeWidgetItem([name])
            for column, metric in enumerate(ERROR_METRICS, start=1):
                one = errors.get(metric.id)
                if one is not None:
                    row.setText(column, _cell(one))
                    row.setToolTip(column, text.plain(self._tip(one)))
                    row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
            self.addTopLevelItem(row)

    def _tip(self, one: Measured) -> str:
        if one.reason or one.interval is None:
            return self._words.said(one.reason)
        if not one.interval.is_defined:
            return f"No interval: {self._words.said(one.interval.reason)}"
        return f"{one.interval.method}, {rested_on(one.interval, self._words)}"

    def copy_errors(self) -> None:
        """Copy all rows with every digit, as text between tabs."""
        heads = ["Score"]
        for metric in ERROR_METRICS:
            name = metric.name_in(self._words.vocabulary)
            heads += [name, f"{name}, lower", f"{name}, upper"]
        lines = [heads]
        for name, errors in self._found:
            line = [name]
            for metric in ERROR_METRICS:
                one = errors.get(metric.id)
                limits = None if one is None else one.interval
                line.append("" if one is None or not one.is_defined else repr(one.value))
                is_defined = limits is not None and limits.is_defined
                ends = (limits.lower, limits.upper) if limits is not None and is_defined else ()
                line += [repr(end) for end in ends] or ["", ""]
            lines.append(line)
        copy_cells(lines)


def _cell(one: Measured) -> str:
    if not one.is_defined:
        return text.UNDEFINED
    interval = one.interval
    if interval is None or not interval.is_defined:
        return text.rate(one.value)
    return f"{text.rate(one.value)} ({text.rate_interval(interval.lower, interval.upper)})"

"""What the menu of a matrix does with the cell or total that the keys are at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.gui.look import text
from evalgui.gui.models.sentences import interval_in_words, with_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.confusion.matrix_view import MatrixView
    from evalgui.gui.confusion.shown_matrix import ShownMatrix


def cell_sentence(shown: ShownMatrix, row: int, column: int, snapshot: Snapshot) -> str:
    """Return a displayed cell as a sentence: its count, its share with interval, and where.

    Of a total there is its count alone.
    """
    words = shown.words
    if shown.total_at(row, column):
        count = text.count(shown.count(row, column))
        return with_place(f"{count} {shown.name_of_total(row, column)}", snapshot, words)
    said = _counted(shown, row, column, words)
    share = shown.share(row, column)
    if not math.isnan(share):
        beside = [text.fraction(shown.fraction(row, column))]
        interval = shown.interval(row, column)
        if interval is not None:
            beside.append(interval_in_words(interval, words, in_percent=True))
        cell = shown.cell(row, column)
        numbers = f"({'; '.join(beside)})"
        said += f", {cell.share} {cell.of_what} {numbers}"
    return with_place(said, snapshot, words)


def _counted(shown: ShownMatrix, row: int, column: int, words: Words) -> str:
    """Return how many there are in a cell, and of what."""
    count, (actual, predicted) = shown.count(row, column), shown.at(row, column)
    if shown.has_outcomes:
        outcome = words.outcomes[2 * actual + predicted]
        return f"{text.count(count)} {outcome.long if count == 1 else outcome.many}"
    noun = shown.nouns[count != 1]
    return tr(
        "{count} {noun} with {long_name}",
        count=text.count(count),
        noun=noun,
        long_name=shown.long_name(actual, predicted),
    )


class CellMenu(QObject):
    """Copies a cell or a total, and asks for its rows."""

    rows_requested = Signal(list)  # cells: tuples (actual, predicted)

    def __init__(self, view: MatrixView) -> None:
        super().__init__(view)
        self._view = view
        self.snapshot: Snapshot = EMPTY
        self.sentence = self._action("copy_cell", tr("&Copy as Sentence"), self._copy_sentence)
        self.sentence.setShortcut(QKeySequence.StandardKey.Copy)
        self.sentence.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        view.addAction(self.sentence)
        self.value = self._action("copy_cell_value", tr("Copy &Value"), self._copy_value)
        self.rows = self._action("show_cell_rows", "", self._show_rows)

    def _action(self, name: str, words: str, run: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def add_to(self, menu: QMenu) -> None:
        """Put the entries into a menu."""
        shown, dataset = self._view.shown, self.snapshot.dataset
        if self._view.zone is not None:
            menu.addAction(self.sentence)
            return
        if shown is None:
            return
        count = shown.count(*self._view.focus_place)
        rows = tr("This Row") if count == 1 else tr("These {count} Rows", count=text.count(count))
        self.rows.setText(tr("Sho&w {rows}", rows=rows))
        has_rows = dataset is not None and dataset.matrix is None
        self.rows.setEnabled(count > 0 and has_rows)
        menu.addActions([self.sentence, self.value, self.rows])

    def _copy_sentence(self) -> None:
        shown, zone, place = self._view.shown, self._view.zone, self._view.focus_place
        if zone is not None:
            QGuiApplication.clipboard().setText(zone.sentence(*place))
        elif shown is not None:
            QGuiApplication.clipboard().setText(cell_sentence(shown, *place, self.snapshot))

    def _copy_value(self) -> None:
        shown = self._view.shown
        if shown is not None:
            QGuiApplication.clipboard().setText(str(shown.count(*self._view.focus_place)))

    def _show_rows(self) -> None:
        shown = self._view.shown
        if shown is not None:
            self.rows_requested.emit(list(shown.cells_at(*self._view.focus_place)))

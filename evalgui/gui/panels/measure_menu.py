"""What the menu of the measures copies, and the rows that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence

from evalgui.core.languages import tr
from evalgui.gui.look import copy_lines, text
from evalgui.gui.models.sentences import cells_of, formula_line, measure_sentence
from evalgui.gui.results.table_view import FOR_PAPER
from evalgui.render.columns import bare, tsv
from evalgui.render.latex import tabular
from evalgui.results.topics.measures import VALUE, live

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.gui.panels.metrics_tree import MetricsTree
    from evalgui.results.result import LongTable
    from evalgui.results.topics.measures import MeasureRow


class MeasureMenu(QObject):
    """Copies the selected measures, and asks for the rows that one of them counts."""

    rows_requested = Signal(list)  # cells: tuples (actual, predicted)
    told = Signal(list)  # the ids of what was copied

    def __init__(self, tree: MetricsTree) -> None:
        super().__init__(tree)
        self._tree, self._model = tree, tree.measures
        self.sentence = self._action(
            "copy_measures", tr("&Copy as Sentence"), lambda: self._copy_each(measure_sentence)
        )
        self.sentence.setShortcut(QKeySequence.StandardKey.Copy)
        self.sentence.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        tree.addAction(self.sentence)
        self.value = self._action("copy_values", tr("Copy &Value"), lambda: self._copy(bare))
        self.formula = self._action(
            "copy_with_formula", tr("Copy with Fo&rmula"), lambda: self._copy_each(formula_line)
        )
        self.table = self._action(
            "copy_measures_as_table", tr("Copy as &Table (TSV)"), self._copy_table
        )
        self.paper = self._action("copy_measures_for_paper", FOR_PAPER, tree.copy_for_paper)
        self.latex = self._action(
            "copy_measures_as_latex", tr("Copy as &LaTeX"), lambda: self._copy(tabular)
        )
        self.rows_of_x = self._action("show_rows_of_x", "", lambda: self._show_rows(0))
        self.rows_of_n = self._action("show_rows_of_n", "", lambda: self._show_rows(1))

    def _action(self, name: str, words: str, run: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def add_to(self, menu: QMenu) -> None:
        """Put the entries into a menu, those about rows only where there are any."""
        copies = [self.sentence, self.value, self.formula, self.table, self.paper, self.latex]
        for action in copies:
            action.setEnabled(bool(self._tree.chosen()))
        self.sentence.setEnabled(True)  # the keys work without a menu
        menu.addActions(copies)
        entry = self._model.entry(self._tree.currentIndex())
        found = None if entry is None else live(self._model.snapshot, ()).cell(entry, VALUE)
        fraction = None if found is None else found.fraction
        if entry is None or fraction is None or cells_of(entry) is None:
            return
        menu.addSeparator()
        for action, number in zip((self.rows_of_x, self.rows_of_n), fraction, strict=True):
            rows = (
                tr("This Row")
                if number == 1
                else tr("These {number} Rows", number=text.count(number))
            )
            action.setText(tr("Show {rows}", rows=rows))
            action.setEnabled(number > 0 and self._has_rows)
            menu.addAction(action)

    @property
    def _has_rows(self) -> bool:
        dataset = self._model.snapshot.dataset
        return dataset is not None and dataset.matrix is None

    def _show_rows(self, side: int) -> None:
        entry = self._model.entry(self._tree.currentIndex())
        found = None if entry is None else cells_of(entry)
        if found is not None:
            self.rows_requested.emit(list(found[side]))

    def _copy_each(self, told: Callable[[MeasureRow, Snapshot, Vocabulary], str]) -> None:
        """Copy a line of each selected measure."""
        given = self._model.snapshot, self._model.vocabulary
        lines = [told(entry, *given) for entry in self._tree.chosen()]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))
            self._tell()

    def _copy_table(self) -> None:
        self._copy(tsv, copy_lines)

    def _copy(
        self,
        write: Callable[[LongTable, Style], str],
        put: Callable[[str], object] | None = None,
    ) -> None:
        copied = self._tree.copied(write)
        if copied:
            (put or QGuiApplication.clipboard().setText)(copied)
            self._tell()

    def _tell(self) -> None:
        self.told.emit([entry.id for entry in self._tree.chosen()])

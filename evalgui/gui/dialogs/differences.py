"""Compare > Differences: how the shown score differs from those it is compared with, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.linked_thresholds import IN_COMMON, Link
from evalgui.core.requests import LinkThresholds
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.page import Page, text_page
from evalgui.gui.look import GRID, text
from evalgui.gui.panels.fields import Choice
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.results.topics.comparison import OF_PAIR, PLACES, PairRow, differences, errors_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.vocabulary import Words
    from evalgui.gui.main_window import MainWindow
    from evalgui.results.result import Table
    from evalgui.workspace.differences import Compared, Difference
    from evalgui.workspace.workspace import Workspace

_MOST_ROWS = 10_000
_NOBODY = "There is no other score, and no other data set, to compare with"


class DifferencesPage(Page):
    """A row for each difference from another score: areas, rates at both thresholds, who is right.

    Error rates of each score stand in a table of their own.
    """

    discordant_requested = Signal(int)  # the rows that one of the two alone calls rightly
    link_requested = Signal(object)  # what the thresholds are to have in common

    def __init__(self, vocabulary: Vocabulary, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__("differences", "Differences", content, parent)
        self._words = words_in(vocabulary)
        self._found: Sequence[Difference] = ()
        self.note = QLabel("Comparing\N{HORIZONTAL ELLIPSIS}")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("differences_tabs")
        self.tabs.setDocumentMode(True)
        self.table = self._add_table(differences(()), "differences", "Differences", vocabulary)
        self.table.setAccessibleName("Differences of scores")
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.errors = self._add_table(errors_table(()), "errors", "Error Rates", vocabulary)
        self.errors.setAccessibleName("Error rates of the scores")
        rows = "&Rows Called Otherwise\N{HORIZONTAL ELLIPSIS}"
        self.rows_button = self.add_button(rows, "discordant_rows", self._on_rows_clicked)
        self.copy_button = self.add_button("&Copy", "differences_copy", self._on_copy)
        for button in (self.rows_button, self.copy_button):
            button.setEnabled(False)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._make_link())
        layout.addWidget(self.note)
        layout.addWidget(self.tabs, 1)

    def _add_table(self, table: Table, name: str, title: str, vocabulary: Vocabulary) -> TableView:
        model = TableModel(table, self)
        model.set_vocabulary(vocabulary)
        view = TableView(model, name, widest_title=GRID * 40, widest_head=GRID * 40)
        view.setObjectName(f"{name}_table")
        self.tabs.addTab(view, title)
        return view

    def _make_link(self) -> QHBoxLayout:
        label = QLabel("&Thresholds")
        self.link_box = Choice("threshold_link", "What the thresholds have in common")
        for link, in_common in IN_COMMON.items():
            self.link_box.addItem(self._words.said(in_common), link.value)
        label.setBuddy(self.link_box)
        self.link_box.activated.connect(self._on_link)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(label)
        line.addWidget(self.link_box)
        line.addStretch(1)
        return line

    def _on_link(self) -> None:
        self.note.setText("Comparing\N{HORIZONTAL ELLIPSIS}")
        self.link_requested.emit(Link(self.link_box.currentData()))

    def show_link(self, link: Link) -> None:
        """Show what the thresholds have in common."""
        self.link_box.setCurrentIndex(self.link_box.findData(link.value))

    def show_compared(self, compared: Compared, score: Score | None) -> None:
        """Show what was found."""
        found = self._found = compared.differences
        self.errors.show_table(errors_table(compared.errors))
        self.widen_for(self.errors)
        self.copy_button.setEnabled(bool(found))
        pairs = [one.pair for one in found]
        told = differences(pairs, [one.thresholds for one in found])
        beside = [column.id for column in (*OF_PAIR[1:2], *PLACES[1:])]
        self.table.show_table(told, (*beside, *told.usual))
        numbers = [column.id for column in told.chosen() if not column.is_text]
        self.table.show_first([*beside, *numbers] if found else [])
        self.widen_for(self.table)
        self.table.setCurrentIndex(self.table.model().index(0, 0))
        self.note.setText("\n".join(self._notes(score)) if found else _NOBODY)

    # ------------------------------------------------------------------------- inside

    def _notes(self, score: Score | None) -> Iterator[str]:
        """Yield what is compared with the others, what is assumed, and what cannot be."""
        pairs = [one.pair for one in self._found]
        own = text.short_threshold(self._found[0].thresholds[0], score)
        level = pairs[0].area_interval.level
        assumes = "; ".join(map(self._words.said, dict.fromkeys(pair.assumes for pair in pairs)))
        yield f"A is {pairs[0].first}, at {own}; B is each other score"
        yield f"Intervals at {text.level(level)}; assumes: {assumes}"
        for one in self._found:
            if one.note:
                yield f"{one.pair.second}: thresholds are not linked: {one.note}"
            if not one.pair.is_paired:
                yield f"{one.pair.second}: each has rows of its own: none can be called by both"

    def _chosen(self) -> int:
        """Return which of the others the current row is about, -1 for none."""
        index = self.table.currentIndex()
        row = self.table.row_at(index) if index.isValid() else None
        return row.pair if isinstance(row, PairRow) else -1

    def _on_row_changed(self) -> None:
        place = self._chosen()
        self.rows_button.setEnabled(place >= 0 and self._found[place].apart is not None)

    def _on_rows_clicked(self) -> None:
        self.discordant_requested.emit(self._chosen())

    def _on_copy(self) -> None:
        """Copy the table on show with every digit."""
        view = self.table if self.tabs.currentWidget() is self.table else self.errors
        view.copy_rows(every=True)


def discordant_words(one: Difference, dataset: Dataset, words: Words) -> str:
    """Return the rows that one of two scores alone calls rightly, as text."""
    lines = []
    names, listed = (one.pair.first, one.pair.second), one.rows_apart(dataset, _MOST_ROWS)
    for name, every, rows in zip(names, one.apart or (), listed, strict=False):
        lines.append(f"Called rightly by {name} alone: {text.count(len(every))} rows")
        lines += [
            f"  row {text.count(number)}: {words.truth} {dataset.classes[code]}"
            for number, code in rows
        ]
        if len(every) > len(rows):
            lines.append(f"  and {text.count(len(every) - len(rows))} more")
    return "\n".join(lines) + "\n"


def show_differences(window: MainWindow, workspace: Workspace) -> None:
    """Compare what is shown with the other curves, and show what comes of it."""
    page, snapshot = DifferencesPage(window.vocabulary, window), workspace.snapshot
    found: list[Difference] = []

    def show(compared: Compared) -> None:
        found[:] = compared.differences
        page.show_compared(compared, snapshot.score)

    def show_rows(place: int) -> None:
        dataset = snapshot.dataset
        if dataset is not None:
            words = discordant_words(found[place], dataset, words_in(window.vocabulary))
            text_page("discordant", "Rows called otherwise", words, page).open()

    following = workspace.differences.found.connect(show)
    page.finished.connect(lambda _result: workspace.differences.found.disconnect(following))
    page.finished.connect(lambda _result: workspace.differences.cancel())
    page.discordant_requested.connect(show_rows)
    page.show_link(snapshot.choices.link)
    page.link_requested.connect(lambda link: workspace.ask(LinkThresholds(link)))
    page.link_requested.connect(
        lambda _link: workspace.differences.compare(workspace.snapshot, workspace.data_sets)
    )
    workspace.differences.compare(workspace.snapshot, workspace.data_sets)
    page.open()

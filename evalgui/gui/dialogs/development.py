"""A frozen threshold on the data that it was chosen on, beside those that it is evaluated on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import GRID
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.io.building.shared_rows import shared_rows
from evalgui.render.text import fact_lines
from evalgui.results.topics.development import development

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.results.result import Result


class DevelopmentPage(Page):
    """The four counts on both data sets; each rate with its interval, and the differences."""

    def __init__(self, told: Result, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__("development", "Development and evaluation", content, parent)
        vocabulary = snapshot.choices.vocabulary
        self.note = QLabel("\n".join(fact_lines(told, style_of(words_in(vocabulary)))))
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.note)
        views = []
        for table in told.tables:
            model = TableModel(table, self)
            model.set_vocabulary(vocabulary)
            views.append(TableView(model, f"development_{table.id}"))
            layout.addWidget(views[-1], len(table.rows))
        self.counts, self.table = views
        self.table.setObjectName("development_table")
        self.counts.setAccessibleName("The four counts on both data sets")
        self.table.setAccessibleName("The threshold on both data sets")
        self.add_button("&Copy", "development_copy", lambda: self.table.copy_rows(every=True))
        self.widen_for(self.table)


def show_development(window: MainWindow, snapshot: Snapshot) -> None:
    """Show what a frozen threshold did where it was chosen, and what it does here."""
    then, dataset = snapshot.inputs.development, snapshot.dataset
    shared = None if then is None or dataset is None else shared_rows(then.name, dataset)
    told = development(snapshot, shared)
    if told is not None:
        DevelopmentPage(told, snapshot, window).open()

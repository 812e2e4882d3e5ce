"""View > Differences: how the shown score differs from those it is compared with, and where."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.digits import Written
from evalgui.core.linked_thresholds import IN_COMMON, Link
from evalgui.core.requests import LinkThresholds
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.page import Page, text_page
from evalgui.gui.look import GRID, copy_lines, paint_whole, text
from evalgui.gui.panels.fields import Choice
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.intervals import rested_on
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.results.topics.comparison import (
    AREA,
    DIFFERENCE,
    FIRST,
    HOLM,
    METHOD,
    RIGHT_ALONE,
    SECOND,
    TEST,
    WHY,
    P,
    PairRow,
    differences,
    errors_table,
    rows_of_pair,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.vocabulary import Words
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.differences import Compared, Difference
    from evalgui.workspace.workspace import Workspace

_HEADS = ("Measure", "This one", "The other", "Difference", "Interval", "p", "p (Holm)", "Method")
_NUMBERS = (1, 2, 3, 5, 6)
_AREA = "AUC"
_MOST_ROWS = 10_000
_NOBODY = "There is no other score, and no other data set, to compare with"
_UNPAIRED = "Each has rows of its own: none can be called by both"


class DifferencesPage(Page):
    """A table for each other score: areas, rates at both thresholds, and who is right."""

    discordant_requested = Signal(int)  # the rows that one of the two alone calls rightly
    link_requested = Signal(object)  # what the thresholds are to have in common

    def __init__(self, vocabulary: Vocabulary, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__("differences", "Differences", content, parent)
        self._words = words_in(vocabulary)
        self._found: Sequence[Difference] = ()
        self._told = differences(())
        self.note = QLabel("Comparing\N{HORIZONTAL ELLIPSIS}")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setObjectName("differences_table")
        paint_whole(self.tree)
        self.tree.setAccessibleName("Differences of scores")
        self.tree.setHeaderLabels(_HEADS)
        self.tree.setUniformRowHeights(True)
        for column in _NUMBERS:
            self.tree.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.currentItemChanged.connect(self._on_current_changed)
        self.rows_button = QPushButton("&Rows Called Otherwise\N{HORIZONTAL ELLIPSIS}")
        self.rows_button.setObjectName("discordant_rows")
        self.rows_button.clicked.connect(self._on_rows_clicked)
        self.copy_button = QPushButton("&Copy")
        self.copy_button.setObjectName("differences_copy")
        self.copy_button.clicked.connect(self._on_copy)
        for button in (self.rows_button, self.copy_button):
            button.setAutoDefault(False)
            button.setEnabled(False)
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(self._make_link())
        layout.addWidget(self.note)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("differences_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.tree, "Differences")
        self._errors = TableModel(errors_table(()), self)
        self._errors.set_vocabulary(vocabulary)
        self.errors = TableView(self._errors, "errors", widest_head=GRID * 40)
        self.errors.setObjectName("errors_table")
        self.errors.setAccessibleName("Error rates of the scores")
        self.tabs.addTab(self.errors, "Error Rates")
        layout.addWidget(self.tabs, 1)

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
        self._errors.set_table(errors_table(compared.errors))
        self.widen_for(self.errors)
        self.tree.clear()
        self.copy_button.setEnabled(bool(found))
        if not found:
            self.note.setText(_NOBODY)
            return
        pairs = [one.pair for one in found]
        assumes = dict.fromkeys(pair.assumes for pair in pairs)
        level = pairs[0].area_interval.level
        self.note.setText(
            f"Intervals at {text.level(level)}; assumes: "
            + "; ".join(map(self._words.said, assumes))
        )
        told = self._told = differences(pairs)
        for place, one in enumerate(found):
            pair = one.pair
            own, other = (text.short_threshold(at, score) for at in one.thresholds)
            head = QTreeWidgetItem([f"{pair.first} (at {own}) and {pair.second} (at {other})"])
            head.setFirstColumnSpanned(True)
            head.setToolTip(0, text.plain(head.text(0)))
            if one.note:
                head.addChild(QTreeWidgetItem([f"Thresholds are not linked: {one.note}"]))
            for row in rows_of_pair(told, place):
                head.addChild(self._item(row))
            if not pair.is_paired:
                head.addChild(QTreeWidgetItem([_UNPAIRED]))
            self.tree.addTopLevelItem(head)
            head.setFirstColumnSpanned(True)
            head.setExpanded(True)
        self.widen_for(self.tree)
        first = self.tree.topLevelItem(0)
        if first is not None:
            self.tree.setCurrentItem(first)

    # ------------------------------------------------------------------------- inside

    def _item(self, row: PairRow) -> QTreeWidgetItem:
        """Return a row of the result, with how it was found out as tips."""
        style, cells = style_of(self._words), row.cells
        method, test, why = (
            "" if said is None else said.told(style)
            for said in map(row.words.get, (METHOD.id, TEST.id, WHY.id))
        )
        write = text.count if row.kind.is_count else text.measure
        values = [write(cells[one.id].value) for one in (FIRST, SECOND)]
        difference, p, adjusted = map(cells.get, (DIFFERENCE.id, P.id, HOLM.id))
        interval = None if difference is None else difference.interval
        limits = "" if interval is None else text.interval(interval.lower, interval.upper)
        values += ["" if difference is None else text.measure(difference.value), limits]
        values += ["" if one is None else _p(one.value) for one in (p, adjusted)]
        item = QTreeWidgetItem([row.title.told(style), *values, method or test])
        for column in _NUMBERS:
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        known = interval is not None and interval.is_defined
        how = f"{method}, {rested_on(interval, self._words)}" if interval and known else why
        adjusts = "Adjusted by Holm for all that are shown"
        ran = [f"Interval: {how}"] * (interval is not None) + [f"Test: {test}"] * bool(test)
        tips = {4: how, 5: "\n".join(filter(None, (test, why))), 6: adjusts, 7: "\n".join(ran)}
        for column, tip in tips.items():
            item.setToolTip(column, text.plain(tip))
        return item

    def _chosen(self) -> int:
        """Return which of the others the current row is about, -1 for none."""
        item = self.tree.currentItem()
        if item is None:
            return -1
        return self.tree.indexOfTopLevelItem(item.parent() or item)

    def _on_current_changed(self) -> None:
        place = self._chosen()
        self.rows_button.setEnabled(place >= 0 and self._found[place].apart is not None)

    def _on_rows_clicked(self) -> None:
        self.discordant_requested.emit(self._chosen())

    def _on_copy(self) -> None:
        """Copy the table on show with every digit."""
        if self.tabs.currentWidget() is self.errors:
            self.errors.copy_rows(every=True)
            return
        lines = ["\t".join(("A", "B", *_HEADS[:4], "Lower", "Upper", "Method", "p"))]
        rows = (row for row in self._told.rows if isinstance(row, PairRow))
        lines += [self._copied(row) for row in rows if row.id != RIGHT_ALONE]
        copy_lines("\n".join(lines) + "\n")

    def _copied(self, row: PairRow) -> str:
        """Return a row with every digit."""
        pair = self._found[row.pair].pair
        interval = row.cells[DIFFERENCE.id].interval
        numbers = [row.cells[one.id].value for one in (FIRST, SECOND, DIFFERENCE)]
        numbers += [math.nan] * 2 if interval is None else [interval.lower, interval.upper]
        p, method = row.cells[P.id].value, "" if interval is None else interval.method
        told = ["" if math.isnan(number) else repr(number) for number in (*numbers, p)]
        name = _AREA if row.id == AREA else row.id
        cells = [pair.first, pair.second, name, *told[:-1], method, told[-1]]
        return "\t".join(" ".join(cell.split()) for cell in cells)


def _p(value: float) -> str:
    return text.measure(value, Written.P_VALUE)


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

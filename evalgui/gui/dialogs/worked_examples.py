"""Help > Worked examples: what the sources print, what is exact, and where they differ."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import NamedItem
from evalgui.gui.look import GRID, dialog_buttons, paint_whole, text
from evalgui.gui.panels.fields import RoomyDelegate
from evalgui.io.worked_examples import WorkedExample, errata, worked_examples

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.vocabulary import Words
    from evalgui.io.worked_examples import ExampleValue

_EXAMPLE = Qt.ItemDataRole.UserRole
_ALL_ERRATA = tr("All misprints of the sources")


class WorkedExamplesDialog(QDialog):
    """A list of examples, the values of one, and a button that opens its data."""

    data_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worked_examples_dialog")
        self.setWindowTitle(tr("Worked examples"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words = text.AT_FIRST
        self._items: dict[str, QTreeWidgetItem] = {}
        self._examples = {example.id: example for example in worked_examples()}
        self.examples = self._make_list()
        self.values = self._make_values()
        self._notes = QPlainTextEdit()
        self._notes.setObjectName("example_notes")
        self._notes.setAccessibleName(tr("Misprints to know beside this example"))
        self._notes.setReadOnly(True)
        self._notes.setTabChangesFocus(True)
        self._notes.setFixedHeight(GRID * 12)
        self.open_button = QPushButton(tr("&Open its Data"))
        self.open_button.setObjectName("open_example")
        self.open_button.clicked.connect(self._on_open)
        self._lay_out()
        self.examples.itemSelectionChanged.connect(self._on_chosen)
        self.examples.itemActivated.connect(lambda *_: self._on_open())
        first = self.examples.topLevelItem(0)
        example = None if first is None else first.child(0)
        if example is not None:
            self.examples.setCurrentItem(example)
        self.resize(GRID * 120, GRID * 75)

    def _make_list(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("example_list")
        paint_whole(tree)
        tree.setAccessibleName(tr("Examples by source"))
        tree.setHeaderLabels([tr("Example"), tr("Place")])
        tree.setColumnWidth(0, GRID * 34)
        tree.setItemDelegate(RoomyDelegate(tree))
        by_source = groupby(self._examples.values(), key=lambda example: example.source)
        for source, examples in by_source:
            branch = NamedItem([source, ""])
            for example in examples:
                item = NamedItem(["", example.place])
                item.setData(0, _EXAMPLE, example.id)
                self._items[example.id] = item
                branch.addChild(item)
            tree.addTopLevelItem(branch)
            branch.setExpanded(True)
        self._all_errata = NamedItem([_ALL_ERRATA, ""])
        tree.addTopLevelItem(self._all_errata)
        self._name_examples()
        return tree

    def _make_values(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("example_values")
        paint_whole(tree)
        tree.setAccessibleName(tr("Printed and exact values"))
        tree.setRootIsDecorated(False)
        tree.setAlternatingRowColors(True)
        tree.setWordWrap(True)
        tree.setItemDelegate(RoomyDelegate(tree))
        return tree

    def _lay_out(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.values, 1)
        column.addWidget(self._notes)
        splitter = QSplitter()
        splitter.addWidget(self.examples)
        splitter.addWidget(right)
        splitter.setSizes([GRID * 50, GRID * 70])
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(splitter, 1)
        layout.addWidget(buttons)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the examples and their values as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._name_examples()
        self._on_chosen()

    def _name_examples(self) -> None:
        for example_id, item in self._items.items():
            example = self._examples[example_id]
            title = self._words.said(example.title)
            item.setText(0, title)
            item.setToolTip(0, text.tip(f"{title}\n{example.place}"))

    def chosen(self) -> WorkedExample | None:
        """Return the example that is chosen."""
        item = self.examples.currentItem()
        example_id = None if item is None else item.data(0, _EXAMPLE)
        return self._examples.get(example_id) if example_id else None

    def _on_chosen(self) -> None:
        example = self.chosen()
        self.values.clear()
        self._notes.hide()
        self.open_button.setEnabled(example is not None and example.typed is not None)
        if example is not None:
            self._show_values(example)
        elif self._all_errata.isSelected():
            self._show_errata()

    def _show_values(self, example: WorkedExample) -> None:
        self.values.setHeaderLabels(
            [tr("Value"), tr("Printed"), tr("Exact"), tr("Difference"), tr("Why")]
        )
        self.values.addTopLevelItems([_line(value, self._words) for value in example.values])
        self._fit()
        notes = "\n".join(
            f"{item.id}: {self._words.said(item.explanation)}" for item in example.errata
        )
        self._notes.setPlainText(notes)
        self._notes.setVisible(bool(notes))

    def _show_errata(self) -> None:
        self.values.setHeaderLabels(
            [tr("Erratum"), tr("Place"), tr("Printed"), tr("Right"), tr("Why")]
        )
        told = self._words.said
        self.values.addTopLevelItems(
            [
                _plain_line(
                    [item.id, item.place, item.printed, item.correct, told(item.explanation)]
                )
                for item in errata()
            ]
        )
        self._fit()

    def _fit(self) -> None:
        header = self.values.header()
        for number in range(4):
            self.values.resizeColumnToContents(number)
            widest = min(header.sectionSize(number) + GRID, GRID * 18)
            header.resizeSection(number, widest)
        header.setSectionResizeMode(4, QHeaderView.ResizeMode.Stretch)

    def _on_open(self) -> None:
        example = self.chosen()
        if example is not None and example.typed is not None:
            self.data_requested.emit(example.typed)


def _line(value: ExampleValue, words: Words) -> QTreeWidgetItem:
    difference = ""
    if not math.isnan(value.difference):
        exact = abs(value.difference) < 1e-12  # the tolerance of the examples
        plus = "+" if value.difference > 0 else ""
        difference = "0" if exact else plus + text.short_threshold(value.difference, n_digits=3)
    named, told = words.value_name(value.name), words.said
    return _plain_line(
        [named, told(value.printed), told(value.exact), difference, told(value.erratum)]
    )


def _plain_line(cells: list[str]) -> QTreeWidgetItem:
    item = NamedItem(cells)
    for number, cell in enumerate(cells):
        item.setToolTip(number, text.tip(cell))
        if number in {1, 2, 3}:
            item.setTextAlignment(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        else:
            item.setTextAlignment(number, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return item

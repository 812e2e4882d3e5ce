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

from evalgui.gui import text
from evalgui.gui.theme import GRID
from evalgui.io.worked_examples import WorkedExample, errata, worked_examples

if TYPE_CHECKING:
    from evalgui.io.worked_examples import ExampleValue

_EXAMPLE = Qt.ItemDataRole.UserRole
_ALL_ERRATA = "All misprints of the sources"


class WorkedExamplesDialog(QDialog):
    """A list of examples, the values of one, and a button that opens its data."""

    dataset_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("worked_examples_dialog")
        self.setWindowTitle("Worked examples")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._examples = {example.id: example for example in worked_examples()}
        self.examples = self._make_list()
        self.values = self._make_values()
        self._notes = QPlainTextEdit()
        self._notes.setObjectName("example_notes")
        self._notes.setAccessibleName("Misprints to know beside this example")
        self._notes.setReadOnly(True)
        self._notes.setTabChangesFocus(True)
        self._notes.setFixedHeight(GRID * 12)
        self.open_button = QPushButton("&Open its Data")
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
        tree.setAccessibleName("Examples by source")
        tree.setHeaderLabels(["Example", "Place"])
        tree.setColumnWidth(0, GRID * 34)
        by_source = groupby(self._examples.values(), key=lambda example: example.source)
        for source, examples in by_source:
            branch = QTreeWidgetItem([source, ""])
            for example in examples:
                item = QTreeWidgetItem([example.title, example.place])
                item.setData(0, _EXAMPLE, example.id)
                item.setToolTip(0, text.plain(f"{example.title}\n{example.place}"))
                branch.addChild(item)
            tree.addTopLevelItem(branch)
            branch.setExpanded(True)
        self._all_errata = QTreeWidgetItem([_ALL_ERRATA, ""])
        tree.addTopLevelItem(self._all_errata)
        return tree

    def _make_values(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("example_values")
        tree.setAccessibleName("Printed and exact values")
        tree.setRootIsDecorated(False)
        tree.setAlternatingRowColors(True)
        tree.setWordWrap(True)
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
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(splitter, 1)
        layout.addWidget(buttons)

    def chosen(self) -> WorkedExample | None:
        """Return the example that is chosen."""
        item = self.examples.currentItem()
        example_id = None if item is None else item.data(0, _EXAMPLE)
        return self._examples.get(example_id) if example_id else None

    def _on_chosen(self) -> None:
        example = self.chosen()
        self.values.clear()
        self._notes.hide()
        self.open_button.setEnabled(example is not None and example.dataset is not None)
        if example is not None:
            self._show_values(example)
        elif self._all_errata.isSelected():
            self._show_errata()

    def _show_values(self, example: WorkedExample) -> None:
        self.values.setHeaderLabels(["Value", "Printed", "Exact", "Difference", "Why"])
        self.values.addTopLevelItems([_line(value) for value in example.values])
        self._fit()
        notes = "\n".join(f"{item.id}: {item.explanation}" for item in example.errata)
        self._notes.setPlainText(notes)
        self._notes.setVisible(bool(notes))

    def _show_errata(self) -> None:
        self.values.setHeaderLabels(["Erratum", "Place", "Printed", "Right", "Why"])
        self.values.addTopLevelItems(
            [
                _plain_line([item.id, item.place, item.printed, item.correct, item.explanation])
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
        if example is not None and example.dataset is not None:
            self.dataset_requested.emit(example.dataset)


def _line(value: ExampleValue) -> QTreeWidgetItem:
    difference = ""
    if not math.isnan(value.difference):
        exact = abs(value.difference) < 1e-12  # noqa: PLR2004 - the tolerance of the examples
        difference = "0" if exact else text.localised(f"{value.difference:+.3g}")
    return _plain_line([value.name, value.printed, value.exact, difference, value.erratum])


def _plain_line(cells: list[str]) -> QTreeWidgetItem:
    item = QTreeWidgetItem(cells)
    for number, cell in enumerate(cells):
        item.setToolTip(number, text.plain(cell))
        if number in {1, 2, 3}:
            item.setTextAlignment(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        else:
            item.setTextAlignment(number, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return item

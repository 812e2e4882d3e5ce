"""The three ways to type data: four counts, a confusion matrix, or rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.described import set_tip
from evalgui.gui.dialogs.entry_grid import EntryGrid
from evalgui.gui.look import GRID, text
from evalgui.gui.role_box import RoleBox
from evalgui.io.typed_data import matrix_of, of_counts, of_matrix, of_rows, without_names

if TYPE_CHECKING:
    from evalgui.core.vocabulary import Words
    from evalgui.io.typed_data import Typed

_FEWEST, _MOST = 2, 50  # classes
_FIRST = 3
MOST_ROWS = 1_000
_LONGEST_NAME = 200
_SHOWN_NAME = 24


class CountsPage(QWidget):
    """TP, FN, FP and TN in their places, and the names of the two classes."""

    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._words = text.AT_FIRST
        self.positive = _field("new_positive_name", "positive")
        self.negative = _field("new_negative_name", "negative")
        self.fields = tuple(_field(f"new_{name}") for name in ("tp", "fn", "fp", "tn"))
        self._labels = tuple(_label() for _ in self.fields)
        self._heads = tuple(_label() for _ in range(4))
        names = QFormLayout()
        self._names = tuple(_label() for _ in range(2))
        for label, field in zip(self._names, (self.positive, self.negative), strict=True):
            label.setBuddy(field)
            names.addRow(label, field)
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID * 2)
        grid.setVerticalSpacing(GRID)
        for column in range(2):
            grid.addWidget(self._heads[column], 0, 1 + 2 * column, 1, 2)
            grid.setColumnStretch(2 + 2 * column, 1)
            grid.addWidget(self._heads[2 + column], 1 + column, 0)
        for number, (label, field) in enumerate(zip(self._labels, self.fields, strict=True)):
            row, column = divmod(number, 2)
            grid.addWidget(label, 1 + row, 1 + 2 * column)
            grid.addWidget(field, 1 + row, 2 + 2 * column)
        layout = QVBoxLayout(self)
        layout.addLayout(names)
        layout.addSpacing(GRID * 2)
        layout.addLayout(grid)
        layout.addStretch(1)
        for field in (self.positive, self.negative):
            field.textChanged.connect(self._name_heads)
        self._name_heads()

    def begin(self) -> None:
        """Put the cursor where typing begins."""
        self.fields[0].setFocus()

    def set_words(self, words: Words) -> None:
        """Name everything as a vocabulary does."""
        self._words = words
        self._name_heads()

    def _name_heads(self) -> None:
        for label, adjective in zip(
            self._names, (self._words.positive, self._words.negative), strict=True
        ):
            label.setText(_class_label(adjective))
        names = [_shown(field.text()) for field in (self.positive, self.negative)]
        sides = ("predicted", "predicted", "actual", "actual")
        for head, side, name in zip(self._heads, sides, (*names, *names), strict=True):
            axis = self._words.call if side == "predicted" else self._words.truth
            head.setText(_begun(f"{axis}: {name}"))
        for label, field, outcome in zip(
            self._labels, self.fields, self._words.outcomes, strict=True
        ):
            label.setText(outcome.short)
            set_tip(label, outcome.many)
            field.setAccessibleName(
                tr("{short}, number of {many}", short=outcome.short, many=outcome.many)
            )

    def typed(self) -> Typed:
        """Return what was typed; raise DataError where it is not complete."""
        counts = [field.text() for field in self.fields]
        return of_counts(counts, self.positive.text(), self.negative.text())

    def clear(self) -> None:
        """Begin anew."""
        for field in self.fields:
            field.clear()
        self.positive.setText("positive")
        self.negative.setText("negative")


class MatrixPage(QWidget):
    """A row for each class: its name, and the counts beside every class."""

    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._words = text.AT_FIRST
        self.number = QSpinBox()
        self.number.setObjectName("new_n_classes")
        self.number.setRange(_FEWEST, _MOST)
        self.number.setKeyboardTracking(False)
        self.rows_are = RoleBox()
        self.rows_are.setObjectName("new_rows_are")
        self.rows_are.addItem("", userData="actual")
        self.rows_are.addItem("", userData="predicted")
        self.positive = RoleBox()
        self.positive.setObjectName("new_positive")
        self.grid = EntryGrid(0, 0)
        self.grid.setObjectName("new_matrix")
        self.grid.setAccessibleName(tr("Names of the classes and counts"))
        self.grid.verticalHeader().hide()
        header = self.grid.horizontalHeader()
        header.setMinimumSectionSize(GRID * 8)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        form = QFormLayout()
        form.addRow(tr("&Number of classes:"), self.number)
        form.addRow(tr("&Rows are:"), self.rows_are)
        self._positive_label = _label()
        self._positive_label.setBuddy(self.positive)
        form.addRow(self._positive_label, self.positive)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.grid, 1)
        self.number.valueChanged.connect(self._resize)
        self.grid.cellChanged.connect(self._on_cell_changed)
        self.grid.block_pasted.connect(self._take)
        self.grid.refused.connect(self.refused)
        self.rows_are.currentIndexChanged.connect(self._name_columns)
        self.set_words(text.AT_FIRST)
        self.clear()

    def begin(self) -> None:
        """Put the cursor where typing begins."""
        self.grid.setFocus()
        if self.grid.currentRow() < 0:
            self.grid.setCurrentCell(0, 0)

    def set_words(self, words: Words) -> None:
        """Name everything as a vocabulary does."""
        self._words = words
        for place, axis in enumerate(words.axes):
            self.rows_are.setItemText(place, _begun(tr("{axis} classes", axis=axis)))
        self._positive_label.setText(_class_label(words.positive))
        self._name_columns()

    def names(self) -> list[str]:
        """Return the names of the classes."""
        return [self.grid.cell(row, 0) for row in range(self.grid.rowCount())]

    def _resize(self, number: int) -> None:
        old = self.grid.rowCount()
        self.grid.setRowCount(number)
        self.grid.setColumnCount(number + 1)
        for row in range(old, number):
            self.grid.set_cell(row, 0, tr("class {value}", value=row + 1))
        self._name_columns()

    def _on_cell_changed(self, _row: int, column: int) -> None:
        if column == 0:
            self._name_columns()

    def _name_columns(self) -> None:
        truth, call = self._words.axes
        rows, columns = (truth, call) if self.rows_are.currentIndex() == 0 else (call, truth)
        names = [_shown(name) for name in self.names()]
        heads = [
            _begun(tr("{rows} class", rows=rows)),
            *(_begun(f"{columns}: {name}") for name in names),
        ]
        self.grid.setHorizontalHeaderLabels(heads)
        chosen = max(self.positive.currentIndex(), 0)
        self.positive.clear()
        self.positive.addItems(names)
        self.positive.setCurrentIndex(chosen if chosen < len(names) else 0)
        is_two = len(names) == _FEWEST
        self.positive.setVisible(is_two)
        self._positive_label.setVisible(is_two)

    def _take(self, cells: list[list[str]]) -> None:
        """Fill in cells that were pasted; a whole matrix sets the number of classes, too."""
        found = matrix_of(cells)
        if found is None or len(found[0]) > _MOST:
            self.grid.fill(cells)
            return
        names, counts = found
        self.number.setValue(len(names))
        self.refused.emit("")
        for row, (name, line) in enumerate(zip(names, counts, strict=True)):
            if name:
                self.grid.set_cell(row, 0, name)
            for column, cell in enumerate(line, 1):
                self.grid.set_cell(row, column, cell)

    def typed(self) -> Typed:
        """Return what was typed; raise DataError where it is not complete."""
        names = self.names()
        positive = names[self.positive.currentIndex()] if len(names) == _FEWEST else None
        counts = [row[1:] for row in self.grid.rows()]
        return of_matrix(names, counts, self.rows_are.currentData(), positive)

    def clear(self) -> None:
        """Begin anew."""
        self.grid.setRowCount(0)
        self.number.setValue(_FIRST)
        self._resize(_FIRST)


class RowsPage(QWidget):
    """A row for each case: its truth, and its score or what was predicted."""

    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._words = text.AT_FIRST
        self.second = RoleBox()
        self.second.setObjectName("new_second")
        self.second.addItem("", userData="score")
        self.second.addItem("", userData="predicted")
        self.grid = EntryGrid(MOST_ROWS, 2)
        self.grid.setObjectName("new_rows")
        self.grid.setAccessibleName(tr("Rows: truth, and score or predicted class"))
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        hint = _label()
        hint.setWordWrap(True)
        hint.setText(
            tr(
                "Tab goes on, Enter to the next row; cells of a spreadsheet can be pasted. Truths "
                "are names of classes, such as 1 and 0."
            )
        )
        form = QFormLayout()
        form.addRow(tr("&Rows hold:"), self.second)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.grid, 1)
        layout.addWidget(hint)
        self.second.currentIndexChanged.connect(self._name_columns)
        self.grid.block_pasted.connect(lambda cells: self.grid.fill(without_names(cells)))
        self.grid.refused.connect(self.refused)
        self.set_words(text.AT_FIRST)

    def begin(self) -> None:
        """Put the cursor where typing begins."""
        self.grid.setFocus()
        if self.grid.currentRow() < 0:
            self.grid.setCurrentCell(0, 0)

    def set_words(self, words: Words) -> None:
        """Name everything as a vocabulary does."""
        self._words = words
        truth, call = words.axes
        self.second.setItemText(0, _begun(tr("{truth} class and score", truth=truth)))
        self.second.setItemText(1, _begun(tr("{truth} and {call} class", truth=truth, call=call)))
        self._name_columns()

    def _name_columns(self) -> None:
        truth, call = self._words.axes
        is_score = self.second.currentIndex() == 0
        heads = [
            _begun(tr("{truth} class", truth=truth)),
            tr("Score") if is_score else _begun(tr("{call} class", call=call)),
        ]
        self.grid.setHorizontalHeaderLabels(heads)

    def typed(self) -> Typed:
        """Return what was typed; raise DataError where there is nothing."""
        return of_rows(self.grid.rows(), self.second.currentData())

    def clear(self) -> None:
        """Begin anew."""
        self.grid.clearContents()
        self.grid.setCurrentCell(0, 0)


def _field(name: str, words: str = "") -> QLineEdit:
    field = QLineEdit(words)
    field.setObjectName(name)
    field.setMaxLength(_LONGEST_NAME)
    return field


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _class_label(adjective: str) -> str:
    """Return what stands before the name of a class, with its key."""
    return tr("&{begun} class:", begun=_begun(adjective))


def _begun(words: str) -> str:
    """Return words that begin with a capital letter."""
    return words[:1].upper() + words[1:]


def _shown(name: str) -> str:
    return text.elided(name, _SHOWN_NAME)

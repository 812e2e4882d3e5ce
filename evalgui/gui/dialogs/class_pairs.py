"""Which column is the score of which class: a row for each column, with a class to choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, text
from evalgui.gui.role_box import name_edit

if TYPE_CHECKING:
    from collections.abc import Iterable

    Pairs = tuple[tuple[str, str], ...]

_MOST = 20
_NO_CLASS = tr("(no class)")


class ClassPairs(QTableWidget):
    """The columns of the classes; a class that no row has can be typed."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self.setObjectName("import_class_pairs")
        self.setAccessibleName(tr("Score columns of the classes"))
        self.setHorizontalHeaderLabels([tr("Column"), tr("Class")])
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(GRID * 10)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(GRID * 3)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._given: Pairs = ()

    @property
    def may_be_shown(self) -> bool:
        """Whether there are pairs, and few enough to be changed here."""
        return 0 < len(self._given) <= _MOST

    def fill(self, pairs: Iterable[tuple[str, str]], classes: Iterable[str]) -> None:
        """List the columns, each with its class among those that there are."""
        self._given = tuple(pairs)
        self.setRowCount(0)
        if not self.may_be_shown:
            return
        names = list(dict.fromkeys((*classes, *(name for name, _ in self._given))))
        self.setRowCount(len(self._given))
        for row, (name, column) in enumerate(self._given):
            item = QTableWidgetItem(text.elided(column, 36))
            item.setData(Qt.ItemDataRole.UserRole, column)
            self.setItem(row, 0, item)
            self.setCellWidget(row, 1, self._choice(column, name, names))

    def _choice(self, column: str, chosen: str, names: list[str]) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(tr("Class of {column}", column=column))
        combo.setEditable(True)
        name_edit(combo)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.addItem(_NO_CLASS, userData="")
        for name in names:
            combo.addItem(text.elided(name, 36), userData=name)
        combo.setCurrentIndex(combo.findData(chosen))
        combo.currentTextChanged.connect(self.changed)
        return combo

    def pairs(self) -> Pairs:
        """Return each class and its column, without the columns that are of no class."""
        if not self.may_be_shown:
            return self._given
        found = []
        for row in range(self.rowCount()):
            combo, item = self.cellWidget(row, 1), self.item(row, 0)
            if isinstance(combo, QComboBox) and item is not None:
                place = combo.findText(combo.currentText(), Qt.MatchFlag.MatchExactly)
                typed = combo.currentText().strip()
                name = typed if place < 0 else str(combo.itemData(place))
                found.append((name, str(item.data(Qt.ItemDataRole.UserRole))))
        return tuple((name, column) for name, column in found if name)

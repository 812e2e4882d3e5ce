"""The order of the classes, from the lowest to the highest; it acts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.multiclass import MulticlassSettings, OrderBy, order_of
from evalgui.gui.look import GRID, dialog_buttons, text

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = tr("The classes have no order: weighted kappa needs one.")
_IN_FORCE = {
    OrderBy.CHOICE: tr("This order is used, from the lowest to the highest."),
    OrderBy.NUMBERS: tr("The classes are in the order of their numbers."),
}
_LONGEST_NAME = 60


class ClassOrderDialog(QDialog):
    """Lists the classes to be moved up and down, and says which order they have now."""

    order_requested = Signal(object)

    def __init__(self, classes: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("class_order_dialog")
        self.setWindowTitle(tr("Order of the classes"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._classes = tuple(classes)
        self.state = QLabel()
        self.state.setObjectName("class_order_state")
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.list = QListWidget()
        self.list.setObjectName("class_order_list")
        self.list.setAccessibleName(tr("Classes from the lowest to the highest"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.model().rowsMoved.connect(self._ask)
        self.up = self._button("class_order_up", tr("Move &Up"), lambda: self._move(-1))
        self.down = self._button("class_order_down", tr("Move &Down"), lambda: self._move(1))
        self.use = self._button("class_order_use", tr("&Use This Order"), self._ask)
        self.forget = self._button("class_order_forget", tr("&Forget the Order"), self._forget)
        beside = QVBoxLayout()
        for button in (self.up, self.down, self.use, self.forget):
            beside.addWidget(button)
        beside.addStretch(1)
        middle = QHBoxLayout()
        middle.addWidget(self.list, 1)
        middle.addLayout(beside)
        close = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.state)
        layout.addLayout(middle)
        layout.addWidget(close)
        self.resize(GRID * 50, GRID * 40)

    def _button(self, name: str, words: str, slot: object) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    def show_order(self, settings: MulticlassSettings) -> None:
        """Show the current order; where there is none, the classes as they are."""
        found = order_of(self._classes, settings)
        names, by = (self._classes, None) if found is None else found
        self.state.setText(_NONE if by is None else _IN_FORCE[by])
        self.use.setEnabled(by is not OrderBy.CHOICE)
        self.forget.setEnabled(by is OrderBy.CHOICE)
        if names == self.order():
            return
        row = self.list.currentRow()
        moved = self.order()[row] if 0 <= row < self.list.count() else None
        self.list.clear()
        for name in names:
            item = QListWidgetItem(text.elided(name, _LONGEST_NAME))
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.list.setCurrentRow(names.index(moved) if moved in names else 0)

    def order(self) -> tuple[str, ...]:
        """Return the classes as they are listed."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + by < self.list.count() and row >= 0:
            self.list.insertItem(row + by, self.list.takeItem(row))
            self.list.setCurrentRow(row + by)
            self._ask()

    def _ask(self) -> None:
        self.order_requested.emit(self.order())

    def _forget(self) -> None:
        self.order_requested.emit(())

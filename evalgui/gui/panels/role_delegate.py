"""A pull-down with the roles of a column, in the table of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.role_box import RoleBox

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel

    from evalgui.gui.models.columns_model import ColumnsModel


_EDIT = Qt.ItemDataRole.EditRole
_OPENS = "\N{NO-BREAK SPACE}\N{BLACK DOWN-POINTING SMALL TRIANGLE}"


class RoleDelegate(QStyledItemDelegate):
    """Offers the roles of a column in a list that opens at once.

    It goes with the columns it was about: what others are is no longer the question.
    """

    def __init__(self, model: ColumnsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns = model
        self._editor: QComboBox | None = None
        model.modelAboutToBeReset.connect(self._close)

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Show by the sign of a pull-down that another role can be chosen."""
        super().initStyleOption(option, index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            option.text = f"{option.text}{_OPENS}"

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002 - of Qt
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        combo = RoleBox(parent)
        combo.setObjectName("role_choice")
        column = self._columns.name(index.row())
        combo.setAccessibleName(tr("Role of {column}", column=column))
        for choice in self._columns.choices(column):
            combo.addItem(self._columns.role_name(choice), userData=choice.value)
        combo.activated.connect(lambda _number: self._finish(combo))
        self._editor = combo
        return combo

    def destroyEditor(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        self._editor = None
        super().destroyEditor(editor, index)

    def _finish(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self._close()

    def _close(self) -> None:
        if self._editor is not None:
            self._editor.hidePopup()
            self.closeEditor.emit(self._editor)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(editor.findData(index.data(_EDIT)), 0))
            editor.showPopup()

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())

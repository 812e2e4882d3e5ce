"""Fields that leave undo and redo to the program, and the wheel to what scrolls around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from evalgui.gui.look import GRID, with_clear_boxes
from evalgui.gui.role_box import RoleBox, ScrolledPast

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QWidget as _Field
else:
    _Field = object  # the class of Qt comes second

_FEWEST_LETTERS = 8


def is_undo_or_redo(event: QEvent) -> bool:
    """Return whether an event asks who wants the keys of undo or redo."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and (
            event.matches(QKeySequence.StandardKey.Undo)
            or event.matches(QKeySequence.StandardKey.Redo)
        )
    )


class LeavesUndo(_Field):
    """A mixin, before a field of Qt: undo and redo are those of the program."""

    def event(self, event: QEvent) -> bool:
        if is_undo_or_redo(event):
            event.ignore()
            return True
        return super().event(event)


class CountField(LeavesUndo, ScrolledPast, QSpinBox):
    """A field for a small whole number."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class Choice(RoleBox):
    """One of some words; it may be narrower than the longest of them."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_FEWEST_LETTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class BoxDelegate(QStyledItemDelegate):
    """Shows boxes to check that can be seen on dark ground, too."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.palette = with_clear_boxes(option.palette)


class RoomyDelegate(BoxDelegate):
    """Rows of a list in a dialog as high as those of the window, all words on one line."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        across = option.displayAlignment & Qt.AlignmentFlag.AlignHorizontal_Mask
        option.displayAlignment = across | Qt.AlignmentFlag.AlignVCenter

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)

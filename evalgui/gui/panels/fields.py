"""Fields that leave undo and redo to the program, and the wheel to what scrolls around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from evalgui.core.languages import written
from evalgui.gui.look import GRID, text, with_clear_boxes
from evalgui.gui.role_box import RoleBox, ScrolledPast
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QWidget as _Field
else:
    _Field = object  # the class of Qt comes second

_FEWEST_LETTERS, _WIDEST = 8, 56
_THOUSANDS = re.compile(r"(?<=\d)\s(?=\d)")


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

    def textFromValue(self, value: int) -> str:
        return text.count(value) if self.isGroupSeparatorShown() else str(value)

    def valueFromText(self, text: str) -> int:
        return super().valueFromText(_THOUSANDS.sub("", text))

    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:  # noqa: A002 - named so by Qt
        return super().validate(_THOUSANDS.sub("", input), pos)[0], input, pos


class NumberBox(LeavesUndo, ScrolledPast, QDoubleSpinBox):
    """A field for a number with decimals; what may be two numbers is not taken, and says so.

    Parameters
    ----------
    name, purpose
        Of the field; its purpose for screen readers.
    n_digits
        How many digits are shown at the most, without zeros behind them; None for all decimals.
    """

    def __init__(self, name: str, purpose: str = "", n_digits: int | None = None) -> None:
        super().__init__()
        self._n_digits = n_digits
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def textFromValue(self, value: float) -> str:
        as_told = f".{self.decimals()}f" if self._n_digits is None else f".{self._n_digits}g"
        return written(format(value, as_told))

    def valueFromText(self, text: str) -> float:
        try:
            return round(self._read(text), self.decimals())
        except NotUnderstoodError:
            return self.value()

    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:  # noqa: A002 - named so by Qt
        try:
            value = self._read(input)
        except NotUnderstoodError:
            return QValidator.State.Intermediate, input, pos
        is_inside = self.minimum() <= value <= self.maximum()
        state = QValidator.State.Acceptable if is_inside else QValidator.State.Intermediate
        return state, input, pos

    def fixup(self, input: str) -> str:  # noqa: A002 - named so by Qt
        try:
            self._read(input)
        except NotUnderstoodError as why:
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), text.plain(str(why)))
        return super().fixup(input)

    def _read(self, typed: str) -> float:
        return read_typed_number(typed.removeprefix(self.prefix()).removesuffix(self.suffix()))


class Choice(RoleBox):
    """One of some words; it may be narrower than the longest of them."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_FEWEST_LETTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Have room for what is chosen where there is any; it gives way all the same."""
        hint, metrics = super().sizeHint(), self.fontMetrics()
        words = min(
            metrics.horizontalAdvance(self.currentText()), _WIDEST * metrics.averageCharWidth()
        )
        room = self.minimumContentsLength() * metrics.horizontalAdvance("X")
        return QSize(hint.width() + max(0, words - room), hint.height())


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

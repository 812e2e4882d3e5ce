"""A field for a length, typed with a decimal point or a decimal comma."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.role_box import ScrolledPast
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number

_DIGITS = 7


class LengthField(LeavesUndo, ScrolledPast, QDoubleSpinBox):
    """A number with few digits; what may be two numbers is not taken."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setDecimals(4)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def textFromValue(self, value: float) -> str:
        locale = QLocale()
        locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
        return locale.toString(value, "g", _DIGITS)

    def valueFromText(self, text: str) -> float:
        try:
            return read_typed_number(text.removesuffix(self.suffix()))
        except NotUnderstoodError:
            return self.value()

    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:  # noqa: A002 - named so by Qt
        try:
            value = read_typed_number(input.removesuffix(self.suffix()))
        except NotUnderstoodError:
            return QValidator.State.Intermediate, input, pos
        is_inside = self.minimum() <= value <= self.maximum()
        state = QValidator.State.Acceptable if is_inside else QValidator.State.Intermediate
        return state, input, pos

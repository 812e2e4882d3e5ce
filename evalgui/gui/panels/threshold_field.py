"""The field of the exact threshold: any number may be typed; arrows step over the scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QValidator
from PySide6.QtWidgets import QAbstractSpinBox

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import is_undo_or_redo
from evalgui.gui.plots.plot import LOCKED
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_threshold

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QWidget

    from evalgui.core.dataset import Score

_LETTERS = 24  # room for the longest double


class ThresholdSpinBox(QAbstractSpinBox):
    """A field for a number of any precision whose arrows step over the distinct scores."""

    value_entered = Signal(float)
    steps_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = math.nan
        self._score: Score | None = None
        self.setKeyboardTracking(False)
        self.setAccelerated(True)
        self.lineEdit().setMaxLength(64)
        self.message = FieldMessage(self, "threshold_message")
        self.lineEdit().textEdited.connect(self.message.take_back)

    def set_value(self, value: float, score: Score | None) -> None:
        """Show a threshold of a score, if there is one; what is being typed is replaced."""
        self._value, self._score = value, score
        self.message.take_back()
        shown = "" if score is None else text.threshold(value, score)
        line = self.lineEdit()
        with QSignalBlocker(line):  # the field would have what was not typed validated
            line.setText(shown)  # which counts as not modified
        line.setCursorPosition(0)

    def value(self) -> float:
        """Return the threshold that is shown."""
        return self._value

    def _take_over(self) -> None:
        """Ask for what was typed; where that is no number, say so and show the current one."""
        if not self.lineEdit().isModified():
            return
        typed = self.lineEdit().text()
        self.set_value(self._value, self._score)
        if self._score is None:
            return
        try:
            value = read_typed_threshold(typed, self._score)
        except NotUnderstoodError as error:
            self.message.say(
                tr(
                    "{error}. The threshold stays at {text}.",
                    error=text.why(error),
                    text=self.text(),
                )
            )
        else:
            self.value_entered.emit(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.isReadOnly() and _is_typing(event):
            self.message.say(LOCKED)
            event.accept()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._take_over()
            self.selectAll()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.lineEdit().isModified():
            self.set_value(self._value, self._score)
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._take_over()
        super().focusOutEvent(event)

    def stepBy(self, steps: int) -> None:
        self.steps_requested.emit(steps)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flag = QAbstractSpinBox.StepEnabledFlag
        return flag.StepUpEnabled | flag.StepDownEnabled

    def validate(self, entered: str, position: int) -> tuple[QValidator.State, str, int]:
        # Whatever is typed is looked at when it is complete.
        return QValidator.State.Acceptable, entered, position

    def fixup(self, entered: str) -> str:
        return entered

    def event(self, event: QEvent) -> bool:
        # The field would keep undo and redo for its own few letters, and steps for its cursor.
        if is_undo_or_redo(event) or _is_step_of_the_threshold(event):
            event.ignore()
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        width = self.fontMetrics().horizontalAdvance("0") * _LETTERS
        return QSize(width, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(hint.width() * 2 // 3, hint.height())


def _is_typing(event: QKeyEvent) -> bool:
    """Return whether a key would change the text of a field."""
    erasing = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}
    edits = event.matches(QKeySequence.StandardKey.Paste) or event.key() in erasing
    edits = edits or event.matches(QKeySequence.StandardKey.Cut)
    return edits or (event.text().isprintable() and bool(event.text()))


def _is_step_of_the_threshold(event: QEvent) -> bool:
    """Return whether an event asks who wants the keys that move the threshold."""
    return (
        event.type() == QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        == Qt.KeyboardModifier.ControlModifier
        and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End}
    )

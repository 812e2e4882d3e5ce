"""A pull-down that assistive technology names by its role, with what is chosen as its value."""

from __future__ import annotations

import html
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import (
    QAccessibleWidget,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QToolTip,
    QWidget,
)

from evalgui.gui.accessible import speak_for

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QWidget as _Field
else:
    _Field = object  # the class of Qt comes second

_BESIDE = 2  # pixels that Fusion leaves beside the words
_PRESS = QAccessibleActionInterface.pressAction()


def show_whole(widget: QWidget, whole: str) -> None:
    """Show the whole of a text that is elided, before the tool-tip of what shows it."""
    place = widget.mapToGlobal(widget.rect().bottomLeft())
    told = filter(None, (html.escape(whole), widget.toolTip()))
    QToolTip.showText(place, "\n".join(told), widget)


class ScrolledPast(_Field):
    """A mixin, before a field of Qt: the wheel changes it only where the keys do.

    Whoever scrolls past would choose another class, and see it late.
    """

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def name_edit(box: QComboBox) -> None:
    """Name what is typed into as the box, unless it has a name of its own."""
    edit = box.lineEdit()
    if edit is not None and not edit.accessibleName():
        edit.setAccessibleName(box.accessibleName())


class RoleBox(ScrolledPast, QComboBox):
    """A pull-down whose accessible name is its own; on Linux Qt's is what is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def setEditable(self, editable: bool) -> None:  # noqa: FBT001 - Qt's signature
        super().setEditable(editable)
        name_edit(self)

    def setLineEdit(self, edit: QLineEdit) -> None:
        super().setLineEdit(edit)
        name_edit(self)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Show an ellipsis where there is no room for the end of what is chosen."""
        super().initStyleOption(option)
        style, control = self.style(), QStyle.ComplexControl.CC_ComboBox
        room = style.subControlRect(
            control, option, QStyle.SubControl.SC_ComboBoxEditField, self
        ).width()
        words = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room - _BESIDE
        )
        option.currentText = words

    def event(self, event: QEvent) -> bool:
        """Tell the whole of what is chosen where there is no room for it, before its tool-tip."""
        if event.type() == QEvent.Type.ToolTip:
            option = QStyleOptionComboBox()
            self.initStyleOption(option)
            if option.currentText != self.currentText():
                show_whole(self, self.currentText())
                return True
        return super().event(event)


class _Accessible(QAccessibleWidget):
    """What a `RoleBox` says of itself."""

    def __init__(self, box: QWidget) -> None:
        super().__init__(box, QAccessible.Role.ComboBox)

    def text(self, which: QAccessible.Text) -> str:
        box = self.object()
        if which == QAccessible.Text.Value and isinstance(box, QComboBox):
            return box.currentText()
        if which == QAccessible.Text.Description and isinstance(box, QComboBox):
            return box.accessibleDescription()  # Qt would read the markup of the tool-tip out
        return super().text(which)

    def state(self) -> QAccessible.State:
        state = super().state()
        box = self.object()
        if isinstance(box, QComboBox):
            is_open = box.view().isVisible()
            state.hasPopup = state.expandable = True
            state.expanded, state.collapsed = is_open, not is_open
        return state

    def actionNames(self) -> list[str]:
        names = super().actionNames()
        return [_PRESS, *names] if self.widget().isEnabled() else names

    def doAction(self, name: str) -> None:
        box = self.object()
        if name != _PRESS or not isinstance(box, QComboBox):
            super().doAction(name)
        elif box.view().isVisible():
            box.hidePopup()
        elif box.isEnabled():
            box.showPopup()


def _install() -> None:
    """Speak for the boxes where Qt would not name them: it does on Windows and macOS."""
    if sys.platform not in {"win32", "darwin"}:
        speak_for(RoleBox, _Accessible)


_install()

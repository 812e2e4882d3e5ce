"""Buttons of dialogs without icons: Qt brings dark ones of its own, which no theme recolours."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QWidget


class _Plain(QObject):
    """Takes the icons from the buttons of a widget whenever it is shown."""

    def __init__(self, whose: QWidget) -> None:
        super().__init__(whose)
        whose.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            _take_icons(watched)
        return False


def plain_buttons(dialog: QWidget) -> None:
    """Let the buttons at the end of a dialog of Qt have no icons, those that it makes later, too.

    A desktop's own dialogs have none of these.
    """
    _Plain(dialog)


def dialog_buttons(standard: QDialogButtonBox.StandardButton | None = None) -> QDialogButtonBox:
    """Return a row for the buttons of a dialog, perhaps with some standard ones in it."""
    made = QDialogButtonBox() if standard is None else QDialogButtonBox(standard)
    _take_icons(made)  # before anybody asks how wide they are
    _Plain(made)
    return made


def _take_icons(widget: QWidget) -> None:
    boxes = [widget] if isinstance(widget, QDialogButtonBox) else []
    for box in (*boxes, *widget.findChildren(QDialogButtonBox)):
        for button in box.buttons():
            if not button.icon().isNull():
                button.setIcon(QIcon())

"""The ring around what has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit

from evalgui.gui.focus import FocusRing

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class _Paintings(QObject):
    """Counts how often a widget is painted with the rings of its window shown."""

    def __init__(self, widget: QComboBox) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QComboBox):
            window = watched.window()
            self.count += window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
        return False


def test_that_a_ring_is_painted_where_the_focus_was_already(qtbot: QtBot) -> None:
    ring = FocusRing(None)
    dialog = QDialog()
    qtbot.addWidget(dialog)
    form, choice = QFormLayout(dialog), QComboBox()
    choice.addItems(["comma", "semicolon"])
    form.addRow("&Other", QLineEdit())
    form.addRow("&Sign", choice)
    with qtbot.waitExposed(dialog):
        dialog.show()
    choice.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(choice.hasFocus)
    dialog.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange, on=False)
    choice.repaint()
    paintings = _Paintings(choice)
    qtbot.keyClick(choice, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    qtbot.waitUntil(lambda: paintings.count > 0)
    assert choice.hasFocus()
    ring.deleteLater()

"""Words at a field about what was typed into it, which a screen reader speaks as well."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QToolTip, QWidget

from evalgui.gui.look import GRID

_TIME_TO_READ = 10_000  # milliseconds


class FieldMessage(QLabel):
    """A note just above a field; it goes when something else is typed, or after a while."""

    def __init__(self, field: QWidget, name: str) -> None:
        super().__init__(field)
        self._field = field
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFrameShape(QFrame.Shape.Box)
        self.setMargin(GRID // 2)
        self.setAutoFillBackground(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._reading = QTimer(self)
        self._reading.setSingleShot(True)
        self._reading.setInterval(_TIME_TO_READ)
        self._reading.timeout.connect(self.take_back)
        self._is_said = False
        self._before = ""  # what the field says of itself

    def say(self, words: str) -> None:
        """Show words, and speak them."""
        if not self._is_said:
            self._before = self._field.accessibleDescription()
        self._is_said = True
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._dress()
        self.setText(words)
        self.adjustSize()
        corner = self._field.mapTo(window, QPoint(0, -self.height() - GRID // 4))
        if corner.y() < 0:
            corner = self._field.mapTo(window, QPoint(0, self._field.height() + GRID // 4))
        corner.setX(max(0, min(corner.x(), window.width() - self.width())))
        self.move(corner)
        self.show()
        self.raise_()
        self._reading.start()
        self._field.setAccessibleDescription(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, words))

    def take_back(self) -> None:
        """Hide what was said."""
        if self._is_said:
            self._is_said = False
            self._reading.stop()
            self.hide()
            self._field.setAccessibleDescription(self._before)

    def _dress(self) -> None:
        """Take the colours of the tool-tips of the day."""
        tips, palette = QToolTip.palette(), self.palette()
        for ours, theirs in (
            (QPalette.ColorRole.Window, QPalette.ColorRole.ToolTipBase),
            (QPalette.ColorRole.WindowText, QPalette.ColorRole.ToolTipText),
        ):
            palette.setColor(ours, tips.color(theirs))
        self.setPalette(palette)

"""A field over a number, in which another value is typed; Enter asks for it, Escape leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID
from evalgui.gui.panels.fields import LeavesUndo

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

_PLAIN = Qt.TextFormat.PlainText


class TypedField(LeavesUndo, QLineEdit):
    """The field: undo and redo are the program's, and Alt+L is no letter."""

    limit_toggled = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if is_alt and event.key() == Qt.Key.Key_L:
            self.limit_toggled.emit()
        else:
            super().keyPressEvent(event)


class AskingField(QFrame):
    """What is asked of a number, typed in place, over whatever shows it."""

    def __init__(self, window: QWidget, name: str) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName(name)
        self.setAccessibleName(tr("Ask for a number"))
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)  # of the frame, which is seen on any ground
        self.setAutoFillBackground(True)
        self._place = QRect()
        self._offers: list[QPushButton] = []
        self.prompt = QLabel()
        self.prompt.setTextFormat(_PLAIN)
        self.field = TypedField()
        self.field.setMinimumWidth(GRID * 10)
        self.prompt.setBuddy(self.field)
        self.note = _label("goal_note")
        self.message = _label("goal_message")
        self.note.hide()
        self.row = QHBoxLayout()
        self.row.setSpacing(GRID // 2)
        for widget in (self.prompt, self.field):
            self.row.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        self._column.setSpacing(GRID // 2)
        self._column.addLayout(self.row)
        self._column.addWidget(self.note)
        self._column.addWidget(self.message)
        self.field.textEdited.connect(self.forget_message)

    def ask(self) -> None:
        """Ask for what was typed, or say why that cannot be."""
        raise NotImplementedError

    def name(self, told: str) -> None:
        """Say what is asked for."""
        self.prompt.setText(told)
        self.field.setAccessibleName(told)
        self.fit()

    def explain(self, words: str) -> None:
        """Say below the field what will come of it."""
        self.note.setText(words)
        self.note.show()

    def open_at(self, place: QRect) -> None:
        """Lie over a number that stands at a place on the screen."""
        self._place = place
        self.forget_message()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.selectAll()

    def say(self, words: str) -> None:
        """Say something about what was typed; the field stays."""
        self.message.setText(words)
        self.message.show()
        self.field.setAccessibleDescription(" ".join(filter(None, (words, self.note.text()))))
        self.field.selectAll()
        self.fit()

    def say_why_not(self, why: str, offers: list[tuple[str, Callable[[], None]]]) -> None:
        """Say why no threshold does that, and offer what comes near: words, and what they do."""
        lead = tr(" These come near:") if offers else ""
        self.say_and_offer(f"{why[:1].upper()}{why[1:]}.{lead}", offers)

    def say_and_offer(self, told: str, offers: list[tuple[str, Callable[[], None]]]) -> None:
        """Say something about what was typed, and offer what can be done."""
        self.forget_message()
        self.say(told)
        for words, take in offers:
            self._offer(words, take)
        self.fit()

    def _offer(self, words: str, take: Callable[[], None]) -> None:
        def leave() -> None:
            self.hide()
            take()

        button = QPushButton(words)
        button.setObjectName(f"goal_offer_{len(self._offers)}")
        button.setAutoDefault(False)
        button.clicked.connect(leave)
        self._offers.append(button)
        self._column.addWidget(button)
        button.show()  # what is hidden has no size in `fit`

    def forget_message(self) -> None:
        """Say nothing more about what was typed before."""
        self.message.hide()
        self.message.setText("")
        self.field.setAccessibleDescription(self.note.text())
        for button in self._offers:
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._offers = []
        self.fit()

    def fit(self) -> None:
        """Lie over the number, on the screen where that is."""
        self._column.activate()
        available = self.screen().availableGeometry()
        size = self.sizeHint()
        size.setWidth(min(max(size.width(), GRID * 34), available.width()))
        if self.hasHeightForWidth():
            size.setHeight(self.heightForWidth(size.width()))  # its frame included
        corner = self._place.topLeft()
        right, bottom = available.right() - size.width(), available.bottom() - size.height()
        corner = QPoint(
            max(available.left(), min(corner.x(), right)),
            max(available.top(), min(corner.y(), bottom)),
        )
        self.setGeometry(QRect(corner, size))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.ask()
        elif event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(_PLAIN)
    label.setWordWrap(True)
    return label

"""Labels and buttons that give way where there is little room, and are heard in full."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from evalgui.gui.role_box import show_whole

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton as _Button
else:
    _Button = object  # the class of Qt comes second

_FEWEST_LETTERS = 8
_WITH_KEY = Qt.TextFlag.TextShowMnemonic


class ElidedLabel(QLabel):
    """One line of plain text, elided where there is no room for it."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._elides = elides
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().averageCharWidth() * _FEWEST_LETTERS
        whole = super().minimumSizeHint()
        return QSize(min(least, whole.width()), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._elides, room.width())
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter,
                room,
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                self.palette(),
                self.isEnabled(),
                shown,
                self.foregroundRole(),
            )


class _GivesWay(_Button):
    """A mixin, before a button of Qt: elided where there is no room, with all of it in its tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, self.sizePolicy().verticalPolicy())

    def minimumSizeHint(self) -> QSize:
        whole, takes = self.sizeHint(), self._width_of_text()
        least = self.fontMetrics().averageCharWidth() * _FEWEST_LETTERS
        return QSize(whole.width() - takes + min(least, takes), whole.height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and self._shown() != self.text():
            show_whole(self, re.sub("&(.)", r"\1", self.text()))
            return True
        return super().event(event)

    def _width_of_text(self) -> int:
        return self.fontMetrics().size(_WITH_KEY, self.text()).width()

    def _shown(self) -> str:
        room = self.width() - self.sizeHint().width() + self._width_of_text()
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room, _WITH_KEY
        )


class ElidedButton(_GivesWay, QToolButton):
    """A tool button that gives way where there is little room."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self._shown()
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)


class ElidedBox(_GivesWay, QCheckBox):
    """A check box that gives way where there is little room."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self._shown()
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_CheckBox, option)

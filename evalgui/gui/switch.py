"""A button that stays pressed, and looks it on every ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionToolButton

_PRESSED = 0.2  # of the letters in the ground of a button that is on


class Switch(QToolButton):
    """A button that is on or off: Fusion darkens one that is on, which nobody sees on black."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        if self.isChecked():
            role = QPalette.ColorRole
            ground, letters = (option.palette.color(one) for one in (role.Button, role.ButtonText))
            option.palette.setColor(role.Button, _mixed(ground, letters))


def _mixed(ground: QColor, letters: QColor) -> QColor:
    """Return a colour of the ground on which letters still stand out."""
    parts = (
        (ground.red(), letters.red()),
        (ground.green(), letters.green()),
        (ground.blue(), letters.blue()),
    )
    return QColor(*(round(one + _PRESSED * (other - one)) for one, other in parts))

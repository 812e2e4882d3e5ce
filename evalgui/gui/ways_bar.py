"""The answers to what a result asks, as buttons in the place of what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.texts import Style
    from evalgui.results.result import Way


class WaysBar(QWidget):
    """A button for each answer; hidden where nothing is asked."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ways: tuple[Way, ...] = ()
        self.buttons: list[QPushButton] = []
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(GRID, 0, GRID, 0)
        self._layout.setSpacing(GRID // 2)
        self._layout.addStretch(1)
        self.hide()

    def show_ways(self, ways: Sequence[Way], style: Style) -> None:
        """Offer some answers."""
        if [way.id for way in ways] != [way.id for way in self._ways]:
            for button in self.buttons:
                button.setParent(None)
                button.deleteLater()
            self.buttons = [self._button(place) for place in range(len(ways))]
        self._ways = tuple(ways)
        for way, button in zip(ways, self.buttons, strict=True):
            button.setObjectName(f"way_{way.id}")
            button.setText(way.name.told(style))
        self.setVisible(bool(ways))

    def fit(self, width: float) -> None:
        """Put the buttons below each other where they are wider than so many pixels."""
        self._layout.setDirection(QBoxLayout.Direction.LeftToRight)
        if self.sizeHint().width() > width:
            self._layout.setDirection(QBoxLayout.Direction.TopToBottom)

    def _button(self, place: int) -> QPushButton:
        button = QPushButton()
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.requested.emit(self._ways[place].request))
        self._layout.insertWidget(place, button)
        return button

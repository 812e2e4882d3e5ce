"""The sentence where nothing is to be seen yet: what to do, or what is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel

from evalgui.gui.look import text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

INVITATION = "Drop a file here, open a sample, or type data with File > New"


class Invitation(QLabel):
    """Words in the middle; while a file is being opened, nobody is asked to open one."""

    opening = Signal(bool)

    def __init__(self, sentence: str = INVITATION) -> None:
        super().__init__(sentence)
        self._sentence, self._opened = sentence, ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)

    def setText(self, sentence: str) -> None:
        """Say something else."""
        if sentence != self._sentence:
            self._sentence = sentence
            self._show()

    def show_opening(self, name: str) -> None:
        """Say that a file is being opened, "" where none is any longer."""
        self._opened = name
        self._show()
        self.opening.emit(bool(name))

    def _show(self) -> None:
        is_asked = self._sentence == INVITATION and bool(self._opened)
        ellipsis = "\N{HORIZONTAL ELLIPSIS}"
        super().setText(
            f"Opening {text.elided(self._opened)}{ellipsis}" if is_asked else self._sentence
        )


def show_opening(window: QWidget, name: str) -> None:
    """Say in all parts of a window that a file is being opened, "" where none is any longer."""
    for invitation in window.findChildren(Invitation):
        invitation.show_opening(name)

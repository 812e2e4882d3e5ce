"""What a widget says of itself, in words once somebody can ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable

_AT_THE_LATEST = 200  # milliseconds


class Described:
    """A mixin, before a widget of Qt, for one whose description is another in each frame of a drag.

    The words are found when they are asked for. Qt reads them without asking: while a screen
    reader or the like is there they are told at once, and else a moment later, so that one that
    begins finds them.
    """

    _description: Callable[[], str] | None = None  # that is not told yet
    _waiting: QTimer | None = None

    def describe(self, words: Callable[[], str]) -> None:
        """Say of the widget what a function returns by then."""
        is_awaited, self._description = self._description is not None, words
        if not is_awaited:
            self._wait()

    def accessibleDescription(self) -> str:
        """Return what the widget says of itself."""
        self._describe_now()
        return QWidget.accessibleDescription(cast("QWidget", self))

    def _wait(self) -> None:
        if QAccessible.isActive():
            self._describe_now()
            return
        if self._waiting is None:
            self._waiting = QTimer(cast("QWidget", self))
            self._waiting.setSingleShot(True)
            self._waiting.timeout.connect(self._describe_now)
        self._waiting.start(_AT_THE_LATEST)

    def _describe_now(self) -> None:
        words, self._description = self._description, None
        if words is not None:
            cast("QWidget", self).setAccessibleDescription(words())


def set_tip(widget: QWidget, words: str) -> None:
    """Give a widget a tip that shows words as they stand, and the same words as its description.

    Without a description of its own a screen reader is told the tip, which is HTML. What has no
    room in the tip is said where "What's This?" asks for it.
    """
    widget.setToolTip(text.tip(words))
    widget.setWhatsThis(text.whole(words))
    widget.setAccessibleDescription(words)

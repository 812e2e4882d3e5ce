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
_A_SECOND = 1000


class Described:
    """A mixin, before a widget of Qt, for one whose description is another in each frame of a drag.

    The words are found when they are asked for. Qt reads them without asking: while a screen
    reader or the like is there they are told at once, but no more than once a second, and else once
    nothing changes any more, so that one that begins finds them.
    """

    _description: Callable[[], str] | None = None  # that is not told yet
    _is_newer = False  # than when the time began
    _waiting: QTimer | None = None

    def describe(self, words: Callable[[], str], *, at_once: bool = False) -> None:
        """Say of the widget what a function returns by then; at once where a key asked for it."""
        is_awaited, self._description = self._description is not None, words
        self._is_newer = is_awaited
        if at_once and QAccessible.isActive():
            self._describe_now()
        elif not is_awaited:
            self._wait()

    def accessibleDescription(self) -> str:
        """Return what the widget says of itself."""
        self._describe_now()
        return QWidget.accessibleDescription(cast("QWidget", self))

    def _wait(self) -> None:
        is_listened_to = QAccessible.isActive()
        if self._waiting is None:
            self._waiting = QTimer(cast("QWidget", self))
            self._waiting.setSingleShot(True)
            self._waiting.timeout.connect(self._on_time)
        if is_listened_to and not self._waiting.isActive():
            self._describe_now()
        if not self._waiting.isActive():
            self._waiting.start(_A_SECOND if is_listened_to else _AT_THE_LATEST)

    def _on_time(self) -> None:
        is_listened_to, waiting = QAccessible.isActive(), self._waiting
        if self._description is None or waiting is None:
            return
        if is_listened_to or not self._is_newer:
            self._describe_now()
        self._is_newer = False
        if is_listened_to or self._description is not None:
            waiting.start(_A_SECOND if is_listened_to else _AT_THE_LATEST)

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

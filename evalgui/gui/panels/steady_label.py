"""Words that change without anything around them moving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from evalgui.gui.described import Described
from evalgui.gui.look import scaled_font, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QColor, QPaintEvent

_HINTED = 0.97  # of the room: small type is not exactly in proportion to large type


class SteadyLabel(Described, QWidget):
    """A text of some lines, as high as these and as wide as there is room; no layout follows it.

    Of a text that is too long the end is left out, and is in the tool-tip. One that shrinks is
    first written in smaller type, down to that of the text around it.
    """

    inset = 0
    """How many pixels are left free at both sides of the text."""

    def __init__(  # noqa: PLR0913 - all that a label is
        self,
        name: str,
        purpose: str,
        *,
        scale: float = 1.0,
        bold: bool = False,
        n_lines: int = 1,
        shrinks: bool = False,
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self._text = ""
        self._later: Callable[[], str] | None = None  # what returns the text, until it is needed
        self._colour: QColor | None = None
        self._scale, self._is_bold, self._n_lines = scale, bold, n_lines
        self._shrinks = shrinks
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._take_font()

    def text(self) -> str:
        """Return the whole text."""
        words, self._later = self._later, None
        if words is not None:
            self._text = words()
        return self._text

    def set_text(self, words: str) -> None:
        """Show other words."""
        if words != self.text():
            self.tell(lambda: words)

    def tell(self, words: Callable[[], str]) -> None:
        """Show what a function returns once it is painted, or somebody asks, as in a drag."""
        self._later = words
        self.describe(self.text)
        self.update()

    def set_lines(self, n_lines: int) -> None:
        """Give the text room for another number of lines."""
        if n_lines != self._n_lines:
            self._n_lines = n_lines
            self._take_font()
            self.update()

    @property
    def n_lines(self) -> int:
        """How many lines it has room for."""
        return self._n_lines

    @property
    def line_height(self) -> int:
        """How high one of them is."""
        return self._metrics.lineSpacing()

    def set_colour(self, colour: QColor) -> None:
        """Write in another colour."""
        self._colour = colour
        self.update()

    def _take_font(self) -> None:
        self._font = scaled_font(self.font(), self._scale, bold=self._is_bold)
        self._metrics = QFontMetrics(self._font)
        self.setFixedHeight(self._metrics.lineSpacing() * self._n_lines)

    def sizeHint(self) -> QSize:
        return QSize(self._metrics.averageCharWidth() * 12, self.minimumHeight())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._take_font()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = "\n".join(part for part in (self.text(), self.toolTip()) if part)
            QToolTip.showText(event.globalPos(), text.tip(tip), self)
            return True
        return super().event(event)

    def shown_font(self) -> QFont:
        """Return the font in which the text is written: a smaller one where it would not fit."""
        room, needed = self._room, self._metrics.horizontalAdvance(self.text())
        if not self._shrinks or needed <= room:
            return self._font
        least = 1 / self._scale
        font = QFont(self._font)
        font.setPointSizeF(font.pointSizeF() * max(least, room / needed * _HINTED))
        return font

    @property
    def _room(self) -> int:
        return self.width() - 2 * self.inset

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            font = self.shown_font()
            metrics = self._metrics if font is self._font else QFontMetrics(font)
            painter.setFont(font)
            painter.setPen(self._colour or self.palette().windowText().color())
            line, height = "", self._metrics.lineSpacing()
            left = self.text()
            for number in range(self._n_lines):
                is_last = number == self._n_lines - 1
                line, left = (left, "") if is_last else self._broken(left)
                shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, self._room)
                painter.drawText(
                    QPoint(self.inset, number * height + self._metrics.ascent()), shown
                )

    def _broken(self, words: str) -> tuple[str, str]:
        """Return the words that fit into a line, and those that are left."""
        if self._metrics.horizontalAdvance(words) <= self._room:
            return words, ""
        fitting = ""
        parts = words.split(" ")
        for place, part in enumerate(parts):
            longer = f"{fitting} {part}" if fitting else part
            if fitting and self._metrics.horizontalAdvance(longer) > self._room:
                return fitting, " ".join(parts[place:])
            fitting = longer
        return fitting, ""

"""Lines of text in a figure: wrapped to a width, never cut off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication

from evalgui.gui.figures.figure import UNITS_PER_INCH, USUAL_TEXT
from evalgui.gui.look import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

_BREAK = re.compile("[ \t]+")  # other spaces keep a number with its unit


def screen_dpi() -> float:
    """Return how many units of a widget the system takes for an inch."""
    return float(QGuiApplication.primaryScreen().logicalDotsPerInchY())


def drawing_font(family: str = "") -> QFont:
    """Return the font for which a figure is laid out: it is as wide at any scale."""
    font = QFont(QGuiApplication.font())
    if family:
        font.setFamilies([family])
    font.setPointSizeF(USUAL_TEXT / SMALL * UNITS_PER_INCH / screen_dpi())
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


class TextBlock:
    """Text in one font and colour, on as many lines as it needs at a width."""

    def __init__(
        self, words: str, font: QFont, colour: str, width: float, most_lines: int = 0
    ) -> None:
        self._font, self._colour = font, QColor(colour)
        self._metrics = QFontMetricsF(font)
        parts = [part.strip(" \t") for part in words.splitlines()]
        self.lines = [line for part in parts for line in self._wrapped(_BREAK.split(part), width)]
        if most_lines and len(self.lines) > most_lines:
            rest = " ".join(self.lines[most_lines - 1 :])
            elided = self._metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)
            self.lines = [*self.lines[: most_lines - 1], elided]

    @property
    def height(self) -> float:
        """How high all lines are together."""
        return len(self.lines) * self._metrics.height()

    def _wrapped(self, words: list[str], width: float) -> Iterator[str]:
        """Yield lines of words; a word that is longer than a line is parted."""
        line = ""
        for word in words:
            longer = f"{line} {word}" if line else word
            if self._metrics.horizontalAdvance(longer) <= width:
                line = longer
                continue
            if line:
                yield line
            line = word
            while len(line) > 1 and self._metrics.horizontalAdvance(line) > width:
                n = self._n_fitting(line, width)
                yield line[:n]
                line = line[n:]
        if line:
            yield line

    def _n_fitting(self, word: str, width: float) -> int:
        """Return how much of a word stands on a line: up to a hyphen, where it has one."""
        n = 1
        while n < len(word) and self._metrics.horizontalAdvance(word[: n + 1]) <= width:
            n += 1
        return word.rfind("-", 1, n) + 1 or n

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint the lines below a place."""
        painter.setFont(self._font)
        painter.setPen(self._colour)
        base = place + QPointF(0, self._metrics.ascent())
        for line in self.lines:
            painter.drawText(base, line)
            base += QPointF(0, self._metrics.height())

    def end(self) -> None:
        """Give nothing back: it holds nothing."""

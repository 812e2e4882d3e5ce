"""Names in the line above a plot, each with a sample: of those that have no room in the plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QFont, QPainter

    from evalgui.gui.plots.legend import Entry

_SAMPLE, _BESIDE, _BETWEEN = 12, 3, 8  # pixels
_LEAST = 36  # pixels of a name of which the end is left out
_THIN = 1.5


class NameRow:
    """Names of lines in one row, those of few in full, and of more as much as there is room for."""

    def __init__(self) -> None:
        self.entries: tuple[Entry, ...] = ()

    def take(self, entries: Sequence[Entry]) -> bool:
        """Take other names; return whether they are others."""
        if tuple(entries) == self.entries:
            return False
        self.entries = tuple(entries)
        return True

    @property
    def words(self) -> str:
        """All names in full."""
        return ", ".join(entry.name for entry in self.entries)

    def width(self, font: QFont) -> int:
        """Return the pixels that all names take in full."""
        metrics = QFontMetrics(font)
        names = sum(metrics.horizontalAdvance(entry.name) + 1 for entry in self.entries)
        return names + len(self.entries) * (_SAMPLE + _BESIDE + _BETWEEN) - _BETWEEN

    def shown(self, font: QFont, width: int) -> list[tuple[Entry, str, int]]:
        """Return which names stand in a row of some pixels, how, and how wide each may be.

        Names that are shorter than their share leave the rest of it to the others.
        """
        metrics, around = QFontMetrics(font), _SAMPLE + _BESIDE + _BETWEEN
        entries = self.entries[: max((width + _BETWEEN) // (_LEAST + around), 1)]
        left = width + _BETWEEN - len(entries) * around
        shares: dict[int, int] = {}
        needed = [metrics.horizontalAdvance(entry.name) + 1 for entry in entries]
        for done, number in enumerate(sorted(range(len(entries)), key=needed.__getitem__)):
            shares[number] = min(needed[number], left // (len(entries) - done))
            left -= shares[number]
        return [
            (entry, _fitted(entry.name, metrics, shares[number]), shares[number])
            for number, entry in enumerate(entries)
            if shares[number] >= min(_LEAST, needed[number])
        ]

    def paint(self, painter: QPainter, font: QFont, box: QRect) -> None:
        """Paint the names into a box, from its left."""
        x, middle = float(box.left()), box.center().y() + 0.5
        painter.setFont(font)
        for entry, name, width in self.shown(font, box.width()):
            pen = QPen(entry.pen)
            pen.setWidthF(max(pen.widthF(), _THIN))
            painter.setPen(pen)
            painter.drawLine(QLineF(x, middle, x + _SAMPLE, middle))
            painter.setPen(entry.pen.color())
            x += _SAMPLE + _BESIDE
            place = QRectF(x, box.top(), width, box.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            x += width + _BETWEEN


def _fitted(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name in some pixels: without what stands in brackets before its own end is cut."""
    bare, bracket, _more = name.rpartition(" (")
    is_shorter = bool(bracket) and name.endswith(")") and metrics.horizontalAdvance(name) > width
    return metrics.elidedText(bare if is_shorter else name, Qt.TextElideMode.ElideRight, width)

"""Heads of columns in two lines where a column is too narrow for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QStyle

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel
    from PySide6.QtGui import QFontMetrics
    from PySide6.QtWidgets import QStyleOptionHeader, QWidget

_HORIZONTAL = Qt.Orientation.Horizontal
_ENDS = " _-/"  # letters after which a name may go on in the next line
_BEFORE_MARK = "\N{FIGURE SPACE}"  # which Qt keeps at the end of any line
_LOOKED_AT = 8  # columns that decide how high the heads are: the first of thousands


class WrappedHeads(QHeaderView):
    """As high as the heads of the first columns need; a name is elided only where two lines are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_HORIZONTAL, parent)
        self.setSectionsClickable(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # Qt would take two lines for one
        self.sortIndicatorChanged.connect(self._make_room_for_mark)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.headerDataChanged.connect(self.geometriesChanged)

    def sizeHint(self) -> QSize:
        if not self.count():
            return super().sizeHint()
        columns = map(self.logicalIndex, range(min(self.count(), _LOOKED_AT)))
        hints = [self.sectionSizeFromContents(one) for one in columns]  # Qt would ask two hundred
        more = self.fontMetrics().lineSpacing() if self._needs_two_lines() else 0
        return QSize(hints[0].width(), max(hint.height() for hint in hints) + more)

    def shown(self, column: int) -> str:
        """Return the head of a column as it is written: in two lines, or elided."""
        parted = self._parted(column) if self._needs_two_lines() else ""
        if "\n" in parted:
            return parted
        words, metrics, room = self._words(column), self.fontMetrics(), self._room(column)
        is_cut = metrics.horizontalAdvance(words) > room
        return elided(words, metrics, room - self._mark(column) if is_cut else room)

    def narrowest(self, column: int, words: str) -> int:
        """Return the width that a head needs, with the mark of sorting where it has it."""
        return width_of(words, self.fontMetrics()) + 2 * self._margin() + self._mark(column)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:
        super().initStyleOptionForIndex(option, logicalIndex)
        option.text = self.shown(logicalIndex)
        if self._mark(logicalIndex) and option.textAlignment & Qt.AlignmentFlag.AlignRight:
            lines = option.text.split("\n")  # Qt would write them into the mark
            option.text = "\n".join(f"{line}{_BEFORE_MARK}" for line in lines)

    def _make_room_for_mark(self, column: int) -> None:
        """Widen a column where the mark has no room beside all that its head said without it."""
        if not 0 <= column < self.count() or self.isSectionHidden(column):
            return
        told = in_two_lines(self._words(column), self.fontMetrics(), self._room(column))
        width, needed = self.sectionSize(column), self.narrowest(column, told)
        if needed > width and not told.endswith("\N{HORIZONTAL ELLIPSIS}"):
            self.resizeSection(column, needed)

    def _needs_two_lines(self) -> bool:
        columns = map(self.logicalIndex, range(min(self.count(), _LOOKED_AT)))
        return any("\n" in self._parted(one) for one in columns if not self.isSectionHidden(one))

    def _words(self, column: int) -> str:
        return str(self.model().headerData(column, _HORIZONTAL) or "")

    def _parted(self, column: int) -> str:
        """Return a head in two lines, where it needs them: the mark of sorting stands beside."""
        room = self._room(column) - self._mark(column)
        return in_two_lines(self._words(column), self.fontMetrics(), room)

    def _mark(self, column: int) -> int:
        """Return how much room the mark of sorting takes: none where it is not shown."""
        if not self.isSortIndicatorShown() or self.sortIndicatorSection() != column:
            return 0
        return self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMarkSize, None, self)

    def _room(self, column: int) -> int:
        return self.sectionSize(column) - 2 * self._margin()

    def _margin(self) -> int:
        return self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, self)


def in_two_lines(words: str, metrics: QFontMetrics, room: int) -> str:
    """Return a name in one line if it fits, else in two: the first holds as much as it can.

    It ends between two words, such as a name and its unit, where both lines then fit.
    """
    advance = metrics.horizontalAdvance
    if advance(words) <= room:
        return words
    ends = [place for place in range(len(words) - 1, 0, -1) if words[place - 1] in _ENDS]
    fitting = [place for place in ends if advance(words[:place].rstrip()) <= room]
    if not fitting:
        return elided(words, metrics, room)
    whole = (end for end in fitting if words[end - 1] == " " and advance(words[end:]) <= room)
    place = next(whole, fitting[0])
    return f"{words[:place].rstrip()}\n{elided(words[place:], metrics, room)}"


def in_halves(words: str, metrics: QFontMetrics) -> str:
    """Return a name in the two lines that need the least width, or in one where it has one word."""
    places = (place for place in range(1, len(words)) if words[place - 1] in _ENDS)
    parted = (f"{words[:place].rstrip()}\n{words[place:]}" for place in places)
    return min([words, *parted], key=lambda told: width_of(told, metrics))


def width_of(words: str, metrics: QFontMetrics) -> int:
    """Return the width of the widest line."""
    return max(map(metrics.horizontalAdvance, words.split("\n")))


def elided(words: str, metrics: QFontMetrics, room: int) -> str:
    """Return as much of a name as fits, by its width in whole pixels as everywhere else."""
    if metrics.horizontalAdvance(words) <= room:
        return words  # Qt would elide it for a part of a pixel
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)

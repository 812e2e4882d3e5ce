"""A range of scores that is brushed with a key held, and those that are selected."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from evalgui.core.selection import Between, Joined, ScoreRange
from evalgui.core.thresholds import limit

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.grey_zone_line import PlotOfScores
    from evalgui.gui.plots.threshold_line import ThresholdLine

_KEYS = {
    Qt.KeyboardModifier.ShiftModifier: Joined.OR,
    Qt.KeyboardModifier.ControlModifier: Joined.AND,
    Qt.KeyboardModifier.AltModifier: Joined.WITHOUT,
}
_OPACITY = 0.10
_LEAST = 3.0  # pixels: less is no range


class Brush:
    """Shift adds a range to what is selected, Ctrl keeps what is in both, Alt takes it away."""

    def __init__(self, line: ThresholdLine, plot: PlotOfScores) -> None:
        self._line, self._plot = line, plot
        self.item = QGraphicsPathItem(plot.underlay)
        self.item.setPen(QPen(Qt.PenStyle.NoPen))
        self.item.hide()
        self._held: tuple[float, float] | None = None  # where it began, and where it is, in pixels
        self._how = Joined.OR

    @property
    def is_held(self) -> bool:
        """Whether a range is being brushed."""
        return self._held is not None

    def recolour(self, theme: Theme) -> None:
        """Set the colour."""
        ground = QColor(theme.text)
        ground.setAlphaF(_OPACITY)
        self.item.setBrush(QBrush(ground))

    def take(self, position: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin a range where one of its keys is held; return whether it began."""
        how = next((how for key, how in _KEYS.items() if modifiers & key), None)
        inside = 0 <= position.y() <= self._plot.viewport.height
        if how is None or not inside or self._plot.snapshot.point is None:
            return False
        self._how, self._held = how, (position.x(), position.x())
        return True

    def move(self, position: QPointF) -> None:
        """Reach to another place."""
        if self._held is not None:
            self._held = (self._held[0], position.x())
            self.show()

    def let_go(self) -> tuple[float, float, str] | None:
        """Return the range from its lower to its upper end, and how it is joined; None for none."""
        held, self._held = self._held, None
        self.show()
        if held is None or abs(held[1] - held[0]) < _LEAST:
            return None
        ends = [one for one in map(self._line.threshold_at, held) if one is not None]
        return (min(ends), max(ends), self._how.value) if len(ends) > 1 else None

    def show(self) -> None:
        """Shade the ranges of scores that are selected, and the one that is being brushed."""
        path, height = QPainterPath(), self._plot.viewport.height
        for left, right in self._ranges():
            path.addRect(QRectF(left, 0, max(right - left, 1.0), height))
        is_any = not path.isEmpty()
        if is_any or self.item.isVisible():
            self.item.setPath(path)
            self.item.setVisible(is_any)

    def _ranges(self) -> list[tuple[float, float]]:
        snapshot, width = self._plot.snapshot, self._plot.viewport.width
        ends = [] if self._held is None else [tuple(sorted(self._held))]
        for one in _ends(snapshot):
            left, right = sorted(map(self._line.x_of, one))
            if not math.isnan(left):  # thresholds may stand nowhere
                ends.append((left, right))
        clipped = [(max(0.0, left), min(width, right)) for left, right in ends]
        return [(left, right) for left, right in clipped if left <= right]


def _ends(snapshot: Snapshot) -> list[tuple[float, float]]:
    """Return the ranges of scores that the terms of the selection name."""
    score = snapshot.score
    if score is None:
        return []
    found = []
    for part in snapshot.choices.selection.parts:
        if isinstance(part.term, ScoreRange):
            found.append((part.term.low, part.term.high))
        elif isinstance(part.term, Between):
            found.append((limit(part.term.one, score), limit(part.term.other, score)))
    return found

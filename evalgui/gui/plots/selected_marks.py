"""Selected rows on a plot: ticks along an axis of scores, dots on curves, rings around dots."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.highlight import UNLIT, Run
from evalgui.gui.isolation import apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_LEVEL = 23
_CELL = 2.0  # pixels: of what falls into one cell, one is drawn
_MANY = 20_000  # operating points; more are looked at between edges alone
_REACH = 8.0  # pixels that a mark covers at most around its place
_CLEAR = 1 << 20  # more than any number of cells across a screen


class Look(Enum):
    """How a row is marked."""

    TICK = auto()
    DASH = auto()
    DOT = auto()
    RING = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where rows of a run lie on a plot, in pixels, by the steps that call them, ascending."""

    look: Look
    steps: NDArray[np.integer]
    x: NDArray[np.float64]
    y: NDArray[np.float64]


class PlotOfRows(Protocol):
    """A plot that knows where rows lie on it."""

    snapshot: Snapshot
    theme: Theme
    viewport: Viewport

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where the rows of a run are to be marked; nowhere on some kinds of plots."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Marks of one look, of which a part is shown at each operating point."""

    run: Run
    places: Places
    colour: QColor
    is_picked: bool

    def bounds(self, row: int, other: int) -> QRectF:
        """Return what is seen at one of two operating points alone."""
        if self.run.while_called is None:
            return QRectF()
        first, last = sorted(self._after(one) for one in (row, other))
        x, y = self.places.x[first:last], self.places.y[first:last]
        if not len(x):
            return QRectF()
        corner, other_corner = QPointF(x.min(), y.min()), QPointF(x.max(), y.max())
        return QRectF(corner, other_corner).adjusted(-_REACH, -_REACH, _REACH, _REACH)

    def _after(self, row: int) -> int:
        return int(self.places.steps.searchsorted(row, "right"))

    def seen(self, row: int, exposed: QRectF) -> list[tuple[float, float]]:
        """Return the places that are marked at an operating point, as far as they are exposed."""
        part = slice(None)
        if self.run.while_called is not None:
            first = self._after(row)
            part = slice(first) if self.run.while_called else slice(first, None)
        x, y = self.places.x[part], self.places.y[part]
        inside = (x > exposed.left() - _REACH) & (x < exposed.right() + _REACH)
        inside &= (y > exposed.top() - _REACH) & (y < exposed.bottom() + _REACH)
        return list(zip(x[inside].tolist(), y[inside].tolist(), strict=True))


class SelectedMarks(QGraphicsItem):
    """The marks of all rows that stand out, of which those of one operating point are seen."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(_LEVEL)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.groups: tuple[Group, ...] = ()
        self._row = -1
        self._room = QRectF()
        self._ground = QColor()
        self.hide()

    def show_groups(self, groups: Iterable[Group], row: int, room: QRectF, ground: str) -> None:
        """Show other marks, in a view of another size."""
        self.prepareGeometryChange()
        self.groups, self._row = tuple(groups), row
        self._room, self._ground = room, QColor(ground)
        self.setVisible(bool(self.groups))
        self.update()

    def set_row(self, row: int) -> None:
        """Show what is selected at another operating point."""
        before, self._row = self._row, row
        for group in self.groups:
            changed = group.bounds(before, row)
            if not changed.isNull():
                self.update(changed)

    def seen(self) -> list[tuple[Look, float, float]]:
        """Return the look and the place of each mark that is shown."""
        return [
            (group.places.look, x, y)
            for group in self.groups
            for x, y in group.seen(self._row, self._room)
        ]

    def boundingRect(self) -> QRectF:
        return self._room.adjusted(-_REACH, -_REACH, _REACH, _REACH)

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in self.groups:
            places = group.seen(self._row, QRectF(option.exposedRect))
            if places:
                self._paint(painter, group, places)

    def _paint(
        self, painter: QPainter, group: Group, places: Iterable[tuple[float, float]]
    ) -> None:
        look, strong = group.places.look, group.is_picked
        if look in {Look.TICK, Look.DASH}:
            painter.setPen(QPen(group.colour, 2.5 if strong else 1.5))
            half = 6.0 if strong else 4.0
            across, along = (half, 0.0) if look is Look.DASH else (0.0, half)
            painter.drawLines(
                [QLineF(x - across, y - along, x + across, y + along) for x, y in places]
            )
            return
        radius = 4.5 if strong else 3.5
        painter.setPen(QPen(self._ground, 1.0))
        painter.setBrush(group.colour)
        if look is Look.RING:
            radius += 1.0
            painter.setPen(QPen(group.colour, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in places:
            painter.drawEllipse(QPointF(x, y), radius, radius)


class SelectedRows:
    """Marks the rows of a snapshot that stand out: those selected, and those picked in the table.

    What is shown at one operating point is a part of what is placed for the view, so that a
    dragged frame looks at no row.
    """

    def __init__(self, plot: PlotOfRows, parent: QGraphicsItem) -> None:
        self._plot = plot
        self.item = SelectedMarks(parent)

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots in the same view."""
        if new.lit is not old.lit or new.ranking is not old.ranking:
            self.place()
        elif new.lit is not UNLIT and new.point is not old.point and new.point is not None:
            self.item.set_row(new.point.row)

    def place(self) -> None:
        """Place all marks for another view or in other colours."""
        plot, item = self._plot, self.item
        snapshot, viewport = plot.snapshot, plot.viewport
        groups: list[Group] = []
        if self._can_be_placed:
            groups = [*self._groups(is_picked=False), *self._groups(is_picked=True)]
        if groups or item.groups:
            room = QRectF(0, 0, viewport.width, viewport.height)
            row = -1 if snapshot.point is None else snapshot.point.row
            item.show_groups(groups, row, room, plot.theme.base)

    @property
    def _can_be_placed(self) -> bool:
        snapshot = self._plot.snapshot
        return snapshot.ranking is not None and snapshot.point is not None

    def _groups(self, *, is_picked: bool) -> list[Group]:
        plot = self._plot
        lit, theme = plot.snapshot.lit, plot.theme
        highlight = lit.picked if is_picked else lit.selected
        colours = (theme.positive, theme.negative, theme.text)
        found = []
        for run in () if highlight is None else highlight.runs:
            for places in plot.places_of(run):
                thin = thinned(places, run, plot.viewport)
                if len(thin.steps):
                    is_of_class = thin.look is Look.DOT and not is_picked
                    colour = QColor(colours[run.kind] if is_of_class else theme.text)
                    found.append(Group(run, thin, colour, is_picked))
        return found


def thinned(places: Places, run: Run, viewport: Viewport) -> Places:
    """Return those of some places that are in view, one for each cell of two pixels.

    It is the one that is seen at all operating points at which any of its cell is: what is
    drawn covers the same cells as all would, wherever the threshold is.
    """
    x, y = places.x, places.y
    seen = np.flatnonzero(
        (x >= 0) & (x <= viewport.width) & (y >= 0) & (y <= viewport.height)
    )  # NaN is nowhere
    if run.while_called is False:
        seen = seen[::-1]
    cells = (x[seen] // _CELL).astype(np.int64) * _CLEAR + (y[seen] // _CELL).astype(np.int64)
    _cells, first = np.unique(cells, return_index=True)
    kept = np.sort(seen[first])
    return Places(places.look, places.steps[kept], x[kept], y[kept])


def steps_between(run: Run, edges: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return the steps of a run; of very many, the first and the last between any two edges.

    Parameters
    ----------
    run
        Whose steps.
    edges : (m,) array of int
        Rows of the steps, ascending, such as those at the borders of pixels.
    """
    steps = run.steps
    if len(steps) <= _MANY:
        return steps
    places = np.searchsorted(steps, edges)
    filled = places[1:] > places[:-1]
    ends = np.concatenate([places[:-1][filled], places[1:][filled] - 1])
    return np.asarray(steps[np.unique(ends)])


def edges_along(
    steps: Steps, scale: AxisScale, ends: tuple[float, float], pixels: float
) -> NDArray[np.integer]:
    """Return the rows of the steps at the borders of the pixels along an axis of scores.

    Parameters
    ----------
    steps
        All of them.
    scale, ends, pixels
        The axis, what is seen of it in coordinates of the view, and on how many pixels.
    """
    borders = scale.from_view(np.linspace(*ends, max(2, round(pixels) + 1)))
    return np.asarray(np.unique(steps.rows_at(borders)))

"""Many lines as one picture, which the background makes where that takes long; which is nearest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from pyqtgraph import arrayToQPath
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from evalgui.core.errors import CancelledError
from evalgui.core.languages import tr
from evalgui.gui.isolation import apart
from evalgui.gui.plots.lines import NOWHERE, in_viewport
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QPen

    from evalgui.core.curves.scales import Viewport
    from evalgui.results.picture import Line, Points


_AT_ONCE = 8_000  # points that are drawn before the next frame; more take the background
_A_LINE = 100  # points that take as long as beginning a line does
_A_POINT = 100  # points that are looked at while one is drawn
_A_COLUMN = 4  # points that a line has at most in a column of pixels


@dataclass(frozen=True, slots=True, eq=False)
class LinesToDraw:
    """Which lines to draw, and how."""

    lines: Mapping[int, Line]
    pens: Mapping[int, QPen]
    viewport: Viewport
    pixel_ratio: float = 1.0
    is_figure: bool = False
    is_monotone: bool = True  # whether none turns: else every vertex is looked at

    @property
    def finer(self) -> Viewport:
        """What is seen, on device pixels."""
        return replace(self.viewport, width=max(1.0, self.viewport.width * self.pixel_ratio))

    @property
    def effort(self) -> int:
        """How much there is to draw, in points."""
        most = round(_A_COLUMN * self.finer.width)
        sizes = [line.n for line in self.lines.values()]
        looks = 0 if self.is_monotone else sum(sizes) // _A_POINT
        return looks + sum(_A_LINE + min(size, most) for size in sizes)


@dataclass(frozen=True, slots=True, eq=False)
class DrawnLines:
    """Lines in pixels of a viewport, by their numbers, and a picture of them but for a figure."""

    viewport: Viewport = NOWHERE
    lines: Mapping[int, Points] = field(default_factory=dict)
    pens: Mapping[int, QPen] = field(default_factory=dict)
    image: QImage | None = None


def draw(wanted: LinesToDraw, is_cancelled: Callable[[], bool] = lambda: False) -> DrawnLines:
    """Draw lines, in any thread."""
    lines: dict[int, Points] = {}
    image, finer = None if wanted.is_figure else _blank(wanted), wanted.finer
    painter = None if image is None else QPainter(image)
    try:
        for number, line in wanted.lines.items():
            if is_cancelled():
                message = tr("drawing was cancelled")
                raise CancelledError(message)
            x, y = line.vertices(finer)
            lines[number] = in_viewport(x, y, wanted.viewport, is_figure=wanted.is_figure)
            if painter is not None:
                _paint_line(painter, lines[number], wanted.pens[number])
    finally:
        if painter is not None:
            painter.end()
    return DrawnLines(wanted.viewport, lines, wanted.pens, image)


def _blank(wanted: LinesToDraw) -> QImage:
    """Return an empty picture of the viewport."""
    ratio, viewport = wanted.pixel_ratio, wanted.viewport
    size = max(1, round(viewport.width * ratio)), max(1, round(viewport.height * ratio))
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _paint_line(painter: QPainter, line: Points, pen: QPen) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.drawPath(arrayToQPath(*line, connect="finite"))


class ManyLinesItem(QGraphicsObject):
    """A picture of lines. While the next one is being made the last one is moved and stretched."""

    changed = Signal()

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.drawn = DrawnLines()
        self._viewport = NOWHERE
        self._tasks = Tasks(self, tr("the curves"))

    @property
    def is_drawing(self) -> bool:
        """Whether another picture is being made."""
        return self._tasks.is_busy

    def show_lines(self, wanted: LinesToDraw) -> None:
        """Draw lines: at once where they are few, and else in the background."""
        if wanted.is_figure or wanted.effort <= _AT_ONCE:
            self._tasks.cancel()
            self._show(draw(wanted))
            return
        self._tasks.start(
            lambda task: draw(wanted, task.is_cancelled),
            on_success=self._show,
            on_failure=lambda _error: None,  # there is nothing that could
            on_end=lambda: None,
        )

    def clear(self) -> None:
        """Show no line."""
        self._tasks.cancel()
        self._show(DrawnLines())

    def set_viewport(self, viewport: Viewport) -> None:
        """Follow the view until the lines are drawn for it."""
        self.prepareGeometryChange()
        self._viewport = viewport
        self.update()

    def shut_down(self) -> None:
        """End the work in the background."""
        self._tasks.shut_down()

    def _show(self, drawn: DrawnLines) -> None:
        self.drawn = drawn
        self.update()
        self.changed.emit()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._viewport.width, self._viewport.height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        drawn = self.drawn
        if drawn.image is None:
            for number, line in drawn.lines.items():
                _paint_line(painter, line, drawn.pens[number])
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        if drawn.viewport == self._viewport:
            painter.drawImage(0, 0, drawn.image)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._place_of(drawn.viewport), drawn.image)
        painter.restore()

    def _place_of(self, viewport: Viewport) -> QRectF:
        """Return where what was seen in another frame is now."""
        left, top = self._viewport.pixels(viewport.left, viewport.top)
        right, bottom = self._viewport.pixels(viewport.right, viewport.bottom)
        return QRectF(left, top, right - left, bottom - top)


class LineFinder:
    """All segments of some lines in a few arrays, so that a look at them takes no loop."""

    def __init__(self, lines: Mapping[int, Points]) -> None:
        self._lines = lines
        self._segments: tuple[NDArray[np.float64], ...] | None = None
        self._owners = np.zeros(0, dtype=np.intp)

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """Return the line nearest to a place in pixels, None where none is near enough."""
        if self._segments is None:
            self._segments = self._gather()
        left, right, low, high, _, _, _, _ = self._segments
        near = np.flatnonzero(
            (left <= x + within)
            & (right >= x - within)
            & (low <= y + within)
            & (high >= y - within)
        )
        if len(near) == 0:
            return None
        begin_x, begin_y, step_x, step_y = (part[near] for part in self._segments[4:])
        squared = step_x**2 + step_y**2
        along = (x - begin_x) * step_x + (y - begin_y) * step_y
        along = np.clip(along / np.where(squared > 0, squared, 1.0), 0.0, 1.0)
        away = np.hypot(begin_x + along * step_x - x, begin_y + along * step_y - y)
        best = int(np.argmin(away))
        return int(self._owners[near[best]]) if away[best] <= within else None

    def _gather(self) -> tuple[NDArray[np.float64], ...]:
        """Return the bounds of each segment, where it begins, and how far it goes."""
        found, owners = [], []
        for number, (x, y) in self._lines.items():
            if len(x) < 2:  # a segment has two ends
                continue
            parts = np.stack([x[:-1], y[:-1], x[1:], y[1:]])
            parts = parts[:, np.isfinite(parts).all(axis=0)]
            found.append(parts)
            owners.append(np.full(parts.shape[1], number, dtype=np.intp))
        if not found:
            return tuple(np.zeros(0) for _ in range(8))
        begin_x, begin_y, end_x, end_y = np.concatenate(found, axis=1)
        self._owners = np.concatenate(owners)
        return (
            np.minimum(begin_x, end_x),
            np.maximum(begin_x, end_x),
            np.minimum(begin_y, end_y),
            np.maximum(begin_y, end_y),
            begin_x,
            begin_y,
            end_x - begin_x,
            end_y - begin_y,
        )

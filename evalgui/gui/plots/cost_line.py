"""The line of equal cost through the operating point, whose slope is dragged by a ring."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from evalgui.core.languages import tr
from evalgui.core.requests import DragNumber, SetParameters
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots.drag_mark import Pill
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.on_curve import OnCurve
from evalgui.gui.plots.status_tip import BETWEEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.results.geometry import Box

_LEVEL, _RADIUS = 23, 6.5  # below rules and the operating point; pixels
_AWAY = 60.0  # pixels from the operating point to the ring
_REACH = 9.0
_FLATTEST = 0.01  # slope to which it can be dragged; the steepest is one over it
_HINT = BETWEEN.join((tr("Drag to change what one missed is worth"), tr("Esc: back to the start")))


class CostLine(OnCurve):
    """Where thresholds would cost as much as this one does, and a ring that turns it.

    It goes through the operating point with the slope (1 - p) / p H / B, where the prevalence is
    known and costs make sense. On its other side all costs less, or more.
    """

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.line = QGraphicsPathItem(self.plot.overlay)
        self.line.setZValue(_LEVEL)
        self.ring = Marker(self.plot.overlay, Shape.CIRCLE, _RADIUS, _LEVEL + 1)
        self.ring.is_hollow = True
        self.name = Pill(self.plot.overlay)
        self._is_held = False
        self._side = -1.0  # of the operating point on which the ring lies: -1 for the left
        self._hide()

    def _hide(self) -> None:
        for item in (self.line, self.ring, self.name):
            item.hide()

    # ------------------------------------------------------------------------- shown

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the operating point, prevalence and costs, and whether it is wanted."""
        if new.choices.has_cost_line or old.choices.has_cost_line:
            self.place()

    def place(self) -> None:
        """Draw the line as far as it is seen; none where no slope is known."""
        at, slope = self._at, self._slope
        if not self.plot.viewport.has(*at) or math.isnan(slope):
            self._hide()
            return
        seen, (along, up) = self.plot.viewport, self._direction(slope)
        path, ends = QPainterPath(), []
        for side in (-1.0, 1.0):
            across = seen.width - at[0] if side > 0 else at[0]
            high = at[1] if side > 0 else seen.height - at[1]
            ends.append(side * min(across / along, high / -up))  # it always rises
        path.moveTo(at[0] + ends[0] * along, at[1] + ends[0] * up)
        path.lineTo(at[0] + ends[1] * along, at[1] + ends[1] * up)
        self.line.setPath(path)
        rooms = -ends[0], ends[1]
        if not self._is_held:
            is_left = rooms[0] >= min(_AWAY + 2 * _RADIUS, rooms[1])
            self._side = -1.0 if is_left else 1.0
        away = self._side * min(_AWAY, max(rooms[self._side > 0] - 2 * _RADIUS, 0.0))
        ring = QPointF(at[0] + away * along, at[1] + away * up)
        self.ring.show_at(ring.x(), ring.y())
        self.ring.setVisible(not self.plot.is_figure)
        self.line.show()
        self._name(ring)

    def _name(self, ring: QPointF) -> None:
        """Say what the line stands for, beside the ring, while it is held, and in a figure."""
        if not (self._is_held or self.plot.is_figure):
            self.name.hide()
            return
        room = self.plot.viewport.width, self.plot.viewport.height
        self.name.say((self._told,), room[0])
        self.name.stand_beside(ring, room)

    @property
    def _told(self) -> str:
        from evalgui.core.consequences.people import ratio_of

        ratio = text.ratio(ratio_of(self.plot.snapshot.inputs.parameters))
        return tr(
            "Equal cost where one missed = {ratio} {false_alarms}",
            ratio=ratio,
            false_alarms=text.false_alarms(self.plot.words),
        )

    @property
    def _at(self) -> tuple[float, float]:
        point = self.plot.snapshot.point
        if point is None or not self.plot.snapshot.choices.has_cost_line:
            return math.nan, math.nan
        return self.curves.pixels_of(point.counts, point.threshold)

    @property
    def _odds(self) -> float:
        """Return what a slope times its ratio of costs comes to; NaN without a prevalence."""
        from evalgui.core.consequences.people import slope_of_equal_cost
        from evalgui.results.topics.people import prevalence_of

        share = prevalence_of(self.plot.snapshot)
        return math.nan if share is None else slope_of_equal_cost(share.value, 1.0)

    @property
    def _slope(self) -> float:
        from evalgui.core.consequences.people import ratio_of

        return self._odds / ratio_of(self.plot.snapshot.inputs.parameters)

    @property
    def _units(self) -> tuple[float, float]:
        """How many pixels to the right, and up, all of a rate is."""
        plot = self.plot
        places = [(scale.place(0.0), scale.place(1.0)) for scale in (plot.x_scale, plot.y_scale)]
        (left, right), (low, high) = places
        across = plot.viewport.x_pixels(right) - plot.viewport.x_pixels(left)
        return across, plot.viewport.y_pixels(low) - plot.viewport.y_pixels(high)

    def _direction(self, slope: float) -> tuple[float, float]:
        """Return which way a slope goes to the right on the screen, in pixels, one long."""
        across, along = self._units
        length = math.hypot(across, slope * along)
        return across / length, -slope * along / length

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        theme = self.plot.theme
        pen = QPen(QColor(theme.faint_text), 1.2)
        pen.setDashPattern([5.0, 3.0])
        self.line.setPen(pen)
        self.ring.recolour(theme.text, theme.base)
        self.name.dress(theme, scaled_font(self.plot.font(), SMALL))

    def moving(self) -> Sequence[Box]:
        """Return where the ring is."""
        return self.ring.boxes if self.plot.snapshot.choices.has_cost_line else ()

    # -------------------------------------------------------------------------- hand

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return a hand over the ring."""
        away = position - self.ring.pos()
        is_near = self.ring.isVisible() and math.hypot(away.x(), away.y()) <= _REACH
        return Qt.CursorShape.OpenHandCursor if is_near else None

    def hint_at(self, position: QPointF) -> str:
        """Return what the ring is for."""
        return "" if self.cursor_at(position) is None else _HINT

    def words_at(self, position: QPointF | None) -> str | None:
        """Return what the line stands for, over its ring."""
        is_here = position is not None and self.cursor_at(position) is not None
        return self._told if is_here else None

    @property
    def is_held(self) -> bool:
        """Whether the ring is."""
        return self._is_held

    def press(self, position: QPointF) -> bool:
        """Take hold of the ring; return whether it is here."""
        self._is_held = self.cursor_at(position) is not None
        return self._is_held

    def double_press(self, position: QPointF) -> bool:
        """Take hold, as once."""
        return self.press(position)

    def drag(self, position: QPointF) -> None:
        """Ask for the costs with which the line goes through a place."""
        (x, y), (across, along) = self._at, self._units
        if not self._is_held or math.isnan(x):
            return
        right = (position.x() - x) * self._side / across
        up = (y - position.y()) * self._side / along
        if max(right, up) <= 0:
            return
        slope = up / right if right > 0 else math.inf
        self._ask(self._odds / min(max(slope, _FLATTEST), 1 / _FLATTEST))

    def _ask(self, ratio: float) -> None:
        """Ask for a ratio of costs in two digits."""
        from evalgui.core.consequences.people import with_ratio

        ratio = round(ratio, 1 - math.floor(math.log10(ratio)))
        given = with_ratio(self.plot.snapshot.inputs.parameters, ratio)
        self.plot.ask(DragNumber(SetParameters(given)))

    def let_go(self) -> bool:
        """Hold nothing any more; return whether it was held."""
        was_held, self._is_held = self._is_held, False
        if was_held:
            self.place()
        return was_held

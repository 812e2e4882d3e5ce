"""How uncertain a curve is: intervals of its operating point, and bands of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsRectItem

from evalgui.core.curves.scales import padded
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.lines import Line, LinesItem
from evalgui.results.geometry import outlines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QGraphicsItem

    from evalgui.core.bands.band import Band
    from evalgui.core.curves import Curve
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.measured import Interval
    from evalgui.core.resampled import Resampled
    from evalgui.gui.plots.lines import Drawn


_FILL, _STROKE = 0.16, 0.7  # how opaque a pointwise band is, and the edges of a joint one
_DOTS, _DOTTED = [1.0, 3.0], 1.2
_KINDS = {False: tr("pointwise"), True: tr("joint")}


class Frame(NamedTuple):
    """Where values are on a plot."""

    viewport: Viewport
    x_scale: AxisScale
    y_scale: AxisScale

    @property
    def room(self) -> tuple[float, float]:
        """How many pixels are seen from left to right, and from top to bottom."""
        return self.viewport.width, self.viewport.height

    def x_limits(self, interval: Interval | None) -> Limits | None:
        """Return the limits of an interval in pixels from the left, None where there are none."""
        return _limits(interval, self.x_scale.place, self.viewport.x_pixels)

    def y_limits(self, interval: Interval | None) -> Limits | None:
        """Return them in pixels from the top."""
        return _limits(interval, self.y_scale.place, self.viewport.y_pixels)


class UncertaintyMarks:
    """Places what shows it; everything lies behind the lines."""

    def __init__(self, underlay: QGraphicsItem) -> None:
        self.bands = LinesItem(underlay, 0)
        self.mark = IntervalMark(underlay, 1)
        self.is_of_before = False  # what is shown will be replaced

    def show_point(
        self,
        curve: Curve,
        frame: Frame,
        at: tuple[float, float],
        found: Sequence[Interval | None],
        is_of_before: bool = False,  # noqa: FBT001, FBT002 - as `Found` has it
    ) -> None:
        """Show where the operating point at a place may truly lie, paler if of before."""
        if is_of_before != self.is_of_before:
            self.is_of_before = is_of_before
            self.mark.set_paler(is_paler=is_of_before)
        if curve.is_against_threshold:
            bars = [frame.y_limits(one) for one in found]
            self.mark.show_bars(at[0], [one for one in bars if one is not None], frame.room)
        else:
            y_limits = frame.y_limits(found[-len(curve.series)])
            self.mark.show_point(at, frame.x_limits(found[0]), y_limits, frame.room)

    def show_bands(
        self,
        curve: Curve,
        frame: Frame,
        resampled: Resampled | None,
        pens: Sequence[QPen],
        beside: Mapping[int, QPen],
    ) -> None:
        """Show where the lines, drawn with these pens, may truly lie; nothing where not asked.

        Those of what is compared have pens by their places.
        """
        of_lines = {line.metric.id: pen for line, pen in zip(curve.series, pens, strict=True)}
        drawn: list[Drawn] = []
        for band in () if resampled is None else resampled.shown:
            pen = of_lines.get(band.line) if band.place is None else beside.get(band.place)
            if band.curve != curve.id or pen is None:
                continue
            x = frame.x_scale.to_view(band.x)
            limits = [frame.y_scale.to_view(one) for one in (band.lower, band.upper)]
            colour = pen.color()
            if band.is_joint:
                drawn += [Line((x, one), _dotted(colour)) for one in limits]
            else:
                drawn.append(BandArea(x, limits[0], limits[1], _faint(colour, _FILL)))
        if drawn or self.bands.lines:
            self.bands.show_lines(tuple(drawn))


def _limits(
    interval: Interval | None,
    place: Callable[[float], float],
    pixels: Callable[[float], float],
) -> Limits | None:
    if interval is None or not interval.is_defined:
        return None
    return pixels(place(interval.lower)), pixels(place(interval.upper))


def band_entries(
    curve: Curve, resampled: Resampled | None, pen: QPen, *, is_short: bool = False
) -> list[Entry]:
    """Return what a legend says of the bands of a curve: level and kind, and how they were made."""
    entries, colour = [], pen.color()
    for band in _of_curve(curve, resampled):
        name = f"{text.level(band.level)} {_KINDS[band.is_joint]}"
        if not is_short:
            name += f" ({_made(band, resampled)})"
        if band.is_joint:
            entries.append(Entry(name, _dotted(colour), is_line=False, is_sample=True))
        else:
            filled = QBrush(_faint(colour, 2 * _FILL))
            none = QPen(Qt.PenStyle.NoPen)
            entries.append(Entry(name, none, filled, is_line=False, is_sample=True))
    return entries


def band_sentences(curve: Curve, resampled: Resampled | None) -> list[str]:
    """Return what the bands of a curve are, in whole: level, kind, method and replicates."""
    told = []
    shown = () if resampled is None else resampled.shown
    are_several = any(one.curve == curve.id and one.place is not None for one in shown)
    for band in _of_curve(curve, resampled):
        of_whom = tr(" of each curve") if are_several and not band.is_joint else ""
        drawn = "" if band.is_joint else f", {_made(band, resampled)}"
        assumes = tr("; assumes: {what}", what=text.said(band.assumes)) if band.assumes else ""
        kind = _KINDS[band.is_joint]
        told.append(
            tr(
                "{level} {kind} band{of_whom}: {method}{drawn}{assumes}",
                level=text.level(band.level),
                kind=kind,
                of_whom=of_whom,
                method=text.said(band.method),
                drawn=drawn,
                assumes=assumes,
            )
        )
    return told


def _of_curve(curve: Curve, resampled: Resampled | None) -> list[Band]:
    """Return one band of a curve of each kind, the pointwise one first."""
    bands = () if resampled is None else resampled.shown
    own = (band for band in bands if band.curve == curve.id and band.place is None)
    kinds = {band.is_joint: band for band in own}
    return [band for _, band in sorted(kinds.items())]


def _made(band: Band, resampled: Resampled | None) -> str:
    n = 0 if resampled is None else resampled.n_replicates
    return text.said(band.method) if band.is_joint else tr("bootstrap of {n}", n=text.count(n))


def _dotted(colour: QColor) -> QPen:
    pen = QPen(_faint(colour, _STROKE), _DOTTED)
    pen.setDashPattern(_DOTS)
    return pen


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


_BOX_FILL, _CROSS_STROKE = 0.12, 0.6  # how opaque box and cross are
_PALE = 0.4  # of that, where they are of before
_CROSS_WIDTH = 1.2
_EMPTY = 0.0, 0.0, 0.0, 0.0

Limits = tuple[float, float]
"""Two limits in pixels, in any order."""

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""


class IntervalMark(QGraphicsRectItem):
    """A box and a cross in pixels, of which only what lies in the view is drawn.

    Box and lines are items of Qt: it paints them, and knows how large they are, without asking.
    """

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.is_paler = False
        self._lines: list[QGraphicsLineItem] = []
        self._shown: tuple[Rect | None, ...] = (None,)  # the box, and the lines of the cross
        self._colour = QColor()
        self.hide()

    @property
    def box(self) -> QRectF:
        """The limits of a point; empty where there is none, or not both."""
        return self.rect()

    @property
    def cross(self) -> tuple[QLineF, ...]:
        """The limits of each value."""
        return tuple(line.line() for line in self._lines if line.isVisible())

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self._dress()

    def set_paler(self, *, is_paler: bool) -> None:
        """Draw it paler, as what is of before, or not."""
        if is_paler != self.is_paler:
            self.is_paler = is_paler
            self._dress()

    def _dress(self) -> None:
        part = _PALE if self.is_paler else 1.0
        self.setBrush(QBrush(_faint(self._colour, part * _BOX_FILL)))
        pen = QPen(_faint(self._colour, part * _CROSS_STROKE), _CROSS_WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        for line in self._lines:
            line.setPen(pen)

    def show_point(
        self, at: tuple[float, float], x: Limits | None, y: Limits | None, room: tuple[float, float]
    ) -> None:
        """Show the limits of a point, those that are known, as far as they lie in the view."""
        (width, height), (at_x, at_y) = room, at
        box = across = along = None
        x = None if x is None else _part(*x, width)
        y = None if y is None else _part(*y, height)
        if x is not None and y is not None:
            box = x[0], y[0], x[1], y[1]
        if x is not None and 0 <= at_y <= height:
            across = x[0], at_y, x[1], at_y
        if y is not None and 0 <= at_x <= width:
            along = at_x, y[0], at_x, y[1]
        self._show(box, across, along)

    def show_nothing(self) -> None:
        """Show no limits."""
        self._show(None)

    def show_bars(self, x: float, bars: Sequence[Limits], room: tuple[float, float]) -> None:
        """Show the limits of several values above one place."""
        width, height = room
        parts = [_part(*bar, height) for bar in bars] if 0 <= x <= width else []
        self._show(None, *[None if one is None else (x, one[0], x, one[1]) for one in parts])

    def _show(self, box: Rect | None, *cross: Rect | None) -> None:
        """Show a box and lines, of each what is seen; what is as it was is left alone."""
        shown, before = (box, *cross), self._shown
        if shown == before:
            return
        self._shown = shown
        if box != before[0]:
            left, top, right, bottom = box or _EMPTY
            self.setRect(left, top, right - left, bottom - top)
        if len(shown) != len(before):
            before = self._make(len(cross))
        for line, ends, was in zip(self._lines, cross, before[1:], strict=False):
            if ends is not None:
                line.setLine(*ends)
            if (ends is None) != (was is None):
                line.setVisible(ends is not None)
        is_seen = any(part is not None for part in shown)
        if is_seen != self.isVisible():
            self.setVisible(is_seen)

    def _make(self, n: int) -> tuple[Rect | None, ...]:
        """Have so many lines, or more, all of them hidden; return that nothing is shown."""
        missing = n - len(self._lines)
        if missing > 0:
            self._lines += [QGraphicsLineItem(self) for _ in range(missing)]
            self._dress()
        for line in self._lines:
            line.hide()
        return (None,) * (n + 1)


def _part(one: float, other: float, end: float) -> Limits | None:
    """Return the part in view, from 0 to an end, of what lies between two limits.

    None where there is none: what has no place is not seen either.
    """
    low, high = (one, other) if one <= other else (other, one)
    return (max(low, 0.0), min(high, end)) if high >= 0 and low <= end else None


_MARGIN = 0.1  # of the view: edges that are cut there are out of sight


@dataclass(frozen=True, slots=True, eq=False)
class BandArea:
    """What lies between a lower and an upper line, in coordinates of the view.

    Where either is not known there is nothing.
    """

    x: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    colour: QColor

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Fill what of it is in view, in pixels of a viewport."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        margin = 0.0 if is_figure else _MARGIN
        x_range = padded(viewport.left, viewport.right, margin)
        y_range = padded(viewport.bottom, viewport.top, margin)
        for x, y in outlines_of(self.x, self.lower, self.upper):
            x, y = _inside(*_inside(x, y, *x_range), *y_range, of_y=True)  # noqa: PLW2901
            places = zip(viewport.x_pixels(x), viewport.y_pixels(y), strict=True)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))


def _inside(
    x: NDArray[np.float64], y: NDArray[np.float64], low: float, high: float, *, of_y: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what of a polygon lies between two levels of x, or of y.

    It is cut at one level after the other, as Sutherland and Hodgman do it.
    """
    along, across = (y, x) if of_y else (x, y)
    for level, sign in ((low, 1.0), (high, -1.0)):
        above = (along - level) * sign
        held, after = above >= 0, np.roll(above, -1)
        crosses = held != (after >= 0)
        share = np.divide(above, above - after, out=np.zeros_like(above), where=crosses)
        cut = across + share * (np.roll(across, -1) - across)
        keep = np.column_stack([held, crosses]).ravel()
        along, across = (
            np.column_stack([along, np.full_like(along, level)]).ravel()[keep],
            np.column_stack([across, cut]).ravel()[keep],
        )
    return (across, along) if of_y else (along, across)

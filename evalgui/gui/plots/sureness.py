"""How sure a curve is, on its plot: a box around its operating point, and bands of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.gui.look import text
from evalgui.gui.plots.band_area import BandArea
from evalgui.gui.plots.interval_mark import IntervalMark
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.lines import Line, LinesItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QGraphicsItem

    from evalgui.core.api import AxisScale, Curve, Interval, Viewport
    from evalgui.core.bands.band import Band
    from evalgui.core.resampled import Resampled
    from evalgui.gui.plots.lines import Drawn

_FILL, _STROKE = 0.16, 0.7  # how opaque a pointwise band is, and the edges of a joint one
_DOTS, _DOTTED = [1.0, 3.0], 1.2
_KINDS = {False: "pointwise", True: "joint"}


class Frame(NamedTuple):
    """Where values are on a plot."""

    viewport: Viewport
    x_scale: AxisScale
    y_scale: AxisScale

    @property
    def room(self) -> QRectF:
        """What is seen, in pixels."""
        return QRectF(0, 0, self.viewport.width, self.viewport.height)


class Sureness:
    """Places what shows it; everything lies behind the lines."""

    def __init__(self, underlay: QGraphicsItem) -> None:
        self.bands = LinesItem(underlay, 0)
        self.mark = IntervalMark(underlay, 1)
        self.is_of_before = False  # what is shown will be replaced

    def show_point(
        self,
        curve: Curve,
        frame: Frame,
        place: tuple[float, tuple[float, ...]],
        found: Sequence[Interval | None],
        *,
        is_of_before: bool = False,
    ) -> None:
        """Show where the operating point at an x with some y may truly lie, paler if of before."""
        self.is_of_before = is_of_before
        self.mark.set_paler(is_paler=is_of_before)
        (viewport, x_scale, y_scale), (x, ys) = frame, place
        y_limits = [_limits(one, viewport, y_scale, is_x=False) for one in found[-len(ys) :]]
        if curve.is_against_threshold:
            at_x, _at_y = viewport.pixels(x_scale.place(x), viewport.top)
            self.mark.show_bars(at_x, [one for one in y_limits if one is not None], frame.room)
            return
        at = viewport.pixels(x_scale.place(x), y_scale.place(ys[0]))
        x_limits = _limits(found[0], viewport, x_scale, is_x=True)
        self.mark.show_point(at, x_limits, y_limits[0], frame.room)

    def show_bands(
        self, curve: Curve, frame: Frame, resampled: Resampled | None, pens: Sequence[QPen]
    ) -> None:
        """Show where the lines, drawn with these pens, may truly lie; nothing where not asked."""
        of_lines = {line.metric.id: pen for line, pen in zip(curve.series, pens, strict=True)}
        drawn: list[Drawn] = []
        for band in () if resampled is None else resampled.shown:
            if band.curve != curve.id or band.line not in of_lines:
                continue
            x = frame.x_scale.to_view(band.x)
            limits = [frame.y_scale.to_view(one) for one in (band.lower, band.upper)]
            colour = of_lines[band.line].color()
            if band.is_joint:
                drawn += [Line((x, one), _dotted(colour)) for one in limits]
            else:
                drawn.append(BandArea(x, limits[0], limits[1], _faint(colour, _FILL)))
        if drawn or self.bands.lines:
            self.bands.show_lines(tuple(drawn))


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
    for band in _of_curve(curve, resampled):
        drawn = "" if band.is_joint else f", {_made(band, resampled)}"
        assumes = f"; assumes: {band.assumes}" if band.assumes else ""
        kind = _KINDS[band.is_joint]
        told.append(f"{text.level(band.level)} {kind} band: {band.method}{drawn}{assumes}")
    return told


def _of_curve(curve: Curve, resampled: Resampled | None) -> list[Band]:
    """Return one band of a curve of each kind, the pointwise one first."""
    bands = () if resampled is None else resampled.shown
    kinds = {band.is_joint: band for band in bands if band.curve == curve.id}
    return [band for _, band in sorted(kinds.items())]


def _made(band: Band, resampled: Resampled | None) -> str:
    n = 0 if resampled is None else resampled.n_replicates
    return band.method if band.is_joint else f"bootstrap of {text.count(n)}"


def _dotted(colour: QColor) -> QPen:
    pen = QPen(_faint(colour, _STROKE), _DOTTED)
    pen.setDashPattern(_DOTS)
    return pen


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


def _limits(
    interval: Interval | None, viewport: Viewport, scale: AxisScale, *, is_x: bool
) -> tuple[float, float] | None:
    """Return the limits of an interval in pixels, None where there are none."""
    if interval is None or not interval.is_defined:
        return None
    low, high = scale.place(interval.lower), scale.place(interval.upper)
    at_low, at_high = viewport.pixels(low, low), viewport.pixels(high, high)
    return (at_low[0], at_high[0]) if is_x else (at_low[1], at_high[1])

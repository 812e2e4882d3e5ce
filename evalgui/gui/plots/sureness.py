"""How sure a curve is, on its plot: a box around its operating point, and bands of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.gui.look import text
from evalgui.gui.plots.band_area import BandArea
from evalgui.gui.plots.interval_mark import IntervalMark
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.lines import Line, LinesItem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QGraphicsItem

    from evalgui.core.bands.band import Band
    from evalgui.core.curves import Curve
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.measured import Interval
    from evalgui.core.resampled import Resampled
    from evalgui.gui.plots.interval_mark import Limits
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
    def room(self) -> tuple[float, float]:
        """How many pixels are seen from left to right, and from top to bottom."""
        return self.viewport.width, self.viewport.height

    def x_limits(self, interval: Interval | None) -> Limits | None:
        """Return the limits of an interval in pixels from the left, None where there are none."""
        return _limits(interval, self.x_scale.place, self.viewport.x_pixels)

    def y_limits(self, interval: Interval | None) -> Limits | None:
        """Return them in pixels from the top."""
        return _limits(interval, self.y_scale.place, self.viewport.y_pixels)


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

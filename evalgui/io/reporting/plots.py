"""Curves as drawings: the exact vertices of the core, as many as a page can show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core import digits
from evalgui.core.curves import Scale, point, vertices
from evalgui.core.curves.laid_out import as_steps, reference_line, rows_in_view, scales_of
from evalgui.core.curves.log_scale import LogScale, log_ticks
from evalgui.core.curves.scales import LinearScale, ScoreScale, Viewport, nice_ticks
from evalgui.core.digits import SPACE
from evalgui.io.reporting.drawing import (
    ACCENT,
    DASHES,
    FAINT,
    GRID,
    INK,
    PAPER,
    SERIES,
    SMALL,
    Drawing,
    width_of,
)
from evalgui.io.reporting.pinned import RADIUS, draw_pinned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves import Curve
    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.score_table import ScoreTable
    from evalgui.io.reporting.pinned import Box

_LEFT, _TOP, _BOTTOM, _RIGHT = 52.0, 10.0, 40.0, 14.0
_COLUMNS = 1_500  # on which no vertex is lost that paper could show
_DEVIATES = (0.5, 0.1, 0.01, 0.001, 1e-4, 1e-5, 0.9, 0.99, 0.05, 0.2, 0.02, 0.005, 0.4, 0.3, 0.8)
_GAP, _LEADING, _SAMPLE = 6.0, 15.0, 38.0

Named: TypeAlias = "tuple[str, str, str]"
"""The name of a line, its colour and its dashes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the scores or classes whose curve is drawn.

    Parameters
    ----------
    name
        What the legend calls it; "" for a curve that is alone.
    table
        The scores.
    """

    name: str
    table: ScoreTable


class Frame:
    """A frame with axes, on which values have places."""

    def __init__(
        self, drawing: Drawing, x_scale: AxisScale, y_scale: AxisScale, top: float = _TOP
    ) -> None:
        self.drawing, self.x_scale, self.y_scale, self.top = drawing, x_scale, y_scale, top
        width, height = drawing.width - _LEFT - _RIGHT, drawing.height - top - _BOTTOM
        self.viewport = Viewport(*x_scale.home, *y_scale.home, width, height)

    def x(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places from the left, no further out than the frame."""
        inside = np.clip(self.x_scale.to_view(values), self.viewport.left, self.viewport.right)
        return _LEFT + self.viewport.x_pixels(inside)

    def y(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places from the top, no further out than the frame."""
        inside = np.clip(self.y_scale.to_view(values), self.viewport.bottom, self.viewport.top)
        return self.top + self.viewport.y_pixels(inside)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return one place."""
        return float(self.x(np.array([x]))[0]), float(self.y(np.array([y]))[0])

    @property
    def bottom(self) -> float:
        """Where the frame ends."""
        return self.top + self.viewport.height

    @property
    def room(self) -> Box:
        """What it holds, in pixels."""
        return _LEFT, self.top, _LEFT + self.viewport.width, self.bottom

    def draw_axes(self, x_axis: tuple[Scale | None, str], y_axis: tuple[Scale | None, str]) -> None:
        """Draw the grid, the ticks with their numbers, the frame and the titles."""
        drawing, right = self.drawing, _LEFT + self.viewport.width
        bottom = self.bottom
        drawing.box(_LEFT, self.top, self.viewport.width, self.viewport.height, PAPER)
        end = -math.inf
        for value, text in _ticks(self.x_scale, x_axis[0], 6):
            x = float(self.x(np.array([value]))[0])
            drawing.line(x, self.top, x, bottom, GRID, 0.7)
            half = width_of(text, SMALL) / 2
            if x - half > end + _GAP:
                drawing.text(x, bottom + 13, text, "middle", SMALL)
                end = x + half
        last = math.inf
        for value, text in _ticks(self.y_scale, y_axis[0], 5):
            y = float(self.y(np.array([value]))[0])
            drawing.line(_LEFT, y, right, y, GRID, 0.7)
            if last - y > SMALL + 2:
                drawing.text(_LEFT - 5, y + 3.4, text, "end", SMALL)
                last = y
        drawing.box(_LEFT, self.top, self.viewport.width, self.viewport.height, "none", FAINT)
        drawing.text(_LEFT + self.viewport.width / 2, bottom + 31, x_axis[1], "middle")
        middle = self.top + self.viewport.height / 2
        drawing.text(13, middle, y_axis[1], "middle", is_upright=True)


def _rows_of_names(names: Sequence[Named], width: float) -> list[list[Named]]:
    """Return names in rows that are no wider than given."""
    rows: list[list[Named]] = []
    room = 0.0
    for one in names:
        needed = width_of(one[0], SMALL) + _SAMPLE
        if not rows or room < needed:
            rows.append([])
            room = width
        rows[-1].append(one)
        room -= needed
    return rows


def frame_of(
    size: tuple[float, float], x_scale: AxisScale, y_scale: AxisScale, names: Sequence[Named]
) -> Frame:
    """Return an empty frame of a size, above which lines are named in a drawing."""
    rows = _rows_of_names([one for one in names if one[0]], size[0] - _LEFT - _RIGHT)
    top = _TOP + _LEADING * len(rows)
    drawing = Drawing(size[0], size[1] + _LEADING * len(rows))
    for number, row in enumerate(rows):
        x, y = _LEFT, _TOP + _LEADING * number + 4
        for name, colour, dash in row:
            drawing.line(x, y - 3, x + 20, y - 3, colour, 1.8, dash)
            drawing.text(x + 24, y, name, size=SMALL)
            x += width_of(name, SMALL) + _SAMPLE
    return Frame(drawing, x_scale, y_scale, top)


def frame_of_scores(
    size: tuple[float, float],
    ends: tuple[float, float],
    highest: float,
    names: Sequence[Named],
    *,
    is_log: bool = False,
) -> Frame:
    """Return a frame for shares, up to the highest, against scores between two ends."""
    scores = LogScale(*ends) if is_log else ScoreScale.of(*ends)
    return frame_of(size, scores, LinearScale(0.0, highest), names)


def draw_curve(
    curve: Curve,
    lines: Sequence[Line],
    at: OperatingPoint | None,
    size: tuple[float, float],
    others: Sequence[tuple[str, OperatingPoint]] = (),
) -> Drawing:
    """Draw a curve of one score or of several.

    Parameters
    ----------
    curve
        In the words of a field.
    lines
        The scores, the one under assessment first.
    at
        The operating point, which is marked on the first of them with a box of its intervals;
        None for none.
    size
        Width and height in pixels.
    others
        Other operating points of the first score, each with its letter.

    Returns
    -------
    Drawing
    """
    tables = [one.table for one in lines]
    x_scale, y_scale = scales_of(curve, tables)
    looks = _looks(curve, lines)
    frame = frame_of(size, x_scale, y_scale, [one for of_line in looks for one in of_line])
    frame.draw_axes(
        (curve.x_axis.scale, curve.x_axis.title), (curve.y_axis.scale, curve.y_axis.title)
    )
    _draw_references(frame, curve, tables[0])
    _draw_box(frame, curve, at)
    if curve.is_against_threshold:
        draw_pinned_thresholds(frame, others)
    drawn: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    for number, line in reversed([*enumerate(lines)]):
        found = _line_places(frame, curve, line.table)
        drawn += found
        for places, (_name, colour, dash) in zip(found, looks[number], strict=True):
            frame.drawing.path(*places, colour, dash=dash, width=1.3 if number else 1.8)
    if at is not None and curve.is_against_threshold:
        x = float(frame.x(np.array([at.threshold]))[0])
        if not math.isnan(x):
            frame.drawing.line(x, frame.top, x, frame.bottom, ACCENT, 1.2)
    if not curve.is_against_threshold:
        own = _places_of(frame, curve, tables[0], at) if at is not None else []
        spots = [
            (letter, place)
            for letter, other in others
            for place in _places_of(frame, curve, tables[0], other)
        ]
        marks = [(x - 5, y - 5, x + 5, y + 5) for x, y in own]
        draw_pinned(frame.drawing, spots, frame.room, drawn, marks)
    if at is not None:
        for place in _places_of(frame, curve, tables[0], at):
            frame.drawing.circle(*place, 4, ACCENT, PAPER)
    return frame.drawing


def draw_pinned_thresholds(frame: Frame, others: Sequence[tuple[str, OperatingPoint]]) -> None:
    """Draw the thresholds of other operating points across an axis of scores."""
    found = [(letter, float(frame.x(np.array([one.threshold]))[0])) for letter, one in others]
    for _letter, x in found:
        if not math.isnan(x):
            frame.drawing.line(x, frame.top, x, frame.bottom, INK, 0.8, "1 3")
    ways = [(np.array([x, x]), np.array([frame.top, frame.bottom])) for _letter, x in found]
    spots = [(letter, (x, frame.bottom - RADIUS)) for letter, x in found]
    draw_pinned(frame.drawing, spots, frame.room, ways)


def _looks(curve: Curve, lines: Sequence[Line]) -> list[list[Named]]:
    """Return the names, the colours and the dashes of all lines: a list a score."""
    several = len(curve.series) > 1
    found = []
    for number, line in enumerate(lines):
        names = [one.name if several else line.name for one in curve.series]
        places = [(number + y_number) % len(SERIES) for y_number in range(len(names))]
        found.append(
            [(name, SERIES[at], DASHES[at]) for name, at in zip(names, places, strict=True)]
        )
    return found


def _draw_references(frame: Frame, curve: Curve, table: ScoreTable) -> None:
    """Draw the lines to compare with, as far as they are in view."""
    view = frame.viewport
    for reference in curve.references:
        x, y = reference_line(reference, table.steps, frame.x_scale, frame.y_scale)
        if len(x) == 2:
            x, inside = _cut(x, y, view)
        else:
            inside = np.where((y < view.bottom) | (y > view.top), np.nan, y)
        places = _LEFT + view.x_pixels(x), frame.top + view.y_pixels(inside)
        frame.drawing.path(*places, FAINT, width=1, dash="4 3")


def _cut(
    x: NDArray[np.float64], y: NDArray[np.float64], view: Viewport
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the part of a straight line that is in view."""
    low, high = 0.0, 1.0
    for start, change, least, most in (
        (x[0], x[1] - x[0], view.left, view.right),
        (y[0], y[1] - y[0], view.bottom, view.top),
    ):
        if change:
            ends = sorted(((least - start) / change, (most - start) / change))
            low, high = max(low, ends[0]), min(high, ends[1])
    share = np.array([low, high])
    return x[0] + share * (x[1] - x[0]), y[0] + share * (y[1] - y[0])


def _line_places(
    frame: Frame, curve: Curve, table: ScoreTable
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return where each line of a curve runs."""
    rows = rows_in_view(curve, table, frame.viewport, frame.x_scale, _COLUMNS)
    found = vertices(curve, table, rows)
    lines = [(found.x, y) for y in found.ys]
    if curve.is_against_threshold:
        lines = [as_steps(table.steps, found.thresholds, y) for y in found.ys]
    return [(frame.x(x), frame.y(y)) for x, y in lines]


def _draw_box(frame: Frame, curve: Curve, at: OperatingPoint | None) -> None:
    """Draw where the operating point may truly lie, by the intervals of both axes."""
    metrics = curve.x_axis.metric, curve.y_axis.metric
    if at is None or metrics[0] is None or metrics[1] is None:
        return
    known = [at.all_intervals.get(metric.id) for metric in metrics if metric is not None]
    if any(one is None or not one.is_defined for one in known):
        return
    (left, right), (low, high) = ([one.lower, one.upper] for one in known if one is not None)
    begin, end = frame.at(left, high), frame.at(right, low)
    frame.drawing.box(*begin, end[0] - begin[0], end[1] - begin[1], ACCENT, ACCENT, 0.12)


def _places_of(
    frame: Frame, curve: Curve, table: ScoreTable, at: OperatingPoint
) -> list[tuple[float, float]]:
    """Return where an operating point lies, on each line that has a value there."""
    x, ys = point(curve, table, at.counts, at.threshold)
    found = [frame.at(x, y) for y in ys]
    return [here for here in found if not any(map(math.isnan, here))]


def _ticks(scale: AxisScale, kind: Scale | None, count: int) -> list[tuple[float, str]]:
    """Return values at round places of an axis, each with its text."""
    low, high = scale.home
    if kind is Scale.NORMAL_DEVIATE:
        places = [(share, float(scale.place(share))) for share in _DEVIATES]
        kept: list[tuple[float, float]] = []
        for share, at in places:
            is_near = any(abs(at - other) < (high - low) / 12 for _share, other in kept)
            if low < at < high and not scale.is_beyond(share) and not is_near:
                kept.append((share, at))
        return [(share, _share_text(share)) for share, _at in sorted(kept)]
    if isinstance(scale, LogScale):
        step, found = log_ticks(scale, low, high, lambda places, _step: len(places) <= 2 * count)
        values = scale.from_view(np.array(found)).tolist()
        steps = [step or 10.0 ** math.floor(math.log10(value) + 1e-9) for value in values]
        return [(value, digits.tick(value, one)) for value, one in zip(values, steps, strict=True)]
    step, found = nice_ticks(low, high, count)
    if kind in {Scale.SCORE, Scale.VALUE}:
        values = scale.from_view(np.array(found)).tolist()
        is_plain = isinstance(scale, ScoreScale) and scale.is_plain
        write = digits.tick if is_plain else lambda value, _step: digits.score(value, 4)
        return [(value, write(value, step)) for value in values]
    inside = [share for share in found if -1e-9 < share < 1 + 1e-9]
    return [(share, f"{digits.percentage_tick(share, step)}{SPACE}%") for share in inside]


def _share_text(share: float) -> str:
    return f"{digits.exact(round(share * 100, 6))}{SPACE}%"


def along(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners of bars as a line: each height from edge to edge."""
    return np.repeat(values, 2)

"""The picture of a curve: its lines, what they are compared with, and operating points on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import Scale, point, vertices
from evalgui.core.curves.laid_out import (
    as_steps,
    first_row,
    in_proportion,
    reference_line,
    rows_in_view,
    scales_of,
)
from evalgui.core.score_table import Outline
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Level, Line, Mark, Picture, PictureAxis, Reference, Region
from evalgui.results.ticks import Ruler

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves import Curve, Vertices
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.dataset import Score
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.score_table import ScoreTable
    from evalgui.results.picture import Layer, Points

_PART = 65_536  # rows of a table that are told at once
_A_COLUMN = 4  # points that a line has at most in a column of pixels


@dataclass(frozen=True, slots=True)
class Scored:
    """One of the scores or classes whose curve is drawn.

    Parameters
    ----------
    name
        What it is called; "" where it is alone.
    table
        The scores, or the points of their curve.
    """

    name: str
    table: ScoreTable | Outline


def curve_picture(  # noqa: PLR0913 - all that can be on one
    curve: Curve,
    shown: Sequence[Scored],
    at: OperatingPoint | None = None,
    others: Sequence[tuple[str, OperatingPoint]] = (),
    *,
    score: Score | None = None,
    is_fixed: bool = False,
) -> Picture:
    """Return the picture of a curve of one score or of several.

    Parameters
    ----------
    curve
        In the words of a field, and on its axes (`evalgui.results.axis_choices`).
    shown
        The scores, the one under assessment first.
    at
        Its operating point, with its intervals; None for none.
    others
        Other operating points of it, each with its letter.
    score
        That in whose units thresholds are told.
    is_fixed
        Whether error rates are shown between fixed limits.

    Returns
    -------
    Picture
        Its lines are those of the first score, then those of the second, and so on.
    """
    tables = [one.table for one in shown]
    scales = scales_of(curve, tables, is_fixed=is_fixed)
    of_score = curve.is_against_threshold
    layers: list[Layer] = [
        Reference(one.name, partial(_same, reference_line(one, tables[0].steps, *scales)))
        for one in curve.references
    ]
    layers += _region(curve, at)
    for number, one in enumerate(shown):
        layers += curve_lines(curve, one, scales, number)
    for letter, other in ([] if at is None else [("", at)]) + list(others):
        is_main = other is at
        x, ys = point(curve, tables[0], other.counts, other.threshold)
        if of_score:
            layers.append(Level(letter, other.threshold, is_main))
        if is_main or not of_score:
            layers.append(Mark(letter, x, ys, is_main))
    # A logarithmic axis is one of scores, or one of error rates.
    kinds = [
        log_kind if axis.scale is Scale.LOG else axis.scale or Scale.PROPORTION
        for axis, log_kind in ((curve.x_axis, Scale.SCORE), (curve.y_axis, Scale.PROPORTION))
    ]
    rulers = Ruler(scales[0], kinds[0], score if of_score else None), Ruler(scales[1], kinds[1])
    return Picture(
        PictureAxis(curve.x_axis.title, rulers[0]),
        PictureAxis(curve.y_axis.title, rulers[1]),
        tuple(layers),
    )


def curve_lines(
    curve: Curve, one: Scored, scales: tuple[AxisScale, AxisScale], number: int = 0
) -> list[Line]:
    """Return the lines of a curve of one score.

    Parameters
    ----------
    curve
        In the words of a field.
    one
        The score.
    scales
        Those of both axes.
    number
        Which of several scores it is, from 0 for the one under assessment.
    """
    traced = _Traced(curve, one.table, scales)
    several = len(curve.series) > 1
    return [
        Line(
            series.name if several else one.name,
            partial(traced.in_view, place),
            partial(traced.parts, place),
            number + place,
            is_main=number == 0,
            steps=traced.steps,
            n=len(one.table.steps),
        )
        for place, series in enumerate(curve.series)
    ]


@dataclass(slots=True)
class _Traced:
    """The vertices of all lines of a curve, which are found together."""

    curve: Curve
    table: ScoreTable | Outline
    scales: tuple[AxisScale, AxisScale]
    _found: tuple[Viewport, Vertices] | None = field(default=None, init=False)  # the latest

    def in_view(self, place: int, viewport: Viewport) -> Points:
        """Return what of a line a viewport shows, in its coordinates."""
        found = self._vertices(viewport)
        if self.curve.is_proportional:
            pixel = (viewport.right - viewport.left) / viewport.width
            x, ys = in_proportion(self.curve, self.table.steps, found.rows, pixel)
            return self.scales[0].to_view(x), self.scales[1].to_view(ys[place])
        x, y = found.x, found.ys[place]
        if self.curve.is_against_threshold:
            x, y = as_steps(self.table.steps, found.thresholds, y)
        return self.scales[0].to_view(x), self.scales[1].to_view(y)

    def steps(self, viewport: Viewport) -> NDArray[np.intp]:
        """Return the rows of the table that a viewport shows."""
        return self._vertices(viewport).rows

    def _vertices(self, viewport: Viewport) -> Vertices:
        known = self._found
        if known is None or known[0] != viewport:
            known = self._found = viewport, vertices(self.curve, self.table, self._rows(viewport))
        return known[1]

    def _rows(self, viewport: Viewport) -> NDArray[np.intp]:
        """Return the rows that show what is in view; all points of an outline that has few."""
        table, n_columns = self.table, max(1, round(viewport.width))
        if isinstance(table, Outline) and len(table.steps) <= _A_COLUMN * n_columns:
            return np.arange(len(table.steps))
        return rows_in_view(self.curve, table, viewport, self.scales[0], n_columns)

    def parts(self, place: int) -> Iterator[Points]:
        """Return all vertices of a line, in units of the axes."""
        steps = self.table.steps
        n = len(steps)
        for start in range(first_row(self.curve, steps), n, _PART):
            rows = np.arange(start, min(start + _PART, n))
            if self.curve.is_proportional:
                x, ys = in_proportion(self.curve, steps, rows)
                yield x, ys[place]
                continue
            found = vertices(self.curve, self.table, rows)
            yield found.x, found.ys[place]


def _same(points: Points, viewport: Viewport) -> Points:
    del viewport
    return points


def _region(curve: Curve, at: OperatingPoint | None) -> Iterator[Region]:
    """Return where the operating point may truly lie, by the intervals of both axes."""
    metrics = curve.x_axis.metric, curve.y_axis.metric
    if at is None or metrics[0] is None or metrics[1] is None:
        return
    x, y = (at.all_intervals.get(metric.id) for metric in metrics if metric is not None)
    if x is not None and y is not None and x.is_defined and y.is_defined:
        yield Region(phrase("Interval"), (x.lower, x.upper), (y.lower, y.upper))

"""What a curve is: two measures of the counts, followed over every attainable threshold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.counts import Counts, Real

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Outline, ScoreTable, Steps

Measure: TypeAlias = Callable[[Counts], Real]


class Scale(StrEnum):
    """How an axis maps its values to the screen."""

    PROPORTION = "proportion"
    NORMAL_DEVIATE = "normal-deviate"
    SCORE = "score"


class Along(StrEnum):
    """What rises (or, for thresholds, moves one way) from each vertex to the next along x."""

    FALSE_POSITIVES = "false positives"
    TRUE_POSITIVES = "true positives"
    THRESHOLD = "threshold"


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a plot.

    Parameters
    ----------
    title
        In words; as declared, in those of the machine-learning vocabulary.
    scale
        How values map to the screen.
    short
        A short form for read-outs and narrow axes, "" where there is none.
    also
        The other names of what it shows.
    """

    title: str
    scale: Scale = Scale.PROPORTION
    short: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot.

    Parameters
    ----------
    name
        The name in the legend and the key in exports.
    measure
        The y value, a function of the counts.
    at_first
        The y value of the vertex that calls nothing positive, where the measure has none
        there but the curve is drawn from a point all the same.
    """

    name: str
    measure: Measure
    at_first: Callable[[Steps], float] | None = None

    def values(self, steps: Steps, rows: NDArray[np.intp], counts: Counts) -> NDArray[np.float64]:
        """Return y at some rows, given their counts: (m,) float64, NaN where undefined."""
        y = np.asarray(self.measure(counts), dtype=np.float64)
        if self.at_first is not None and len(rows) and rows[0] == 0:
            y[0] = self.at_first(steps)
        return y


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve as a declaration; `vertices` computes it for a table of scores.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    title
        The title of the plot.
    x_axis, y_axis
        The axes.
    along
        What orders the vertices along x.
    x
        The x value, a function of the counts; None where x is the threshold itself.
    series
        The lines; all share x.
    is_monotone
        Whether each y moves one way only as x rises.
    turns_at_corners
        Whether each y moves one way only while just the true positives grow, and while just
        the false positives do.
    """

    id: str
    title: str
    x_axis: Axis
    y_axis: Axis
    along: Along
    x: Measure | None
    series: tuple[Series, ...]
    is_monotone: bool = True
    turns_at_corners: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Vertices:
    """Some vertices of a curve, from the strictest threshold to the most lenient.

    Parameters
    ----------
    rows : (m,) array of int
        The rows of `Steps` they stand for.
    x : (m,) array of float64
    ys : tuple of (m,) arrays of float64, one a series
        NaN where a measure is undefined.
    thresholds : (m,) array of float64
        In the user's units.
    """

    rows: NDArray[np.intp]
    x: NDArray[np.float64]
    ys: tuple[NDArray[np.float64], ...]
    thresholds: NDArray[np.float64]


def vertices(
    curve: Curve, table: ScoreTable | Outline, rows: NDArray[np.intp] | None = None
) -> Vertices:
    """Compute the vertices of a curve at some rows of the table, at all by default.

    Parameters
    ----------
    curve
        The declaration.
    table
        The scores; of an outline the curve must be ROC, precision-recall or DET.
    rows : (m,) array of int, optional
        Rows of ``table.steps``, ascending.

    Returns
    -------
    Vertices
    """
    steps = table.steps
    if rows is None:
        rows = np.arange(len(steps))
    counts = steps.counts(rows)
    thresholds = steps.thresholds[rows]
    x = thresholds if curve.x is None else np.asarray(curve.x(counts), dtype=np.float64)
    ys = tuple(series.values(steps, rows, counts) for series in curve.series)
    return Vertices(rows, x, ys, thresholds)


def point(
    curve: Curve, table: ScoreTable, counts: Counts, threshold: float
) -> tuple[float, tuple[float, ...]]:
    """Return where an operating point lies on a curve: x, and y of each series.

    The point that calls nothing positive lies where the curve begins.
    """
    x = threshold if curve.x is None else float(curve.x(counts))
    nothing_called = counts.predicted_positives == 0
    return x, tuple(
        series.at_first(table.steps)
        if nothing_called and series.at_first is not None
        else float(series.measure(counts))
        for series in curve.series
    )

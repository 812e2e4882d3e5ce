"""The picture of how the scores of each class are distributed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import Scale
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale, ScoreScale
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Level, Line, Picture, PictureAxis
from evalgui.results.ticks import Ruler

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.dataset import Score
    from evalgui.core.histogram import Histogram
    from evalgui.core.score_table import ScoreTable
    from evalgui.results.picture import Points

SHARE, ROWS = phrase("Share (of each class)"), phrase("Rows (of each class)")
_HEADROOM = 1.25  # for the names of the classes, above the bars
_LEAST = 0.5  # rows: where the axis of counts begins, since 0 has no place on it
_POSITIVE, _NEGATIVE = 1, 0  # their looks: as of two lines


def scores_picture(  # noqa: PLR0913 - all that can be on one
    table: ScoreTable,
    bins: Histogram,
    x_axis: PictureAxis,
    names: tuple[str, str],
    levels: Sequence[Level] = (),
    *,
    is_counted: bool = False,
) -> Picture:
    """Return the picture of the scores of two classes, as bars that stand on the ground.

    Parameters
    ----------
    table
        The scores.
    bins
        They, counted.
    x_axis
        That of the scores (`axis_of_scores`).
    names
        Of the positives and the negatives; "" for a class that is not shown.
    levels
        The thresholds on it.
    is_counted
        Whether rows are counted, on a logarithmic axis, and not shares of each class.

    Returns
    -------
    Picture
        Its lines are the outlines of the positives and of the negatives.
    """
    shown = _heights(table, bins, is_counted=is_counted)
    y_scale = _scale_of_heights(shown, is_counted=is_counted)
    ruler = Ruler(y_scale, Scale.PROPORTION, has_counts=is_counted)
    sides = zip(names, shown, (_POSITIVE, _NEGATIVE), strict=True)
    lines = [
        Line(
            name,
            partial(_same, _outline(bins, of_class, x_axis.ruler.scale, y_scale)),
            partial(_parts, bins.edges[:-1], of_class),
            look,
            is_filled=True,
        )
        for name, of_class, look in sides
        if name
    ]
    return Picture(x_axis, PictureAxis(ROWS if is_counted else SHARE, ruler), (*lines, *levels))


def axis_of_scores(
    title: str, ends: tuple[float, float], score: Score | None, *, is_log: bool
) -> PictureAxis:
    """Return the axis of scores between two ends, in the units of the score if it is known."""
    scale: AxisScale = LogScale(*ends) if is_log else ScoreScale.of(*ends)
    return PictureAxis(title, Ruler(scale, Scale.SCORE, score))


def _heights(
    table: ScoreTable, bins: Histogram, *, is_counted: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how high the bars of the positives and of the negatives are: (b,) float64 each.

    They are rows, or else shares of all rows of the class that have a score, also of those in no
    bin; 0 where the class has none.
    """
    if is_counted:
        return bins.positives.astype(np.float64), bins.negatives.astype(np.float64)
    n_positive, n_negative = table.n_positive or 1, table.n_negative or 1
    return bins.positives / n_positive, bins.negatives / n_negative


def _scale_of_heights(shown: Sequence[NDArray[np.float64]], *, is_counted: bool) -> AxisScale:
    """Return the scale of bars so high, with room for names above them."""
    highest = max((float(one.max(initial=0.0)) for one in shown), default=0.0)
    if is_counted:
        top = max(highest, 1.0) / _LEAST
        return LogScale(_LEAST, _LEAST * top**_HEADROOM, has_frame=True, origin=_LEAST)
    return LinearScale(0.0, highest * _HEADROOM or 1.0)


def _outline(
    bins: Histogram, of_class: NDArray[np.float64], x_scale: AxisScale, y_scale: AxisScale
) -> Points:
    """Return the outline of bars so high, from the ground to the ground, in the view."""
    ground = np.zeros(1)
    y = np.concatenate([ground, np.repeat(y_scale.to_view(of_class), 2), ground])
    return np.repeat(x_scale.to_view(bins.edges), 2), y


def _same(points: Points, viewport: Viewport) -> Points:
    del viewport  # there are few bars
    return points


def _parts(
    edges: NDArray[np.float64], of_class: NDArray[np.float64]
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return where each bin begins, and how high it is."""
    yield edges, of_class

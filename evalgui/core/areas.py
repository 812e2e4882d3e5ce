"""Areas under the precision-recall curve: three definitions, each under its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

_BLOCK = 65_536


def average_precision(steps: Steps) -> float:
    """Return the step-wise area: the mean of the precision over the positives.

    Parameters
    ----------
    steps
        The operating points.

    Returns
    -------
    float
        In [0, 1]; NaN where there is no positive row.

    Notes
    -----
    ``sum_i (R_i - R_{i-1}) P_i``, tied scores being one step.

    References
    ----------
    The step sum of `spec` convention ``pr.ap``; tharwat-2018, section 5 for the curve.
    """

    def part(tp: _Ends, fp: _Ends) -> NDArray[np.float64]:
        return np.asarray((tp.b - tp.a) * divide(tp.b, tp.b + fp.b))

    return _area(steps, part)


def davis_goadrich_area(steps: Steps) -> float:
    """Return the area under the curve with the interpolation that counts imply.

    Between two attainable points false positives grow linearly with true positives, and
    the precision on the way is integrated in closed form.

    Returns
    -------
    float
        In [0, 1]; NaN where there is no positive row.

    References
    ----------
    tharwat-2018, eq. 18; Davis and Goadrich 2006.
    """

    def part(tp: _Ends, fp: _Ends) -> NDArray[np.float64]:
        gained = tp.b - tp.a
        called = tp.a + fp.a
        slope = 1 + np.asarray(divide(fp.b - fp.a, gained))  # calls a true positive
        with np.errstate(divide="ignore", invalid="ignore"):
            growth = np.log1p(slope * gained / called)
            integral = (gained + (tp.a - called / slope) * growth) / slope
        integral = np.where(called == 0, gained / slope, integral)
        return np.where(gained == 0, 0.0, integral)

    return _area(steps, part)


def trapezoid_area(steps: Steps) -> float:
    """Return the area under straight lines between the points, which is biased upward.

    Returns
    -------
    float
        In [0, 1]; NaN where there is no positive row.

    References
    ----------
    tharwat-2018, section 5, with the first point as it says.
    """

    def part(tp: _Ends, fp: _Ends) -> NDArray[np.float64]:
        after = np.asarray(divide(tp.b, tp.b + fp.b))
        before = np.asarray(divide(tp.a, tp.a + fp.a))
        before = np.where(tp.a + fp.a == 0, after, before)
        return np.asarray((tp.b - tp.a) * (before + after) / 2)

    return _area(steps, part)


class _Ends:
    """A count at the beginning (a) and the end (b) of each segment, as float64."""

    def __init__(self, column: NDArray[np.int64]) -> None:
        self.a = column[:-1].astype(np.float64)
        self.b = column[1:].astype(np.float64)


def _area(steps: Steps, part: Callable[[_Ends, _Ends], NDArray[np.float64]]) -> float:
    total = sum(float(np.sum(part(tp, fp))) for tp, fp in _segments(steps))
    return float(divide(total, steps.n_positive))


def _segments(steps: Steps) -> Iterator[tuple[_Ends, _Ends]]:
    for start in range(0, len(steps) - 1, _BLOCK):
        counts = steps.counts(slice(start, start + _BLOCK + 1))
        yield _Ends(np.asarray(counts.tp)), _Ends(np.asarray(counts.fp))

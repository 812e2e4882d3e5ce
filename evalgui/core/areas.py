"""Areas under the precision-recall curve: three definitions, each under its own name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

_BLOCK = 65_536


def average_precision(steps: Steps, *, alone: bool = False) -> float:
    """Return the step-wise area: the mean of the precision over the positives.

    Parameters
    ----------
    steps
        The operating points.
    alone
        Whether to start no threads, as where many are made at once. The value is the same.

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
    return _areas(steps, _stepwise, alone=alone)[0]


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
    return _areas(steps, _by_counts)[0]


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
    return _areas(steps, _straight)[0]


def precision_recall_areas(steps: Steps) -> tuple[float, float, float]:
    """Return all three in one walk over the operating points.

    Returns
    -------
    tuple of three floats
        `average_precision`, `davis_goadrich_area` and `trapezoid_area`, to the last digit.
    """
    stepwise, by_counts, straight = _areas(steps, _stepwise, _by_counts, _straight)
    return stepwise, by_counts, straight


@dataclass(frozen=True, slots=True, eq=False)
class _Segments:
    """Consecutive segments of the curve: what each begins and ends with, as float64.

    Parameters
    ----------
    gained
        The true positives that each segment adds.
    added
        The false positives that each adds.
    found, called
        The true positives and the rows called positive where each begins.
    precision
        The precision where each begins and, at the end, where the last one ends.
    """

    gained: NDArray[np.float64]
    added: NDArray[np.float64]
    found: NDArray[np.float64]
    called: NDArray[np.float64]
    precision: NDArray[np.float64]

    @classmethod
    def of(cls, steps: Steps, part: slice) -> _Segments:
        vertices = slice(part.start, part.stop + 1)
        tp = steps.tp_column[vertices].astype(np.float64)
        fp = steps.fp_column[vertices].astype(np.float64)
        called = tp + fp
        precision = np.asarray(divide(tp, called))
        return cls(np.diff(tp), np.diff(fp), tp[:-1], called[:-1], precision)


def _stepwise(segments: _Segments) -> float:
    precision = segments.precision[1:]
    if segments.called[0] == 0:  # maybe a long way: rows that are drawn anew may leave gaps
        precision = np.nan_to_num(precision)
    return float(np.sum(segments.gained * precision))


def _by_counts(segments: _Segments) -> float:
    # A segment without a true positive has no width.
    wide = np.flatnonzero(segments.gained)
    gained, found, called = (
        column[wide] for column in (segments.gained, segments.found, segments.called)
    )
    slope = 1 + segments.added[wide] / gained  # calls a true positive
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.log1p(slope * gained / called)
        integral = (gained + (found - called / slope) * growth) / slope
    return float(np.sum(np.where(called == 0, gained / slope, integral)))


def _straight(segments: _Segments) -> float:
    after, before = segments.precision[1:], segments.precision[:-1]
    before = np.where(segments.called == 0, after, before)
    return float(np.sum(segments.gained * (before + after) / 2))


def _areas(steps: Steps, *parts: Callable[[_Segments], float], alone: bool = False) -> list[float]:
    def sums(part: slice) -> list[float]:
        segments = _Segments.of(steps, part)
        return [add(segments) for add in parts]

    cut = blocks(len(steps) - 1, _BLOCK)
    of_blocks = [sums(part) for part in cut] if alone else spread(sums, cut)
    totals = [sum(column) for column in zip(*of_blocks, strict=True)] or [0.0] * len(parts)
    return [float(divide(total, steps.n_positive)) for total in totals]

"""The delta method for smooth functions of many cells, with a little added to each of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_ADDED = 2.0


def smoothed_delta(
    counts: NDArray[np.int64] | NDArray[np.float64],
    slope: Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]],
    level: float,
    *,
    fixed_rows: bool = False,
) -> tuple[float, float]:
    """Return the normal interval of a function of cells, each with 2/K^2 more.

    Parameters
    ----------
    counts : (K, K) array of int or float
        Rows are true classes. Classes without a row and without a call take no part.
    slope
        Returns the value at some cells, and its derivative by each of them; a function that
        is the same for cells of any total.
    level
        The two-sided confidence.
    fixed_rows
        Whether the sizes of the true classes were chosen, and only the calls are chance.

    Returns
    -------
    tuple of float
        Not clipped; NaN where the value at these cells is undefined.

    References
    ----------
    The delta method as in Agresti, "Categorical data analysis", section 16.1; the centre and
    the variance with pseudo-counts as Agresti and Caffo 2000 do for two proportions.
    """
    present, cells = _present(counts), more_in_each(counts)
    value, by_cell = slope(cells)
    by_cell = np.where(cells > 0, by_cell, 0.0)
    spread = float((cells * by_cell**2).sum())
    if fixed_rows:
        sizes, means = cells.sum(axis=1), (cells * by_cell).sum(axis=1)
        spread -= float((means[present] ** 2 / sizes[present]).sum())
    else:
        spread -= float((cells * by_cell).sum()) ** 2 / float(cells.sum())
    if not (math.isfinite(value) and math.isfinite(spread)):
        return UNDEFINED
    half = deviate_of(level) * math.sqrt(max(0.0, spread))
    return value - half, value + half


def more_in_each(counts: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cells with 2/K^2 more in each of a class that has a row or a call."""
    present = _present(counts)
    added = np.outer(present, present) * (_ADDED / int(present.sum()) ** 2)
    return np.asarray(counts + added, dtype=np.float64)


def _present(counts: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray((counts.sum(axis=0) > 0) | (counts.sum(axis=1) > 0))


DELTA = Method(
    id="delta",
    name=phrase("delta method, 2/K^2 in every cell"),
    explanation=phrase(
        "A normal interval from the slope of the measure by each cell of the matrix, "
        "after 2/K^2 was added to every cell; without it, perfect classes would look certain."
    ),
    compute=smoothed_delta,
    is_recommended=True,
    source="Agresti, section 16.1; pseudo-counts as Agresti and Caffo 2000",
)

METHODS = (DELTA,)

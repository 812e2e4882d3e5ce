"""A band that holds the whole ROC curve at once, in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.bands.band import Band
from evalgui.core.bands.kolmogorov import quantile
from evalgui.core.ordering import distinct
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

LEVEL = 0.95
"""The level of the joint band where none is chosen."""

OF_EACH_CLASS = {
    0.80: 0.45,
    0.90: 0.61,
    0.95: 0.70,
    0.98: 0.86,
    0.99: 0.91,
    0.999: 0.99,
}
"""For a level of the whole band that of the half-widths of each class, found by simulation.

The square of it would be enough if the curve left a rectangle wherever a distribution strays;
along the curve it does not.
"""

_METHOD = phrase("Kolmogorov-Smirnov rectangles")
_ASSUMES = phrase("the rows are independent")


def level_of_each_class(level: float) -> float:
    """Return the level of the half-widths of each class, for that of the whole band.

    Parameters
    ----------
    level
        From 0.80 to 0.999; between those of `OF_EACH_CLASS` what is not covered is interpolated
        on a logarithmic scale.

    Examples
    --------
    >>> level_of_each_class(0.95)
    0.7
    """
    known = OF_EACH_CLASS.get(level)
    if known is not None:
        return known
    missed, of_each = (
        np.log1p(-np.array([*one])[::-1]) for one in (OF_EACH_CLASS, OF_EACH_CLASS.values())
    )
    return float(-np.expm1(np.interp(np.log1p(-level), missed, of_each)))


def joint_roc_band(
    steps: Steps, x: NDArray[np.float64] | None = None, level: float = LEVEL
) -> Band | None:
    """Return the joint band of the ROC curve.

    Around each operating point lies a rectangle, as wide and as high as the distributions of
    the negatives and of the positives may stray; the band is all of them together.

    Parameters
    ----------
    steps
        The operating points.
    x : (n,) array of float, or None
        False positive rates, ascending; None for those at which the band turns.
    level
        The confidence of the whole band, from 0.80 to 0.999.

    Returns
    -------
    Band or None
        None where a class has no scores.

    References
    ----------
    Campbell, "Advances in statistical methodology for the evaluation of diagnostic and
    laboratory tests", Statistics in Medicine 13 (1994), with a level of each class of its own.
    """
    m, n = steps.n_positive, steps.n_negative
    if not (m and n):
        return None
    of_each = level_of_each_class(level)
    beside, above = quantile(n, of_each), quantile(m, of_each)
    corners = steps.corners()
    fpr, tpr = corners.false_positives / n, corners.true_positives / m
    if x is None:
        turns = np.concatenate([fpr - beside, fpr + beside, [0.0, 1.0]])
        x = distinct(np.clip(turns, 0.0, 1.0))
    upper = _at(fpr, tpr, np.minimum(x + beside, 1.0), upper=True) + above
    lower = _at(fpr, tpr, np.maximum(x - beside, 0.0), upper=False) - above
    return Band(
        curve="roc",
        line="TPR",
        x=x,
        lower=np.maximum(lower, 0.0),
        upper=np.minimum(upper, 1.0),
        level=level,
        method=_METHOD,
        is_joint=True,
        assumes=_ASSUMES,
    )


def _at(
    fpr: NDArray[np.float64], tpr: NDArray[np.float64], x: NDArray[np.float64], *, upper: bool
) -> NDArray[np.float64]:
    """Return the curve at some rates: the upper or the lower end of what is vertical there."""
    after = np.searchsorted(fpr, x, "right" if upper else "left")
    before = np.clip(after - 1, 0, len(fpr) - 1)
    after = np.clip(after, 0, len(fpr) - 1)
    width = fpr[after] - fpr[before]
    share = np.divide(x - fpr[before], width, out=np.ones_like(x), where=width > 0)
    return np.asarray(tpr[before] + share * (tpr[after] - tpr[before]))

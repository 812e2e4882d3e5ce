"""A band that holds the whole ROC curve at once, in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.bands.band import Band
from evalgui.core.bands.kolmogorov import quantile
from evalgui.core.ordering import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

LEVEL = 0.95
"""The level of the joint band: it was found for this one, by simulation."""

OF_EACH_CLASS = 0.70
"""The level of the half-widths of each class; together they cover 0.965 to 1.00."""

_METHOD = "Kolmogorov-Smirnov rectangles"
_ASSUMES = "the rows are independent"


def joint_roc_band(steps: Steps, x: NDArray[np.float64] | None = None) -> Band | None:
    """Return the joint band of the ROC curve.

    Around each operating point lies a rectangle, as wide and as high as the distributions of
    the negatives and of the positives may stray; the band is all of them together.

    Parameters
    ----------
    steps
        The operating points.
    x : (n,) array of float, or None
        False positive rates, ascending; None for those at which the band turns.

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
    beside, above = quantile(n, OF_EACH_CLASS), quantile(m, OF_EACH_CLASS)
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
        level=LEVEL,
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

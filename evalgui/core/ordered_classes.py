"""Three ordered classes: the volume under their ROC surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def volume(low: ArrayLike, middle: ArrayLike, high: ArrayLike) -> float:
    """Return the volume under the ROC surface of three ordered classes.

    Parameters
    ----------
    low, middle, high : array_like of float
        The scores of each class, finite.

    Returns
    -------
    float
        The probability that one row of each stands in the right order, 1/6 for scores that say
        nothing: two equal ones count 1/2, three 1/6. NaN where a class has no rows.

    References
    ----------
    Mossman 1999 (Medical Decision Making 19:78); Nakas and Yiannoutsos 2004, ties.

    Examples
    --------
    >>> volume([1, 2], [2, 3], [3, 4])
    0.75
    """
    below, places, above = (np.sort(np.asarray(one, float)) for one in (low, middle, high))
    less, up_to = (
        np.searchsorted(below, places, side="left"),
        np.searchsorted(below, places, side="right"),
    )
    not_more, not_less = (
        np.searchsorted(above, places, side="right"),
        np.searchsorted(above, places, side="left"),
    )
    same_below, more = up_to - less, len(above) - not_more
    same_above = not_more - not_less
    # In sixths, so that all stays whole.
    sixths = 6 * less * more + 3 * (same_below * more + less * same_above) + same_below * same_above
    triples = len(below) * len(places) * len(above)
    return float(divide(float(sum(sixths.tolist())), 6.0 * triples))

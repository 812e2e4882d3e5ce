"""From replicates to limits: percentile and BCa."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from evalgui.core.normal import deviate, proportions_below
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.metrics import Metric
    from evalgui.core.metrics.estimate import Following

METHODS = {"bca": phrase("bootstrap BCa"), "percentile": phrase("bootstrap percentile")}
"""What each kind of interval is called; the one that is shorter than its level less often first."""

_MOST_UNDEFINED = 0.1


class Limits(NamedTuple):
    """Both ends of an interval.

    Parameters
    ----------
    lower, upper
        NaN where undefined; they may be infinite.
    reason
        Why they are undefined, "" where they are not.
    """

    lower: float
    upper: float
    reason: str = ""


def percentile(values: NDArray[np.float64], level: float) -> Limits:
    """Return the percentile interval.

    Parameters
    ----------
    values : (R,) array of float
        The number in each replicate; NaN where it is undefined there.
    level
        The confidence, in (0, 1).

    Returns
    -------
    Limits
        Undefined where a tenth of the replicates has no value, or all have the same one.

    References
    ----------
    Efron and Tibshirani, "An introduction to the bootstrap" (1993), chapter 13. Quantiles are
    those of type 7 of Hyndman and Fan (1996).
    """
    ordered, reason = _ordered(values)
    if reason:
        return Limits(math.nan, math.nan, reason)
    tail = (1 - level) / 2
    return Limits(quantile(ordered, tail), quantile(ordered, 1 - tail))


def bca(values: NDArray[np.float64], original: float, acceleration: float, level: float) -> Limits:
    """Return the bias-corrected and accelerated interval.

    Parameters
    ----------
    values, level
        As of `percentile`.
    original
        The number itself.
    acceleration
        That of `evalgui.core.bootstrap.jackknife.acceleration`.

    Returns
    -------
    Limits
        Undefined where that of `percentile` is, and where the number lies beyond all
        replicates.

    References
    ----------
    Efron, "Better bootstrap confidence intervals", JASA 82 (1987). Replicates that are equal to
    the number count half.
    """
    ordered, reason = _ordered(values)
    if not reason and math.isnan(acceleration):
        reason = phrase("it has no finite value where a single one of the units is left out")
    if reason:
        return Limits(math.nan, math.nan, reason)
    below = np.searchsorted(ordered, original, "left")
    upto = np.searchsorted(ordered, original, "right")
    share = float(below + upto) / (2 * len(ordered))
    if not 0 < share < 1:
        return Limits(math.nan, math.nan, phrase("the value lies beyond all replicates"))
    bias = deviate(share)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        place = bias + deviate(tail)
        stretch = 1 - acceleration * place
        if stretch <= 0:
            return Limits(math.nan, math.nan, phrase("the influence of single units is too skewed"))
        corrected = float(proportions_below(np.array([bias + place / stretch]))[0])
        ends.append(quantile(ordered, corrected))
    return Limits(ends[0], ends[1])


def followed(base: Limits, follows: Following, used: dict[str, float]) -> Limits:
    """Return the limits of a measure that jumps from one infinity to the other.

    Those of its replicates would have nonsense between them where some are positive and some
    negative; on either side of the jump it falls as the measure rises that it follows.

    Parameters
    ----------
    base
        The limits of the measure that it follows.
    follows, used
        How it does so, and the parameters that it uses.

    Returns
    -------
    Limits
        Undefined where those of the other measure are, or hold the place of the jump.
    """
    pole = float(follows.pole or 0)
    if base.reason:
        return base
    if base.lower <= pole <= base.upper:
        name = cast("Metric", follows.of).name
        reason = phrase(
            "{name} may be {pole}: the limits would go through infinity",
            name=name,
            pole=follows.pole,
        )
        return Limits(math.nan, math.nan, reason)
    lower, upper = sorted(float(follows.by(end, **used)) for end in base[:2])
    return Limits(lower, upper)


def quantile(ordered: NDArray[np.float64], proportion: float) -> float:
    """Return a quantile of numbers in ascending order, by linear interpolation (type 7).

    Examples
    --------
    >>> quantile(np.array([1.0, 2.0, np.inf]), 0.25), quantile(np.array([1.0, np.inf]), 0.5)
    (1.5, inf)
    """
    place = proportion * (len(ordered) - 1)
    low = min(math.floor(place), len(ordered) - 1)
    share = place - low
    first = float(ordered[low])
    if share == 0 or math.isinf(first):
        return first
    return first + share * (float(ordered[low + 1]) - first)


def _ordered(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], str]:
    """Return the values that are defined, in order, and why they say nothing."""
    ordered = np.sort(values)
    defined = ordered[: int(np.searchsorted(ordered, np.nan))]
    if len(defined) < (1 - _MOST_UNDEFINED) * len(values) or not len(defined):
        lacking = len(values) - len(defined)
        return defined, phrase(
            "it is undefined in {lacking} of {n} replicates", lacking=lacking, n=len(values)
        )
    if defined[0] == defined[-1]:
        return defined, phrase("it is the same in all replicates")
    return defined, ""

"""Intervals of ratios: of two independent rates, and of two odds."""

from __future__ import annotations

import math

from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.vocabulary import phrase

_HALVES = phrase("1/2 is added to every cell, since one is 0")


def mover_ratio(
    k_1: float, n_1: float, k_2: float, n_2: float, level: float
) -> tuple[float, float]:
    """Return the interval of (k_1/n_1) / (k_2/n_2) from the Wilson limits of both rates.

    Parameters
    ----------
    k_1, n_1, k_2, n_2
        Two independent proportions, 0 <= k <= n.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        In [0, inf]: below exactly 0 at k_1 = 0, above infinite at k_2 = 0; NaN at 0/0.

    References
    ----------
    Donner and Zou 2012, "Closed-form confidence intervals for functions of the normal mean
    and standard deviation" (MOVER-R), eq. 9, without differences of like numbers.

    Examples
    --------
    >>> low, high = mover_ratio(12, 15, 0, 25, 0.95)
    >>> round(low, 6), high
    (5.700944, inf)
    """
    if not (n_1 > 0 and n_2 > 0) or k_1 == k_2 == 0:
        return UNDEFINED
    top, bottom = k_1 / n_1, k_2 / n_2
    low_1, low_2 = wilson(k_1, n_1, level)[0], wilson(k_2, n_2, level)[0]
    (fall_1, rise_1), (fall_2, rise_2) = _reach(k_1, n_1, level), _reach(k_2, n_2, level)
    both = top * bottom
    inner = low_1 * (top + fall_1)
    root = math.hypot(rise_2 * math.sqrt(inner), fall_1 * bottom)
    lower = inner / (both + root) if k_1 else 0.0
    if not k_2:
        return lower, math.inf
    outer = low_2 * (bottom + fall_2)
    root = math.hypot(rise_1 * math.sqrt(outer), fall_2 * top)
    upper, ratio = (both + root) / outer, top / bottom
    return min(lower, ratio), max(upper, ratio)


def _reach(k: float, n: float, level: float) -> tuple[float, float]:
    """Return how far below and above a proportion its Wilson limits lie, near 0 and 1, too."""
    few = min(k, n - k)
    low, high = wilson(few, n, level)
    below, above = few / n - low, high - few / n
    return (below, above) if k + k <= n else (above, below)


def log_ratio(k_1: float, n_1: float, k_2: float, n_2: float, level: float) -> tuple[float, float]:
    """Return the normal interval of the logarithm of a ratio of rates, as of `mover_ratio`.

    NaN where a count is 0, since its logarithm is infinite.

    References
    ----------
    Simel, Samsa and Matchar 1991.
    """
    if not (k_1 > 0 and k_2 > 0):
        return UNDEFINED
    variance = 1 / k_1 - 1 / n_1 + 1 / k_2 - 1 / n_2
    return _around((k_1 / n_1) / (k_2 / n_2), variance, level)


def log_ratio_with_halves(
    k_1: float, n_1: float, k_2: float, n_2: float, level: float
) -> tuple[float, float]:
    """Return `log_ratio` with 1/2 in every cell."""
    return log_ratio(k_1 + 0.5, n_1 + 1, k_2 + 0.5, n_2 + 1, level)


def woolf(tp: float, fp: float, fn: float, tn: float, level: float) -> tuple[float, float]:
    """Return the normal interval of the logarithm of an odds ratio, (tp tn) / (fp fn).

    Parameters
    ----------
    tp, fp, fn, tn
        The four counts.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        In (0, inf); NaN where a count is 0.

    References
    ----------
    Woolf 1955.
    """
    if not (tp > 0 and fp > 0 and fn > 0 and tn > 0):
        return UNDEFINED
    return _around((tp / fp) * (tn / fn), 1 / tp + 1 / fp + 1 / fn + 1 / tn, level)


def woolf_with_halves(
    tp: float, fp: float, fn: float, tn: float, level: float
) -> tuple[float, float]:
    """Return `woolf` with 1/2 in every cell."""
    return woolf(tp + 0.5, fp + 0.5, fn + 0.5, tn + 0.5, level)


def _around(ratio: float, variance: float, level: float) -> tuple[float, float]:
    """Return a ratio divided and multiplied by the same factor."""
    factor = math.exp(deviate_of(level) * math.sqrt(max(0.0, variance)))
    return ratio / factor, ratio * factor


MOVER_RATIO = Method(
    id="mover-r",
    name=phrase("MOVER-R on Wilson limits"),
    explanation=phrase(
        "From the Wilson limits of both rates. The upper limit is infinite where the "
        "rate below the line may be 0."
    ),
    compute=mover_ratio,
    is_recommended=True,
    source="Donner and Zou 2012",
)
LOG_RATIO = Method(
    id="log",
    name=phrase("log method"),
    explanation=phrase(
        "A normal interval of the logarithm. Where one of the two rates is 0, or both are "
        "1, 1/2 is added to every cell, and it may then miss the true value too often or never."
    ),
    compute=log_ratio,
    where_zero=Method(
        id="log",
        name=phrase("log method, 1/2 in every cell"),
        explanation=phrase(
            "A normal interval of the logarithm, after 1/2 was added to every cell."
        ),
        compute=log_ratio_with_halves,
        assumes=_HALVES,
    ),
    source="Simel, Samsa and Matchar 1991",
)
WOOLF = Method(
    id="woolf",
    name=phrase("Woolf"),
    explanation=phrase(
        "A normal interval of the logarithm. Where a cell is 0, 1/2 is added to every "
        "one, so that the limits stay finite where the ratio itself is not."
    ),
    compute=woolf,
    is_recommended=True,
    where_zero=Method(
        id="woolf",
        name=phrase("Woolf, 1/2 in every cell"),
        explanation=phrase(
            "A normal interval of the logarithm, after 1/2 was added to every cell."
        ),
        compute=woolf_with_halves,
        assumes=_HALVES,
    ),
    source="Woolf 1955",
)

OF_RATES = (MOVER_RATIO, LOG_RATIO)
OF_ODDS = (WOOLF,)

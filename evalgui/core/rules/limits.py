"""Which counts support a claim: the one-sided exact limit of a proportion against a number.

That a limit meets a target is asked of the binomial distribution itself, not of the limit: the
same by definition, faster, and without the rounding of an inverse.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.counts import Count


def chances_are_at_hand() -> bool:
    """Return whether chances can be told at once: to load what counts them takes a while."""
    return hasattr(sys.modules.get("scipy.special"), "betainc")


def at_least_this_many(x: Count, n: Count, proportion: float) -> np.ndarray:
    """Return the chance of x or more of n where each comes with a proportion.

    Parameters
    ----------
    x, n
        Counts, scalars or arrays, 0 <= x <= n.
    proportion
        In [0, 1].

    Returns
    -------
    array of float64
        In [0, 1]: 1 where x is 0.

    References
    ----------
    The regularised incomplete beta function, I_p(x, n - x + 1).
    """
    from scipy.special import betainc  # takes a fifth of a start-up to load

    x, n = np.asarray(x, dtype=np.float64), np.asarray(n, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        chance = betainc(np.maximum(x, 1.0), n - x + 1.0, proportion)
    return np.where(x <= 0, 1.0, np.where(x > n, 0.0, chance))


def at_most_this_many(x: Count, n: Count, proportion: float) -> np.ndarray:
    """Return the chance of x or fewer of n where each comes with a proportion: (...) float64."""
    x, n = np.asarray(x), np.asarray(n)
    return at_least_this_many(n - x, n, 1.0 - proportion)


def lower_limit_confidence(x: Count, n: Count, target: float) -> np.ndarray:
    """Return the confidence with which x of n say that the true proportion is above a target.

    The one-sided lower limit of Clopper and Pearson is at least the target at just the levels
    up to this one.
    """
    return 1.0 - at_least_this_many(x, n, target)


def upper_limit_confidence(x: Count, n: Count, target: float) -> np.ndarray:
    """Return the confidence with which x of n say that the true proportion is below a target.

    The one-sided upper limit of Clopper and Pearson is at most the target at just the levels
    up to this one.
    """
    return 1.0 - at_most_this_many(x, n, target)


def fewest_for_lower_limit(n: int, target: float, level: float) -> int | None:
    """Return the fewest of n whose lower limit is at least a target; None where n are too few.

    Examples
    --------
    >>> fewest_for_lower_limit(59, 0.95, 0.95), fewest_for_lower_limit(58, 0.95, 0.95)
    (59, None)
    """
    if target <= 0:
        return 0
    return _first(n, lambda x: bool(at_least_this_many(x, n, target) <= _alpha(level)))


def most_for_upper_limit(n: int, target: float, level: float) -> int | None:
    """Return the most of n whose upper limit is at most a target; None where n are too few.

    Examples
    --------
    >>> most_for_upper_limit(2996, 0.001, 0.95), most_for_upper_limit(2990, 0.001, 0.95)
    (0, None)
    """
    if target >= 1:
        return n
    first = _first(n, lambda x: bool(at_most_this_many(x, n, target) > _alpha(level)))
    return None if first == 0 else n if first is None else first - 1


def rows_needed(target: float, level: float) -> int | None:
    """Return how many rows without an error support the claim that errors are at most a target.

    Where the limit of ``-ln(1 - level) / target`` of the rule of three comes from: all n rows
    are right with a chance of ``(1 - target)**n``.

    Examples
    --------
    >>> rows_needed(0.05, 0.95), rows_needed(1e-4, 0.95)
    (59, 29956)
    """
    if not 0 < target < 1:
        return None if target <= 0 else 1
    return math.ceil(math.log(_alpha(level)) / math.log1p(-target))


def _alpha(level: float) -> float:
    """Return the chance that is left to error; what only rounding puts above it is not."""
    return (1.0 - level) * (1.0 + 1e-12)


def _first(n: int, holds: Callable[[int], bool]) -> int | None:
    """Return the first of 0 to n from which on something holds; None where it never does."""
    if not holds(n):
        return None
    before, after = -1, n
    while after - before > 1:
        middle = (before + after) // 2
        if holds(middle):
            after = middle
        else:
            before = middle
    return after

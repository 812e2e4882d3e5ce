"""Square-and-add: one interval for every smooth function of independent proportions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable


def square_and_add(value: float, moved: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the limits of a number from what each proportion alone does to it.

    Parameters
    ----------
    value
        The number at the estimates, finite.
    moved
        For each proportion the number with that proportion at its lower and at its upper
        limit, all others at their estimates.

    Returns
    -------
    tuple of float
        ``value - sqrt(sum of squared falls)`` and ``value + sqrt(sum of squared rises)``,
        where a fall is the largest of a proportion and at least 0; not clipped to a range.
        NaN where any number is.

    References
    ----------
    Zou and Donner 2008 (MOVER), of which Newcombe 1998 (Statistics in Medicine 17:873), method
    10, is the difference of two rates.

    Examples
    --------
    >>> [round(limit, 6) for limit in square_and_add(0.5, [(0.2, 0.6), (0.9, 0.1)])]
    [0.0, 0.912311]
    """
    down = up = 0.0
    for one, other in moved:
        least, most = (one, other) if one < other else (other, one)
        if least < value:
            down += (value - least) * (value - least)
        if most > value:
            up += (most - value) * (most - value)
        if one != one or other != other:  # noqa: PLR0124 - NaN, in a tenth of the time of a call
            return UNDEFINED
    return value - math.sqrt(down), value + math.sqrt(up)


def difference_of_rates(
    k_1: float, n_1: float, k_2: float, n_2: float, level: float
) -> tuple[float, float]:
    """Return the interval of k_1/n_1 - k_2/n_2, two independent rates, in [-1, 1].

    Parameters
    ----------
    k_1, n_1, k_2, n_2
        Two independent proportions, 0 <= k <= n.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        NaN where an n is 0.

    References
    ----------
    Newcombe 1998 (Statistics in Medicine 17:873), method 10.

    Examples
    --------
    >>> [round(limit, 6) for limit in difference_of_rates(45, 50, 160, 200, 0.95)]
    [-0.023937, 0.183056]
    """
    if not (n_1 > 0 and n_2 > 0):
        return UNDEFINED
    first, second = k_1 / n_1, k_2 / n_2
    low_1, high_1 = wilson(k_1, n_1, level)
    low_2, high_2 = wilson(k_2, n_2, level)
    ends = ((low_1 - second, high_1 - second), (first - high_2, first - low_2))
    lower, upper = square_and_add(first - second, ends)
    return max(-1.0, lower), min(1.0, upper)


SQUARE_AND_ADD = Method(
    id="square-and-add",
    name=phrase("square-and-add of Wilson limits"),
    explanation=phrase(
        "Each rate is put to its two Wilson limits while the others stay, and what the "
        "number then falls and rises is squared and added. For sums and differences of two rates "
        "this is Newcombe's method (MOVER)."
    ),
    compute=square_and_add,
    is_recommended=True,
    source="Zou and Donner 2008; Newcombe 1998, method 10",
)

METHODS = (SQUARE_AND_ADD,)

"""An interval of any smooth function of several independent rates, each of which is k of n."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.intervals.square_and_add import SQUARE_AND_ADD, square_and_add
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def of_several(
    value: Callable[..., float],
    rates: Sequence[tuple[float, float]],
    level: float,
    ends: tuple[float, float] = (0.0, 1.0),
) -> Measured:
    """Return a function of independent rates with its interval.

    Parameters
    ----------
    value
        Of the rates, in their order; monotone in each.
    rates
        (k, n) of each.
    level
        The two-sided confidence.
    ends
        Of the range of the number.

    Returns
    -------
    Measured
        By square-and-add of Wilson limits; undefined where a rate has no trials, or where the
        function is not a number.

    References
    ----------
    Zou and Donner 2008 (MOVER).

    Examples
    --------
    >>> found = of_several(lambda a, b: a + b, [(5, 120), (20, 1000)], 0.95, (0.0, 2.0))
    >>> [round(one, 4) for one in (found.value, found.interval.lower, found.interval.upper)]
    [0.0617, 0.0369, 0.1149]
    """
    shares = [float(divide(k, n)) for k, n in rates]
    sizes = tuple(int(n) for _k, n in rates)
    found = value(*shares)
    if math.isnan(found):
        reason = "0/0" if all(n for _k, n in rates) else phrase("no trials of a rate")
        return Measured(found, reason, interval=Interval(level, "", *UNDEFINED, sizes))
    moved = []
    for place, (k, n) in enumerate(rates):
        low, high = (
            value(*shares[:place], end, *shares[place + 1 :]) for end in wilson(k, n, level)
        )
        moved.append((low, high))
    lower, upper = square_and_add(found, moved)
    limits = max(ends[0], lower), min(ends[1], upper)
    return Measured(found, interval=Interval(level, SQUARE_AND_ADD.name, *limits, sizes))

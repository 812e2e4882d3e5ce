"""Where a threshold that came from a pixel rests: on the shortest of all that count the same."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.score_table import Steps

_MOST_DIGITS = 17  # of a double: with so many, every one is told from its neighbours
# Room for every digit that a double can have, so that nothing but the wanted place is rounded.
_EXACT = Context(prec=1_100, Emin=-2_000, Emax=2_000)


def resting_threshold(
    steps: Steps, threshold: float, low: float = -math.inf, high: float = math.inf
) -> float:
    """Return the shortest decimal among the thresholds with the same counts.

    Parameters
    ----------
    steps
        The operating points.
    threshold
        In the user's units, such as from the place of a pointer.
    low, high
        What the result must not leave, such as the ends of what is in view.

    Returns
    -------
    float
        `shortest_decimal` of the thresholds from `low` to `high` whose row is that of
        `threshold`; an infinity, NaN, and a threshold outside `low` to `high` stay as they are.
        Of bins it is the edge of one, where the counts are exact.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([24.81, 25.97, 31.0], [False, True, True]).steps
    >>> resting_threshold(steps, 25.3258850828729)
    25.0
    """
    if not (math.isfinite(threshold) and low <= threshold <= high):
        return threshold
    row = steps.row_at(threshold)
    if steps.bins is not None:
        edge = steps.threshold(row)
        return edge if math.isfinite(edge) and low <= edge <= high else threshold
    return shortest_decimal(
        threshold, lambda other: low <= other <= high and steps.row_at(other) == row
    )


def shortest_decimal(value: float, is_as_good: Callable[[float], bool]) -> float:
    """Return the shortest decimal in an interval around a number.

    Parameters
    ----------
    value
        A finite number.
    is_as_good
        Tells the numbers of an interval from others; `value` is one of them. Only finite
        numbers are asked about.

    Returns
    -------
    float
        Of the numbers in the interval one with the fewest significant digits; of those with
        as many, one with the fewest decimals; of those, the nearest to `value`.

    Examples
    --------
    >>> shortest_decimal(0.37218, lambda other: 0.3659 < other <= 0.3733)
    0.37
    >>> shortest_decimal(0.0312, lambda other: 0.02 < other <= 0.9)
    0.1
    """
    exact = Decimal(value)
    leading = exact.adjusted()

    def best(place: int) -> float | None:
        found = [near for near in _neighbours(exact, place) if is_as_good(float(near))]
        if not found:
            return None
        return float(min(found, key=lambda near: abs(near - exact))) + 0.0  # never -0.0

    for digits in range(1, _MOST_DIGITS + 1):
        finest = leading - digits + 1
        if best(finest) is not None:
            places = range(max(0, finest), finest - 1, -1)
            return next(found for place in places if (found := best(place)) is not None)
    return value


def _neighbours(value: Decimal, place: int) -> Iterator[Decimal]:
    """Yield the multiples of a power of ten next to a number, below and above it."""
    for rounding in (ROUND_FLOOR, ROUND_CEILING):
        near = value.quantize(Decimal((0, (1,), place)), rounding, _EXACT)
        if math.isfinite(float(near)):
            yield near

"""Many tests at once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values adjusted for as many tests as have one, by Holm.

    Parameters
    ----------
    p_values
        One a test, in [0, 1]; NaN where a test has none, which then does not count.

    Returns
    -------
    list of float
        In the same order; NaN where there was none.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979).

    Examples
    --------
    >>> holm([0.04, math.nan, 0.01, 0.03])
    [0.06, nan, 0.03, 0.06]
    """
    known = sorted(
        (place for place, p in enumerate(p_values) if not math.isnan(p)), key=p_values.__getitem__
    )
    adjusted = [math.nan] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(known):
        largest = max(largest, min(1.0, p_values[place] * (len(known) - rank)))
        adjusted[place] = largest
    return adjusted

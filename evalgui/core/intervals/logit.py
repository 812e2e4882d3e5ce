"""The logit scale, on which a limit of a share never leaves it."""

from __future__ import annotations

import math


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x)), never overflowing.

    Examples
    --------
    >>> logistic(0.0), logistic(-1000.0), logistic(1000.0)
    (0.5, 0.0, 1.0)
    """
    small = math.exp(-abs(x))
    return 1.0 / (1.0 + small) if x >= 0 else small / (1.0 + small)

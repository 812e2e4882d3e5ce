"""Numbers that JSON has no words for: what is infinite, and what is undefined."""

from __future__ import annotations

import math


def finite(value: float) -> float | None:  # an integer stays one
    """Return a finite number, None for any other."""
    return value if math.isfinite(value) else None


def infinity(value: float) -> str | None:
    """Return "+inf" or "-inf", None for any other number."""
    if not math.isinf(value):
        return None
    return "+inf" if value > 0 else "-inf"


def number(value: float) -> float | str | None:
    """Return a number, "+inf" or "-inf"; None for what is undefined."""
    return infinity(value) or finite(value)

"""Numbers that JSON has no words for, what is infinite or undefined, and as text for people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import Written, exact, rounded

if TYPE_CHECKING:
    from evalgui.core.measured import Measured
    from evalgui.core.vocabulary import Words


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


def state(measured: Measured) -> dict[str, Any]:
    """Return a measure as one of three states: a value, an infinity, or undefined and why.

    Returns
    -------
    dict
        ``value``, ``infinite`` and ``undefined``, of which exactly one is not None; the counts
        ``numerator`` and ``denominator``, both None for what is no proportion.
    """
    numerator, denominator = measured.fraction or (None, None)
    return {
        "value": finite(measured.value),
        "infinite": infinity(measured.value),
        "undefined": None if measured.is_defined else measured.reason,
        "numerator": numerator,
        "denominator": denominator,
    }


def digits(value: float | str | None) -> str:
    """Return a number with all of its digits, an infinity as it is told, "-" for none."""
    if value is None or isinstance(value, str):
        return value or "-"
    return str(value) if isinstance(value, int) else exact(value)


def brief(value: float | str | None, written: Written = Written.ROUNDED) -> str:
    """Return a number as the window rounds it, an infinity as it is told, "-" for none.

    Examples
    --------
    >>> brief(0.7594339622641509), brief(0.99996), brief("+inf"), brief(None)
    ('0.759', '0.999960', '+inf', '-')
    """
    return digits(value) if value is None or isinstance(value, str) else rounded(value, written)


def state_text(told: dict[str, Any], words: Words, written: Written = Written.ROUNDED) -> str:
    """Return what `state` returns as text: a number, or why there is none in words of a field."""
    if told["undefined"] is not None:
        return f"undefined: {words.said(told['undefined'])}"
    return brief(told["infinite"] or told["value"], written)

"""How numbers and names become text: the only formatting of the program.

On screen numbers follow the user's locale for the decimal sign alone; exports always use a
point. Text that comes from data is never read as rich text.
"""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from evalgui.core.thresholds import in_units

if TYPE_CHECKING:
    from evalgui.core.dataset import Score

UNDEFINED = "\N{EN DASH}"
INFINITE = "\N{INFINITY}"
MINUS = "\N{MINUS SIGN}"
_DECIMALS = 3
_LARGE = 100  # from here on one decimal is enough


def plain(text: str) -> str:
    """Return text that a tool-tip or a plot label shows as it stands, whatever it looks like."""
    escaped = html.escape(text).replace("\n", "<br>")
    return f"<span>{escaped}</span>"


def elided(text: str, length: int = 40) -> str:
    """Return a long name with its middle left out, on one line."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    half = (length - 1) // 2
    return f"{line[:half]}\N{HORIZONTAL ELLIPSIS}{line[-half:]}"


def with_key(label: str, in_use: str) -> str:
    """Return a label with the key that reaches it: its first letter that is not in use."""
    for place, letter in enumerate(label):
        if letter.isalpha() and letter.casefold() not in in_use:
            return f"{label[:place]}&{label[place:]}"
    return label


def decimal_sign() -> str:
    """Return the decimal sign of the user's locale."""
    return QLocale().decimalPoint()


def localised(number: str) -> str:
    """Return a number that was written with a point, as the user's locale writes it."""
    return number.replace("-", MINUS).replace(".", decimal_sign())


def count(number: int) -> str:
    """Return a whole number with thin spaces between its thousands."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def measure(value: float) -> str:
    """Return the value of a measure at a sensible precision; a dash where it is undefined."""
    if math.isnan(value):
        return UNDEFINED
    if math.isinf(value):
        return INFINITE if value > 0 else MINUS + INFINITE
    magnitude = abs(value)
    if magnitude != 0 and (magnitude < 10**-_DECIMALS or magnitude >= 10**6):
        return localised(f"{value:.3e}")
    decimals = _DECIMALS if magnitude < _LARGE else int(not value.is_integer())
    return localised(f"{value:.{decimals}f}")


def percent(value: float, decimals: int = 1) -> str:
    """Return a proportion in per cent; a dash where it is undefined."""
    if math.isnan(value):
        return UNDEFINED
    return localised(f"{value * 100:.{decimals}f}") + "\N{NARROW NO-BREAK SPACE}%"


def threshold(value: float, score: Score | None = None) -> str:
    """Return a threshold with every digit it has: the shortest text that is exactly it.

    Given the score, it is in the units of the file, and NaN calls nothing positive.
    """
    if math.isnan(value):
        if score is None:
            return UNDEFINED
        return f"> {INFINITE}" if score.higher_is_positive else f"< {MINUS}{INFINITE}"
    if score is not None and score.base and math.isfinite(value):
        return localised(str(in_units(value, score)))
    if math.isinf(value):
        return INFINITE if value > 0 else MINUS + INFINITE
    return localised(repr(value).removesuffix(".0"))


def short_threshold(value: float, score: Score | None = None, digits: int = 6) -> str:
    """Return a threshold at the precision of a label; as of `threshold`."""
    if not math.isfinite(value) or (score is not None and score.base):
        return threshold(value, score)
    return localised(f"{value:.{digits}g}")


def read_number(text: str) -> float | None:
    """Read a number as it stands in a cell; None where it is not one.

    A point is always the decimal sign, and so is the locale's; there are no signs between
    thousands, so that "0.500" can never become 500.
    """
    cleaned = text.strip().replace(MINUS, "-").replace(INFINITE, "inf")
    sign = decimal_sign()
    if sign != "." and "." not in cleaned:
        cleaned = cleaned.replace(sign, ".", 1)
    if "_" in cleaned:
        return None
    try:
        value = float(cleaned)
    except ValueError:
        return None
    return None if math.isnan(value) else value


def with_reason(value: float, reason: str) -> str:
    """Return a value in words for a tool-tip or a screen reader."""
    return f"undefined: {reason}" if math.isnan(value) else measure(value)

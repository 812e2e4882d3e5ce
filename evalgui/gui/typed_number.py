"""A number as a user types it: either what was meant beyond doubt, or words about what is wrong."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.thresholds import from_units
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.dataset import Score

_BETWEEN_THOUSANDS = re.compile(
    "(?<=[0-9])[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}](?=[0-9]{3}(?![0-9]))"
)
_OTHER_DECIMALS = re.compile("[+-]?[0-9]*[.,][0-9]+(?:[eE][+-]?[0-9]+)?")
_MAY_BE_THOUSANDS = re.compile("[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LONGEST_QUOTED = 24


class NotUnderstoodError(ValueError):
    """What was typed is no number, or may be two; the message says so in words."""


class TwoNumbersError(NotUnderstoodError):
    """What was typed may be either of two numbers."""


def read_typed_threshold(typed: str, score: Score) -> float:
    """Read a threshold with a decimal point or a decimal comma; spaces may divide thousands.

    It is in the units of the file; ``none``, or what is shown for it, calls nothing positive.
    The decimal sign is the one that numbers are shown with. The other of the two is taken for
    one, too, unless it may as well divide thousands: nobody gets 1234 for 1.234, or the other
    way round.
    """
    shown = _quoted(typed)
    cleaned = _with_point(typed, shown)
    value = from_units(cleaned, score)
    if value is None:
        raise NotUnderstoodError(tr("{shown} is not a number", shown=shown))
    if math.isinf(value) and _NUMBER.fullmatch(cleaned):
        raise NotUnderstoodError(tr("{shown} is too large", shown=shown))
    return value


def read_typed_share(typed: str) -> float:
    """Read a proportion as a threshold is read, or in per cent with that sign behind it."""
    bare = typed.strip()
    in_percent = bare.endswith("%")
    number = _read(bare.removesuffix("%"), _quoted(typed))
    return float(number / 100 if in_percent else number)


def read_typed_number(typed: str) -> float:
    """Read a finite number that is no threshold, with a decimal point or a decimal comma."""
    shown = _quoted(typed)
    number = float(_read(typed, shown))
    if math.isinf(number):
        raise NotUnderstoodError(tr("{shown} is too large", shown=shown))
    return number


def _read(typed: str, shown: str) -> Decimal:
    """Return the number that was typed, exactly."""
    cleaned = _with_point(typed, shown)
    if not _NUMBER.fullmatch(cleaned):
        raise NotUnderstoodError(tr("{shown} is not a number", shown=shown))
    return Decimal(cleaned)


def _quoted(typed: str) -> str:
    shown = f"\N{LEFT DOUBLE QUOTATION MARK}{text.elided(typed, _LONGEST_QUOTED)}"
    return shown + "\N{RIGHT DOUBLE QUOTATION MARK}"


def _with_point(typed: str, shown: str) -> str:
    """Return what was typed with a decimal point, and with nothing between thousands."""
    cleaned = typed.strip().replace(text.MINUS, "-").replace(text.INFINITE, "inf")
    cleaned = _BETWEEN_THOUSANDS.sub("", cleaned)
    if not cleaned:
        raise NotUnderstoodError(tr("Type a number"))
    sign = text.decimal_sign()
    if cleaned.count(sign) == 1 and not {".", ","} & set(cleaned) - {sign}:
        cleaned = cleaned.replace(sign, ".")
    elif _OTHER_DECIMALS.fullmatch(cleaned):
        with_point = cleaned.replace(",", ".")
        if _MAY_BE_THOUSANDS.fullmatch(cleaned):
            point, none = with_point.replace(".", sign), with_point.replace(".", "")
            raise TwoNumbersError(
                tr(
                    "{shown} may be {point} or {none}: type one of the two",
                    shown=shown,
                    point=point,
                    none=none,
                )
            )
        cleaned = with_point
    return cleaned

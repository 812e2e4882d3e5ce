"""How numbers, names and reasons are written in a report, in the language that is spoken."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING, SupportsIndex

from evalgui.core.digits import SPACE, Written, grouped, percentage, rounded
from evalgui.core.languages import tr
from evalgui.core.languages import written as as_spoken
from evalgui.io.meaning import show_hidden
from evalgui.io.reporting.blocks import Cell

if TYPE_CHECKING:
    from evalgui.core.measured import Measured

INFINITE = "\N{INFINITY}"
MINUS = "\N{MINUS SIGN}"
NOTHING = Cell("\N{EN DASH}")
_LONGEST = 200
_FIRST, _LAST = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def name(text: str, longest: int = _LONGEST) -> str:
    r"""Return a name from the data as a report shows it, on one line.

    What shows nothing is written as its number, what is long is cut with a sign of that, and
    what runs from right to left changes nothing of what stands beside it.

    Examples
    --------
    >>> name("a\x00b"), name("x" * 50, 10)
    ('a<U+0000>b', 'xxxxxxxxx…')
    """
    short = text if len(text) <= longest else text[: longest - 1]
    shown = show_hidden(short).encode("utf-8", "replace").decode("utf-8")
    shown = f"{shown}\N{HORIZONTAL ELLIPSIS}" if len(text) > longest else shown
    if any(unicodedata.bidirectional(mark) in _RIGHT_TO_LEFT for mark in shown):
        return f"{_FIRST}{shown}{_LAST}"
    return shown


def with_word(of_class: str, word: str) -> str:
    """Return the name of a class with what the field calls it, where that is another word.

    Examples
    --------
    >>> with_word("malignant", "diseased"), with_word("genuine", "genuine")
    ('malignant (diseased)', 'genuine')
    """
    own = name(of_class, 60)
    return own if own.casefold() == word.casefold() else f"{own} ({word})"


def number(value: float, written: Written = Written.ROUNDED) -> str:
    """Return a measure at a sensible precision.

    Examples
    --------
    >>> number(0.12345), number(float("inf")) == INFINITE
    ('0.123', True)
    """
    if not math.isfinite(value):
        return _endless(value)
    if written is Written.P_VALUE:
        return p_value(value)
    return as_spoken(rounded(value, written)).replace("-", MINUS)


def p_value(p: float) -> str:
    """Return a p value: one that is too small for three decimals says no more than that."""
    if not math.isfinite(p):
        return _endless(p)
    return as_spoken(rounded(p, Written.P_VALUE)).replace(" ", "\N{NO-BREAK SPACE}")


def percent(share: float) -> str:
    """Return a proportion in per cent.

    Examples
    --------
    >>> percent(0.9528).split(SPACE)
    ['95.3', '%']
    """
    if not math.isfinite(share):
        return _endless(share)
    return as_spoken(f"{percentage(share)}{SPACE}%").replace("-", MINUS)


def limits(low: float, high: float, *, in_percent: bool = False) -> tuple[str, str]:
    """Return both limits of an interval as they stand beside each other."""
    if in_percent:
        return percent(low).removesuffix(f"{SPACE}%"), percent(high)
    return number(low), number(high)


def _endless(value: float) -> str:
    if math.isnan(value):
        return tr("undefined")
    return INFINITE if value > 0 else MINUS + INFINITE


def count(n: SupportsIndex | float) -> str:
    """Return a whole number, or a sum of weights, as it is written."""
    return as_spoken(grouped(n))


def count_cell(n: SupportsIndex | float | None, of: str = "") -> Cell:
    """Return a whole number, or a sum of weights."""
    if n is None:
        return NOTHING
    return Cell(count(n), n if isinstance(n, float) else n.__index__(), of)


def fraction(found: Measured) -> Cell:
    """Return x/n of a proportion; nothing of all else."""
    return Cell("" if found.fraction is None else "/".join(map(count, found.fraction)))


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]

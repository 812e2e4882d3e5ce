"""How the window writes a cell of any table of a result."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.texts import Style
from evalgui.gui.look import text
from evalgui.gui.results import intervals

if TYPE_CHECKING:
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.texts import Told
    from evalgui.core.vocabulary import Words
    from evalgui.results.result import Kind


def style_of(words: Words) -> Style:
    """Return how the window writes what stands in texts, in the words of a field."""
    return Style(
        words,
        text.short_threshold,
        count=text.count,
        share=text.exact_percent,
        place=text.short_threshold,
        rate=text.rate,
    )


def number(kind: Kind, value: float) -> str:
    """Return a value as it is shown: shares in per cent where these are wanted."""
    if kind.is_share:
        return text.rate(value)
    if not (kind.is_count or kind.is_exact):
        return text.measure(value, kind.written)
    if math.isnan(value):
        return text.UNDEFINED
    return text.count(value) if kind.is_count else text.threshold(value)


def limits(kind: Kind, interval: Interval | None) -> str:
    """Return the limits of a value, written as `number` writes it; "" where there are none."""
    return intervals.brief(interval, kind.written, is_share=kind.is_share)


def printed(kind: Kind, found: Measured) -> str:
    """Return a value with its limits in brackets as a page has it: with a point, as in any copy."""
    interval, value = found.interval, number(kind, found.value)
    if told := left_open(kind, found):
        value = f"{value} ({told})"
    if interval is not None and found.is_defined and intervals.is_defined(interval):
        value = f"{value} ({_ends(kind, interval.lower, interval.upper)})"
    return value


def left_open(kind: Kind, found: Measured) -> str:
    """Return what bins leave open of a value; "" for nothing."""
    return "" if found.bracket is None else text.said(found.bracket.told(partial(number, kind)))


def open_in_short(kind: Kind, found: Measured) -> str:
    """Return the same where there is little room: "0.522-0.888 in bins"."""
    if found.bracket is None or not left_open(kind, found):
        return ""
    return (
        tr("open in bins")
        if found.bracket.reason
        else tr("{ends} in bins", ends=_ends(kind, *found.bracket[:2]))
    )


def _ends(kind: Kind, low: float, high: float) -> str:
    """Return two values with a dash between, written as `number` writes them."""
    return (
        text.rate_interval(low, high) if kind.is_share else text.interval(low, high, kind.written)
    )


def spoken_limits(kind: Kind, interval: Interval | None, words: Words) -> str:
    """Return an interval for a screen reader; "" where nobody computes it."""
    return intervals.spoken(interval, words, is_share=kind.is_share)


def detail(kind: Kind, found: Measured, note: Told | None, style: Style) -> str:
    """Return what stands beside a value: the note of its row, what bins leave, else its counts."""
    told = "" if note is None else note.told(style)
    if found.bracket is not None:  # as in hardly a frame of a drag
        told = "; ".join(filter(None, (told, open_in_short(kind, found))))
    if not told and note is None and found.fraction is not None:
        return text.fraction(found.fraction)
    return told

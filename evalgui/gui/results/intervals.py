"""Intervals as the window tells them: in short, in a sentence, and as a bar drawn to scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.digits import Written
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.pending import is_awaited, latest
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.languages import between, tr
from evalgui.core.measured import Sided
from evalgui.core.metrics import Metric
from evalgui.core.provenance_words import OF_DATA, at_threshold
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.measured import Interval
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

_DECADES = 6  # that a bar without an end shows: 0.001 to 1,000 around 1

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Bar(NamedTuple):
    """Where an interval begins, its value lies and it ends, as shares of a bar; so is 1."""

    lower: float
    value: float
    upper: float
    one: float | None = None


class Numbers(NamedTuple):
    """What a row shows beside its name, and where the bar of its interval lies.

    An outdated interval is one of before, until that of now is known. Of a value that is open in
    bins the detail says between which ends.
    """

    value: str
    detail: str
    interval: str
    pinned: str
    bar: Bar | None
    is_outdated: bool = False
    is_open: bool = False


def is_defined(interval: Interval | None) -> bool:
    """Return whether there is an interval with limits."""
    return interval is not None and not math.isnan(interval.lower)


def brief(
    interval: Interval | None, written: Written = Written.ROUNDED, *, is_share: bool = False
) -> str:
    """Return the limits alone, a dash where there are none, "" where nobody computes them.

    Those that are still being worked out have an ellipsis.
    """
    if is_awaited(interval):
        return ELLIPSIS
    if interval is None:
        return ""
    lower, upper = interval.lower, interval.upper
    told = text.rate_interval(lower, upper) if is_share else text.interval(lower, upper, written)
    return of_rows(told, interval)


def of_rows(limits: str, interval: Interval) -> str:
    """Return limits, and that they are of rows where subjects were drawn: they are too short."""
    if is_defined(interval) and interval.method.endswith(OF_ROWS):
        return tr("{limits} of rows", limits=limits)
    return limits


def known_last(snapshot: Snapshot, metric_id: str, interval: Interval | None) -> Interval | None:
    """Return what stands for an interval that is being worked out: that of before, if any."""
    if not is_awaited(interval) or snapshot.point is None:
        return None
    found, is_of_before = latest(snapshot.point.intervals, metric_id)
    return found if is_of_before else None


def brief_percent(interval: Interval | None) -> str:
    """Return the limits of a proportion in per cent, "" where there are none."""
    if interval is None or not is_defined(interval):
        return ""
    return of_rows(text.percent_interval(interval.lower, interval.upper), interval)


def title(level: float) -> str:
    """Return what a column of intervals is called: "95 % interval"."""
    return tr("{level} interval", level=text.level(level))


def rested_on(interval: Interval, words: Words = text.AT_FIRST) -> str:
    """Return the n of an interval: "n = 212", or that of each class."""
    if len(interval.n) == 1:
        return f"n = {text.count(interval.n[0])}"
    told = zip((words.positives, words.negatives), interval.n, strict=False)
    return "n = " + ", ".join(f"{text.count(number)} {of_class}" for of_class, number in told)


def sentences(interval: Interval, words: Words = text.AT_FIRST) -> list[str]:
    """Return the limits with level, method, n and what they assume, or why there are none."""
    name = title(interval.level)
    if not is_defined(interval):
        reason = words.said(interval.reason) or tr("it is not defined")
        return [tr("No {name}: {reason}", name=name, reason=reason)]
    low, high = map(text.short_threshold, (interval.lower, interval.upper))
    limits = tr("{low} to {high}", low=low, high=high)
    sided = "" if interval.sided is Sided.TWO else f" ({tr(interval.sided)})"
    lines = [
        f"{name}{sided}: {limits}",
        f"{words.said(interval.method)}, {rested_on(interval, words)}",
    ]
    if interval.assumes:
        lines.append(tr("Assumes: {assumes}", assumes=words.said(interval.assumes)))
    if interval.bracket is not None and (told := interval.bracket.told(text.short_threshold)):
        lines.append(tr("Limits {told}", told=words.said(told)))
    return lines


def at_point(metric: AnyMetric, interval: Interval, snapshot: Snapshot, words: Words) -> list[str]:
    """Return the `sentences` of the interval of a measure, and what to expect of new rows.

    At a threshold that was chosen on these rows, they say that the interval does not know it.
    """
    if not metric.follows_threshold:
        return sentences(interval, words)
    told = sentences(at_threshold(metric.id, interval, snapshot.provenance), words)
    found = snapshot.stability
    if found is None or not isinstance(metric, Metric) or metric.id == OF_DATA:
        return told
    value = found.expected(metric, snapshot.inputs.parameters)
    expected = words("Expected on new {rows} (out of bag): ") + text.measure(value, metric.written)
    return told if math.isnan(value) else [*told, expected]


def explanation_of(method: str) -> str:
    """Return what a method does, by its label; "" for a label that says more than a method."""
    every = (one for offered in OFFERED.values() for one in offered)
    return next((one.explanation for one in every if one.name == method), "")


def spoken(
    interval: Interval | None, words: Words = text.AT_FIRST, *, is_share: bool = False
) -> str:
    """Return an interval for a screen reader."""
    if interval is None:
        return ""
    if not is_defined(interval):
        return sentences(interval, words)[0]
    told = text.rate if is_share else text.measure
    lower, upper = (told(limit) for limit in (interval.lower, interval.upper))
    limits = tr("{low} to {high}", low=lower, high=upper)
    return between().join((limits, title(interval.level), words.said(interval.method)))


def bar(interval: Interval | None, value: float, limits: tuple[float, float]) -> Bar | None:
    """Return where the bar of an interval lies on the range of its measure; None without one.

    A range without an end is drawn over powers of ten around 1, or around 0.
    """
    if interval is None or not is_defined(interval) or math.isnan(value):
        return None
    low, high = limits
    return Bar(
        place(interval.lower, low, high),
        place(value, low, high),
        place(interval.upper, low, high),
        place(1.0, low, high) if low == 0 and math.isinf(high) else None,
    )


def place(value: float, low: float, high: float) -> float:
    """Return where a value lies on a range, as a share of it."""
    if math.isinf(low) or math.isinf(high):
        return _place_on_endless(value, low, high)
    return min(max((value - low) / (high - low), 0.0), 1.0)


def _place_on_endless(value: float, low: float, high: float) -> float:
    if math.isinf(value):
        return 1.0 if value > 0 else 0.0
    if math.isinf(low) and math.isinf(high):
        away = math.copysign(math.log10(1 + abs(value)), value)
    else:
        beyond = value - low if math.isinf(high) else high - value
        away = -math.inf if beyond <= 0 else math.log10(beyond)
        away = away if math.isinf(high) else -away
    return min(max(0.5 + away / _DECADES, 0.0), 1.0)

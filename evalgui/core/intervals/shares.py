"""The interval of a share of rows that is no declared measure, such as that of a cell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.at_point import INDEPENDENT, ONE_POPULATION, TOO_SHORT
from evalgui.core.intervals.making import Interval, Kind, Sampling, method_of
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.by_weight import AnyWorth
    from evalgui.core.intervals.settings import IntervalSettings

SIZES_CHOSEN = phrase("the sizes of the classes were chosen, and with them this share")


def of_share(  # noqa: PLR0913 - a share, and all that its interval rests on
    k: int,
    n: int,
    settings: IntervalSettings,
    sampling: Sampling,
    *,
    of_a_class: bool,
    worth: AnyWorth | None = None,
) -> Interval:
    """Return the interval of k out of n.

    Parameters
    ----------
    k, n
        Out of n rows, k.
    settings
        The level, and the method of proportions.
    sampling
        How the rows came into the data.
    of_a_class
        Whether the n rows are all those of one class: then it is an estimate however the
        sizes of the classes came about.
    worth
        As how many independent rows these count, where that is known of subjects.

    Returns
    -------
    Interval
        With the reason where it is undefined.

    Examples
    --------
    >>> from evalgui.core.intervals.settings import DEFAULT_INTERVALS
    >>> of_share(0, 20, DEFAULT_INTERVALS, Sampling.COHORT, of_a_class=True).lower
    0.0
    """
    reason = "" if n else phrase("no rows")
    if not of_a_class and sampling.fixes_shares:
        reason = SIZES_CHOSEN
    if reason:
        return Interval(settings.level, "", math.nan, math.nan, (n,), reason=reason)
    method = method_of(settings, Kind.PROPORTION)
    lower, upper = method.compute(k, n, settings.level)
    if worth is not None:
        reason = worth.why_none(method)
        low, high = method.compute(*worth.of(k, n), settings.level)
        if math.isnan(low) or reason:
            nothing = math.nan, math.nan, (n,)
            return Interval(settings.level, "", *nothing, reason=reason or worth.lacking)
        told, label = (
            worth.told((high - low) / (upper - lower)),
            joined(", ", (method.name, worth.label)),
        )
        return Interval(settings.level, label, low, high, (n,), told, sided=method.sided)
    assumes: str = INDEPENDENT if of_a_class else ONE_POPULATION
    if sampling is Sampling.BY_SUBJECT:
        assumes = joined("; ", (assumes, TOO_SHORT))
    return Interval(settings.level, method.name, lower, upper, (n,), assumes, sided=method.sided)

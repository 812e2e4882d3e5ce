"""The interval of a share of rows that is no declared measure, such as that of a cell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.at_point import INDEPENDENT, ONE_POPULATION, TOO_SHORT
from evalgui.core.intervals.making import Interval, Kind, Sampling, method_of

if TYPE_CHECKING:
    from evalgui.core.intervals.settings import IntervalSettings

SIZES_CHOSEN = "the sizes of the classes were chosen, and with them this share"


def of_share(
    k: int, n: int, settings: IntervalSettings, sampling: Sampling, *, of_a_class: bool
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
    reason = "" if n else "no rows"
    if not of_a_class and sampling.fixes_shares:
        reason = SIZES_CHOSEN
    if reason:
        return Interval(settings.level, "", math.nan, math.nan, (n,), reason=reason)
    method = method_of(settings, Kind.PROPORTION)
    lower, upper = method.compute(k, n, settings.level)
    assumes = INDEPENDENT if of_a_class else ONE_POPULATION
    if sampling is Sampling.BY_SUBJECT:
        assumes = f"{assumes}; {TOO_SHORT}"
    return Interval(settings.level, method.name, lower, upper, (n,), assumes, sided=method.sided)

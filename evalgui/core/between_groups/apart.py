"""Rates of groups beside each other: differences and ratios that hold together, and their spread.

A rate of a group is k of n. Where several are compared, the level of each interval is so high
that all of them hold at once (Bonferroni).
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.intervals.ratios import mover_ratio
from evalgui.core.intervals.square_and_add import difference_of_rates
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.counts import Counts

MOVER, MOVER_R = phrase("MOVER on Wilson limits"), phrase("MOVER-R on Wilson limits")
NO_ROWS = phrase("no rows of the class concerned")
NOTHING_OF_BOTH = "0/0"
NO_WORTH = phrase("as how many independent rows those of a group count is not known")


class Rate(NamedTuple):
    """k of n rows of a group, or as many as they are worth."""

    k: float
    n: float

    @property
    def value(self) -> float:
        """The share; NaN without rows."""
        return float(divide(self.k, self.n))


class Apart(NamedTuple):
    """Two groups, by their places, and how far their rates lie apart.

    Parameters
    ----------
    first, second
        Their places among the rates.
    difference, ratio
        The first less the second, and over it.
    """

    first: int
    second: int
    difference: Measured
    ratio: Measured


def all_pairs(n: int) -> list[tuple[int, int]]:
    """Return each pair of n groups once, the earlier one first."""
    return list(combinations(range(n), 2))


def against(n: int, reference: int) -> list[tuple[int, int]]:
    """Return each of n groups with a chosen one."""
    return [(one, reference) for one in range(n) if one != reference]


def apart(
    rates: Sequence[Rate],
    pairs: Sequence[tuple[int, int]],
    level: float,
    worth: Sequence[Rate] = (),
) -> list[Apart]:
    """Return how far the rates of groups lie apart, with intervals that hold all at once.

    Parameters
    ----------
    rates
        Of each group.
    pairs
        The places of those that are compared.
    level
        With which all the differences hold, and with which all the ratios do.
    worth
        Where rows of a group depend on each other or have weights, each rate as of the independent
        rows that they count as, of NaN rows where nobody knows: intervals are of these.

    Returns
    -------
    list of Apart
        In the order of the pairs. A ratio is infinite where the second rate is 0, and undefined
        where both are; both are undefined where a group has no rows.

    References
    ----------
    Newcombe 1998 (Statistics in Medicine 17:873), method 10; Donner and Zou 2012 (MOVER-R);
    Bonferroni over the pairs.

    Examples
    --------
    >>> found = apart([Rate(30, 40), Rate(38, 40)], [(0, 1)], 0.95)[0].difference
    >>> [round(one, 4) for one in (found.value, found.interval.lower, found.interval.upper)]
    [-0.2, -0.3562, -0.0421]
    """
    each, told = at_once(level, len(pairs))
    told = joined("", (phrase(", effective n"), told)) if worth else told
    of_difference, of_ratio = joined("", (MOVER, told)), joined("", (MOVER_R, told))
    found = []
    for first, second in pairs:
        one, other = rates[first], rates[second]
        sizes = int(one.n), int(other.n)
        of_limits = worth or rates
        cells = *of_limits[first], *of_limits[second]
        reason = "" if one.n and other.n else NO_ROWS
        is_known = all(math.isfinite(cell) for cell in cells)
        limits = difference_of_rates(*cells, each) if is_known else UNDEFINED
        value = one.value - other.value
        interval = Interval(
            level, of_difference, *limits, sizes, reason=reason or NO_WORTH * (not is_known)
        )
        difference = Measured(value, reason, interval=interval)
        limits, why = mover_ratio(*cells, each) if is_known else UNDEFINED, reason
        if not reason and not one.k and not other.k:
            why = NOTHING_OF_BOTH
        interval = Interval(
            level, of_ratio, *limits, sizes, reason=why or NO_WORTH * (not is_known)
        )
        quotient = math.nan if why else float(divide(one.value, other.value))
        found.append(Apart(first, second, difference, Measured(quotient, why, interval=interval)))
    return found


def at_once(level: float, m: int) -> tuple[float, str]:
    """Return the level of each of m intervals that all hold at once, and how that is told."""
    return 1.0 - (1.0 - level) / max(1, m), phrase(", Bonferroni over {m}", m=m) if m > 1 else ""


def beside_all(rates: Sequence[Rate], whole: Rate, level: float) -> list[Apart]:
    """Return how far the rate of each group lies from that of all groups together.

    A group is part of all: with w its share of the rows, its rate less the pooled one is 1 - w of
    what separates it from the other groups, whose rows are not its own. So are the limits of that.

    Parameters
    ----------
    rates
        Of groups.
    whole
        Of all rows, theirs among them.
    level
        As of `apart`.

    Returns
    -------
    list of Apart
        In the order of the groups; the second place is that behind the last group.

    Examples
    --------
    >>> found = beside_all([Rate(30, 40), Rate(38, 40)], Rate(68, 80), 0.95)[0]
    >>> round(found.difference.value, 4), round(found.ratio.value, 4)
    (-0.1, 0.8824)
    """
    each, told = at_once(level, len(rates))
    found = []
    for place, one in enumerate(rates):
        share = float(divide(one.n, whole.n))
        (beside,) = apart([one, Rate(whole.k - one.k, whole.n - one.n)], [(0, 1)], each)

        def part(of_others: float, share: float = share) -> float:
            return (1.0 - share) * of_others

        def quotient(of_others: float, share: float = share) -> float:
            if math.isinf(of_others):
                return float(divide(1.0, share))
            return float(divide(of_others, share * of_others + 1.0 - share))

        found.append(
            Apart(
                place,
                len(rates),
                _moved(beside.difference, part, level, told),
                _moved(beside.ratio, quotient, level, told),
            )
        )
    return found


def _moved(one: Measured, by: Callable[[float], float], level: float, told: str) -> Measured:
    """Return a number and its limits, mapped by what rises."""
    known = one.interval
    assert known is not None  # noqa: S101 - `apart` gives each one
    limits = known._replace(
        level=level,
        method=joined("", (known.method, told)),
        lower=by(known.lower),
        upper=by(known.upper),
    )
    return one._replace(value=by(one.value), interval=limits)


def variance_beyond_chance(rates: Sequence[Rate]) -> float:
    """Return the variance of rates between groups less what their sizes alone make.

    Parameters
    ----------
    rates
        Of at least two groups with at least two rows each; others are left out.

    Returns
    -------
    float
        Below 0 where they lie closer together than by chance: the spread told is the root of it
        or 0. NaN for fewer than two groups.

    References
    ----------
    Lum, Zhang and Bower 2022 (FAccT), "De-biasing bias measurement", the corrected variance.

    Examples
    --------
    >>> round(variance_beyond_chance([Rate(30, 40), Rate(38, 40)]), 6)
    0.016987
    """
    used = [one for one in rates if one.n > 1]
    if len(used) < 2:
        return math.nan
    shares = np.array([one.value for one in used])
    of_sizes = shares * (1.0 - shares) / (np.array([one.n for one in used]) - 1.0)
    return float(shares.var(ddof=1) - of_sizes.mean())


class Summaries(NamedTuple):
    """How unlike groups are treated, by the names of the field: the largest over the groups.

    Parameters
    ----------
    parity_difference, parity_ratio
        Demographic parity: of the shares called positive, largest less smallest, and smallest
        over largest.
    opportunity_difference
        Equal opportunity: of the sensitivities.
    odds_difference, odds_ratio
        Equalised odds: the larger of the differences of sensitivity and of false positive rate;
        the smaller of their ratios.
    predictive_difference
        Predictive parity: of the positive predictive values.
    """

    parity_difference: float
    parity_ratio: float
    opportunity_difference: float
    odds_difference: float
    odds_ratio: float
    predictive_difference: float


def summaries(groups: Sequence[Counts]) -> Summaries:
    """Return the summaries of groups; NaN where a rate of a group is undefined.

    References
    ----------
    Hardt, Price and Srebro 2016 (equal opportunity, equalised odds); as fairlearn defines them.
    """

    def ends(rate: Callable[[Counts], tuple[float, float]]) -> tuple[float, float]:
        shares = np.array([float(divide(*rate(one))) for one in groups])
        return float(shares.min()), float(shares.max())  # NaN where one is

    called = ends(lambda one: (float(one.predicted_positives), float(one.n)))
    hits = ends(lambda one: (float(one.tp), float(one.actual_positives)))
    alarms = ends(lambda one: (float(one.fp), float(one.actual_negatives)))
    right = ends(lambda one: (float(one.tp), float(one.predicted_positives)))
    gaps = [high - low for low, high in (called, hits, alarms, right)]
    ratios = [float(divide(low, high)) for low, high in (called, hits, alarms)]
    return Summaries(
        gaps[0], ratios[0], gaps[1], _of_both(max, gaps[1:3]), _of_both(min, ratios[1:]), gaps[3]
    )


def _of_both(choose: Callable[[list[float]], float], values: list[float]) -> float:
    return math.nan if any(math.isnan(one) for one in values) else choose(values)

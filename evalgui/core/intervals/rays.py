"""Intervals of measures that go from one infinity to the other: they have no end on a side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.digits import rounded
from evalgui.core.measured import Interval, interval_of
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.metrics.estimate import Following


def beyond_pole(
    base: Interval, value: float, follows: Following, used: dict[str, float]
) -> Interval:
    """Return one of the two rays that limits become around a pole: the one of the value.

    Parameters
    ----------
    base
        The interval of the other measure, which holds the pole.
    value
        The value of the measure; at the pole itself it is infinite.
    follows, used
        How it follows the other one, and the parameters that it uses.

    Returns
    -------
    Interval
        What it assumes tells the other ray.

    References
    ----------
    Altman, "Confidence intervals for the number needed to treat", BMJ 317 (1998): limits of a
    reciprocal go through infinity where the difference may be 0.
    """
    other, is_above = follows.of, value > 0.0
    near, far = (base.upper, base.lower) if is_above else (base.lower, base.upper)
    limit, assumes = follows.by(near, **used), base.assumes
    if far != follows.pole:
        beyond = phrase(
            "{by} and {what}",
            by=rounded(follows.by(far, **used)),
            what="below" if is_above else "above",
        )
        assumes = phrase(
            "{assumes}; {name} may be {pole}, so that {beyond} is held, too",
            assumes=assumes,
            name=other.name,
            pole=follows.pole,
            beyond=beyond,
        )
    limits = (limit, math.inf) if is_above else (-math.inf, limit)
    label = phrase("{method} on {name}, transformed", method=base.method, name=other.name)
    return interval_of((base.level, label, *limits, base.n, assumes, "", base.sided, None))


def is_ray(interval: Interval) -> bool:
    """Return whether an interval has no end on a side."""
    return math.isinf(interval.lower) or math.isinf(interval.upper)

"""Two scores at an equal sensitivity, specificity or false positive rate, each at its threshold."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.comparing import rates
from evalgui.core.comparing.areas import INDEPENDENT
from evalgui.core.comparing.joint import JointCalls
from evalgui.core.intervals.fnmr_at_fmr import SQUARED_AND_ADDED, squared_and_added
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Interval
from evalgui.core.metrics import DEFAULT_PARAMETERS, measured_at
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.comparing.bootstrap import Drawn
    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.score_table import Steps

METHOD = phrase("MOVER of square-and-add limits")
BY_CHOICE = phrase("both thresholds were chosen for it")
CHOSEN_HERE = phrase("both thresholds were chosen on these rows")
OF_SUBJECTS = phrase(
    "rows of one subject depend on each other: subjects have to be drawn again for it"
)
NO_CLASS = phrase("a class has no rows")


class EqualRates(NamedTuple):
    """Two scores at an equal rate.

    Parameters
    ----------
    at
        What they have in common.
    thresholds
        Where each calls, beside its values.
    rates
        The differences by the ids of `AtEqual.shown`: of the rate that is left free, and of its
        complement, with an interval that knows how both thresholds were chosen.
    """

    at: AtEqual
    thresholds: tuple[float, float]
    rates: Mapping[str, rates.RateDifference]

    def with_drawn(self, drawn: Drawn) -> EqualRates:
        """Return it with the free rate's interval of subjects that were drawn anew."""
        from evalgui.core.comparing.bootstrap import AT_EQUAL  # which takes long to load

        found = drawn.numbers.get(AT_EQUAL)
        if found is None:
            return self
        level = next(iter(self.rates.values())).interval.level
        hit, p = drawn.interval(AT_EQUAL, level), found.p_of_percentile
        turned = hit._replace(lower=-hit.upper, upper=-hit.lower)
        known = {
            name: replace(self.rates[name], interval=interval, p=p, test=interval.method)
            for name, interval in zip(self.at.free, (hit, turned), strict=True)
            if name in self.rates
        }
        return self._replace(rates={**self.rates, **known})


def equal_rates(
    first: Candidate, second: Candidate, level: float, at: AtEqual, *, is_paired: bool
) -> EqualRates:
    """Compare two scores at an equal rate.

    Parameters
    ----------
    first, second
        Rows that have a score, of whole numbers; the same ones in the same order where they are
        paired. Their own thresholds take no part.
    level
        The two-sided confidence.
    at
        What both have in common.
    is_paired
        Whether they are scores of the same rows.

    Notes
    -----
    The free rate of each score has the limits of `squared_and_added`, which know that its
    threshold was chosen on the same rows; intervals that take it for fixed held 0.4 to 0.95
    instead of 0.95 in simulations of two binormal scores (60 to 300 rows of a class), these 0.97
    and more. The difference has limits by MOVER. In paired data both estimates are correlated
    by as much as the calls of the rows of either class are, each with the part that it has in the
    distance to the limits.

    References
    ----------
    Zou and Donner, Statistics in Medicine 27 (2008); Zou, Psychological Methods 12 (2007), eq. 15.
    """
    both = first, second
    steps = [one.table.steps for one in both]
    thresholds = at.threshold(steps[0]), at.threshold(steps[1])
    placed = [replace(one, threshold=there) for one, there in zip(both, thresholds, strict=True)]
    counts = [one.counts_of(one.row_at(at)) for one, at in zip(steps, thresholds, strict=True)]
    values = [measured_at(one, DEFAULT_PARAMETERS) for one in counts]
    of_subjects = any(one.by_subject for one in both)
    lacks = any(not (one.n_positive and one.n_negative) for one in steps)
    reason = NO_CLASS if lacks else OF_SUBJECTS if of_subjects else ""
    found = {}
    for name in at.shown:
        why: str = BY_CHOICE if name in at.fixed else CHOSEN_HERE
        if lacks or name in at.free:
            why = reason
        interval = Interval(level, "", math.nan, math.nan, reason=why)
        known = values[0][name].value, values[1][name].value
        found[name] = rates.RateDifference(*known, interval, math.nan, "", math.nan)
    if not reason:
        hit, error = at.free
        calls = _joint(placed) if is_paired else None
        made = _of_free(placed, (found[hit].first, found[hit].second), level, at, calls)
        limits = made.interval
        turned = limits._replace(lower=-limits.upper, upper=-limits.lower)
        found[hit] = made
        if error in found:
            each = tuple(
                one._replace(lower=1 - one.upper, upper=1 - one.lower) for one in made.intervals
            )
            found[error] = replace(
                found[error], interval=turned, p=made.p, test=made.test, intervals=each
            )
    return EqualRates(at, thresholds, found)


def _joint(placed: Sequence[Candidate]) -> JointCalls:
    one, other = placed
    return JointCalls.of(one.called, other.called, one.positives, one.negatives)


def _of_free(
    placed: Sequence[Candidate],
    values: tuple[float, float],
    level: float,
    at: AtEqual,
    calls: JointCalls | None,
) -> rates.RateDifference:
    """Return the difference of the rates of hits that are left free."""
    seen = [_seen_from_errors(one) if at.equal.rate.of_positives else one for one in placed]
    steps = [one.table.steps for one in seen]
    correlation = 0.0 if calls is None else _correlation(steps, values, level, at, calls)

    def own(place: int, of_level: float) -> tuple[float, float]:
        low, high = squared_and_added(steps[place], at.error, of_level)
        return 1 - high, 1 - low

    def limits(of_level: float) -> tuple[float, float]:
        first, second = ((values[place], *own(place, of_level)) for place in (0, 1))
        low, high = rates.limits_of_difference(first, second, correlation)
        return max(low, -1.0), min(high, 1.0)

    n = tuple(one.n_positive for one in steps)  # of the class whose rate is free
    interval = Interval(level, METHOD, *limits(level), n, INDEPENDENT)
    each = tuple(
        Interval(level, SQUARED_AND_ADDED.name, *own(place, level), (n[place],), INDEPENDENT)
        for place in (0, 1)
    )
    p = rates.p_of_limits(limits)
    return rates.RateDifference(*values, interval, p, METHOD, math.nan, each)


def _seen_from_errors(one: Candidate) -> Candidate:
    """Return a score with its classes, and its direction, turned."""
    score = replace(one.score, higher_is_positive=not one.score.higher_is_positive)
    return replace(one, score=score, positives=one.negatives, negatives=one.positives)


def _correlation(
    steps: Sequence[Steps],
    values: Sequence[float],
    level: float,
    at: AtEqual,
    calls: JointCalls,
) -> float:
    """Return how the free rates of two scores of the same rows are correlated, in [-1, 1].

    The rows of the free class make the rate vary, those of the other one the threshold: each part
    of the distance to the limits has the correlation of the calls of its rows.
    """
    of_rate, of_threshold = calls.positives, calls.negatives
    if at.equal.rate.of_positives:
        of_rate, of_threshold = of_threshold, of_rate
    halves = []
    for value, one in zip(values, steps, strict=True):
        low, high = squared_and_added(one, at.error, level)
        whole = (high - low) / 2
        lower, upper = wilson(value * one.n_positive, one.n_positive, level)
        own = min((upper - lower) / 2, whole)
        halves.append((whole, own, math.sqrt(max(whole**2 - own**2, 0.0))))
    (whole_1, own_1, left_1), (whole_2, own_2, left_2) = halves
    if not whole_1 * whole_2:
        return 0.0
    together = rates.phi(of_rate) * own_1 * own_2 + rates.phi(of_threshold) * left_1 * left_2
    return float(np.clip(together / (whole_1 * whole_2), -1.0, 1.0))

"""Predictive values and cost where another share of the cases is positive than in the data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, cast

from evalgui.core.counts import divide
from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.intervals.making import Interval, Measured, Sampling
from evalgui.core.intervals.moving import SENSITIVITY, SHARE_OF, SPECIFICITY, Moving
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.square_and_add import SQUARE_AND_ADD, square_and_add
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.measured import between
from evalgui.core.metrics import metric_by_id
from evalgui.core.metrics.any_metric import TOO_LARGE
from evalgui.core.metrics.metric import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    DEFAULT_PARAMETERS,
)
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.metrics.metric import Parameters

_ASSUMES, _OF_SUBJECTS = (
    phrase(
        "the rows are independent, and {true_positive_rate} and {true_negative_rate} are the same "
        "at this {prevalence}"
    ),
    phrase(
        "the subjects are independent, and {true_positive_rate} and {true_negative_rate} are the "
        "same at this {prevalence}"
    ),
)


def measures_at_prevalence(  # noqa: PLR0913, PLR0917 - as many as there are things that it rests on
    counts: Counts,
    prevalence: float | Share,
    level: float,
    sampling: Sampling = Sampling.COHORT,
    subjects: WorthAt | None = None,
    parameters: Parameters = DEFAULT_PARAMETERS,
    left_open: Sequence[Counts] = (),
) -> dict[str, Measured]:
    """Return the predictive values and the expected cost at a prevalence, with intervals.

    Parameters
    ----------
    counts
        Scalars: the sensitivity and the specificity are taken from them.
    prevalence
        The share of positives there, between 0 and 1: known exactly, or k of the n of another
        study, whose Wilson limits widen the intervals.
    level
        The confidence of the intervals.
    sampling
        How the data were sampled.
    subjects
        The counts of each subject, where subjects were drawn and are known.
    parameters
        The costs.
    left_open
        As of `evalgui.core.score_table.Steps.left_open_at`.

    Returns
    -------
    dict
        By the ids of `evalgui.core.intervals.settings.AT_PREVALENCE`.

    References
    ----------
    Altman and Bland 1994 (BMJ 309:102), Bayes' theorem; Elkan 2001, the cost of a row; the
    intervals by square-and-add.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> found = measures_at_prevalence(Counts(tp=90, fp=20, fn=10, tn=180), 0.02, 0.95)
    >>> ppv = found["PPV"]
    >>> round(ppv.value, 4), round(ppv.interval.lower, 4), round(ppv.interval.upper, 4)
    (0.1552, 0.1082, 0.2189)
    >>> round(found["COST"].value, 12)
    0.1
    """
    needs = (ACTUAL_POSITIVES, ACTUAL_NEGATIVES)
    lacking = [need.missing for need in needs if not need.holds(counts)]
    moving = Moving(counts, level, subjects)
    known = prevalence if isinstance(prevalence, Share) else Share(prevalence)

    def cost(share: float, rates: Rates) -> float:
        return cost_of_a_row(share, rates, parameters)

    corners = [
        cost(share, Rates(hit, 1.0 - hit, alarm, 1.0 - alarm))
        for share in ((known.value,) if known.n is None else (0.0, 1.0))
        for hit in (0.0, 1.0)
        for alarm in (0.0, 1.0)
    ]
    ends = min(corners), max(corners)
    called = {"PPV": counts.predicted_positives, "NPV": counts.predicted_negatives}
    found = {}
    for metric_id, value, (least, most) in (
        ("PPV", _ppv, (0.0, 1.0)),
        ("NPV", _npv, (0.0, 1.0)),
        ("COST", cost, ends),
    ):
        reason = joined("; ", lacking) if lacking else ""
        if not reason and not called.get(metric_id, 1):
            reason = metric_by_id(metric_id).needs[0].missing
        if not reason and not (math.isfinite(least) and math.isfinite(most)):
            reason = TOO_LARGE
        if reason:
            sizes = cast("tuple[int, int]", (counts.actual_positives, counts.actual_negatives))
            none = Interval(level, "", math.nan, math.nan, sizes, reason=reason)
            found[metric_id] = Measured(math.nan, reason, interval=none)
            continue
        found[metric_id] = of_rates(value, moving, known, (least, most), sampling)
    if not left_open:
        return found
    given = known, level, sampling, None, parameters
    each = [measures_at_prevalence(one, *given) for one in left_open]
    extremes = {"PPV": each[:2], "NPV": each[:2], "COST": each}
    return {
        name: one.left_open(between(end[name].value for end in extremes[name]))
        for name, one in found.items()
    }


class Rates(NamedTuple):
    """The shares of the two classes that are called rightly and wrongly."""

    hit: float
    miss: float
    alarm: float
    right: float


class Share(NamedTuple):
    """A prevalence: a number that is known, or k of the n of another study.

    Parameters
    ----------
    k
        The number itself, between 0 and 1; or how many of n were positive.
    n
        How many there were; None for a number that is known.
    worth
        As how many independent rows they count, by subject or by weight; None for n itself.
    """

    k: float
    n: float | None = None
    worth: float | None = None

    @classmethod
    def of_rows(cls, moving: Moving) -> Share:
        """Return the share of positives of some rows, which count as they do in any rate."""
        tp, fp, fn, tn = moving.cells()
        k, n = tp + fn, tp + fp + fn + tn
        known = moving.subjects
        return cls(k, n, None if known is None or not n else known.worth(SHARE_OF).of(k, n)[1])

    @property
    def value(self) -> float:
        """The proportion."""
        return self.k if self.n is None else self.k / self.n

    def limits(self, level: float) -> tuple[float, float]:
        """Return its Wilson limits; those of a number that is known are itself."""
        if self.n is None:
            return self.k, self.k
        n = self.n if self.worth is None else self.worth
        return wilson(self.k, n, level) if n is self.n else wilson(self.value * n, n, level)


def share_of(settings: IntervalSettings) -> Share | None:
    """Return the prevalence that is asked about; None where none is."""
    prevalence, people = settings.prevalence, settings.prevalence_of
    if prevalence is None or people is None:
        return None if prevalence is None else Share(prevalence)
    return Share(round(prevalence * people), people)


def cost_of_a_row(share: float, rates: Rates, parameters: Parameters) -> float:
    """Return what a row costs at a prevalence and at rates (Elkan 2001)."""
    of_positives = parameters.cost_tp * rates.hit + parameters.cost_fn * (1.0 - rates.hit)
    of_negatives = parameters.cost_fp * rates.alarm + parameters.cost_tn * (1.0 - rates.alarm)
    return share * of_positives + (1.0 - share) * of_negatives


def _ppv(share: float, rates: Rates) -> float:
    hits = share * rates.hit
    return cast("float", divide(hits, hits + (1.0 - share) * rates.alarm))


def _npv(share: float, rates: Rates) -> float:
    spared = (1.0 - share) * rates.right
    return cast("float", divide(spared, spared + share * rates.miss))


def of_rates(
    value: Callable[[float, Rates], float],
    moving: Moving,
    share: Share,
    ends: tuple[float, float],
    sampling: Sampling = Sampling.COHORT,
) -> Measured:
    """Return a function of the prevalence and of the rates of both classes, with its interval.

    Parameters
    ----------
    value
        The function, monotone in each of them.
    moving
        The counts, with rows of both classes, and whose they are.
    share
        The prevalence; what of it was estimated widens the interval.
    ends
        Of the range of the number.
    sampling
        How the data were sampled.

    Returns
    -------
    Measured
        By square-and-add of Wilson limits. Undefined where the function is.

    References
    ----------
    Zou and Donner 2008.
    """
    tp, fp, fn, tn = moving.cells()
    positives, negatives, level = tp + fn, fp + tn, moving.level
    rates, p = Rates(tp / positives, fn / positives, fp / negatives, tn / negatives), share.value
    estimate = value(p, rates)
    sizes = (positives, negatives)
    hits = moving.limits(SENSITIVITY, tp, positives)
    rights = moving.limits(SPECIFICITY, tn, negatives)
    moved = [
        tuple(value(p, rates._replace(hit=end, miss=1.0 - end)) for end in hits),
        tuple(value(p, rates._replace(alarm=1.0 - end, right=end)) for end in rights),
    ]
    if share.n is not None:
        moved.append(tuple(value(end, rates) for end in share.limits(level)))
    if math.isnan(estimate):
        none = Interval(level, "", math.nan, math.nan, sizes, reason="0/0")
        return Measured(math.nan, "0/0", interval=none)
    lower, upper = square_and_add(estimate, cast("list[tuple[float, float]]", moved))
    if math.isnan(lower):
        none = Interval(level, "", math.nan, math.nan, sizes, reason=moving.lacking)
        return Measured(estimate, interval=none)
    label, assumes = SQUARE_AND_ADD.name, _ASSUMES
    if moving.subjects is not None:
        label = joined(", ", (label, moving.subjects.label))
        assumes = _OF_SUBJECTS if moving.subjects.label == EFFECTIVE else _ASSUMES
    elif sampling is Sampling.BY_SUBJECT:
        assumes = joined("; ", [_ASSUMES, TOO_SHORT])
    limits = max(ends[0], lower), min(ends[1], upper)
    return Measured(estimate, interval=Interval(level, label, *limits, sizes, assumes))

"""Predictive values and cost where another share of the cases is positive than in the data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, cast

from evalgui.core.counts import divide
from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.intervals.making import Interval, Measured, Sampling
from evalgui.core.intervals.moving import SENSITIVITY, SPECIFICITY, Fraction, Moving
from evalgui.core.intervals.square_and_add import SQUARE_AND_ADD, square_and_add
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.metrics import metric_by_id
from evalgui.core.metrics.any_metric import TOO_LARGE
from evalgui.core.metrics.metric import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    DEFAULT_PARAMETERS,
)
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.metrics.metric import Parameters

_ASSUMES, _OF_SUBJECTS = (
    phrase(
        f"the {units} are independent, and {{true_positive_rate}} and {{true_negative_rate}} are"
        " the same at this {prevalence}"
    )
    for units in ("rows", "subjects")
)


def measures_at_prevalence(  # noqa: PLR0913, PLR0917 - as many as there are things that it rests on
    counts: Counts,
    prevalence: float,
    level: float,
    sampling: Sampling = Sampling.COHORT,
    subjects: WorthAt | None = None,
    parameters: Parameters = DEFAULT_PARAMETERS,
) -> dict[str, Measured]:
    """Return the predictive values and the expected cost at a prevalence, with intervals.

    Parameters
    ----------
    counts
        Scalars: the sensitivity and the specificity are taken from them.
    prevalence
        The share of positives there, between 0 and 1, known exactly.
    level
        The confidence of the intervals.
    sampling
        How the data were sampled.
    subjects
        The counts of each subject, where subjects were drawn and are known.
    parameters
        The costs.

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
    tp, fp, fn, tn = (cast("int", cell) for cell in (counts.tp, counts.fp, counts.fn, counts.tn))
    needs = (ACTUAL_POSITIVES, ACTUAL_NEGATIVES)
    lacking = [need.missing for need in needs if not need.holds(counts)]
    rest = 1.0 - prevalence
    moving = Moving(counts, level, subjects)
    sensitivity = _Class(tp, fn, SENSITIVITY)
    specificity = _Class(tn, fp, SPECIFICITY)

    def cost(rate: float, false_rate: float) -> float:
        hit, miss, alarm, spared = (
            parameters.cost_tp,
            parameters.cost_fn,
            parameters.cost_fp,
            parameters.cost_tn,
        )
        of_positives = hit * rate + miss * (1.0 - rate)
        return prevalence * of_positives + rest * (alarm * false_rate + spared * (1.0 - false_rate))

    costs = [cost(rate, false_rate) for rate in (0.0, 1.0) for false_rate in (0.0, 1.0)]
    found = {}
    for metric_id, own, other, value, ends in (
        ("PPV", sensitivity, specificity, _bayes(prevalence, rest), (0.0, 1.0)),
        ("NPV", specificity, sensitivity, _bayes(rest, prevalence), (0.0, 1.0)),
        ("COST", sensitivity, specificity, cost, (min(costs), max(costs))),
    ):
        reason = joined("; ", lacking) if lacking else ""
        if not reason and metric_id != "COST" and not own.right + other.wrong:
            reason = metric_by_id(metric_id).needs[0].missing
        if not reason and not all(map(math.isfinite, ends)):
            reason = TOO_LARGE
        if reason:
            none = Interval(level, "", math.nan, math.nan, (tp + fn, fp + tn), reason=reason)
            found[metric_id] = Measured(math.nan, reason, interval=none)
            continue
        found[metric_id] = _measured(value, ends, own, other, moving, sampling)
    return found


class _Class(NamedTuple):
    """The rows of a class, called rightly and wrongly, and its rate."""

    right: int
    wrong: int
    rate: Fraction


def _bayes(share: float, rest: float) -> Callable[[float, float], float]:
    """Return Bayes' theorem for a call of a class that has a share of the cases."""

    def value(rate: float, false_rate: float) -> float:
        hits = share * rate
        return cast("float", divide(hits, hits + rest * false_rate))

    return value


def _measured(  # noqa: PLR0913, PLR0917 - as many as there are things that it rests on
    value: Callable[[float, float], float],
    ends: tuple[float, float],
    own: _Class,
    other: _Class,
    moving: Moving,
    sampling: Sampling,
) -> Measured:
    """Return a function of a class's rate and the other's false rate, which keeps to its ends."""
    n, n_other = own.right + own.wrong, other.right + other.wrong
    rate, false_rate = own.right / n, other.wrong / n_other
    estimate = value(rate, false_rate)
    low, high = moving.limits(own.rate, own.right, n)
    spared_low, spared_high = moving.limits(other.rate, other.right, n_other)
    lower, upper = square_and_add(
        estimate,
        (
            (value(low, false_rate), value(high, false_rate)),
            (value(rate, 1.0 - spared_low), value(rate, 1.0 - spared_high)),
        ),
    )
    level, sizes = moving.level, (n, n_other) if own.rate is SENSITIVITY else (n_other, n)
    if math.isnan(lower):
        none = Interval(level, "", math.nan, math.nan, sizes, reason=moving.lacking)
        return Measured(estimate, interval=none)
    label, assumes = SQUARE_AND_ADD.name, _ASSUMES
    if moving.subjects is not None:
        label = f"{label}, {moving.subjects.label}"
        assumes = _OF_SUBJECTS if moving.subjects.label == EFFECTIVE else _ASSUMES
    elif sampling is Sampling.BY_SUBJECT:
        assumes = joined("; ", [_ASSUMES, TOO_SHORT])
    limits = max(ends[0], lower), min(ends[1], upper)
    return Measured(estimate, interval=Interval(level, label, *limits, sizes, assumes))

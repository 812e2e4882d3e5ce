"""The predictive values where another share of the cases is positive than in the data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from evalgui.core.counts import divide
from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.intervals.making import Interval, Measured, Sampling
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.square_and_add import SQUARE_AND_ADD, square_and_add
from evalgui.core.metrics import metric_by_id
from evalgui.core.metrics.metric import ACTUAL_NEGATIVES, ACTUAL_POSITIVES
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from evalgui.core.counts import Counts

_ASSUMES = phrase(
    "the rows are independent, and {true_positive_rate} and {true_negative_rate} are the same"
    " at this {prevalence}"
)


def predictive_values_at(
    counts: Counts, prevalence: float, level: float, sampling: Sampling = Sampling.COHORT
) -> dict[str, Measured]:
    """Return the positive and the negative predictive value at a prevalence, with intervals.

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

    Returns
    -------
    dict
        ``PPV`` and ``NPV``.

    References
    ----------
    Altman and Bland 1994 (BMJ 309:102), Bayes' theorem; the interval by square-and-add.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> found = predictive_values_at(Counts(tp=90, fp=20, fn=10, tn=180), 0.02, 0.95)["PPV"]
    >>> round(found.value, 4), round(found.interval.lower, 4), round(found.interval.upper, 4)
    (0.1552, 0.1082, 0.2189)
    """
    tp, fp, fn, tn = (cast("int", cell) for cell in (counts.tp, counts.fp, counts.fn, counts.tn))
    needs = (ACTUAL_POSITIVES, ACTUAL_NEGATIVES)
    lacking = [need.missing for need in needs if not need.holds(counts)]
    rest = 1.0 - prevalence
    sensitivity, specificity = (tp, fn, prevalence), (tn, fp, rest)
    found = {}
    for metric_id, own, other in (
        ("PPV", sensitivity, specificity),
        ("NPV", specificity, sensitivity),
    ):
        reason = joined("; ", lacking) if lacking else ""
        calls = own[0] + other[1]
        if not reason and not calls:
            reason = metric_by_id(metric_id).needs[0].missing
        if reason:
            none = Interval(level, "", math.nan, math.nan, (tp + fn, fp + tn), reason=reason)
            found[metric_id] = Measured(math.nan, reason, interval=none)
            continue
        found[metric_id] = _predictive_value(own, other, level, (tp + fn, fp + tn), sampling)
    return found


def _predictive_value(
    own: tuple[int, int, float],
    other: tuple[int, int, float],
    level: float,
    sizes: tuple[int, int],
    sampling: Sampling,
) -> Measured:
    """Return Bayes' theorem for a call of a class: right, wrong and share of it and the other."""
    right, missed, share = own
    spared, taken, other_share = other

    def value(rate: float, false_rate: float) -> float:
        hits = share * rate
        return cast("float", divide(hits, hits + other_share * false_rate))

    rate, false_rate = right / (right + missed), taken / (taken + spared)
    estimate = value(rate, false_rate)
    low, high = wilson(right, right + missed, level)
    false_low, false_high = wilson(taken, taken + spared, level)
    lower, upper = square_and_add(
        estimate,
        (
            (value(low, false_rate), value(high, false_rate)),
            (value(rate, false_high), value(rate, false_low)),
        ),
    )
    assumes = joined("; ", [_ASSUMES, TOO_SHORT]) if sampling is Sampling.BY_SUBJECT else _ASSUMES
    interval = Interval(
        level, SQUARE_AND_ADD.name, max(0.0, lower), min(1.0, upper), sizes, assumes
    )
    return Measured(estimate, interval=interval)

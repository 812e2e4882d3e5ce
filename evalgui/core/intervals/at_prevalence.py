"""The predictive values where another share of the cases is positive than in the data."""

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
from evalgui.core.metrics.metric import ACTUAL_NEGATIVES, ACTUAL_POSITIVES
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import WorthAt

_ASSUMES, _OF_SUBJECTS = (
    phrase(
        f"the {units} are independent, and {{true_positive_rate}} and {{true_negative_rate}} are"
        " the same at this {prevalence}"
    )
    for units in ("rows", "subjects")
)


def predictive_values_at(
    counts: Counts,
    prevalence: float,
    level: float,
    sampling: Sampling = Sampling.COHORT,
    subjects: WorthAt | None = None,
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
    subjects
        The counts of each subject, where subjects were drawn and are known.

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
    moving = Moving(counts, level, subjects)
    sensitivity = _Class(tp, fn, prevalence, SENSITIVITY)
    specificity = _Class(tn, fp, rest, SPECIFICITY)
    found = {}
    for metric_id, own, other in (
        ("PPV", sensitivity, specificity),
        ("NPV", specificity, sensitivity),
    ):
        reason = joined("; ", lacking) if lacking else ""
        calls = own.right + other.wrong
        if not reason and not calls:
            reason = metric_by_id(metric_id).needs[0].missing
        if reason:
            none = Interval(level, "", math.nan, math.nan, (tp + fn, fp + tn), reason=reason)
            found[metric_id] = Measured(math.nan, reason, interval=none)
            continue
        found[metric_id] = _predictive_value(own, other, moving, sampling)
    return found


class _Class(NamedTuple):
    """The rows of a class: called rightly and wrongly, its share there, and its rate."""

    right: int
    wrong: int
    share: float
    rate: Fraction


def _predictive_value(own: _Class, other: _Class, moving: Moving, sampling: Sampling) -> Measured:
    """Return Bayes' theorem for a call of a class, from the counts of it and of the other."""

    def value(rate: float, false_rate: float) -> float:
        hits = own.share * rate
        return cast("float", divide(hits, hits + other.share * false_rate))

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
    limits = max(0.0, lower), min(1.0, upper)
    return Measured(estimate, interval=Interval(level, label, *limits, sizes, assumes))

"""Intervals of average precision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.intervals.logit import logistic
from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.leave_one_out import average_precision_moved
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.leave_one_out import Moved
    from evalgui.core.score_table import Steps

FEW_POSITIVES = 100
"""Below so many positives average precision is taken for a proportion of them."""

FEW_MISSING = 5.0
"""Likewise where it lacks less than so many positives to 1, and the logit is far from normal."""


class Variances(NamedTuple):
    """The variance of average precision, by what would be drawn again.

    Parameters
    ----------
    of_rows
        From leaving out each row about one mean: the share of positives varies, too.
    of_classes
        From leaving out the rows of each class about a mean of their own: the sizes of the
        classes are fixed, as in a case-control study.
    """

    of_rows: float
    of_classes: float


def jackknife_variances(steps: Steps) -> Variances:
    """Return the variance of average precision from leaving out each row in turn.

    Returns
    -------
    Variances
        Not negative; NaN below two positives, or without a negative.

    References
    ----------
    Efron, "The jackknife, the bootstrap and other resampling plans" (1982), eq. 3.2.
    """
    m, n = steps.n_positive, steps.n_negative
    if m < 2 or n < 1:
        return Variances(math.nan, math.nan)
    sum_m, squares_m, sum_n, squares_n = np.sum(average_precision_moved(steps, _moments), axis=0)
    of_positives = (m - 1) / m * (squares_m - sum_m**2 / m)
    of_negatives = (n - 1) / n * (squares_n - sum_n**2 / n)
    squares = squares_m + squares_n - (sum_m + sum_n) ** 2 / (m + n)
    of_rows = (m + n - 1) / (m + n) * squares
    return Variances(max(float(of_rows), 0.0), max(float(of_positives + of_negatives), 0.0))


def _moments(moved: Moved) -> NDArray[np.float64]:
    """Return the sums and the sums of squares of the changes of some steps, by class."""
    return np.array(
        [
            np.dot(moved.gained, moved.by_positive),
            np.dot(moved.gained, moved.by_positive * moved.by_positive),
            np.dot(moved.added, moved.by_negative),
            np.dot(moved.added, moved.by_negative * moved.by_negative),
        ]
    )


def wilson_of_positives(
    value: float, n_positive: float, variance: Callable[[], float], level: float
) -> tuple[float, float]:
    """Return the Wilson limits of average precision taken for a proportion of the positives.

    Parameters
    ----------
    value
        The average precision.
    n_positive
        The positive rows, or as how many independent ones they count.
    variance
        A function that returns its variance; it is not asked here.
    level
        The two-sided confidence.

    References
    ----------
    Boyd, Eng and Page, "Area under the precision-recall curve: point estimates and confidence
    intervals", ECML PKDD (2013), whose binomial interval this is on Wilson's scale.
    """
    del variance
    return wilson(value * n_positive, n_positive, level)


def logit_jackknife(
    value: float, n_positive: float, variance: Callable[[], float], level: float
) -> tuple[float, float]:
    """Return limits on the logit scale, with the variance.

    NaN where there is none, or average precision is 0 or 1. Parameters are those of
    `wilson_of_positives`.
    """
    del n_positive
    if not 0.0 < value < 1.0:
        return UNDEFINED
    centre = math.log(value / (1.0 - value))
    half = deviate_of(level) * math.sqrt(variance()) / (value * (1.0 - value))
    return logistic(centre - half), logistic(centre + half)


def is_small(value: float, n_positive: float) -> bool:
    """Return whether average precision is best taken for a proportion of the positives."""
    is_near_1 = n_positive * (1.0 - value) < FEW_MISSING
    return n_positive < FEW_POSITIVES or is_near_1 or not value > 0.0


WILSON_OF_POSITIVES = Method(
    id="wilson",
    name=phrase("Wilson, n of the positives"),
    explanation=phrase(
        "Average precision is taken for a proportion of the positive rows; for a "
        "hundred of them and more it is wider than need be, or too short where the negatives "
        "decide."
    ),
    compute=wilson_of_positives,
    assumes=phrase("the rows are independent"),
    source="Wilson 1927; Boyd, Eng and Page 2013",
)
LOGIT_OR_WILSON = Method(
    id="logit-or-wilson",
    name=phrase("logit, jackknife"),
    explanation=phrase(
        "On the logit scale, with the variance that leaving out each row gives; below a "
        "hundred positives, or where it lacks less than five of them to 1, Wilson's interval of a "
        "proportion of them."
    ),
    compute=logit_jackknife,
    assumes=phrase("the rows are independent"),
    is_recommended=True,
    where_zero=WILSON_OF_POSITIVES,
    source="Efron 1982",
)
LOGIT = Method(
    id="logit",
    name=phrase("logit, jackknife, always"),
    explanation=phrase(
        "On the logit scale, with the variance that leaving out each row gives, however "
        "few positives there are."
    ),
    compute=logit_jackknife,
    assumes=phrase("the rows are independent, and there are many positives"),
    source="Efron 1982",
)

METHODS = (LOGIT_OR_WILSON, LOGIT, WILSON_OF_POSITIVES)

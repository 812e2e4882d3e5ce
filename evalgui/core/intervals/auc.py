"""Intervals of the area under the ROC curve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.logit import logistic
from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.intervals.subjects import FEW_DEGREES_OF_SUBJECTS
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.delong import RankedArea

FEW_ERRORS = 3.0
"""Below so many rows of the smaller class on the wrong side the logit is no longer normal."""

FEW_DEGREES = 12.0
"""Below so many degrees of freedom normal quantiles are too short for a spread that is found."""

DRAWN_TOO_SHORT = phrase(
    "the area lies near 0 or 1 for so few rows: limits of rows that are drawn again are too short "
    "there, the percentile ones most; the interval without drawing holds its level"
)
"""Said of a bootstrap of an area of which `is_extreme` is so."""

_HALVINGS = 200
_FLAT = 1e-9  # of the variance by rows: what rounding leaves of none
_NEARLY_CERTAIN = 1.0 - 2.0**-52  # of which the normal quantile is 8.1, and not infinite


def delong(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of DeLong on the scale of the area itself, which may leave [0, 1]."""
    half = deviate_of(level) * math.sqrt(area.variance)
    return area.auc - half, area.auc + half


def delong_clipped(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of `delong`, cut off at 0 and 1."""
    low, high = delong(area, level)
    return max(low, 0.0), min(high, 1.0)


def delong_logit(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of DeLong on the scale of the logit, which stay within (0, 1).

    NaN where the area is 0 or 1, which have no logit.
    """
    if not (area.found and area.missed):
        return UNDEFINED
    centre = math.log(area.found / area.missed)
    half = deviate_of(level) * math.sqrt(area.variance) / (area.auc * area.beyond)
    return logistic(centre - half), logistic(centre + half)


def delong_logit_t(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of `delong_logit` with the quantiles of Student's t."""
    return delong_logit(area, level_of_t(area.degrees, level))


def wilson_effective_t(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of `wilson_effective` with the quantiles of Student's t."""
    return wilson_effective(area, level_of_t(area.degrees, level))


def level_of_t(degrees: float, level: float) -> float:
    """Return the level of which the normal quantile is that of Student's t at a level.

    Parameters
    ----------
    degrees
        Of freedom, above 0.
    level
        The two-sided confidence.
    """
    from scipy.special import stdtrit  # a fifth of a start-up

    beyond = float(stdtrit(degrees, (1.0 - level) / 2.0))
    return min(math.erf(-beyond / math.sqrt(2.0)), _NEARLY_CERTAIN)


def newcombe(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits of Newcombe's method 5: the areas that the found one does not refute.

    References
    ----------
    Newcombe, "Confidence intervals for an effect size measure based on the Mann-Whitney
    statistic. Part 2", Statistics in Medicine 25 (2006), method 5.
    """
    z = deviate_of(level)
    return _least(area, area.auc, z), 1.0 - _least(area, area.beyond, z)


def wilson_effective(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the Wilson limits of as many rows as a proportion of this variance would have.

    The variance is the larger one of DeLong's and Newcombe's, so that an area of 1 has a
    lower limit below it.
    """
    share = 1.0 / (2 * math.prod(area.sizes))
    kept = min(max(area.auc, share), 1.0 - share)
    n = kept * (1.0 - kept) / max(area.variance, expected_variance(area, kept))
    return wilson(area.auc * n, n, level)


def is_extreme(area: RankedArea) -> bool:
    """Return whether too few rows of the smaller class are out of order for the logit."""
    smaller = min(area.n_positive, area.n_negative)
    return smaller * min(area.auc, area.beyond) < FEW_ERRORS


def newcombe_variance(auc: float, n_positive: int, n_negative: int) -> float:
    """Return the variance that an area would have by Newcombe's method 5.

    That of Hanley and McNeil (1982) with both classes of their mean size in its inner terms.

    Examples
    --------
    >>> newcombe_variance(0.5, 1, 1)
    0.25
    """
    inner = (n_positive + n_negative) / 2 - 1
    beyond = 1.0 - auc
    growth = 1.0 + inner * beyond / (2.0 - auc) + inner * auc / (1.0 + auc)
    return auc * beyond * growth / (n_positive * n_negative)


def expected_variance(area: RankedArea, auc: float) -> float:
    """Return the variance that an area of its rows, or of its subjects, would have.

    By Newcombe's method 5; where rows depend on each other, as many times as their design effect
    says, so that it stands for as many independent rows as they count.
    """
    return area.design_effect * newcombe_variance(auc, *area.sizes)


def rests_on_few(area: RankedArea) -> bool:
    """Return whether the spread that few rows, or subjects, show decides how sure an area is.

    Of rows, where it is less than half of what Newcombe's variance expects, or none was found,
    the area alone decides; of subjects, where none was found.
    """
    if area.by_subject:
        return area.variance > 0 and area.degrees < FEW_DEGREES_OF_SUBJECTS
    is_spread = area.variance > expected_variance(area, area.auc) / 2
    return is_spread and area.degrees < FEW_DEGREES


def that_runs(method: Method, area: RankedArea, rows: RankedArea) -> Method:
    """Return the method that makes the interval of an area where another one is chosen.

    Parameters
    ----------
    method
        The one that is chosen.
    area
        The area with its variance.
    rows
        The same by rows, where subjects give it another variance.
    """
    extreme = is_extreme(rows)
    if method is LOGIT_OR_WILSON and rests_on_few(area) and not (area.by_subject and extreme):
        method = LOGIT_T  # near 0 and 1 as many rows as subjects make of them are wide enough
    return method.where_zero if extreme and method.where_zero is not None else method


def is_plain(area: RankedArea) -> bool:
    """Return whether DeLong on the logit scale is what an area begins with."""
    return that_runs(LOGIT_OR_WILSON, area, area.by_rows) is LOGIT_OR_WILSON


def limits_of(area: RankedArea, level: float) -> tuple[float, float]:
    """Return the limits that an area begins with; itself where it has no spread between 0 and 1."""
    if area.found and area.missed and not area.variance > _FLAT * area.by_rows.variance:
        return area.auc, area.auc
    return that_runs(LOGIT_OR_WILSON, area, area.by_rows).compute(area, level)


def why_none(area: RankedArea) -> str:
    """Return why an area has no interval, "" where it has one."""
    if area.n_positive < 2 or area.n_negative < 2:
        return phrase("a class with one row says nothing about its spread")
    # Only equal scores leave no spread in both classes between 0 and 1.
    if area.found == area.missed and not area.variance:
        return phrase("all scores are equal")
    return ""


def _least(area: RankedArea, auc: float, z: float) -> float:
    """Return the smallest area t with ``|auc - t| <= z sqrt(V(t))``, by halving."""
    low, high = 0.0, auc
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if auc - middle > z * math.sqrt(expected_variance(area, middle)):
            low = middle
        else:
            high = middle
    return high


_STUDENT = "DeLong et al. 1988; Brunner and Munzel 2000"
WILSON_EFFECTIVE = Method(
    id="wilson",
    name=phrase("Wilson, effective n"),
    explanation=phrase(
        "The Wilson interval of as many rows as a proportion with the variance of the "
        "area would have; the variance is the larger one of DeLong's and Newcombe's. It holds its "
        "level also for an area near 1."
    ),
    compute=wilson_effective,
    assumes=phrase("the rows are independent"),
    source="Wilson 1927; DeLong et al. 1988; Newcombe 2006, method 5",
)
LOGIT_OR_WILSON = Method(
    id="logit-or-wilson",
    name=phrase("logit DeLong"),
    explanation=phrase(
        "DeLong's interval on the logit scale; where fewer than three rows of the "
        "smaller class are out of order, Wilson's with an effective number of rows. Where the "
        "spread of few rows decides, with quantiles of Student's t."
    ),
    compute=delong_logit,
    assumes=phrase("the rows are independent"),
    is_recommended=True,
    where_zero=WILSON_EFFECTIVE,
    source="DeLong et al. 1988",
)
LOGIT_T = Method(
    id="logit-t",
    name=phrase("logit DeLong, t"),
    explanation=phrase(
        "As logit DeLong, with quantiles of Student's t in place of the normal ones: "
        "wider where a class has few rows, or spreads far more than the other one."
    ),
    compute=delong_logit_t,
    assumes=phrase("the rows are independent"),
    where_zero=Method(
        id="logit-t",
        name=phrase("Wilson, effective n, t"),
        explanation=phrase(
            "Wilson's interval with an effective number of rows and a quantile of Student's t."
        ),
        compute=wilson_effective_t,
        assumes=phrase("the rows are independent"),
        source=_STUDENT,
    ),
    source=_STUDENT,
)
LOGIT = Method(
    id="logit",
    name=phrase("logit DeLong, always"),
    explanation=phrase(
        "DeLong's interval on the logit scale, however few rows are out of order. An "
        "area of 0 or 1 has none."
    ),
    compute=delong_logit,
    assumes=phrase("the rows are independent, and several of them out of order"),
    source="DeLong et al. 1988",
)
DELONG = Method(
    id="delong",
    name=phrase("DeLong"),
    explanation=phrase(
        "The normal interval around the area, as many programs give it. It may reach "
        "beyond 0 and 1, and is too short for an area near 1."
    ),
    compute=delong,
    assumes=phrase("the rows are independent and many, and the area is not near 0 or 1"),
    source="DeLong et al. 1988",
)
DELONG_CLIPPED = Method(
    id="delong-clipped",
    name=phrase("DeLong, clipped"),
    explanation=phrase(
        "The normal interval around the area, cut off at 0 and 1; too short for an area near 1."
    ),
    compute=delong_clipped,
    assumes=phrase("the rows are independent and many, and the area is not near 0 or 1"),
    source="DeLong et al. 1988",
)
NEWCOMBE = Method(
    id="newcombe",
    name=phrase("Newcombe, method 5"),
    explanation=phrase(
        "The areas that the found one does not refute, with a variance that follows "
        "from the area alone; made for scores of the kind that exponential distributions give."
    ),
    compute=newcombe,
    assumes=phrase("the rows are independent, and the scores of both classes spread alike"),
    source="Newcombe 2006, method 5",
)

METHODS = (LOGIT_OR_WILSON, LOGIT_T, LOGIT, WILSON_EFFECTIVE, NEWCOMBE, DELONG, DELONG_CLIPPED)

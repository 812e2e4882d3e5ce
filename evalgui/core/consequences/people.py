"""What an operating point does to people: natural frequencies, and when to test at all.

Predictive values and the expected cost at a prevalence are in
`evalgui.core.intervals.at_prevalence`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from evalgui.core.consequences.pooling import hull_rows
from evalgui.core.counts import divide
from evalgui.core.intervals.at_prevalence import Share, of_rates
from evalgui.core.measured import Asked, Measured
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.at_prevalence import Rates
    from evalgui.core.intervals.moving import Moving
    from evalgui.core.metrics.metric import Parameters
    from evalgui.core.score_table import Steps

ASKED = Asked(phrase("the sizes of the classes were chosen: a prevalence has to be typed first"))
COST_ORDER = phrase("a missed positive must cost more than a found one")
ONE_CLASS = phrase("one class only")
ALARM_ORDER = phrase("a false alarm must cost more than a negative that is left alone")
BELOW_THE_HULL = phrase("another threshold costs less, whatever the costs")
_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_NEARLY = 1e-6  # more than rounding can do to a number of people
_FEWEST = 10
"""So many of the people should have the condition, or more people are told of."""


class Frequencies(NamedTuple):
    """Whole people, who always add up.

    Parameters
    ----------
    n
        How many people are told of.
    tp, fn, fp, tn
        How many of them are found, missed, called wrongly, and rightly left alone.
    """

    n: int
    tp: int
    fn: int
    fp: int
    tn: int

    @property
    def with_condition(self) -> int:
        """TP + FN."""
        return self.tp + self.fn

    @property
    def called(self) -> int:
        """TP + FP."""
        return self.tp + self.fp


def natural_frequencies(
    prevalence: float, sensitivity: float, specificity: float, n: int | None = None
) -> Frequencies:
    """Return what becomes of whole people.

    Parameters
    ----------
    prevalence, sensitivity, specificity
        Proportions in [0, 1], taken as they are written in decimals; halves go up.
    n
        How many people; None for the first of 1,000, 10,000, 100,000 and 1,000,000 of whom at
        least 10 have the condition.

    References
    ----------
    Gigerenzer and Hoffrage 1995 (Psychological Review 102:684), natural frequencies.

    Examples
    --------
    >>> natural_frequencies(0.1, 0.9, 0.8)
    Frequencies(n=1000, tp=90, fn=10, fp=180, tn=720)
    """
    rates = prevalence, sensitivity, specificity
    size, numbers = _expected(*rates, n)
    ends = [size * prevalence / _FEWEST - 1 for size in _SIZES]
    if any(abs(one) < _NEARLY for one in (*ends, *(one % 1 - 0.5 for one in numbers))):
        share, hit, right = (Fraction(repr(float(one))) for one in rates)
        size, numbers = _expected(share, hit, right, n)
    diseased, tp, fp = (math.floor(2 * one + 1) // 2 for one in numbers)
    tp, fp = min(tp, diseased), min(fp, size - diseased)
    return Frequencies(size, tp, diseased - tp, fp, size - diseased - fp)


def _expected(
    share: Any,  # noqa: ANN401 - a float, or a fraction where that is too near to a half
    hit: Any,  # noqa: ANN401 - likewise
    right: Any,  # noqa: ANN401 - likewise
    n: int | None,
) -> tuple[int, tuple[Any, ...]]:
    """Return of how many people how many should have it, be found, and be called wrongly."""
    if n is None:
        n = next((size for size in _SIZES if size * share >= _FEWEST), _SIZES[-1])
    return n, (n * share, n * share * hit, n * (1 - share) * (1 - right))


def post_test(pre_test: float, likelihood_ratio: float) -> float:
    """Return the probability after a result with a likelihood ratio; NaN where it is undefined.

    References
    ----------
    Fagan 1975 (NEJM 293:257): odds times ratio.

    Examples
    --------
    >>> round(post_test(0.2, 6.5), 6)
    0.619048
    """
    if math.isinf(likelihood_ratio):
        return 1.0 if pre_test > 0 else math.nan
    hits = pre_test * likelihood_ratio
    return cast("float", divide(hits, hits + (1.0 - pre_test)))


def refused_costs(parameters: Parameters) -> str:
    """Return why consequences make no sense with these costs, "" where they do."""
    if not benefit_of(parameters) > 0:
        return COST_ORDER
    return "" if harm_of(parameters) > 0 else ALARM_ORDER


def benefit_of(parameters: Parameters) -> float:
    """Return C_FN - C_TP: what finding a positive spares."""
    return parameters.cost_fn - parameters.cost_tp


def harm_of(parameters: Parameters) -> float:
    """Return C_FP - C_TN: what calling a negative costs."""
    return parameters.cost_fp - parameters.cost_tn


def ratio_of(parameters: Parameters) -> float:
    """Return how many false alarms one missed positive is worth; NaN where that is refused."""
    return math.nan if refused_costs(parameters) else benefit_of(parameters) / harm_of(parameters)


def with_ratio(parameters: Parameters, ratio: float) -> Parameters:
    """Return parameters where one missed is worth so many false alarms, and rightness nothing."""
    return replace(parameters, cost_fn=ratio, cost_fp=1.0, cost_tp=0.0, cost_tn=0.0)


def slope_of_equal_cost(prevalence: float, ratio: float) -> float:
    """Return how steep a line of equal cost is in ROC coordinates, (1 - p) / p over the ratio.

    Parameters
    ----------
    prevalence
        Strictly between 0 and 1; else the slope is NaN.
    ratio
        How many false alarms one missed is worth, above 0. It and the slope take each other's
        place: of a slope this is the ratio.

    References
    ----------
    Metz 1978 (Seminars in Nuclear Medicine 8:283).

    Examples
    --------
    >>> round(slope_of_equal_cost(0.2, 8), 6), round(slope_of_equal_cost(0.2, 0.5), 6)
    (0.5, 8.0)
    """
    if not (0 < prevalence < 1 and ratio > 0):
        return math.nan
    return (1.0 - prevalence) / prevalence / ratio


def thresholds_of_testing(
    moving: Moving, harm: float, benefit: float, test_harm: float = 0.0
) -> tuple[Measured, Measured]:
    """Return the probabilities before the test between which testing is best.

    Parameters
    ----------
    moving
        The counts at a threshold.
    harm, benefit
        What treating one without the condition costs, and what treating one with it spares;
        both above 0.
    test_harm
        What the test itself costs, in the same unit.

    Returns
    -------
    tuple of Measured
        Below the first nobody should be tested, above the second everybody be treated without;
        with intervals by square-and-add. Undefined without rows of both classes, and where
        nothing that is weighed occurs.

    References
    ----------
    Pauker and Kassirer 1980 (NEJM 302:1109), eqs. 3 and 4.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> from evalgui.core.intervals.moving import Moving
    >>> low, high = thresholds_of_testing(Moving(Counts(45, 20, 5, 180), 0.95), 1, 9)
    >>> round(low.value, 6), round(high.value, 6)
    (0.012195, 0.5)
    """

    def test(_p: float, rates: Rates) -> float:
        alarms = rates.alarm * harm
        return cast("float", divide(alarms + test_harm, alarms + rates.hit * benefit))

    def treat(_p: float, rates: Rates) -> float:
        spared = rates.right * harm
        return cast("float", divide(spared - test_harm, spared + rates.miss * benefit))

    tp, fp, fn, tn = moving.cells()
    if not (tp + fn and fp + tn):
        return Measured(math.nan, ONE_CLASS), Measured(math.nan, ONE_CLASS)
    of_any, unit = Share(0.5), (0.0, 1.0)  # the prevalence has no part in it
    return of_rates(test, moving, of_any, unit), of_rates(treat, moving, of_any, unit)


class RatioRange(NamedTuple):
    """For which ratios of costs a point is best.

    Parameters
    ----------
    low, high
        Of (C_FN - C_TP) / (C_FP - C_TN); infinite at the end, NaN where it is best for none.
    reason
        Why it is best for none, "" where there is a range.
    """

    low: float
    high: float
    reason: str = ""


def best_for_ratios(
    steps: Steps, row: int, prevalence: float | Fraction | None = None
) -> RatioRange:
    """Return the ratios of costs for which no other threshold costs less than a row's.

    Parameters
    ----------
    steps
        With both classes.
    row
        Of them.
    prevalence
        None for that of the file.

    Returns
    -------
    RatioRange
        ``(1 - p) / p`` over the slopes of the two edges of the convex hull of the ROC curve that
        meet there. A row below the hull is best for no ratio.

    References
    ----------
    Metz 1978 (Seminars in Nuclear Medicine 8:283): the slope of best operation.
    """
    n_positive, n_negative = steps.n_positive, steps.n_negative
    corners = hull_rows(steps)
    share = Fraction(n_positive, n_positive + n_negative)
    if prevalence is not None:
        share = prevalence if isinstance(prevalence, Fraction) else Fraction(repr(prevalence))
    odds = (1 - share) / share
    at = int(steps.tp_column[row]), int(steps.fp_column[row])
    places = [steps.tp_column[corners], steps.fp_column[corners]]

    def corner(place: int) -> tuple[int, int]:
        return int(places[0][place]), int(places[1][place])

    def slope_to(place: int) -> float | Fraction:
        """Return the slope of the edge that ends at a corner."""
        if not place:
            return math.inf
        if place == len(corners):
            return 0
        (tp_0, fp_0), (tp_1, fp_1) = corner(place - 1), corner(place)
        if fp_0 == fp_1:
            return math.inf
        return Fraction((tp_1 - tp_0) * n_negative, (fp_1 - fp_0) * n_positive)

    # Both rise along the hull: the first corner that has as many of either.
    place = max(int(np.searchsorted(*pair)) for pair in zip(places, at, strict=True))
    left = right = slope_to(place)
    if corner(place) == at:
        right = slope_to(place + 1)
    else:
        (tp, fp), (tp_0, fp_0), (tp_1, fp_1) = at, corner(place - 1), corner(place)
        if (tp - tp_0) * (fp_1 - fp_0) != (fp - fp_0) * (tp_1 - tp_0):
            return RatioRange(math.nan, math.nan, BELOW_THE_HULL)
    low, high = _ratio(odds, left), _ratio(odds, right)
    if math.isinf(low) or not high:
        return RatioRange(math.nan, math.nan, BELOW_THE_HULL)
    return RatioRange(low, high)


def _ratio(odds: Fraction, slope: float | Fraction) -> float:
    if slope == 0:
        return math.inf
    return 0.0 if slope == math.inf else float(odds / Fraction(slope))

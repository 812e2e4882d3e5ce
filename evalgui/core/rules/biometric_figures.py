"""The figures of a biometric evaluation: errors at given errors, each EER, detection costs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.biometrics.hull import hull_crossing
from evalgui.core.biometrics.other_equal_errors import (
    fvc_interval,
    least_greater_error,
    nearest_error_rate,
)
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.rules.costs import least_detection_cost
from evalgui.core.rules.declaring import divide
from evalgui.core.rules.targets import FALSE_NEGATIVES, FALSE_POSITIVES, Rate, met

if TYPE_CHECKING:
    from evalgui.core.rules.declaring import Counts
    from evalgui.core.score_table import Steps

FMR_TARGETS = {
    "FMR10": 0.1,
    "FMR20": 0.05,
    "FMR100": 0.01,
    "FMR1000": 0.001,
    "FMR10000": 0.0001,
    "FMR100000": 0.00001,
    "FMR1000000": 0.000001,
}
"""What FNMR is told at, by the usual names: FMR100 is FNMR at FMR <= 1/100."""

FNMR_TARGETS = (0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001)
"""What FMR is told at."""

COSTS = {
    "DCF 0.01": (DetectionCost(0.01),),
    "DCF 0.05": (DetectionCost(0.05),),
    "NIST SRE08": (DetectionCost(0.01, 10.0),),
    "NIST SRE10": (DetectionCost(0.001),),
    "NIST SRE16": (DetectionCost(0.01), DetectionCost(0.005)),
    "VoxSRC": (DetectionCost(0.05),),
}
"""Detection costs by name; of several the mean is taken."""


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """An error rate that was reached.

    Parameters
    ----------
    errors, n
        The counts of which it is the quotient.
    level
        The one-sided confidence of its upper limit.
    worth
        As how many independent rows they count: n, or fewer where subjects were drawn.
    """

    errors: int
    n: int
    level: float
    worth: float

    @property
    def value(self) -> float:
        """The rate, in [0, 1]; NaN where the class has no scores."""
        return float(divide(self.errors, self.n))

    @property
    def upper_limit(self) -> float:
        """The one-sided exact upper limit, of as many independent rows as they are worth."""
        if not self.n:
            return math.nan
        return one_sided_upper(self.errors / self.n * self.worth, self.worth, self.level)[1]


@dataclass(frozen=True, slots=True)
class ErrorAtError:
    """One error rate where the other one is at most a target.

    Parameters
    ----------
    target
        What the other rate may be, in [0, 1].
    fmr, fnmr
        Both rates that are reached.
    threshold
        Beside the values of the score, `CALLS_NOTHING` included.
    is_supported
        Whether the data allow even one error of the kind that has the target, or it is 0; where
        subjects were drawn, of as many independent rows as theirs are worth.
    bound
        Where they do not: the rate that may be claimed after no error at all, ``-ln(1 - level)``
        divided by the comparisons (3.00/N at 95 %), or by the subjects where those were drawn;
        NaN elsewhere.
    """

    target: float
    fmr: ErrorRate
    fnmr: ErrorRate
    threshold: float
    is_supported: bool
    bound: float


@dataclass(frozen=True, slots=True)
class EqualErrors:
    """The equal error rate by each of its definitions, in [0, 1].

    Parameters
    ----------
    interpolated
        Where the polygon through the attainable points crosses FMR = FNMR.
    low, high
        The bracket of attainable rates around it.
    rocch
        Where the convex hull crosses it.
    fvc, fvc_low, fvc_high
        The interval of the fingerprint verification competitions, and its middle.
    nearest
        The mean of both rates where they differ least.
    minimax
        The least that the greater of both can be.
    """

    interpolated: float
    low: float
    high: float
    rocch: float
    fvc: float
    fvc_low: float
    fvc_high: float
    nearest: float
    minimax: float


@dataclass(frozen=True, slots=True)
class MinimalCost:
    """A detection cost at its least, and where it is taken.

    Parameters
    ----------
    name
        What it is called.
    costs
        Its priors and costs; of several the mean is meant.
    normalised, raw
        The least cost; normalised, that of the better trivial system is 1.
    thresholds
        Where each is taken: the strictest of ties.
    actual
        The normalised cost at an operating point; NaN without one.
    """

    name: str
    costs: tuple[DetectionCost, ...]
    normalised: float
    raw: float
    thresholds: tuple[float, ...]
    actual: float = math.nan


def fnmr_at_fmr(steps: Steps, target: float, level: float = 0.95) -> ErrorAtError:
    """Return the lowest FNMR over all attainable thresholds with FMR <= a target.

    Parameters
    ----------
    steps
        With both classes.
    target
        In [0, 1]; 0 gives ZeroFMR.
    level
        The one-sided confidence of limits and bound.

    References
    ----------
    FVC2002 and FVC2006: FMR100 is the lowest FNMR for FMR <= 1 %.
    """
    return _at(steps, FALSE_POSITIVES, target, level)


def fmr_at_fnmr(steps: Steps, target: float, level: float = 0.95) -> ErrorAtError:
    """Return the lowest FMR over all attainable thresholds with FNMR <= a target.

    Parameters are those of `fnmr_at_fmr`; a target of 0 gives ZeroFNMR.
    """
    return _at(steps, FALSE_NEGATIVES, target, level)


def claimable(steps: Steps, rate: Rate, target: float, level: float) -> float:
    """Return the rate that may be claimed after no error where a target allows not even one.

    ``-ln(1 - level)`` divided by the comparisons, or by the subjects where those were drawn: 3.00/N
    at 95 %. NaN where errors are allowed, and where the target is 0.
    """
    if target <= 0 or rate.allows_errors(steps, target):
        return math.nan
    return float(divide(-math.log1p(-level), rate.worth_without_error(steps)))


def reached(steps: Steps, rate: Rate, errors: int, level: float) -> ErrorRate:
    """Return an error rate at the errors of a row."""
    return ErrorRate(errors, rate.n(steps), level, rate.worth(steps, errors))


def _at(steps: Steps, rate: Rate, target: float, level: float) -> ErrorAtError:
    """Return both errors at the threshold that meets a target at the least cost to the other."""
    found = met(steps, rate, target, None)
    counts = steps.counts_of(found.row)
    bound = claimable(steps, rate, target, level)
    return ErrorAtError(
        target,
        fmr=reached(steps, FALSE_POSITIVES, int(counts.fp), level),
        fnmr=reached(steps, FALSE_NEGATIVES, int(counts.fn), level),
        threshold=steps.threshold(found.row),
        is_supported=math.isnan(bound),
        bound=bound,
    )


def equal_errors(steps: Steps) -> EqualErrors:
    """Return the equal error rate of steps with both classes by each of its definitions."""
    interpolated = equal_error_rate(steps)
    fvc_low, fvc_high, _row = fvc_interval(steps)
    return EqualErrors(
        interpolated=interpolated.value,
        low=interpolated.low,
        high=interpolated.high,
        rocch=hull_crossing(steps)[0],
        fvc=(fvc_low + fvc_high) / 2,
        fvc_low=fvc_low,
        fvc_high=fvc_high,
        nearest=nearest_error_rate(steps)[0],
        minimax=least_greater_error(steps),
    )


def minimal_cost(
    steps: Steps, name: str, costs: tuple[DetectionCost, ...], counts: Counts | None = None
) -> MinimalCost:
    """Return the least of a detection cost over all thresholds, and that at an operating point.

    Parameters
    ----------
    steps
        With both classes.
    name
        What the cost is called.
    costs
        Its priors and costs: each is taken at its own best threshold, and their mean is told.
    counts
        The counts of the operating point, or None.
    """
    best = [least_detection_cost(steps, cost) for cost in costs]
    n = len(costs)
    raw = sum(found.value * cost.trivial for found, cost in zip(best, costs, strict=True))
    actual = math.nan
    if counts is not None:
        actual = sum(float(cost.normalised(counts)) for cost in costs) / n
    return MinimalCost(
        name,
        costs,
        normalised=sum(found.value for found in best) / n,
        raw=raw / n,
        thresholds=tuple(steps.threshold(found.row) for found in best),
        actual=actual,
    )

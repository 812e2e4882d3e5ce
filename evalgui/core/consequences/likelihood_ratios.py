"""What log-likelihood ratios are worth: Cllr, its least value, and the entropy that is left.

All are in bits. What is lost beside the least value is lost by calibration.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.biometrics.detection_cost import LOGARITHMS
from evalgui.core.consequences.corp import isotonic
from evalgui.core.consequences.places import Places
from evalgui.core.consequences.pooling import hull_rows
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.biometrics.detection_cost import DetectionCost
    from evalgui.core.counts import Counts
    from evalgui.core.score_table import Steps

CARRIED = 15
"""Trials that must carry each class, or there is no interval that holds."""

LOG_T = phrase("square-and-add of the log-t limits of the two class means")
NO_COST = phrase("no trial of a class costs anything")
IMPOSSIBLE = phrase("a trial was thought impossible: an infinite ratio of the wrong class")


class Entropy(NamedTuple):
    """Empirical cross-entropy at a prior, in bits.

    Parameters
    ----------
    actual, least, reference
        Of the ratios as they are; after pooling adjacent violators; and of a ratio of 1.
    """

    actual: float
    least: float
    reference: float


@dataclass(frozen=True, eq=False)
class LikelihoodRatios:
    """Distinct log-likelihood ratios in natural logarithms, with the trials at each.

    Parameters
    ----------
    places
        Ascending; both classes have trials.
    """

    places: Places

    @classmethod
    def of_steps(cls, steps: Steps, base: str = "e") -> LikelihoodRatios:
        """Take what is sorted already.

        Parameters
        ----------
        steps
            With both classes, of which a higher score speaks for the positive one.
        base
            Of the logarithm: a key of `LOGARITHMS`.
        """
        known = Places.of_steps(steps)
        return cls(Places(known.values * math.log(LOGARITHMS[base]), known.positives, known.totals))

    @cached_property
    def pooled(self) -> NDArray[np.float64]:
        """The ratio of each place after pooling adjacent violators: -inf and +inf at the ends."""
        shares, places = isotonic(self.places).at_places(), self.places
        prior = math.log(places.n_positive / (places.n - places.n_positive))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(shares) - np.log1p(-shares) - prior)

    def cllr(self, level: float) -> Measured:
        """Return Cllr, with an interval where each class is carried by at least `CARRIED` trials.

        Returns
        -------
        Measured
            In bits: 0 for a perfect one, 1 for ratios that say nothing. Infinite where a ratio
            is infinite for the wrong class.

        References
        ----------
        Brummer and du Preez 2006 (Computer Speech and Language 20:230).
        """
        costs = self._costs()
        value = sum(_mean(cost, many) for cost, many in costs) / 2.0
        sizes = int(costs[0][1].sum()), int(costs[1][1].sum())
        if not math.isfinite(value):
            return Measured(
                value, interval=Interval(level, "", *UNDEFINED, sizes, reason=IMPOSSIBLE)
            )
        few = [
            (carried, n)
            for carried, n in zip(self.carried_by, sizes, strict=True)
            if not carried >= CARRIED
        ]
        if few:
            carried, n = min(few)
            reason = (
                NO_COST
                if math.isnan(carried)
                else phrase(
                    "carried by {floor} of {n} trials: no interval", floor=math.floor(carried), n=n
                )
            )
            return Measured(value, interval=Interval(level, "", *UNDEFINED, sizes, reason=reason))
        limits = self.limits(level)
        return Measured(value, interval=Interval(level, LOG_T, *limits, sizes))

    def limits(self, level: float) -> tuple[float, float]:
        """Return the limits of Cllr as if both classes carry it; NaN where they cannot be told."""
        from scipy.special import stdtrit

        means, ends = [], []
        for cost, many in self._costs():
            n, mean = float(many.sum()), _mean(cost, many)
            if not (n > 1 and 0 < mean < math.inf):
                return UNDEFINED
            variance = float(np.sum(many * (cost - mean) ** 2)) / (n - 1.0)
            half = float(stdtrit(n - 1.0, (1.0 + level) / 2.0)) * math.sqrt(variance / n) / mean
            means.append(mean)
            ends.append((mean * math.exp(-half), mean * math.exp(half)))
        first, second = means
        moved = (
            tuple((end + second) / 2.0 for end in ends[0]),
            tuple((first + end) / 2.0 for end in ends[1]),
        )
        lower, upper = square_and_add((first + second) / 2.0, [(a, b) for a, b in moved])
        return max(0.0, lower), upper

    @property
    def carried_by(self) -> tuple[float, float]:
        """As many trials of each class carry its mean cost: (sum c)^2 / sum c^2; NaN without."""
        found = []
        for cost, many in self._costs():
            squares = float(np.sum(many * cost**2))
            found.append(float(np.sum(many * cost)) ** 2 / squares if squares > 0 else math.nan)
        return found[0], found[1]

    @property
    def least_cllr(self) -> float:
        """Return minCllr: what is left after pooling adjacent violators. It has no interval.

        References
        ----------
        Brummer and du Preez 2006.
        """
        return self._entropy(self.pooled, 0.5)

    def entropy(self, prior: float) -> Entropy:
        """Return the empirical cross-entropy at a prior in (0, 1).

        References
        ----------
        Ramos and Gonzalez-Rodriguez 2013 (Forensic Science International 230:156).
        """
        reference = -prior * math.log2(prior) - (1.0 - prior) * math.log2(1.0 - prior)
        actual = self._entropy(self.places.values, prior)
        return Entropy(actual, self._entropy(self.pooled, prior), reference)

    def _costs(self) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]:
        values, places = self.places.values, self.places
        both = (-values, places.positives), (values, places.negatives)
        return tuple((np.where(many > 0, _bits(side), 0.0), many) for side, many in both)

    def _entropy(self, ratios: NDArray[np.float64], prior: float) -> float:
        odds = math.log(prior / (1.0 - prior))
        of_genuine = _mean(_bits(-(ratios + odds)), self.places.positives)
        of_impostor = _mean(_bits(ratios + odds), self.places.negatives)
        return prior * of_genuine + (1.0 - prior) * of_impostor


def bayes_errors(steps: Steps, cost: DetectionCost, base: str = "e") -> tuple[float, float]:
    """Return the normalised Bayes error of log-likelihood ratios, actual and least.

    Parameters
    ----------
    steps
        With both classes.
    cost
        The prior and the costs.
    base
        Of the logarithm.

    Returns
    -------
    actual, least
        At the threshold that the prior and the costs say, and at the best of all; beside the
        better of accepting all and rejecting all.

    References
    ----------
    Brummer and du Preez 2006; Brummer and de Villiers 2011 (BOSARIS).
    """
    return error_at(steps, best_of(steps), cost, base)


def best_of(steps: Steps) -> Counts:
    """Return the counts at the thresholds that may have the least Bayes error: one of each cost."""
    return steps.counts(hull_rows(steps))


def error_at(steps: Steps, best: Counts, cost: DetectionCost, base: str) -> tuple[float, float]:
    """Return `bayes_errors`, given `best_of`."""
    actual = steps.counts_of(steps.row_at(cost.bayes_threshold(base)))
    return float(cost.normalised(actual)), float(np.min(cost.normalised(best)))


def _bits(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log2(1 + exp(x)), exact at both ends."""
    return np.asarray(np.logaddexp(0.0, values) / math.log(2.0))


def _mean(costs: NDArray[np.float64], many: NDArray[np.float64]) -> float:
    """Return the mean cost of trials: a place where there are none costs nothing."""
    return float(np.sum(many * np.where(many > 0, costs, 0.0)) / many.sum())

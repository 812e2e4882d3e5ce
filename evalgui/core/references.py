"""Truth that is not known of all, or not for certain: what can still be said of a test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.several_rates import of_several
from evalgui.core.score_table import is_called_positive
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.measured import Measured
    from evalgui.core.snapshot import Snapshot

NO_VERIFIED_NEGATIVE = phrase("nobody below the line was verified")
IMPOSSIBLE = phrase("such a reference could not have produced these data")
NO_BETTER_THAN_CHANCE = phrase("a reference with this sensitivity and specificity says nothing")


class Verified(NamedTuple):
    """Counts where whose truth was found depends on the call alone.

    Parameters
    ----------
    n, called
        All, and those that the test calls positive.
    verified_called, diseased_called
        Of these, those whose truth is known, and those who have it.
    verified_others, diseased_others
        The same of those that are not called.
    """

    n: int
    called: int
    verified_called: int
    diseased_called: int
    verified_others: int
    diseased_others: int

    @property
    def missing(self) -> int:
        """How many lack a truth."""
        return self.n - self.verified_called - self.verified_others

    @property
    def is_more_often_missing_below(self) -> bool:
        """Whether truth is missing more often of those that are not called."""
        of_called = divide(self.called - self.verified_called, self.called)
        others = self.n - self.called
        return bool(divide(others - self.verified_others, others) > of_called)


def verified_at(snapshot: Snapshot) -> Verified | None:
    """Return how many are called, and how many of them have a truth; None where all have one.

    Parameters
    ----------
    snapshot
        With an operating point of rows.
    """
    dataset, point, score = snapshot.dataset, snapshot.point, snapshot.score
    if dataset is None or point is None or dataset.unverified is None:
        return None
    away = dataset.unverified
    called = np.zeros(0, np.bool_)
    if score is None and away.predicted is not None:
        called = away.predicted[away.predicted >= 0] == snapshot.positive
    for one in away.scores if score is not None else ():
        if score is not None and one.name == score.name:
            higher = score.higher_is_positive
            values = one.values if one.higher_is_positive is higher else one.reversed().values
            known = values[~np.isnan(values)]
            called = is_called_positive(known, point.threshold, higher_is_positive=higher)
    if not len(called):
        return None
    counts, n_called = point.counts, int(np.count_nonzero(called))
    tp, fp, fn, tn = int(counts.tp), int(counts.fp), int(counts.fn), int(counts.tn)
    return Verified(tp + fp + fn + tn + len(called), tp + fp + n_called, tp + fp, tp, fn + tn, fn)


def begg_greenes(counts: Verified, level: float) -> tuple[Measured, Measured]:
    """Return sensitivity and specificity corrected for verification that depends on the call.

    Parameters
    ----------
    counts
        What was found.
    level
        The two-sided confidence.

    Returns
    -------
    sensitivity, specificity
        By square-and-add over the share called and both predictive values; undefined where
        nobody of a call was verified.

    References
    ----------
    Begg and Greenes 1983 (Biometrics 39:207).

    Examples
    --------
    >>> sensitivity, specificity = begg_greenes(Verified(1000, 150, 150, 96, 85, 4), 0.95)
    >>> round(sensitivity.value, 4), round(specificity.value, 4)
    (0.7059, 0.9375)
    """
    rates = (
        (counts.called, counts.n),
        (counts.diseased_called, counts.verified_called),
        (counts.verified_others - counts.diseased_others, counts.verified_others),
    )

    def sensitivity(called: float, right: float, spared: float) -> float:
        found = called * right
        return float(divide(found, found + (1.0 - called) * (1.0 - spared)))

    def specificity(called: float, right: float, spared: float) -> float:
        free = (1.0 - called) * spared
        return float(divide(free, free + called * (1.0 - right)))

    found = [of_several(one, rates, level) for one in (sensitivity, specificity)]
    if not counts.verified_others:
        found = [one._replace(reason=NO_VERIFIED_NEGATIVE) for one in found]
    return found[0], found[1]


class Crossed(NamedTuple):
    """A test beside an imperfect reference: counts.

    Parameters
    ----------
    both, test_only, reference_only, neither
        Who is positive by which.
    """

    both: float
    test_only: float
    reference_only: float
    neither: float

    @property
    def n(self) -> float:
        """All."""
        return sum(self)


class Corrected(NamedTuple):
    """What a test is worth if its reference errs.

    Parameters
    ----------
    prevalence
        Of the condition itself.
    sensitivity, specificity
        If the errors of both are independent; outside [0, 1] where they cannot be.
    sensitivity_bounds, specificity_bounds
        Whatever the dependence of errors.
    reason
        Why all is undefined, "" where it is not.
    """

    prevalence: float
    sensitivity: float
    specificity: float
    sensitivity_bounds: tuple[float, float]
    specificity_bounds: tuple[float, float]
    reason: str = ""


def imperfect(counts: Crossed, sensitivity: float, specificity: float) -> Corrected:
    """Return what a test is worth where the reference errs as often as was found elsewhere.

    Parameters
    ----------
    counts
        Of the test and the reference.
    sensitivity, specificity
        Of the reference, in [0, 1].

    Returns
    -------
    Corrected
        NaN with a reason where no prevalence in (0, 1) agrees with the data.

    References
    ----------
    Rogan and Gladen 1978 (Am J Epidemiol 107:71), the prevalence; Staquet and others 1981
    (J Chronic Dis 34:599); the bounds are those of probabilities of four cells.

    Examples
    --------
    >>> found = imperfect(Crossed(80, 20, 10, 190), 0.9, 0.95)
    >>> round(found.prevalence, 4), [round(one, 4) for one in found.sensitivity_bounds]
    (0.2941, [0.7867, 1.0])
    """
    none = (math.nan, math.nan)
    better = sensitivity + specificity - 1.0
    share = float(divide(counts.both + counts.reference_only, counts.n)) + specificity - 1.0
    p = float(divide(share, better))
    if not 0.0 < p < 1.0:
        reason = IMPOSSIBLE if better else NO_BETTER_THAN_CHANCE
        return Corrected(p, math.nan, math.nan, none, none, reason)
    both, test_only, reference_only, neither = (one / counts.n for one in counts)
    called = both + test_only
    hit = (specificity * both - (1.0 - specificity) * test_only) / (better * p)
    right = (sensitivity * neither - (1.0 - sensitivity) * reference_only) / (better * (1.0 - p))
    # Of those who have it: called, by both and by the test alone.
    found = p * sensitivity, p * (1.0 - sensitivity)
    low = max(0.0, found[0] - reference_only) + max(0.0, found[1] - neither)
    high = min(both, found[0]) + min(test_only, found[1])
    of_hit = low / p, high / p
    of_right = tuple((1.0 - called - p + one * p) / (1.0 - p) for one in of_hit)
    return Corrected(p, hit, right, of_hit, (of_right[0], of_right[1]))


def prevalence(
    positive: float, n: float, sensitivity: float, specificity: float, level: float
) -> Measured:
    """Return the prevalence behind an imperfect reference that is known, with its interval.

    Parameters
    ----------
    positive, n
        By the reference, and all.
    sensitivity, specificity
        Of the reference, taken as known.
    level
        The two-sided confidence.

    References
    ----------
    Rogan and Gladen 1978.
    """

    def corrected(share: float) -> float:
        return float(divide(share + specificity - 1.0, sensitivity + specificity - 1.0))

    return of_several(corrected, [(positive, n)], level)

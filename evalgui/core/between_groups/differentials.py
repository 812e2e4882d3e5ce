"""How unlike a biometric system treats groups: summaries of FMR and FNMR by group.

All of them grow with small groups, even where the groups are alike.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import one_sided_lower, one_sided_upper
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from evalgui.core.between_groups.apart import Rate

ALPHA = 0.5
"""What FMR counts in a summary of both rates; FNMR counts the rest."""

NO_ERROR = phrase("a group without an error: infinite, and its upper limit is shown")


class Differentials(NamedTuple):
    """Summaries of error rates by group.

    Parameters
    ----------
    garbe
        In [0, 1]: the Gini coefficients of both rates, weighed; 0 where groups are alike.
    inequity
        At least 1: the largest rate over the smallest, to the power of its weight, of both.
    fdr
        Up to 1, which is alike: one less the largest differences of both rates, weighed.
    over_geometric_mean, over_smallest
        The largest FMR over the geometric mean of all, and over the smallest.
    """

    garbe: float
    inequity: float
    fdr: float
    over_geometric_mean: float
    over_smallest: float


def differentials(fmr: ArrayLike, fnmr: ArrayLike, alpha: float = ALPHA) -> Differentials:
    """Return the summaries of the error rates of G groups at one global threshold.

    Parameters
    ----------
    fmr, fnmr : (G,) array_like
        In [0, 1]; at least two groups.
    alpha
        The weight of FMR, in [0, 1].

    Returns
    -------
    Differentials
        Ratios are infinite where the smallest FMR is 0, and undefined where all are.

    References
    ----------
    Howard and others 2022 (arXiv 2203.05051), GARBE; Pereira and Marcel 2021, FDR; ratios as in
    the reports of NIST FRTE, part 8, and ISO/IEC 19795-10:2024.

    Examples
    --------
    >>> found = differentials([0.002, 0.0005], [0.1, 0.02])
    >>> round(found.garbe, 6), round(found.fdr, 6)
    (0.633333, 0.95925)
    """
    of_fmr, of_fnmr = (np.asarray([one], dtype=np.float64) for one in (fmr, fnmr))
    return Differentials(*(float(one[0]) for one in of_many(of_fmr, of_fnmr, alpha).values()))


def of_many(
    fmr: NDArray[np.float64], fnmr: NDArray[np.float64], alpha: float
) -> dict[str, NDArray[np.float64]]:
    """Return `differentials` of many such sets of groups, by their names.

    Parameters
    ----------
    fmr, fnmr : (D, G) arrays of float64
        As of `differentials`.
    alpha
        Likewise.
    """
    ratios = [np.asarray(divide(one.max(axis=1), one.min(axis=1))) for one in (fmr, fnmr)]
    with np.errstate(divide="ignore", invalid="ignore"):
        # By the functions of Python, so that a set has the same bits among many as alone.
        mean = [math.exp(one) for one in np.log(fmr).mean(axis=1).tolist()]
        pairs = zip(*(one.tolist() for one in ratios), strict=True)
        found = (
            alpha * gini(fmr) + (1.0 - alpha) * gini(fnmr),
            [one**alpha * other ** (1.0 - alpha) for one, other in pairs],
            1.0 - alpha * np.ptp(fmr, axis=1) - (1.0 - alpha) * np.ptp(fnmr, axis=1),
            divide(fmr.max(axis=1), np.array(mean)),
            ratios[0],
        )
    return dict(zip(Differentials._fields, map(np.asarray, found), strict=True))


def gini(values: ArrayLike) -> NDArray[np.float64]:
    """Return the Gini coefficient with the correction for few, along the last axis.

    In [0, 1], NaN where all are 0.

    References
    ----------
    Gini 1912; n / (n - 1) times the mean absolute difference over twice the mean.
    """
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=-1)
    n = ordered.shape[-1]
    apart = 2.0 * (ordered @ (2.0 * np.arange(1, n + 1) - n - 1.0))  # of all ordered pairs
    return np.asarray(divide(apart, 2.0 * n * (n - 1) * ordered.mean(axis=-1)))


def ratio_at_least(rates: Sequence[Rate], level: float) -> float:
    """Return what the largest rate over the smallest is at least, where one group has no error.

    Parameters
    ----------
    rates
        Of each group.
    level
        One-sided, of both limits.

    Returns
    -------
    float
        The lower limit of the largest over the upper limit of the smallest.
    """
    largest = max(rates, key=lambda one: one.value)
    smallest = min(rates, key=lambda one: one.value)
    lower = one_sided_lower(largest.k, largest.n, level)[0]
    return float(divide(lower, one_sided_upper(smallest.k, smallest.n, level)[1]))

"""Identification: searches of a gallery, the rank of the mate, and what a threshold lets through.

The size of the gallery is part of every number here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

TWO_MATES = phrase("a search has more than one mate: a mate is the same person once in the gallery")
NO_CANDIDATE = -np.inf


class Searches(NamedTuple):
    """Searches, and what their candidates say.

    Parameters
    ----------
    ranks, mates : (M,) arrays
        The rank of the mate of each mated search, and its score.
    best : (U,) array
        The highest score of each search without a mate.
    gallery
        The most candidates that a search has.
    """

    ranks: NDArray[np.intp]
    mates: NDArray[np.float64]
    best: NDArray[np.float64]
    gallery: int

    def matched(self, rank: int) -> Rate:
        """Return the mated searches whose mate is at most at a rank: a point of the CMC."""
        return Rate(int(np.count_nonzero(self.ranks <= rank)), len(self.ranks))

    def missed(self, threshold: float, rank: int) -> Rate:
        """Return FNIR: mated searches whose mate is not both within a rank and at the threshold."""
        found = (self.ranks <= rank) & (self.mates >= threshold)
        return Rate(len(found) - int(np.count_nonzero(found)), len(found))

    def false_alarms(self, threshold: float) -> Rate:
        """Return FPIR: searches without a mate that have a candidate at the threshold."""
        return Rate(int(np.count_nonzero(self.best >= threshold)), len(self.best))

    def ranked(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the CMC where it rises: ranks, and how many mates are at most there: (D,) each."""
        ranks, many = np.unique(self.ranks, return_counts=True)
        return ranks, np.cumsum(many)

    def traded(self, rank: int) -> tuple[NDArray[np.float64], ...]:
        """Return where FNIR and FPIR step: thresholds that fall, false alarms and misses there.

        Parameters
        ----------
        rank
            As of `missed`.

        Returns
        -------
        thresholds, alarms, missed : (T,) arrays
            The distinct scores that decide, highest first, and counts of searches.
        """
        within = np.sort(self.mates[self.ranks <= rank])
        best = np.sort(self.best)
        at = np.unique(np.concatenate([within, best[best > NO_CANDIDATE]]))[::-1]
        found = len(within) - np.searchsorted(within, at, side="left")
        alarms = len(best) - np.searchsorted(best, at, side="left")
        return at, alarms.astype(np.float64), (len(self.mates) - found).astype(np.float64)


def searches(
    search: ArrayLike, scores: ArrayLike, is_mate: ArrayLike, *, is_optimistic: bool = False
) -> Searches:
    """Return what searches say of a gallery.

    Parameters
    ----------
    search : (n,) array_like of int
        Which search each candidate is of, codes from 0.
    scores : (n,) array_like of float
        Higher ones speak for the candidate.
    is_mate : (n,) array_like of bool
        Whether the candidate is the person searched for.
    is_optimistic
        Whether the mate comes first among candidates of the same score; else it comes last.

    Returns
    -------
    Searches
        A search without any mate is one of somebody who is not in the gallery.

    Raises
    ------
    ValueError
        If a search has two mates.

    References
    ----------
    ISO/IEC 19795-1:2021 and NIST FRTE 1:N, as told by reports and open tools.

    Examples
    --------
    >>> found = searches([0, 0, 0, 1, 1], [7, 9, 7, 4, 3], [True, False, False, False, False])
    >>> found.ranks.tolist(), found.best.tolist(), found.gallery
    ([3], [4.0], 3)
    """
    of, values = np.asarray(search, dtype=np.intp), np.asarray(scores, dtype=np.float64)
    mate = np.asarray(is_mate, dtype=bool)
    n = int(of.max()) + 1 if len(of) else 0
    n_mates = np.bincount(of[mate], minlength=n)
    if (n_mates > 1).any():
        raise ValueError(TWO_MATES)
    of_mate = np.full(n, np.nan)
    of_mate[of[mate]] = values[mate]
    before = values > of_mate[of] if is_optimistic else values >= of_mate[of]
    ranks = 1 + np.bincount(of[before & ~mate], minlength=n)
    best = np.full(n, NO_CANDIDATE)
    np.maximum.at(best, of, values)
    sizes = np.bincount(of, minlength=n)
    is_mated = n_mates == 1
    is_other = ~is_mated & (sizes > 0)
    gallery = int(sizes.max(initial=0))
    return Searches(ranks[is_mated], of_mate[is_mated], best[is_other], gallery)


def false_alarms_if_independent(fmr: float, gallery: int) -> float:
    """Return 1 - (1 - FMR)^N, which holds only if comparisons were independent.

    Examples
    --------
    >>> round(false_alarms_if_independent(1e-6, 1000), 8)
    0.0009995
    """
    return float(-np.expm1(gallery * np.log1p(-fmr)))

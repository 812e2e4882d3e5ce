"""The largest gap between groups, beside what groups that are alike would show by chance.

The largest gap of several groups is always too large, so it has no interval. Labels of groups are
dealt out anew instead, within what the rate conditions on: the class for sensitivity and
specificity, the call for predictive values, all rows for the share called.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.between_groups.apart import Rate

    Gaps: TypeAlias = NDArray[np.float64]

DRAWS = 9_999
MOST_TABLES = 100_000
"""Up to so many tables are counted out; of more, `DRAWS` are drawn."""

USUAL = 0.95
"""Of deals: what groups that are alike usually show."""

SEED = 20_240_501
SAME_EVERYWHERE = phrase("pooled rate 0 or 1")
ONE_GROUP = phrase("one group")
IN_TWO_GROUPS = phrase("a subject is in two groups")
_NEAR = 1e-12  # of a share, where two gaps are equal


class Chance(NamedTuple):
    """The largest gap, and what groups that are alike show.

    Parameters
    ----------
    gap
        The largest rate less the smallest.
    p
        The probability of a gap at least as large.
    mean, most
        The gap of groups that are alike: on average, and in 95 of 100 at most.
    draws
        How many were drawn; 0 where all tables were counted out.
    reason
        Why there is nothing to compare with; all but the gap are NaN then.
    """

    gap: float
    p: float = math.nan
    mean: float = math.nan
    most: float = math.nan
    draws: int = 0
    reason: str = ""


class Shuffled(NamedTuple):
    """Rates of groups that are alike, in each deal of their labels.

    Parameters
    ----------
    chance
        What they come to.
    shares : (d, g) array of float64
        The rate of each group in each deal; none where there is nothing to compare with.
    weights : (d,) array of float64
        How often each deal comes, 1 in all.
    """

    chance: Chance
    shares: NDArray[np.float64] = np.empty((0, 0))
    weights: NDArray[np.float64] = np.empty(0)

    @property
    def gaps(self) -> Gaps:
        """The largest gap of each deal: (d,)."""
        return np.asarray(np.ptp(self.shares, axis=1)) if self.shares.size else np.empty(0)

    def within(self, share: float = USUAL) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return between which rates all groups lie at once, in at least this share of the deals.

        Each group has limits that cut off equally rare rates at both ends.

        Returns
        -------
        tuple of (g,) arrays
            The lower and the upper limits, both still inside.
        """
        tails = np.empty_like(self.shares)
        for place, column in enumerate(self.shares.T):
            _values, of = np.unique(column, return_inverse=True)
            mass = np.bincount(of, self.weights)
            tails[:, place] = np.minimum(mass.cumsum(), mass[::-1].cumsum()[::-1])[of]
        rarest = tails.min(axis=1)
        order = np.argsort(rarest)
        left = 1.0 - np.concatenate([[0.0], self.weights[order].cumsum()[:-1]])
        first = np.searchsorted(rarest[order], rarest[order])  # of those as rare
        least = rarest[order[np.flatnonzero(left[first] >= share - _NEAR)[-1]]]
        is_out = tails < least
        low = np.where(is_out, math.inf, self.shares).min(axis=0)
        return low, np.where(is_out, -math.inf, self.shares).max(axis=0)


def largest_gap(rates: Sequence[Rate], seed: int = SEED) -> Chance:
    """Return the largest gap of the rates of independent rows.

    Parameters
    ----------
    rates
        Whole counts, of groups with rows.
    seed
        Of the draws.

    Returns
    -------
    Chance
        Exact up to `MOST_TABLES` tables; else p counts the data as one of the draws, so that it
        is never 0. No p for fewer than two groups, or where all rows are called alike.

    References
    ----------
    Fisher 1935 (permutation; the tables are multivariate hypergeometric); Phipson and Smyth 2010
    (p of draws).

    Examples
    --------
    >>> from evalgui.core.between_groups.apart import Rate
    >>> found = largest_gap([Rate(3, 25), Rate(0, 12)])
    >>> round(found.gap, 2), round(found.p, 4), round(found.mean, 4)
    (0.12, 0.5367, 0.071)
    """
    return shuffled(rates, seed).chance


def shuffled(rates: Sequence[Rate], seed: int = SEED) -> Shuffled:
    """Return the rates of groups that are alike: as of `largest_gap`."""
    k, n = (np.array([int(one[part]) for one in rates], dtype=np.int64) for part in (0, 1))
    gap = _gap(k / n) if len(k) else math.nan
    reason = _why_none(k, n)
    if reason:
        return Shuffled(Chance(gap, reason=reason))
    sizes = np.minimum(n[:-1], k.sum()) + 1
    if math.prod(int(one) for one in sizes) <= MOST_TABLES:
        return _counted_out(gap, k, n, sizes)
    generator = np.random.default_rng(seed)
    drawn = generator.multivariate_hypergeometric(n, int(k.sum()), DRAWS, method="marginals")
    return _of_draws(gap, drawn / n)


def shuffled_subjects(  # noqa: PLR0913, PLR0917 - as many as there are
    k: NDArray[np.float64],
    n: NDArray[np.float64],
    group: NDArray[np.intp],
    n_groups: int,
    seed: int = SEED,
    is_cancelled: Callable[[], bool] = bool,
) -> Shuffled | None:
    """Return the rates where subjects were drawn: their labels are dealt out, not rows'.

    Parameters
    ----------
    k, n : (S,) arrays
        Of each subject the rows counted and all of them.
    group : (S,) array of int
        The group of each subject, below `n_groups`.
    n_groups
        How many groups there are, each with rows.
    seed
        Of the draws.
    is_cancelled
        Asked before every draw.

    Returns
    -------
    Shuffled or None
        None when it was given up. A draw in which a group has no rows is passed over.
    """

    def rates(labels: NDArray[np.intp]) -> NDArray[np.float64]:
        rows = np.bincount(labels, n, n_groups)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.bincount(labels, k, n_groups) / rows)

    gap = _gap(rates(group))
    reason = _why_none(k, n) if n_groups > 1 else ONE_GROUP
    if reason:
        return Shuffled(Chance(gap, reason=reason))
    generator, shares = np.random.default_rng(seed), np.empty((DRAWS, n_groups))
    labels = group.copy()
    for draw in range(DRAWS):
        if is_cancelled():
            return None
        generator.shuffle(labels)
        shares[draw] = rates(labels)
    return _of_draws(gap, shares[~np.isnan(shares).any(axis=1)])


def _why_none(k: NDArray[np.int64] | NDArray[np.float64], n: NDArray[np.int64] | Gaps) -> str:
    if len(k) < 2:
        return ONE_GROUP
    return SAME_EVERYWHERE if k.sum() in {0, n.sum()} else ""


def _gap(rates: NDArray[np.float64]) -> float:
    return float(rates.max() - rates.min())


def _of_draws(gap: float, shares: NDArray[np.float64]) -> Shuffled:
    gaps, n = np.asarray(np.ptp(shares, axis=1)), len(shares)
    as_large = 1 + int(np.count_nonzero(gaps >= gap - _NEAR))
    most = float(np.quantile(gaps, USUAL)) if n else math.nan
    mean = float(gaps.mean()) if n else math.nan
    chance = Chance(gap, as_large / (n + 1), mean, most, n)
    return Shuffled(chance, shares, np.full(n, 1.0 / max(n, 1)))


def _counted_out(
    gap: float, k: NDArray[np.int64], n: NDArray[np.int64], sizes: NDArray[np.int64]
) -> Shuffled:
    """Return what all tables with the same margins show, each as often as it comes."""
    from scipy.special import gammaln

    tables = np.indices(tuple(sizes.tolist())).reshape(len(sizes), -1)
    last = k.sum() - tables.sum(axis=0)
    is_one = (last >= 0) & (last <= n[-1])
    cells = np.vstack([tables[:, is_one], last[is_one]])
    of_each = n[:, None]
    logs = gammaln(of_each + 1) - gammaln(cells + 1) - gammaln(of_each - cells + 1)
    weights = np.exp((total := logs.sum(axis=0)) - total.max())
    weights /= weights.sum()
    shares = (cells / of_each).T
    gaps = np.ptp(shares, axis=1)
    order = np.argsort(gaps)
    below = np.cumsum(weights[order])
    most = gaps[order[min(int(np.searchsorted(below, USUAL - _NEAR)), len(order) - 1)]]
    as_large = gaps >= gap - _NEAR
    p = 1.0 if as_large.all() else min(1.0, float(weights[as_large].sum()))
    return Shuffled(Chance(gap, p, float(weights @ gaps), float(most)), shares, weights)

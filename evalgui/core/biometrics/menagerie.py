"""Subjects who are hard to match or easy to be taken for: the biometric menagerie, with chance.

Corners of a menagerie are always filled, a sixteenth of the subjects each by chance alone: each
count has the probability of so many beside it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

SEED = 20_240_502
DRAWS = 1_000
ONE_SUBJECT = phrase("one subject")


class Corner(NamedTuple):
    """Subjects in a corner.

    Parameters
    ----------
    members : (n,) array of bool
        Which subjects.
    p
        The one-sided probability of so many where genuine and impostor scores go each their way.
    """

    members: NDArray[np.bool_]
    p: float

    @property
    def n(self) -> int:
        """How many."""
        return int(np.count_nonzero(self.members))


def corners(genuine: ArrayLike, impostor: ArrayLike) -> dict[str, Corner]:
    """Return doves, chameleons, phantoms and worms.

    Parameters
    ----------
    genuine, impostor : (n,) array_like of float
        The mean genuine and the mean impostor score of each subject.

    Returns
    -------
    dict
        ``dove`` (genuine high, impostor low), ``chameleon`` (both high), ``phantom`` (both low),
        ``worm`` (genuine low, impostor high): high and low are the quarters by mean rank.

    References
    ----------
    Yager and Dunstone 2010 (IEEE PAMI 32:220); the p is of the hypergeometric distribution.

    Examples
    --------
    >>> found = corners([1, 2, 3, 4], [4, 3, 2, 1])
    >>> [(name, one.n) for name, one in found.items() if one.n]
    [('dove', 1), ('worm', 1)]
    """
    low_x, high_x = quarters(np.asarray(genuine, dtype=np.float64))
    low_y, high_y = quarters(np.asarray(impostor, dtype=np.float64))
    named = {
        "dove": (high_x, low_y),
        "chameleon": (high_x, high_y),
        "phantom": (low_x, low_y),
        "worm": (low_x, high_y),
    }
    n = len(low_x)
    return {
        name: Corner(x & y, _at_least(int((x & y).sum()), n, int(x.sum()), int(y.sum())))
        for name, (x, y) in named.items()
    }


def quarters(values: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which values lie in the lowest and which in the highest quarter, by mean rank.

    Examples
    --------
    >>> [one.tolist() for one in quarters(np.array([4.0, 1.0, 2.0, 3.0]))]
    [[False, True, False, False], [True, False, False, False]]
    """
    ranks, n = mean_ranks(values), len(values)
    return ranks <= n / 4, n + 1 - ranks <= n / 4


def mean_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rank of each value from 1, the mean of their ranks where several are equal.

    Examples
    --------
    >>> mean_ranks(np.array([5.0, 3.0, 5.0]))
    array([2.5, 1. , 2.5])
    """
    _, place, many = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(many)
    return np.asarray((last - (many - 1) / 2.0)[place])


def _at_least(k: int, n: int, marked: int, drawn: int) -> float:
    """Return the probability of at least k marked among those drawn of n without putting back."""

    def ways(of: int, take: int) -> int:
        return math.comb(of, take) if 0 <= take <= of else 0

    several = range(k, min(marked, drawn) + 1)
    more = sum(ways(marked, one) * ways(n - marked, drawn - one) for one in several)
    return more / math.comb(n, drawn)


class Dispersion(NamedTuple):
    """Whether errors gather in a few subjects.

    Parameters
    ----------
    statistic, p
        Chi-squared with one degree of freedom less than there are subjects.
    share, by_chance
        What of all errors the worst tenth of the subjects has, at least one subject; and what it
        would have, on average, if all had the same rate.
    reason
        Why there is nothing to tell, "" where there is.
    """

    statistic: float
    p: float
    share: float
    by_chance: float
    reason: str = ""


def dispersion(errors: ArrayLike, comparisons: ArrayLike, seed: int = SEED) -> Dispersion:
    """Return whether false matches gather in a few subjects: lambs and wolves.

    Parameters
    ----------
    errors, comparisons : (S,) array_like of int
        Of each subject, those at the threshold and all; who has no comparison is left out.
    seed
        Of the draws for the share by chance.

    Returns
    -------
    Dispersion
        NaN with a reason where no error was made, or all were errors, or one subject is left.

    References
    ----------
    Doddington and others 1998; Pearson's chi-squared of a 2 x S table.

    Examples
    --------
    >>> found = dispersion([0, 1, 0, 7, 2, 0, 1, 3], [500] * 8)
    >>> round(found.statistic, 4), found.share
    (22.6507, 0.5)
    """
    from scipy.special import chdtrc

    k, n = (np.asarray(one, dtype=np.int64) for one in (errors, comparisons))
    k, n = k[n > 0], n[n > 0]
    total = int(k.sum())
    reason = (
        ONE_SUBJECT if len(k) < 2 else "" if 0 < total < n.sum() else phrase("no errors, or all")
    )
    if reason:
        return Dispersion(math.nan, math.nan, math.nan, math.nan, reason)
    q = total / float(n.sum())
    statistic = float(np.sum((k - n * q) ** 2 / (n * q * (1.0 - q))))
    tenth = max(1, len(k) // 10)

    def worst(many: NDArray[np.int64]) -> NDArray[np.float64]:
        parts = np.partition(many, -tenth, axis=-1)[..., -tenth:]
        return np.asarray(parts.sum(axis=-1) / total)

    drawn = np.random.default_rng(seed).multinomial(total, n / n.sum(), DRAWS)
    p = float(chdtrc(len(k) - 1, statistic))
    return Dispersion(statistic, p, float(worst(k)), float(worst(drawn).mean()))


def goats(scores: ArrayLike, subject: ArrayLike) -> tuple[float, float]:
    """Return whether genuine scores differ by subject: Kruskal-Wallis H and its p.

    Parameters
    ----------
    scores : (n,) array_like of float
        Genuine ones.
    subject : (n,) array_like of int
        Codes from 0.

    Returns
    -------
    statistic, p
        By mean ranks, corrected for ties; NaN for one subject, or where all are equal.

    References
    ----------
    Kruskal and Wallis 1952; Doddington and others 1998.
    """
    from scipy.special import chdtrc

    values, of = np.asarray(scores, dtype=np.float64), np.asarray(subject, dtype=np.intp)
    n, rows = len(values), np.bincount(of)
    used = rows > 0
    _, many = np.unique(values, return_counts=True)
    ties = 1.0 - float(np.sum(many**3.0 - many)) / (n**3.0 - n) if n > 1 else 0.0
    if used.sum() < 2 or not ties > 0:
        return math.nan, math.nan
    sums = np.bincount(of, mean_ranks(values))[used]
    h = 12.0 / (n * (n + 1.0)) * float(np.sum(sums**2 / rows[used])) - 3.0 * (n + 1.0)
    return h / ties, float(chdtrc(int(used.sum()) - 1, h / ties))

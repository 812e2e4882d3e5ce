"""The calibration curve without bins, its decomposition, and what calibrated models show."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.consequences.places import Places
from evalgui.core.consequences.pooling import pooled
from evalgui.core.consequences.smooth import distances, spline
from evalgui.core.intervals.proportions import beta_quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

N_PLACES = 30
"""At so many places of rank the joint band is one."""

MOST_PLACES = 10_000
"""Draws are made of at most so many distinct probabilities; more are put together by rank."""

FEW_ROWS, MANY_DRAWS, DRAWS = 100_000, 4_000, 1_000
"""Of so many rows many draws take less than 5 s; of more rows there are fewer."""

SMOOTHED = 200
"""In so many of the draws the smooth curve is fitted, too."""

_OUTSIDE = 0.05
_ROUNDING = 1e-12  # a sample that is these very rows is as miscalibrated as they are


class Isotonic(NamedTuple):
    """The isotonic fit.

    Parameters
    ----------
    edges : (B + 1,) array of int
        Where its blocks begin among the places.
    shares : (B,) array of float
        The share of positives of each block, rising.
    """

    edges: NDArray[np.intp]
    shares: NDArray[np.float64]

    def at_places(self) -> NDArray[np.float64]:
        """Return the fit at each place: (K,)."""
        return np.repeat(self.shares, np.diff(self.edges))


def isotonic(places: Places) -> Isotonic:
    """Return the CORP curve: the isotonic fit, rows of equal probability pooled first.

    References
    ----------
    Dimitriadis, Gneiting and Jordan 2021 (PNAS 118:e2016191118).

    Examples
    --------
    >>> places = Places(np.array([0.1, 0.4, 0.6]), np.array([0, 1, 0]), np.array([1, 1, 1]))
    >>> isotonic(places).at_places()
    array([0. , 0.5, 0.5])
    """
    edges = pooled(places.positives, places.totals)
    starts = edges[:-1]
    hits = np.add.reduceat(places.positives, starts)
    return Isotonic(edges, hits / np.add.reduceat(places.totals, starts))


class Decomposition(NamedTuple):
    """A proper score taken apart: score = MCB - DSC + UNC.

    Parameters
    ----------
    score
        The mean score.
    mcb, dsc, unc
        Miscalibration, discrimination, uncertainty.
    """

    score: float
    mcb: float
    dsc: float
    unc: float


def decompose(places: Places, fit: Isotonic, *, of_log: bool = False) -> Decomposition:
    """Return the Brier score, or the log score in nats, taken apart.

    MCB is what the isotonic fit gains over the probabilities, DSC what it gains over the share of
    positives, UNC the score of that share. Both scores are in the unit of the score; the log
    score and its MCB are +inf where a row had the probability 0 for what it is.

    References
    ----------
    Dimitriadis, Gneiting and Jordan 2021, eq. 5.
    """
    score: Callable[[NDArray[np.float64] | float], float]
    score = places.log_score if of_log else places.brier
    ours, fitted, unc = score(places.values), score(fit.at_places()), score(places.share)
    return Decomposition(ours, max(ours - fitted, 0.0), max(unc - fitted, 0.0), unc)


# ------------------------------------------------------------------------------------- bands


class Band(NamedTuple):
    """Where a curve lies, between limits that are steps.

    Parameters
    ----------
    at : (P,) array of float64
        Probabilities, rising.
    lower, upper : (P,) arrays of float64
        The limits there. Between two of them the lower one is carried right, and the upper one
        left: exact for a curve that rises.
    """

    at: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]


class Consistency(NamedTuple):
    """What calibrated models of this size show.

    Parameters
    ----------
    band
        In which the whole curve of a calibrated model lies in 95 of 100 samples.
    pointwise
        The same at each place alone.
    as_bad
        In what share of them the miscalibration (Brier) is as large as this one's.
    mcb, ece : (D,) arrays of float64
        The miscalibration of each, and its binned calibration error.
    ici : (at most `SMOOTHED`,) array of float64
        The mean distance of the smooth curve of those that have one.
    draws
        How many there were.
    """

    band: Band
    pointwise: Band
    as_bad: float
    mcb: NDArray[np.float64]
    ece: NDArray[np.float64]
    ici: NDArray[np.float64]
    draws: int


def grouped(places: Places, most: int = MOST_PLACES) -> Places:
    """Return at most so many places: neighbours by rank, at the mean of their probabilities."""
    if len(places.values) <= most:
        return places
    ranks = np.cumsum(places.totals) - places.totals / 2
    groups = np.minimum((ranks * most / places.n).astype(np.intp), most - 1)
    starts = np.flatnonzero(np.concatenate([[True], groups[1:] != groups[:-1]]))
    totals = np.add.reduceat(places.totals, starts)
    values = np.add.reduceat(places.values * places.totals, starts) / totals
    return Places(values, np.add.reduceat(places.positives, starts), totals)


def is_drawn(places: Places) -> bool:
    """Return whether rows can be drawn anew: their numbers are whole."""
    return bool(np.issubdtype(np.asarray(places.totals).dtype, np.integer))


def n_draws(n: float) -> int:
    """Return how often so many rows are drawn."""
    return MANY_DRAWS if n <= FEW_ROWS else DRAWS


def consistency(
    places: Places,
    mcb: float,
    seed: int,
    draws: int = 1_000,
    look: Callable[[int], None] | None = None,
) -> Consistency:
    """Return what models would show whose probabilities are these, and are right.

    Parameters
    ----------
    places
        With whole numbers of rows.
    mcb
        The miscalibration (Brier) of these rows.
    seed, draws
        Where the random numbers begin, and how many samples are drawn.
    look
        Called before each with their number so far; what it raises ends the work.

    Returns
    -------
    Consistency
        The joint band over at most 30 places equally spaced in rank, first and last included:
        the k-th smallest and largest draw at each, k the 5 % quantile of the most extreme rank
        of each curve less one, at least 1.

    References
    ----------
    Dimitriadis, Gneiting and Jordan 2021, consistency bands, here made joint over the places.
    """
    known = grouped(places)
    totals = np.asarray(known.totals).astype(np.int64)
    rng = np.random.default_rng(seed)
    ranks = np.cumsum(totals)
    wanted = np.linspace(1, ranks[-1], N_PLACES)
    at = np.unique(np.searchsorted(ranks, wanted, side="left"))
    curves, found, ece = np.empty((draws, len(at))), np.empty(draws), np.empty(draws)
    ici: list[float] = []
    for draw in range(draws):
        if look is not None:
            look(draw)
        drawn = Places(known.values, rng.binomial(totals, known.values), totals)
        fit = isotonic(drawn).at_places()
        curves[draw] = fit[at]
        # The difference of two Brier scores, without the rows: sum of n ((p - y)^2 - (m - y)^2).
        gained = totals * (known.values**2 - fit**2) - 2 * drawn.positives * (known.values - fit)
        found[draw] = max(float(gained.sum()) / known.n, 0.0)
        ece[draw] = binned(drawn).ece
        if draw < SMOOTHED:
            inside = drawn.inside
            smooth = spline(inside, inside.values, 1.0 - _OUTSIDE)
            ici += [] if smooth.reason else [distances(inside, smooth.risk).ici]
    ordered = np.sort(curves, axis=0)
    below = np.stack(
        [np.searchsorted(ordered[:, j], curves[:, j], "right") for j in range(len(at))]
    )
    above = draws - np.stack(
        [np.searchsorted(ordered[:, j], curves[:, j], "left") for j in range(len(at))]
    )
    extreme = np.minimum(below, above).min(axis=0)
    k = max(1, int(np.sort(extreme)[int(_OUTSIDE * draws)]) - 1)
    tail = int(draws * _OUTSIDE / 2)
    values = known.values[at]
    return Consistency(
        Band(values, ordered[k - 1], ordered[draws - k]),
        Band(values, ordered[tail], ordered[draws - 1 - tail]),
        float(1 + np.count_nonzero(found >= mcb - _ROUNDING)) / (draws + 1),
        found,
        ece,
        np.array(ici),
        draws,
    )


def honest_band(places: Places, level: float = 0.95, blocks: int = N_PLACES) -> Band:
    """Return a band that holds for any curve that rises.

    Parameters
    ----------
    places
        With whole numbers of rows.
    level
        The confidence that all of it holds.
    blocks
        How many blocks of equal mass are looked at, alone and with their neighbours.

    Returns
    -------
    Band
        At the last probability of each block the lower limit, at the first the upper one: every
        run of blocks says by Clopper and Pearson, with ``(1 - level) / (B (B + 1))`` of error on
        each side, where the share of positives lies.

    References
    ----------
    Dimitriadis and others 2023 (arXiv 2203.04065).
    """
    ranks = np.cumsum(places.totals)
    cuts = np.searchsorted(ranks, np.arange(1, blocks + 1) * (ranks[-1] / blocks), side="left")
    ends = np.unique(np.minimum(cuts, len(places.values) - 1))
    starts = np.concatenate([[0], ends[:-1] + 1])
    hits = np.concatenate([[0], np.cumsum(places.positives)[ends]])
    rows = np.concatenate([[0], ranks[ends]])
    n = len(ends)
    tail = (1.0 - level) / (n * (n + 1))
    lower, upper = np.zeros(n), np.ones(n)
    for i in range(n):
        for j in range(i, n):
            k, m = float(hits[j + 1] - hits[i]), float(rows[j + 1] - rows[i])
            if k:
                least = beta_quantile(k, m - k + 1, tail)
                lower[j] = max(lower[j], least)
            if k < m:
                most = beta_quantile(k + 1, m - k, tail, is_upper=True)
                upper[i] = min(upper[i], most)
    at = np.concatenate([places.values[starts], places.values[ends]])
    order = np.argsort(at, kind="stable")
    low = np.concatenate([np.zeros(n), lower])[order]
    high = np.concatenate([upper, np.ones(n)])[order]
    carried_left = np.minimum.accumulate(high[::-1])[::-1]
    return Band(at[order], np.maximum.accumulate(low), carried_left)


# ------------------------------------------------------------------------------------- bins


class Binned(NamedTuple):
    """What bins say of calibration: it depends on the bins.

    Parameters
    ----------
    ece, mce
        The mean, by rows, and the largest distance of a bin's share from its mean probability.
    """

    ece: float
    mce: float


def binned(places: Places, bins: int = 10, *, equal_mass: bool = False) -> Binned:
    """Return the expected and the maximum calibration error.

    Parameters
    ----------
    places
        Of at least one row.
    bins
        How many.
    equal_mass
        Whether bins have equal numbers of rows, ties kept together by their mean rank; else
        they are of equal width, each without its lower end.

    References
    ----------
    Naeini and others 2015 (AAAI), ECE and MCE.
    """
    if equal_mass:
        middle = np.cumsum(places.totals) - places.totals / 2
        number = np.floor(bins * middle / places.n).astype(np.intp)
    else:
        number = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], places.values, side="left")
    number = np.minimum(number, bins - 1)
    rows, hits, means = (
        np.bincount(number, one, bins)
        for one in (places.totals, places.positives, places.values * places.totals)
    )
    used = rows > 0
    apart = np.abs(hits[used] - means[used]) / rows[used]
    mean = float(np.sum(apart * rows[used])) / places.n
    return Binned(mean, float(apart.max()))

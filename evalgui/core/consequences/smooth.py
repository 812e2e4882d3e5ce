"""The smooth calibration curve: a logistic spline with a band, and loess beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.consequences.logistic import overlap
from evalgui.core.consequences.places import logits
from evalgui.core.intervals.proportions import deviate_of
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.consequences.places import Places

NOT_CONVERGED = phrase("the curve does not converge")
_KNOTS = {3: (0.10, 0.50, 0.90), 4: (0.05, 0.35, 0.65, 0.95)}
_FEW, _MANY = 20, 50
_ROUNDS = 60
_NEAR = 1e-9


class Smooth(NamedTuple):
    """A smooth curve of the risk against the probability that was foretold.

    Parameters
    ----------
    at : (P,) array of float64
        Probabilities, rising.
    risk, lower, upper : (P,) arrays of float64
        The curve, and pointwise limits.
    knots
        How many the spline has; 0 for a straight line on the logit scale.
    reason
        Why there is no curve, "" where there is one.
    """

    at: NDArray[np.float64]
    risk: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    knots: int
    reason: str = ""


class Distances(NamedTuple):
    """How far a curve is from what was foretold, over the rows: of these no interval holds.

    Parameters
    ----------
    ici, e50, e90, e_max
        The mean (integrated calibration index), median, 90th percentile and largest distance.
    """

    ici: float
    e50: float
    e90: float
    e_max: float


def n_knots(places: Places) -> int:
    """Return how many knots the rows of the smaller class carry: 0, 3 or 4."""
    smaller = places.inside.smaller
    return 0 if smaller < _FEW else 3 if smaller < _MANY else 4


def spline(
    places: Places, at: NDArray[np.float64], level: float, knots: int | None = None
) -> Smooth:
    """Return a logistic regression on a restricted cubic spline of the logit.

    Parameters
    ----------
    places
        Probabilities of 0 and 1 take no part.
    at : (P,) array of float64
        Where it is wanted, strictly between 0 and 1.
    level
        The two-sided confidence of the limits, pointwise, by Wald on the logit scale.
    knots
        3 or 4, or 0 for a straight line; None for what the smaller class carries.

    References
    ----------
    Harrell 2015, "Regression modeling strategies", section 2.4.5; knots at the quantiles of its
    Table 2.3.
    """
    known = places.inside
    nothing = np.full(len(at), math.nan)
    reason = overlap(known)
    chosen = n_knots(places) if knots is None else knots
    if reason:
        return Smooth(at, nothing, nothing, nothing, chosen, reason)
    where = quantiles(known.logits, known.totals, _KNOTS[chosen]) if chosen else np.empty(0)
    if len(np.unique(where)) < len(where) or len(known.values) < chosen:
        chosen, where = 0, np.empty(0)
    design, wanted = _basis(known.logits, where), _basis(logits(at), where)
    try:
        coefficients, inverse, _ = fit_columns(design, known)
    except (ArithmeticError, np.linalg.LinAlgError):
        return Smooth(at, nothing, nothing, nothing, chosen, NOT_CONVERGED)
    variances = np.einsum("ij,jk,ik->i", wanted, inverse, wanted)
    if not (variances >= 0).all():  # too few distinct probabilities for so many columns
        return Smooth(at, nothing, nothing, nothing, chosen, NOT_CONVERGED)
    line, half = wanted @ coefficients, deviate_of(level) * np.sqrt(variances)
    from scipy.special import expit

    return Smooth(at, expit(line), expit(line - half), expit(line + half), chosen)


def quantiles(
    values: NDArray[np.float64], totals: NDArray[np.float64], shares: tuple[float, ...]
) -> NDArray[np.float64]:
    """Return quantiles of values that stand for many rows each (type 7 of Hyndman and Fan)."""
    ranks = np.cumsum(totals)
    places = np.asarray(shares) * (ranks[-1] - 1)
    low = values[np.searchsorted(ranks, np.floor(places), side="right")]
    high = values[np.searchsorted(ranks, np.minimum(np.floor(places) + 1, ranks[-1] - 1), "right")]
    return np.asarray(low + (places - np.floor(places)) * (high - low))


def _basis(x: NDArray[np.float64], knots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the columns of the spline: 1, x and one for each knot but two."""
    columns = [np.ones(len(x)), x]
    if len(knots):
        last, before = knots[-1], knots[-2]
        scale = (last - knots[0]) ** 2
        ends = [np.maximum(x - knot, 0) ** 3 for knot in (before, last)]
        for knot in knots[:-2]:
            of_knot = np.maximum(x - knot, 0) ** 3
            weights = (last - knot) / (last - before), (before - knot) / (last - before)
            columns.append((of_knot - ends[0] * weights[0] + ends[1] * weights[1]) / scale)
    return np.stack(columns, axis=1)


def fit_columns(
    design: NDArray[np.float64], places: Places
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return a logistic regression of the truth on columns, the first of which is 1.

    Parameters
    ----------
    design : (K, C) array of float64
        The columns at each place.
    places
        With both classes.

    Returns
    -------
    coefficients : (C,) array
    inverse : (C, C) array
        Of their information.
    deviance : float
        Half of it: the negative log likelihood.

    Raises
    ------
    ArithmeticError, numpy.linalg.LinAlgError
        If it does not converge.
    """
    from scipy.special import expit

    coefficients = np.zeros(design.shape[1])
    coefficients[0] = math.log(places.n_positive / (places.n - places.n_positive))
    hits, rows = places.positives, places.totals

    def deviance(of: NDArray[np.float64]) -> float:
        line = design @ of
        return float((np.logaddexp(0, -line) * hits + np.logaddexp(0, line) * (rows - hits)).sum())

    before = deviance(coefficients)
    for _ in range(_ROUNDS):
        risks = expit(design @ coefficients)
        information = (design.T * (rows * risks * (1 - risks))) @ design
        step = np.linalg.solve(information, design.T @ (hits - rows * risks))
        after = deviance(coefficients + step)
        while after > before * (1 + 1e-12) and np.abs(step).max() > _NEAR:
            step = step / 2
            after = deviance(coefficients + step)
        coefficients, before = coefficients + step, after
        if np.abs(step).max() <= _NEAR * (1 + np.abs(coefficients).max()):
            return coefficients, np.asarray(np.linalg.inv(information)), before
    raise ArithmeticError(NOT_CONVERGED)


def distances(places: Places, curve: NDArray[np.float64]) -> Distances:
    """Return how far a curve is from the probabilities, over the rows.

    Parameters
    ----------
    places, curve : (K,) array of float64
        The curve at each place.

    References
    ----------
    Austin and Steyerberg 2019 (Statistics in Medicine 38:4051).
    """
    apart = np.abs(curve - places.values)
    order = np.argsort(apart, kind="stable")
    e50, e90 = quantiles(apart[order], places.totals[order], (0.5, 0.9))
    mean = float(np.sum(apart * places.totals)) / places.n
    return Distances(mean, float(e50), float(e90), float(apart.max()))


def loess(places: Places, span: float = 0.75) -> NDArray[np.float64]:
    """Return a local quadratic fit of the truth, tricube weights, at each place: (K,) float64.

    Parameters
    ----------
    places
        Of rows of one weight each.
    span
        The share of the rows that each fit looks at.

    References
    ----------
    Cleveland 1979 (JASA 74:829), with its exact surface; not clipped to [0, 1].
    """
    x, rows = places.values, np.asarray(places.totals, dtype=np.float64)
    share = places.positives / rows
    wanted = min(math.floor(places.n * span + 1e-5), places.n)
    found = np.empty(len(x))
    for place, middle in enumerate(x):
        apart = np.abs(x - middle)
        order = np.argsort(apart, kind="stable")
        nearest = int(np.searchsorted(np.cumsum(rows[order]), wanted, side="left"))
        farthest = int(order[min(nearest, len(x) - 1)])
        width = max(float(apart[farthest]), float(np.finfo(float).tiny))
        near = apart < width
        root = np.sqrt(rows[near]) * (1.0 - (apart[near] / width) ** 3) ** 1.5
        columns = np.stack([np.ones(near.sum()), x[near] - middle, (x[near] - middle) ** 2], axis=1)
        fitted = np.linalg.lstsq(columns * root[:, None], share[near] * root, rcond=1e-10)[0]
        found[place] = fitted[0]
    return found

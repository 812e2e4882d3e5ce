"""What recalibrated probabilities would be: a question, never a replacement."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.corp import isotonic
from evalgui.core.consequences.logistic import fit
from evalgui.core.consequences.places import logits

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.consequences.places import Places

    Map = Callable[[NDArray[np.float64]], NDArray[np.float64]]

_ROUNDS = 200
_NEAR = 1e-10


def _expit(values: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.special import expit

    return np.asarray(expit(values))


def logistic(places: Places) -> Map:
    """Return Platt's map on the logit: ``a + b logit p``, both fitted."""
    found = fit(places.inside)
    return lambda values: _expit(found.intercept + found.slope * logits(values))


def intercept_only(places: Places) -> Map:
    """Return the map that moves the logit alone, so that as many are foretold as happened."""
    found = fit(places.inside, 1.0)
    return lambda values: _expit(found.intercept + logits(values))


def prior_shift(prevalence: float, share: float) -> Map:
    """Return the map to another prevalence: the logit moves by the difference of both logits."""
    moved = math.log(prevalence / (1 - prevalence)) - math.log(share / (1 - share))
    return lambda values: _expit(moved + logits(values))


def by_isotonic(places: Places) -> Map:
    """Return the isotonic map; between two places it is a straight line."""
    at, risks = places.values, isotonic(places).at_places()
    return lambda values: np.asarray(np.interp(values, at, risks))


def beta(places: Places) -> Map:
    """Return beta calibration: ``logit = c + a ln p - b ln(1 - p)`` with a, b not below 0.

    References
    ----------
    Kull, Silva Filho and Flach 2017 (AISTATS).
    """
    known = places.inside
    columns = np.stack(
        [np.ones(len(known.values)), np.log(known.values), -np.log1p(-known.values)], axis=1
    )
    best, value = np.zeros(3), math.inf
    for free in ((0, 1, 2), (0, 1), (0, 2), (0,)):
        tried, deviance = _constrained(columns[:, free], known)
        coefficients = np.zeros(3)
        coefficients[list(free)] = tried
        if (coefficients[1:] >= 0).all() and deviance < value - _NEAR:
            best, value = coefficients, deviance

    def apply(values: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(divide="ignore", invalid="ignore"):
            of_p = best[1] * np.log(values) if best[1] else np.zeros(len(values))
            of_rest = best[2] * np.log1p(-values) if best[2] else np.zeros(len(values))
        return _expit(best[0] + of_p - of_rest)

    return apply


def _constrained(design: NDArray[np.float64], places: Places) -> tuple[NDArray[np.float64], float]:
    """Return a logistic fit on columns and its deviance; +inf where it does not converge."""
    from evalgui.core.consequences.smooth import fit_columns

    try:
        found, _, deviance = fit_columns(design, places)
    except (ArithmeticError, np.linalg.LinAlgError):
        return np.zeros(design.shape[1]), math.inf
    return found, deviance


def cross_fitted(  # noqa: PLR0913, PLR0917 - as many as there are things that it rests on
    values: NDArray[np.float64],
    truth: NDArray[np.bool_],
    units: NDArray[np.integer],
    make: Callable[[NDArray[np.float64], NDArray[np.bool_]], Map],
    seed: int,
    folds: int = 10,
) -> NDArray[np.float64]:
    """Return what each row would be by a map that was made without it.

    Parameters
    ----------
    values, truth : (n,) arrays
        The probabilities and the truth.
    units : (n,) array of int
        What is left out as a whole: the numbers of rows, or of subjects.
    make
        Makes a map of some rows.
    seed, folds
        Where the random numbers begin, and into how many parts units are put.
    """
    known, number = np.unique(units, return_inverse=True)
    fold = np.random.default_rng(seed).permutation(len(known)) % folds
    of_row = fold[number]
    found = np.empty(len(values))
    for part in range(min(folds, len(known))):
        out = of_row == part
        found[out] = make(values[~out], truth[~out])(values[out])
    return found

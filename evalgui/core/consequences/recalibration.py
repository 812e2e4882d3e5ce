"""What recalibrated probabilities would be: a question, never a replacement."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.consequences.corp import isotonic
from evalgui.core.consequences.logistic import ONE_VALUE, SEPARATED, fit, overlap
from evalgui.core.consequences.people import ONE_CLASS
from evalgui.core.consequences.places import Places, logits
from evalgui.core.consequences.settings import Recalibrating
from evalgui.core.dataset import Score
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.probabilities import Probabilities
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.settings import Recalibration
    from evalgui.core.dataset import Dataset

    Map = Callable[[NDArray[np.float64]], NDArray[np.float64]]

NOT_RECALIBRATED = "not_recalibrated"
"""The code of the finding that a score could not be recalibrated."""

_FOR_A_SLOPE = {ONE_VALUE, SEPARATED}  # without which an intercept is found
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


def map_of(asked: Recalibration) -> Callable[[NDArray[np.float64], NDArray[np.bool_]], Map]:
    """Return what makes the map that is asked for, of probabilities and truths.

    It raises ArithmeticError where these rows have no such map.
    """

    def make(values: NDArray[np.float64], truth: NDArray[np.bool_]) -> Map:
        places = Places.of(Probabilities(values, truth))
        if asked.prevalence is not None:
            if not 0 < places.share < 1:
                raise ArithmeticError(ONE_CLASS)
            return prior_shift(asked.prevalence, places.share)
        if asked.method is Recalibrating.ISOTONIC:
            return by_isotonic(places)
        reason = overlap(places.inside)
        if reason and not (asked.method is Recalibrating.INTERCEPT and reason in _FOR_A_SLOPE):
            raise ArithmeticError(reason)
        fits = {Recalibrating.LOGISTIC: logistic, Recalibrating.BETA: beta}
        return fits.get(asked.method, intercept_only)(places)

    return make


def recalibrated(dataset: Dataset, asked: Recalibration) -> Score:
    """Return what a score of a data set would be, recalibrated on its rows.

    Parameters
    ----------
    dataset
        With single rows.
    asked
        Which score, and how.

    Returns
    -------
    Score
        Of the rows with a score. Its `values` are cross-fitted: those of each row by a map that
        was made without it, and without all rows of its subject where subjects are known, in ten
        folds. `apparent` is what the map of all rows says.

    Raises
    ------
    DataError
        If there is no such score, its values are no probabilities of which a higher one speaks
        for the positive class, rows stand for many, or the rows, or those of nine folds, have no
        such map.
    """
    wanted = asked.score or (dataset.scores[0].name if dataset.scores else "")
    asked = replace(asked, score=wanted)
    score = next((one for one in dataset.scores if one.name == wanted), None)
    if score is None or score.apparent is not None:
        raise DataError(
            phrase("there is no score '{wanted}' to recalibrate", wanted=wanted), where=dataset.name
        )
    if dataset.row_counts is not None:
        _refuse(asked, phrase("rows stand for many, and cannot be put into folds"), dataset)
    values = np.asarray(score.values, dtype=np.float64) / asked.one
    known = ~np.isnan(values)
    if not known.any():
        _refuse(asked, phrase("there are no scores"), dataset)
    is_inside = values[known].min() >= 0 and values[known].max() <= 1
    if not (is_inside and score.higher_is_positive) or score.other_edge is not None:
        _refuse(asked, phrase("these are not probabilities of the positive class"), dataset)
    units: NDArray[np.integer] = np.arange(int(known.sum()))
    if dataset.subjects is not None:
        if dataset.subjects.is_two_sided:
            _refuse(
                asked, phrase("rows are of two subjects each: there are no whole folds"), dataset
            )
        units = dataset.subjects.codes[0][known]
    rows, make = (values[known], dataset.is_positive()[known]), map_of(asked)
    found = np.full((2, len(values)), math.nan)
    try:
        with np.errstate(invalid="ignore"):
            found[0, known] = cross_fitted(*rows, units, make, asked.seed)
            found[1, known] = make(*rows)(rows[0])
    except (ArithmeticError, ValueError, np.linalg.LinAlgError) as error:
        _refuse(asked, sentence_of(error), dataset)
    cross, apparent = found * asked.one
    return Score(asked.name, cross, unit=score.unit, apparent=apparent)


def _refuse(asked: Recalibration, why: str, dataset: Dataset) -> NoReturn:
    message = phrase(
        "{score} cannot be recalibrated ({said}): {why}",
        score=asked.score,
        said=asked.words,
        why=why,
    )
    raise DataError(message, where=dataset.name)


def with_recalibrated(dataset: Dataset, asked: Sequence[Recalibration]) -> Dataset:
    """Return a data set with more scores behind its own; a finding says which cannot be made."""
    scores, findings = [*dataset.scores], [*dataset.findings]
    for one in asked:
        try:
            scores.append(recalibrated(dataset, one))
        except DataError as error:
            findings.append(Finding(NOT_RECALIBRATED, error.message, subject=one.score))
    return replace(dataset, scores=tuple(scores), findings=tuple(findings))


def require_recalibrated(dataset: Dataset) -> None:
    """Refuse a data set without all recalibrated scores that were asked for; raise DataError."""
    for one in dataset.findings:
        if one.code == NOT_RECALIBRATED:
            raise DataError(one.text, where=dataset.name)

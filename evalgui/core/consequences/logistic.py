"""Calibration in the mean, and its slope: as many events as foretold, and as far apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.consequences.people import ONE_CLASS
from evalgui.core.consequences.places import logits
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.intervals.subjects import EFFECTIVE, ONE_SUBJECT
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.consequences.places import Places

SEPARATED = phrase("classes do not overlap: the slope is infinite")
FEW_EVENTS = 20
TOO_FEW = phrase(
    "fewer than {few_events} rows in the smaller class: no interval that holds",
    few_events=FEW_EVENTS,
)
ONE_VALUE = phrase("all probabilities are the same: there is no slope")
AT_ENDS_ONLY = phrase("every probability is 0 or 1: there is no logit")
SANDWICH = phrase("normal, sandwich variance")
RAO = phrase("Rao score, intercept profiled out")
_ROUNDS = 100
_NEAR = 1e-10
_FAR = 60.0  # of a coefficient in standard errors, where a limit is taken to be open


@dataclass(frozen=True, slots=True, eq=False)
class BySubject:
    """The rows as they are, where subjects were drawn.

    Parameters
    ----------
    values, truth : (n,) arrays of float64
        The probability and 1 or 0.
    sums
        A function that adds up what rows say, by subject: (n,) to (S,).
    n_subjects
        How many there are.
    """

    values: NDArray[np.float64]
    truth: NDArray[np.float64]
    sums: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    n_subjects: int

    @property
    def scale(self) -> float:
        """S / (S - 1); NaN for one subject."""
        return self.n_subjects / (self.n_subjects - 1) if self.n_subjects > 1 else math.nan


def observed_expected(places: Places, level: float, subjects: BySubject | None = None) -> Measured:
    """Return the events that were observed over those that were foretold.

    Parameters
    ----------
    places
        Of at least one row.
    level
        The two-sided confidence.
    subjects
        The rows, where subjects were drawn.

    Returns
    -------
    Measured
        ``e = sum y / sum p`` with the Wilson limits of the share of events, of as many rows as
        have the variance of ``y - e p``. Infinite where nothing was foretold, undefined where
        nothing happened either.

    References
    ----------
    Debray and others 2017 (BMJ 356:i6460), total O:E ratio; the effective number of rows is that
    of a linearised ratio.

    Examples
    --------
    >>> from evalgui.core.consequences.places import Places
    >>> places = Places(np.array([0.2, 0.6]), np.array([3, 6]), np.array([10, 10]))
    >>> observed_expected(places, 0.95).value
    1.125
    """
    n, events = places.n, places.n_positive
    expected = float(np.sum(places.values * places.totals))
    if not expected:
        return Measured(math.inf if events else math.nan, "" if events else "0/0")
    ratio, share = events / expected, events / n
    apart = ratio * places.values
    if subjects is None:
        squares = places.positives * (1.0 - apart) ** 2 + places.negatives * apart**2
        variance = float(squares.sum()) / (n * (n - 1)) if n > 1 else 0.0
    else:
        sums = subjects.sums(subjects.truth - ratio * subjects.values)
        variance = subjects.scale * float(sums @ sums) / n**2
    label = (
        phrase("Wilson limits of the effective number of rows") if subjects is None else EFFECTIVE
    )
    sizes = (int(events), int(n - events))
    if math.isnan(variance):
        none = Interval(level, "", *UNDEFINED, sizes, reason=ONE_SUBJECT)
        return Measured(ratio, interval=none)
    rows = share * (1.0 - share) / variance if variance > 0 and 0 < share < 1 else n
    low, high = (one * n / expected for one in wilson(share * rows, rows, level))
    return Measured(ratio, interval=Interval(level, label, low, high, sizes))


class Fit(NamedTuple):
    """A logistic fit of the truth on the logit of what was foretold.

    Parameters
    ----------
    intercept, slope
        Its coefficients; the slope is 1 where it was not free.
    information : (2, 2) array of float
        Of both.
    deviance
        -2 log likelihood.
    """

    intercept: float
    slope: float
    information: NDArray[np.float64]
    deviance: float


def _risk(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.special import expit

    return np.asarray(expit(linear))


def _deviance(places: Places, linear: NDArray[np.float64]) -> float:
    of_positives = np.logaddexp(0.0, -linear) * places.positives
    of_negatives = np.logaddexp(0.0, linear) * places.negatives
    return 2.0 * float(of_positives.sum() + of_negatives.sum())


def fit(places: Places, slope: float | None = None, start: float = 0.0) -> Fit:
    """Return the maximum likelihood fit of ``logit P = a + b logit p``.

    Parameters
    ----------
    places
        With both classes and logits; the classes must overlap where the slope is free.
    slope
        b, where it is given; else it is fitted, too.
    start
        Of the intercept.

    Raises
    ------
    ArithmeticError
        If it does not converge.

    References
    ----------
    Cox 1958 (Biometrika 45:562); McCullagh and Nelder 1989, iteratively reweighted.
    """
    x, hits, rows = places.logits, places.positives, places.totals
    a, b = start, 1.0 if slope is None else slope
    deviance = _deviance(places, a + b * x)
    for _ in range(_ROUNDS):
        risks = _risk(a + b * x)
        left, weights = hits - rows * risks, rows * risks * (1.0 - risks)
        total, moment = float(weights.sum()), float(weights @ x)
        information = np.array([[total, moment], [moment, float(weights @ (x * x))]])
        if slope is None:
            scores = np.array([float(left.sum()), float(left @ x)])
            try:
                step_a, step_b = np.linalg.solve(information, scores).tolist()
            except np.linalg.LinAlgError as error:
                raise ArithmeticError(SEPARATED) from error
        else:
            step_a, step_b = (float(left.sum()) / total if total else math.nan), 0.0
        for _half in range(_ROUNDS):
            tried = _deviance(places, a + step_a + (b + step_b) * x)
            if tried <= deviance * (1.0 + 1e-12) + 1e-12:
                break
            step_a, step_b = step_a / 2, step_b / 2
        a, b, deviance = a + step_a, b + step_b, tried
        if not math.isfinite(a + b):
            raise ArithmeticError(SEPARATED)
        if max(abs(step_a), abs(step_b)) <= _NEAR * (1.0 + abs(a) + abs(b)):
            return Fit(a, b, information, deviance)
    raise ArithmeticError(SEPARATED)


def overlap(places: Places) -> str:
    """Return why there is no slope, "" where there is one."""
    if not len(places.values):
        return AT_ENDS_ONLY
    if not 0 < places.n_positive < places.n:
        return ONE_CLASS
    if len(places.values) == 1:
        return ONE_VALUE
    hits, others = (places.values[one > 0] for one in (places.positives, places.negatives))
    is_apart = others[-1] <= hits[0] or hits[-1] <= others[0]
    return SEPARATED if is_apart else ""


class Linear(NamedTuple):
    """Calibration in the mean and its slope.

    Parameters
    ----------
    in_the_large
        The intercept where the slope is 1.
    slope, intercept
        Both free.
    statistic, p
        The likelihood ratio of intercept 0 and slope 1, and its p with 2 degrees of freedom;
        NaN where there is none.
    n
        The rows with a probability that is neither 0 nor 1.
    """

    in_the_large: Measured
    slope: Measured
    intercept: Measured
    statistic: float
    p: float
    n: int


def linear(places: Places, level: float, subjects: BySubject | None = None) -> Linear:
    """Return calibration in the large, slope and intercept, with intervals where any holds.

    Parameters
    ----------
    places
        Probabilities of 0 and 1 have no logit and take no part.
    level
        The two-sided confidence.
    subjects
        The rows without those, where subjects were drawn.

    Returns
    -------
    Linear
        In the large with a sandwich variance; the slope by Rao's score test, the intercept
        profiled out, perhaps open on one side; the intercept by Wald from 20 rows in the smaller
        class. By subject all with the sandwich of sums by subject.

    References
    ----------
    Cox 1958; Van Calster and others 2016 (J Clin Epidemiol 74:167).
    """
    known = places.inside
    n, sizes = int(known.n), (int(known.n_positive), int(known.n - known.n_positive))
    reason = overlap(known)
    if reason in {AT_ENDS_ONLY, ONE_CLASS}:
        none = Measured(math.nan, reason)
        return Linear(none, none, none, math.nan, math.nan, n)
    large = _in_the_large(known, level, sizes, subjects)
    if reason:
        none = Measured(math.nan, reason)
        return Linear(large, none, none, math.nan, math.nan, n)
    found = fit(known)
    statistic = max(0.0, _deviance(known, known.logits) - found.deviance)
    p = math.exp(-statistic / 2.0)
    z = deviate_of(level)
    inverse = np.asarray(np.linalg.inv(found.information))
    if subjects is not None:
        error = _sandwich(found, subjects, inverse)
        slope = _wald(found.slope, z * error[1], level, sizes, phrase("Wald, sandwich by subject"))
        intercept = _wald(
            found.intercept, z * error[0], level, sizes, phrase("Wald, sandwich by subject")
        )
    else:
        low, high = _score_limits(known, found, z)
        slope = Measured(found.slope, interval=Interval(level, RAO, low, high, sizes))
        intercept = _wald(
            found.intercept, z * math.sqrt(inverse[0, 0]), level, sizes, phrase("Wald")
        )
    if known.smaller < FEW_EVENTS:
        none_holds = Interval(level, "", *UNDEFINED, sizes, reason=TOO_FEW)
        intercept = intercept._replace(interval=none_holds)
    return Linear(large, slope, intercept, statistic, p, n)


def _wald(value: float, half: float, level: float, sizes: tuple[int, int], label: str) -> Measured:
    if math.isnan(half):
        none = Interval(level, "", *UNDEFINED, sizes, reason=ONE_SUBJECT)
        return Measured(value, interval=none)
    return Measured(value, interval=Interval(level, label, value - half, value + half, sizes))


def _in_the_large(
    known: Places, level: float, sizes: tuple[int, int], subjects: BySubject | None
) -> Measured:
    found = fit(known, 1.0)
    risks = _risk(found.intercept + known.logits)
    total = float((known.totals * risks * (1.0 - risks)).sum())
    label = SANDWICH
    if subjects is None:
        squares = known.positives * (1.0 - risks) ** 2 + known.negatives * risks**2
        error = math.sqrt(float(squares.sum())) / total
    else:
        linear_part = found.intercept + logits(subjects.values)
        sums = subjects.sums(subjects.truth - _risk(linear_part))
        error = math.sqrt(subjects.scale * float(sums @ sums)) / total
        label = phrase("{sandwich} by subject", sandwich=SANDWICH)
    return _wald(found.intercept, deviate_of(level) * error, level, sizes, label)


def _sandwich(found: Fit, subjects: BySubject, inverse: NDArray[np.float64]) -> tuple[float, float]:
    x = logits(subjects.values)
    left = subjects.truth - _risk(found.intercept + found.slope * x)
    sums = np.stack([subjects.sums(left), subjects.sums(left * x)])
    variance = inverse @ (subjects.scale * sums @ sums.T) @ inverse
    return math.sqrt(variance[0, 0]), math.sqrt(variance[1, 1])


def _score_limits(known: Places, found: Fit, z: float) -> tuple[float, float]:
    """Return the slopes that Rao's score test does not reject; infinite where it is open."""
    x, hits, rows = known.logits, known.positives, known.totals
    start = {"a": found.intercept}

    def statistic(slope: float) -> float:
        at = fit(known, slope, start["a"])
        start["a"] = at.intercept
        risks = _risk(at.intercept + slope * x)
        score = float((hits - rows * risks) @ x)
        information = at.information
        of_slope = float(information[1, 1] - information[0, 1] ** 2 / information[0, 0])
        return score * score / of_slope - z * z if of_slope > 0 else -z * z

    error = math.sqrt(np.linalg.inv(found.information)[1, 1])

    def limit(sign: int) -> float:
        start["a"] = found.intercept
        inner, width = found.slope, z * error
        outer = inner + sign * width
        while statistic(outer) < 0:
            inner, width = outer, width * 1.5
            outer = inner + sign * width
            if abs(outer - found.slope) > _FAR * error:
                return sign * math.inf
        return root(statistic, inner, outer)

    return limit(-1), limit(1)


def root(function: Callable[[float], float], inner: float, outer: float) -> float:
    """Return where a function crosses zero between two numbers, by the Illinois rule."""
    low, high = function(inner), function(outer)
    for _ in range(_ROUNDS):
        middle = (inner * high - outer * low) / (high - low)
        value = function(middle)
        if (value < 0) == (high < 0):
            outer, high, low = middle, value, low / 2
        else:
            inner, outer = outer, middle
            low, high = high, value
        if abs(outer - inner) <= _NEAR * (1.0 + abs(outer)) or value == 0:
            break
    return outer


# ------------------------------------------------------------------------------------ scores


def _spread_of_mean(subjects: BySubject, apart: NDArray[np.float64]) -> float:
    """Return the variance of a mean over rows, given how far each lies from it; by subject."""
    sums = subjects.sums(apart)
    return subjects.scale * float(sums @ sums) / len(apart) ** 2


def brier_interval(places: Places, level: float, subjects: BySubject | None = None) -> Measured:
    """Return the Brier score with an interval on its logit (delta method).

    By subject the variance is that of sums by subject.
    """
    value = places.brier(places.values)
    n, sizes = places.n, (int(places.n_positive), int(places.n - places.n_positive))
    square = places.positives * (1 - places.values) ** 4 + places.negatives * places.values**4
    variance = (float(square.sum()) - n * value * value) / (n - 1) / n if n > 1 else 0.0
    if subjects is not None:
        variance = _spread_of_mean(subjects, (subjects.truth - subjects.values) ** 2 - value)
    if not 0 < value < 1 or not variance > 0:
        reason = ONE_SUBJECT if math.isnan(variance) else phrase("every error is the same")
        none = Interval(level, "", *UNDEFINED, sizes, reason=reason)
        return Measured(value, interval=none)
    half = deviate_of(level) * math.sqrt(variance) / (value * (1.0 - value))
    logit = math.log(value) - math.log1p(-value)
    low, high = (1.0 / (1.0 + math.exp(-(logit + side * half))) for side in (-1, 1))
    label = phrase(
        "delta method on the logit" if subjects is None else "delta method on the logit, by subject"
    )
    return Measured(value, interval=Interval(level, label, low, high, sizes))


def scaled_brier(places: Places, level: float, subjects: BySubject | None = None) -> Measured:
    """Return 1 - Brier / (ybar (1 - ybar)), with a normal interval from 20 rows a class.

    References
    ----------
    Kattan and Gerds 2018 (Diagnostic and Prognostic Research 2:7), index of prediction accuracy.
    """
    n, share = places.n, places.share
    unc, score = share * (1.0 - share), places.brier(places.values)
    if not unc:
        return Measured(math.nan, ONE_CLASS)
    value, sizes = 1.0 - score / unc, (int(places.n_positive), int(n - places.n_positive))
    if places.smaller < FEW_EVENTS:
        none = Interval(level, "", *UNDEFINED, sizes, reason=TOO_FEW)
        return Measured(value, interval=none)

    def moved(errors: NDArray[np.float64], truth: Any) -> NDArray[np.float64]:  # noqa: ANN401
        of_share = score * (1.0 - 2.0 * share) * (truth - share) / unc**2
        return np.asarray((score - errors) / unc + of_share)

    of_each = places.positives * moved((1.0 - places.values) ** 2, 1.0) ** 2
    of_each = of_each + places.negatives * moved(places.values**2, 0.0) ** 2
    variance, label = float(of_each.sum()) / (n * (n - 1)), phrase("normal")
    if subjects is not None:
        errors = (subjects.truth - subjects.values) ** 2
        variance = _spread_of_mean(subjects, moved(errors, subjects.truth))
        label = phrase("normal, by subject")
    if math.isnan(variance):
        none = Interval(level, "", *UNDEFINED, sizes, reason=ONE_SUBJECT)
        return Measured(value, interval=none)
    half = deviate_of(level) * math.sqrt(variance)
    return Measured(value, interval=Interval(level, label, value - half, value + half, sizes))


def log_score_interval(places: Places, level: float, subjects: BySubject | None = None) -> Measured:
    """Return the log score with limits from the t distribution, on the logarithm of it.

    By subject the variance is that of sums by subject, and the degrees of freedom are theirs.
    """
    from scipy.special import stdtrit

    value, n = places.log_score(places.values), places.n
    sizes = (int(places.n_positive), int(n - places.n_positive))
    if not (math.isfinite(value) and value > 0 and n > 1):
        reason = (
            phrase("every row was foretold")
            if value == 0
            else phrase("a row was thought impossible")
        )
        return Measured(value, interval=Interval(level, "", *UNDEFINED, sizes, reason=reason))
    with np.errstate(divide="ignore", invalid="ignore"):
        hits = np.where(places.positives > 0, places.positives * np.log(places.values) ** 2, 0.0)
        others = places.negatives * np.log1p(-places.values) ** 2
    squares = float(hits.sum() + np.where(places.negatives > 0, others, 0.0).sum())
    error, units = math.sqrt(max(0.0, squares / n - value * value) / (n - 1)), n
    label = phrase("log-t of the mean")
    if subjects is not None:
        told = np.where(subjects.truth > 0, subjects.values, 1.0 - subjects.values)
        apart = -np.log(told) - value
        error, units = math.sqrt(_spread_of_mean(subjects, apart)), subjects.n_subjects
        label = phrase("log-t of the mean, by subject")
    if math.isnan(error):
        none = Interval(level, "", *UNDEFINED, sizes, reason=ONE_SUBJECT)
        return Measured(value, interval=none)
    half = float(stdtrit(units - 1, (1.0 + level) / 2.0)) * error / value
    limits = value * math.exp(-half), value * math.exp(half)
    return Measured(value, interval=Interval(level, label, *limits, sizes))


def spiegelhalter(places: Places) -> float:
    """Return Spiegelhalter's z of calibration; NaN where no probability says anything.

    References
    ----------
    Spiegelhalter 1986 (Statistics in Medicine 5:421).
    """
    p, rows = places.values, places.totals
    side = 1.0 - 2.0 * p
    variance = float((rows * side**2 * p * (1.0 - p)).sum())
    if not variance > 0:
        return math.nan
    return float(((places.positives - rows * p) * side).sum()) / math.sqrt(variance)

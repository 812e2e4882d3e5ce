"""How many are needed, told with the numbers in the formula."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import sample_size as size
from evalgui.core.digits import beside, rounded, score
from evalgui.core.errors import DataError
from evalgui.core.normal import deviate
from evalgui.core.planning.question import (
    USUAL_PREVALENCE,
    Counted,
    Goal,
    Question,
    check,
    other_rate,
)
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.planning.expected import Foretold
    from evalgui.core.planning.question import Assumed, Planned


@dataclass(frozen=True, slots=True)
class SampleSize:
    """How many are needed.

    Parameters
    ----------
    n
        All rows where that follows from what is known, else those that the measure counts.
    n_positive, n_negative
        Those of each class among them; None where nothing says so.
    formula
        How n comes about, with the numbers in it.
    counted
        What n counts.
    assumes
        What it rests on, a sentence each.
    """

    n: int
    n_positive: int | None
    n_negative: int | None
    formula: Text
    counted: Text
    assumes: tuple[Text, ...]


def answer(question: Question) -> SampleSize:
    """Return how many are needed.

    Raises
    ------
    DataError
        If nothing sensible is asked, in words.

    Examples
    --------
    >>> from evalgui.core.planning import PLANNED
    >>> wanted = Question(
    ...     measure=PLANNED.by_id("TPR"), goal=Goal.WIDTH, aim=0.1, expected=0.9, prevalence=0.2
    ... )
    >>> found = answer(wanted)
    >>> found.n, found.n_positive, found.n_negative
    (705, 141, 564)
    """
    check(question)
    try:
        if question.goal is Goal.POWER:
            return _pairs(question)
        if question.measure.is_of_probabilities:
            return _of_probabilities(question)
        if question.measure.rests_on:
            return _two_areas(question)
        if question.measure.counted is Counted.BOTH:
            return _both_classes(question)
        n, formula = _counted(question)
    except size.TooManyError:
        raise DataError(
            phrase("more than a million million would be needed"),
            hint=phrase("Ask for less precision"),
        ) from None
    return _in_all(question, n, formula)


# ------------------------------------------------------------------------- one denominator

_INDEPENDENT = Text("Rows depend on nothing but themselves; rows of one subject say less.")
_AS_EXPECTED = Text("The value comes out as expected; one nearer to 0.5 takes more.")
_HALF_MISS = Text(
    "The value comes out as expected: about half of such studies miss the limit. Expect a value "
    "nearer to the limit to be surer."
)
_NO_ERROR = Text("Not one error is seen.")


_FORMULAS = {
    Goal.CLAIM: Text("n = ⌈-ln({alpha}) / {aim}⌉ = {n} {counted}"),
    Goal.STANDARD_ERROR: Text("n = ⌈p (1 - p) / SE²⌉ = ⌈{p} · {rest} / {aim}²⌉ = {n} {counted}"),
    Goal.WIDTH: Text(
        "n = {n} {counted}, the smallest with "
        "z √(4 n p (1 - p) + z²) / (n + z²) = {attained} ≤ {aim}, p = {p}, z = {z}"
    ),
    Goal.LOWER: Text(
        "n = {n} {counted}, the smallest with "
        "Beta({alpha}; p n, n - p n + 1) = {attained} ≥ {aim}, p = {p}"
    ),
    Goal.UPPER: Text(
        "n = {n} {counted}, the smallest with "
        "Beta({level}; p n + 1, n - p n) = {attained} ≤ {aim}, p = {p}"
    ),
}


def _counted(question: Question) -> tuple[int, Text]:
    """Return how many the measure must count, and the formula."""
    aim, level = question.aim, question.level
    p, attained = float(question.expected or 0.0), ""
    if question.goal is Goal.CLAIM:
        n = size.for_claim(aim, level)
    elif question.goal is Goal.STANDARD_ERROR:
        n = size.for_standard_error(p, aim)
    elif question.goal is Goal.WIDTH:
        n = size.for_wilson_width(p, aim, level)
        attained = beside(size.wilson_width(p, n, level), aim)
    elif question.goal is Goal.LOWER:
        n = size.for_lower_limit(p, aim, level)
        attained = beside(size.lower_limit(p, n, level), aim)
    else:
        n = size.for_upper_limit(p, aim, level)
        attained = beside(size.upper_limit(p, n, level), aim)
    values = {
        "n": n,
        "counted": question.measure.counted.words,
        "aim": aim,
        "p": p,
        "rest": float(1 - _fraction(p)),
        "level": level,
        "alpha": float(1 - _fraction(level)),
        "attained": attained,
        "z": rounded(size.two_sided(level), decimals=6),
    }
    return n, _FORMULAS[question.goal].filled(values)


def _in_all(question: Question, n: int, told: Text) -> SampleSize:
    """Return how many rows that takes in all, as far as it is known."""
    counted = question.measure.counted
    limits = {Goal.LOWER: _HALF_MISS, Goal.UPPER: _HALF_MISS, Goal.CLAIM: _NO_ERROR}
    assumes = (limits.get(question.goal, _AS_EXPECTED), _INDEPENDENT)
    of_class = {Counted.POSITIVES: (n, 0), Counted.NEGATIVES: (0, n)}
    if question.prevalence is None:
        positives, negatives = of_class.get(counted, (None, None))
        return SampleSize(n, positives, negatives, told, counted.words, assumes)
    share = _share(question)
    if share is None:
        told = Text(
            "{told}; in how many rows, {other} says, too",
            {"told": told, "other": other_rate(counted)},
        )
        return SampleSize(n, None, None, told, counted.words, assumes)
    total = math.ceil(n / share)
    positives = math.floor(_fraction(question.prevalence) * total + Fraction(1, 2))
    if counted in of_class:
        positives = n if counted is Counted.POSITIVES else total - n
    if share != 1:
        told = Text(
            "{told}; in all ⌈{n} / {share}⌉ = {total}",
            {"told": told, "n": n, "share": score(float(share)), "total": total},
        )
    return SampleSize(total, positives, total - positives, told, Text("rows"), assumes)


def _share(question: Question) -> Fraction | None:
    """Return the share of rows that the measure counts; None where nothing says so."""
    counted = question.measure.counted
    prevalence = _fraction(question.prevalence or 0.0)
    if counted is Counted.ROWS:
        return Fraction(1)
    of_negatives = counted in {Counted.NEGATIVES, Counted.NEGATIVE_CALLS}
    of_class = 1 - prevalence if of_negatives else prevalence
    if counted in {Counted.POSITIVES, Counted.NEGATIVES}:
        return of_class
    if question.rate is None or not question.expected:
        return None
    right = _fraction(question.rate) * of_class
    share = right / _fraction(question.expected)
    if share - right > 1 - of_class:
        raise DataError(
            phrase("at this prevalence so low a predictive value cannot come about"),
            hint=phrase("More of the other class would be called so than there are"),
        )
    return share


# ------------------------------------------------------------------------- AUC, McNemar


_OF_AREAS = {
    Goal.STANDARD_ERROR: Text("SE = {attained} ≤ {aim}"),
    Goal.WIDTH: Text(
        "SE = {se} and width of logit(A) ± z SE / (A (1 - A)) = {attained} ≤ {aim}, z = {z}"
    ),
    Goal.LOWER: Text(
        "SE = {se} and lower limit of logit(A) - z SE / (A (1 - A)) = {attained} ≥ {aim}, z = {z}"
    ),
}


def _both_classes(question: Question) -> SampleSize:
    """Return how many of each class an AUC needs."""
    auc, aim, goal = float(question.expected or 0.0), question.aim, question.goal
    is_width = goal is Goal.WIDTH
    z = (size.two_sided if is_width else size.one_sided)(question.level)

    def attained(error: float) -> float:
        low, high = size.auc_limits(auc, error, z)
        return {Goal.WIDTH: high - low, Goal.LOWER: low}.get(goal, error)

    def is_enough(error: float) -> bool:
        return attained(error) >= aim if goal is Goal.LOWER else attained(error) <= aim

    ratio = Fraction(1)
    if question.prevalence is not None:
        prevalence = _fraction(question.prevalence)
        ratio = (1 - prevalence) / prevalence
    positives, negatives = size.positives_for_auc(auc, is_enough, ratio)
    error = size.auc_standard_error(auc, positives, negatives)
    values = {
        "attained": beside(attained(error), aim),
        "aim": aim,
        "se": rounded(error, decimals=6),
        "z": rounded(z, decimals=6),
    }
    told = _OF_AREAS[goal].filled(values)
    formula = Text(
        "m = {m} {actual_positives} and n = {n} {actual_negatives}, the smallest with {told}, "
        "where SE = √((A (1 - A) + (m - 1)(Q1 - A²) + (n - 1)(Q2 - A²)) / (m n)), A = {auc}, "
        "Q1 = A / (2 - A), Q2 = 2 A² / (1 + A)",
        {"m": positives, "n": negatives, "told": told, "auc": auc},
    )
    spread = Text("Scores spread no more than those of Hanley and McNeil (1982).")
    assumes = (*((_HALF_MISS,) if goal is Goal.LOWER else ()), spread, _INDEPENDENT)
    total = positives + negatives
    return SampleSize(total, positives, negatives, formula, Text("rows"), assumes)


# ------------------------------------------------------------------------- widths


def _of_probabilities(question: Question) -> SampleSize:
    """Return how many rows a number of probabilities needs."""
    from evalgui.core.planning.expected import foretold, measured, width

    measure, assumed, level = question.measure, question.assumed, question.level
    prevalence = USUAL_PREVALENCE if question.prevalence is None else question.prevalence
    found = foretold(measure, question.expected, prevalence, assumed)

    def attained(n: int) -> float:
        return width(measure, found, n, assumed.risk, level)

    n = size.smallest(lambda n: attained(n) <= question.aim)
    of_n = measured(measure, found, n, assumed.risk, level)
    positives = math.floor(found.prevalence * n + 0.5)
    formula = Text(
        "n = {n} rows, the smallest whose interval ({method}) of the numbers that are expected "
        "of them, {positives} {actual_positives}, is {attained} ≤ {aim} wide; its value is {value}",
        {
            "n": n,
            "method": measure.method,
            "positives": positives,
            "attained": beside(attained(n), question.aim),
            "aim": question.aim,
            "value": rounded(round(of_n.value, 9), decimals=6),
        },
    )
    assumes = (*told_assumed(measure, found, assumed), _INDEPENDENT)
    return SampleSize(n, positives, n - positives, formula, Text("rows"), assumes)


def _two_areas(question: Question) -> SampleSize:
    """Return how many rows of each class the difference of two AUCs needs."""
    assumed = question.assumed
    areas = (float(question.expected or 0.0), float(assumed.other or 0.0))
    shared = assumed.correlation if "correlation" in question.measure.rests_on else None
    z = size.two_sided(question.level)
    share = _fraction(0.5 if question.prevalence is None else question.prevalence)
    ratio = (1 - share) / share

    def attained(m: int) -> float:
        return 2.0 * z * size.auc_difference_error(areas, m, _negatives(m, ratio), shared)

    positives = size.smallest(lambda m: attained(m) <= question.aim, first=2)
    negatives = _negatives(positives, ratio)
    formula = Text(
        "m = {m} {actual_positives} and n = {n} {actual_negatives}, the smallest with "
        "2 z SE = {attained} ≤ {aim}, z = {z}, SE² = V(A) + V(B) - 2 C, A = {one}, B = {other}, "
        "each a mean of DeLong's over normal scores",
        {
            "m": positives,
            "n": negatives,
            "attained": beside(attained(positives), question.aim),
            "aim": question.aim,
            "z": rounded(z, decimals=6),
            "one": areas[0],
            "other": areas[1],
        },
    )
    assumes = (*told_assumed(question.measure, None, assumed), _INDEPENDENT)
    counted = Text("rows") if shared is not None else question.measure.counted.words
    return SampleSize(positives + negatives, positives, negatives, formula, counted, assumes)


def _negatives(positives: int, ratio: Fraction) -> int:
    return max(2, math.ceil(ratio * positives))


def told_assumed(measure: Planned, found: Foretold | None, assumed: Assumed) -> tuple[Text, ...]:
    """Return what is assumed of the scores, a sentence each."""
    if found is None:
        normal = Text("Scores are normal and spread alike in both classes.")
        if "correlation" not in measure.rests_on:
            return (normal, Text("Each score has so many rows of its own."))
        correlated = Text("Both scores correlate by {r} within each class.")
        return (normal, correlated.filled({"r": assumed.correlation}))
    logits = np.log(found.values) - np.log1p(-found.values)
    values = {
        "mean": rounded(float(found.shares @ logits), decimals=4),
        "sd": assumed.sd,
        "p": rounded(found.prevalence, decimals=4),
        "risk": assumed.risk,
    }
    told = Text("Logit p is normal with mean {mean} and SD {sd}: {prevalence} {p}.", values)
    if "risk" not in measure.rests_on:
        return (told,)
    fits = Text("p is calibrated, and called positive at or above the risk threshold {risk}.")
    return (told, fits.filled(values))


def _pairs(question: Question) -> SampleSize:
    """Return how many rows McNemar's test needs."""
    one, other = question.discordant or (0.0, 0.0)
    n = size.pairs_for_mcnemar(one, other, question.aim, question.level)
    both, apart = _fraction(one) + _fraction(other), abs(_fraction(one) - _fraction(other))
    formula = Text(
        "n = ⌈(z_a √s + z_b √(s - d²))² / d²⌉ = {n}, s = {one} + {other} = {both}, d = {apart}, "
        "z_a = {z_a}, z_b = {z_b}",
        {
            "n": n,
            "one": one,
            "other": other,
            "both": float(both),
            "apart": float(apart),
            "z_a": rounded(size.two_sided(question.level), decimals=6),
            "z_b": rounded(deviate(question.aim), decimals=6),
        },
    )
    assumes = (Text("McNemar's test is made with the normal distribution."), _INDEPENDENT)
    return SampleSize(n, None, None, formula, question.measure.counted.words, assumes)


def _fraction(number: float) -> Fraction:
    """Return a decimal number as it was written, exactly."""
    return Fraction(repr(float(number)))

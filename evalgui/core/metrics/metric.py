"""What a measure is: one declarative entry around one function of the four counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from evalgui.core.counts import Count, Counts, Real, divide
from evalgui.core.vocabulary import Vocabulary, joined, phrase, words_in


class Family(StrEnum):
    """The groups of the metrics panel, in order."""

    RATES = "Rates"
    PREDICTIVE_VALUES = "Predictive values"
    OVERALL = "Overall"
    RATIOS = "Likelihood ratios"
    ASSOCIATION = "Chance-corrected and association"
    F_FAMILY = "F measures"
    SIMILARITY = "Similarity"
    UTILITY = "Yield and cost"


class Better(StrEnum):
    """Which direction is the good one."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a measure cannot do without: where it is missing, 0/0 results."""

    holds: Callable[[Counts], bool]
    missing: str


ROWS = Need(lambda c: bool(c.n > 0), "no rows")
ACTUAL_POSITIVES = Need(lambda c: bool(c.actual_positives > 0), phrase("no {actual_positives}"))
ACTUAL_NEGATIVES = Need(lambda c: bool(c.actual_negatives > 0), phrase("no {actual_negatives}"))
POSITIVE_CALLS = Need(lambda c: bool(c.predicted_positives > 0), phrase("no {positive_calls}"))
NEGATIVE_CALLS = Need(lambda c: bool(c.predicted_negatives > 0), phrase("no {negative_calls}"))
POSITIVES_OR_CALLS = Need(
    lambda c: bool(c.tp + c.fp + c.fn > 0), phrase("no {actual_positives} and no {positive_calls}")
)
NEGATIVES_OR_CALLS = Need(
    lambda c: bool(c.tn + c.fp + c.fn > 0), phrase("no {actual_negatives} and no {negative_calls}")
)
TWO_CELLS = Need(
    lambda c: sum(bool(cell > 0) for cell in (c.tp, c.fp, c.fn, c.tn)) > 1,
    "all rows are in one cell",
)
DISAGREEMENT = Need(
    lambda c: bool(c.wrong > 0 or (c.tp > 0 and c.tn > 0)),
    "every row has one class, and is called so",
)
CORRECT_CALLS = Need(lambda c: bool(c.correct > 0), "no row is called right")
BOTH_CLASSES = (ACTUAL_POSITIVES, ACTUAL_NEGATIVES)
BOTH_CALLS = (POSITIVE_CALLS, NEGATIVE_CALLS)
ALL_MARGINS = BOTH_CLASSES + BOTH_CALLS


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers that a user may set in a measure's formula.

    Parameters
    ----------
    beta
        Weight of recall against precision in F-beta, >= 0 (tharwat-2018, eq. 13).
    alpha
        Weight in F-alpha, >= 0; F-alpha is F-beta with alpha = beta**2
        (rezankova-husek-2015, eq. 2.3 and Table 2.9, which takes 0.7).
    tversky_alpha, tversky_beta
        Weights of FN and FP in the Tversky indices, >= 0 (rezankova-husek-2015, eq. 2.22).
    cost_tp, cost_fp, cost_fn, cost_tn
        What a row of each kind costs, in units of the user's own; a gain is below 0.
    """

    beta: float = 2.0
    alpha: float = 0.7
    tversky_alpha: float = 0.5
    tversky_beta: float = 0.5
    cost_tp: float = 0.0
    cost_fp: float = 1.0
    cost_fn: float = 1.0
    cost_tn: float = 0.0

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            is_cost = item.name.startswith("cost_")
            if not (math.isfinite(value) and (is_cost or value >= 0)):
                limit = "" if is_cost else " not below 0"
                message = f"{item.name} must be a finite number{limit}"
                raise ValueError(message)


DEFAULT_PARAMETERS = Parameters()
UNIT = (0.0, 1.0)
SIGNED_UNIT = (-1.0, 1.0)
NOT_NEGATIVE = (0.0, math.inf)
ANY = (-math.inf, math.inf)

Formula: TypeAlias = Callable[..., Real]
Lacking: TypeAlias = Callable[..., str]
Fraction: TypeAlias = Callable[[Counts], tuple[Count, Count]]


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure of a two-class decision.

    Parameters
    ----------
    id
        Stable name for files and programs, such as ``"PPV"``.
    name
        The name of the machine-learning vocabulary; `name_in` gives the others.
    family
        Its group in the panel.
    formula
        The formula as text, in TP, FP, FN, TN and ids of other measures.
    compute
        A function of `Counts`, scalars or arrays, to floats; `parameters` are passed by name.
    needs
        What must not be zero; where one is missing the measure is undefined.
    range
        The lowest and the highest value it can take.
    better
        Which direction is the good one.
    names
        Its names in other vocabularies, where they differ.
    aliases
        Other names, for the search.
    symbol
        A short form for tables and axes.
    sources
        Text and equation where it is defined.
    parameters
        The fields of `Parameters` that it uses.
    fraction
        For a proportion, the two counts that it is the quotient of: x and n of "x/n".
    lacking
        A function of the counts and the `parameters` that returns what is missing with these
        very numbers in the formula, "" where nothing is; called where all `needs` hold.
    """

    id: str
    name: str
    family: Family
    formula: str
    compute: Formula
    needs: tuple[Need, ...]
    range: tuple[float, float] = UNIT
    better: Better = Better.HIGHER
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    symbol: str = ""
    sources: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    fraction: Fraction | None = None
    lacking: Lacking | None = None

    def value(self, counts: Counts, parameters: Parameters = DEFAULT_PARAMETERS) -> Real:
        """Return the value, NaN where it is undefined and an infinity where it is x/0.

        Parameters
        ----------
        counts
            Scalars give a float, arrays an array of float64 of the same shape.
        parameters
            The user's settings, if the measure has any.
        """
        return self.compute(counts, **self._of(parameters))

    def undefined_reason(self, counts: Counts, parameters: Parameters = DEFAULT_PARAMETERS) -> str:
        """Return why the measure has no value, "" where it has one.

        Parameters
        ----------
        counts
            Scalars.
        parameters
            The user's settings, as for `value`: a weight of 0 may take away all that is left.
        """
        if not ROWS.holds(counts):
            return ROWS.missing
        missing = [need.missing for need in self.needs if not need.holds(counts)]
        reason: str = joined("; ", missing) if missing else ""
        if not reason and self.lacking is not None:
            reason = self.lacking(counts, **self._of(parameters))
        if not reason and self.parameters and math.isnan(float(self.value(counts, parameters))):
            return "the numbers in the formula are too large"
        return reason

    def _of(self, parameters: Parameters) -> dict[str, float]:
        """Return the settings that it uses."""
        return {name: getattr(parameters, name) for name in self.parameters}

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return the name in a vocabulary."""
        return self.names.get(vocabulary, self.name)

    def symbol_in(self, vocabulary: Vocabulary) -> str:
        """Return the short form in a vocabulary."""
        return words_in(vocabulary).rate(self.id, self.symbol)

    def matches(self, words: str) -> bool:
        """Return whether every word of a search occurs in one of its names."""
        known = " ".join((self.id, self.symbol, self.name, *self.names.values(), *self.aliases))
        known = known.casefold()
        return all(word in known for word in words.casefold().split())


def named(clinical: str = "", biometrics: str = "", speaker: str = "") -> dict[Vocabulary, str]:
    """Return the names of a measure in the vocabularies other than machine learning."""
    given = {
        Vocabulary.CLINICAL: clinical,
        Vocabulary.BIOMETRICS: biometrics,
        Vocabulary.SPEAKER: speaker,
    }
    return {vocabulary: name for vocabulary, name in given.items() if name}


def weighted_hits_lacking(counts: Counts, tversky_alpha: float, tversky_beta: float) -> str:
    """Return why ``TP / (TP + alpha FN + beta FP)`` is 0/0, "" where it is not.

    Examples
    --------
    >>> weighted_hits_lacking(Counts(tp=0, fp=0, fn=3, tn=5), 0.0, 1.0)
    'no positive calls'
    """
    if counts.tp or tversky_alpha * counts.fn or tversky_beta * counts.fp:
        return ""
    if tversky_alpha and tversky_beta:
        return POSITIVES_OR_CALLS.missing
    if tversky_alpha:
        return ACTUAL_POSITIVES.missing
    return POSITIVE_CALLS.missing if tversky_beta else phrase("no {true_positives}")


def proportion_of(fraction: Fraction) -> Formula:
    """Return the formula of a proportion, given the two counts it is the quotient of."""

    def compute(counts: Counts) -> Real:
        numerator, denominator = fraction(counts)
        return divide(numerator, denominator)

    return compute


def choose(condition: object, if_true: Real, if_false: Real) -> Real:
    """Return one value where a condition holds and another elsewhere, scalar or array."""
    if isinstance(condition, np.ndarray):
        return np.asarray(np.where(condition, if_true, if_false), dtype=np.float64)
    return if_true if condition else if_false


def proportion(  # noqa: PLR0913 - a declarative entry: one keyword a fact
    *,
    id: str,  # noqa: A002 - the word for it in the specification and in every export
    name: str,
    family: Family,
    formula: str,
    fraction: Fraction,
    needs: tuple[Need, ...],
    sources: tuple[str, ...],
    better: Better = Better.HIGHER,
    names: Mapping[Vocabulary, str] | None = None,
    aliases: tuple[str, ...] = (),
    symbol: str = "",
) -> Metric:
    """Declare a measure that is a proportion x/n of two counts."""
    return Metric(
        id=id,
        name=name,
        family=family,
        formula=formula,
        compute=proportion_of(fraction),
        needs=needs,
        better=better,
        names=names or {},
        aliases=aliases,
        symbol=symbol or id,
        sources=sources,
        fraction=fraction,
    )

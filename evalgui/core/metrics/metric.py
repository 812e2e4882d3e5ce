"""What a measure is: one declarative entry around one function of the four counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

import numpy as np

from evalgui.core.counts import ARRAY, Count, Counts, Real, divide, doubles
from evalgui.core.measured import Measured, made
from evalgui.core.metrics.any_metric import (
    NO_NUMBER,
    TOO_LARGE,
    UNIT,
    AnyMetric,
    Better,
    computes_nothing,
)
from evalgui.core.metrics.estimate import OF_COUNTS, OF_FRACTION, Estimate
from evalgui.core.metrics.properness import Proper
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from evalgui.core.texts import Text
    from evalgui.core.vocabulary import Vocabulary


class Family(StrEnum):
    """The groups of the metrics panel, in order."""

    RATES = phrase("Rates")
    PREDICTIVE_VALUES = phrase("Predictive values")
    OVERALL = phrase("Overall")
    RATIOS = phrase("Likelihood ratios")
    ASSOCIATION = phrase("Chance-corrected and association")
    F_FAMILY = phrase("F measures")
    SIMILARITY = phrase("Similarity")
    UTILITY = phrase("Yield and cost")


@dataclass(frozen=True, slots=True, eq=False)  # found by identity, in every frame of a drag
class Need:
    """Something that a measure cannot do without: where it is missing, 0/0 results."""

    holds: Callable[[Counts], bool]
    missing: str


ROWS = Need(lambda c: bool(c.n > 0), phrase("no rows"))
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
    phrase("all rows are in one cell"),
)
DISAGREEMENT = Need(
    lambda c: bool(c.wrong > 0 or (c.tp > 0 and c.tn > 0)),
    phrase("every row has one class, and is called so"),
)
CORRECT_CALLS = Need(lambda c: bool(c.correct > 0), phrase("no row is called right"))
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
                name = item.name
                if is_cost:
                    message = phrase("{name} must be a finite number", name=name)
                else:
                    message = phrase("{name} must be a finite number not below 0", name=name)
                raise ValueError(message)


DEFAULT_PARAMETERS = Parameters()
Formula: TypeAlias = Callable[..., Real]
Lacking: TypeAlias = Callable[..., str]
Fraction: TypeAlias = Callable[[Counts], tuple[Count, Count]]
Quantities: TypeAlias = Callable[[Counts], Mapping[str, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Invariance:
    """Which changes of the data leave a measure as it is.

    Each is True, False, or the condition on the parameters under which it does, such as
    ``"beta = 1"``; the tests prove each and give a counterexample to each False.

    Parameters
    ----------
    class_ratio
        The negatives become more or fewer, and are called as before.
    class_swap
        The classes change their names.
    truth_call_swap
        Truth and call change places.
    """

    class_ratio: bool | str = False
    class_swap: bool | str = False
    truth_call_swap: bool | str = False


_UNDECLARED = cast("Family", None)
_UNSAID = Invariance()


@cache
def _said_together(needs: tuple[Need, ...]) -> str:
    """Return what several needs miss."""
    return joined("; ", [need.missing for need in needs])


class Missing(dict[tuple[Need, ...], str]):
    """What some counts lack, by what a measure needs: found once for all measures.

    Parameters
    ----------
    counts
        Scalars.

    Examples
    --------
    >>> Missing(Counts(tp=0, fp=0, fn=3, tn=5))[BOTH_CALLS]
    'no positive calls'
    """

    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self._counts = counts
        self._always: tuple[Need, ...] = () if ROWS.holds(counts) else (ROWS,)
        self._holds: dict[Need, bool] = {}

    def __missing__(self, needs: tuple[Need, ...]) -> str:
        known, lacking = self._holds, []
        for need in needs:
            holds = known.get(need)
            if holds is None:
                holds = known[need] = need.holds(self._counts)
            if not holds:
                lacking.append(need)
        said = self._always or tuple(lacking)
        reason = _said_together(said) if said else ""
        self[needs] = reason
        return reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric(AnyMetric):
    """One measure of a two-class decision.

    Parameters
    ----------
    family
        Its group in the panel.
    formula
        In TP, FP, FN, TN, P, N, n and ids of other measures.
    compute
        A function of `Counts`, scalars or arrays, to floats; `parameters` are passed by name. It
        asks with `choose`, never with ``if``, what counts are: they may be recorded, see
        `core.recording`. A proportion needs none.
    needs
        What must not be zero; where one is missing the measure is undefined.
    invariance
        Which changes of the data leave it as it is.
    parameters
        The fields of `Parameters` that it uses.
    fraction
        For a proportion, the two counts that it is the quotient of: x and n of "x/n".
    lacking
        A function of the counts and the `parameters` that returns what is missing with these
        very numbers in the formula, "" where nothing is; called where all `needs` hold.
    quantities
        A function of the counts that returns what else its formula names, by those names.
    estimate
        What its interval rests on: its fraction, or the rates of both classes, unless it says
        otherwise.
    """

    family: Family = _UNDECLARED
    compute: Formula = computes_nothing
    needs: tuple[Need, ...] = ()
    invariance: Invariance = _UNSAID
    parameters: tuple[str, ...] = ()
    fraction: Fraction | None = None
    lacking: Lacking | None = None
    quantities: Quantities | None = None
    estimate: Estimate = OF_COUNTS

    follows_threshold: ClassVar[bool] = True

    def __post_init__(self) -> None:
        AnyMetric.__post_init__(self)
        if self.family is _UNDECLARED:
            self.refuse(f"has no family: write family=Family.{Family.RATES.name} or another one")
        if self.compute is computes_nothing and self.fraction is None:
            self.refuse("computes nothing: write compute=, a function of Counts, or fraction=")
        if self.compute is not computes_nothing and self.fraction is not None:
            self.refuse("computes twice: leave out compute=, which fraction= says, or fraction=")
        if not self.needs:
            self.refuse("needs nothing: write needs=(ROWS,), or what else must not be zero")
        if self.invariance is _UNSAID:
            self.refuse("does not say what leaves it as it is: write invariance=Invariance(...)")
        if self.fraction is not None and self.estimate is OF_COUNTS:
            object.__setattr__(self, "estimate", OF_FRACTION)
        known = tuple(item.name for item in fields(Parameters))
        for name in self.parameters:
            if name not in known:
                self.refuse(f"uses '{name}': write one of {', '.join(known)} in parameters=")

    def value(self, counts: Counts, parameters: Parameters = DEFAULT_PARAMETERS) -> Real:
        """Return the value, NaN where it is undefined and an infinity where it is x/0.

        Parameters
        ----------
        counts
            Scalars give a float, arrays an array of float64 of the same shape.
        parameters
            The user's settings, if the measure has any.
        """
        if self.fraction is not None:
            return divide(*self.fraction(counts))
        return (
            self.compute(counts, **self._of(parameters))
            if self.parameters
            else self.compute(counts)
        )

    def measured(
        self,
        counts: Counts,
        parameters: Parameters = DEFAULT_PARAMETERS,
        missing: Missing | None = None,
    ) -> Measured:
        """Return the value with its reason and its fraction.

        Parameters
        ----------
        counts
            Scalars.
        parameters
            The user's settings: a weight of 0 may take away all that is left.
        missing
            What these counts lack, where many measures are asked.
        """
        reason = (Missing(counts) if missing is None else missing)[self.needs]
        if self.fraction is not None:
            fraction = self.fraction(counts)
            return made((divide(*fraction), reason, fraction, None, None))
        if reason:
            return made((math.nan, reason, None, None, None))
        if self.parameters:
            value = self.compute(counts, **self._of(parameters))
        else:
            value = self.compute(counts)
        if math.isnan(value):
            reason = self._why_none(counts, parameters)
        return made((value, reason, None, None, None))

    def _why_none(self, counts: Counts, parameters: Parameters) -> str:
        """Return why there is no value where all needs hold."""
        reason = self.lacking(counts, **self._of(parameters)) if self.lacking is not None else ""
        return reason or (TOO_LARGE if self.parameters else NO_NUMBER)

    def _of(self, parameters: Parameters) -> dict[str, float]:
        """Return the settings that it uses."""
        return {name: getattr(parameters, name) for name in self.parameters}


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


def choose(condition: object, if_true: Real, if_false: Real) -> Real:
    """Return one value where a condition holds and another elsewhere, scalar or array."""
    if isinstance(condition, ARRAY):
        return doubles(np.where(condition, if_true, if_false))
    return if_true if condition else if_false


def proportion(  # noqa: PLR0913 - a declarative entry: one keyword a fact
    *,
    id: str,  # noqa: A002 - the word for it in the specification and in every export
    name: str,
    family: Family,
    formula: str | Text,
    fraction: Fraction,
    needs: tuple[Need, ...],
    sources: tuple[str, ...],
    invariance: Invariance,
    better: Better = Better.HIGHER,
    proper: Proper = Proper.UNSAID,
    names: Mapping[Vocabulary, str] | None = None,
    aliases: tuple[str, ...] = (),
    symbol: str | Text = "",
    estimate: Estimate = OF_FRACTION,
    foreign_to: frozenset[Vocabulary] = frozenset(),
) -> Metric:
    """Declare a measure that is a proportion x/n of two counts."""
    return Metric(
        id=id,
        name=name,
        family=family,
        formula=formula,
        needs=needs,
        range=UNIT,
        invariance=invariance,
        better=better,
        proper=proper,
        names=names or {},
        aliases=aliases,
        symbol=symbol or id,
        sources=sources,
        fraction=fraction,
        estimate=estimate,
        foreign_to=foreign_to,
    )

"""What a rule is: a declaration of how a threshold is chosen, and what comes of one."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.declarations import DeclarationError
from evalgui.core.digits import exact
from evalgui.core.errors import sentence_of
from evalgui.core.metrics import METRICS, metric_called
from evalgui.core.registry import UnknownIdError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Bracket
    from evalgui.core.rules.limits import Limit
    from evalgui.core.score_table import Steps
    from evalgui.core.texts import Text
    from evalgui.core.words import Vocabulary

Value: TypeAlias = "float | str | None"
Values: TypeAlias = "Mapping[str, Value]"


class RuleFamily(StrEnum):
    """The groups of rules, in order."""

    ERRORS = phrase("Equal and least errors")
    BALANCE = phrase("Both classes weighed")
    AGREEMENT = phrase("Agreement and association")
    TARGETS = phrase("A target that has to be met")
    COSTS = phrase("Costs and benefits")
    SHARES = phrase("How many are called")
    NUMBERS = phrase("A number")
    GENERAL = phrase("Any measure")


class Unit(StrEnum):
    """What kind of number a parameter is."""

    PROPORTION = "proportion"
    LEVEL = "confidence level"
    RATIO = "ratio"
    COST = "cost"
    WEIGHT = "weight"
    SCORE = "score"
    MEASURE = "measure"
    CHOICE = "choice"


class ScoreKind(StrEnum):
    """What scores can be known to be, where a rule means something for such alone."""

    PROBABILITIES = phrase("probabilities")
    LOG_RATIOS = phrase("log-likelihood ratios")


class ParameterError(ValueError):
    """A value that a rule cannot work with; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that can be set in a rule.

    Parameters
    ----------
    id
        Its stable name.
    name
        Its name beside the rule.
    default
        A number, the id of a measure, a word; None where it is taken from the data.
    unit
        What kind of value it is.
    low, high
        The range of a number, both ends included.
    without_ends
        Whether neither end can be taken.
    may_be_none
        Whether it may be left to the data.
    choices
        The words of a choice.
    """

    id: str
    name: str | Text
    default: Value
    unit: Unit
    low: float = -math.inf
    high: float = math.inf
    without_ends: bool = False
    may_be_none: bool = False
    choices: tuple[str, ...] = ()

    def checked(self, value: Value) -> Value:
        """Return a value that the parameter can take; of a measure, whatever name it has, the id.

        Raises
        ------
        ParameterError
            If it cannot take the value.
        """
        if value is None:
            if self.may_be_none:
                return None
            raise ParameterError(phrase("{name} needs a value", name=self.id))
        if self.unit is Unit.MEASURE:
            try:
                return metric_called(str(value)).id
            except UnknownIdError as error:
                message = phrase("{name}: {why}", name=self.id, why=sentence_of(error))
                raise ParameterError(message) from None
        if self.unit is Unit.CHOICE:
            if value not in self.choices:
                known = ", ".join(self.choices)
                raise ParameterError(phrase("{name} is one of {known}", name=self.id, known=known))
            return value
        try:
            number = math.nan if isinstance(value, str) else float(value)
        except OverflowError:  # a whole number with hundreds of digits
            number = math.inf
        if not math.isfinite(number) or not self._holds(number):
            message = phrase("{name} must be {what}", name=self.id, what=self.range_in_words())
            raise ParameterError(message)
        return number

    def _holds(self, value: float) -> bool:
        if self.without_ends:
            return self.low < value < self.high
        return self.low <= value <= self.high

    def range_in_words(self) -> str:
        """Return which values it takes, such as "a number from 0 to 1"."""
        if self.unit is Unit.MEASURE:
            return phrase("a measure by its id or any of its names")
        if self.unit is Unit.CHOICE:
            return phrase("one of {choices}", choices=", ".join(self.choices))
        ends = (exact(self.low), exact(self.high))
        if math.isinf(self.low) and math.isinf(self.high):
            return phrase("a number")
        if math.isinf(self.high):
            return phrase(
                "a number above {low}" if self.without_ends else "a number from {low}",
                low=ends[0],
            )
        if self.without_ends:
            return phrase("a number between {low} and {high}", low=ends[0], high=ends[1])
        return phrase("a number from {low} to {high}", low=ends[0], high=ends[1])


NO_ROWS = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a rule found in the steps.

    Parameters
    ----------
    row
        The chosen row; -1 where there is none, or where the rule names a number.
    value
        The value of what the rule looks at; NaN where there is none.
    tied : (k,) array of int
        All rows that do as well as the chosen one, with it, strictest first.
    undefined
        Why there is none, "" where there is one.
    notes
        What has to be said of it.
    confidence
        Of a target: the confidence with which the data say that the true number meets it;
        NaN elsewhere.
    threshold
        The number that a rule names, beside the scores; None for a row.
    limits
        The one-sided limits that had to meet a target, as they are at the row.
    """

    row: int = -1
    value: float = math.nan
    tied: NDArray[np.intp] = field(default_factory=lambda: NO_ROWS)
    undefined: str = ""
    notes: tuple[str, ...] = ()
    confidence: float = math.nan
    threshold: float | None = None
    limits: tuple[Limit, ...] = ()


Find: TypeAlias = "Callable[[Steps, Values], Found]"
NOT_REACHED = phrase("no threshold reaches it")
SCANNED = phrase("chosen by scanning, not guaranteed")


def always(_values: Values) -> bool:
    """Return that something holds whatever is set in a rule."""
    return True


def never(_values: Values) -> bool:
    """Return that something holds with nothing that is set in a rule."""
    return False


def by_order(_steps: Steps, _values: Values) -> bool:
    """Return that a value only improves where a positive moves above a negative."""
    return True


def in_any_way(_steps: Steps, _values: Values) -> bool:
    """Return that a better order of the scores may make a value better, or worse."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule that chooses a threshold.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    name
        The name in lists, on buttons and in menus.
    explanation
        One sentence for the tool-tip.
    family
        Its group in lists.
    find
        A function of the steps and the values of the parameters.
    parameters
        What can be set in it; the first is what stands behind ``=`` on the command line.
    of_what
        What its value is, such as the name of a measure.
    is_number
        Whether it is the same number for all scores, in the units of the file.
    has_button
        Whether it has a button beside the threshold.
    of_scores
        The scores that it means something for: it is offered for such alone; None for all.
    foreign_to
        The fields that do not choose by it: their lists have it where it is sought.
    is_share
        Whether its value is a proportion; of a rule for any measure that measure says so.
    needs_counts
        Whether it counts cases, so that weights with fractions are nothing for it.
    of_attacks
        Whether it looks at each species of attacks: it is offered where a column tells these.
    is_scanned
        Whether, with some values, it looks for a limit that rises and falls along the scores: of
        so many limits one is met by chance, too, so that its level does not hold.
    improves
        Whether, of some steps and with some values, its value can only improve where a positive
        moves above a negative: then what bins leave open of it is known. Of `Optimum` its criterion
        says so.

    Raises
    ------
    DeclarationError
        If something is missing that no rule can do without.
    """

    id: str
    name: str | Text
    explanation: str | Text
    family: RuleFamily
    find: Find
    parameters: tuple[Parameter, ...] = ()
    of_what: str = ""
    is_number: bool = False
    has_button: bool = False
    of_scores: ScoreKind | None = None
    foreign_to: frozenset[Vocabulary] = frozenset()
    is_share: bool = False
    needs_counts: bool = False
    of_attacks: bool = False
    is_scanned: Callable[[Values], bool] = never
    improves: Callable[[Steps, Values], bool] = in_any_way

    def __post_init__(self) -> None:
        for said, what in ((self.id, "id"), (self.name, "name"), (self.explanation, "explanation")):
            if not said:
                message = f"the rule '{self.id or self.name}' has no {what}: write {what}=\"...\""
                raise DeclarationError(message)
        ids = [parameter.id for parameter in self.parameters]
        if len(set(ids)) < len(ids):
            message = f"two parameters of the rule '{self.id}' have one id: give them others"
            raise DeclarationError(message)

    def is_for(self, kind: ScoreKind | None) -> bool:
        """Return whether it means something for scores that are known to be of a kind, or none."""
        return self.of_scores is None or self.of_scores is kind

    def values(self, given: Values | None = None) -> dict[str, Value]:
        """Return the value of every parameter: the given ones, else the defaults.

        Raises
        ------
        ParameterError
            If a value is none that its parameter takes, or there is no such parameter.
        """
        given = dict(given or {})
        values = {
            parameter.id: parameter.checked(given.pop(parameter.id, parameter.default))
            for parameter in self.parameters
        }
        for name in given:
            known = ", ".join(parameter.id for parameter in self.parameters) or phrase("none")
            message = phrase(
                "the rule {rule} has no {name}; it has {known}",
                rule=self.id,
                name=name,
                known=known,
            )
            raise ParameterError(message)
        return values

    @property
    def takes_prevalence(self) -> bool:
        """Whether it chooses at a prevalence, which is that of the data where none is given."""
        return any(one.id == "prevalence" and one.may_be_none for one in self.parameters)

    def at_prevalence(self, given: Values, prevalence: float | None) -> dict[str, Value]:
        """Return what is set in it, at the prevalence that is asked about.

        Parameters
        ----------
        given
            What is set in it; a prevalence of its own stays.
        prevalence
            The one that is asked about, between 0 and 1; None for that of the data.
        """
        if not self.takes_prevalence or given.get("prevalence") is not None:
            return dict(given)
        return {**given, "prevalence": prevalence}


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The operating point that a rule chooses.

    Parameters
    ----------
    rule
        The rule.
    parameters
        What was set in it.
    threshold
        Beside the values of the score, `CALLS_NOTHING` included; None where it finds none.
    low, high
        The ends of the half-open interval of thresholds that give the same counts: the one
        that calls more rows is left out where higher means positive; where lower does, it is
        the higher one, and left out, too. NaN where there is no threshold.
    row
        The row of the steps; -1 where there is none.
    value
        As of `Found`.
    counts
        Python integers; None where there is no threshold.
    ties
        The thresholds of all rows that do as well, with the chosen one, strictest first; empty
        where no other one does.
    is_degenerate
        Whether everything, or nothing, is called positive.
    undefined, notes, confidence, limits
        As of `Found`.
    bracket
        What bins of scores leave open of the value; None where nothing is, or the value only says
        where the threshold is.
    """

    rule: Rule
    parameters: Values
    threshold: float | None
    low: float = math.nan
    high: float = math.nan
    row: int = -1
    value: float = math.nan
    counts: Counts | None = None
    ties: tuple[float, ...] = ()
    is_degenerate: bool = False
    undefined: str = ""
    notes: tuple[str, ...] = ()
    confidence: float = math.nan
    limits: tuple[Limit, ...] = ()
    bracket: Bracket | None = None

    @property
    def bounds(self) -> list[float]:
        """The proportions that are set in its rule: no rate beside them may seem to be one."""
        proportions = [one.id for one in self.rule.parameters if one.unit is Unit.PROPORTION]
        values = (self.parameters[one] for one in proportions)
        return [value for value in values if isinstance(value, float)]

    @property
    def is_share(self) -> bool:
        """Whether its value is a proportion, which may be wanted in per cent."""
        names = [one.id for one in self.rule.parameters if one.unit is Unit.MEASURE]
        if not names:
            return self.rule.is_share
        return METRICS.by_id(str(self.parameters[names[0]])).fraction is not None

"""What a measure of K classes is: one declarative entry around one function of the data."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

from evalgui.core.counts import divide
from evalgui.core.measured import Measured
from evalgui.core.metrics.any_metric import AnyMetric, computes_nothing
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.multiclass.slopes import Cells, Sloped

Data = TypeVar("Data")


class OverallFamily(StrEnum):
    """The groups of the panel of overall measures, in order."""

    AGREEMENT = phrase("Agreement")
    AVERAGES = phrase("Averages over classes")
    SENSITIVITIES = phrase("Spread of the recalls")
    ASSOCIATION = phrase("Association")
    INFORMATION = phrase("Information")
    RANKING = phrase("Ranking, one versus rest")
    PROBABILITY = phrase("Class probabilities")

    @property
    def heading(self) -> Text:
        """The name of the group, to be told in the words of a field."""
        return Text("Spread of {the_recalls}" if self is self.SENSITIVITIES else self.value)


class Over(StrEnum):
    """Which classes an average takes in."""

    ALL = "all"
    PRESENT = "present"
    TRUTH = "truth"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class MulticlassSettings:
    """What a user may set in the measures of K classes.

    Parameters
    ----------
    over
        The classes of an average: all that have a name, those with a row in the truth or in
        the calls, those with a row in the truth, or the `chosen` ones.
    chosen
        Names of classes, for `Over.CHOSEN`.
    undefined_as_zero
        False leaves a class without a value out of an average; True counts it as 0.
    top_k
        How many of the best classes of a row may hold the true one, at least 1.
    order
        The names of all classes from the lowest to the highest, where an order was chosen; ()
        leaves it to `evalgui.core.multiclass.class_order`.
    """

    over: Over = Over.PRESENT
    chosen: tuple[str, ...] = ()
    undefined_as_zero: bool = False
    top_k: int = 2
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.top_k < 1:
            message = "top_k must be at least 1"
            raise ValueError(message)

    def for_other_data(self) -> MulticlassSettings:
        """Return what holds for other data as well: chosen classes, and their order, do not."""
        over = DEFAULT_SETTINGS.over if self.over is Over.CHOSEN else self.over
        return replace(self, over=over, chosen=(), order=())


DEFAULT_SETTINGS = MulticlassSettings()


@dataclass(frozen=True, slots=True)
class TakenIn:
    """Which classes are in an average.

    Parameters
    ----------
    used
        The indices of the classes that are in it.
    left_out
        The indices of the classes that were to be in it and have no value.
    as_zero
        The indices of those of `used` that have no value and count as 0.
    quantity
        What the classes have a value of, such as ``"PPV"``.
    """

    used: tuple[int, ...]
    left_out: tuple[int, ...] = ()
    as_zero: tuple[int, ...] = ()
    quantity: str | Text = ""


Words: TypeAlias = Callable[[Data, MulticlassSettings], str]


_UNDECLARED = cast("OverallFamily", None)


@dataclass(frozen=True, kw_only=True)  # a generic one with slots needs Python 3.12
class OverallMetric(AnyMetric, Generic[Data]):
    """One measure of K classes as a whole.

    Parameters
    ----------
    family
        Its group in the panel.
    formula
        With ``n_ij`` for the rows of true class i called j, ``n_i+`` and ``n_+j`` for the
        margins, and K for the number of classes.
    compute
        A function of the data and the settings to a float. A proportion needs none.
    needs
        Functions that return why the measure has no value, "" where nothing is missing.
    note
        Returns what has to be said beside this very value, such as which classes were left
        out; "" where nothing has.
    settings
        The fields of `MulticlassSettings` that it uses.
    taken
        Returns which classes are in it; None for what is no average over classes.
    fraction
        For a proportion, returns the two counts that it is the quotient of.
    of_accuracy
        The function of the accuracy and of K that it is where it takes in all rows; None for
        what is none.
    slope
        Returns the value at other cells, which need not be whole, and its derivative by each
        of them; None where it has no interval by the delta method.
    """

    family: OverallFamily = _UNDECLARED
    compute: Callable[[Data, MulticlassSettings], float] = computes_nothing
    needs: tuple[Words[Data], ...] = ()
    note: Words[Data] | None = None
    settings: tuple[str, ...] = ()
    taken: Callable[[Data, MulticlassSettings], TakenIn] | None = None
    fraction: Callable[[Data, MulticlassSettings], tuple[int, int]] | None = None
    of_accuracy: Callable[[float, int], float] | None = None
    slope: Callable[[Cells, Data, MulticlassSettings], Sloped] | None = None

    def __post_init__(self) -> None:
        AnyMetric.__post_init__(self)
        if self.family is _UNDECLARED:
            self.refuse("has no family: write family=OverallFamily.AGREEMENT or another one")
        if self.compute is computes_nothing and self.fraction is None:
            self.refuse("computes nothing: write compute=, a function of data and settings")
        known = tuple(item.name for item in fields(MulticlassSettings))
        for name in self.settings:
            if name not in known:
                self.refuse(f"uses '{name}': write one of {', '.join(known)} in settings=")

    def measured(self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS) -> Measured:
        """Return the value with its reason and its fraction."""
        fraction = self.fraction(data, settings) if self.fraction is not None else None
        reason = next(filter(None, (need(data, settings) for need in self.needs)), "")
        if reason:
            return Measured(math.nan, reason, fraction)
        if fraction is not None and self.compute is computes_nothing:
            return Measured(float(divide(*fraction)), "", fraction)
        return Measured(float(self.compute(data, settings)), "", fraction)

    def value(self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS) -> float:
        """Return the value alone: NaN where it is undefined, an infinity where it is x/0."""
        return self.measured(data, settings).value

    def note_on(self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS) -> str:
        """Return what has to be said beside the value, "" where nothing has."""
        return self.note(data, settings) if self.note is not None else ""

    def taken_in(
        self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS
    ) -> TakenIn | None:
        """Return which classes are in it, None for what is no average over classes."""
        return self.taken(data, settings) if self.taken is not None else None

    def differs_between(self, one: MulticlassSettings, other: MulticlassSettings) -> bool:
        """Return whether two settings may give it two values."""
        return any(getattr(one, name) != getattr(other, name) for name in self.settings)

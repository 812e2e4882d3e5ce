"""What a measure of K classes is: one declarative entry around one function of the data."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from evalgui.core.digits import Written
from evalgui.core.metrics import Better, Vocabulary
from evalgui.core.vocabulary import phrase

Data = TypeVar("Data")


class OverallFamily(StrEnum):
    """The groups of the panel of overall measures, in order."""

    AGREEMENT = "Agreement"
    AVERAGES = "Averages over classes"
    SENSITIVITIES = "Spread of the recalls"
    ASSOCIATION = "Association"
    INFORMATION = "Information"
    RANKING = "Ranking, one versus rest"
    PROBABILITY = "Class probabilities"

    @property
    def heading(self) -> str:
        """The name of the group, to be told in the words of a field."""
        return phrase("Spread of {the_recalls}") if self is self.SENSITIVITIES else self.value


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
    quantity: str = ""


Words: TypeAlias = Callable[[Data, MulticlassSettings], str]


@dataclass(frozen=True)  # a generic one with slots cannot be made before Python 3.12
class OverallMetric(Generic[Data]):
    """One measure of K classes as a whole.

    Parameters
    ----------
    id
        Stable name for files and programs, such as ``"KAPPA_K"``.
    name
        The name of the machine-learning vocabulary; `name_in` gives the others.
    family
        Its group in the panel.
    formula
        The formula as text. ``n_ij`` counts rows of true class i called j, ``n_i+`` and
        ``n_+j`` are the margins, K the number of classes.
    compute
        A function of the data and the settings to a float.
    needs
        Functions that return why the measure has no value, "" where nothing is missing.
    range
        The lowest and the highest value it can take.
    better
        Which direction is the good one.
    names
        Its names in other vocabularies, where they differ.
    written
        What kind of number it is, for its digits.
    aliases
        Other names, for the search.
    symbol
        A short form for tables and axes.
    sources
        Text and equation where it is defined.
    note
        Returns what has to be said beside this very value, such as which classes were left
        out; "" where nothing has.
    settings
        The fields of `MulticlassSettings` that it uses.
    taken
        Returns which classes are in it; None for what is no average over classes.
    fraction
        For a proportion, returns the two counts that it is the quotient of.
    """

    id: str
    name: str
    family: OverallFamily
    formula: str
    compute: Callable[[Data, MulticlassSettings], float]
    needs: tuple[Words[Data], ...]
    range: tuple[float, float] = (0.0, 1.0)
    better: Better = Better.HIGHER
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    written: Written = Written.ROUNDED
    aliases: tuple[str, ...] = ()
    symbol: str = ""
    sources: tuple[str, ...] = ()
    note: Words[Data] | None = None
    settings: tuple[str, ...] = ()
    taken: Callable[[Data, MulticlassSettings], TakenIn] | None = None
    fraction: Callable[[Data, MulticlassSettings], tuple[int, int]] | None = None

    def value(self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS) -> float:
        """Return the value: NaN where it is undefined, an infinity where it is x/0."""
        if self.undefined_reason(data, settings):
            return math.nan
        return float(self.compute(data, settings))

    def undefined_reason(self, data: Data, settings: MulticlassSettings = DEFAULT_SETTINGS) -> str:
        """Return why the measure has no value for these data, "" where it has one."""
        for need in self.needs:
            reason = need(data, settings)
            if reason:
                return reason
        return ""

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

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return the name in a vocabulary."""
        return self.names.get(vocabulary, self.name)

    def matches(self, words: str) -> bool:
        """Return whether every word of a search occurs in one of its names."""
        known = " ".join((self.id, self.symbol, self.name, *self.names.values(), *self.aliases))
        known = known.casefold()
        return all(word in known for word in words.casefold().split())

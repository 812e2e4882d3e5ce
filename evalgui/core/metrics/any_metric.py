"""What every measure declares, whatever it is a function of: names, formula, range, sources."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, NoReturn

from evalgui.core.declarations import DeclarationError
from evalgui.core.digits import Written
from evalgui.core.metrics.properness import Proper
from evalgui.core.vocabulary import Vocabulary, phrase, words_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from evalgui.core.texts import Text


class Better(StrEnum):
    """Which direction is the good one."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


UNIT = (0.0, 1.0)
SIGNED_UNIT = (-1.0, 1.0)
NOT_NEGATIVE = (0.0, math.inf)
ANY = (-math.inf, math.inf)
_UNDECLARED = (math.nan, math.nan)
NO_NUMBER = phrase("the formula gives no number")
NOT_CLINICAL = frozenset({Vocabulary.CLINICAL})
"""The fields that a measure is foreign to which no study of a diagnostic test reports."""
TOO_LARGE = phrase("the numbers in the formula are too large")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyMetric:
    """What is declared of every measure.

    Parameters
    ----------
    id
        Stable name for files and programs, such as ``"PPV"``.
    name
        The name of the machine-learning vocabulary; `name_in` gives the others.
    formula
        The formula as text.
    range
        The lowest and the highest value it can take.
    better
        Which direction is the good one.
    proper
        Whether it is proper as a measure of performance, and at which threshold it counts costs.
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
    foreign_to
        The fields that do not report it: their lists have it where it is sought, or all are wanted.

    Raises
    ------
    DeclarationError
        If something is missing that no measure can do without.
    """

    id: str = ""
    name: str = ""
    formula: str | Text = ""
    range: tuple[float, float] = _UNDECLARED
    better: Better = Better.HIGHER
    proper: Proper = Proper.UNSAID
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    written: Written = Written.ROUNDED
    aliases: tuple[str, ...] = ()
    symbol: str | Text = ""
    sources: tuple[str, ...] = ()
    foreign_to: frozenset[Vocabulary] = frozenset()

    follows_threshold: ClassVar[bool] = False
    """Whether it has another value at another threshold."""

    def __post_init__(self) -> None:
        if not self.id:
            self.refuse('has no id: write id="...", a short name for files and programs')
        if not self.name:
            self.refuse('has no name: write name="...", what machine learning calls it')
        if not self.formula:
            self.refuse('has no formula: write formula="...", as it is to be read')
        low, high = self.range
        if not low < high:
            self.refuse("has no range: write range=(lowest, highest), such as UNIT for 0 to 1")
        if self.proper is Proper.UNSAID:
            self.refuse("does not say whether it is proper: write proper=Proper.SPREAD or another")
        for vocabulary, name in [*self.names.items()]:
            if vocabulary not in set(Vocabulary):
                self.refuse(f"has a name in '{vocabulary}': write one of {', '.join(Vocabulary)}")
            if not name:
                self.refuse(f"has an empty name in '{vocabulary}': write it, or leave it out")
        # Of attacks either class may be positive, so that these names come of the others.
        of_attacks = (words_in(one) for one in Vocabulary if one.is_of_attacks)
        own = {
            one.vocabulary: one.names.get(self.id) or one.in_rates(self.name) for one in of_attacks
        }
        own = {vocabulary: name for vocabulary, name in own.items() if name != self.name}
        object.__setattr__(self, "names", {**own, **self.names})

    def refuse(self, what_to_write: str) -> NoReturn:
        """Refuse the declaration.

        Raises
        ------
        DeclarationError
            Always, with the sentence.
        """
        message = f"the measure '{self.id or self.name}' {what_to_write}"
        raise DeclarationError(message)

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return the name in a vocabulary."""
        return self.names.get(vocabulary, self.name)

    def other_names(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Return all its names but the one in a vocabulary."""
        known = (self.name, *self.names.values(), *self.aliases)
        shown = self.name_in(vocabulary)
        return tuple(name for name in dict.fromkeys(known) if name != shown)

    def symbol_in(self, vocabulary: Vocabulary) -> str:
        """Return the short form in a vocabulary."""
        return words_in(vocabulary).rate(self.id, self.symbol)

    def matches(self, words: str) -> bool:
        """Return whether every word of a search occurs in one of its names."""
        known = " ".join(
            (self.id, str(self.symbol), self.name, *self.names.values(), *self.aliases)
        )
        known = known.casefold()
        return all(word in known for word in words.casefold().split())


def called(name: str, metrics: Iterable[AnyMetric]) -> tuple[str, ...]:
    """Return the ids of the measures that a name means.

    Parameters
    ----------
    name
        An id, or a name, a short form or an alias in any vocabulary; ``_``, ``-`` and blanks
        are the same, and so are capital letters and small ones.
    metrics
        The measures that are meant by their ids and names before any by its alias.

    Examples
    --------
    >>> from evalgui.core.metrics import METRICS
    >>> [called(name, METRICS) for name in ("recall", "FMR", "true_positive_rate", "x")]
    [('TPR',), ('FPR',), ('TPR',), ()]
    """
    wanted, known = _plain(name), list(metrics) if name.strip() else []
    for names_of in _NAMES:
        found = [one.id for one in known if wanted in map(_plain, names_of(one))]
        if found:
            return tuple(found)
    return ()


_NAMES: tuple[Callable[[AnyMetric], Iterable[str]], ...] = (
    lambda metric: (metric.id,),
    lambda metric: (
        *_parts((metric.name, *metric.names.values())),
        *(metric.symbol_in(vocabulary) for vocabulary in Vocabulary),
        *(words_in(vocabulary).symbols.get(metric.id, "") for vocabulary in Vocabulary),
    ),
    lambda metric: _parts(metric.aliases),
)
"""What a measure is called: those that come first are meant before others."""


def names_of_all(metrics: Iterable[AnyMetric]) -> Iterator[str]:
    """Yield every name that `called` takes for one of some measures, to look for a near one."""
    for metric in metrics:
        for names_of in _NAMES:
            yield from filter(None, names_of(metric))


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _parts(names: Iterable[str]) -> Iterator[str]:
    """Yield names whole and, of "FMR (false match rate)", both that it is."""
    for name in names:
        short, _, rest = name.partition(" (")
        yield from (name, short, rest.removesuffix(")")) if rest else (name,)


def computes_nothing(*_data: object) -> float:
    """Stand for the function of a measure that declares none."""
    return math.nan


def named(
    clinical: str = "", biometrics: str = "", speaker: str = "", attacks: str = ""
) -> dict[Vocabulary, str]:
    """Return the names of a measure in the vocabularies other than machine learning."""
    given = {
        Vocabulary.CLINICAL: clinical,
        Vocabulary.BIOMETRICS: biometrics,
        Vocabulary.SPEAKER: speaker,
        Vocabulary.PAD: attacks,
        Vocabulary.PAD_BONA_FIDE: attacks,
    }
    return {vocabulary: name for vocabulary, name in given.items() if name}

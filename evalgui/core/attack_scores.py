"""The scores of presentation attacks by species, each sorted once, beside bona fide ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.between_groups.apart import Rate
from evalgui.core.part_of_rows import of_rows
from evalgui.core.tabulation import tabulate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset
    from evalgui.core.score_table import Attacks, ScoreTable, Steps


def are_attacks_positive(dataset: Dataset, positive: int | None) -> bool | None:
    """Return whether the positive class is that of attacks; None where neither class is bona fide.

    Parameters
    ----------
    dataset
        With species.
    positive
        The index of the class against the rest; None for all classes together.
    """
    species = dataset.species
    if species is None or positive is None:
        return None
    if positive == species.bona_fide:
        return False
    return True if dataset.n_classes == 2 else None


class Rates(NamedTuple):
    """The errors on attacks and on bona fide presentations at an operating point.

    Parameters
    ----------
    attacks
        Attacks taken for bona fide, and all, of each species with attacks; "" is that of attacks
        without one.
    bona_fide
        Bona fide presentations taken for attacks, and all.
    stray
        Bona fide presentations that have the name of a species of attacks.
    """

    attacks: Mapping[str, Rate]
    bona_fide: Rate
    stray: float


def rates_of(
    by_species: Mapping[str, Counts], counts: Counts, *, attacks_are_positive: bool
) -> Rates:
    """Return the errors of each species.

    Parameters
    ----------
    by_species
        What an operating point does with the rows that have each name, of either class.
    counts
        What it does with all rows.
    attacks_are_positive
        Which class is which.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> each = {"print": Counts(tp=0, fp=1, fn=0, tn=9), "": Counts(tp=8, fp=0, fn=2, tn=0)}
    >>> found = rates_of(each, Counts(tp=8, fp=1, fn=2, tn=9), attacks_are_positive=False)
    >>> found.attacks, found.bona_fide
    ({'print': Rate(k=1.0, n=10.0)}, Rate(k=2.0, n=10.0))
    """

    def positives(one: Counts) -> Rate:
        return Rate(float(one.fn), float(one.actual_positives))

    def negatives(one: Counts) -> Rate:
        return Rate(float(one.fp), float(one.actual_negatives))

    of_attacks, of_others = positives, negatives
    if not attacks_are_positive:
        of_attacks, of_others = of_others, of_attacks
    attacks = {name: of_attacks(one) for name, one in by_species.items() if of_attacks(one).n}
    stray = sum(of_others(by_species[name]).n for name in attacks if name)
    return Rates(attacks, of_others(counts), stray)


@dataclass(eq=False)  # what is cached needs a place that slots do not leave
class AttackScores:
    """The scores of the rows of each species; nothing is sorted before it is asked for.

    Parameters
    ----------
    dataset
        With species.
    score, positive
        Which of its scores, and which class against the rest: indices.
    are_positive
        Whether attacks are the positive class.
    """

    dataset: Dataset
    score: int | None
    positive: int
    are_positive: bool
    kept: dict[int | str, Any] = field(default_factory=dict, init=False, repr=False)
    """What was worked out of it, by whoever did."""

    @cached_property
    def tables(self) -> Mapping[str, ScoreTable]:
        """The rows of each name, sorted, bona fide ones with that name among them."""
        species, found = self.dataset.species, {}
        for name, rows in ({} if species is None else species.rows).items():
            own = of_rows(self.dataset, rows)
            score = score_of(own, self.score, self.positive)
            if score is not None:
                found[name] = tabulate(own, score, self.positive)
        return found

    @cached_property
    def steps(self) -> Mapping[str, Steps]:
        """The operating points of the attacks of each species that has any."""
        return {
            name: table.steps
            for name, table in self.tables.items()
            if (table.n_positive if self.are_positive else table.n_negative)
        }


def rates_at(attacks: Attacks, threshold: float, counts: Counts) -> Rates:
    """Return the errors at a threshold, given what it does with all rows."""
    each = {name: one.counts_at(threshold) for name, one in attacks.tables.items()}
    return rates_of(each, counts, attacks_are_positive=attacks.are_positive)


def n_unscored(attacks: Attacks) -> float:
    """Return how many attacks have no score, and take no part."""
    of = "n_missing_positive" if attacks.are_positive else "n_missing_negative"
    return float(sum(getattr(one, of) for one in attacks.tables.values()))


def attack_scores(dataset: Dataset, score: int | None, positive: int | None) -> AttackScores | None:
    """Return the scores of attacks by species; None where nobody told these apart.

    Parameters are those of `evalgui.core.snapshot.rank`.
    """
    chosen = positive_of(dataset, positive)
    are_positive = are_attacks_positive(dataset, chosen)
    if are_positive is None or chosen is None:
        return None
    return AttackScores(dataset, score, chosen, are_positive)

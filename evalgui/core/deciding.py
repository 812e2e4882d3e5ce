"""What was decided about a threshold: a rule that it follows, and what it did on other data."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from evalgui.core.intervals.kept_subjects import kept_worths, worth_of_kept
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.provenance import START, Origin, Provenance, typed
from evalgui.core.rules import RULES
from evalgui.core.sampling import Sampling
from evalgui.core.thresholds import CALLS_NOTHING, snapped
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.effective_numbers import KeptAt
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Choice


@dataclass(frozen=True, slots=True)
class Development:
    """What a threshold did on the data that it was frozen on, kept for those it is assessed on.

    Parameters
    ----------
    name
        What those data are called.
    counts
        Python integers.
    sampling
        How their rows were sampled.
    threshold
        As it is written in the units of the file.
    effective
        Where subjects were drawn, as how many independent rows those of each proportion count, by
        the ids of the measures; empty elsewhere, and where that is not known.

    Raises
    ------
    ValueError
        If such a number is not above 0, or infinite.
    """

    name: str
    counts: Counts
    sampling: Sampling
    threshold: str
    effective: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not all(0 < n < math.inf for n in self.effective.values()):
            message = phrase("rows count as more than 0 independent ones, and as finitely many")
            raise ValueError(message)

    @classmethod
    def of(
        cls, name: str, point: OperatingPoint, sampling: Sampling, threshold: str
    ) -> Development:
        """Return what an operating point does."""
        kept = kept_worths(subjects_at(point.all_intervals))
        return cls(name, point.counts, sampling, threshold, kept)

    @property
    def worth(self) -> KeptAt | None:
        """Who knows what rows of subjects count as; None where none were drawn, or nobody does."""
        is_known = self.sampling is Sampling.BY_SUBJECT and self.effective
        return worth_of_kept(self.counts, self.effective) if is_known else None

    @property
    def lacks_subjects(self) -> bool:
        """Whether subjects were drawn, and nobody knows what their rows count as."""
        return self.sampling is Sampling.BY_SUBJECT and not self.effective


@dataclass(frozen=True, slots=True)
class Locked:
    """A decision that was locked, by names and in the units of the file: it holds for other data.

    Parameters
    ----------
    score, positive
        The names of the score, and of the class that is assessed against the rest.
    higher_is_positive
        Which way the score runs for that class.
    threshold
        As it is written in the units of the file (`evalgui.core.thresholds.written`).
    provenance, development
        As of `evalgui.core.snapshot.Inputs`.
    there
        What it did on the data that it was shown on last.
    n_rows
        How many rows the file of those data has.
    truth
        The name of the column with their truth; "" where it came from none.
    second
        The other end of the grey zone, written like the threshold; None where there is none.
    prevalence
        The one that was asked about, between 0 and 1; None where none was.
    others
        Those on other scores, each of which has none itself.

    Raises
    ------
    ValueError
        If there is no such prevalence, or one of the others has others.
    """

    score: str
    positive: str
    higher_is_positive: bool
    threshold: str
    provenance: Provenance
    development: Development | None
    there: Development
    n_rows: int
    truth: str = ""
    second: str | None = None
    prevalence: float | None = None
    others: tuple[Locked, ...] = ()

    def __post_init__(self) -> None:
        if self.prevalence is not None and not 0 < self.prevalence < 1:
            message = phrase("the prevalence must lie between 0 and 1")
            raise ValueError(message)
        if any(one.others for one in self.others):
            message = phrase("a lock among the others of one has others itself")
            raise ValueError(message)

    @property
    def each(self) -> tuple[Locked, ...]:
        """It and the others, each alone."""
        return (replace(self, others=()), *self.others)

    def is_on(self, score: str, positive: str) -> bool:
        """Return whether it is about a score and a class."""
        return (self.score, self.positive) == (score, positive)


def locked_together(locks: Iterable[Locked]) -> Locked | None:
    """Return locks as one value, the first with the others in it; None for none."""
    alone = tuple(locks)
    return replace(alone[0], others=alone[1:]) if alone else None


@dataclass(frozen=True, slots=True)
class OwnThreshold:
    """A threshold that was chosen on one of several scores.

    Parameters
    ----------
    score, positive
        The score, and the class that was assessed, as indices (see `Inputs`).
    threshold
        Beside the values of the score.
    provenance, is_locked, development
        As of `Inputs`.
    """

    score: int | None
    positive: int | None
    threshold: float
    provenance: Provenance
    is_locked: bool
    development: Development | None


def followed(made: Provenance, ranking: Ranking) -> Choice | None:
    """Return what the rule of a provenance chooses from a score; None where it names no rule."""
    if made.rule is None or made.rule not in RULES.ids:
        return None
    return ranking.choice(made.rule, dict(made.parameters))


def default_threshold(ranking: Ranking) -> float:
    """Return where the line stands when a file is opened: at the greatest Youden index.

    Where a class has no scores, the middle of the scores; where none is finite, the threshold
    that calls nothing positive.
    """
    rule_id = ranking.default_rule
    threshold = None if rule_id is None else ranking.choice(rule_id).threshold
    return CALLS_NOTHING if threshold is None else threshold


def stands_at(given: float | None, choice: Choice | None, ranking: Ranking) -> float:
    """Return where the line stands: where a rule that is followed puts it, else as given.

    Parameters
    ----------
    given
        As of `evalgui.core.snapshot.Inputs`; None for where a file starts.
    choice
        What the rule that is followed chooses; None where none is.
    ranking
        The score.
    """
    chosen = None if choice is None else choice.threshold
    threshold = given if chosen is None else chosen
    if threshold is None:
        threshold = default_threshold(ranking)
    # What calls nothing is a number wherever there is one beyond all scores.
    threshold = ranking.table.steps.threshold(0) if math.isnan(threshold) else threshold
    return snapped(threshold, ranking.score)


def told(
    given: Provenance, threshold: float | None, choice: Choice | None, ranking: Ranking, name: str
) -> Provenance:
    """Return where a threshold comes from.

    A rule that is followed but finds no threshold chose none: then nobody did, or the user.

    Parameters
    ----------
    given, threshold
        As of `evalgui.core.snapshot.Inputs`.
    choice
        What the rule that is followed chooses; None where none is.
    ranking
        The score.
    name
        What the data are called.
    """
    if choice is not None and choice.threshold is not None:
        return replace(given, kind=Origin.CHOSEN, source=name)
    if threshold is None:
        return Provenance(rule=ranking.default_rule, source=name)
    is_nobodys = given == START or choice is not None
    return typed(name, "") if is_nobodys else given


def settled(made: Provenance, when: str) -> Provenance:
    """Return the provenance of a threshold that the user decides to keep as it is.

    A mere start is chosen by its rule from then on; `when` is as of `Provenance`.
    """
    if made.kind is not Origin.START:
        return made
    if made.rule is None or made.rule not in RULES.ids:
        return typed(made.source, when)
    rule = RULES.ids[made.rule]
    return Provenance(Origin.CHOSEN, rule.id, tuple(rule.values().items()), made.source, when)

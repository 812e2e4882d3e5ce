"""Which of several scores that are compared is best, along risks: found out once, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.calibrated import Part, Source, keep, no_probabilities
from evalgui.core.consequences.settings import AtRisks
from evalgui.core.intervals.at_prevalence import share_of
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.comparing import Candidate
    from evalgui.core.comparing.net_benefit import Best, Range
    from evalgui.core.comparison import Beside
    from evalgui.core.snapshot import Snapshot

BY_SUBJECT = phrase("rows by subject depend on each other: none drawn")
TOO_MANY = phrase("of too many scores none is drawn")


class BestScores(NamedTuple):
    """Which score is best along risks.

    Parameters
    ----------
    names
        What the scores are called, that on show first; the looks of their lines are `looks`.
    along
        At each per cent from 1 to 99.
    ranges
        Where one, or treating all, or nobody, is best with a probability of at least `CLEARLY`.
    """

    names: tuple[str, ...]
    looks: tuple[int, ...]
    along: Sequence[Best]
    ranges: Sequence[Range]


def compared(snapshot: Snapshot) -> list[Beside]:
    """Return the other scores of the same rows that are compared."""
    return [one for one in snapshot.comparison.others if one.score is not None]


def is_risk(snapshot: Snapshot, other: Beside) -> bool:
    """Return whether another score can be what the one on show was declared to be."""
    scale, table = snapshot.inputs.consequences.scale, other.ranking.table
    known = table.steps.ascending[:-1]  # the last one calls nothing
    if scale is None or not other.ranking.score.higher_is_positive or not len(known):
        return False
    both = table.n_positive and table.n_negative
    return bool(both and known[0] >= 0 and known[-1] <= scale.of_one)


def others_of(snapshot: Snapshot) -> list[Beside]:
    """Return the other scores that are risks; none where the one on show is none."""
    if no_probabilities(snapshot):
        return []
    return [one for one in compared(snapshot) if is_risk(snapshot, one)]


def no_best(snapshot: Snapshot) -> str:
    """Return why it is not drawn which of several scores is best; "" where it is."""
    from evalgui.core.comparing.net_benefit import MOST_MODELS  # when several are compared

    if snapshot.ranking is not None and snapshot.ranking.table.is_weighted:
        return NO_COUNTS
    if snapshot.dataset is not None and snapshot.dataset.sampling is Sampling.BY_SUBJECT:
        return BY_SUBJECT
    return TOO_MANY if len(others_of(snapshot)) >= MOST_MODELS else ""


def best_scores(snapshot: Snapshot) -> BestScores | None:
    """Return what is known of which score is best along risks; None where that is nothing yet."""
    key = _key(snapshot)
    known = None if snapshot.ranking is None else snapshot.ranking.calibrated.get(key)
    return known if isinstance(known, BestScores) else None


def find(snapshot: Snapshot, look: Callable[[float], None]) -> BestScores:
    """Find out which score is best along risks, and keep that.

    Parameters
    ----------
    snapshot
        With several scores of the same rows that are risks, and no reason in `no_best`.
    look
        Called with the share that is done; what it raises ends the work.
    """
    from evalgui.core.comparing.net_benefit import best_along, best_ranges  # likewise

    def make() -> BestScores:
        others = others_of(snapshot)
        candidates = _candidates(snapshot, others)
        along = best_along(candidates, look)
        looks = 0, *(one.place + 1 for one in others)
        names = tuple(one.name for one in candidates)
        return BestScores(names, looks, along, best_ranges(along))

    assert snapshot.ranking is not None  # noqa: S101 - who calls it has looked
    return keep(snapshot.ranking, _key(snapshot), make)


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return whether it is known; nothing where it is not."""
    if snapshot.inputs.consequences.scale is None or not snapshot.comparison.others:
        return ()
    return (True,) if best_scores(snapshot) is not None else ()


def _next_part(snapshot: Snapshot) -> Part | None:
    if not others_of(snapshot) or no_best(snapshot) or best_scores(snapshot) is not None:
        return None
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None or ranking is None:
        return None
    both = ranking.table.n_positive and ranking.table.n_negative
    by_class = dataset.sampling is Sampling.CASE_CONTROL
    if not both or (by_class and snapshot.inputs.intervals.prevalence is None):
        return None
    return Part(phrase("drawing which score is best"), find)


def _key(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what it depends on, beside the ranking: no threshold."""
    dataset, intervals = snapshot.dataset, snapshot.inputs.intervals
    sampling = None if dataset is None else dataset.sampling
    others = tuple((one.name, one.place, one.ranking) for one in others_of(snapshot))
    prevalence = intervals.prevalence
    return "best", snapshot.inputs.consequences.scale, sampling, prevalence, others


def _candidates(snapshot: Snapshot, others: Sequence[Beside]) -> list[Candidate]:
    """Return the scores of the rows that have all of them; each acts on its own probability."""
    from evalgui.core.comparing import Candidate

    dataset, ranking, said = snapshot.dataset, snapshot.ranking, snapshot.inputs
    assert dataset is not None  # noqa: S101 - who calls it has looked
    assert ranking is not None  # noqa: S101 - likewise
    at_risks = AtRisks.of(said.consequences, share_of(said.intervals))
    own = snapshot.comparison.name or ranking.score.name
    scores = [(own, ranking.score), *((one.name, one.ranking.score) for one in others)]
    every = [
        Candidate.of(name, dataset, snapshot.positive, score, np.inf, at_risks)
        for name, score in scores
    ]
    complete = np.logical_and.reduce([one.has_score for one in every])
    return every if complete.all() else [one.of_rows(complete) for one in every]


BEST = Source(
    phrase("finding out which score is best"), _next_part, _key, phrase("Decision curve"), known
)
"""It, worked out in the background."""

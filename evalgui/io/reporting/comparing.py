"""The score under assessment compared with the other scores of its data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.consequences.settings import AtRisks
from evalgui.core.equal_rate import equal_of
from evalgui.core.errors import DataError
from evalgui.core.intervals.at_prevalence import share_of
from evalgui.core.own_thresholds import of_other_score
from evalgui.core.provenance_words import at_thresholds
from evalgui.core.snapshot import rank
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import listed, show_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.comparing import Pair
    from evalgui.core.own_thresholds import OtherScore
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.io.assessing import Drawing


def other_scores(
    snapshot: Snapshot, names: Sequence[str] | None = None, drawing: Drawing | None = None
) -> tuple[Pair, ...]:
    """Return the differences from other scores of the same rows, each at its own threshold.

    Parameters
    ----------
    snapshot
        With a score and a threshold.
    names
        The other scores; None for all.
    drawing
        How often the rows are drawn again for the areas; None where they are not.

    Returns
    -------
    tuple of Pair
        Empty where there are no others.

    Raises
    ------
    DataError
        If there is no such score, or none to compare, or nothing can be drawn.
    """
    from evalgui.core.comparing import (  # when it is asked for
        Candidate,
        areas_alike,
        compare_paired,
    )

    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    if dataset is None or ranking is None or point is None:
        message = phrase("there is no score of one class to compare")
        raise DataError(message, where="" if dataset is None else dataset.name)
    known = {
        score.name: place
        for place, score in enumerate(dataset.scores)
        if place != snapshot.inputs.score
    }
    for name in names or ():
        if name not in known:
            message = phrase("there is no other score '{name}'", name=show_hidden(name))
            hint = phrase("Leave out --compare")
            if known:
                hint = phrase("Name one of {names}", names=listed([*known]))
            raise DataError(message, where=dataset.name, hint=hint)
    positive, level = snapshot.positive, snapshot.inputs.intervals.level
    said = snapshot.inputs
    at_risks = AtRisks.of(said.consequences, share_of(said.intervals))
    name, score = ranking.score.name, ranking.score
    own = Candidate.of(name, dataset, positive, score, point.threshold, at_risks)
    pairs, every = [], [own]
    for name in known if names is None else names:
        other = rank(dataset, known[name], positive)
        there = _placed(snapshot, known[name], other)
        beside = Candidate.of(
            name, dataset, positive, other.score, there.stands_at(other), at_risks
        )
        made = (snapshot.provenance, there.inputs.provenance)
        pair = at_thresholds(compare_paired(own, beside, level, equal_of(made)), made)
        pairs.append(pair if drawing is None else drawing.on(pair, own, beside))
        every.append(beside)
    if len(every) > 2:
        pairs[0] = replace(pairs[0], alike=areas_alike(every, is_paired=True))
    return tuple(pairs)


def _placed(snapshot: Snapshot, score: int, ranking: Ranking) -> OtherScore:
    """Return another score, where its line stands."""
    dataset = snapshot.dataset

    def known(inputs: Inputs) -> Ranking | None:
        if inputs.score == score:
            return ranking
        if inputs.score == snapshot.inputs.score or dataset is None:
            return snapshot.ranking
        return rank(dataset, inputs.score, snapshot.positive)

    return of_other_score(snapshot, score, known, "")

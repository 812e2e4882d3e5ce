"""Each score of a data set has a threshold of its own, which waits while another one is shown.

Where thresholds are linked, the one that was moved last leads: the others have something in
common with it, and none of them follows a follower, so that going to and fro moves no line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.deciding import OwnThreshold, followed, stands_at
from evalgui.core.linked_thresholds import Link, link_of, linked_threshold, made_by_link
from evalgui.core.provenance import START
from evalgui.core.thresholds import is_same_threshold
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Inputs, Snapshot

_FOLLOWS = phrase("the rule is followed on each score")
_LOCKED = phrase("it is locked")


class OtherScore(NamedTuple):
    """Another score of the data, where its line stands.

    Parameters
    ----------
    inputs
        The choices for it.
    note
        Why its threshold is not linked as it was to be; "" where it is, and without a link.
    """

    inputs: Inputs
    note: str = ""

    def stands_at(self, ranking: Ranking) -> float:
        """Return its threshold, beside its values."""
        return _line_of(self.inputs, ranking)


class _Lead(NamedTuple):
    """The score whose threshold the linked ones take theirs from."""

    score: int | None
    ranking: Ranking
    threshold: float


def of_score(inputs: Inputs, score: int | None) -> Inputs:
    """Return the choices for another score of the same data, at its own threshold, if it has one.

    Parameters
    ----------
    inputs
        The choices for a score, whose threshold is kept where it was chosen.
    score
        The index of another one; None for the classes that the file calls.
    """
    fresh = replace(inputs, score=score, threshold=None, is_locked=False, development=None)
    if inputs.is_followed:  # of the other score, too
        return fresh
    own = (inputs.score, inputs.positive)
    others = [one for one in inputs.others if (one.score, one.positive) != own]
    if inputs.threshold is not None:
        made = OwnThreshold(
            *own, inputs.threshold, inputs.provenance, inputs.is_locked, inputs.development
        )
        others.append(made)
    fresh = replace(fresh, provenance=START, others=tuple(others))
    wanted = (score, inputs.positive)
    known = next((one for one in inputs.others if (one.score, one.positive) == wanted), None)
    if known is None:
        return fresh
    return replace(
        fresh,
        threshold=known.threshold,
        provenance=known.provenance,
        is_locked=known.is_locked,
        development=known.development,
    )


def of_other_score(
    snapshot: Snapshot, score: int | None, known: Callable[[Inputs], Ranking | None], when: str
) -> OtherScore:
    """Return the choices for another score, at the threshold that a link gives it, if any does.

    A locked threshold stays, and a rule that is followed goes before a link.

    Parameters
    ----------
    snapshot
        What is shown.
    score
        The index of another score; None for the classes that the file calls.
    known
        Finds the ranking of some choices; None where there is none yet.
    when
        As of `Provenance`.
    """
    inputs, link = snapshot.inputs, snapshot.choices.link
    fresh = of_score(inputs, score)
    ranking = known(fresh)
    if link is Link.NONE or ranking is None:
        return OtherScore(fresh)
    if inputs.is_followed or fresh.is_locked:
        return OtherScore(fresh, _FOLLOWS if inputs.is_followed else _LOCKED)
    lead = _lead(snapshot, known)
    if lead is None or lead.score == score:
        return OtherScore(fresh)
    return _at_link(fresh, ranking, lead, link, when)


def _at_link(fresh: Inputs, ranking: Ranking, lead: _Lead, link: Link, when: str) -> OtherScore:
    threshold, why_not = linked_threshold(link, lead.ranking, lead.threshold, ranking)
    if threshold is None:
        return OtherScore(fresh, why_not)
    source = "" if fresh.dataset is None else fresh.dataset.name
    made = made_by_link(link, lead.ranking.score.name, source, when)
    is_linked = replace(fresh.provenance, when=when) == made
    if is_linked and is_same_threshold(threshold, _line_of(fresh, ranking)):
        return OtherScore(fresh)  # since when it was so
    return OtherScore(replace(fresh, threshold=threshold, provenance=made, development=None))


def _line_of(inputs: Inputs, ranking: Ranking) -> float:
    choice = followed(inputs.provenance, ranking) if inputs.is_followed else None
    return stands_at(inputs.threshold, choice, ranking)


def _lead(snapshot: Snapshot, known: Callable[[Inputs], Ranking | None]) -> _Lead | None:
    """Return the score that leads: the one that is shown, unless it takes its threshold itself."""
    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    if dataset is None or ranking is None or point is None:
        return None
    by = link_of(snapshot.inputs.provenance)
    names = [score.name for score in dataset.scores]
    if by is not None and by.link is snapshot.choices.link and by.score in names:
        place = names.index(by.score)
        inputs = of_score(snapshot.inputs, place)
        of_lead = known(inputs)
        if of_lead is not None:
            return _Lead(place, of_lead, _line_of(inputs, of_lead))
    return _Lead(snapshot.inputs.score, ranking, point.threshold)

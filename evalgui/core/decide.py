"""What comes of what a user asks for: other decisions, made of those before and nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from evalgui.core import requests
from evalgui.core.consequences.settings import PROBABILITIES
from evalgui.core.deciding import locked_together, settled, stands_at
from evalgui.core.errors import EvalguiError
from evalgui.core.flipping import flips, other_point, placed
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.own_thresholds import of_other_score
from evalgui.core.pins import MOST_PINS, NO_PINS, Pins, Placed
from evalgui.core.provenance import START, Origin, chosen_by, prespecified, typed
from evalgui.core.requirements import Record
from evalgui.core.resampled import BANDED
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.rules.short_lists import costs_of, with_costs
from evalgui.core.selection import Between, Joined, OfClasses, Selection
from evalgui.core.threshold_moves import by_percentile, by_steps, end
from evalgui.core.thresholds import is_same_threshold
from evalgui.core.transfer import lock_of, with_lock
from evalgui.core.vocabulary import phrase
from evalgui.core.zone_goals import known_rule
from evalgui.core.zone_numbers import ends_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.choices import Choices
    from evalgui.core.deciding import Locked
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.provenance import Provenance
    from evalgui.core.ranking import Ranking
    from evalgui.core.requests import Request
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Inputs, Snapshot


class LockedError(EvalguiError):
    """The threshold is locked, and nothing moves it."""

    def __init__(self) -> None:
        super().__init__(phrase("the threshold is locked"), hint=phrase("Unlock it to move it"))


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """All that a user decided about a data set: a state, of which undo and files keep parts.

    Parameters
    ----------
    inputs
        What changes numbers.
    choices
        What is singled out, and how it is shown.
    """

    inputs: Inputs
    choices: Choices

    @classmethod
    def of(cls, snapshot: Snapshot) -> Decisions:
        """Return those that a snapshot was made of."""
        return cls(snapshot.inputs, snapshot.choices)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What is known of the data when something is decided.

    Parameters
    ----------
    snapshot
        What is shown; of a line that is dragged, what was when it was taken hold of.
    rankings
        Those of other scores and classes of the data, by both indices (see `Inputs`), as far as
        they are sorted: a threshold that is linked to another score is found in them.
    here
        Where the threshold stands, and how it came there; None where there is none. Not given.
    """

    snapshot: Snapshot
    rankings: Mapping[tuple[int | None, int | None], Ranking] = field(default_factory=dict)
    here: Placed | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "here", placed(self.snapshot))  # once for all frames of a drag

    def ranking_of(self, inputs: Inputs) -> Ranking | None:
        """Return the ranking of some inputs; None where it is not known."""
        return self.rankings.get((inputs.score, inputs.positive))


def decide(decisions: Decisions, request: Request, facts: Facts) -> Decisions:
    """Return what is decided after a request; nothing that is given is changed.

    Parameters
    ----------
    decisions
        Those before.
    request
        One of `evalgui.core.requests`.
    facts
        What is known of the data, under those decisions.

    Returns
    -------
    Decisions
        The very object that was given where nothing comes of the request, as where there is no
        score whose threshold could be moved.

    Raises
    ------
    LockedError
        If the request would move a locked threshold.
    EvalguiError
        If as many operating points are pinned as there can be.
    UnknownIdError
        If there is no rule of that id.
    TypeError
        If it is no request.
    """
    kind = type(request)
    if kind not in _OUTCOMES:
        raise TypeError(f"{kind.__name__} is no request with an outcome")
    return _OUTCOMES[kind](request, decisions, facts)


def refuses(snapshot: Snapshot) -> bool:
    """Return whether the line of a snapshot is locked, and so stays."""
    return snapshot.inputs.is_locked and snapshot.ranking is not None


def zone_of(snapshot: Snapshot) -> int:
    """Return how many steps the second line is more lenient than the threshold; 0 without one."""
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return 0
    return ranking.table.steps.row_at(second) - point.row


_BY_COST = "cost"  # the id of the rule whose costs are those of the measures
_OUTCOMES: dict[type[Request], Callable[[Any, Decisions, Facts], Decisions]] = {}

Outcome = TypeVar("Outcome", bound="Callable[[Any, Decisions, Facts], Decisions]")


def _comes_of(kind: type[Request]) -> Callable[[Outcome], Outcome]:
    """Say that a function decides what comes of a kind of request."""

    def note(outcome: Outcome) -> Outcome:
        _OUTCOMES[kind] = outcome
        return outcome

    return note


# ------------------------------------------------------------------------------- the threshold


@_comes_of(requests.DragThreshold)
def _(request: requests.DragThreshold, decisions: Decisions, facts: Facts) -> Decisions:
    """Move the line; on its way it may pass the second one, and keeps it."""
    point = facts.snapshot.point
    if point is None:
        return decisions
    if decisions.inputs.is_locked and is_same_threshold(request.threshold, point.threshold):
        return decisions
    return _line_at(decisions, facts, request.threshold, request.when)


@_comes_of(requests.SetThreshold)
def _(request: requests.SetThreshold, decisions: Decisions, facts: Facts) -> Decisions:
    """Move the line; where it then counts what the second one does there is no zone any more.

    Where nothing but the provenance is new, that is a decision, too.
    """
    made, is_followed = request.provenance, request.is_followed
    there = _line_at(decisions, facts, request.threshold, request.when, made, is_followed)
    return _without_empty_zone(there, facts)


@_comes_of(requests.MoveThreshold)
def _(request: requests.MoveThreshold, decisions: Decisions, facts: Facts) -> Decisions:
    return _moved(decisions, facts, request, lambda steps, at: by_steps(steps, at, request.n_steps))


@_comes_of(requests.MoveThresholdByPercentile)
def _(request: requests.MoveThresholdByPercentile, decisions: Decisions, facts: Facts) -> Decisions:
    n_percent = request.n_percent
    return _moved(decisions, facts, request, lambda steps, at: by_percentile(steps, at, n_percent))


@_comes_of(requests.GoToEnd)
def _(request: requests.GoToEnd, decisions: Decisions, facts: Facts) -> Decisions:
    return _moved(
        decisions, facts, request, lambda steps, _at: end(steps, highest=request.is_highest)
    )


@_comes_of(requests.ApplyRule)
def _(request: requests.ApplyRule, decisions: Decisions, facts: Facts) -> Decisions:
    ranking = facts.snapshot.ranking
    if ranking is None:
        return decisions
    inputs = decisions.inputs
    costs = costs_of(inputs.parameters) if request.rule == _BY_COST else {}
    given = rule_by_id(request.rule).at_prevalence(costs, inputs.intervals.prevalence)
    choice = ranking.choice(request.rule, given)
    return decide(decisions, requests.UseChoice(choice, when=request.when), facts)


@_comes_of(requests.UseChoice)
def _(request: requests.UseChoice, decisions: Decisions, facts: Facts) -> Decisions:
    dataset, ranking, choice = facts.snapshot.dataset, facts.snapshot.ranking, request.choice
    if dataset is None or ranking is None or choice.threshold is None:
        return decisions
    if request.is_followed:
        ranking.keep(choice)  # and so it is known when it is asked for
    made = chosen_by(choice, dataset.name, request.when)
    there = requests.SetThreshold(choice.threshold, made, request.is_followed, when=request.when)
    found = decide(decisions, there, facts)
    if choice.rule.id != _BY_COST:
        return found
    parameters = with_costs(found.inputs.parameters, dict(choice.parameters))
    if parameters == found.inputs.parameters:
        return found
    return Decisions(replace(found.inputs, parameters=parameters), found.choices)


@_comes_of(requests.Flip)
def _(request: requests.Flip, decisions: Decisions, facts: Facts) -> Decisions:
    other = other_point(facts.snapshot)
    if other is None:
        return decisions
    made, is_followed = other.provenance, other.is_followed
    there = requests.SetThreshold(other.threshold, made, is_followed, when=request.when)
    return decide(decisions, there, facts)


def _moved(
    decisions: Decisions,
    facts: Facts,
    request: requests.TimedRequest,
    to: Callable[[Steps, float], float],
) -> Decisions:
    """Return decisions with the line at another attainable threshold."""
    ranking, point = facts.snapshot.ranking, facts.snapshot.point
    if ranking is None or point is None or not ranking.table.n:
        return decisions
    there = requests.SetThreshold(to(ranking.table.steps, point.threshold), when=request.when)
    return decide(decisions, there, facts)


def _line_at(  # noqa: PLR0913, PLR0917 - all that is said of it
    decisions: Decisions,
    facts: Facts,
    threshold: float,
    when: str,
    made: Provenance | None = None,
    is_followed: bool = False,  # noqa: FBT001, FBT002 - as of `SetThreshold`
) -> Decisions:
    """Return decisions with the line elsewhere, and where it stood before among the choices."""
    snapshot = facts.snapshot
    dataset, point = decisions.inputs.dataset, snapshot.point
    if dataset is None or point is None or snapshot.ranking is None:
        return decisions
    if decisions.inputs.is_locked:
        raise LockedError
    is_moved = not is_same_threshold(threshold, point.threshold)
    if made is None and not is_moved:
        return decisions
    inputs = replace(
        decisions.inputs,
        threshold=threshold,
        provenance=made or typed(dataset.name, when),
        is_followed=is_followed,
        development=None,
    )
    choices = decisions.choices
    if is_moved and choices.last is not facts.here:  # as it is in each frame of a drag but one
        choices = replace(choices, last=facts.here)
    return Decisions(inputs, choices)


# ------------------------------------------------------------------- what is decided about it


@_comes_of(requests.SetFollowed)
def _(request: requests.SetFollowed, decisions: Decisions, facts: Facts) -> Decisions:
    made = facts.snapshot.provenance
    if made is None or request.is_followed == decisions.inputs.is_followed:
        return decisions
    if not request.is_followed:
        return _settled(decisions, facts, provenance=made, is_followed=False)
    made = settled(made, request.when)
    if made.rule not in RULES.ids:
        return decisions
    if decisions.inputs.is_locked:
        raise LockedError
    made = replace(made, kind=Origin.CHOSEN, when=request.when)
    return _settled(decisions, facts, provenance=made, is_followed=True, development=None)


@_comes_of(requests.SetLocked)
def _(request: requests.SetLocked, decisions: Decisions, facts: Facts) -> Decisions:
    """Lock the line, which follows no rule from then on, or unlock it.

    Each score of the data has a lock of its own; to lock this one ends others that wait for
    another class or direction, or for a score that the data do not have, and so does to unlock.
    """
    made, inputs = facts.snapshot.provenance, decisions.inputs
    ended = inputs.waits_here
    if not request.is_locked and not inputs.is_locked and ended:
        return Decisions(_without_waiting(inputs, ended), decisions.choices)
    if made is None or request.is_locked == inputs.is_locked:
        return decisions
    if not request.is_locked:
        return _settled(decisions, facts, is_locked=False)
    decided = {"provenance": settled(made, request.when), "is_followed": False, "is_locked": True}
    return _settled(decisions, facts, **decided, waiting=_without(inputs.waiting, ended))


@_comes_of(requests.Prespecify)
def _(request: requests.Prespecify, decisions: Decisions, facts: Facts) -> Decisions:
    made = facts.snapshot.provenance
    if made is None or made.kind is Origin.PRESPECIFIED:
        return decisions
    return _settled(decisions, facts, provenance=prespecified(request.when), is_followed=False)


def _settled(decisions: Decisions, facts: Facts, **decided: Any) -> Decisions:  # noqa: ANN401 - fields of `Inputs`
    """Return decisions with something decided about the threshold as it now is."""
    point = facts.snapshot.point
    if point is None:
        return decisions
    inputs = replace(decisions.inputs, threshold=point.threshold, **decided)
    return Decisions(inputs, decisions.choices)


def _without_waiting(inputs: Inputs, ended: tuple[Locked, ...]) -> Inputs:
    """Return inputs without some locks that wait, those kept with other thresholds, too."""
    names = [] if inputs.dataset is None else [one.name for one in inputs.dataset.scores]
    places = {names.index(one.score) for one in ended if one.score in names}
    others = tuple(
        replace(one, is_locked=one.is_locked and one.score not in places) for one in inputs.others
    )
    return replace(inputs, waiting=_without(inputs.waiting, ended), others=others)


def _without(waiting: Locked | None, ended: tuple[Locked, ...]) -> Locked | None:
    """Return the locks that wait still."""
    each = () if waiting is None else waiting.each
    return locked_together(one for one in each if one not in ended)


# ------------------------------------------------------------------------------- the grey zone


@_comes_of(requests.DragSecond)
def _(request: requests.DragSecond, decisions: Decisions, facts: Facts) -> Decisions:
    if facts.snapshot.ranking is None:
        return decisions
    return _single_out(decisions, second=request.threshold)


@_comes_of(requests.SetSecond)
def _(request: requests.SetSecond, decisions: Decisions, facts: Facts) -> Decisions:
    if facts.snapshot.ranking is None and request.threshold is not None:
        return decisions
    found = _single_out(decisions, second=request.threshold)
    found = _without_empty_zone(found, facts)
    return decisions if found.choices == decisions.choices else found


@_comes_of(requests.SetGreyZone)
def _(request: requests.SetGreyZone, decisions: Decisions, facts: Facts) -> Decisions:
    ranking, point = facts.snapshot.ranking, facts.snapshot.point
    if ranking is None or point is None:
        return decisions
    steps, ends = ranking.table.steps, (request.low, request.high)
    near, far = sorted(ends, key=lambda one: abs(steps.row_at(one) - point.row))
    if steps.row_at(near) != point.row:
        decisions = _line_at(decisions, facts, near, request.when)
    return _without_empty_zone(_single_out(decisions, second=far), facts)


@_comes_of(requests.GoInZone)
def _(request: requests.GoInZone, decisions: Decisions, facts: Facts) -> Decisions:
    """Move the line of the answer while both are where they were when it was asked for."""
    ranking, ends = facts.snapshot.ranking, ends_of(facts.snapshot)
    if ranking is None or ends is None or ends != request.answer.ends:
        return decisions
    threshold, when = ranking.table.steps.threshold(request.row), request.when
    if ends.moves_second(request.answer.goal.number):
        return decide(decisions, requests.SetSecond(threshold), facts)
    known = known_rule(request.answer, request.row, ranking)
    if known is not None:
        return decide(decisions, requests.UseChoice(known, when=when), facts)
    return decide(decisions, requests.SetThreshold(threshold, when=when), facts)


def _without_empty_zone(decisions: Decisions, facts: Facts) -> Decisions:
    """Return decisions without a second line that counts what the threshold does."""
    second, ranking, point = decisions.choices.second, facts.snapshot.ranking, facts.snapshot.point
    if second is None or ranking is None or point is None:
        return decisions
    steps, inputs, row = ranking.table.steps, decisions.inputs, point.row
    if inputs is not facts.snapshot.inputs:  # the threshold is another one than on show
        row = steps.row_at(stands_at(inputs.threshold, None, ranking))
    return _single_out(decisions, second=None) if steps.row_at(second) == row else decisions


# ------------------------------------------------------------------------------ what is assessed


@_comes_of(requests.SelectScore)
def _(request: requests.SelectScore, decisions: Decisions, facts: Facts) -> Decisions:
    """Assess another score at the threshold that it had, if any, or that a link gives it."""
    dataset, score = decisions.inputs.dataset, request.score
    if dataset is None or score == decisions.inputs.score:
        return decisions
    if not dataset.called_by if score is None else not 0 <= score < len(dataset.scores):
        return decisions
    snapshot = facts.snapshot
    found = of_other_score(snapshot, score, facts.ranking_of, request.when).inputs
    return Decisions(with_lock(found, lock_of(snapshot)), decisions.choices)


@_comes_of(requests.SelectPositive)
def _(request: requests.SelectPositive, decisions: Decisions, facts: Facts) -> Decisions:
    """Assess another class: its scores have a threshold of their own; a rule is followed still."""
    inputs, snapshot = decisions.inputs, facts.snapshot
    if inputs.dataset is None or request.positive == snapshot.positive:
        return decisions
    made = inputs.provenance if inputs.is_followed else START
    fresh = replace(
        inputs,
        positive=request.positive,
        threshold=None,
        provenance=made,
        is_locked=False,
        development=None,
    )
    return Decisions(with_lock(fresh, lock_of(snapshot)), decisions.choices)


# ----------------------------------------------------------------------------------- how


@_comes_of(requests.SetParameters)
def _(request: requests.SetParameters, decisions: Decisions, facts: Facts) -> Decisions:
    """Take other numbers; a rule of costs that is followed at those of before goes with them."""
    inputs, point = decisions.inputs, facts.snapshot.point
    if inputs.dataset is None or request.parameters == inputs.parameters:
        return decisions
    made, (old, new) = inputs.provenance, map(costs_of, (inputs.parameters, request.parameters))
    known = dict(made.parameters)
    is_at_them = made.rule == _BY_COST and known == known | old
    if inputs.is_followed and is_at_them and old != new and point is not None:
        made = replace(made, parameters=tuple((known | new).items()))
        inputs = replace(inputs, provenance=made, threshold=point.threshold)
    return Decisions(replace(inputs, parameters=request.parameters), decisions.choices)


@_comes_of(requests.SetMulticlass)
def _(request: requests.SetMulticlass, decisions: Decisions, _facts: Facts) -> Decisions:
    inputs = decisions.inputs
    if inputs.dataset is None or request.settings == inputs.multiclass:
        return decisions
    return Decisions(replace(inputs, multiclass=request.settings), decisions.choices)


@_comes_of(requests.SetIntervals)
def _(request: requests.SetIntervals, decisions: Decisions, facts: Facts) -> Decisions:
    """Make other intervals; a rule followed at the prevalence asked about goes to the new one."""
    inputs = decisions.inputs
    if request.settings == inputs.intervals:
        return decisions
    inputs = _at_prevalence(inputs, request.settings, facts)
    return Decisions(replace(inputs, intervals=request.settings), decisions.choices)


@_comes_of(requests.SetPrevalence)
def _(request: requests.SetPrevalence, decisions: Decisions, facts: Facts) -> Decisions:
    settings = decisions.inputs.intervals
    settings = replace(settings, prevalence=request.prevalence, prevalence_of=request.of)
    return decide(decisions, requests.SetIntervals(settings), facts)


@_comes_of(requests.DragNumber)
def _(request: requests.DragNumber, decisions: Decisions, facts: Facts) -> Decisions:
    return decide(decisions, request.request, facts)


@_comes_of(requests.SetConsequences)
def _(request: requests.SetConsequences, decisions: Decisions, _facts: Facts) -> Decisions:
    """Say what is asked about: of scores that become probabilities the threshold is the risk."""
    inputs, said = decisions.inputs, request.consequences
    before = inputs.consequences
    becomes_risk = said.scale is not before.scale and said.scale in PROBABILITIES
    if becomes_risk and said.risks == before.risks:
        said = replace(said, risks=())
    if inputs.dataset is None or said == before:
        return decisions
    return Decisions(replace(inputs, consequences=said), decisions.choices)


@_comes_of(requests.SetCriterion)
def _(request: requests.SetCriterion, decisions: Decisions, _facts: Facts) -> Decisions:
    said, record = decisions.inputs.consequences, Record(request.when, request.offset, request.data)
    found = said.with_requirement(request.requirement, request.instead_of, record)
    if found is said:
        return decisions
    return Decisions(replace(decisions.inputs, consequences=found), decisions.choices)


def _at_prevalence(inputs: Inputs, settings: IntervalSettings, facts: Facts) -> Inputs:
    """Return inputs whose rule, if it is followed at the prevalence in force, has the new one.

    A rule with a prevalence of its own keeps it; None is that of the data.
    """
    made, point = inputs.provenance, facts.snapshot.point
    old, new = inputs.intervals.prevalence, settings.prevalence
    rule = RULES.ids.get(made.rule or "")
    is_at_it = rule is not None and rule.takes_prevalence
    is_at_it &= dict(made.parameters).get("prevalence") == old
    if not inputs.is_followed or not is_at_it or new == old or point is None:
        return inputs
    parameters = dict(made.parameters) | {"prevalence": new}
    made = replace(made, parameters=tuple(parameters.items()))
    return replace(inputs, provenance=made, threshold=point.threshold)


# ------------------------------------------------------------------------------- pins and notes


@_comes_of(requests.Pin)
def _(request: requests.Pin, decisions: Decisions, facts: Facts) -> Decisions:
    """Pin an operating point; where it is pinned, it is compared, and stays as it came."""
    snapshot, pins = facts.snapshot, decisions.choices.pins
    point = _to_pin(request.threshold, request.when, snapshot)
    if point is None:
        return decisions
    there = snapshot.pin_at(point.threshold)
    if there is not None:
        return _pinned(decisions, pins.comparing(there))
    if pins.are_full:
        message = phrase(
            "{most_pins} operating points are pinned, and there can be no more", most_pins=MOST_PINS
        )
        hint = phrase("Unpin one of them, or all by Compare > Clear Pins")
        raise EvalguiError(message, hint=hint)
    return _pinned(decisions, pins.with_point(point))


@_comes_of(requests.Unpin)
def _(request: requests.Unpin, decisions: Decisions, _facts: Facts) -> Decisions:
    return _pinned(decisions, decisions.choices.pins.without(request.place))


@_comes_of(requests.TogglePin)
def _(request: requests.TogglePin, decisions: Decisions, facts: Facts) -> Decisions:
    snapshot, threshold = facts.snapshot, request.threshold
    there = snapshot.pin_here if threshold is None else snapshot.pin_at(threshold)
    if there is not None:
        return decide(decisions, requests.Unpin(there), facts)
    return decide(decisions, requests.Pin(threshold, when=request.when), facts)


@_comes_of(requests.ComparePin)
def _(request: requests.ComparePin, decisions: Decisions, _facts: Facts) -> Decisions:
    return _pinned(decisions, decisions.choices.pins.comparing(request.place))


@_comes_of(requests.ClearPins)
def _(_request: requests.ClearPins, decisions: Decisions, _facts: Facts) -> Decisions:
    return _pinned(decisions, NO_PINS)


def _to_pin(threshold: float | None, when: str, snapshot: Snapshot) -> Placed | None:
    """Return the operating point of a threshold, and how the line came there where it is there."""
    dataset, point = snapshot.dataset, snapshot.point
    if dataset is None or point is None:
        return None
    if threshold is None or is_same_threshold(threshold, point.threshold):
        return placed(snapshot)
    return None if snapshot.ranking is None else Placed(threshold, typed(dataset.name, when))


def _pinned(decisions: Decisions, pins: Pins) -> Decisions:
    return decisions if decisions.inputs.dataset is None else _single_out(decisions, pins=pins)


@_comes_of(requests.NoteData)
def _(request: requests.NoteData, decisions: Decisions, _facts: Facts) -> Decisions:
    if decisions.inputs.dataset is None:
        return decisions
    return _single_out(decisions, notes=decisions.choices.notes.with_data(request.text))


@_comes_of(requests.NotePoint)
def _(request: requests.NotePoint, decisions: Decisions, facts: Facts) -> Decisions:
    here = note_at(facts.snapshot, facts.snapshot.point)
    if here is None:
        return decisions
    notes = decisions.choices.notes.with_point(replace(here, text=request.text))
    return _single_out(decisions, notes=notes)


# --------------------------------------------------------------- singled out, and how it is shown


@_comes_of(requests.ChooseClasses)
def _(request: requests.ChooseClasses, decisions: Decisions, _facts: Facts) -> Decisions:
    if decisions.inputs.dataset is None:
        return decisions
    return _single_out(decisions, classes=request.classes)


@_comes_of(requests.SelectRows)
def _(request: requests.SelectRows, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, selection=request.selection)


@_comes_of(requests.SelectCells)
def _(request: requests.SelectCells, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, selection=decisions.choices.selection.with_cells(request.cells))


@_comes_of(requests.SelectFlips)
def _(_request: requests.SelectFlips, decisions: Decisions, facts: Facts) -> Decisions:
    found = flips(facts.snapshot)
    if found is None:
        return decisions
    return _single_out(decisions, selection=Selection.of(Between(found.threshold, found.other)))


@_comes_of(requests.SelectZone)
def _(request: requests.SelectZone, decisions: Decisions, facts: Facts) -> Decisions:
    snapshot, second = facts.snapshot, decisions.choices.second
    point, ranking, positive = snapshot.point, snapshot.ranking, snapshot.positive
    if second is None or point is None or ranking is None or positive is None:
        return decisions
    strict, lenient = sorted((point.threshold, second), key=ranking.table.steps.row_at)
    calls_all = -math.inf if ranking.score.higher_is_positive else math.inf
    ends = ((math.nan, strict), (strict, lenient), (lenient, calls_all))[request.zone]
    how = Joined.WITHOUT if request.actual else Joined.AND
    rows = Selection.of(Between(*ends)).joined(OfClasses((positive,)), how)
    return _single_out(decisions, selection=rows)


@_comes_of(requests.PickRows)
def _(request: requests.PickRows, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, picked=request.rows)


@_comes_of(requests.SetVocabulary)
def _(request: requests.SetVocabulary, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, vocabulary=request.vocabulary)


@_comes_of(requests.ShowBars)
def _(request: requests.ShowBars, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, has_bars=request.are_shown)


@_comes_of(requests.ShowMarks)
def _(request: requests.ShowMarks, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, has_marks=request.are_shown)


@_comes_of(requests.ShowCostLine)
def _(request: requests.ShowCostLine, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, has_cost_line=request.is_shown)


@_comes_of(requests.HideAnswers)
def _(request: requests.HideAnswers, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, hides_answers=request.are_hidden)


@_comes_of(requests.SetAxes)
def _(request: requests.SetAxes, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, axes=request.axes)


@_comes_of(requests.SetComparing)
def _(request: requests.SetComparing, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, compares=request.compares)


@_comes_of(requests.ToggleBands)
def _(request: requests.ToggleBands, decisions: Decisions, facts: Facts) -> Decisions:
    asked, drawn = decisions.choices.bands, facts.snapshot.resampled
    if facts.snapshot.ranking is None:
        return decisions
    if request.curve is not None:
        return _single_out(decisions, bands=asked ^ {request.curve})
    shows_all = bool(asked & BANDED) if drawn is None else asked >= drawn.curves
    return _single_out(decisions, bands=frozenset() if shows_all else asked | BANDED)


@_comes_of(requests.LinkThresholds)
def _(request: requests.LinkThresholds, decisions: Decisions, _facts: Facts) -> Decisions:
    return _single_out(decisions, link=request.link)


def _single_out(decisions: Decisions, **chosen: Any) -> Decisions:  # noqa: ANN401 - fields of `Choices`
    """Return decisions with other choices; the same object where they are no others."""
    choices = replace(decisions.choices, **chosen)
    return decisions if choices == decisions.choices else Decisions(decisions.inputs, choices)

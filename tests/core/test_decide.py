"""What comes of a request: other decisions, and nothing else."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core import requests
from evalgui.core.choices import Axes, Choices
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.dataset import Dataset, Score
from evalgui.core.decide import Decisions, Facts, LockedError, decide, zone_of
from evalgui.core.deciding import Development, OwnThreshold
from evalgui.core.errors import EvalguiError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MulticlassSettings
from evalgui.core.pins import MOST_PINS
from evalgui.core.provenance import START, TYPED, Origin, Provenance
from evalgui.core.redraw import resample
from evalgui.core.registry import UnknownIdError
from evalgui.core.requests import Request
from evalgui.core.requirements import requirement
from evalgui.core.resampled import BANDED
from evalgui.core.selection import NO_SELECTION, Between, Selection
from evalgui.core.singled_out import singled_out, still_meant
from evalgui.core.snapshot import EMPTY, Inputs, rank, resolve
from evalgui.core.transfer import lock_of
from evalgui.core.vocabulary import Vocabulary
from evalgui.core.zone_goals import ZoneGoal, answer_in_zone
from evalgui.core.zone_numbers import ZoneNumber, ZonePart, ends_of

THEN = "2026-01-02T03:04:05+00:00"
BASES = {Request, requests.TimedRequest, requests.MovesLine, requests.HistoryRequest}
OF_HISTORY = set(requests.HistoryRequest.__subclasses__())  # with no decisions of their own
NOT_TWICE = (  # which go on each time
    requests.MoveThreshold,
    requests.MoveThresholdByPercentile,
    requests.Flip,
    requests.TogglePin,
    requests.ToggleBands,
    requests.Unpin,
    requests.SetGreyZone,  # whose ends are told apart by where the line stands
)


def fixed(values):
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def dataset(n_classes=2):
    truth = np.array([0, 1, 0, 1, 1, 0, 1, 0]) if n_classes == 2 else np.arange(9) % 3
    truth.setflags(write=False)
    n = len(truth)
    scores = (
        Score("a", fixed([1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 7.0][:n])),
        Score("b", fixed([7.0, 5.0, 5.0, 4.0, 3.0, 1.0, 0.0, 9.0, 2.0][:n])),
    )
    names = ("well", "ill", "worse")[:n_classes]
    return Dataset("d", names, truth, 1 if n_classes == 2 else 0, scores)


def shown(decisions, old=EMPTY):
    """Return what comes of decisions, as the window shows it."""
    snapshot = resolve(decisions.inputs, old)
    choices = still_meant(replace(old, choices=decisions.choices), snapshot)
    return singled_out(snapshot, choices, old)


def opened(n_classes=2, **chosen):
    positive = None if n_classes == 2 else 0
    return shown(Decisions(Inputs(dataset(n_classes), positive=positive, **chosen), Choices()))


def after(snapshot, *each):
    """Return what is shown after some requests."""
    for request in each:
        before = Decisions.of(snapshot)
        found = decide(before, request, Facts(snapshot))
        snapshot = snapshot if found is before else shown(found, snapshot)
    return snapshot


def parts_of(decisions):
    """Return all that was decided, to be compared."""
    inputs = {part.name: getattr(decisions.inputs, part.name) for part in fields(Inputs)}
    return inputs | {"dataset": id(decisions.inputs.dataset)}, decisions.choices


def zone_answer():
    snapshot = after(opened(), requests.SetThreshold(4.0), requests.SetSecond(2.0))
    ends = ends_of(snapshot)
    goal = ZoneGoal(ZoneNumber(ZonePart.CELL, 2, 0), 1)
    return answer_in_zone(goal, snapshot.ranking.table.steps, ends)


THRESHOLDS = st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 9.0, math.nan, -math.inf])
FLAGS = st.booleans()
PLACES = st.integers(-1, 3)
DRAWN = {
    requests.DragThreshold: st.builds(requests.DragThreshold, THRESHOLDS, when=st.just(THEN)),
    requests.SetThreshold: st.builds(requests.SetThreshold, THRESHOLDS, when=st.just(THEN)),
    requests.MoveThreshold: st.builds(
        requests.MoveThreshold, st.integers(-3, 3), when=st.just(THEN)
    ),
    requests.MoveThresholdByPercentile: st.builds(
        requests.MoveThresholdByPercentile, st.integers(-50, 50), when=st.just(THEN)
    ),
    requests.GoToEnd: st.builds(requests.GoToEnd, FLAGS, when=st.just(THEN)),
    requests.ApplyRule: st.builds(
        requests.ApplyRule, st.sampled_from(["youden", "eer"]), when=st.just(THEN)
    ),
    requests.UseChoice: st.builds(
        requests.UseChoice,
        st.sampled_from(["youden", "eer"]).map(lambda one: rank(dataset(), 0).choice(one)),
        FLAGS,
        when=st.just(THEN),
    ),
    requests.Flip: st.builds(requests.Flip, when=st.just(THEN)),
    requests.SetFollowed: st.builds(requests.SetFollowed, FLAGS, when=st.just(THEN)),
    requests.SetLocked: st.builds(requests.SetLocked, FLAGS, when=st.just(THEN)),
    requests.Prespecify: st.builds(requests.Prespecify, when=st.just(THEN)),
    requests.DragSecond: st.builds(requests.DragSecond, THRESHOLDS),
    requests.SetSecond: st.builds(requests.SetSecond, THRESHOLDS | st.none()),
    requests.SetGreyZone: st.builds(
        requests.SetGreyZone, THRESHOLDS, THRESHOLDS, when=st.just(THEN)
    ),
    requests.GoInZone: st.builds(
        requests.GoInZone, st.builds(zone_answer), st.integers(0, 5), when=st.just(THEN)
    ),
    requests.SelectScore: st.builds(requests.SelectScore, PLACES | st.none(), when=st.just(THEN)),
    requests.SelectPositive: st.builds(requests.SelectPositive, st.integers(0, 1)),
    requests.SetParameters: st.builds(
        requests.SetParameters, st.builds(Parameters, cost_fn=st.sampled_from([1.0, 5.0]))
    ),
    requests.SetMulticlass: st.builds(
        requests.SetMulticlass, st.builds(MulticlassSettings, top_k=st.integers(1, 3))
    ),
    requests.SetIntervals: st.builds(
        requests.SetIntervals, st.builds(IntervalSettings, st.sampled_from([0.9, 0.95]))
    ),
    requests.SetConsequences: st.builds(
        requests.SetConsequences,
        st.builds(Consequences, st.none() | st.sampled_from(Scale), st.sampled_from([(), (0.1,)])),
    ),
    requests.SetCriterion: st.builds(
        requests.SetCriterion,
        requirement=st.none() | st.sampled_from(["TPR>=0.9", "0.8<=slope<=1.2"]).map(requirement),
        instead_of=st.none() | st.just(requirement("TPR>=0.9")),
        data=st.sampled_from(["", "0" * 64]),
        when=st.just(THEN),
        offset=st.just("+01:00"),
    ),
    requests.SetPrevalence: st.builds(
        requests.SetPrevalence, st.none() | st.sampled_from([0.01, 0.5])
    ),
    requests.DragNumber: st.builds(
        requests.DragNumber, st.builds(requests.SetPrevalence, st.sampled_from([0.01, 0.5]))
    ),
    requests.Pin: st.builds(requests.Pin, THRESHOLDS | st.none(), when=st.just(THEN)),
    requests.Unpin: st.builds(requests.Unpin, st.integers(0, 2)),
    requests.TogglePin: st.builds(requests.TogglePin, THRESHOLDS | st.none(), when=st.just(THEN)),
    requests.ComparePin: st.builds(requests.ComparePin, PLACES),
    requests.ClearPins: st.builds(requests.ClearPins),
    requests.NoteData: st.builds(requests.NoteData, st.sampled_from(["", "seen"])),
    requests.NotePoint: st.builds(requests.NotePoint, st.sampled_from(["", "agreed"])),
    requests.ChooseClasses: st.builds(requests.ChooseClasses, st.sampled_from([(), (0,), (1, 0)])),
    requests.SelectRows: st.builds(
        requests.SelectRows, st.sampled_from([NO_SELECTION, Selection.of(Between(4.0, 1.0))])
    ),
    requests.SelectCells: st.builds(requests.SelectCells, st.sampled_from([(), ((0, 1),)])),
    requests.SelectFlips: st.builds(requests.SelectFlips),
    requests.SelectZone: st.builds(requests.SelectZone, st.integers(0, 2), st.integers(0, 1)),
    requests.PickRows: st.builds(requests.PickRows, st.sampled_from([(), (1, 4)])),
    requests.SetVocabulary: st.builds(requests.SetVocabulary, st.sampled_from(Vocabulary)),
    requests.ShowBars: st.builds(requests.ShowBars, FLAGS),
    requests.ShowMarks: st.builds(requests.ShowMarks, FLAGS),
    requests.ShowCostLine: st.builds(requests.ShowCostLine, FLAGS),
    requests.HideAnswers: st.builds(requests.HideAnswers, FLAGS),
    requests.SetAxes: st.builds(requests.SetAxes, st.builds(Axes, log_counts=FLAGS)),
    requests.SetComparing: st.builds(requests.SetComparing, FLAGS),
    requests.ToggleBands: st.builds(requests.ToggleBands, st.sampled_from([None, "roc", "det"])),
    requests.LinkThresholds: st.builds(requests.LinkThresholds, st.sampled_from(Link)),
}
ANY = st.one_of(*DRAWN.values())


def attempted(snapshot, request):
    """Return what is shown after a request; the same where it is refused."""
    try:
        return after(snapshot, request)
    except EvalguiError:
        return snapshot


def test_that_each_request_is_drawn_here():
    kinds = {one for one in vars(requests).values() if isinstance(one, type)}
    known = {one for one in kinds if issubclass(one, Request)} - BASES - OF_HISTORY
    assert set(DRAWN) == known - {requests.NameSpecies}  # of which the file is read anew


@given(st.lists(ANY, max_size=5), ANY)
def test_that_nothing_that_is_given_is_changed(each, request):
    snapshot = opened()
    for one in each:
        snapshot = attempted(snapshot, one)
    decisions = Decisions.of(snapshot)
    before, request_before = parts_of(decisions), repr(request)
    try:
        found = decide(decisions, request, Facts(snapshot))
    except EvalguiError:
        found = decisions
    assert parts_of(decisions) == before == parts_of(Decisions.of(snapshot))
    assert repr(request) == request_before
    again = decisions
    if found is not decisions:  # and it depends on nothing else
        again = decide(decisions, request, Facts(snapshot))
    assert repr(parts_of(again)) == repr(parts_of(found))


@given(st.lists(ANY, max_size=5), ANY)
def test_that_what_is_asked_for_twice_is_as_what_is_asked_for_once(each, request):
    if isinstance(request, NOT_TWICE):
        return
    snapshot = opened()
    for one in each:
        snapshot = attempted(snapshot, one)
    once = attempted(snapshot, request)
    twice = attempted(once, request)
    chosen, again = parts_of(Decisions.of(once)), parts_of(Decisions.of(twice))
    assert repr(again[0]) == repr(chosen[0])
    assert repr(again[1]) == repr(chosen[1])


@given(st.lists(ANY, max_size=5), ANY)
def test_that_nothing_moves_a_locked_line(each, request):
    snapshot = opened()
    for one in each:
        snapshot = attempted(snapshot, one)
    locked = attempted(snapshot, requests.SetLocked(is_locked=True, when=THEN))
    assert locked.inputs.is_locked
    found = attempted(locked, request)
    asks_for_another = isinstance(
        request, requests.SelectScore | requests.SelectPositive | requests.SetLocked
    )
    if not asks_for_another:
        assert found.inputs.is_locked
        assert found.point.row == locked.point.row
        assert found.provenance == locked.provenance or isinstance(request, requests.Prespecify)


@given(st.lists(ANY, max_size=6))
def test_that_what_was_kept_of_a_step_brings_all_decisions_back(each):
    snapshot, kept = opened(), []
    for request in each:
        found = attempted(snapshot, request)
        kept += [Decisions.of(snapshot)] if found is not snapshot else []
        snapshot = found
    for before in reversed(kept):
        snapshot = shown(before, snapshot)
        assert repr(parts_of(Decisions.of(snapshot))[0]) == repr(parts_of(before)[0])


@given(ANY)
def test_that_without_data_only_what_holds_for_all_data_is_decided(request):
    before = Decisions.of(EMPTY)
    found = decide(before, request, Facts(EMPTY))
    of_all = requests.SetIntervals | requests.SetPrevalence | requests.SetCriterion
    of_all |= requests.DragNumber
    holds = isinstance(request, of_all) or not request.is_step
    assert found is before or holds
    assert found.inputs.dataset is None


def test_that_what_is_no_request_is_an_error():
    snapshot = opened()
    with pytest.raises(TypeError, match="Request is no request with an outcome"):
        decide(Decisions.of(snapshot), Request(), Facts(snapshot))


# ------------------------------------------------------------------------------- one set of costs


def cost_of(snapshot):
    """Return what a miss costs, as the rule in force and as the measures have it."""
    return dict(snapshot.inputs.provenance.parameters).get("cost-fn"), (
        snapshot.inputs.parameters.cost_fn
    )


def test_that_the_rule_of_costs_has_those_of_the_measures():
    dear = after(opened(), requests.SetParameters(Parameters(cost_fn=9.0)))
    here = after(dear, requests.ApplyRule("cost", when=THEN))
    assert cost_of(here) == (9.0, 9.0)
    other = here.ranking.choice("cost", {"cost-fn": 4.0, "cost-fp": 2.0})
    there = after(here, requests.UseChoice(other, when=THEN))
    assert cost_of(there) == (4.0, 4.0)
    assert there.inputs.parameters.cost_fp == 2.0


def test_that_a_rule_of_costs_that_is_followed_goes_with_them():
    choice = opened().ranking.choice("cost", {"cost-fn": 1.0})
    followed = after(opened(), requests.UseChoice(choice, is_followed=True, when=THEN))
    for request, cost in (
        (requests.SetParameters(Parameters(cost_fn=30.0)), 30.0),
        (requests.SetParameters(Parameters(cost_fn=30.0, beta=2.0)), 30.0),
    ):
        followed = after(followed, request)
        assert cost_of(followed) == (cost, cost)
        assert followed.inputs.is_followed
        best = followed.ranking.choice("cost", {"cost-fn": cost})
        assert followed.point.row == best.row
    left = after(
        followed,
        requests.SetFollowed(is_followed=False),
        requests.SetParameters(Parameters(cost_fn=2.0)),
    )
    assert cost_of(left) == (30.0, 2.0)


# ------------------------------------------------------------------------------- the threshold


def test_that_a_typed_threshold_says_when_and_on_what():
    before = opened(is_followed=True, provenance=Provenance(Origin.CHOSEN, "youden"))
    here = after(before, requests.SetThreshold(4.0, when=THEN))
    assert here.point.threshold == 4.0
    assert here.provenance == Provenance(Origin.CHOSEN, TYPED, (), "d", THEN)
    assert not here.inputs.is_followed
    assert here.choices.last.threshold == before.point.threshold
    assert here.choices.last.is_followed


def test_that_the_threshold_on_show_is_nothing_new_unless_it_comes_from_elsewhere():
    before = after(opened(), requests.SetThreshold(4.0, when=THEN))
    decisions = Decisions.of(before)
    assert decide(decisions, requests.SetThreshold(4.0), Facts(before)) is decisions
    made = Provenance(Origin.CHOSEN, "eer", (), "d", THEN)
    found = after(before, requests.SetThreshold(4.0, made, is_followed=True))
    assert found.inputs.provenance == made
    assert found.inputs.is_followed
    assert found.choices.last == before.choices.last


def test_that_a_line_dragged_from_where_it_was_taken_hold_of_leaves_that_place():
    start = after(opened(), requests.SetThreshold(4.0, when=THEN), requests.SetSecond(2.0))
    on_its_way = after(start, requests.DragThreshold(2.0, when=THEN))
    assert on_its_way.choices.second == 2.0  # which it passes
    facts, dragged = Facts(start), Decisions.of(on_its_way)
    found = decide(dragged, requests.DragThreshold(1.0, when=THEN), facts)
    assert found.choices.last.threshold == 4.0
    put = decide(dragged, requests.SetThreshold(2.0, when=THEN), facts)
    assert put.choices.second is None


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (requests.MoveThreshold(1), 5.0),
        (requests.MoveThreshold(-2), 2.0),
        (requests.GoToEnd(is_highest=False), 0.0),
        (requests.MoveThresholdByPercentile(13), 5.0),
    ],
)
def test_that_moves_go_to_attainable_thresholds(request_, expected):
    assert after(opened(threshold=4.0), request_).point.threshold == expected


def test_that_a_rule_is_applied_at_the_prevalence_asked_about():
    here = after(opened(), requests.SetPrevalence(0.01), requests.ApplyRule("cost", when=THEN))
    assert dict(here.provenance.parameters)["prevalence"] == 0.01
    assert here.provenance.when == THEN
    with pytest.raises(UnknownIdError):
        after(opened(), requests.ApplyRule("no such rule"))


def test_that_a_rule_followed_at_the_prevalence_asked_about_goes_with_it():
    rule = requests.ApplyRule("cost", when=THEN)
    here = after(opened(), rule, requests.SetFollowed(is_followed=True, when=THEN))
    there = after(here, requests.SetPrevalence(0.2))
    assert dict(there.inputs.provenance.parameters)["prevalence"] == 0.2
    left = after(here, requests.SetFollowed(is_followed=False), requests.SetPrevalence(0.2))
    assert dict(left.inputs.provenance.parameters)["prevalence"] is None


def test_that_a_flip_goes_there_and_back():
    start = after(opened(threshold=4.0), requests.SetThreshold(2.0))
    there = after(start, requests.Flip())
    assert there.point.threshold == 4.0
    assert after(there, requests.Flip()).point.threshold == 2.0
    never_moved = opened(threshold=4.0)
    assert after(never_moved, requests.Flip()) is never_moved


def test_that_a_start_is_chosen_by_its_rule_once_it_is_locked():
    here = after(opened(), requests.SetLocked(is_locked=True, when=THEN))
    assert (here.provenance.kind, here.provenance.rule) == (Origin.CHOSEN, "youden")
    assert here.provenance.when == THEN
    for request in (requests.SetThreshold(4.0), requests.DragThreshold(4.0), requests.Flip()):
        found = after(opened(threshold=1.0), requests.SetThreshold(2.0))
        locked = after(found, requests.SetLocked(is_locked=True))
        with pytest.raises(LockedError):
            after(locked, request)
    with pytest.raises(LockedError):
        after(here, requests.SetFollowed(is_followed=True))
    assert not after(here, requests.SetLocked(is_locked=False)).inputs.is_locked


def test_that_each_score_has_its_own_lock_and_threshold():
    first = after(opened(), requests.SetThreshold(4.0), requests.SetLocked(is_locked=True))
    other = after(first, requests.SelectScore(1))
    assert (other.inputs.score, other.inputs.is_locked) == (1, False)
    back = after(other, requests.SetThreshold(3.0), requests.SelectScore(0))
    assert (back.point.threshold, back.inputs.is_locked) == (4.0, True)


def test_that_a_lock_waits_while_another_class_is_assessed_and_ends_by_unlocking():
    locked = after(opened(3), requests.SetThreshold(4.0), requests.SetLocked(is_locked=True))
    other = after(locked, requests.SelectPositive(1))
    assert not other.inputs.is_locked
    assert other.inputs.waiting.positive == "well"
    back = after(other, requests.SelectPositive(0))
    assert (back.point.threshold, back.inputs.is_locked) == (4.0, True)
    ended = after(other, requests.SetLocked(is_locked=False), requests.SelectPositive(0))
    assert ended.inputs.waiting is None
    assert not ended.inputs.is_locked


def test_that_a_linked_score_takes_its_line_from_the_one_on_show_once_it_is_sorted():
    here = after(opened(), requests.SetThreshold(4.0), requests.LinkThresholds(Link.FPR))
    request = requests.SelectScore(1, when=THEN)
    unknown = decide(Decisions.of(here), request, Facts(here))
    assert unknown.inputs.threshold is None
    known = Facts(here, {(1, None): rank(dataset(), 1)})
    assert decide(Decisions.of(here), request, known).inputs.threshold is not None


# ------------------------------------------------------------------------------- the grey zone


def test_that_a_zone_of_no_row_is_none():
    start = after(opened(threshold=4.0), requests.SetSecond(2.0))
    assert zone_of(start) > 0
    decisions = Decisions.of(opened(threshold=4.0))
    nothing = decide(decisions, requests.SetSecond(3.5), Facts(opened(threshold=4.0)))
    assert nothing is decisions
    assert after(start, requests.SetThreshold(2.0)).choices.second is None
    assert after(start, requests.SetSecond(None)).choices.second is None
    assert zone_of(after(start, requests.SetThreshold(0.0))) < 0


def test_that_of_two_ends_the_nearer_one_is_the_threshold():
    here = after(opened(threshold=5.0), requests.SetGreyZone(1.0, 4.0, when=THEN))
    assert (here.point.threshold, here.choices.second) == (4.0, 1.0)
    assert here.choices.last.threshold == 5.0
    stays = after(opened(threshold=5.0), requests.SetGreyZone(1.0, 5.0, when=THEN))
    assert (stays.point.threshold, stays.choices.second, stays.choices.last) == (5.0, 1.0, None)


def test_that_an_answer_about_a_zone_that_is_gone_moves_nothing():
    answer = zone_answer()
    here = after(opened(), requests.SetThreshold(4.0), requests.SetSecond(2.0))
    moved = after(here, requests.GoInZone(answer, 1))
    assert (moved.point.threshold, moved.choices.second) != (4.0, 2.0)
    elsewhere = after(here, requests.SetSecond(1.0))
    assert after(elsewhere, requests.GoInZone(answer, 1)) is elsewhere


# ------------------------------------------------------------------------------- pins and notes


def test_that_a_pinned_point_is_compared_and_stays_as_it_came():
    here = after(opened(threshold=4.0), requests.Pin(), requests.Pin(2.0, when=THEN))
    assert [one.threshold for one in here.choices.pins.points] == [4.0, 2.0]
    assert here.choices.pins.compared == 1
    again = after(here, requests.Pin(4.0))
    assert again.choices.pins.points == here.choices.pins.points
    assert again.choices.pins.compared == 0
    toggled = after(again, requests.TogglePin(2.0), requests.TogglePin())
    assert toggled.choices.pins.points == ()


def test_that_there_is_a_most_of_pins():
    values = fixed(range(MOST_PINS + 2))
    data = Dataset("d", ("a", "b"), np.arange(len(values)) % 2, 1, (Score("s", values),))
    here = shown(Decisions(Inputs(data), Choices()))
    here = after(here, *(requests.Pin(float(place)) for place in range(MOST_PINS)))
    with pytest.raises(EvalguiError, match="there can be no more"):
        after(here, requests.Pin(float(MOST_PINS)))
    assert after(here, requests.ClearPins()).choices.pins.points == ()


def test_that_notes_are_about_the_data_or_the_point():
    here = after(opened(threshold=4.0), requests.NoteData("seen"), requests.NotePoint("agreed"))
    (note,) = here.choices.notes.points
    assert (here.choices.notes.data, note.text, note.threshold) == ("seen", "agreed", 4.0)


def test_that_rows_of_a_zone_lie_between_its_lines():
    here = after(opened(threshold=4.0), requests.SetSecond(2.0))
    for zone, ends in enumerate([(math.nan, 4.0), (4.0, 2.0), (2.0, -math.inf)]):
        (first, *_) = after(here, requests.SelectZone(zone, 0)).choices.selection.parts
        between = first.term
        assert np.array_equal([between.one, between.other], ends, equal_nan=True)


def test_that_classes_of_the_file_are_assessed_only_where_it_calls_some():
    here = opened()
    assert after(here, requests.SelectScore(None)) is here
    assert after(here, requests.SelectScore(2)) is here
    assert after(here, requests.SelectScore(-1)) is here


# --------------------------------------------------------------------------- where nothing comes


def called(n_classes):
    """Return data that the file calls, without a score."""
    truth = np.arange(12) % n_classes
    names = ("well", "ill", "worse")[:n_classes]
    data = Dataset("c", names, truth, 1, predicted=np.roll(truth, 3), called_by="call")
    return shown(Decisions(Inputs(data, score=None), Choices()))


@pytest.mark.parametrize("n_classes", [2, 3])
@given(request_=ANY)
def test_that_without_scores_there_is_no_line_to_decide_about(n_classes, request_):
    before = called(n_classes)
    assert before.ranking is None
    found = decide(Decisions.of(before), request_, Facts(before))
    is_of_line = isinstance(
        request_,
        requests.MovesLine | requests.SetFollowed | requests.SetLocked | requests.Prespecify,
    )
    is_of_zone = isinstance(request_, requests.DragSecond | requests.SetGreyZone | requests.Pin)
    if is_of_line or is_of_zone or isinstance(request_, requests.SetSecond | requests.TogglePin):
        assert found.inputs is before.inputs
        assert found.choices is before.choices


@pytest.mark.parametrize(
    "request_",
    [
        requests.DragThreshold(4.0),
        requests.SetThreshold(4.0),
        requests.DragSecond(2.0),
        requests.SetSecond(2.0),
        requests.SetFollowed(is_followed=False),
        requests.SetLocked(is_locked=False),
        requests.SelectScore(0),
        requests.SelectPositive(1),
        requests.SetPrevalence(None),
        requests.SetParameters(Parameters()),
        requests.Unpin(0),
        requests.ClearPins(),
        requests.SelectRows(NO_SELECTION),
    ],
)
def test_that_what_is_so_already_is_the_same_object(request_):
    here = after(opened(threshold=4.0), requests.SetSecond(2.0))
    decisions = Decisions.of(here)
    assert decide(decisions, request_, Facts(here)) is decisions


def test_that_a_zone_is_counted_in_steps():
    assert zone_of(opened(threshold=4.0)) == 0
    assert zone_of(after(opened(threshold=4.0), requests.SetSecond(3.0))) == 1


def test_that_a_rule_that_found_no_threshold_moves_nothing():
    here = opened(threshold=4.0)
    choice = replace(here.ranking.choice("eer"), threshold=None)
    assert after(here, requests.UseChoice(choice, is_followed=True)) is here


def test_that_what_a_followed_rule_chose_is_known_from_then_on():
    choice = opened().ranking.choice("sensitivity", {"sensitivity": 0.5})
    for is_followed in (False, True):
        here = after(opened(), requests.UseChoice(choice, is_followed))
        known = here.ranking.has_choice("sensitivity", {"sensitivity": 0.5})
        assert (known, here.inputs.is_followed) == (is_followed, is_followed)


def test_that_a_line_that_follows_no_more_says_as_before_where_it_is_from():
    elsewhere = Provenance(Origin.FROZEN, "youden", (), "other data", THEN)
    here = opened(provenance=elsewhere, is_followed=True)
    assert here.provenance.source == "d"  # the rule has chosen here
    left = after(here, requests.SetFollowed(is_followed=False))
    assert left.inputs.provenance == here.provenance
    assert left.inputs.threshold == here.point.threshold


def test_that_what_was_prespecified_stays_so_since_then():
    here = after(opened(is_followed=True), requests.Prespecify(when=THEN))
    assert (here.provenance.kind, here.inputs.is_followed) == (Origin.PRESPECIFIED, False)
    assert after(here, requests.Prespecify(when="2027-01-01T00:00:00+00:00")) is here


def test_that_a_lock_that_is_ended_is_ended_on_its_score_alone():
    score, lock = requests.SelectScore(1), requests.SetLocked(is_locked=True)
    locked = lock_of(after(opened(3), score, requests.SetThreshold(3.0), lock))
    others = tuple(OwnThreshold(one, 0, 3.0, START, True, None) for one in (0, 1))
    inputs = replace(opened(3).inputs, score=1, positive=1, waiting=locked, others=others)
    here = shown(Decisions(inputs, Choices()))
    ended = after(here, requests.SetLocked(is_locked=False))
    assert ended.inputs.waiting is None
    assert [one.is_locked for one in ended.inputs.others] == [True, False]


def test_that_another_class_has_a_threshold_of_its_own():
    here = after(opened(3), requests.SetThreshold(4.0))
    point = here.point
    was = Development.of("elsewhere", point, here.dataset.sampling, "4")
    here = shown(Decisions(replace(here.inputs, development=was), here.choices), here)
    there = after(here, requests.SelectPositive(1)).inputs
    assert (there.positive, there.threshold, there.development) == (1, None, None)
    assert there.provenance == START


def test_that_bands_are_asked_for_one_by_one_or_all():
    all_, one = requests.ToggleBands(), requests.ToggleBands("det")
    here = after(opened(), one)
    assert here.choices.bands == {"det"}
    assert after(here, requests.ToggleBands("roc")).choices.bands == {"det", "roc"}
    assert after(here, one).choices.bands == frozenset()
    assert after(opened(), all_).choices.bands == BANDED
    assert after(here, all_).choices.bands == frozenset()  # what is being drawn is given up
    assert after(opened(), all_, one).choices.bands == BANDED - {"det"}


def test_that_bands_that_are_drawn_are_shown_and_hidden_without_drawing_again():
    drawn = resample(opened(), lambda _share, _words: None, 20)
    here = replace(after(opened(), requests.ToggleBands("roc")), resampled=drawn)
    every = after(here, requests.ToggleBands())  # those that are hidden, too
    assert every.choices.bands == BANDED
    assert every.resampled.hidden == frozenset()
    none = after(every, requests.ToggleBands())
    assert none.choices.bands == frozenset()
    assert none.resampled.hidden == drawn.curves
    assert none.resampled.bands is drawn.bands


@pytest.mark.parametrize(
    "request_",
    [requests.SelectScore(1), requests.SetIntervals(IntervalSettings(0.9))],
    ids=["score", "level"],
)
def test_that_bands_are_of_one_score_and_one_level(request_):
    here = after(opened(), requests.ToggleBands())
    assert after(here, requests.SetThreshold(2.0), requests.SetPrevalence(0.1)).choices.bands
    assert after(here, request_).choices.bands == frozenset()


def test_that_nothing_has_bands_without_scores():
    assert after(EMPTY, requests.ToggleBands()).choices.bands == frozenset()


def test_that_the_risk_is_that_of_the_threshold_once_scores_are_probabilities():
    risky = requests.SetConsequences(Consequences(Scale.OTHER, risks=(0.3,)))
    other = after(opened(), requests.DragNumber(risky))
    assert other.inputs.consequences == risky.consequences
    declared = replace(risky.consequences, scale=Scale.PERCENT)
    found = after(other, requests.SetConsequences(declared))
    assert found.inputs.consequences == Consequences(Scale.PERCENT)
    typed = Consequences(Scale.PROBABILITY, risks=(0.4,))
    assert after(other, requests.SetConsequences(typed)).inputs.consequences == typed

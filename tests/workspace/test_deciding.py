"""A rule that is followed moves the line with the data; a locked line stays, on other data, too."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import pytest

from evalgui.core.deciding import followed
from evalgui.core.goals import Goal, GoalError, Wanted
from evalgui.core.provenance import Origin
from evalgui.core.requests import (
    ApplyRule,
    CommitDrag,
    DragThreshold,
    GoToEnd,
    MoveThreshold,
    MoveThresholdByPercentile,
    Prespecify,
    SelectPositive,
    SelectScore,
    SetFollowed,
    SetLocked,
    SetPrevalence,
    SetThreshold,
    UseChoice,
)
from evalgui.core.rules import choose, rule_by_id
from evalgui.io.meaning.roles import Roles
from evalgui.workspace import goals, rankings
from evalgui.workspace.file_requests import AssignRoles, OpenFiles, SetRowsAside, TakeRowsBack
from evalgui.workspace.workspace import Workspace

ROWS = "site,truth,score,other\n" + "".join(
    f"{'AB'[n % 2]},{int(n * 7 % 20 > 12)},{(n * 7 % 20 + n % 3) / 20},{n * 3 % 20}\n"
    for n in range(60)
)
ROLES = Roles(
    truth="truth", scores=("score", "other"), predicted="", positive="1", higher_is_positive=True
)
TARGET = {"sensitivity": 0.9}


@pytest.fixture
def workspace(qtbot, tmp_path):
    """A workspace with sixty rows open, thirty of each of two sites."""
    file = tmp_path / "dev.csv"
    file.write_text(ROWS, encoding="utf-8")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((file,), roles=ROLES))
    yield made
    made.shut_down()


def choice_now(workspace, rule_id="sensitivity", given=None):
    ranking = workspace.snapshot.ranking
    given = TARGET if rule_id == "sensitivity" else given
    return choose(rule_by_id(rule_id), ranking.table.steps, ranking.score, given)


def line(workspace):
    return workspace.snapshot.point.threshold


def follow(workspace):
    workspace.ask(UseChoice(choice_now(workspace), is_followed=True))


def test_that_a_rule_that_is_followed_goes_with_rows_score_class_and_file(
    qtbot, workspace, tmp_path
):
    follow(workspace)
    assert workspace.snapshot.inputs.is_followed
    first = line(workspace)
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset='site == "A"')))
    assert line(workspace) == choice_now(workspace).threshold
    made = workspace.snapshot.provenance
    assert (made.kind, made.rule, dict(made.parameters)) == (Origin.CHOSEN, "sensitivity", TARGET)
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert workspace.snapshot.score.name == "other"
    assert line(workspace) == choice_now(workspace).threshold
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectPositive(0))
    assert line(workspace) == choice_now(workspace).threshold
    for _ in range(2):
        workspace.history.undo()
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    assert line(workspace) == first
    other = tmp_path / "other.csv"
    other.write_text("\n".join(ROWS.split("\n")[:40]) + "\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((other,), roles=ROLES))
    assert workspace.snapshot.inputs.is_followed
    assert line(workspace) == choice_now(workspace).threshold
    assert workspace.snapshot.provenance.source == "other.csv"


def test_that_a_line_that_is_dragged_back_is_as_it_was(workspace):
    follow(workspace)
    before, n_steps = workspace.snapshot, len(workspace.data_sets.shown.history.past)
    for threshold in (0.99, line(workspace)):
        workspace.ask(DragThreshold(threshold))
        workspace.line.frame.hand_on()
    workspace.ask(CommitDrag())
    assert workspace.snapshot.inputs.is_followed
    assert workspace.snapshot.provenance == before.provenance
    assert workspace.snapshot.choices.last == before.choices.last
    assert len(workspace.data_sets.shown.history.past) == n_steps


def test_that_another_decision_ends_a_drag_as_a_step_of_its_own(workspace):
    start = line(workspace)
    workspace.ask(DragThreshold(0.99))
    workspace.ask(SetPrevalence(0.3))
    assert line(workspace) == 0.99
    workspace.history.undo()
    assert (line(workspace), workspace.snapshot.inputs.intervals.prevalence) == (0.99, None)
    workspace.history.undo()
    assert line(workspace) == start


def test_that_what_is_moved_by_hand_follows_no_rule_until_that_is_undone(workspace):
    follow(workspace)
    there = line(workspace)
    workspace.ask(DragThreshold(0.99))
    workspace.ask(CommitDrag())
    assert not workspace.snapshot.inputs.is_followed
    assert workspace.snapshot.provenance.rule == "typed"
    workspace.history.undo()
    assert (workspace.snapshot.inputs.is_followed, line(workspace)) == (True, there)
    workspace.history.undo()
    assert not workspace.snapshot.inputs.is_followed
    workspace.history.redo()
    assert (workspace.snapshot.inputs.is_followed, line(workspace)) == (True, there)


def test_that_following_is_switched_on_and_off_where_the_line_is(workspace):
    assert workspace.snapshot.provenance.kind is Origin.START
    there = line(workspace)
    workspace.ask(SetFollowed(is_followed=True))
    made = workspace.snapshot.provenance
    assert (made.kind, made.rule, line(workspace)) == (Origin.CHOSEN, "youden", there)
    assert workspace.snapshot.choice.threshold == there
    workspace.ask(SetFollowed(is_followed=False))
    assert (workspace.snapshot.choice, line(workspace)) == (None, there)
    assert workspace.snapshot.provenance.rule == "youden"
    workspace.ask(SetThreshold(0.43))
    workspace.ask(SetFollowed(is_followed=True))  # nobody can follow what was typed
    assert not workspace.snapshot.inputs.is_followed


def test_that_a_rule_without_a_threshold_leaves_the_line_and_says_why(qtbot, workspace):
    limit = choice_now(workspace, "sensitivity-limit", {"sensitivity": 0.85, "level": 0.95})
    workspace.ask(UseChoice(limit, is_followed=True))
    there = line(workspace)
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset='site == "A"')))
    assert workspace.snapshot.choice.threshold is None
    assert "too few" in workspace.snapshot.choice.undefined
    assert line(workspace) == there
    assert workspace.snapshot.provenance.rule == "typed"
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset="")))
    assert line(workspace) == limit.threshold
    assert workspace.snapshot.provenance.rule == "sensitivity-limit"


def test_that_a_rule_at_the_prevalence_in_force_goes_with_it_in_one_step(workspace):
    workspace.ask(SetPrevalence(0.05))
    at_old, at_new = (
        choice_now(workspace, "ppv", {"ppv": 0.5, "prevalence": share}) for share in (0.05, 0.3)
    )
    assert None is not at_old.threshold != at_new.threshold is not None
    workspace.ask(UseChoice(at_old, is_followed=True))
    before = workspace.snapshot.inputs.provenance
    workspace.ask(SetPrevalence(0.3))

    def state():
        inputs = workspace.snapshot.inputs
        made = dict(workspace.snapshot.provenance.parameters)
        return inputs.intervals.prevalence, made, inputs.is_followed, line(workspace)

    after = (0.3, {"ppv": 0.5, "prevalence": 0.3}, True, at_new.threshold)
    assert state() == after
    workspace.history.undo()
    assert state() == (0.05, {"ppv": 0.5, "prevalence": 0.05}, True, at_old.threshold)
    assert workspace.snapshot.inputs.provenance == before
    workspace.history.redo()
    assert state() == after
    workspace.ask(SetPrevalence(None))
    of_data = choice_now(workspace, "ppv", {"ppv": 0.5, "prevalence": None})
    assert state() == (None, {"ppv": 0.5, "prevalence": None}, True, of_data.threshold)
    workspace.ask(SetPrevalence(0.3))
    assert state() == after
    own = choice_now(workspace, "ppv", {"ppv": 0.5, "prevalence": 0.05})
    workspace.ask(UseChoice(own, is_followed=True))  # with a prevalence of its own
    workspace.ask(SetPrevalence(0.4))
    assert state() == (0.4, {"ppv": 0.5, "prevalence": 0.05}, True, own.threshold)


def test_that_a_rule_of_a_menu_chooses_at_the_prevalence_that_was_typed(workspace):
    workspace.ask(SetPrevalence(0.05))
    for rule_id in ("cost", "net-benefit", "npv"):
        here, there = (
            choice_now(workspace, rule_id, {"prevalence": share}) for share in (None, 0.05)
        )
        workspace.ask(ApplyRule(rule_id))
        assert line(workspace) == there.threshold
        assert dict(workspace.snapshot.provenance.parameters) == dict(there.parameters)
        assert here.parameters["prevalence"] is None


def test_that_a_rule_on_many_scores_chooses_at_the_new_prevalence_in_the_background(
    qtbot, monkeypatch, workspace
):
    monkeypatch.setattr(rankings, "_QUICK", 0)
    workspace.ask(SetPrevalence(0.05))
    workspace.ask(
        UseChoice(choice_now(workspace, "ppv", {"ppv": 0.5, "prevalence": 0.05}), is_followed=True)
    )
    at_new = choice_now(workspace, "ppv", {"ppv": 0.5, "prevalence": 0.3})
    before, threads = workspace.snapshot, []

    def noted(made, ranking):
        threads.append(threading.current_thread())
        return followed(made, ranking)

    monkeypatch.setattr(rankings, "followed", noted)
    with qtbot.waitSignal(workspace.loading_ended):
        workspace.ask(SetPrevalence(0.3))
        assert workspace.snapshot is before  # all of it is there at once, or none
    assert threads
    assert threading.main_thread() not in threads
    assert workspace.snapshot.ranking is before.ranking  # which is not sorted again
    assert workspace.snapshot.inputs.intervals.prevalence == 0.3
    assert line(workspace) == at_new.threshold
    workspace.ask(SetPrevalence(0.05))  # which is known
    assert line(workspace) == before.point.threshold
    assert len(threads) == 1


def test_that_the_line_stays_where_a_rule_finds_none_at_the_new_prevalence(workspace):
    workspace.ask(SetPrevalence(0.3))
    given = {"ppv": 0.5, "prevalence": 0.3, "level": 0.95}
    workspace.ask(UseChoice(choice_now(workspace, "ppv-limit", given), is_followed=True))
    there = line(workspace)
    workspace.ask(SetPrevalence(0.001))
    assert workspace.snapshot.choice.threshold is None
    assert workspace.snapshot.choice.parameters["prevalence"] == 0.001
    assert line(workspace) == there
    workspace.ask(SetPrevalence(0.3))
    assert (workspace.snapshot.choice.parameters, line(workspace)) == (given, there)


@pytest.mark.parametrize(
    ("own", "decided"),
    [
        (0.2, None),  # a prevalence of its own
        (None, None),  # that of the file
        (0.05, SetFollowed(is_followed=False)),
        (0.05, SetLocked(is_locked=True)),
    ],
)
def test_that_another_prevalence_moves_no_other_line(workspace, own, decided):
    workspace.ask(SetPrevalence(0.05))
    given = {"ppv": 0.5, "prevalence": own}
    workspace.ask(UseChoice(choice_now(workspace, "ppv", given), is_followed=True))
    if decided is not None:
        workspace.ask(decided)
    made, there = workspace.snapshot.provenance, line(workspace)
    workspace.ask(SetPrevalence(0.3))
    assert (workspace.snapshot.provenance, line(workspace)) == (made, there)
    assert dict(made.parameters) == given


def test_that_nothing_moves_a_locked_line(qtbot, workspace):
    there = line(workspace)
    workspace.ask(SetLocked(is_locked=True))
    made = workspace.snapshot.provenance
    assert (made.kind, made.rule) == (Origin.CHOSEN, "youden")
    moves = (
        lambda: workspace.ask(DragThreshold(0.1)),
        lambda: workspace.ask(SetThreshold(0.1)),
        lambda: workspace.ask(MoveThreshold(1)),
        lambda: workspace.ask(MoveThresholdByPercentile(10)),
        lambda: workspace.ask(GoToEnd(is_highest=True)),
        lambda: workspace.ask(ApplyRule("eer")),
        lambda: workspace.ask(UseChoice(choice_now(workspace), is_followed=True)),
        lambda: workspace.ask(SetFollowed(is_followed=True)),
    )
    for move in moves:
        with qtbot.waitSignal(workspace.refused):
            move()
        workspace.ask(CommitDrag())
        assert line(workspace) == there
        assert workspace.snapshot.provenance == made
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset='site == "A"')))
    assert (line(workspace), workspace.snapshot.inputs.is_locked) == (there, True)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    workspace.ask(SetLocked(is_locked=False))
    workspace.ask(SetThreshold(0.1))
    assert line(workspace) == 0.1
    workspace.history.undo()
    workspace.history.undo()
    assert (line(workspace), workspace.snapshot.inputs.is_locked) == (there, True)


def test_that_a_locked_threshold_is_frozen_on_other_data(qtbot, workspace, tmp_path):
    follow(workspace)
    workspace.ask(SetLocked(is_locked=True))
    assert not workspace.snapshot.inputs.is_followed
    there, counts = line(workspace), workspace.snapshot.point.counts
    # Another order of the columns: the score is found by its name.
    lines = [line.split(",") for line in ROWS.split() if line]
    other = tmp_path / "eval.csv"
    swapped = "\n".join(",".join((c[0], c[1], c[3], c[2])) for c in lines[:31])
    other.write_text(swapped + "\n", encoding="utf-8")
    roles = replace(ROLES, scores=("other", "score"))
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((other,), roles=roles))
    snapshot = workspace.snapshot
    assert (snapshot.score.name, snapshot.point.threshold) == ("score", there)
    made = snapshot.provenance
    assert (made.kind, made.rule, made.source) == (Origin.FROZEN, "sensitivity", "dev.csv")
    assert snapshot.inputs.is_locked
    assert snapshot.point.counts == snapshot.ranking.table.counts_at(there)
    assert snapshot.inputs.development.name == "dev.csv"
    assert snapshot.inputs.development.counts == counts
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(
            OpenFiles((tmp_path / "dev.csv",), roles=ROLES)
        )  # as a third one: what froze it stays
    assert workspace.snapshot.inputs.development.counts == counts
    assert workspace.snapshot.provenance.source == "dev.csv"
    workspace.ask(SetLocked(is_locked=False))
    workspace.ask(SetThreshold(0.1))
    assert workspace.snapshot.inputs.development is None


@pytest.mark.parametrize("decided", ["locked", "followed", "nothing"])
def test_that_a_prevalence_goes_to_other_data_with_what_was_decided(
    qtbot, workspace, tmp_path, decided
):
    given = {"ppv": 0.5, "prevalence": 0.05}
    workspace.ask(SetPrevalence(0.05))
    workspace.ask(UseChoice(choice_now(workspace, "ppv", given), is_followed=decided == "followed"))
    workspace.ask(SetLocked(is_locked=decided == "locked"))
    texts = {
        "same.csv": "\n".join(ROWS.split("\n")[:40]) + "\n",
        "turned.csv": ROWS.replace(",1,", ",yes,").replace(",0,", ",no,"),
    }
    found = {}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        roles = ROLES if name == "same.csv" else replace(ROLES, positive="yes")
        with qtbot.waitSignal(workspace.file_opened):
            workspace.ask(OpenFiles((tmp_path / name,), roles=roles))
        found[name] = workspace.snapshot.inputs.intervals.prevalence
    assert found == {"same.csv": None if decided == "nothing" else 0.05, "turned.csv": None}
    if decided == "followed":
        made = dict(workspace.snapshot.provenance.parameters)
        assert made["prevalence"] == 0.05


def test_that_a_lock_is_not_taken_where_the_score_runs_the_other_way(qtbot, workspace, tmp_path):
    workspace.ask(SetLocked(is_locked=True))
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(
            OpenFiles((tmp_path / "dev.csv",), roles=replace(ROLES, higher_is_positive=False))
        )
    assert not workspace.snapshot.inputs.is_locked
    assert workspace.snapshot.provenance.kind is Origin.START


def test_that_a_lock_ends_with_its_score(qtbot, workspace):
    workspace.ask(SetLocked(is_locked=True))
    there = line(workspace)
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert not workspace.snapshot.inputs.is_locked
    assert workspace.snapshot.provenance.kind is Origin.START
    workspace.history.undo()
    assert (workspace.snapshot.inputs.is_locked, line(workspace)) == (True, there)


def test_that_a_threshold_is_marked_as_prespecified(workspace):
    workspace.ask(SetThreshold(0.43))
    workspace.ask(Prespecify())
    made = workspace.snapshot.provenance
    assert (made.kind, made.source, line(workspace)) == (Origin.PRESPECIFIED, "", 0.43)
    workspace.history.undo()
    assert workspace.snapshot.provenance.rule == "typed"


def test_that_nothing_is_decided_without_data():
    workspace = Workspace()
    workspace.ask(SetFollowed(is_followed=True))
    workspace.ask(SetLocked(is_locked=True))
    workspace.ask(Prespecify())
    workspace.ask(ApplyRule("youden"))
    assert workspace.snapshot.provenance is None
    assert not workspace.history.can_undo
    assert math.isnan(workspace.snapshot.threshold_on_axis)
    workspace.shut_down()


def test_that_a_number_is_looked_for_in_the_background_where_there_are_many(
    qtbot, workspace, monkeypatch
):
    monkeypatch.setattr(goals, "_QUICK", 0)
    goal = Goal(Wanted("PPV"), 0.9)
    with qtbot.waitSignal(workspace.goals.answered):
        workspace.goals.ask(goal, follows=True)
    ranking = workspace.snapshot.ranking
    expected = choose(rule_by_id("ppv"), ranking.table.steps, ranking.score, {"ppv": 0.9})
    assert line(workspace) == expected.threshold
    assert workspace.snapshot.inputs.is_followed
    workspace.goals.ask(Goal(Wanted("PPV"), 0.5))

    def has_come(*_values):  # not the answer to the goal before, which may be told first
        return workspace.snapshot.score.name == "other"

    with qtbot.waitSignal(workspace.changed, check_params_cb=has_come):
        workspace.ask(SelectScore(1))
    there, expected = line(workspace), choice_now(workspace, "ppv", {"ppv": 0.4})
    with qtbot.waitSignal(workspace.goals.answered):
        workspace.goals.ask(Goal(Wanted("PPV"), 0.4))
    assert line(workspace) == expected.threshold != there  # of the score on show
    with pytest.raises(GoalError):
        workspace.goals.ask(Goal(Wanted("PPV"), 90))


def reassess(qtbot, workspace, subset):
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset=subset)))


@pytest.mark.parametrize("locked", [False, True])
def test_that_a_threshold_is_frozen_on_the_rows_that_it_was_chosen_on(
    qtbot, workspace, tmp_path, locked
):
    reassess(qtbot, workspace, 'site == "A"')
    workspace.ask(UseChoice(choice_now(workspace)))
    workspace.ask(SetLocked(is_locked=locked))
    there, counts = line(workspace), workspace.snapshot.point.counts
    chosen = workspace.snapshot.provenance
    for subset in ('site == "B"', ""):
        reassess(qtbot, workspace, subset)
        made, then = workspace.snapshot.provenance, workspace.snapshot.inputs.development
        assert (made.kind, made.source) == (Origin.FROZEN, 'dev.csv [site == "A"]')
        assert (made.rule, dict(made.parameters)) == ("sensitivity", TARGET)
        assert (then.name, then.counts, line(workspace)) == (made.source, counts, there)
        assert workspace.snapshot.inputs.is_locked == locked
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    assert workspace.snapshot.provenance.kind is Origin.FROZEN
    reassess(qtbot, workspace, 'site == "A"')  # back where it was chosen
    assert workspace.snapshot.provenance == chosen
    assert workspace.snapshot.inputs.development is None
    reassess(qtbot, workspace, "")
    other = tmp_path / "eval.csv"
    other.write_text(ROWS, encoding="utf-8")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((other,), roles=ROLES))
    then = workspace.snapshot.inputs.development
    assert (None if then is None else (then.name, then.counts)) == (
        ('dev.csv [site == "A"]', counts) if locked else None
    )


@pytest.mark.parametrize("locked", [False, True])
def test_that_it_is_frozen_where_rows_are_set_aside_until_they_are_back(qtbot, workspace, locked):
    workspace.ask(UseChoice(choice_now(workspace)))
    workspace.ask(SetLocked(is_locked=locked))
    there, counts = line(workspace), workspace.snapshot.point.counts
    chosen = workspace.snapshot.provenance
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(SetRowsAside((3, 7), "a copy"))
    made, then = workspace.snapshot.provenance, workspace.snapshot.inputs.development
    assert (made.kind, made.source) == (Origin.FROZEN, "dev.csv")
    assert (then.name, then.counts, line(workspace)) == ("dev.csv", counts, there)
    if not locked:  # what is chosen on the rows that are left is of these
        workspace.ask(UseChoice(choice_now(workspace)))
        own = workspace.snapshot.provenance
        assert (own.kind, own.source) == (Origin.CHOSEN, "dev.csv")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(TakeRowsBack((3,)))
    made = workspace.snapshot.provenance
    source = "dev.csv" if locked else "dev.csv without rows 3, 7"
    assert (made.kind, made.source) == (Origin.FROZEN, source)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(TakeRowsBack((7,)))
    assert workspace.snapshot.provenance.kind is (Origin.CHOSEN if locked else Origin.FROZEN)
    if locked:
        assert workspace.snapshot.provenance == chosen
        assert workspace.snapshot.inputs.development is None


def test_that_a_start_is_one_on_any_rows(qtbot, workspace):
    reassess(qtbot, workspace, 'site == "A"')
    assert workspace.snapshot.provenance.kind is Origin.START
    assert workspace.snapshot.inputs.development is None
    workspace.ask(Prespecify())
    made = workspace.snapshot.provenance
    reassess(qtbot, workspace, "")
    assert workspace.snapshot.provenance == made


def test_that_the_lock_of_a_score_that_waits_outlasts_another_subset(qtbot, workspace):
    workspace.ask(UseChoice(choice_now(workspace)))
    workspace.ask(SetLocked(is_locked=True))
    there, chosen = line(workspace), workspace.snapshot.provenance
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    for subset, kind in (('site == "A"', Origin.FROZEN), ("", Origin.CHOSEN)):
        reassess(qtbot, workspace, subset)
        with qtbot.waitSignal(workspace.changed):
            workspace.ask(SelectScore(0))
        made = workspace.snapshot.provenance
        assert (line(workspace), workspace.snapshot.inputs.is_locked) == (there, True)
        assert (made.kind, made.source) == (kind, "dev.csv")
        with qtbot.waitSignal(workspace.changed):
            workspace.ask(SelectScore(1))
    assert made == chosen


@pytest.mark.parametrize("follows", [True, False])
def test_that_the_line_stays_where_a_class_has_no_row_left(qtbot, workspace, follows):
    workspace.ask(UseChoice(choice_now(workspace), is_followed=follows))
    there, made = line(workspace), workspace.snapshot.provenance
    reassess(qtbot, workspace, "truth == 1")
    snapshot = workspace.snapshot
    assert (snapshot.score.name, snapshot.positive_name, line(workspace)) == ("score", "1", there)
    assert snapshot.inputs.is_followed == follows
    if follows:
        assert snapshot.choice.threshold is None
    else:
        assert (snapshot.provenance.kind, snapshot.provenance.source) == (Origin.FROZEN, "dev.csv")
    reassess(qtbot, workspace, "")
    assert line(workspace) == there
    assert workspace.snapshot.provenance == made

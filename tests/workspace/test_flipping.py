"""Two operating points, A and B: the last two, or the pinned one; undo goes over flips, too."""

from __future__ import annotations

import pytest

from evalgui.core.flipping import flips, other_point
from evalgui.core.provenance import Origin
from evalgui.core.requests import (
    ApplyRule,
    CommitDrag,
    DragThreshold,
    DropDrag,
    Flip,
    SelectFlips,
    SelectScore,
    SetThreshold,
    TogglePin,
)
from evalgui.core.selection import Between, Selection
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.workspace import Workspace

ROWS = (
    "site,truth,score,other\n"
    "A,1,0.9,1\nB,1,0.8,2\nA,1,0.6,3\nB,0,0.7,4\nA,0,0.3,5\nB,0,0.1,6\nA,0,0.2,7\nB,1,0.4,8\n"
)
ROLES = Roles(
    truth="truth", scores=("score", "other"), predicted="", positive="1", higher_is_positive=True
)


@pytest.fixture
def workspace(qtbot, tmp_path):
    file = tmp_path / "eight.csv"
    file.write_text(ROWS, encoding="utf-8")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((file,), roles=ROLES))
    yield made
    made.shut_down()


def threshold(workspace):
    return workspace.snapshot.point.threshold


def other(workspace):
    found = other_point(workspace.snapshot)
    return None if found is None else found.threshold


def test_that_there_is_no_other_point_at_first(workspace):
    before = workspace.snapshot
    assert other(workspace) is None
    assert flips(workspace.snapshot) is None
    workspace.ask(Flip())
    assert workspace.snapshot is before


def test_that_it_flips_between_the_last_two_and_back(workspace):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(SetThreshold(0.25))
    assert other(workspace) == 0.5
    workspace.ask(Flip())
    assert (threshold(workspace), other(workspace)) == (0.5, 0.25)
    workspace.ask(Flip())
    assert (threshold(workspace), other(workspace)) == (0.25, 0.5)


def test_that_the_provenance_comes_back_with_the_point(workspace):
    start = workspace.snapshot.provenance
    assert (start.kind, start.rule) == (Origin.START, "youden")
    workspace.ask(ApplyRule("eer"))
    by_rule = workspace.snapshot.provenance
    workspace.ask(SetThreshold(0.65))
    workspace.ask(Flip())
    assert workspace.snapshot.provenance == by_rule
    workspace.ask(Flip())
    assert workspace.snapshot.provenance.rule == "typed"


def test_that_going_back_to_the_start_decides_nothing(workspace):
    start, begun = workspace.snapshot.provenance, threshold(workspace)
    workspace.ask(SetThreshold(0.65))
    workspace.ask(Flip())
    assert threshold(workspace) == begun
    assert workspace.snapshot.provenance == start


def test_that_a_flip_is_a_step(workspace):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(SetThreshold(0.25))
    workspace.ask(Flip())
    workspace.history.undo()
    assert (threshold(workspace), other(workspace)) == (0.25, 0.5)
    workspace.history.undo()
    assert threshold(workspace) == 0.5
    workspace.history.redo()
    workspace.history.redo()
    assert (threshold(workspace), other(workspace)) == (0.5, 0.25)


def test_that_a_drag_is_one_move_however_long(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    for wanted in (0.35, 0.25, 0.15):
        with qtbot.waitSignal(workspace.changed):
            workspace.ask(DragThreshold(wanted))
        assert other(workspace) == 0.5  # while it is held, too
    workspace.ask(CommitDrag())
    assert other(workspace) == 0.5


def test_that_a_drag_that_is_brought_back_leaves_the_other_point(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(SetThreshold(0.25))
    for wanted in (0.75, 0.25):
        with qtbot.waitSignal(workspace.changed):
            workspace.ask(DragThreshold(wanted))
    workspace.ask(CommitDrag())
    assert other(workspace) == 0.5


def test_that_a_drag_that_is_dropped_leaves_the_other_point(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(SetThreshold(0.25))
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(DragThreshold(0.75))
    assert other(workspace) == 0.25
    workspace.ask(DropDrag())
    assert (threshold(workspace), other(workspace)) == (0.25, 0.5)


def test_that_a_pinned_point_is_the_other_one(workspace):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(TogglePin())
    workspace.ask(SetThreshold(0.25))
    workspace.ask(SetThreshold(0.15))
    assert other(workspace) == 0.5
    workspace.ask(Flip())
    assert (threshold(workspace), other(workspace)) == (0.5, 0.15)
    workspace.ask(Flip())
    assert (threshold(workspace), other(workspace)) == (0.15, 0.5)


def test_that_points_are_pinned_and_unpinned_by_one_key(workspace):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(TogglePin())
    assert workspace.snapshot.choices.pinned == 0.5
    workspace.ask(SetThreshold(0.25))
    workspace.ask(TogglePin())
    assert workspace.snapshot.choices.pinned == 0.25
    workspace.ask(TogglePin())
    assert workspace.snapshot.choices.pinned == 0.5
    assert other(workspace) == 0.5
    workspace.ask(SetThreshold(0.45))  # calls the same rows as 0.5
    workspace.ask(TogglePin())
    assert workspace.snapshot.choices.pinned is None


def test_that_the_other_point_is_of_one_score(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert other(workspace) is None
    workspace.history.undo()
    assert threshold(workspace) == 0.5


def test_what_flips(workspace):
    workspace.ask(SetThreshold(0.65))  # calls 0.9, 0.8 and 0.7
    workspace.ask(SetThreshold(0.35))  # and 0.6 and 0.4, both positive
    found = flips(workspace.snapshot)
    assert (found.n, found.positives, found.negatives, found.n_all) == (2, 2, 0, 8)
    assert found.are_called
    workspace.ask(Flip())
    found = flips(workspace.snapshot)
    assert (found.n, found.positives, found.negatives) == (2, 2, 0)
    assert not found.are_called


def test_that_what_flips_is_selected_and_stays_so_over_flips(workspace):
    workspace.ask(SetThreshold(0.65))
    workspace.ask(SetThreshold(0.35))
    workspace.ask(SelectFlips())
    selected = Selection.of(Between(0.35, 0.65))
    assert workspace.snapshot.choices.selection == selected
    workspace.ask(Flip())
    assert workspace.snapshot.choices.selection == selected

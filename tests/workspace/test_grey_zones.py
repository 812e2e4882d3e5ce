"""A second line makes a grey zone: pulled, typed, pushed together, and undone."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from evalgui.core.goals import GoalError
from evalgui.core.grey_zone import grey_ends, grey_zone_of, indeterminate
from evalgui.core.requests import (
    CommitDrag,
    DragSecond,
    DropDrag,
    GoInZone,
    SelectScore,
    SelectZone,
    SetGreyZone,
    SetLocked,
    SetSecond,
    SetThreshold,
)
from evalgui.core.zone_goals import ZoneGoal
from evalgui.core.zone_numbers import LEFT_OUT, ZoneNumber, ZonePart
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.selected_rows import rows_of
from evalgui.io.meaning.roles import Roles
from evalgui.workspace import goals
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.workspace import Workspace
from tests.support.exported import measures_table

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
    made.ask(SetThreshold(0.65))
    yield made
    made.shut_down()


def ends(workspace):
    return grey_ends(workspace.snapshot)


def pull(workspace, *thresholds):
    for threshold in thresholds:
        workspace.ask(DragSecond(threshold))
    workspace.ask(CommitDrag())


def test_that_one_line_makes_no_zone(workspace):
    assert ends(workspace) is None
    assert grey_zone_of(workspace.snapshot) is None


def test_that_a_second_line_is_pulled_out_in_one_step(workspace):
    pull(workspace, 0.55, 0.45, 0.35)
    assert ends(workspace) == (0.35, 0.65)
    zone = grey_zone_of(workspace.snapshot)
    assert (zone.grey.positives, zone.grey.negatives) == (2, 0)
    assert (zone.positive.n, zone.negative.n) == (3, 3)
    assert workspace.snapshot.point.threshold == 0.65
    workspace.history.undo()
    assert ends(workspace) is None
    workspace.history.redo()
    assert ends(workspace) == (0.35, 0.65)


def test_that_either_line_is_the_lower_one(workspace):
    pull(workspace, 0.85)
    assert ends(workspace) == (0.65, 0.85)
    workspace.ask(SetThreshold(0.25))
    assert ends(workspace) == (0.25, 0.85)


def test_that_lines_that_are_pushed_together_are_one(workspace):
    pull(workspace, 0.35)
    pull(workspace, 0.45, 0.65)
    assert ends(workspace) is None
    workspace.history.undo()
    assert ends(workspace) == (0.35, 0.65)
    workspace.ask(SetThreshold(0.35))  # the other line is pushed onto this one
    assert ends(workspace) is None
    workspace.history.undo()
    assert ends(workspace) == (0.35, 0.65)


def test_that_a_pull_that_is_taken_back_is_no_step(workspace):
    pull(workspace, 0.35)
    workspace.ask(DragSecond(0.15))
    workspace.ask(DropDrag())
    assert ends(workspace) == (0.35, 0.65)
    workspace.history.undo()
    assert ends(workspace) is None


def test_that_both_ends_are_typed_as_one_step(workspace):
    workspace.ask(SetGreyZone(0.25, 0.75))
    assert ends(workspace) == (0.25, 0.75)
    assert workspace.snapshot.point.threshold == 0.75  # it was the nearer one
    workspace.history.undo()
    assert (ends(workspace), workspace.snapshot.point.threshold) == (None, 0.65)
    workspace.ask(SetGreyZone(0.25, 0.65))
    assert workspace.snapshot.point.threshold == 0.65
    workspace.ask(SetSecond(None))
    assert ends(workspace) is None
    workspace.history.undo()
    assert ends(workspace) == (0.25, 0.65)


def test_that_a_locked_line_stays_and_the_other_may_move(workspace, qtbot):
    workspace.ask(SetLocked(is_locked=True))
    with qtbot.waitSignal(workspace.refused):
        workspace.ask(SetGreyZone(0.25, 0.75))
    assert ends(workspace) is None
    workspace.ask(SetGreyZone(0.25, 0.65))
    assert ends(workspace) == (0.25, 0.65)


def asked_in_zone(workspace, zone, actual, target):
    """Ask for a count of a cell; return both ends then."""
    workspace.goals.ask_in_zone(ZoneGoal(ZoneNumber(ZonePart.CELL, zone, actual), target))
    return ends(workspace)


def test_that_a_count_moves_the_line_beside_its_cell_in_one_step(workspace, qtbot):
    pull(workspace, 0.35)
    assert asked_in_zone(workspace, 1, 0, 1) == (0.6, 0.65)  # one grey positive: the second line
    workspace.history.undo()
    assert ends(workspace) == (0.35, 0.65)
    workspace.history.redo()
    assert ends(workspace) == (0.6, 0.65)
    assert asked_in_zone(workspace, 2, 1, 1) == (0.2, 0.65)  # one true negative is enough
    assert asked_in_zone(workspace, 0, 1, 0) == (0.2, 0.8)  # no false positive: the threshold
    assert workspace.snapshot.point.threshold == 0.8
    assert workspace.snapshot.provenance.rule == "fmr"  # as asked of the matrix without a zone
    with qtbot.waitSignal(workspace.goals.answered_in_zone) as told:
        assert asked_in_zone(workspace, 1, 1, 0) == (0.2, 0.8)  # no grey negative: one line?
    answer, _ranking = told.args
    assert answer.ends_zone
    (apart, _value), (other, _zero) = answer.offers
    workspace.ask(GoInZone(answer, apart))
    assert ends(workspace) == (0.7, 0.8)  # one grey row, which is positive
    workspace.history.undo()
    workspace.ask(GoInZone(answer, other))
    assert ends(workspace) is None
    workspace.history.undo()
    assert ends(workspace) == (0.2, 0.8)
    with pytest.raises(GoalError):
        asked_in_zone(workspace, 1, 0, 5)


def test_that_a_lock_holds_the_threshold_alone(workspace, qtbot):
    pull(workspace, 0.35)
    workspace.ask(SetLocked(is_locked=True))
    with qtbot.waitSignal(workspace.refused):
        assert asked_in_zone(workspace, 0, 0, 4) == (0.35, 0.65)
    assert asked_in_zone(workspace, 1, 0, 1) == (0.6, 0.65)


def test_that_many_rows_are_searched_in_the_background(workspace, qtbot, monkeypatch):
    pull(workspace, 0.35)
    monkeypatch.setattr(goals, "_QUICK", 0)
    number = ZoneNumber(ZonePart.MEASURE, LEFT_OUT, measure="ACC")
    with qtbot.waitSignal(workspace.goals.answered_in_zone) as told:
        workspace.goals.ask_in_zone(ZoneGoal(number, 1.0))
    assert told.args[0].row is None  # one negative is called by both lines
    row, accuracy = told.args[0].offers[0]
    assert accuracy == 5 / 6  # brute force: of what the threshold calls, and 0.1 to 0.3
    workspace.ask(GoInZone(told.args[0], row))
    assert ends(workspace) == (0.4, 0.65)


def test_that_the_zone_is_of_one_score(workspace, qtbot):
    pull(workspace, 0.35)
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert ends(workspace) is None
    workspace.history.undo()
    assert ends(workspace) == (0.35, 0.65)


def test_that_every_zone_leads_to_its_rows(workspace):
    pull(workspace, 0.35)
    found = []
    for zone in range(3):
        for actual in range(2):
            workspace.ask(SelectZone(zone, actual))
            snapshot = workspace.snapshot
            rows = rows_of(snapshot.choices.selection, calls_of(snapshot), snapshot.dataset)
            found.append((np.flatnonzero(rows) + 1).tolist())
    assert found == [[1, 2], [4], [3, 8], [], [], [5, 6, 7]]
    grey = indeterminate(workspace.snapshot.score, 0.35, 0.65) + 1
    assert sorted(found[2] + found[3]) == grey.tolist()


def test_that_the_export_has_the_zone(workspace):
    assert "grey_low" not in measures_table(workspace.snapshot)
    pull(workspace, 0.35)
    table = measures_table(workspace.snapshot)
    lines = {row["id"]: row for row in csv.DictReader(io.StringIO(table))}
    assert (lines["grey_low"]["value"], lines["grey_high"]["value"]) == ("0.35", "0.65")
    assert (lines["grey_zone"]["x"], lines["grey_zone"]["n"]) == ("2", "8")
    assert lines["grey_zone_lr"]["value"] == "inf"
    assert lines["positive_zone_lr"]["value"] == "2"  # (2/4) / (1/4)
    assert lines["TPR_grey_as_positive"]["value"] == "1"
    assert lines["TPR_grey_as_negative"]["value"] == "0.5"
    assert lines["TPR_without_grey"]["value"] == "1"

"""Undo and redo of what a data set is made of: one step each, assessed again in the background."""

from __future__ import annotations

import gc
import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QThreadPool

from evalgui.core.dataset import Dataset
from evalgui.core.requests import SelectPositive, SelectScore, SetParameters, SetThreshold
from evalgui.core.snapshot import Inputs
from evalgui.io.loading import assess, load
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.meaning.roles import Roles
from evalgui.io.samples import samples
from evalgui.workspace import readings
from evalgui.workspace.file_requests import AssignRoles, OpenFiles, OpenTable, OpenText, ShowDataSet
from evalgui.workspace.history import NO_HISTORY, Step
from evalgui.workspace.workspace import Workspace

# Rows 1-8; site A has the odd ones. Positives of A: 0.9 and 0.6, negatives of A: 0.3 and 0.2.
ROWS = (
    "site,truth,score,other\n"
    "A,1,0.9,1\nB,1,0.8,2\nA,1,0.6,3\nB,0,0.7,4\nA,0,0.3,5\nB,0,0.1,6\nA,0,0.2,7\nB,1,0.4,8\n"
)
ROLES = Roles(
    truth="truth", scores=("score", "other"), predicted="", positive="1", higher_is_positive=True
)
IN_A, IN_B = 'site == "A"', 'site == "B"'


def step(number):
    return Step(Inputs(threshold=float(number)), None)


def thresholds(history):
    return [[one.inputs.threshold for one in part] for part in (history.past, history.future)]


@pytest.fixture
def workspace(qtbot, tmp_path):
    """A workspace with eight rows open, four of each of two sites."""
    file = tmp_path / "eight.csv"
    file.write_text(ROWS, encoding="utf-8")
    workspace = Workspace()
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((file,), roles=ROLES))
    yield workspace
    workspace.shut_down()


@pytest.fixture
def held(workspace, monkeypatch):  # noqa: ARG001 - it ends after this fixture
    """Let whatever is assessed again wait until it is told to go on."""
    go_on = threading.Event()

    def wait_and_assess(*arguments, **options):
        assert go_on.wait(60)
        return assess(*arguments, **options)

    monkeypatch.setattr(readings, "assess", wait_and_assess)
    yield go_on
    go_on.set()


def let_work_end():
    """Wait until nothing runs in the background, and let what came of it be told."""
    QThreadPool.globalInstance().waitForDone()
    QCoreApplication.sendPostedEvents()


def reassess(qtbot, workspace, **changes):
    roles = replace(workspace.opened.loaded.proposal.roles, **changes)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(roles))


def travel(qtbot, workspace, go):
    with qtbot.waitSignal(workspace.file_opened):
        go()


def state(workspace):
    """Return the rows of the file, the subset, the threshold and the four counts."""
    snapshot = workspace.snapshot
    counts, dataset = snapshot.point.counts, snapshot.dataset
    assert dataset.subset == workspace.opened.loaded.proposal.roles.subset
    rows = dataset.n if dataset.file_rows is None else dataset.file_rows.tolist()
    cells = (counts.tp, counts.fp, counts.fn, counts.tn)
    return rows, dataset.subset, snapshot.point.threshold, cells


# ------------------------------------------------------------------------------ the value


def test_that_steps_are_found_and_gone_to_by_their_distance():
    history = NO_HISTORY.after(step(1)).after(step(2)).after(step(3))
    assert thresholds(history) == [[1, 2, 3], []]
    assert history.at(-1).inputs.threshold == 3
    assert history.at(-3).inputs.threshold == 1
    assert [history.at(d) for d in (-4, 0, 1)] == [None] * 3
    back = history.moved(-2, step(4))
    assert thresholds(back) == [[1], [3, 4]]
    assert back.at(1).inputs.threshold == 3
    assert back.at(2).inputs.threshold == 4
    assert thresholds(back.moved(2, step(2))) == [[1, 2, 3], []]
    assert thresholds(back.moved(-1, step(2))) == [[], [2, 3, 4]]
    assert thresholds(back.after(step(2))) == [[1, 2], []]


def test_that_the_oldest_of_many_steps_are_forgotten():
    history = NO_HISTORY
    for number in range(250):
        history = history.after(step(number))
    assert thresholds(history)[0] == list(range(50, 250))


# -------------------------------------------------------------------------- the workspace


def test_that_a_subset_is_one_step_among_those_of_the_threshold(qtbot, workspace):
    workspace.ask(SetThreshold(0.5))
    reassess(qtbot, workspace, subset=IN_A)
    workspace.ask(SetThreshold(0.25))
    of_all = (8, "", 0.5, (3, 1, 1, 3))
    of_a = ([1, 3, 5, 7], IN_A, 0.5, (2, 0, 0, 2))
    lower = ([1, 3, 5, 7], IN_A, 0.25, (2, 1, 0, 1))
    assert state(workspace) == lower
    workspace.history.undo()
    assert state(workspace) == of_a
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace) == of_all
    workspace.history.undo()
    assert workspace.snapshot.point.threshold not in {0.5, 0.25}
    assert not workspace.history.can_undo
    workspace.history.redo()
    assert state(workspace) == of_all
    travel(qtbot, workspace, workspace.history.redo)
    assert state(workspace) == of_a
    workspace.history.redo()
    assert state(workspace) == lower
    assert not workspace.history.can_redo


def test_that_score_class_and_parameters_of_before_come_back(qtbot, workspace):
    workspace.ask(SelectPositive(0))
    qtbot.waitUntil(lambda: workspace.snapshot.positive_name == "0")
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    parameters = replace(workspace.snapshot.inputs.parameters, beta=3.0)
    workspace.ask(SetParameters(parameters))
    workspace.ask(SetThreshold(5.0))
    before = state(workspace)
    # The score that is shown has a role no more, and the other class is positive.
    reassess(qtbot, workspace, scores=("score",), positive="1", subset=IN_B)
    assert workspace.snapshot.score.name == "score"
    travel(qtbot, workspace, workspace.history.undo)
    snapshot = workspace.snapshot
    assert (snapshot.score.name, snapshot.positive_name) == ("other", "0")
    assert snapshot.inputs.parameters == parameters
    assert state(workspace) == before
    assert [score.name for score in snapshot.dataset.scores] == ["score", "other"]


def test_that_a_step_to_another_score_is_sorted_again_in_the_background(qtbot, workspace):
    first = workspace.snapshot.point.threshold
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    reassess(qtbot, workspace, subset=IN_A)
    travel(qtbot, workspace, workspace.history.undo)
    assert workspace.snapshot.score.name == "other"
    before = workspace.snapshot
    workspace.history.undo()
    assert workspace.snapshot is before  # nothing is sorted in the thread of the window
    qtbot.waitUntil(lambda: workspace.snapshot.score.name == "score")
    assert workspace.snapshot.point.threshold == first
    assert workspace.snapshot.dataset is before.dataset
    workspace.history.redo()
    assert workspace.snapshot.ranking is before.ranking


def test_that_direction_and_missing_rule_are_steps(qtbot, workspace):
    forward = workspace.snapshot.ranking.value("roc_auc")
    reassess(qtbot, workspace, higher_is_positive=False)
    assert workspace.snapshot.ranking.value("roc_auc") == pytest.approx(1 - forward)
    reassess(qtbot, workspace, missing_scores="worst")
    travel(qtbot, workspace, workspace.history.undo)
    assert workspace.opened.loaded.proposal.roles.missing_scores != "worst"
    travel(qtbot, workspace, workspace.history.undo)
    assert workspace.snapshot.ranking.value("roc_auc") == forward
    assert not workspace.history.can_undo
    assert workspace.history.can_redo


def test_that_undo_pressed_twice_goes_back_two_steps(qtbot, workspace, held):
    held.set()
    reassess(qtbot, workspace, subset=IN_A)
    reassess(qtbot, workspace, subset=IN_B)
    workspace.ask(SetThreshold(0.75))
    held.clear()
    workspace.history.undo()  # at once
    workspace.history.undo()
    workspace.history.undo()
    assert state(workspace)[1] == IN_B
    assert not workspace.history.can_undo
    assert workspace.history.can_redo
    travel(qtbot, workspace, held.set)
    assert state(workspace)[:2] == (8, "")
    assert len(workspace.data_sets.shown.history.future) == 3
    travel(qtbot, workspace, workspace.history.redo)
    assert state(workspace)[1] == IN_A


def test_that_redo_gives_up_an_undo_that_is_still_being_assessed(qtbot, workspace, held):
    held.set()
    reassess(qtbot, workspace, subset=IN_A)
    shown = workspace.snapshot
    held.clear()
    workspace.history.undo()
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.history.redo()
    assert workspace.snapshot is shown
    assert (workspace.history.can_undo, workspace.history.can_redo) == (True, False)


def test_that_undo_goes_on_at_once_where_the_data_are_here(qtbot, workspace, held):
    held.set()
    workspace.ask(SetThreshold(0.5))
    reassess(qtbot, workspace, subset=IN_A)
    travel(qtbot, workspace, workspace.history.undo)
    held.clear()
    workspace.history.redo()
    workspace.history.undo()  # gives the redo up
    assert state(workspace)[2] == 0.5
    workspace.history.redo()
    assert state(workspace)[1] == ""
    travel(qtbot, workspace, held.set)
    assert state(workspace)[:2] == ([1, 3, 5, 7], IN_A)


def test_that_a_step_meanwhile_gives_the_undo_up(qtbot, workspace, held):
    held.set()
    reassess(qtbot, workspace, subset=IN_A)
    held.clear()
    workspace.history.undo()
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.ask(SetThreshold(0.45))
    with qtbot.assertNotEmitted(workspace.file_opened):
        held.set()
        let_work_end()
    assert state(workspace)[1:3] == (IN_A, 0.45)
    assert len(workspace.data_sets.shown.history.past) == 2
    assert not workspace.history.can_redo


def test_that_undo_gives_up_a_change_that_is_still_being_assessed(qtbot, workspace, held):
    workspace.ask(SetThreshold(0.5))
    shown = workspace.snapshot
    workspace.ask(AssignRoles(replace(ROLES, subset=IN_A)))
    assert (workspace.history.can_undo, workspace.history.can_redo) == (True, False)
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.history.undo()
    with qtbot.assertNotEmitted(workspace.file_opened):
        held.set()
        let_work_end()
    assert workspace.snapshot is shown
    workspace.history.undo()
    assert workspace.snapshot.point.threshold != 0.5


def test_that_a_threshold_chosen_during_a_change_is_kept_and_is_a_step_of_its_own(
    qtbot, workspace, held
):
    workspace.ask(AssignRoles(replace(ROLES, subset=IN_A)))
    workspace.ask(SetThreshold(0.25))
    travel(qtbot, workspace, held.set)
    assert state(workspace) == ([1, 3, 5, 7], IN_A, 0.25, (2, 1, 0, 1))
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace)[1:3] == ("", 0.25)
    assert len(workspace.data_sets.shown.history.past) == 1


def test_that_a_cancelled_undo_leaves_all_as_it_was(qtbot, workspace, held):
    held.set()
    reassess(qtbot, workspace, subset=IN_A)
    shown, history = workspace.snapshot, workspace.data_sets.shown.history
    held.clear()
    workspace.history.undo()
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.cancel_loading()
    assert workspace.snapshot is shown
    assert workspace.data_sets.shown.history is history
    assert (workspace.history.can_undo, workspace.history.can_redo) == (True, False)
    held.set()
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace)[:2] == (8, "")


def test_that_an_undo_that_fails_leaves_all_as_it_was(qtbot, workspace):
    # Read again with another separator, the file is another table, and it is gone by then.
    path = workspace.opened.path
    text = path.read_text(encoding="utf-8").replace(",", ";")
    path.write_text(text, encoding="utf-8")
    with qtbot.waitSignal(workspace.openings.previews.previewed) as seen:
        workspace.openings.previews.preview_file(
            workspace.opened, roles=ROLES, options=ReadOptions(delimiter=";", header=True)
        )
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenTable(workspace.opened, seen.args[0], ROLES))
    path.unlink()
    shown, history = workspace.snapshot, workspace.data_sets.shown.history
    with qtbot.waitSignal(workspace.failed) as failed:
        workspace.history.undo()
    assert "eight.csv" in str(failed.args[0])
    assert workspace.snapshot is shown
    assert workspace.data_sets.shown.history is history
    path.write_text(ROWS, encoding="utf-8")
    travel(qtbot, workspace, workspace.history.undo)
    assert workspace.opened.loaded.table.how.delimiter == ","
    assert workspace.snapshot.dataset.n == 8
    path.write_text(text, encoding="utf-8")
    travel(qtbot, workspace, workspace.history.redo)
    assert workspace.opened.loaded.table.how.delimiter == ";"


def test_that_a_step_that_asks_a_question_changes_nothing(qtbot, workspace, monkeypatch):
    reassess(qtbot, workspace, subset=IN_A)
    shown, history = workspace.snapshot, workspace.data_sets.shown.history

    def assess_unsure(table, roles, **options):
        loaded = assess(table, roles, **options)
        return replace(loaded, dataset=None)

    monkeypatch.setattr(readings, "assess", assess_unsure)
    with qtbot.waitSignal(workspace.question_asked):
        workspace.history.undo()
    assert workspace.snapshot is shown
    assert workspace.data_sets.shown.history is history


def test_that_a_new_step_forgets_those_taken_back(qtbot, workspace):
    reassess(qtbot, workspace, subset=IN_A)
    travel(qtbot, workspace, workspace.history.undo)
    assert workspace.history.can_redo
    reassess(qtbot, workspace, subset=IN_B)
    assert not workspace.history.can_redo
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace)[1] == ""
    assert not workspace.history.can_undo


def test_that_the_dialog_on_the_open_file_is_a_step_and_the_same_answer_is_none(qtbot, workspace):
    workspace.ask(SetThreshold(0.5))
    opened = workspace.opened
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenTable(opened, opened.loaded, opened.loaded.proposal.roles))
    assert state(workspace)[2] == 0.5
    assert len(workspace.data_sets.shown.history.past) == 1
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenTable(opened, opened.loaded, replace(ROLES, subset=IN_B)))
    assert len(workspace.data_sets.shown.history.past) == 2
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace)[:3] == (8, "", 0.5)


def test_that_every_data_set_has_a_history_of_its_own(qtbot, workspace, tmp_path):
    right = tmp_path / "right.csv"
    right.write_text("truth,score\n1,3\n0,2\n1,1\n0,0\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.data_sets_changed):
        workspace.ask(OpenFiles((workspace.opened.path, right)))
    assert not workspace.history.can_undo
    workspace.ask(SetThreshold(0.5))
    reassess(qtbot, workspace, subset=IN_A)
    workspace.ask(ShowDataSet(1))
    assert not workspace.history.can_undo
    workspace.ask(SetThreshold(1.5))
    workspace.ask(ShowDataSet(0))
    travel(qtbot, workspace, workspace.history.undo)
    assert state(workspace)[1:3] == ("", 0.5)
    workspace.ask(ShowDataSet(1))
    assert workspace.snapshot.point.threshold == 1.5
    workspace.history.undo()
    assert workspace.snapshot.point.threshold != 1.5
    workspace.ask(ShowDataSet(0))
    assert workspace.history.can_redo


def test_that_selecting_another_data_set_gives_up_what_was_for_the_last_one(
    qtbot, workspace, tmp_path, held
):
    held.set()
    right = tmp_path / "right.csv"
    right.write_text("truth,score\n1,3\n0,2\n1,1\n0,0\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.data_sets_changed):
        workspace.ask(OpenFiles((workspace.opened.path, right)))
    held.clear()
    workspace.ask(AssignRoles(replace(workspace.opened.loaded.proposal.roles, subset=IN_A)))
    workspace.ask(ShowDataSet(1))
    with qtbot.assertNotEmitted(workspace.file_opened):
        held.set()
        let_work_end()
    assert workspace.snapshot.dataset.name == "right.csv"
    assert [item.opened.name for item in workspace.data_sets.items] == ["eight.csv", "right.csv"]


def test_that_the_history_keeps_no_data_alive(qtbot, workspace):
    # Of a name that no other test has: theirs may linger.
    path = workspace.opened.path.rename(workspace.opened.path.with_name("kept.csv"))
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((path,), roles=ROLES))
    for subset in (IN_A, IN_B, "", IN_A, IN_B):
        reassess(qtbot, workspace, subset=subset)
    assert len(workspace.data_sets.shown.history.past) == 5
    gc.collect()
    objects = [one for one in gc.get_objects() if isinstance(one, Dataset)]
    mine = [one for one in objects if one.name == "kept.csv"]
    assert mine == [workspace.snapshot.dataset]


def test_that_pasted_text_is_read_again_as_it_was(qtbot):
    workspace = Workspace()
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenText(ROWS))
    opened = workspace.opened
    with qtbot.waitSignal(workspace.openings.previews.previewed) as seen:
        workspace.openings.previews.preview_file(
            opened, roles=Roles(), options=ReadOptions(header=False)
        )
    columns = seen.args[0].table.names
    headless = Roles(truth=columns[1], scores=(columns[2],), predicted="", positive="1")
    # The names are a row now, which the score refuses unless it is set aside.
    headless = replace(headless, higher_is_positive=True, set_aside_unreadable=True)
    headless = replace(headless, missing_labels=("truth",))
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenTable(workspace.opened, seen.args[0], headless))
    assert workspace.snapshot.dataset.n_rows_in_file == 9
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    assert workspace.snapshot.dataset.n_rows_in_file == 8
    assert workspace.opened.loaded.proposal.roles.truth == "truth"
    workspace.shut_down()


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_that_the_roles_in_force_make_the_same_data_again(sample):
    loaded = load(sample.path, roles=sample.roles)
    again = assess(loaded.table, loaded.proposal.roles)
    assert again.proposal.roles == loaded.proposal.roles
    assert again.dataset is not None
    assert again.dataset.classes == loaded.dataset.classes
    assert again.dataset.positive == loaded.dataset.positive
    assert again.dataset.exclusions == loaded.dataset.exclusions
    for one, other in zip(again.dataset.scores, loaded.dataset.scores, strict=True):
        assert one.name == other.name
        assert one.values.tobytes() == other.values.tobytes()


def test_that_what_no_longer_fits_falls_back_to_the_defaults():
    dataset = Dataset("d", ("no", "yes"), np.array([0, 1]), 1)
    chosen = Inputs(score=0, positive=4, threshold=2.0)
    assert readings.return_to(Inputs(dataset), chosen).positive is None
    assert readings.return_to(Inputs(dataset), replace(chosen, positive=1)).threshold == 2.0

"""What is singled out has one owner, lives as long as it means the same, and can be undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalgui.core.requests import (
    ApplyRule,
    ChooseClasses,
    ClearPins,
    ComparePin,
    Pin,
    SelectCells,
    SelectPositive,
    SelectScore,
    SetThreshold,
    SetVocabulary,
    TogglePin,
    Unpin,
)
from evalgui.core.snapshot import operate
from evalgui.core.vocabulary import Vocabulary
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import AssignRoles, OpenFiles, Reload, ShowDataSet
from evalgui.workspace.workspace import Workspace

ROWS = (
    "site,truth,score,other\n"
    "A,1,0.9,1\nB,1,0.8,2\nA,1,0.6,3\nB,0,0.7,4\nA,0,0.3,5\nB,0,0.1,6\nA,0,0.2,7\nB,1,0.4,8\n"
)
ROLES = Roles(
    truth="truth", scores=("score", "other"), predicted="", positive="1", higher_is_positive=True
)
CLASSES = "truth,p_a,p_b,p_c\n" + "".join(
    f"{'abc'[n % 3]},{0.5 + (n % 3 == 0) / 4},{0.25},{0.25 - (n % 3 == 0) / 4}\n" for n in range(12)
)


@pytest.fixture
def workspace(qtbot, tmp_path):
    """A workspace with eight rows open, four of each of two sites."""
    file = tmp_path / "eight.csv"
    file.write_text(ROWS, encoding="utf-8")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((file,), roles=ROLES))
    yield made
    made.shut_down()


def choices(workspace):
    return workspace.snapshot.choices


def is_right(workspace):
    """Whether the pinned values are those of the pinned thresholds and these rows."""
    snapshot = workspace.snapshot
    expected = [
        operate(snapshot.ranking, placed.threshold, snapshot.inputs)
        for placed in snapshot.choices.pins.points
    ]
    return [(one.counts, one.threshold) for one in expected] == [
        (one.counts, one.threshold) for one in snapshot.pins
    ]


def pinned(workspace):
    return [placed.threshold for placed in choices(workspace).pins.points]


def test_that_a_pin_is_a_step_that_is_undone(workspace):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(Pin())
    workspace.ask(SetThreshold(0.25))
    assert choices(workspace).pinned == 0.5
    assert is_right(workspace)
    workspace.history.undo()
    assert (choices(workspace).pinned, workspace.snapshot.point.threshold) == (0.5, 0.5)
    workspace.history.undo()
    assert choices(workspace).pinned is None
    assert workspace.snapshot.pinned is None
    workspace.history.redo()
    assert choices(workspace).pinned == 0.5
    assert is_right(workspace)
    workspace.ask(Unpin(0))
    assert choices(workspace).pinned is None
    workspace.history.undo()
    assert choices(workspace).pinned == 0.5


def test_that_several_points_are_pinned_each_once_and_each_is_a_step(workspace):
    for threshold in (0.5, 0.25, 0.65):
        workspace.ask(Pin(threshold))
    assert pinned(workspace) == [0.5, 0.25, 0.65]
    assert (choices(workspace).pinned, workspace.snapshot.pinned.row) == (0.65, 3)
    assert is_right(workspace)
    workspace.ask(Pin(0.45))  # calls the same rows as 0.5
    assert (pinned(workspace), choices(workspace).pinned) == ([0.5, 0.25, 0.65], 0.5)
    workspace.ask(ComparePin(1))
    assert choices(workspace).pinned == 0.25
    workspace.ask(Unpin(0))
    assert (pinned(workspace), choices(workspace).pinned) == ([0.25, 0.65], 0.25)
    workspace.ask(Unpin(0))
    assert (pinned(workspace), choices(workspace).pinned) == ([0.65], 0.65)
    workspace.ask(TogglePin(0.25))
    workspace.ask(TogglePin(0.65))
    assert pinned(workspace) == [0.25]
    workspace.ask(ClearPins())
    assert pinned(workspace) == []
    assert workspace.snapshot.pinned is None
    for expected in ([0.25], [0.65, 0.25], [0.65], [0.25, 0.65], [0.5, 0.25, 0.65]):
        workspace.history.undo()
        assert pinned(workspace) == expected
        assert is_right(workspace)
    assert choices(workspace).pinned == 0.25
    workspace.history.undo()
    assert choices(workspace).pinned == 0.5  # the choice of which is compared is a step, too
    workspace.history.redo()
    assert choices(workspace).pinned == 0.25


def test_that_there_are_so_many_pins_and_no_more(workspace, qtbot):
    thresholds = [0.05, 0.15, 0.25, 0.35, 0.5, 0.65, 0.75, 0.85]
    for threshold in thresholds:
        workspace.ask(Pin(threshold))
    with qtbot.waitSignal(workspace.failed) as refused:
        workspace.ask(Pin(0.95))
    assert "8 operating points are pinned" in refused.args[0].message
    assert "Clear Pins" in refused.args[0].hint
    assert pinned(workspace) == thresholds
    assert choices(workspace).pins.letters == tuple("ABCDEFGH")


def test_that_a_pinned_point_keeps_how_it_came_to_be(workspace):
    workspace.ask(ApplyRule("youden"))
    made = workspace.snapshot.provenance
    assert made.rule == "youden"
    workspace.ask(TogglePin(workspace.snapshot.point.threshold))
    assert choices(workspace).pins.point.provenance == made


def test_that_a_pin_goes_with_its_score_and_comes_back_by_undo(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(Pin())
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert choices(workspace).pinned is None
    workspace.history.undo()
    assert choices(workspace).pinned == 0.5
    assert is_right(workspace)


def test_that_pins_live_on_over_a_subgroup_and_a_reload(workspace, qtbot):
    workspace.ask(Pin(0.75))
    workspace.ask(SetThreshold(0.5))
    workspace.ask(Pin())
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset='site == "A"')))
    assert choices(workspace).pinned == 0.5
    assert workspace.snapshot.pinned.counts.n == 4
    assert workspace.data_sets.shown.subsets == ('site == "A"',)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(Reload())
    assert choices(workspace).pinned == 0.5
    assert is_right(workspace)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    assert choices(workspace).pinned == 0.5
    assert workspace.snapshot.pinned.counts.n == 8
    assert workspace.data_sets.shown.subsets == ()


def test_that_cells_are_of_one_matrix_and_no_step(workspace, qtbot):
    workspace.ask(SetThreshold(0.5))
    workspace.ask(SelectCells(((0, 1), (1, 0))))
    assert choices(workspace).cells == ((0, 1), (1, 0))
    workspace.ask(SetThreshold(0.25))
    assert choices(workspace).cells == ((0, 1), (1, 0))
    workspace.history.undo()
    assert choices(workspace).cells == ((0, 1), (1, 0))
    assert workspace.snapshot.point.threshold == 0.5
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectPositive(0))
    assert choices(workspace).cells == ()


def test_that_data_sets_have_choices_of_their_own_and_one_vocabulary(workspace, qtbot, tmp_path):
    paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for path in paths:
        path.write_text(ROWS, encoding="utf-8")
    with qtbot.waitSignal(workspace.data_sets_changed):
        workspace.ask(OpenFiles(tuple(paths), roles=ROLES))
    assert len(workspace.data_sets.items) == 2
    workspace.ask(SetThreshold(0.5))
    workspace.ask(Pin())
    workspace.ask(SelectCells(((0, 0),)))
    workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    workspace.ask(ShowDataSet(1))
    assert (choices(workspace).pinned, choices(workspace).cells) == (None, ())
    assert choices(workspace).vocabulary is Vocabulary.CLINICAL
    workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    workspace.ask(ShowDataSet(0))
    assert (choices(workspace).pinned, choices(workspace).cells) == (0.5, ((0, 0),))
    assert choices(workspace).vocabulary is Vocabulary.BIOMETRICS
    assert is_right(workspace)


def test_that_choosing_classes_one_after_the_other_is_one_step(qtbot, tmp_path):
    file = tmp_path / "classes.csv"
    file.write_text(CLASSES, encoding="utf-8")
    workspace = Workspace()
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(
            OpenFiles(
                (file,),
                roles=Roles(
                    truth="truth",
                    probabilities=(
                        ("a", "p_a"),
                        ("b", "p_b"),
                        ("c", "p_c"),
                    ),
                    positive="a",
                ),
            )
        )
    try:
        for classes in ((1,), (1, 2), (2,)):
            workspace.ask(ChooseClasses(tuple(classes)))
        assert choices(workspace).classes == (2,)
        workspace.history.undo()
        assert choices(workspace).classes == ()
        assert not workspace.history.can_undo
        workspace.history.redo()
        assert choices(workspace).classes == (2,)
    finally:
        workspace.shut_down()


def test_that_an_empty_workspace_has_nothing_to_decide():
    workspace = Workspace()
    workspace.ask(Pin())
    workspace.ask(Pin(0.5))
    workspace.ask(TogglePin())
    workspace.ask(Unpin(0))
    workspace.ask(ComparePin(0))
    workspace.ask(ClearPins())
    workspace.ask(ChooseClasses((1,)))
    assert choices(workspace) == Workspace().snapshot.choices
    assert not workspace.history.can_undo

"""Undo and redo: all that changes a number or a decision is a step, and nothing else is."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from evalgui.core.choices import Axes, Choices
from evalgui.core.goals import Goal, Wanted
from evalgui.core.kind import Kind
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.requests import (
    ApplyRule,
    ChooseClasses,
    CommitDrag,
    DragNumber,
    DragSecond,
    DragThreshold,
    DropDrag,
    GoToEnd,
    HideAnswers,
    MoveThreshold,
    MoveThresholdByPercentile,
    NoteData,
    NotePoint,
    Pin,
    Prespecify,
    Redo,
    SelectFlips,
    SelectPositive,
    SelectRows,
    SelectScore,
    SetAxes,
    SetComparing,
    SetFollowed,
    SetGreyZone,
    SetIntervals,
    SetLocked,
    SetMulticlass,
    SetParameters,
    SetPrevalence,
    SetThreshold,
    SetVocabulary,
    ShowBars,
    ShowCostLine,
    ShowMarks,
    ToggleBands,
    Undo,
    UseChoice,
)
from evalgui.core.selection import Cells, Selection
from evalgui.core.snapshot import Inputs
from evalgui.core.vocabulary import Vocabulary
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import AssignRoles, JoinSubjects, OpenFiles, SetRowsAside
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
    """A workspace with eight rows of two classes, and a decision about them."""
    yield from opened(qtbot, tmp_path / "eight.csv", ROWS, ROLES)


@pytest.fixture
def of_three(qtbot, tmp_path):
    """The same of three classes."""
    yield from opened(qtbot, tmp_path / "three.csv", CLASSES, None)


def opened(qtbot, file, text, roles):
    file.write_text(text, encoding="utf-8")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((file,), roles=roles))
    yield made
    made.shut_down()


def decided(workspace):
    """Return all that may be decided about what is shown, NaN as a word."""
    snapshot = workspace.snapshot
    inputs = {one.name: getattr(snapshot.inputs, one.name) for one in fields(Inputs)}
    inputs["dataset"] = workspace.opened.decisions
    choices = {one.name: getattr(snapshot.choices, one.name) for one in fields(Choices)}
    return repr(inputs), repr({**choices, **dict.fromkeys(SHOWN_ALIKE)})


SHOWN_ALIKE = (
    "selection",
    "vocabulary",
    "has_bars",
    "has_marks",
    "has_cost_line",
    "hides_answers",
    "axes",
    "compares",
    "bands",
)
"""What of the choices changes no number and decides nothing."""


def roles(**others):
    return lambda w: w.ask(AssignRoles(replace(w.opened.loaded.proposal.roles, **others)))


def dragged(workspace, *asked):
    """Drag a number from one place to the next, each shown as a frame, and let go."""
    for one in asked:
        workspace.ask(DragNumber(one))
        workspace.number.frame.hand_on()
    workspace.ask(CommitDrag())


STEPS = {
    "threshold typed": lambda w: w.ask(SetThreshold(0.65)),
    "threshold dragged": lambda w: (
        w.ask(DragThreshold(0.2)),
        w.ask(DragThreshold(0.7)),
        w.ask(CommitDrag()),
    ),
    "threshold by keys": lambda w: w.ask(MoveThreshold(2)),
    "threshold by percentile": lambda w: w.ask(MoveThresholdByPercentile(30)),
    "end": lambda w: w.ask(GoToEnd(is_highest=True)),
    "rule": lambda w: w.ask(ApplyRule("closest")),
    "rule with parameters": lambda w: w.ask(
        UseChoice(w.snapshot.ranking.choice("sensitivity", {"sensitivity": 0.5}))
    ),
    "rule followed": lambda w: w.ask(
        UseChoice(w.snapshot.ranking.choice("sensitivity", {"sensitivity": 0.5}), is_followed=True)
    ),
    "following": lambda w: w.ask(SetFollowed(is_followed=True)),
    "number asked for": lambda w: w.goals.ask(Goal(Wanted("TPR"), 0.75)),
    "lock": lambda w: w.ask(SetLocked(is_locked=True)),
    "prespecified": lambda w: w.ask(Prespecify()),
    "pin": lambda w: w.ask(Pin()),
    "pin elsewhere": lambda w: w.ask(Pin(0.15)),
    "grey zone pulled": lambda w: (w.ask(DragSecond(0.65)), w.ask(CommitDrag())),
    "grey zone typed": lambda w: w.ask(SetGreyZone(0.25, 0.65)),
    "parameters": lambda w: w.ask(SetParameters(Parameters(beta=3.0))),
    "level": lambda w: w.ask(SetIntervals(replace(w.snapshot.inputs.intervals, level=0.9))),
    "method": lambda w: w.ask(
        SetIntervals(
            replace(w.snapshot.inputs.intervals, methods={Kind.PROPORTION: "clopper-pearson"})
        )
    ),
    "prevalence": lambda w: w.ask(SetPrevalence(0.1)),
    "prevalence dragged": lambda w: dragged(w, *map(SetPrevalence, (0.2, 0.3, 0.1))),
    "costs dragged": lambda w: dragged(
        w, *(SetParameters(Parameters(cost_fn=one)) for one in (3.0, 8.0))
    ),
    "score": lambda w: w.ask(SelectScore(1)),
    "positive class": lambda w: w.ask(SelectPositive(0)),
    "rows set aside": lambda w: w.ask(SetRowsAside((2, 3), "a copy")),
    "subset": roles(subset='site == "A"'),
    "direction": roles(higher_is_positive=False),
    "sampling": lambda w: w.ask(JoinSubjects("site")),
    "missing scores": roles(missing_scores="worst"),
    "note about the data": lambda w: w.ask(NoteData("Two sites")),
    "note about the point": lambda w: w.ask(NotePoint("Agreed in May")),
}
NAMES = {
    "grey zone": ("grey zone pulled", "grey zone typed"),
    "lock": ("lock",),
    "pins": ("pin", "pin elsewhere"),
    "parameters": ("parameters", "costs dragged"),
    "intervals": ("level", "method", "prevalence", "prevalence dragged"),
    "score": ("score",),
    "class": ("positive class",),
    "rows set aside": ("rows set aside",),
    "rows to assess": ("subset",),
    "direction": ("direction",),
    "columns": ("sampling", "missing scores"),
    "notes": ("note about the data", "note about the point"),
}
"""What the menu calls steps; all others are of the threshold."""

NO_STEPS = {
    "selection": lambda w: w.ask(SelectRows(Selection.of(Cells(((0, 1),))))),
    "flips selected": lambda w: w.ask(SelectFlips()),
    "vocabulary": lambda w: w.ask(SetVocabulary(Vocabulary.CLINICAL)),
    "bars": lambda w: w.ask(ShowBars(are_shown=False)),
    "marks": lambda w: w.ask(ShowMarks(are_shown=False)),
    "cost line": lambda w: w.ask(ShowCostLine(is_shown=True)),
    "axes": lambda w: w.ask(SetAxes(Axes(log_rates=True))),
    "answers": lambda w: w.ask(HideAnswers(are_hidden=True)),
    "comparison": lambda w: w.ask(SetComparing(compares=True)),
    "bands": lambda w: w.ask(ToggleBands()),
    "looking": lambda w: w.previews.look_at(0.3),
    "drag taken back": lambda w: (w.ask(DragThreshold(0.2)), w.ask(DropDrag())),
    "number taken back": lambda w: (w.ask(DragNumber(SetPrevalence(0.2))), w.ask(DropDrag())),
    "pull taken back": lambda w: (w.ask(DragSecond(0.2)), w.ask(DropDrag())),
}


def settled(qtbot, workspace):
    qtbot.waitUntil(
        lambda: not (workspace.staged.staging.is_busy or workspace.line.frame.is_waiting)
    )


def prepare(workspace):
    """Decide a few things, so that a step finds some of each kind."""
    workspace.ask(SetThreshold(0.5))
    workspace.ask(Pin(0.35))
    workspace.ask(NoteData("A first word"))
    workspace.history.pause.stop()  # typing ended


@pytest.mark.parametrize("name", STEPS)
def test_that_a_decision_is_one_step_that_is_undone_and_done_again(qtbot, workspace, name):
    prepare(workspace)
    if name == "following":
        workspace.ask(ApplyRule("youden"))
    before, n_before = decided(workspace), len(workspace.data_sets.shown.history.past)
    STEPS[name](workspace)
    qtbot.waitUntil(lambda: decided(workspace) != before)
    settled(qtbot, workspace)
    after = decided(workspace)
    assert len(workspace.data_sets.shown.history.past) == n_before + 1
    called = next((one for one, steps in NAMES.items() if name in steps), "threshold")
    assert workspace.history.undone.name == called
    workspace.ask(Undo())
    qtbot.waitUntil(lambda: decided(workspace) == before)
    assert workspace.history.redone.name == called
    workspace.ask(Redo())
    qtbot.waitUntil(lambda: decided(workspace) == after)
    workspace.ask(Undo())
    qtbot.waitUntil(lambda: decided(workspace) == before)


@pytest.mark.parametrize("name", NO_STEPS)
def test_that_what_decides_nothing_is_no_step_and_outlives_an_undo(qtbot, workspace, name):
    prepare(workspace)
    before, history = decided(workspace), workspace.data_sets.shown.history
    NO_STEPS[name](workspace)
    settled(qtbot, workspace)
    assert workspace.data_sets.shown.history is history
    assert decided(workspace) == before
    shown = [getattr(workspace.snapshot.choices, one) for one in SHOWN_ALIKE]
    workspace.ask(Prespecify())
    workspace.ask(Undo())
    assert [getattr(workspace.snapshot.choices, one) for one in SHOWN_ALIKE] == shown


NEED_DATA = ("rule with parameters", "rule followed", "subset", "direction", "missing scores")


@pytest.mark.parametrize("name", [one for one in (*STEPS, *NO_STEPS) if one not in NEED_DATA])
def test_that_nothing_is_a_step_in_an_empty_workspace(qapp, name):  # noqa: ARG001 - for signals
    workspace = Workspace()
    (STEPS | NO_STEPS)[name](workspace)
    assert not workspace.history.can_undo
    workspace.shut_down()


def test_that_settings_and_chosen_classes_of_many_are_steps(of_three):
    before = decided(of_three)
    of_three.ask(SetMulticlass(MulticlassSettings(over=Over.CHOSEN, chosen=(0, 1))))
    between = decided(of_three)
    of_three.ask(ChooseClasses((1,)))
    of_three.ask(ChooseClasses((1, 2)))  # one step with the last
    after = decided(of_three)
    assert len({before, between, after}) == 3
    of_three.history.undo()
    assert decided(of_three) == between
    of_three.history.undo()
    assert decided(of_three) == before
    of_three.history.redo()
    of_three.history.redo()
    assert decided(of_three) == after


def test_that_classes_chosen_after_another_decision_are_a_step_of_their_own(qtbot, of_three):
    with qtbot.waitSignal(of_three.changed):
        of_three.ask(SelectPositive(0))
    for decide in (
        lambda: of_three.ask(SetGreyZone(0.4, 0.6)),
        lambda: of_three.ask(NoteData("Looked at")),
        lambda: of_three.ask(Pin(0.3)),
    ):
        of_three.ask(ChooseClasses((1,)))
        decide()
        before = decided(of_three)
        of_three.ask(ChooseClasses((2,)))
        of_three.history.undo()
        assert decided(of_three) == before


def test_that_typing_without_a_pause_about_one_thing_is_one_step(workspace):
    for text in ("O", "On", "Onc", "Once"):
        workspace.ask(NoteData(text))
    for text in ("T", "Tw", "Two"):
        workspace.ask(NotePoint(text))
    workspace.history.pause.stop()  # as after a second
    workspace.ask(NotePoint("Two!"))
    notes = workspace.snapshot.choices.notes
    assert (notes.data, notes.points[0].text) == ("Once", "Two!")
    seen = []
    while workspace.history.can_undo:
        workspace.ask(Undo())
        notes = workspace.snapshot.choices.notes
        seen.append((notes.data, *(one.text for one in notes.points)))
    assert seen == [("Once", "Two"), ("Once",), ("",)]


def test_that_typing_after_another_step_is_a_step(workspace):
    workspace.ask(NoteData("One"))
    workspace.ask(SetThreshold(0.65))
    workspace.ask(NoteData("One, two"))
    workspace.ask(Undo())
    assert workspace.snapshot.choices.notes.data == "One"
    assert workspace.snapshot.point.threshold == 0.65

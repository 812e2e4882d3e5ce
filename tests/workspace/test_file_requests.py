"""What comes of what is asked about columns and rows, and that nothing asked for before is lost."""

from dataclasses import replace

import pytest

from evalgui.core.consequences.settings import recalibration
from evalgui.core.errors import DataError
from evalgui.core.requests import NoteData, SelectPositive
from evalgui.core.sampling import Sampling
from evalgui.io.meaning.roles import Roles
from evalgui.io.meaning.rows_aside import SetAside
from evalgui.workspace.file_requests import (
    AddRecalibrated,
    AssignRoles,
    FilterRows,
    JoinSubjects,
    KeepOnly,
    OpenFiles,
    SetRowsAside,
    SetSampling,
    TakeRowsBack,
    TurnScore,
    decide_roles,
)
from evalgui.workspace.workspace import Workspace

ROLES = Roles(truth="truth", scores=("score",), predicted="", positive="1")
ROWS = "site,truth,score\nA,1,0.9\nB,1,0.8\nA,1,0.6\nB,0,0.7\nA,0,0.3\nB,0,0.1\nC,1,0.2\n"

OUTCOMES = {
    AssignRoles(Roles(truth="other")): Roles(truth="other"),
    FilterRows(("score",), "score > 1"): replace(ROLES, subset="score > 1"),
    KeepOnly("score > 1"): replace(ROLES, subset="score > 1"),
    JoinSubjects("site"): replace(ROLES, subjects=("site",), sampling=Sampling.BY_SUBJECT),
    SetSampling(Sampling.CASE_CONTROL): replace(ROLES, sampling=Sampling.CASE_CONTROL),
    TurnScore("score"): replace(ROLES, higher_is_positive=False),
    AddRecalibrated(recalibration("beta")): replace(ROLES, recalibrated=(recalibration("beta"),)),
    SetRowsAside((2, 5), "a copy"): replace(ROLES, set_aside=(SetAside((2, 5), "a copy"),)),
    TakeRowsBack((2,)): ROLES,
}


@pytest.mark.parametrize("request_", OUTCOMES, ids=lambda one: type(one).__name__)
def test_that_a_request_makes_the_roles_it_says(request_):
    assert decide_roles(ROLES, request_, ROLES) == OUTCOMES[request_]


def test_that_choices_of_rows_are_joined():
    first = decide_roles(ROLES, KeepOnly("a == 1 or b == 2"), ROLES)
    assert decide_roles(first, KeepOnly("c > 3"), ROLES).subset == (
        "(a == 1 or b == 2) and (c > 3)"
    )


def test_that_a_filter_takes_the_place_of_that_of_the_same_columns():
    roles = replace(ROLES, subset='(a == 1 or a == 2) and (site == "A")')
    other = decide_roles(roles, FilterRows(("site",), 'site == "B"'), ROLES)
    assert other.subset == '(a == 1 or a == 2) and (site == "B")'
    assert decide_roles(other, FilterRows(("a",), ""), ROLES).subset == 'site == "B"'


def test_that_a_score_is_turned_once_however_often_that_is_asked():
    turned = decide_roles(ROLES, TurnScore("score"), ROLES)
    assert decide_roles(turned, TurnScore("score"), ROLES) is turned
    assert decide_roles(turned, TurnScore("score"), turned).is_higher_positive("score")


def test_that_rows_are_not_set_aside_without_a_reason():
    with pytest.raises(DataError, match="no reason"):
        decide_roles(ROLES, SetRowsAside((2,), " "), ROLES)


def test_that_what_is_no_request_about_roles_has_no_outcome():
    with pytest.raises(TypeError, match="NoteData"):
        decide_roles(ROLES, NoteData(""), ROLES)


@pytest.fixture
def workspace(qtbot, tmp_path):
    path = tmp_path / "seven.csv"
    path.write_text(ROWS, encoding="utf-8")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((path,), ROLES))
    yield made
    made.shut_down()


def test_that_all_that_is_asked_while_the_file_is_assessed_holds(qtbot, workspace):
    before = workspace.opened.decisions
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(KeepOnly('site != "C"'))
        workspace.ask(TurnScore("score"))
        workspace.ask(TurnScore("score"))
        workspace.ask(SetRowsAside((2,), "a copy"))
        workspace.ask(JoinSubjects("site"))
        workspace.ask(SetSampling(Sampling.CASE_CONTROL))
    roles = workspace.opened.loaded.proposal.roles
    assert (roles.subset, roles.higher_is_positive) == ('site != "C"', False)
    assert roles.set_aside == (SetAside((2,), "a copy"),)
    assert (roles.subjects, roles.sampling) == (("site",), Sampling.CASE_CONTROL)
    assert workspace.snapshot.dataset.n == 5
    assert len(workspace.data_sets.shown.history.past) == 1
    with qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    assert workspace.opened.decisions == before


def test_that_a_file_without_data_is_asked_nothing(qapp):  # noqa: ARG001 - for signals
    workspace = Workspace()
    workspace.ask(KeepOnly("score > 1"))
    workspace.ask(SelectPositive(0))
    assert not workspace.staged.staging.is_busy
    workspace.shut_down()

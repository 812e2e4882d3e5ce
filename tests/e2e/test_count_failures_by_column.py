"""Failures to acquire and to enrol by a column, and typed in the window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

import evalgui
from evalgui.__main__ import main
from evalgui.core.requests import Redo, SetThreshold, Undo
from evalgui.results.topics.failures import FAILURES

if TYPE_CHECKING:
    from pathlib import Path

ROLES = ("--truth", "label", "--score", "score", "--positive", "genuine", "--threshold", "1")
PAIRS = ("--subject", "probe", "--subject-b", "reference")


@pytest.fixture
def attempts(tmp_path: Path) -> tuple[Path, pd.DataFrame]:
    rng = np.random.default_rng(4)
    n = 400
    rows = pd.DataFrame({"label": rng.choice(["genuine", "impostor"], n)})
    rows["probe"] = [f"p{k % 20}" for k in range(n)]
    rows["reference"] = [f"p{k % 16}" for k in range(n)]
    rows["status"] = rng.choice(["ok", "fta"], n, p=[0.9, 0.1])
    rows["enrolled"] = np.where(rows["reference"].isin(["p3", "p5"]), "failed", "ok")
    rows["score"] = np.round(rng.normal(size=n) + 2 * (rows["label"] == "genuine"), 2)
    rows.loc[rows["status"] == "fta", "score"] = np.nan
    path = tmp_path / "attempts.csv"
    rows.to_csv(path, index=False)
    return path, rows


def printed(capsys: Any, *arguments: object) -> Any:
    capsys.readouterr()
    code: object
    try:
        code = main([str(one) for one in arguments])
    except SystemExit as ended:  # a wrong option
        code = ended.code
    told = capsys.readouterr()
    return code, told.out, told.err


def test_that_a_column_counts_attempts_without_a_score(
    attempts: tuple[Path, pd.DataFrame], capsys: Any
) -> None:
    path, rows = attempts
    asked = (*ROLES, *PAIRS, "--fta", "status", "--fte", "enrolled", "--format", "json")
    code, out, err = printed(capsys, "evaluate", path, *asked)
    assert (code, err) == (0, "")
    found = json.loads(out)["failures"]
    for name, label in (("fta_genuine", "genuine"), ("fta_impostor", "impostor")):
        of_class = rows[rows["label"] == label]
        assert found[name]["value"] == pytest.approx((of_class["status"] == "fta").mean())
    assert found["fte"]["value"] == pytest.approx(2 / 16)  # references, each once
    counts = [
        f"{(one['status'] == 'fta').sum()}/{len(one)}"
        for one in (rows[rows["label"] == label] for label in ("genuine", "impostor"))
    ]
    typed = (*ROLES, *PAIRS, "--fta", counts[0], "--fta", counts[1], "--fte", "2/16")
    _code, out, _err = printed(capsys, "evaluate", path, *typed, "--format", "json")
    assert json.loads(out)["failures"] == found


def test_that_an_expression_chooses_what_failed(
    attempts: tuple[Path, pd.DataFrame], capsys: Any
) -> None:
    path, _rows = attempts
    found = [
        json.loads(printed(capsys, "evaluate", path, *ROLES, "--fta", one, "--format", "json")[1])
        for one in ("status", 'status == "fta"')
    ]
    assert found[0]["failures"] == found[1]["failures"]
    again = evalgui.evaluate(
        path, truth="label", score="score", positive="genuine", threshold=1, fta="status"
    )
    assert again.to_dict()["failures"] == found[0]["failures"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--fta", "label"), "says neither that an attempt failed"),
        (("--fta", "nowhere"), "there is no column 'nowhere'"),
        (("--fta", "status", "--fta", "1/9"), "takes counts, or one column"),
    ],
)
def test_that_a_column_that_says_nothing_is_refused(
    attempts: tuple[Path, pd.DataFrame], capsys: Any, asked: tuple[str, ...], words: str
) -> None:
    code, _out, err = printed(capsys, "evaluate", attempts[0], *ROLES, *asked)
    assert code == 2
    assert words in err


def test_that_enrolments_need_subjects(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "one.csv"
    path.write_text("label,score,bad\n" + "genuine,2,0\nimpostor,0.5,1\n" * 5)
    code, _out, err = printed(capsys, "evaluate", path, *ROLES, "--fte", "bad")
    assert code == 2
    assert "whose each row is has to be named" in err


@pytest.fixture
def opened(program: Any, attempts: tuple[Path, pd.DataFrame]) -> Any:
    program.open_path(attempts[0])
    program.workspace.ask(SetThreshold(1))
    program.rest()
    return program


def dialog_of(program: Any) -> Any:
    program.window.actions_by_id["count_failures"].trigger()
    (dialog,) = (one for one in program.window.findChildren(QDialog, "failures_dialog"))
    return dialog


def show(program: Any, dialog: Any, **typed: str) -> None:
    for name, words in typed.items():
        dialog.fields[name].clear()
        QTest.keyClicks(dialog.fields[name], words)
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()


def test_that_failures_are_typed_and_taken_back(opened: Any) -> None:
    show(opened, dialog_of(opened), genuine="5/100", enrolments="2/50")
    said = opened.snapshot.inputs.consequences
    assert (said.acquiring, said.enrolling) == (((5, 100),), (2, 50))
    assert opened.window.results.topic is FAILURES
    assert opened.window.results.isVisible()
    told = FAILURES.shown(opened.snapshot)
    assert told is not None
    assert all(told.tables[0].cell(row, told.tables[0].columns[0]) for row in told.tables[0].rows)
    opened.workspace.ask(Undo())
    assert opened.snapshot.inputs.consequences.acquiring == ()
    opened.workspace.ask(Redo())
    assert opened.snapshot.inputs.consequences.acquiring == ((5, 100),)
    again = dialog_of(opened)
    assert [one.text() for one in again.fields.values()] == ["5/100", "", "2/50"]
    again.reject()


def test_that_what_was_not_measured_is_asked_for(opened: Any) -> None:
    show(opened, dialog_of(opened), genuine="status")
    assert opened.snapshot.inputs.consequences.acquiring_by == "status"
    told = FAILURES.shown(opened.snapshot)
    assert told is not None
    (table,) = told.tables
    cells = {row.id: table.cell(row, table.columns[0]) for row in table.rows}
    asked = [
        name for name, one in cells.items() if one is not None and "not measured" in one.reason
    ]
    assert asked == ["gfrr", "gfar", "fte"]
    assert "Data > Failures to Acquire and Enrol" in opened.window.results.facts.text()
    model = opened.window.results.views[0].model()
    values = {
        table.rows[row].id: str(model.index(row, 1).data()) for row in range(model.rowCount())
    }
    assert [name for name, value in values.items() if not value.startswith("0.")] == asked


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"genuine": "7/5"}, "genuine", "no share"),
        ({"genuine": "label"}, "genuine", "neither"),
        ({"genuine": "status", "impostor": "1/9"}, "impostor", "how many"),
        ({"enrolments": "nowhere"}, "enrolments", "no column"),
    ],
)
def test_that_a_wrong_field_says_why(
    opened: Any, typed: dict[str, str], field: str, words: str
) -> None:
    dialog = dialog_of(opened)
    show(opened, dialog, **typed)
    assert dialog.isVisible()
    assert words in dialog._messages[field].text()
    dialog.reject()

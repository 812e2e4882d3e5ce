"""Rows are set aside by hand for a reason, found again, and taken back; every number follows."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QMessageBox, QPlainTextEdit

from evalgui.core.requests import SetThreshold
from evalgui.core.snapshot import Inputs, resolve
from evalgui.gui.dialogs.page import Page
from evalgui.gui.dialogs.rows_aside import ReasonDialog, RowsAsidePage
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.meaning.rows_aside import SetAside
from evalgui.workspace import readings
from evalgui.workspace.file_requests import (
    OpenFiles,
    Reload,
    SetRowsAside,
    ShowDataSet,
    TakeRowsBack,
)
from evalgui.workspace.tasks import Task
from tests.support.exported import save_tables

ROWS = [(f"p{n}", "ill" if n % 3 == 0 else "well", n * 7 % 40) for n in range(1, 41)]
ROLES = Roles(truth="truth", scores=("score",), predicted="", positive="ill", weight="")
LEFT, NOTHING = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def text_of(rows):
    return "id,truth,score\n" + "".join(f"{i},{t},{s}\n" for i, t, s in rows)


@pytest.fixture
def path(program, tmp_path):
    path = tmp_path / "forty.csv"
    path.write_text(text_of(ROWS), encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=ROLES))
    program.settle()
    return path


def table(program):
    return program.window.predictions.table


def click_row(program, number, modifier=NOTHING, button=LEFT):
    """Click on the row of the file with this number; return where."""
    model = program.window.predictions.model
    place = model.file_rows(range(model.rowCount())).index(number)
    table(program).scrollTo(model.index(place, 0))
    at = table(program).visualRect(model.index(place, model.outcome_column)).center()
    QTest.mouseClick(table(program).viewport(), button, modifier, at)
    return at


def select(program, *numbers):
    click_row(program, numbers[0])
    for number in numbers[1:]:
        click_row(program, number, Qt.KeyboardModifier.ControlModifier)


def reason_dialog(program):
    program.qtbot.waitUntil(lambda: program.window.findChild(ReasonDialog) is not None)
    return program.window.findChild(ReasonDialog)


def give(program, reason):
    """Type a reason and press Enter; wait until the rows are set aside."""
    dialog = reason_dialog(program)
    QTest.keyClicks(dialog.reason.lineEdit(), reason)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.keyClick(dialog.reason.lineEdit(), Qt.Key.Key_Return)
    program.settle()


def set_aside(program, reason, *numbers):
    select(program, *numbers)
    program.window.actions_by_id["set_rows_aside"].trigger()
    give(program, reason)


def aside(program):
    return program.workspace.opened.loaded.proposal.roles.set_aside


def told(shown):
    return (
        shown.matrix.counts.tolist(),
        {name: repr(found) for name, found in shown.point.measured.items()},
        shown.ranking.value("roc_auc"),
        shown.ranking.value("average_precision"),
        shown.ranking.equal_error_rate.value,
        shown.ranking.table.steps.thresholds.tolist(),
    )


def numbers(program):
    """Return what is shown, to be compared with a file without the rows."""
    return told(program.snapshot)


def without(program, *gone):
    """Return the same of a file without some rows."""
    left = [row for n, row in enumerate(ROWS, start=1) if n not in gone]
    loaded = load_source(Source.from_bytes("x.csv", text_of(left).encode()), roles=ROLES)
    threshold = program.snapshot.point.threshold
    return told(resolve(Inputs(loaded.dataset, threshold=threshold)))


@pytest.mark.usefixtures("path")
def test_that_selected_rows_are_set_aside_and_every_number_follows(program):
    program.workspace.ask(SetThreshold(20.0))
    set_aside(program, "consent withdrawn", 3, 8, 11)
    assert aside(program) == (SetAside((3, 8, 11), "consent withdrawn"),)
    assert program.snapshot.point.threshold == 20.0  # it stays where it was
    assert numbers(program) == without(program, 3, 8, 11)
    model = program.window.predictions.model
    assert model.file_rows(range(4)) == [1, 2, 4, 5]
    assert model.rowCount() == 37
    assert program.window.predictions.aside.text() == "3 set aside\N{HORIZONTAL ELLIPSIS}"
    assert program.window.predictions.aside.isVisible()
    assert program.window.data_bar.rows.text() == "forty.csv: 37 of 40 rows"


@pytest.mark.usefixtures("path")
def test_that_it_is_undone_and_redone(program):
    whole = numbers(program)
    set_aside(program, "a copy", 3)
    set_aside(program, "not eligible", 6, 7)
    undo, redo = (program.window.actions_by_id[name] for name in ("undo", "redo"))
    for action, gone in [(undo, (3,)), (undo, ()), (redo, (3,)), (redo, (3, 6, 7)), (undo, (3,))]:
        with program.qtbot.waitSignal(program.workspace.file_opened):
            action.trigger()
        assert numbers(program) == without(program, *gone)
        assert {row for one in aside(program) for row in one.rows} == set(gone)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        undo.trigger()
    assert numbers(program) == whole
    assert not program.window.predictions.aside.isVisible()


def test_that_the_heads_of_the_list_are_whole(program):
    program.open_sample("clinical")
    program.window.findChild(QAction, "list_rows_aside").trigger()
    page = program.window.findChild(RowsAsidePage)
    header = page.table.horizontalHeader()
    titles = [page.model.headerData(n, Qt.Orientation.Horizontal) for n in range(header.count())]
    assert "logistic_regression" in titles
    cut = [
        title
        for column, title in enumerate(titles)
        if header.sectionSize(column) < header.sectionSizeHint(column)
    ]
    assert cut == []
    page.close()


@pytest.mark.usefixtures("path")
def test_that_rows_are_found_again_with_the_reason_and_taken_back(program):
    set_aside(program, "a copy", 3)
    set_aside(program, "not eligible", 6, 7)
    QTest.mouseClick(program.window.predictions.aside, LEFT)
    page = program.window.findChild(RowsAsidePage)
    program.qtbot.waitUntil(page.isVisible)
    model = page.model
    shown = [[model.index(row, column).data() for column in range(4)] for row in range(3)]
    assert shown == [
        ["3", "a copy", "p3", "ill"],
        ["6", "not eligible", "p6", "ill"],
        ["7", "not eligible", "p7", "well"],
    ]
    assert not page.back.isEnabled()
    for row, modifier in ((0, NOTHING), (2, Qt.KeyboardModifier.ControlModifier)):
        at = page.table.visualRect(model.index(row, 1)).center()
        QTest.mouseClick(page.table.viewport(), LEFT, modifier, at)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(page.back, LEFT)
    assert [model.index(0, column).data() for column in range(2)] == ["6", "not eligible"]
    assert model.rowCount() == 1
    assert numbers(program) == without(program, 6)
    assert page.focusWidget() is page.table
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(page.back, LEFT)
    assert page.state.text() == "No row is set aside by hand."
    assert not page.back.isEnabled()
    page.close()
    assert numbers(program) == without(program)


@pytest.mark.usefixtures("path")
def test_that_the_menu_of_the_rows_offers_it(program):
    at = click_row(program, 5, button=Qt.MouseButton.RightButton)
    table(program).customContextMenuRequested.emit(at)
    menu = program.window.findChild(QMenu, "predictions_menu")
    action = program.window.actions_by_id["set_rows_aside"]
    assert action in menu.actions()
    assert program.window.actions_by_id["list_rows_aside"] in menu.actions()
    menu.hide()
    action.trigger()
    dialog = reason_dialog(program)
    words = dialog.findChild(object, "set_aside_rows").text()
    assert words == "Row 5 will take no part in any number."
    assert not dialog.confirm.isEnabled()  # without a reason
    dialog.reason.setCurrentIndex(1)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.confirm, LEFT)
    assert aside(program) == (SetAside((5,), "Consent withdrawn"),)


@pytest.mark.usefixtures("path")
def test_that_rows_of_a_cell_are_set_aside_and_the_cell_stays(program):
    matrix = program.window.confusion.matrix_view
    QTest.mouseClick(matrix, LEFT, pos=matrix.cell_rect(1, 0).center())
    program.window.predictions.selection_bar.only.click()
    model = program.window.predictions.model
    rows = model.file_rows(range(model.rowCount()))
    assert len(rows) == program.snapshot.point.counts.fp > 2
    set_aside(program, "wrong truth", *rows[1:3])
    assert numbers(program) == without(program, *rows[1:3])
    assert program.snapshot.point.counts.fp == len(rows) - 2
    left = model.file_rows(range(model.rowCount()))
    assert left == [rows[0], *rows[3:]]
    assert model.selection.cells == ((1, 0),)
    # All rows of the cell at once.
    QTest.keyClick(table(program), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    program.window.actions_by_id["set_rows_aside"].trigger()
    give(program, "wrong truth")
    assert numbers(program) == without(program, *rows)
    assert program.snapshot.point.counts.fp == 0


@pytest.mark.usefixtures("path")
def test_that_search_and_order_stay(program):
    panel = program.window.predictions
    QTest.keyClicks(panel.search_field, "p1")
    program.qtbot.waitUntil(lambda: panel.model.search == "p1")
    table(program).sortByColumn(2, Qt.SortOrder.DescendingOrder)
    before = panel.model.file_rows(range(panel.model.rowCount()))
    set_aside(program, "a copy", before[1])
    program.qtbot.waitUntil(lambda: panel.model.rowCount() == len(before) - 1)
    assert panel.search_field.text() == "p1"
    after = panel.model.file_rows(range(panel.model.rowCount()))
    assert after == [before[0], *before[2:]]


@pytest.mark.usefixtures("path")
def test_that_nothing_selected_is_said(program):
    table(program).clearSelection()
    program.window.actions_by_id["set_rows_aside"].trigger()
    box = program.window.findChild(QMessageBox, "failure_dialog")
    assert box.text() == "no row is selected in the table of predictions."
    box.close()
    assert program.window.findChild(ReasonDialog) is None


@pytest.mark.usefixtures("path")
def test_that_the_last_positive_is_not_lost_silently(program):
    before = numbers(program)
    table(program).selectAll()
    program.window.actions_by_id["set_rows_aside"].trigger()
    dialog = reason_dialog(program)
    with program.qtbot.waitSignal(program.workspace.failed) as met:
        QTest.keyClicks(dialog.reason.lineEdit(), "all wrong")
        QTest.keyClick(dialog.reason.lineEdit(), Qt.Key.Key_Return)
    assert met.args[0].message == "no row can be used (40: by hand: all wrong)"
    program.window.findChild(QMessageBox, "failure_dialog").close()
    assert numbers(program) == before
    assert aside(program) == ()


@pytest.mark.usefixtures("path")
def test_that_a_second_request_adds_to_one_that_is_under_way(program):
    workspace = program.workspace
    with program.qtbot.waitSignal(program.workspace.file_opened):
        workspace.ask(SetRowsAside((4,), "a"))
        workspace.ask(SetRowsAside((9, 2), "b"))
        workspace.ask(TakeRowsBack((2,)))
    assert aside(program) == (SetAside((4,), "a"), SetAside((9,), "b"))
    assert numbers(program) == without(program, 4, 9)


def test_that_the_rows_of_one_data_set_are_not_those_of_another(program, path, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text(text_of([(f"x{i}", t, s) for i, t, s in ROWS[::-1]]), encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path, other), roles=ROLES))
    program.settle()
    sets = program.workspace.data_sets
    assert len(sets.items) == 2
    set_aside(program, "a copy", 3)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(ShowDataSet(1))
    assert aside(program) == ()
    assert program.snapshot.dataset.n == 40
    assert not program.workspace.history.can_undo
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(ShowDataSet(0))
    assert aside(program) == (SetAside((3,), "a copy"),)
    assert program.snapshot.dataset.n == 39


def test_that_a_reload_keeps_rows_that_are_the_same_and_says_which_are_lost(program, path):
    set_aside(program, "a copy", 3, 8)
    changed = [("q3", *row[1:]) if row[0] == "p3" else row for row in ROWS]
    path.write_text(text_of(changed), encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(Reload())
    assert aside(program) == (SetAside((8,), "a copy"),)
    assert program.snapshot.dataset.n == 39
    (lost,) = (f for f in program.snapshot.dataset.findings if f.code == "set_aside_lost")
    assert lost.text == (
        "1 row was set aside by hand before, and cannot be found again: it is used"
    )
    # No step back sets a row aside that is another one now.
    while program.workspace.history.can_undo:
        with program.qtbot.waitSignal(program.workspace.history_changed):
            program.workspace.history.undo()
        program.qtbot.waitUntil(lambda: not program.workspace.staged.staging.is_busy)
        assert aside(program) == ()


def test_that_a_reload_of_the_same_file_keeps_all(program, path):
    set_aside(program, "a copy", 3, 8)
    assert path.exists()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(Reload())
    assert aside(program) == (SetAside((3, 8), "a copy"),)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.history.undo()
    assert aside(program) == ()


@pytest.mark.usefixtures("path")
def test_that_another_reading_keeps_the_rows_that_are_the_same(program):
    set_aside(program, "a copy", 3, 8)
    opened = program.workspace.opened
    roles, options = opened.decisions.roles, opened.decisions.options
    task = Task(lambda *_told: None)
    same = readings.read_otherwise(opened, roles, options, task)
    assert same.proposal.roles.set_aside == (SetAside((3, 8), "a copy"),)
    assert same.dataset.n == 38
    # With the header as a row, row 3 is another one.
    other = readings.read_otherwise(opened, roles, replace(options, header=False), task)
    assert other.proposal.roles.set_aside == ()


@pytest.mark.usefixtures("path")
def test_that_the_log_and_the_export_name_them(program, tmp_path):
    set_aside(program, "consent withdrawn", 3, 8)
    program.window.actions_by_id["import_log"].trigger()
    shown = program.window.findChild(QPlainTextEdit, "import_log_text").toPlainText()
    assert "\nrows used: 38\n" in shown
    assert "\nby hand\n" in shown
    assert "\nconsent withdrawn: rows 3, 8\n" in shown
    program.window.findChild(Page, "import_log").close()
    target = tmp_path / "measures.json"
    save_tables(program, ["measures"], "json", target)
    about = json.loads(target.read_text("utf-8"))["about"]
    told = [{"reason": "consent withdrawn", "count": 2, "rows": [3, 8]}]
    assert about["set_aside_by_hand"] == told


@pytest.mark.usefixtures("path")
def test_that_nothing_of_it_is_remembered(program):
    set_aside(program, "a very private reason", 3)
    program.workspace.openings.remember_choices(program.workspace.opened.loaded)
    program.application.settings.flush()
    folder = program.application.settings.folder
    kept = [one.read_text("utf-8") for one in folder.rglob("*.json")]
    assert kept
    assert not any("private" in words or 'set_aside"' in words for words in kept)
